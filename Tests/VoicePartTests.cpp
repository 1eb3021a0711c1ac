// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Knobs.h"

#include "Core/Units.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Hands/BowStroke.h"
#include "Synth/Hands/Glide.h"
#include "Synth/Hands/KeyStrike.h"
#include "Synth/Parameters/PatchChoices.h"
#include "Synth/VoiceParts/AbruptMenus.h"
#include "Synth/VoiceParts/KeyAssignment.h"
#include "Synth/VoiceParts/PitchSweep.h"
#include "Synth/VoiceParts/PlanCache.h"
#include "Synth/VoiceParts/PlayedContact.h"
#include "Synth/VoiceParts/SmoothedControllers.h"
#include "Synth/VoiceParts/VoiceLevel.h"
#include "Synth/VoiceParts/VoicePitch.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** The parts of a voice by themselves: no engine, no lane, no sound. */
namespace
{
/** A note of key 69 (A4) on a patch, planned `seconds` long. */
VoicePlan planOf (const Patch& patch, double seconds = 0.001)
{
    return VoicePlan (patch, seconds, 1.0 / 48000.0, static_cast<int> (std::lround (seconds * 48000.0)));
}

Patch with (Settings settings)
{
    auto patch = Patch::defaults();
    turn (patch, settings);
    return patch;
}
} // namespace

TEST_CASE ("the sostenuto pedal catches the keys that are down when it goes down, and keeps them until it goes up",
           "[voice]")
{
    KeyAssignment keys;
    keys.begin (2, 64);
    CHECK (keys.channel() == 2);
    CHECK (keys.key() == 64);
    CHECK (keys.isDown());
    CHECK_FALSE (keys.isCaught());

    keys.setSostenuto (true);
    CHECK (keys.isCaught());
    keys.release (0.9);
    CHECK (keys.isCaught());
    CHECK_FALSE (keys.isDown());
    CHECK (keys.releaseVelocity() == 0.9);
    keys.setSostenuto (true); // pressed further: what is caught stays so
    CHECK (keys.isCaught());
    keys.setSostenuto (false);
    CHECK_FALSE (keys.isCaught());
    keys.setSostenuto (true); // a key that is up by now is not caught
    CHECK_FALSE (keys.isCaught());

    keys.begin (2, 65);
    CHECK_FALSE (keys.isCaught()); // a later key
    keys.setSostenuto (true);
    keys.slur (3, 67);
    CHECK (keys.isCaught()); // the same stroke
    keys.begin (3, 60);
    CHECK_FALSE (keys.isCaught()); // another one
}

TEST_CASE ("a stroke without a glide begins on its note, on a string that rings after a slide of 4 ms", "[voice]")
{
    Glide glide;
    glide.start (50.0, -1.0, 0.3, false);
    CHECK (glide.note() == 50.0);
    CHECK (glide.isOver());
    glide.start (62.0, -1.0, 0.3, true);
    CHECK (glide.note() == 50.0);
    CHECK (glide.isJump());
    glide.advance (0.002);
    CHECK_THAT (glide.note(), WithinAbs (56.0, 1e-9));
    glide.advance (0.002);
    CHECK_THAT (glide.note(), WithinAbs (62.0, 1e-9));
}

TEST_CASE ("another tuning takes the rest of a slide in progress, or 4 ms", "[voice]")
{
    Glide glide;
    glide.start (60.0, 48.0, 0.1, false);
    glide.advance (0.05);
    glide.retune (61.0); // 54 now; 0.05 s are left
    glide.advance (0.025);
    CHECK_THAT (glide.note(), WithinAbs (57.5, 1e-9));
    glide.advance (0.025);
    CHECK_THAT (glide.note(), WithinAbs (61.0, 1e-9));
    glide.retune (61.0); // the same: nothing moves
    CHECK (glide.isOver());
    glide.retune (63.0);
    glide.advance (0.002);
    CHECK_THAT (glide.note(), WithinAbs (62.0, 1e-9));
}

TEST_CASE ("vibrato waits for its delay, grows in a straight line, and the wheel adds its own at once", "[voice]")
{
    const auto patch = with ({ { "voice.vibrato", 30.0 },
                               { "voice.vibrato_delay", 0.2 },
                               { "voice.vibrato_growth", 0.4 },
                               { "voice.vibrato_rate", 5.0 },
                               { "voice.vibrato_wheel", 40.0 } });
    CHECK (Vibrato::depth (patch, 0.1, 0.0) == 0.0);
    CHECK_THAT (Vibrato::depth (patch, 0.4, 0.0), WithinRel (15.0, 1e-12));
    CHECK_THAT (Vibrato::depth (patch, 0.6, 0.0), WithinRel (30.0, 1e-12));
    CHECK_THAT (Vibrato::depth (patch, 5.0, 0.0), WithinRel (30.0, 1e-12));
    CHECK_THAT (Vibrato::depth (patch, 0.1, 0.5), WithinRel (20.0, 1e-12));
    CHECK (Vibrato::isUsed (patch, 0.0));
    CHECK (Vibrato::isUsed (with ({ { "voice.vibrato", 0.0 }, { "voice.vibrato_wheel", 40.0 } }), 0.1));
    CHECK_FALSE (Vibrato::isUsed (with ({ { "voice.vibrato", 0.0 }, { "voice.vibrato_wheel", 40.0 } }), 0.0));

    // 5 Hz: a quarter of a period is 50 ms
    Vibrato vibrato;
    const double expected[] = { 0.0, 1.0, 0.0, -1.0, 0.0, 1.0 };
    for (const double deviation : expected)
    {
        CHECK_THAT (vibrato.deviation(), WithinAbs (deviation, 1e-9));
        for (int i = 0; i < 50; ++i)
            vibrato.advance (patch, 0.001, 1.0);
    }
    vibrato.restart (0.0);
    CHECK (vibrato.deviation() == 0.0);
    vibrato.advance (patch, 0.04, 1.25); // a finger that goes a quarter faster is there a fifth sooner
    CHECK_THAT (vibrato.deviation(), WithinAbs (1.0, 1e-9));
}

TEST_CASE ("the pitch lock begins with the flattening that is expected, and stops the string as much higher", "[voice]")
{
    const auto patch = with ({ { "voice.pitch_lock", 50.0 }, { "voice.guide", 100.0 } });
    int hot = 0; // a law whose friction falls with heat flattens every note
    while (fallOf (hot) != Fall::heat)
        ++hot;
    const guide::Rubbed string { BodyModel::string, nullptr, hot };
    const double known = 0.5 * guide::flattening (string, 440.0, patch.handPosition, 1.0).cents;
    REQUIRE (known > 1.0);
    VoicePitch pitch;
    pitch.start (69.0, -1.0, 0.0, false);
    pitch.startLock (patch, string);
    CHECK_THAT (pitch.correction(), WithinRel (known, 1e-9)); // half of it, at 50 %
    auto plan = planOf (patch);
    plan.body.pitch = 440.0;
    pitch.correct (plan, true);
    CHECK_THAT (plan.body.pitch, WithinRel (440.0 * std::exp2 (known / 1200.0), 1e-12));
    CHECK (plan.isCorrecting); // it has measured nothing yet
    pitch.correct (plan, false);
    CHECK_FALSE (plan.isCorrecting); // the bow is off

    // Each segment is measured once: a plan that follows a measurement takes it, and forgets it.
    pitch.beginSegment();
    CHECK_FALSE (pitch.isMeasured());
    pitch.measure ({}, 440.0, 0.001, patch);
    CHECK (pitch.isMeasured());
    pitch.correct (plan, true);
    CHECK_FALSE (pitch.isMeasured());
}

TEST_CASE ("a level ramps to its targets in straight lines, and a tap that steps moves nothing that is heard",
           "[voice]")
{
    VoiceLevel level;
    CHECK (level.isSilent());
    level.jump ({ 1.0, 0.0, 0.25 });
    level.setTap (2.0); // the first tap: nothing to glide from
    CHECK (level.gain().now == 1.0);
    level.aim ({ 3.0, -1.0, 0.75 }, 4);
    CHECK_FALSE (level.isConstant());
    level.advance (2);
    CHECK_THAT (level.gain().now, WithinRel (2.0, 1e-12));
    CHECK_THAT (level.stage().now, WithinRel (-0.5, 1e-12));
    CHECK_THAT (level.pan().now, WithinRel (0.5, 1e-12));
    CHECK_THAT (level.amplitudeAfter (2), WithinRel (3.0 * 2.0, 1e-12));
    level.setTap (8.0);
    CHECK_THAT (level.amplitude(), WithinRel (2.0 * 2.0, 1e-12));

    level.setReached (0.5, 0.1);
    level.setReachedPan (-0.2);
    level.aim ({ 0.5, 0.1, -0.2 }, 32);
    CHECK (level.isConstant());
    level.aim ({ 0.5 + 1e-17, 0.1, -0.2 }, 32); // a step that rounds away
    CHECK (level.isConstant());
    level.aim ({ 0.5, 0.1, -0.2 + 1e-6 }, 32);
    CHECK_FALSE (level.isConstant());
}

TEST_CASE ("a string has rung out 120 dB below its note's largest energy", "[voice]")
{
    VoiceLevel level;
    level.start();
    CHECK_FALSE (level.hasRungOut (2.0));
    CHECK_FALSE (level.hasRungOut (2.1e-12));
    CHECK (level.hasRungOut (1.9e-12));
    CHECK (level.energy() == 1.9e-12);
    level.start(); // another note: its own peak
    CHECK_FALSE (level.hasRungOut (1e-13));
}

TEST_CASE ("a bow is accelerated by bite to the hand's speed, and lands with a time constant of 4 ms", "[voice]")
{
    BowStroke stroke;
    stroke.start (-1.0, false);
    CHECK (stroke.isBowing());
    CHECK (stroke.isFresh());
    const StrokeShape::Hand hand { .speed = 0.2,
                                   .force = 1.5,
                                   .holding = 0.0,
                                   .pitch = 440.0,
                                   .rate = 8.0,
                                   .bite = 10.0,
                                   .jolt = 0.0,
                                   .velocity = 0.0 };
    BowMotion bow;
    for (int i = 1; i <= 40; ++i) // of 1 ms
    {
        auto now = hand;
        now.velocity = bow.velocity;
        bow = stroke.draw (bow, now, Articulation::bow, 0.001);
        CAPTURE (i);
        CHECK_THAT (bow.velocity, WithinAbs (-std::min (0.2, 10.0 * 0.001 * i), 1e-12));
        CHECK_THAT (bow.force, WithinRel (1.5 * (1.0 - std::exp (-0.001 * i / 0.004)), 1e-9));
    }
    // A gesture gives its own speed, and the hand's force at once.
    const auto drawn = stroke.draw ({}, hand, Articulation::bow, 0.001, -0.5);
    CHECK_THAT (drawn.velocity, WithinRel (0.5 * 0.2, 1e-12)); // backwards
    stroke.changeDirection();
    CHECK_THAT (stroke.draw ({}, hand, Articulation::bow, 0.001, -0.5).velocity, WithinRel (-0.5 * 0.2, 1e-12));
}

TEST_CASE ("the force of a bow that swells grows with its speed, from the share that rests on the string", "[voice]")
{
    BowStroke stroke;
    stroke.start (1.0, false);
    StrokeShape::Hand hand { .speed = 0.2,
                             .force = 1.5,
                             .holding = 0.0,
                             .pitch = 440.0,
                             .rate = 8.0,
                             .bite = 1.0,
                             .jolt = 0.0,
                             .velocity = 0.0,
                             .resting = 0.3 };
    BowMotion bow;
    double before = 0.0;
    for (int i = 1; i <= 300; ++i) // of 1 ms; full speed after 200
    {
        hand.velocity = bow.velocity;
        bow = stroke.draw (bow, hand, Articulation::bow, 0.001);
        const double share = std::min (1.0, 0.005 * i);
        before += (1.0 - std::exp (-0.25)) * (1.5 * (0.3 + 0.7 * share) - before);
        CAPTURE (i);
        CHECK_THAT (bow.velocity, WithinAbs (0.2 * share, 1e-12));
        CHECK_THAT (bow.force, WithinRel (before, 1e-9));
    }
    hand.velocity = 0.1; // a slower moment of a stroke that has risen is pressed as before
    CHECK_THAT (stroke.draw ({ 0.1, 1.5 }, hand, Articulation::bow, 0.001).force, WithinRel (1.5, 1e-9));
}

TEST_CASE ("a lift takes the force away in its time, the speed too if it is soft, and a stop holds the string",
           "[voice]")
{
    const auto lifted = [] (Lift lift, double after)
    {
        BowStroke stroke;
        stroke.start (1.0, false);
        stroke.lift();
        CHECK (stroke.isLifting());
        BowMotion bow { 0.2, 1.0 };
        for (int i = 0; i < static_cast<int> (std::lround (after / 0.001)); ++i)
            bow = stroke.release (bow, lift, 0.1, 0.001);
        CHECK (stroke.isRinging() == (after > 0.0999));
        CHECK (stroke.isAwake());
        return bow;
    };
    CHECK_THAT (lifted (Lift::ring, 0.05).force, WithinAbs (0.5, 1e-9));
    CHECK_THAT (lifted (Lift::ring, 0.05).velocity, WithinAbs (0.2, 1e-12));
    CHECK_THAT (lifted (Lift::soft, 0.075).force, WithinAbs (0.25, 1e-9));
    CHECK_THAT (lifted (Lift::soft, 0.075).velocity, WithinAbs (0.05, 1e-9));
    CHECK_THAT (lifted (Lift::stop, 0.01).velocity, WithinAbs (0.1, 1e-9)); // at rest in 20 ms
    CHECK_THAT (lifted (Lift::stop, 0.05).velocity, WithinAbs (0.0, 1e-12));
    CHECK_THAT (lifted (Lift::stop, 0.05).force, WithinAbs (1.0, 1e-12));
    CHECK (lifted (Lift::stop, 0.101).force == 0.0);
}

TEST_CASE ("a hand is quick in its attack, in every articulation but the bow's, and while it leaves", "[voice]")
{
    BowStroke stroke;
    CHECK_FALSE (stroke.isAwake());
    CHECK_FALSE (stroke.needsSubsteps (Articulation::pluck));
    stroke.start (1.0, false);
    CHECK (stroke.needsSubsteps (Articulation::bow));
    stroke.advance (0.049);
    CHECK (stroke.needsSubsteps (Articulation::bow));
    stroke.advance (0.002);
    CHECK_FALSE (stroke.needsSubsteps (Articulation::bow));
    CHECK (stroke.needsSubsteps (Articulation::tremolo));
    stroke.slur(); // the same stroke
    CHECK_THAT (stroke.seconds(), WithinRel (0.051, 1e-9));
    stroke.lift();
    CHECK (stroke.needsSubsteps (Articulation::bow));
    stroke.sleep();
    stroke.lift(); // nothing to lift
    CHECK_FALSE (stroke.isAwake());
}

TEST_CASE ("velocity spans the dynamics of a player from the neutral key on, and an octave of speed if it is direct",
           "[voice]")
{
    const Channels channels;
    auto patch = with ({ { "voice.response", placeOfChoice (Response::player) },
                         { "voice.velocity", 60.0 },
                         { "voice.dynamic_range", 36.0 },
                         { "hand.dynamics", 70.0 } });
    const auto dynamics = [&] (double velocity, double pressure = 0.0, double expression = 1.0)
    { return KeyStrike (velocity, 0, patch, channels).dynamicsDb (patch, pressure, expression); };
    CHECK_THAT (dynamics (80.0 / 127.0), WithinAbs (0.0, 1e-9));             // the patch, unchanged
    CHECK_THAT (dynamics (1.0), WithinAbs (8.5, 1e-9));                      // 36 dB: 8.5 above,
    CHECK_THAT (dynamics (0.0), WithinAbs (-23.0, 1e-9));                    // 23 below
    CHECK_THAT (dynamics (80.0 / 127.0, 0.6), WithinAbs (9.0, 1e-9));        // and pressure up to 9 above
    CHECK_THAT (dynamics (80.0 / 127.0, 0.0, 0.5), WithinAbs (-18.0, 1e-9)); // half of the range

    Channels pedalled;
    pedalled[0].soft = 1.0; // a sixth of the range softer
    CHECK_THAT (KeyStrike (80.0 / 127.0, 0, patch, pedalled).dynamicsDb (patch, 0.0, 1.0), WithinAbs (-6.0, 1e-9));

    turn (patch, { { "voice.response", placeOfChoice (Response::direct) },
                   { "voice.velocity", 100.0 },
                   { "hand.accent_from", 100.0 } });
    const KeyStrike neutral (80.0 / 127.0, 0, patch, channels), loud (1.0, 0, patch, channels);
    CHECK (neutral.speedFactor() == 1.0);
    CHECK (neutral.biteFactor() == 1.0);
    CHECK_THAT (loud.speedFactor(), WithinRel (std::exp2 (47.0 / 127.0), 1e-9));
    CHECK_THAT (loud.biteFactor(), WithinRel (std::pow (10.0, 47.0 / 127.0), 1e-9));
    CHECK_FALSE (KeyStrike (99.0 / 127.0, 0, patch, channels).isAccented());
    CHECK (KeyStrike (100.0 / 127.0, 0, patch, channels).isAccented());
}

TEST_CASE ("controllers come within 1/e of their target in 5 ms, and a new stroke takes them at once", "[voice]")
{
    Channels channels;
    const auto patch = with ({ { "voice.response", placeOfChoice (Response::direct) },
                               { "voice.touch", 100.0 },
                               { "voice.press_floor", 20.0 },
                               { "voice.bend_range", 2.0 } });
    const KeyStrike strike;
    SmoothedControllers controllers;
    controllers.start (0, channels);
    channels[0].bend = 0.5;
    channels[0].wheel = 0.8;
    Revision revision { 1, 1 };
    CHECK (controllers.follow (patch, channels, { 0, strike, true, true }, revision, 0.001));
    CHECK_THAT (controllers.bend(), WithinRel (1.0, 1e-12)); // half of two semitones
    CHECK_THAT (controllers.wheel(), WithinRel (0.8, 1e-12));

    channels[0].bend = -0.5;
    ++revision.all;
    for (int i = 0; i < 5; ++i)
        CHECK (controllers.follow (patch, channels, { 0, strike, false, false }, revision, 0.001));
    CHECK_THAT (controllers.bend(), WithinRel (-1.0 + 2.0 * std::exp (-1.0), 1e-9));
    int segments = 0;
    while (controllers.follow (patch, channels, { 0, strike, false, false }, revision, 0.001))
        REQUIRE (++segments < 1000);
    CHECK (controllers.bend() == Approx (-1.0)); // it has arrived, and the next revision wakes it
    channels[0].bend = 0.0;
    CHECK_FALSE (controllers.follow (patch, channels, { 0, strike, false, false }, revision, 0.001));
    ++revision.all;
    CHECK (controllers.follow (patch, channels, { 0, strike, false, false }, revision, 0.001));

    // Pressure begins at its floor and reaches all of it: the larger of key and channel.
    controllers.setKeyPressure (0.6);
    channels[0].pressure = 0.1;
    CHECK_THAT (controllers.pressureNow (0, patch, channels), WithinRel (0.5, 1e-12));
    channels[0].pressure = 1.0;
    CHECK_THAT (controllers.pressureNow (0, patch, channels), WithinRel (1.0, 1e-12));
    controllers.setKeyPressure (0.1);
    channels[0].pressure = 0.15;
    CHECK (controllers.pressureNow (0, patch, channels) == 0.0);
}

TEST_CASE ("a contact goes once round a rim in a circumference, and back and forth over half of its path", "[voice]")
{
    PlayedContact contact;
    contact.start();
    CHECK_THAT (contact.position (0.1, 1.0, false, 1.0), WithinRel (0.2, 1e-12)); // an octave further from the bridge
    CHECK (contact.position (0.4, 1.0, false, 1.0) == 0.5);                       // the middle is the end
    const double radius = 0.05, circumference = 2.0 * pi * radius;
    contact.goRound (circumference / 4.0, 1.0, radius);
    CHECK_THAT (contact.position (0.1, 0.0, true, 1.0), WithinRel (0.225, 1e-9)); // a quarter of the half path further
    CHECK_THAT (contact.position (0.1, 0.0, false, 1.0), WithinRel (0.1, 1e-12));
    contact.goRound (circumference / 4.0, 2.6, radius);
    CHECK_THAT (contact.position (0.1, 0.0, true, 1.0), WithinRel (0.05, 1e-9)); // 0.1 + 0.45 - 0.5
    contact.goRound (-circumference * 0.9, 1.0, radius);
    CHECK_THAT (contact.position (0.1, 0.0, true, 1.0), WithinAbs (0.1, 1e-9));
}

TEST_CASE ("a bow that lies on the string slides to another place as fast as a hand moves it, one that lands is there",
           "[voice]")
{
    // 4 per second of the place itself: in steps of a millisecond it grows by 0.4 % each, so that it has doubled after
    // log 2/log 1.004 = 173.6 of them.
    PlayedContact contact;
    contact.start();
    CHECK (contact.position (0.1, 0.0, false, 0.001) == 0.1);
    CHECK_FALSE (contact.isSliding());
    int steps = 0;
    for (; contact.position (0.2, 0.0, false, 0.001) < 0.2; ++steps)
        CHECK (contact.isSliding());
    CHECK (steps == 173);
    CHECK_FALSE (contact.isSliding());
    contact.land();
    CHECK (contact.position (0.1, 0.0, false, 0.001) == 0.1);
}

TEST_CASE ("fewer hairs yield further", "[voice]")
{
    // The stiffness per force is the friction coefficient over the travel.
    PlayedContact contact;
    auto patch = Patch::defaults();
    patch.contact.bristle = placeOfChoice (BristleMode::travel);
    patch.contact.muStatic = 0.8;
    patch.contact.travel = 1e-5;
    contact.setScale (0.0, 1.0, 0.5);
    CHECK_THAT (contact.knobs (patch.contact).stiffnessPerForce, WithinRel (0.5 * 0.8 / 1e-5, 1e-9));
    contact.setScale (0.0, 1.0, 1.0);
    CHECK_THAT (contact.knobs (patch.contact).stiffnessPerForce, WithinRel (0.8 / 1e-5, 1e-9));
}

TEST_CASE ("a contact's travel shrinks with the period, and its damping follows the body's weight", "[voice]")
{
    auto patch = with ({ { "contact.travel", 50e-6 },
                         { "contact.travel_track", 100.0 },
                         { "contact.mu_static", 1.0 },
                         { "contact.bristle", placeOfChoice (BristleMode::travel) } });
    patch.contactB = patch.contact;
    patch.contactB.travel = 100e-6;
    PlayedContact contact;
    contact.setOther (patch.contactB);
    contact.setScale (0.0, 1.0);
    const auto atD4 = contact.knobs (patch.contact);
    contact.setScale (12.0, 3.0);
    const auto octaveUp = contact.knobs (patch.contact);
    CHECK_THAT (octaveUp.stiffnessPerForce, WithinRel (2.0 * atD4.stiffnessPerForce, 1e-9)); // half of the travel
    CHECK_THAT (octaveUp.damping, WithinRel (3.0 * atD4.damping, 1e-9));
    CHECK_THAT (contact.otherKnobs().stiffnessPerForce, WithinRel (0.5 * octaveUp.stiffnessPerForce, 1e-9));
}

TEST_CASE ("a plan is reused while its key is the same: all of it if nothing moves, the body if only the bow does",
           "[voice]")
{
    const auto patch = Patch::defaults();
    auto plan = planOf (patch);
    plan.above = 7.0;
    plan.asked = 440.0;
    plan.body.pitch = 441.0;
    plan.gain = 0.5;
    plan.stage = -0.25;
    const PlanCache::Key key { { 3, 2 }, 48, 1.0 / 48000.0 };
    const PlanCache::Key unusable { { 0, 2 }, 48, 1.0 / 48000.0 };
    auto changed = key, longer = key, faster = key;
    changed.revision.all = 4;
    longer.steps = 96;
    faster.timeStep = 1.0 / 96000.0;

    PlanCache cache;
    CHECK_FALSE (cache.isWhole (key));
    CHECK_FALSE (cache.isBodyValid (key));
    CHECK_FALSE (cache.isWhole ({})); // an empty key is never valid
    CHECK_FALSE (cache.isBodyValid ({}));

    using Validity = PlanCache::Validity;
    cache.keep (key, plan, true, Validity::lasting, true);
    CHECK (cache.isWhole (key));
    CHECK (cache.isBodyValid (key));
    for (const auto& other : { changed, longer, faster, unusable })
    {
        CHECK_FALSE (cache.isWhole (other));
        CHECK_FALSE (cache.isBodyValid (other));
    }
    CHECK (cache.body().isHeard);
    CHECK (cache.level (0.75).gain == 0.5);
    CHECK (cache.level (0.75).stage == -0.25);
    CHECK (cache.level (0.75).pan == 0.75);
    const auto again = cache.planOfBody (patch, 0.002, 1.0 / 96000.0, 192);
    CHECK (again.above == 7.0);
    CHECK (again.body.pitch == 441.0);
    CHECK (again.body.timeStep == 1.0 / 96000.0);
    CHECK (again.steps == 192);

    cache.keep (key, plan, false, Validity::lasting, false); // the bow moves
    CHECK_FALSE (cache.isWhole (key));
    CHECK (cache.isBodyValid (key));
    cache.keepBody (true); // it has come to rest
    CHECK (cache.isWhole (key));
    cache.keepBody (false);
    CHECK_FALSE (cache.isWhole (key));
    cache.forgetBody();
    CHECK_FALSE (cache.isBodyValid (key));
    cache.keepBody (true); // there is none
    CHECK_FALSE (cache.isWhole (key));

    cache.keep (key, plan, false, Validity::line, false); // until the bow's line ends
    CHECK (cache.isBodyValid (key));
    CHECK_FALSE (cache.isLasting());
    cache.keep (key, plan, false, Validity::segment, false);
    CHECK_FALSE (cache.isBodyValid (key));

    cache.keep (unusable, plan, false, Validity::lasting, true);
    CHECK_FALSE (cache.isWhole (unusable));
    CHECK_FALSE (cache.isBodyValid (unusable));
}

TEST_CASE ("a bow is on its line until the point that it was planned for", "[voice]")
{
    PlanCache cache;
    cache.beginLine (3);
    CHECK (cache.isOnLine());
    cache.followLine();
    CHECK (cache.isOnLine());
    cache.followLine();
    CHECK_FALSE (cache.isOnLine());
    cache.beginLine (1);
    CHECK_FALSE (cache.isOnLine());
}

TEST_CASE ("a voice that another law disturbs fades out in 15 ms, settles for 60 ms, and fades in", "[voice]")
{
    const auto before = with ({ { "contact.law", 2.0 }, { "body.pickup", 1.0 } });
    const auto after = with ({ { "contact.law", 6.0 }, { "body.pickup", 1.0 } });
    const AbruptMenus::Heard heard { true, false, false, true, false, false }, // contact and pickups
        ringing { false, false, false, true, false, false };
    AbruptMenus menus;
    menus.start (before);
    CHECK (menus.gain() == 1.0);
    const auto law = [&] { return menus.choices()[0]; };
    for (const double gain : { 0.5, 0.0 }) // 3 f^2 - 2 f^3 of a half
    {
        menus.follow (after, heard, 0.0075);
        CHECK_THAT (menus.gain(), WithinAbs (gain, 1e-12));
        CHECK (law() == 2.0);
    }
    int silent = 0;
    for (; silent < 100 && menus.gain() == 0.0; ++silent)
    {
        menus.follow (after, heard, 0.005);
        CHECK (law() == 6.0);
    }
    CHECK ((silent >= 12 && silent <= 15)); // of 5 ms: 60, a rounding, and the first of silence and of sound
    for (int n = 0; n < 2; ++n)
        menus.follow (after, heard, 0.005);
    CHECK (menus.gain() == 1.0);

    // Another pickup needs no time to settle; the patch of a voice takes the choices that are heard.
    const auto radiated = with ({ { "contact.law", 6.0 }, { "body.pickup", 2.0 } });
    menus.follow (radiated, heard, 0.0075);
    menus.follow (radiated, heard, 0.0075);
    auto planned = radiated;
    AbruptMenus::write (menus.choices(), planned);
    CHECK (planned.bodyPickup == 1.0);
    CHECK (planned.contact.law == 6.0);
    menus.follow (radiated, heard, 0.0075);
    CHECK (menus.choices()[3] == 2.0);
    menus.follow (radiated, heard, 0.0075);
    CHECK_THAT (menus.gain(), WithinAbs (0.5, 1e-12));
    menus.follow (radiated, heard, 0.0075);

    // What the voice does not hear changes at once: here the law, of a body that rings without a bow.
    menus.follow (with ({ { "contact.law", 5.0 }, { "body.pickup", 2.0 } }), ringing, 0.001);
    CHECK (law() == 5.0);
    CHECK (menus.gain() == 1.0);
}
