// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/BlockBetweenStops-inl.h"

namespace kolophon::lab
{
/** A hand that pushes with a given force, as for Klaffenbach's block; used in place of a friction law. */
struct PushedBy
{
    struct Parameters
    {
        double force;
    };
    static void resume (const Parameters&, HWY_NAMESPACE::ContactState<double>&) {}
    static HWY_NAMESPACE::ContactStep<double> solve (const Parameters& p, HWY_NAMESPACE::ContactState<double>&,
                                                     const HWY_NAMESPACE::ContactPort<double>& port, double, double h,
                                                     int)
    {
        const double v = port.freeVelocity - port.mobility * p.force;
        return { p.force, v, 0.0, 0.0, h * p.force * v, 2.0, 1.0, 0.0 };
    }
};
} // namespace kolophon::lab
