// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

/** Two contacts under one hand, and laws that change while the note sounds. */
namespace
{
double lawNamed (std::string_view id)
{
    return static_cast<double> (findLaw (id) - lawTable().data());
}

Patch bare (std::initializer_list<std::pair<std::string_view, double>> settings = {})
{
    auto patch = patchWith (settings);
    patch.outBox = 0.0; // the force at the bridge, as it is
    patch.outGuard = 0.0;
    return patch;
}

Rendering play (const Patch& patch, std::vector<PerformanceEvent> events, int samples, int block = 512)
{
    PreparedSynth synth (patch);
    return render (synth, std::move (events), samples, block);
}

double rms (const Rendering& out, int from, int to)
{
    double sum = 0.0;
    for (int n = from; n < to; ++n)
    {
        const auto at = static_cast<std::size_t> (n);
        sum += out.left[at] * out.left[at] + out.right[at] * out.right[at];
    }
    return std::sqrt (sum / (2 * (to - from)));
}

double largestStep (const Rendering& out, int from, int to)
{
    double most = 0.0;
    for (int n = from + 1; n < to; ++n)
        most = std::max (
            most, std::abs (out.left[static_cast<std::size_t> (n)] - out.left[static_cast<std::size_t> (n - 1)]));
    return most;
}
} // namespace

TEST_CASE ("arming the comparison changes nothing about slot A")
{
    const std::vector<PerformanceEvent> events { noteOn (0, 50), noteOn (5000, 57), noteOff (20000, 50) };
    const auto alone = play (bare(), events, 40000);
    const auto armed = play (bare ({ { "compare.on", 1.0 }, { "contact_b.law", lawNamed ("dds3") } }), events, 40000);
    REQUIRE (alone == armed);

    auto later = events;
    later.push_back (setParameter (9000, "compare.on", 1.0));
    later.push_back (setParameter (30000, "compare.on", 0.0));
    REQUIRE (alone == play (bare(), later, 40000));
}

TEST_CASE ("two slots with one setting sound alike, however often the button is pressed")
{
    const std::vector<PerformanceEvent> events { noteOn (0, 62) };
    const auto a = play (bare ({ { "compare.on", 1.0 } }), events, 40000);
    auto pressed = events;
    for (int n = 0; n < 20; ++n)
        pressed.push_back (setParameter (1000 + 1777 * n, "compare.slot", n % 2 == 0 ? 1.0 : 0.0));
    const auto b = play (bare ({ { "compare.on", 1.0 } }), pressed, 40000);
    for (std::size_t n = 0; n < a.left.size(); ++n)
        REQUIRE_THAT (b.left[n], WithinAbs (a.left[n], rounded));
}

TEST_CASE ("from slot to slot the sound fades in 20 ms, and is then the other slot's alone")
{
    const std::vector<PerformanceEvent> events { noteOn (0, 62) };
    const int samples = 60000;
    const auto settings = [] (double slot) {
        return bare ({ { "compare.on", 1.0 }, { "compare.slot", slot }, { "contact_b.law", lawNamed ("stribeck") } });
    };
    const auto a = play (settings (0.0), events, samples), b = play (settings (1.0), events, samples);
    auto pressed = events;
    pressed.push_back (setParameter (40000, "compare.slot", 1.0));
    const auto both = play (settings (0.0), pressed, samples);

    const std::size_t start = 40000 / 16 * 16, latency = 32, fade = 960;
    for (std::size_t n = 0; n < start + latency; ++n)
        REQUIRE (both.left[n] == a.left[n]);
    for (std::size_t n = start + latency; n < start + latency + fade; ++n) // a straight line from one to the other
    {
        const double fraction = static_cast<double> (n - start - latency + 1) / static_cast<double> (fade);
        REQUIRE_THAT (both.left[n],
                      WithinAbs ((1.0 - fraction) * a.left[n] + fraction * b.left[n], 3e-3)); // a filter follows
    }
    for (std::size_t n = start + latency + fade + 14400; n < both.left.size(); ++n) // the filter has forgotten
        REQUIRE_THAT (both.left[n], WithinAbs (b.left[n], listener::inaudible));
    CHECK (largestStep (both, 39000, 42000) <= std::max (largestStep (a, 30000, 60000), largestStep (b, 30000, 60000)));
}

TEST_CASE ("the slots are matched in level, law against law", "[heard]")
{
    for (const auto* law : { "stribeck", "dds3", "switch", "thermal", "lugre" })
    {
        const auto at = [law] (double slot)
        {
            return play (
                bare ({ { "compare.on", 1.0 }, { "compare.slot", slot }, { "contact_b.law", lawNamed (law) } }),
                { noteOn (0, 55) }, 144000);
        };
        const double difference = 20.0 * std::log10 (rms (at (1.0), 96000, 144000) / rms (at (0.0), 96000, 144000));
        CAPTURE (law);
        CHECK_THAT (difference, WithinAbs (0.0, 0.5 * listener::level));
    }
}

TEST_CASE ("a law that takes over in mid-note creates no energy and makes no click, whichever follows which", "[heard]")
{
    const auto laws = lawTable();
    const int samples = longRun() ? 24000 : 12000, every = 3000;
    for (std::size_t first = 0; first < laws.size(); ++first)
        for (std::size_t second = 0; second < laws.size(); ++second)
        {
            PreparedSynth synth (bare ({ { "contact.law", static_cast<double> (first) }, { "quality.ledger", 1.0 } }));
            std::vector<PerformanceEvent> events { noteOn (0, 57) };
            for (int n = 1; n * every < samples; ++n)
                events.push_back (
                    setParameter (n * every, "contact.law", static_cast<double> (n % 2 == 0 ? first : second)));
            const auto out = render (synth, events, samples);
            CAPTURE (laws[first].name, laws[second].name);
            CHECK (synth.ledger().relativeResidual() <= booksClose);
            CHECK (synth.ledger().generatorSteps == 0);

            // What is heard is the force at the bridge, which can't jump: around the switch it moves as it does anyway.
            double around = 0.0, elsewhere = 0.0;
            for (int n = 1; n * every < samples; ++n)
            {
                around = std::max (around, largestStep (out, n * every - 50, n * every + 100));
                elsewhere = std::max (elsewhere, largestStep (out, n * every + 100, (n + 1) * every - 50));
            }
            CHECK (around <= 2.0 * std::max (elsewhere, 1e-3));
        }
}

TEST_CASE ("the meters count what a literal law creates, in the slot that is heard")
{
    // The standard set of 1995, shaken: creep loads the bristle, a burst releases it.
    auto patch =
        bare ({ { "contact.law", lawNamed ("lugre") }, { "contact.literal", 1.0 }, { "quality.ledger", 1.0 } });
    patch.contact.bristleDamping = 20.0;
    patch.contact.muKinetic = 0.1;
    PreparedSynth synth (patch);
    render (synth, { noteOn (0, 45, 1.0) }, 48000);
    MeterFrame meters;
    REQUIRE (synth.collectMeters (meters));
    CHECK (meters.generatorSteps > 0);
    CHECK (meters.energyCreated > 0.0);
    CHECK (synth.ledger().relativeResidual() <= booksClose); // it is booked, not lost

    patch.contact.literal = 0.0;
    synth.prepare (48000.0);
    synth.setPatch (patch);
    render (synth, { noteOn (0, 45, 1.0) }, 48000);
    REQUIRE (synth.collectMeters (meters));
    CHECK (meters.generatorSteps == 0);
    CHECK (meters.energyCreated == 0.0);

    // Side by side: slot A repaired, slot B as printed.
    patch.contactB = patch.contact;
    patch.contactB.literal = 1.0;
    patch.compareOn = 1.0;
    for (const double slot : { 0.0, 1.0 })
    {
        patch.compareSlot = slot;
        synth.prepare (48000.0);
        synth.setPatch (patch);
        render (synth, { noteOn (0, 45, 1.0) }, 48000);
        REQUIRE (synth.collectMeters (meters));
        CAPTURE (slot);
        CHECK ((meters.generatorSteps > 0) == (slot == 1.0));
        CHECK ((meters.energyCreated > 0.0) == (slot == 1.0));
        CHECK (synth.ledger().generatorSteps == 0);
        CHECK (synth.ledgerOfSlotB().generatorSteps > 0);
    }
}
