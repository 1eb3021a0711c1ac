// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Knobs.h"

#include "Core/Units.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Output/BoxLoudness.h"
#include "Synth/Parameters/PatchChoices.h"
#include "Synth/VoiceParts/BowHand.h"
#include "Synth/VoiceParts/EffectivePatch.h"
#include "Synth/VoiceParts/PlayedBody.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** The parts of a voice that write its lane: a lane that is never played, without an engine. */
namespace
{
struct LaneBench
{
    std::unique_ptr<VoiceGroup> group = std::make_unique<VoiceGroup>(), shadow = std::make_unique<VoiceGroup>();
    BodyLane lane;

    LaneBench()
    {
        group->clear();
        shadow->clear();
        lane.bind (*group, *shadow, 5);
    }
    double in (const VoiceLane& input) const { return input[5]; }
};

Patch patchOf (Settings settings)
{
    auto patch = Patch::defaults();
    turn (patch, settings);
    return patch;
}

/** A plan of a D4, rubbed at a tenth of its length. */
VoicePlan planOfD4 (const Patch& patch, double seconds = 0.001)
{
    VoicePlan plan (patch, seconds, 1.0 / 48000.0, 48);
    plan.body.pitch = frequencyFromNote (62.0);
    plan.body.impedance = patch.bodyImpedance;
    plan.body.mass = patch.bodyMass;
    plan.body.position = 0.1;
    return plan;
}

double number (BodyModel model)
{
    return bodyPlace (model);
}
} // namespace

TEST_CASE ("a body is given the partials that are spare in proportion to its wish, and gives none back", "[voice]")
{
    LaneBench bench;
    const auto patch = patchOf ({ { "body.type", number (BodyModel::string) },
                                  { "body.modes", 40.0 },
                                  { "body.torsion", 0.0 },
                                  { "hand.kind", 0.0 } });
    PlayedBody body;
    body.start (bench.lane, { bodyPlace (BodyModel::string) });
    CHECK_FALSE (body.hasPartials());
    auto plan = planOfD4 (patch);
    body.planPartials (bench.lane, plan, { 4, 40, 1 }); // another voice waits, which may want 40, too: half of 40 each
    body.planHand (bench.lane, patch, false);
    CHECK (body.hasPartials());
    CHECK (bench.in (bench.group->string.soundingCount) == 4 + 20);
    CHECK (bench.lane.partials() == 24);

    auto again = planOfD4 (patch);
    body.planPartials (bench.lane, again, { 4, 2000, 0 }); // it was cut short: its number stays
    CHECK (bench.lane.partials() == 24);
    CHECK_FALSE (again.moves);

    // One that got all that it wanted may want more later, and waits for it.
    LaneBench other;
    PlayedBody whole;
    const auto few = patchOf ({ { "body.modes", 10.0 }, { "body.torsion", 0.0 } });
    whole.start (other.lane, { bodyPlace (BodyModel::string) });
    auto first = planOfD4 (few);
    whole.planPartials (other.lane, first, { 4, 2000, 0 });
    whole.planHand (other.lane, few, false);
    CHECK (other.lane.partials() == 10);
    auto waiting = planOfD4 (patch);
    whole.planPartials (other.lane, waiting, { 4, 0, 0 });
    CHECK (other.lane.partials() == 10);
    CHECK (waiting.moves);
    // They come together, and grow from nothing within 0.4 s.
    auto growing = planOfD4 (patch);
    whole.planPartials (other.lane, growing, { 4, 2000, 0 });
    const auto& string = other.group->string;
    CHECK (other.lane.partials() == 40);
    CHECK (other.in (string.comingCount) == 30.0);
    CHECK (other.in (string.comingFraction) == 0.0);
    CHECK (growing.moves);
    double taken = 0.0;
    while (other.in (string.comingCount) > 0.0 && taken < 1.0)
    {
        CHECK_THAT (other.in (string.comingFraction), WithinAbs (taken / 0.4, 1e-9));
        auto next = planOfD4 (patch);
        whole.planPartials (other.lane, next, { 4, 2000, 0 });
        taken += next.seconds;
    }
    CHECK (other.lane.partials() == 40);
    CHECK_THAT (taken, WithinAbs (0.4, 0.003));
    auto fewer = planOfD4 (few);
    whole.planPartials (other.lane, fewer, { 4, 2000, 0 });
    CHECK (other.lane.partials() == 40); // there is energy in them
}

TEST_CASE ("another body falls silent in 15 ms first, then modes turn into others in 20 ms and fade in", "[voice]")
{
    LaneBench bench;
    const int string = bodyPlace (BodyModel::string), block = bodyPlace (BodyModel::block);
    int table = 0;
    while (bodyTable()[static_cast<std::size_t> (table)].model != BodyModel::table)
        ++table;
    PlayedBody body;
    body.start (bench.lane, { string });
    CHECK (bench.lane.isString());

    const auto toTable = patchOf ({ { "body.type", static_cast<double> (table) } });
    CHECK_FALSE (body.isSettled (bench.lane, toTable));
    const int before = body.type();
    for (const double gain : { 0.5, 0.0 }) // 3 f^2 - 2 f^3 of a half
    {
        body.follow (bench.lane, toTable, 0.0075);
        CHECK (body.type() == before);
        CHECK_THAT (body.gain(), WithinAbs (gain, 1e-12));
    }
    body.follow (bench.lane, toTable, 0.005); // begins
    CHECK (body.type() == table);
    CHECK (bench.lane.arrived() == 0.0);
    CHECK (bench.group->before[5] == nullptr);
    CHECK (bench.group->table[5] == modesOf (table));
    const double steps[] = { 0.25, 0.5, 0.75, 1.0 };
    for (const double arrived : steps)
    {
        body.follow (bench.lane, toTable, 0.005);
        CHECK_THAT (bench.lane.arrived(), WithinAbs (arrived, 1e-12));
    }
    const auto settle = [&] (const Patch& patch) // 60 ms in silence, in which another kind of body finds its motion
    {
        for (int n = 0; n < 8; ++n)
        {
            CHECK (body.gain() == 0.0);
            body.follow (bench.lane, patch, 0.0075);
        }
        CHECK (body.gain() == 0.0);
    };
    settle (toTable);
    CHECK_FALSE (body.isSettled (bench.lane, toTable));
    body.follow (bench.lane, toTable, 0.0075);
    CHECK_THAT (body.gain(), WithinAbs (0.5, 1e-12));
    body.follow (bench.lane, toTable, 0.0075);
    CHECK (body.isSettled (bench.lane, toTable));
    CHECK (body.gain() == 1.0);

    const auto toBlock = patchOf ({ { "body.type", static_cast<double> (block) } });
    bench.group->standing.slots[0].x2[5] = 2.0; // (2^2)/2 = 2 J
    body.follow (bench.lane, toBlock, 0.0075);
    CHECK_THAT (body.gain(), WithinAbs (0.5, 1e-12));
    CHECK (body.type() == table);
    body.follow (bench.lane, toBlock, 0.0075);
    CHECK (body.gain() == 0.0);
    body.follow (bench.lane, toBlock, 0.0075); // silent: exchanged
    CHECK (body.type() == block);
    CHECK (bench.lane.isBlock());
    CHECK_FALSE (body.hasPartials());
    CHECK_THAT (body.collectRemainder().main, WithinRel (2.0, 1e-12));
    CHECK (body.collectRemainder().main == 0.0); // once
    settle (toBlock);
    body.follow (bench.lane, toBlock, 0.0075);
    CHECK_THAT (body.gain(), WithinAbs (0.5, 1e-12)); // and fades in
}

TEST_CASE ("a lane's bow moves in straight lines, and stands where a step rounds away", "[voice]")
{
    LaneBench bench;
    auto& bow = bench.group->bow;
    bow.velocity[5] = 0.1;
    bow.normalForce[5] = 1.0;
    bench.lane.moveBow (bench.lane.bow(), { 0.2, 3.0 }, 4);
    CHECK_THAT (bow.velocityStep[5], WithinRel (0.025, 1e-12));
    CHECK_THAT (bow.normalForceStep[5], WithinRel (0.5, 1e-12));
    CHECK_FALSE (bench.lane.isConstant());
    bench.group->coefficients.unmark();
    bench.lane.moveBow (bench.lane.bow(), { 0.1, 1.0 + 1e-17 }, 32);
    CHECK (bench.lane.isConstant());
    bench.lane.set (bench.group->string.quality, 77.0);
    CHECK_FALSE (bench.lane.isConstant());    // its coefficients are to be computed
    bench.lane.moveBow ({ 0.1, 0.0 }, {}, 4); // off the string: it presses no more, at once
    CHECK (bow.normalForce[5] == 0.0);
    CHECK (bow.normalForce[4] == 0.0);
    CHECK (bench.in (bench.group->string.quality) == 77.0);
}

TEST_CASE ("Pressure at 100 percent is the body's full force, a decade more than at 0, and touch adds 60", "[voice]")
{
    LaneBench bench;
    PlayedBody body;
    body.start (bench.lane, { bodyPlace (BodyModel::string) });
    const KeyStrike strike;
    const DrawnGesture::Point neutral { 0.0, 1.0, 1.0, 0.0 };
    Channels channels;
    const auto handOf = [&] (Settings settings, double pressure)
    {
        auto patch = patchOf ({ { "voice.response", placeOfChoice (Response::direct) },
                                { "voice.guide", 0.0 },
                                { "voice.humanise", 0.0 },
                                { "voice.touch", 100.0 },
                                { "hand.speed", 0.2 },
                                { "contact.mu_static", 0.8 },
                                { "contact.mu_kinetic", 0.3 },
                                { "hand.articulation", 0.0 } });
        turn (patch, settings);
        channels[0].pressure = pressure;
        SmoothedControllers controllers;
        controllers.start (0, channels);
        controllers.follow (patch, channels, { 0, strike, true, true }, { 1, 1 }, 0.001);
        BowHand hand;
        hand.start (patch, Noise (1));
        auto plan = planOfD4 (patch);
        plan.body.impedance = 0.4;
        return hand.draw (plan, bench.lane, { controllers, strike, neutral, Phrase() });
    };
    // Schelleng's largest force: 2 Z_0 v/(beta (mu_s - mu_k))
    const double full = 2.0 * 0.4 * 0.2 / (0.1 * 0.5);
    CHECK_THAT (handOf ({ { "hand.pressure", 100.0 } }, 0.0).force, WithinRel (full, 1e-9));
    CHECK_THAT (handOf ({ { "hand.pressure", 0.0 } }, 0.0).force, WithinRel (0.1 * full, 1e-9));
    CHECK (handOf ({ { "hand.pressure", 0.0 } }, 0.0).holding == 0.0);
    const auto touched = handOf ({ { "hand.pressure", 0.0 } }, 1.0);
    CHECK_THAT (touched.speed, WithinRel (0.2 * 1.6, 1e-12));
    CHECK_THAT (touched.force, WithinRel (1.6 * full * std::pow (10.0, 0.6 - 1.0), 1e-9));
    const auto absolute = handOf ({ { "hand.force_mode", 1.0 }, { "hand.force", 0.7 } }, 0.0);
    CHECK_THAT (absolute.force, WithinRel (0.7, 1e-12));
    // A finger that plucks holds the string with twice its restoring force, 2 Z_0 v/(beta (1 - beta)), over mu_s.
    const auto plucked = handOf ({ { "hand.articulation", placeOfChoice (Articulation::pluck) } }, 0.0);
    CHECK_THAT (plucked.holding, WithinRel (2.0 * (2.0 * 0.4 * 0.2 / (0.1 * 0.9)) / 0.8, 1e-9));
}

TEST_CASE ("a soft stroke has fewer junctions than a loud one")
{
    // Two thirds of the decibels are the force's, and one over the root of that is the junctions': 20 dB are 10^(1/3).
    LaneBench bench;
    PlayedBody body;
    body.start (bench.lane, { bodyPlace (BodyModel::string) });
    const auto patch = patchOf ({ { "voice.response", placeOfChoice (Response::player) },
                                  { "voice.guide", 0.0 },
                                  { "out.box", 0.0 },
                                  { "surface.texture", 10.0 } });
    for (const double dB : { -20.0, -10.0, 0.0, 6.0 })
    {
        EffectivePatch effective;
        effective.update (patch, { 1, 1 }, { .dynamics = dB, .expression = 1.0, .note = 62.0, .isBowed = true },
                          bench.lane, true);
        CHECK_THAT (effective.patch().surfaceTexturePercent, WithinRel (10.0 * std::pow (10.0, -dB / 60.0), 1e-9));
    }
}

TEST_CASE ("the patch of a hand is computed again when one of its inputs changes, and only then", "[voice]")
{
    LaneBench bench;
    PlayedBody body;
    body.start (bench.lane, { bodyPlace (BodyModel::string) });
    auto patch = patchOf ({ { "voice.response", placeOfChoice (Response::direct) },
                            { "voice.guide", 0.0 },
                            { "hand.articulation", 0.0 },
                            { "hand.accent", placeOfChoice (Articulation::struckBow) } });
    EffectivePatch effective;
    EffectivePatch::Inputs inputs { .dynamics = 0.0, .expression = 1.0, .note = 62.0, .isBowed = true };
    const auto update = [&] (Revision revision, bool isFresh = false)
    {
        effective.update (patch, revision, inputs, bench.lane, isFresh);
        return effective.isCurrent();
    };
    CHECK_FALSE (update ({ 1, 1 }, true));
    CHECK (update ({ 1, 1 }));
    CHECK (update ({ 2, 1 })); // a key, a controller: not the patch
    CHECK_FALSE (update ({ 2, 2 }));
    CHECK (update ({ 2, 2 }));
    CHECK_FALSE (update ({ 0, 2 })); // valid for one segment
    CHECK_FALSE (update ({ 2, 2 }, true));
    inputs.note = 63.0;
    CHECK_FALSE (update ({ 2, 2 }));
    CHECK (effective.note() == 63.0);
    CHECK (update ({ 2, 2 }));
    inputs.isBowed = false;
    CHECK_FALSE (update ({ 2, 2 }));
    inputs.expression = 0.5;
    CHECK_FALSE (update ({ 2, 2 }));
    CHECK (effective.patch() == patch); // Direct, without a guide
    inputs.isAccented = true;
    CHECK_FALSE (update ({ 2, 2 }));
    CHECK (effective.patch().handArticulation == patch.handAccent);
    for (int step = 0; step < 3; ++step) // silent first
        body.follow (bench.lane, patchOf ({ { "body.type", 2.0 } }), 0.01);
    REQUIRE (body.type() == 2);
    CHECK_FALSE (update ({ 2, 2 })); // another body
}
