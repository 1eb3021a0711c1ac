// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Motion.h"

#include "../../Physics/ContactLoop-inl.h"

#include <memory>

namespace kolophon::lab
{
/** Energies of a body after a step. */
struct Moved
{
    double stored, lost; // [J]
};

/** A body in steps of h, with the interface of Architecture.md: the motion without F, and the contribution of F. */
struct SteppedBody
{
    virtual ~SteppedBody() = default;
    virtual HWY_NAMESPACE::FreeMotion<double>
    free (double push) const = 0;                                    // mean over the step and where it ends [m/s]
    virtual double pushedVelocity (double F, double push) const = 0; // mean, of what is pushed [m/s]
    virtual Moved move (double F, double push) = 0;
    virtual double stored () const = 0;
    virtual double position () const = 0;
    virtual double velocity () const = 0;
    virtual void coordinates (Eigen::VectorXd& place, Eigen::VectorXd& speed) const = 0;
    HWY_NAMESPACE::Mobility<double> mobility { 0.0, 0.0 };
};

/** In steps of 1/motion.rate, where the motion begins. */
std::unique_ptr<SteppedBody> steppedBody (const Motion& motion, double h);
} // namespace kolophon::lab
