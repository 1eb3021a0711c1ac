// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** Meters and counters of the audio thread, published through a Mailbox about 30 times per second. */
struct MeterFrame
{
    double peakLeft = 0.0, peakRight = 0.0; // largest |sample| since the last frame
    double guardGain = 1.0;                 // < 1 while the ear guard reduces peaks
    std::uint64_t guardedSamples = 0;       // samples reduced since the engine was reset
    int voicesAwake = 0;
    int partials = 0;          // largest number in all awake voices since the last frame
    double storedEnergy = 0.0; // [J] in strings and bristles; ledger on only
    bool ledgerOn = false;
    double workIn = 0.0;               // [J] by all bows since the engine was reset
    double frictionLoss = 0.0;         // [J] turned into heat at the contacts
    double bodyLoss = 0.0;             // [J] lost inside the bodies
    std::array<double, 2> sideWork {}; // [J] part of workIn by the hands beside the bow: side contact, finger
    std::array<double, 2> sideLoss {}; // [J] part of frictionLoss at these contacts
    double relativeResidual = 0.0;     // of the worst step so far, relative to peak energy
    std::uint64_t generatorSteps = 0;  // steps in which a loss came out negative: 0 for a passive law
    double energyCreated = 0.0;        // [J] in those steps
    std::uint64_t nonFiniteBlocks = 0; // blocks in which the safety net acted: 0, or there is a bug
};

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
