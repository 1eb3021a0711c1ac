// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Dense>

namespace kolophon::lab
{
/** The rubbed body, without friction:

        M q'' + C q' + K q = contact F + pushed f        u = contact . q'

    F [N] is the force of the bow on the contact, f [N] an external push; for a turning body read torque, angle and
    moment of inertia. Either lumped (three symmetric n x n matrices; M positive, C and K not negative) or modal
    (mass-normalised, M = 1, C = 2 s, K = w^2), where the matrices stay empty. Without coordinates it is a wall. */
struct LinearBody
{
    Eigen::MatrixXd mass, damping, stiffness; // lumped
    Eigen::VectorXd frequency, decay;         // modal: w [rad/s] >= 0, s [1/s] >= 0
    Eigen::VectorXd contact, pushed;          // n each

    bool modal () const noexcept { return frequency.size() > 0; }
    int size () const noexcept { return static_cast<int> (contact.size()); }

    /** q'' [m/s^2] under F and f. */
    Eigen::VectorXd acceleration (const Eigen::Ref<const Eigen::VectorXd>& place,
                                  const Eigen::Ref<const Eigen::VectorXd>& speed, double F, double f) const;
    /** Mobility: u' for each newton of F, contact . M^-1 contact [1/kg]; 0 for a wall. */
    double mobility () const;
    /** Energy [J] and the power lost in C [W]. */
    double stored (const Eigen::Ref<const Eigen::VectorXd>& place,
                   const Eigen::Ref<const Eigen::VectorXd>& speed) const;
    double lost (const Eigen::Ref<const Eigen::VectorXd>& speed) const;
};
} // namespace kolophon::lab
