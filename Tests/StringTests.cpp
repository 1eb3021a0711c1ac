// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/ContactLoop-inl.h"
#include "Physics/StringModes-inl.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** Eight strings under eight steady bows. */
std::unique_ptr<VoiceGroup> bowedGroup (int sounding, int silent)
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    group->wanted.sounding = sounding;
    group->wanted.silent = silent;
    group->string.soundingCount.fill (sounding);
    group->string.silentCount.fill (silent);
    return group;
}

/** Force of the first 30 ms of a stroke on an open G3 with 40 modes (Physics.md 4), mean over each step of 48 kHz. */
std::vector<double> forceOfStroke (double rate, int passes, double breakaway)
{
    auto group = bowedGroup (40, 0);
    group->string.fundamental.fill (196.0);
    group->law.stiffness.fill (1e4);
    group->law.damping.fill (0.1);
    group->law.breakaway.fill (breakaway);
    group->bow.velocity.fill (0.0);
    group->bow.velocityStep.fill (5.0 / rate); // from rest at 5 m/s^2
    group->bow.normalForce.fill (0.8);
    // The bow's speed is the mean over a step at every rate: start half a step early.
    group->bow.velocity.fill (-0.5 * 5.0 / rate);
    lanes::updateBodies (*group, 1.0 / rate);
    const int perSample = static_cast<int> (rate / 48000.0);
    std::vector<double> force;
    for (int n = 0; n < 1440; ++n)
    {
        double mean = 0.0;
        for (int done = 0; done < perSample;)
        {
            const int steps = std::min (VoiceGroup::maxSteps, perSample - done);
            lanes::render (*group, 1.0 / rate, passes, steps, true);
            for (int i = 0; i < steps; ++i)
                mean += group->force[static_cast<std::size_t> (i)][0];
            done += steps;
        }
        force.push_back (mean / perSample);
    }
    return force;
}

double relativeError (const std::vector<double>& found, const std::vector<double>& expected)
{
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        error += std::pow (found[i] - expected[i], 2);
        size += std::pow (expected[i], 2);
    }
    return std::sqrt (error / size);
}

/** Period [samples] of a steady tone near `guess`, from the autocorrelation over many periods. */
double periodOf (const std::vector<double>& x, std::size_t from, std::size_t count, double guess)
{
    const auto likeness = [&] (double lag)
    {
        const auto whole = static_cast<std::size_t> (lag);
        const double part = lag - static_cast<double> (whole);
        double cross = 0.0, one = 0.0, other = 0.0;
        for (std::size_t i = from; i < from + count; ++i)
        {
            const double later = x[i + whole] * (1.0 - part) + x[i + whole + 1] * part;
            cross += x[i] * later;
            one += x[i] * x[i];
            other += later * later;
        }
        return 2.0 * cross / (one + other + 1e-300);
    };
    double period = guess;
    for (int k = 1; k <= 16; k *= 2)
    {
        // golden-section search of the peak; each doubling halves what is left of the window
        double low = k * period - guess * (k == 1 ? 0.05 : 0.02), high = k * period + guess * (k == 1 ? 0.05 : 0.02);
        for (int i = 0; i < 24; ++i)
        {
            const double a = high - 0.618033988749895 * (high - low), b = low + 0.618033988749895 * (high - low);
            (likeness (a) > likeness (b) ? high : low) = likeness (a) > likeness (b) ? b : a;
        }
        period = 0.5 * (low + high) / k;
    }
    return period;
}
} // namespace

TEST_CASE ("two and three passes converge with second order to the finely resolved motion")
{
    for (const double breakaway : { 0.0, 0.7 })
    {
        const auto converged = forceOfStroke (48000.0 * 64, 4, breakaway);
        for (const int passes : { 2, 3 })
        {
            double errors[4];
            for (int i = 0; i < 4; ++i)
                errors[i] = relativeError (forceOfStroke (48000.0 * (2 << i), passes, breakaway), converged);
            const double order = std::log2 (errors[0] / errors[3]) / 3.0;
            CAPTURE (breakaway, passes, errors[0], errors[1], errors[2], errors[3], order);
            WARN ("xi " << breakaway << ", " << passes << " passes: error " << errors[0] << " at 96 kHz, " << errors[3]
                        << " at 768 kHz, order " << order);
            REQUIRE (order > 1.6);
            REQUIRE (errors[0] < 0.05);
        }
    }
}

TEST_CASE ("the default instrument plays in tune from A1 to A6, at every rate and quality", "[heard]")
{
    // Probed on the velocity of the contact, without box and level: within 2 cents of equal temperament.
    double worst = 0.0;
    int turn = 0; // each rate and quality hears other keys
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
        for (const double oversampling : { 0.0, 1.0 })
            for (const double passes : { 2.0, 3.0, 4.0 })
                for (int key = longRun() ? 33 : 33 + 5 * (turn++ % 4); key <= 93; key += longRun() ? 1 : 15)
                {
                    PreparedSynth synth (patchWith ({ { "quality.oversampling", oversampling },
                                                      { "quality.passes", passes },
                                                      { "out.box", 0.0 } }),
                                         rate);
                    const double period = rate / frequencyFromNote (key);
                    const int samples = static_cast<int> (1.2 * rate);
                    const auto out = render (synth, { noteOn (0, key) }, samples);
                    const auto count = static_cast<std::size_t> (0.15 * rate);
                    const auto from =
                        static_cast<std::size_t> (samples) - count - static_cast<std::size_t> (17.0 * period) - 2;
                    const double cents = centsFromRatio (period / periodOf (out.left, from, count, period));
                    CAPTURE (rate, oversampling, passes, key, cents);
                    REQUIRE_THAT (cents, WithinAbs (0.0, 2.0));
                    worst = std::max (worst, std::abs (cents));
                }
    WARN ("largest deviation " << worst << " cents");
}

TEST_CASE ("every note from A1 to A6 speaks: Helmholtz motion within half a second, whatever the touch", "[heard]")
{
    int notes = 0, speaking = 0;
    for (int key = 33; key <= 93; key += 6)
        for (const double velocity : { 0.4, 0.63, 0.9 })
            for (const double pressure : { 50.0, 65.0, 80.0 })
            {
                PreparedSynth synth (patchWith ({ { "hand.pressure", pressure } }));
                std::vector<ProbeFrame> frames (48000);
                ProbeBuffer probes { frames.data(), frames.size(), 0 };
                render (synth, { noteOn (0, key, velocity) }, 38400, 512, &probes);
                int slips = 0;
                for (std::size_t i = 24001; i < probes.count; ++i)
                {
                    const auto slipsAt = [&] (std::size_t n)
                    { return std::abs (frames[n].relativeVelocity) > 0.5 * std::abs (frames[n].bowVelocity); };
                    slips += slipsAt (i) && ! slipsAt (i - 1);
                }
                ++notes;
                speaking +=
                    std::abs (slips - 0.3 * frequencyFromNote (key)) < 0.05 * 0.3 * frequencyFromNote (key) + 1.0;
            }
    CAPTURE (speaking, notes);
    WARN (speaking << " of " << notes << " notes speak within half a second");
    REQUIRE (speaking >= 0.95 * notes);
}

TEST_CASE ("more force flattens the pitch, as it does on real strings, and by how much is reported")
{
    std::string table;
    double last = 0.0;
    for (const double pressure : { 60.0, 80.0, 100.0 })
    {
        PreparedSynth synth (patchWith ({ { "hand.pressure", pressure }, { "out.box", 0.0 } }), 96000.0);
        const double period = 96000.0 / frequencyFromNote (62);
        const auto out = render (synth, { noteOn (0, 62) }, 144000);
        last = centsFromRatio (period / periodOf (out.left, 120000, 14400, period));
        table += std::to_string (static_cast<int> (pressure)) + " %: " + std::to_string (last) + " cents  ";
    }
    WARN (table);
    REQUIRE (last < 0.5);
    REQUIRE (last > -40.0);
}
