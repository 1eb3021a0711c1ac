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
/** A performance in which everything moves at once: keys, wheels, and every knob of the table. */
std::vector<PerformanceEvent> restlessPerformance (Random& random, int samples, bool qualityMoves)
{
    std::vector<PerformanceEvent> events;
    const auto& table = parameterTable();
    for (int at = 0; at < samples; at += random.integer (1, 400))
    {
        switch (random.integer (0, 9))
        {
            case 0: events.push_back (noteOn (at, random.integer (24, 100), random.uniform (0.05, 1.0))); break;
            case 1: events.push_back (noteOff (at, random.integer (24, 100))); break;
            case 2: events.push_back (event (at, Type::pitchBend, 0, random.uniform (-1.0, 1.0))); break;
            case 3: events.push_back (event (at, Type::channelPressure, 0, random.uniform (0.0, 1.0))); break;
            case 4:
                events.push_back (control (at, random.integer (0, 1) == 0 ? 1 : 11, random.uniform (0.0, 1.0)));
                break;
            default:
            {
                const auto index = static_cast<std::size_t> (random.integer (0, static_cast<int> (table.size()) - 1));
                if (table[index].id == "quality.ledger" || table[index].id.ends_with (".literal") ||
                    (! qualityMoves && table[index].group == "Quality"))
                    break;
                events.push_back (
                    event (at, Type::setParameter, static_cast<int> (index), random.valueOf (table[index])));
            }
        }
    }
    return events;
}

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

TEST_CASE ("the books close to rounding and no loss is negative, whatever the knobs and the player do")
{
    const int performances = rounds (16, 2000);
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
        for (int seed = 0; seed < performances; ++seed)
        {
            Random random (1000 + static_cast<std::uint64_t> (seed));
            auto patch = random.patch();
            patch.qualityLedger = 1.0;
            patch.voiceCount = 4.0;
            patch.contact.literal = patch.contactB.literal = 0.0; // as printed, two laws create energy: LawTests
            Synth synth;
            synth.prepare (rate);
            synth.setPatch (patch);
            const int samples = 8000;
            const auto events = restlessPerformance (random, samples, true);
            const auto out = render (synth, events, samples, [&random] { return random.integer (1, 700); });

            for (const auto* books : { &synth.ledger(), &synth.ledgerOfSlotB() })
            {
                CAPTURE (rate, seed, books->peakEnergy, books->worstResidual, books->smallestLoss);
                REQUIRE (books->relativeResidual() <= 1e-13);
                REQUIRE (books->generatorSteps == 0);
            }
            MeterFrame meters;
            synth.collectMeters (meters);
            REQUIRE (meters.nonFiniteBlocks == 0);
            for (const double sample : out.left)
                REQUIRE (std::isfinite (sample));
        }
}

TEST_CASE ("books that open and close in the middle of anything move no bit, and close to rounding")
{
    constexpr int samples = 12000;
    for (int seed = 0; seed < rounds (40, 4000); ++seed)
    {
        Random random (40000 + static_cast<std::uint64_t> (seed));
        // Every other time a few notes are held as by a machine: what stands still is not computed anew.
        const bool isCalm = seed % 2 == 0;
        auto patch = isCalm ? Patch::defaults() : random.patch();
        patch.qualityLedger = 0.0;
        patch.contact.literal = patch.contactB.literal = 0.0;
        std::vector<PerformanceEvent> events;
        if (isCalm)
        {
            turn (patch, { { "voice.humanise", 0.0 } });
            patch.contact.law = random.integer (0, static_cast<int> (rowOf ("contact.law").maximum));
            patch.bodyType = random.integer (0, static_cast<int> (rowOf ("body.type").maximum));
            patch.handKind = random.integer (0, 2);
            patch.bodyDecay = 0.05; // who is let go falls asleep, and the others move together
            for (int notes = random.integer (1, 4); notes > 0; --notes)
            {
                const int key = random.integer (40, 76), at = random.integer (0, samples / 2);
                events.insert (events.end(), { noteOn (at, key), noteOff (at + random.integer (500, samples), key) });
            }
        }
        else
            events = restlessPerformance (random, samples, false);
        auto booked = events;
        bool isOpen = false;
        for (int at = random.integer (0, 2000); at < samples; at += random.integer (1, 2000))
        {
            isOpen = ! isOpen;
            booked.push_back (setParameter (at, "quality.ledger", isOpen ? 1.0 : 0.0));
        }
        Synth synth, keeper;
        for (auto* each : { &synth, &keeper })
        {
            each->prepare (48000.0);
            each->setPatch (patch);
        }
        const auto expected = render (synth, events, samples);
        const auto found = render (keeper, booked, samples, [&random] { return random.integer (1, 700); });
        CAPTURE (seed);
        REQUIRE (found == expected);
        for (const auto* books : { &keeper.ledger(), &keeper.ledgerOfSlotB() })
        {
            CAPTURE (books->peakEnergy, books->worstResidual, books->steps);
            REQUIRE (books->relativeResidual() <= 1e-13);
            REQUIRE (books->generatorSteps == 0);
        }
    }
}

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

namespace
{
/** Every law, body, hand and surface by itself, lossy and all but lossless, and what else pulls at a bank. */
std::vector<std::vector<std::pair<std::string, double>>> oneByOne ()
{
    std::vector<std::vector<std::pair<std::string, double>>> scenes;
    const auto each = [&scenes] (const std::string& id, double first)
    {
        for (double choice = first; choice <= rowOf (id).maximum; ++choice)
            scenes.push_back ({ { id, choice } });
    };
    each ("contact.law", 0.0);
    each ("body.type", 1.0);
    each ("hand.kind", 1.0);
    const std::vector<std::pair<std::string, double>> lossless { { "body.decay", 120.0 }, { "body.quality", 5000.0 } };
    scenes.push_back (lossless);
    for (const auto& more : { std::pair ("body.type", 1.0), std::pair ("hand.kind", 2.0) })
    {
        scenes.push_back (lossless);
        scenes.back().emplace_back (more);
    }
    scenes.push_back ({ { "body.decay", 0.02 }, { "body.quality", 20.0 } });
    scenes.push_back ({ { "surface.texture", 60.0 } });
    scenes.push_back ({ { "surface.ageing", 100.0 } });
    scenes.push_back ({ { "out.sympathetic", 50.0 } });
    scenes.push_back ({ { "quality.oversampling", 1.0 } });
    scenes.push_back ({ { "body.modes", 128.0 } });
    const std::pair<std::string, double> tension { "body.tension", 5.0 };
    for (double law = 0.0; law <= rowOf ("contact.law").maximum; ++law)
        scenes.push_back ({ tension, { "contact.law", law } });
    for (const auto& more :
         { std::pair ("body.type", 9.0), std::pair ("hand.kind", 2.0), std::pair ("out.sympathetic", 50.0),
           std::pair ("finger.touch", 1.0), std::pair ("side.contact", 1.0), std::pair ("side.contact", 2.0),
           std::pair ("normal.force", 1.0), std::pair ("second_body.type", 3.0) })
        scenes.push_back ({ tension, more });
    return scenes;
}
} // namespace

TEST_CASE ("books close in every step and over half a second, whatever rubs on what, and move no bit of the sound")
{
    const int samples = longRun() ? 480000 : 24000, keptSamples = samples / 8;
    for (const auto& scene : oneByOne())
        for (const bool booked : { true, false })
        {
            std::string settings;
            Synth synth;
            synth.prepare (48000.0);
            auto patch = Patch::defaults();
            patch.qualityLedger = booked ? 1.0 : 0.0;
            for (const auto& [id, value] : scene)
            {
                const auto index = findParameter (id);
                REQUIRE (index.has_value());
                parameterTable()[*index].in (patch) = value;
                settings += id + "=" + std::to_string (value) + " ";
            }
            synth.setPatch (patch);
            // One voice lies across the lanes, from the third on they lie side by side.
            const std::vector<PerformanceEvent> events { noteOn (100, 50), noteOn (keptSamples, 57),
                                                         noteOn (2 * keptSamples, 62), noteOff (samples * 3 / 4, 50) };
            CAPTURE (settings, booked);
            static Rendering withBooks;
            if (booked)
            {
                withBooks = render (synth, events, samples, 500);
                const auto& books = synth.ledger();
                const double gained = books.workIn - books.frictionLoss - books.bodyLoss - books.storedEnergy;
                CAPTURE (books.peakEnergy, books.workIn, books.smallestLoss, books.relativeResidual(), gained);
                CHECK (books.workIn > 0.0);
                CHECK (books.relativeResidual() <= 2e-14); // of up to 32 steps at once, or 64
                CHECK (books.generatorSteps == 0);
                CHECK (std::abs (gained) <= 1e-12 * std::max (books.workIn, books.peakEnergy));
                continue;
            }
            REQUIRE (render (synth, events, samples, 500) == withBooks);
            // Probes look at every step.
            std::vector<ProbeFrame> frames (static_cast<std::size_t> (2 * keptSamples));
            ProbeBuffer probes { frames.data(), frames.size(), 0 };
            synth.reset();
            const auto probed = render (synth, events, keptSamples, 500, &probes);
            REQUIRE (std::equal (probed.left.begin(), probed.left.end(), withBooks.left.begin()));
            CHECK (synth.ledger().relativeResidual() <= 1e-14);
            CHECK (synth.ledger().generatorSteps == 0);
            double peak = 0.0, worst = 0.0;
            for (std::size_t n = 0; n < probes.count; ++n)
            {
                peak = std::max ({ peak, frames[n].storedEnergy, std::abs (frames[n].workIn) });
                worst = std::max (worst, std::abs (frames[n].residual));
            }
            CHECK (worst <= 1e-14 * peak);
        }
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
        group->soundingSlots = sounding;
        group->silentSlots = silent;
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
        group->soundingSlots = 40;
        group->silentSlots = 8;
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
