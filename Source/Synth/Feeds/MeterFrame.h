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
} // namespace kolophon
