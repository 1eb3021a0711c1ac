// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::test;

TEST_CASE ("the account over a whole run adds up: work in = heat + loss + what is still stored")
{
    PreparedSynth synth (patchWith ({ { "quality.ledger", 1.0 } }));
    render (synth, { noteOn (0, 50), noteOn (2000, 57), noteOff (40000, 50), noteOff (60000, 57) }, 96000);
    const auto& books = synth.ledger();
    REQUIRE (books.workIn > 0.0);
    REQUIRE (books.frictionLoss > 0.0);
    REQUIRE (books.bodyLoss > 0.0);
    const double remainder = books.workIn - books.frictionLoss - books.bodyLoss - books.storedEnergy;
    REQUIRE (std::abs (remainder) <= 1e-11 * books.workIn); // rounding of 192 000 steps
}

namespace
{
/** A body that is no body: its first mode decays at a rate that is no number. */
ModeTable brokenTable ()
{
    auto table = *modesOf (customBody());
    table.decay[0] = std::nan ("");
    return table;
}
} // namespace

TEST_CASE ("after something that is no number the instrument plays and keeps its books as if nothing had been")
{
    constexpr int samples = 9600;
    for (const bool compares : { false, true })
    {
        CAPTURE (compares);
        const auto playing = [compares] (bool breaks)
        {
            PreparedSynth synth (patchWith ({ { "quality.ledger", 1.0 },
                                              { "voice.humanise", 0.0 },
                                              { "out.sympathetic", 40.0 },
                                              { "compare.on", compares ? 1.0 : 0.0 },
                                              { "compare.slot", compares ? 1.0 : 0.0 },
                                              { "body.type", static_cast<double> (customBody()) } }));
            synth.setCustomBody (brokenTable());
            std::vector<PerformanceEvent> events;
            if (breaks)
                events = { noteOn (0, 60), noteOn (10, 67), noteOff (4000, 60) };
            std::vector<double> left (samples), right (samples);
            synth.render (events, left.data(), right.data(), samples);
            const bool isSilent = std::all_of (left.begin(), left.end(), [] (double x) { return x == 0.0; });
            REQUIRE ((isSilent || ! breaks));
            const auto out = render (
                synth, { setParameter (0, "body.type", 0.0), noteOn (100, 55), noteOn (3000, 62), noteOff (6000, 55) },
                samples, 256);
            MeterFrame meters;
            synth.collectMeters (meters);
            CHECK (meters.nonFiniteBlocks == (breaks ? 1u : 0u));
            for (const auto* books : { &synth.ledger(), &synth.ledgerOfSlotB() })
            {
                CHECK (std::isfinite (books->storedEnergy + books->workIn + books->bodyLoss + books->frictionLoss));
                CHECK (books->relativeResidual() <= booksClose);
            }
            CHECK (synth.ledger().workIn > 0.0);
            return out.left;
        };
        CHECK (playing (true) == playing (false));
    }
}
