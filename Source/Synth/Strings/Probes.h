// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kolophon
{
/** One internal sample of one contact, for laboratories. Means are over the step. */
struct ProbeFrame
{
    double time;              // [s] since prepare()
    double bowVelocity;       // [m/s]
    double normalForce;       // [N]
    double relativeVelocity;  // [m/s] bow - surface, mean
    double frictionForce;     // [N] of the bow on the surface, mean
    double bristleElongation; // [m] at the end of the step
    double surfaceVelocity;   // [m/s] mean
    double lawState;          // 0 lifted, 1 elastic (stick), 2 plastic (slip)
    double lawMode;           // discrete state of a law that has one, as an index in LawInfo::modes
    double storedEnergy;      // [J] body and bristle, at the end of the step
    double workIn;            // [J] in this step
    double frictionLoss;      // [J] in this step
    double bodyLoss;          // [J] in this step
    double residual;          // [J] energy change minus booked changes, this step
    double bridgeForce;       // [N] of the string on the bridge, at the end of the step
};

/** Destination of the probes of the voice that was started last, for render(). The caller owns `frames`. */
struct ProbeBuffer
{
    ProbeFrame* frames = nullptr;
    std::size_t capacity = 0, count = 0;
};
} // namespace kolophon
