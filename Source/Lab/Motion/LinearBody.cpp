// SPDX-License-Identifier: GPL-3.0-or-later
#include "LinearBody.h"

namespace kolophon::lab
{
using Vector = Eigen::Ref<const Eigen::VectorXd>;

Eigen::VectorXd LinearBody::acceleration (const Vector& place, const Vector& speed, double F, double f) const
{
    Eigen::VectorXd force = contact * F + pushed * f;
    if (modal())
    {
        force.array() -= 2.0 * decay.array() * speed.array() + frequency.array().square() * place.array();
        return force;
    }
    force.noalias() -= damping * speed;
    force.noalias() -= stiffness * place;
    return mass.llt().solve (force);
}

double LinearBody::mobility() const
{
    if (size() == 0)
        return 0.0;
    return modal() ? contact.squaredNorm() : contact.dot (mass.llt().solve (contact));
}

double LinearBody::stored (const Vector& place, const Vector& speed) const
{
    if (size() == 0)
        return 0.0;
    if (modal())
        return 0.5 * (speed.squaredNorm() + (frequency.array() * place.array()).matrix().squaredNorm());
    return 0.5 * (speed.dot (mass.lazyProduct (speed)) + place.dot (stiffness.lazyProduct (place)));
}

double LinearBody::lost (const Vector& speed) const
{
    if (size() == 0)
        return 0.0;
    return modal() ? 2.0 * (decay.array() * speed.array().square()).sum() : speed.dot (damping.lazyProduct (speed));
}
} // namespace kolophon::lab
