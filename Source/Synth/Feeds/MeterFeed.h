// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../../Physics/EnergyLedger.h"
#include "../Output/Loudest.h"
#include "MeterFrame.h"

#include <algorithm>

namespace kolophon
{
/** Collects the values of the meters and publishes them, wait-free, about thirty times per second. [audio, except
    collect()] */
class MeterFeed
{
public:
    /** Resets everything except the counts of the safety net. */
    void reset () noexcept
    {
        const auto nets = frame.nonFiniteBlocks;
        frame = {};
        frame.nonFiniteBlocks = nets;
        ticks = 0;
    }
    void forgetNonFinite () noexcept { frame.nonFiniteBlocks = 0; }

    void hear (const double* left, const double* right, int samples, double smallestGuardGain) noexcept
    {
        frame.peakLeft = loudest (left, samples, frame.peakLeft);
        frame.peakRight = loudest (right, samples, frame.peakRight);
        frame.guardGain = std::min (frame.guardGain, smallestGuardGain);
    }
    void countGuarded (int samples) noexcept { frame.guardedSamples += static_cast<std::uint64_t> (samples); }
    void countPartials (int used) noexcept { frame.partials = std::max (frame.partials, used); }
    void countVoices (int awake) noexcept { frame.voicesAwake = awake; }
    void countNonFinite () noexcept { ++frame.nonFiniteBlocks; }

    /** Counts a point of the control grid; returns true when the next frame is due, every `interval` points. */
    bool isDue (int interval) noexcept { return ++ticks >= interval; }

    /** Tells the parts of the next frame's account that contacts beside the bow have [J]. */
    void tellSide (std::size_t side, double work, double loss) noexcept
    {
        frame.sideWork[side] = work;
        frame.sideLoss[side] = loss;
    }

    void publish (const EnergyLedger& total, bool ledgerOn) noexcept
    {
        ticks = 0;
        frame.ledgerOn = ledgerOn;
        frame.storedEnergy = total.storedEnergy;
        frame.workIn = total.workIn;
        frame.frictionLoss = total.frictionLoss;
        frame.bodyLoss = total.bodyLoss;
        frame.relativeResidual = total.relativeResidual();
        frame.generatorSteps = total.generatorSteps;
        frame.energyCreated = total.created;
        mailbox.publish (frame);
        frame.peakLeft = frame.peakRight = 0.0;
        frame.guardGain = 1.0;
        frame.partials = 0;
    }

    /** Copies the latest frame; returns false if nothing is new. [one reader, any thread] */
    bool collect (MeterFrame& latest) noexcept { return mailbox.collect (latest); }

private:
    MeterFrame frame;
    int ticks = 0; // points of the control grid since the last frame
    Mailbox<MeterFrame> mailbox;
};
} // namespace kolophon
