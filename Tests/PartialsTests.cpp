// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
/** Plays on until a frame of meters has come that saw nothing but this stretch; returns the most partials in it. */
int partialsIn (Synth& synth, const std::vector<PerformanceEvent>& events, int samples = 6400)
{
    MeterFrame meters;
    render (synth, events, samples);
    synth.collectMeters (meters);
    return meters.partials;
}

/** Partials of one key, played alone. */
int partialsOf (int key, const Patch& patch)
{
    PreparedSynth synth (patch);
    return partialsIn (synth, { noteOn (0, key) });
}
} // namespace

TEST_CASE ("the voices together never have more partials than the budget, whatever is played")
{
    for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t> (rounds (8, 200)); ++seed)
    {
        Random random (seed);
        const int budget = random.integer (0, 2) == 0 ? 64 : random.integer (64, 600);
        const double modes = random.integer (1, 128);
        PreparedSynth synth (patchWith ({ { "quality.partials", budget },
                                          { "body.modes", modes },
                                          { "voice.count", random.integer (1, 16) },
                                          { "voice.mode", random.integer (0, 9) / 9 },
                                          { "body.torsion", random.integer (0, 1) },
                                          { "quality.ledger", 1.0 },
                                          { "body.decay", random.logUniform (0.05, 2.0) } }),
                             44100.0);
        CAPTURE (seed, budget, modes);
        int played = 0;
        for (int round = 0; round < 40; ++round)
        {
            std::vector<PerformanceEvent> events;
            for (int i = random.integer (0, 5); i > 0; --i)
            {
                const int at = random.integer (0, 1599), key = random.integer (24, 100);
                switch (random.integer (0, 11))
                {
                    case 0: events.push_back (event (at, Type::pitchBend, 0, random.uniform (-1, 1))); break;
                    case 1: events.push_back (setParameter (at, "voice.count", random.integer (1, 16))); break;
                    case 2: events.push_back (setParameter (at, "body.modes", random.integer (1, 128))); break;
                    case 3: events.push_back (setParameter (at, "body.type", random.integer (0, 9))); break;
                    case 4: events.push_back (control (at, 123, 0.0)); break;
                    case 5: events.push_back (setParameter (at, "body.torsion", random.integer (0, 1))); break;
                    default: events.push_back (noteOn (at, key, random.uniform (0.2, 1.0))); ++played;
                }
            }
            render (synth, events, 1600);
            MeterFrame meters;
            synth.collectMeters (meters);
            REQUIRE (meters.partials <= budget);
            REQUIRE (meters.nonFiniteBlocks == 0);
        }
        REQUIRE (played > 0);
        REQUIRE (synth.ledger().relativeResidual() < booksClose);
        REQUIRE (synth.ledger().generatorSteps == 0);
    }
}

TEST_CASE ("what a block leaves of its sure partials is not given away, for it may become a string")
{
    const auto blocks = patchWith ({ { "quality.partials", 64.0 },
                                     { "body.type", static_cast<double> (bodyPlace (BodyModel::block)) },
                                     { "body.modes", 64.0 },
                                     { "voice.count", 16.0 },
                                     { "voice.mode", 0.0 } });
    PreparedSynth synth (blocks);
    std::vector<PerformanceEvent> events;
    for (int i = 0; i < 8; ++i)
        events.push_back (noteOn (0, 30 + i));
    CHECK (partialsIn (synth, events) == 0);
    events = { setParameter (0, "body.type", 0.0) };
    for (int i = 0; i < 8; ++i)
        events.push_back (noteOn (20, 50 + i)); // strings at once, while the blocks still fall silent
    CHECK (partialsIn (synth, events) <= 64);
    CHECK (partialsIn (synth, {}) == 64); // and all of them are in use
}

TEST_CASE ("a chord on a small budget: every string sounds, and low ones have more partials than high ones")
{
    const auto patch = patchWith ({ { "quality.partials", 300.0 }, { "body.modes", 128.0 }, { "voice.count", 4.0 } });
    PreparedSynth synth (patch);
    // Each string wants what lies below the limit of its shapes, 0.49 * 1.3 of the rate: 128 of A1, 18 + 4 of A6.
    int sum = 0;
    std::vector<int> fractions;
    for (const int key : { 33, 57, 81, 93 })
    {
        const int now = partialsIn (synth, { noteOn (0, key) });
        fractions.push_back (now - sum);
        sum = now;
    }
    REQUIRE (sum <= 300);
    REQUIRE (fractions[0] > 2 * fractions[3]);
    for (const int fraction : fractions)
        REQUIRE (fraction >= 4);
    REQUIRE (partialsOf (33, patch) > partialsOf (81, patch));
    REQUIRE (partialsOf (81, patch) > partialsOf (93, patch));
}

TEST_CASE ("the default budget gives every voice of the fullest chord all it wants")
{
    REQUIRE (Patch::defaults().qualityPartials == limits::maxVoices * limits::maxModes);
    PreparedSynth synth (patchWith ({ { "body.modes", 128.0 }, { "voice.count", 16.0 } }));
    std::vector<PerformanceEvent> chord;
    for (int v = 0; v < 16; ++v)
        chord.push_back (noteOn (0, 24 + v));
    REQUIRE (partialsIn (synth, chord) == 16 * 128);
}

TEST_CASE ("what has rung out makes room for the next note, and the smallest budget still sings")
{
    const auto patch = patchWith (
        { { "quality.partials", 64.0 }, { "body.modes", 128.0 }, { "voice.count", 1.0 }, { "body.decay", 0.05 } });
    PreparedSynth synth (patch);
    const int first = partialsIn (synth, { noteOn (0, 40), noteOff (3000, 40) });
    REQUIRE (first == 4); // the whole budget is kept for the sixteen voices: four each
    partialsIn (synth, {}, 48000);
    const auto again = render (synth, { noteOn (0, 45) }, 24000);
    REQUIRE (*std::max_element (again.left.begin(), again.left.end()) > listener::audible);

    // A wide budget, one voice: the next note has all that it wants once the last one is gone.
    synth.setPatch (patchWith ({ { "quality.partials", 192.0 }, { "body.modes", 128.0 }, { "voice.count", 1.0 } }));
    synth.reset();
    const int alone = partialsIn (synth, { noteOn (0, 40), control (6000, 120, 0.0) });
    REQUIRE (alone == 128);
    REQUIRE (partialsIn (synth, { noteOn (0, 41) }) == alone);
}
