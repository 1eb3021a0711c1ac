// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/GroupBooks.h"
#include "Support/RandomString.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
void randomLaw (VoiceGroup& group, std::size_t lane, Random& random)
{
    auto& l = group.law;
    l.muStatic[lane] = random.uniform (0.05, 2.0);
    l.muKinetic[lane] = l.muStatic[lane] * random.uniform (0.01, 1.0);
    l.inverseStribeckVelocity[lane] = 1.0 / random.logUniform (5e-4, 1.0);
    const bool travels = random.integer (0, 1) == 1;
    l.stiffness[lane] = travels ? 0.0 : random.logUniform (1e2, 1e7);
    l.stiffnessPerForce[lane] = travels ? l.muStatic[lane] / random.logUniform (0.5e-6, 500e-6) : 0.0;
    l.damping[lane] = random.logUniform (1e-4, 50.0);
    l.viscosity[lane] = random.logUniform (1e-4, 10.0);
    l.breakaway[lane] = random.uniform (0.0, 0.99);
}
} // namespace

TEST_CASE ("the account over a whole run adds up: work in = heat + loss + what is still stored")
{
    Synth synth;
    synth.prepare (48000.0);
    synth.setPatch (patchWith ({ { "quality.ledger", 1.0 } }));
    render (synth, { noteOn (0, 50), noteOn (2000, 57), noteOff (40000, 50), noteOff (60000, 57) }, 96000);
    const auto& books = synth.ledger();
    REQUIRE (books.workIn > 0.0);
    REQUIRE (books.frictionLoss > 0.0);
    REQUIRE (books.bodyLoss > 0.0);
    const double remainder = books.workIn - books.frictionLoss - books.bodyLoss - books.storedEnergy;
    REQUIRE (std::abs (remainder) <= 1e-11 * books.workIn); // rounding of 192 000 steps
}

TEST_CASE ("with the bow at rest or lifted the energy never grows, while everything else moves at every sample")
{
    const int count = rounds (40, 3000);
    auto group = std::make_unique<VoiceGroup>();
    for (int seed = 0; seed < count; ++seed)
    {
        Random random (static_cast<std::uint64_t> (seed));
        group->clear();
        const double h = 1.0 / random.logUniform (22050.0, 192000.0);
        const int sounding = 2 * random.integer (1, 40), silent = 2 * random.integer (0, 8);
        group->wanted.sounding = sounding;
        group->wanted.silent = silent;
        group->string.soundingCount.fill (sounding);
        group->string.silentCount.fill (silent);
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            randomString (*group, lane, random);
            randomLaw (*group, lane, random);
            group->bow.normalForce[lane] = random.logUniform (0.01, 10.0);
            for (std::size_t slot = 0; slot < static_cast<std::size_t> (sounding); ++slot)
            {
                group->slots[slot].x1[lane] = random.uniform (-1.0, 1.0);
                group->slots[slot].x2[lane] = random.uniform (-1.0, 1.0);
            }
        }
        VoiceGroup::Lane energy, start;
        lanes::energies (*group, start);
        energy = start;
        for (int n = 0; n < 200; ++n)
        {
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                // pitch, stiffness, decay, position and normal force jump about; the bow's velocity stays zero
                if (n % 3 == 0)
                    randomString (*group, lane, random);
                group->bow.normalForce[lane] = random.integer (0, 4) == 0 ? 0.0 : random.logUniform (0.01, 100.0);
                if (n % 7 == 0)
                {
                    const bool travels = group->law.stiffnessPerForce[lane] > 0.0;
                    randomLaw (*group, lane, random);
                    if (travels)
                        group->law.stiffness[lane] = 0.0;
                }
            }
            lanes::updateBodies (*group, h);
            lanes::render (*group, h, 2, 1, true);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                CAPTURE (seed, n, lane);
                REQUIRE (group->stored[0][lane] <= energy[lane] + 1e-14 * start[lane]);
                REQUIRE (group->bodyLoss[0][lane] >= -1e-14 * start[lane]);
                REQUIRE (group->frictionLoss[0][lane] >= -1e-14 * start[lane]);
                REQUIRE (std::abs (group->residual[0][lane]) <= 1e-13 * start[lane]);
                energy[lane] = group->stored[0][lane];
            }
        }
    }
}

TEST_CASE ("300 random strings with pitch, decay, position and force all moving every sample keep their books")
{
    auto group = std::make_unique<VoiceGroup>();
    const int count = rounds (38, 2000); // eight strings a round
    for (int seed = 0; seed < count; ++seed)
    {
        Random random (5000 + static_cast<std::uint64_t> (seed));
        group->clear();
        const double h = 1.0 / random.logUniform (22050.0, 192000.0);
        group->wanted.sounding = 40;
        group->wanted.silent = 8;
        group->string.soundingCount.fill (40.0);
        group->string.silentCount.fill (8.0);
        GroupBooks books;
        VoiceGroup::StringKnobs centre;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            randomString (*group, lane, random);
            randomLaw (*group, lane, random);
        }
        centre = group->string;
        for (int n = 0; n < 300; ++n)
        {
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                group->string.fundamental[lane] = centre.fundamental[lane] * std::exp2 (0.3 * std::sin (0.05 * n));
                group->string.decayRate[lane] = centre.decayRate[lane] * random.uniform (0.5, 2.0);
                group->string.position[lane] = 0.26 + 0.24 * std::sin (0.03 * n + static_cast<double> (lane));
                group->bow.normalForce[lane] = std::max (0.0, random.uniform (-0.1, 2.0));
                group->bow.velocity[lane] = random.uniform (-0.5, 0.5);
            }
            lanes::updateBodies (*group, h);
            lanes::render (*group, h, random.integer (1, 4), 1, true);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                CAPTURE (seed, n);
                books.check (*group, lane);
            }
        }
    }
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
            Synth synth;
            synth.prepare (48000.0);
            synth.setPatch (patchWith ({ { "quality.ledger", 1.0 },
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
                CHECK (books->relativeResidual() <= 1e-13);
            }
            CHECK (synth.ledger().workIn > 0.0);
            return out.left;
        };
        CHECK (playing (true) == playing (false));
    }
}
