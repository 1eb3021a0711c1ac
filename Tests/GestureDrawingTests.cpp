// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Control/GestureDrawing.h"
#include "Synth/Feeds/PictureFeed.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Kind = GestureTrackKind;

namespace
{
constexpr double interval = limits::controlInterval / 48000.0; // [s] of the control grid

constexpr auto speedRange = DrawnGesture::ranges[0], forceRange = DrawnGesture::ranges[1];

GestureTrack trackOf (std::initializer_list<GestureTrack::Point> points)
{
    GestureTrack track;
    for (const auto& point : points)
        track.add (point);
    return track;
}

/** What a player's window sees of one held key, and the bow's speed at any time. */
struct Watched
{
    std::vector<ShapeFrame> shapes;
    std::vector<ProbeFrame> probes;
    double speedAt (double seconds) const { return probes[static_cast<std::size_t> (48000.0 * seconds)].bowVelocity; }
};

Watched watch (const Patch& patch, const DrawnGesture& gesture, double seconds,
               std::vector<PerformanceEvent> events = {})
{
    PreparedSynth synth (patch);
    synth.setGesture (gesture);
    synth.pictures().addViewer();
    Watched watched;
    events.push_back (noteOn (0, 62, 80.0 / 127.0));
    const int samples = static_cast<int> (48000.0 * seconds), block = 480;
    for (int done = 0; done < samples; done += block)
    {
        std::vector<ProbeFrame> frames (block);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        std::vector<double> left (block), right (block);
        synth.render (events, left.data(), right.data(), block, &probes);
        events.clear();
        watched.probes.insert (watched.probes.end(), frames.begin(), frames.end());
        for (ShapeFrame shape; synth.pictures().pop (shape);)
            watched.shapes.push_back (shape);
    }
    REQUIRE (synth.ledger().relativeResidual() <= booksClose);
    return watched;
}
} // namespace

TEST_CASE ("an arc is a hyperbola from point to point, and straight without a curve")
{
    const auto track = trackOf ({ { 0.2, 1.0, 0.5 }, { 0.6, 3.0, 0.0 }, { 1.0, 2.0 } });
    CHECK (track.at (0.0, 7.0) == 1.0);
    CHECK_THAT (track.at (0.4, 7.0), WithinRel (1.0 + 2.0 / (1.0 + 4.0), 1e-14)); // 16^0.5
    CHECK_THAT (track.at (0.8, 7.0), WithinRel (2.5, 1e-14));
    CHECK (track.at (1.0, 7.0) == 2.0);
    CHECK (GestureTrack {}.at (0.5, 7.0) == 7.0);
    // Bent the other way it is its own mirror image.
    for (const double x : { 0.1, 0.3, 0.77 })
        for (const double curve : { 0.2, 1.0 })
            CHECK_THAT (trackOf ({ { 0.0, 0.0, curve }, { 1.0, 1.0 } }).at (x, 0.0) +
                            trackOf ({ { 0.0, 0.0, -curve }, { 1.0, 1.0 } }).at (1.0 - x, 0.0),
                        WithinAbs (1.0, 1e-14));
}

TEST_CASE ("points are put in, moved, bent and taken out, and stay in their order and range")
{
    auto track = trackOf ({ { 0.0, 0.0 }, { 0.5, 1.0 }, { 1.0, -0.5 } });
    CHECK (drawing::addPoint (track, speedRange, 0.25, 9.0) == 1);
    CHECK (track.count == 4);
    CHECK (track.points[1] == GestureTrack::Point { 0.25, 1.0 });
    CHECK_FALSE (drawing::addPoint (track, speedRange, 0.25, 0.0));
    CHECK_FALSE (drawing::addPoint (track, speedRange, 0.25 + 0.5 * drawing::shortestGap, 0.0));

    drawing::movePoint (track, speedRange, 1, 0.75, -3.0);
    CHECK (track.points[1] == GestureTrack::Point { 0.5 - drawing::shortestGap, -1.0 });
    drawing::movePoint (track, speedRange, 0, -1.0, 0.2);
    CHECK (track.points[0] == GestureTrack::Point { 0.0, 0.2 });
    drawing::movePoint (track, speedRange, 3, 2.0, 0.0);
    CHECK (track.points[3] == GestureTrack::Point { 1.0, 0.0 });
    drawing::movePoint (track, speedRange, 4, 0.1, 0.1); // there is none
    drawing::removePoint (track, 1);
    CHECK (track == trackOf ({ { 0.0, 0.2 }, { 0.5, 1.0 }, { 1.0, 0.0 } }));

    track.points[0].curve = drawing::curveThrough (track, 0, 0.125, 0.3);
    CHECK_THAT (track.at (0.125, 0.0), WithinAbs (0.3, 1e-12));
    CHECK (drawing::curveThrough (track, 0, 0.25, 5.0) == -1.0);
    CHECK (drawing::curveThrough (track, 0, 0.25, 0.0) == 1.0);

    GestureTrack full;
    for (int i = 0; i < GestureTrack::maxPoints; ++i)
        REQUIRE (drawing::addPoint (full, forceRange, i / 64.0, 1.0) == i);
    CHECK_FALSE (drawing::addPoint (full, forceRange, 0.999, 1.0));
}

TEST_CASE ("times snap to the nearest line of the grid that the gesture has")
{
    CHECK (drawing::snapped (0.237, 0.0) == 0.237);
    CHECK_THAT (drawing::snapped (0.237, 0.1), WithinAbs (0.2, 1e-15));
    CHECK_THAT (drawing::snapped (0.99, 0.4), WithinAbs (0.8, 1e-15)); // 1.2 is too late
    CHECK (drawing::snapped (1.7, 0.25) == 1.0);
    CHECK (drawing::snapped (-1.0, 0.25) == 0.0);
}

TEST_CASE ("what was traced is kept in few points, as near as asked")
{
    std::vector<drawing::TracedPoint> corner, wave, steady;
    for (int i = 0; i <= 500; ++i)
    {
        const double t = i / 500.0;
        corner.push_back ({ t, t < 0.4 ? t : 0.8 - t });
        wave.push_back ({ t, std::sin (6.0 * pi * t) });
        steady.push_back ({ t, 0.3 });
    }
    const auto bent = drawing::traced (corner, speedRange, 0.001);
    REQUIRE (bent.count == 3);
    CHECK (bent.points[0] == GestureTrack::Point { 0.0, 0.0 });
    CHECK_THAT (bent.points[1].time, WithinAbs (0.4, 1e-12));
    CHECK_THAT (bent.points[1].value, WithinAbs (0.4, 1e-12));
    CHECK_THAT (bent.points[2].value, WithinAbs (-0.2, 1e-12));
    CHECK (drawing::traced (steady, speedRange, 0.001) == trackOf ({ { 0.0, 0.3 } }));
    CHECK (drawing::traced ({}, speedRange, 0.001) == GestureTrack {});
    for (const double tolerance : { 0.02, 0.1 })
    {
        const auto track = drawing::traced (wave, speedRange, tolerance);
        CHECK (track.count > 6);
        // A chord of a sine is off by its phase squared over 8 at the crest; halving needs no more than twice as many.
        CHECK (track.count < 2.0 * 6.0 * pi / std::sqrt (8.0 * tolerance));
        for (const auto& point : wave)
            REQUIRE (std::abs (track.at (point.time, 0.0) - point.value) <= tolerance + 1e-12);
    }
    Random random (3);
    std::vector<drawing::TracedPoint> noise;
    for (int i = 0; i <= 2000; ++i)
        noise.push_back ({ i / 2000.0, random.uniform (-9.0, 9.0) });
    const auto rough = drawing::traced (noise, forceRange, 0.0);
    CHECK (rough.count == GestureTrack::maxPoints);
    for (int i = 0; i < rough.count; ++i)
    {
        CHECK (rough.points[static_cast<std::size_t> (i)].value >= 0.0);
        CHECK (rough.points[static_cast<std::size_t> (i)].value <= 2.0);
    }
}

TEST_CASE ("a line drawn by hand takes the place of what it goes over, and what was drawn last counts")
{
    const auto before = trackOf ({ { 0.0, 1.0, 0.7 }, { 0.3, 0.0 }, { 0.5, 0.5 }, { 0.9, 0.0 } });
    drawing::Pencil pencil;
    CHECK (pencil.isEmpty());
    CHECK (drawing::drawnOver (before, speedRange, pencil, 0.01) == before);
    pencil.move (0.25, -1.0);
    pencil.move (0.6, -1.0);
    pencil.move (0.4, 0.5); // back again
    const auto track = drawing::drawnOver (before, speedRange, pencil, 0.01);
    CHECK (track.points[0] == GestureTrack::Point { 0.0, 1.0 });
    CHECK_THAT (track.at (0.3, 0.0), WithinAbs (-1.0, rounded));
    CHECK_THAT (track.at (0.405, 0.0), WithinAbs (0.46, 0.005));
    CHECK_THAT (track.at (0.5, 0.0), WithinAbs (-0.25, rounded));
    CHECK (track.points[static_cast<std::size_t> (track.count - 1)] == GestureTrack::Point { 0.9, 0.0 });
    for (int i = 1; i < track.count; ++i)
        CHECK (track.points[static_cast<std::size_t> (i)].time > track.points[static_cast<std::size_t> (i - 1)].time);
}

TEST_CASE ("a variation keeps the gesture's shape within what was asked, and is the same for the same seed")
{
    auto gesture = DrawnGesture::door();
    gesture[Kind::place] = trackOf ({ { 0.0, 0.0 }, { 0.5, 1.0, 0.5 }, { 1.0, -1.0 } });
    double least = 9.0, most = 0.0, earliest = 1.0, latest = 0.0, lowest = 9.0, highest = -9.0;
    for (std::uint64_t seed = 1; seed <= 500; ++seed)
    {
        const auto other = drawing::varied (gesture, 0.2, seed);
        REQUIRE (other == drawing::varied (gesture, 0.2, seed));
        REQUIRE_FALSE (other == drawing::varied (gesture, 0.2, seed + 1));
        const auto& speed = other[Kind::speed];
        CHECK (speed.count == 6);
        CHECK (speed.points[0].time == 0.0);
        CHECK (speed.points[5].time == 1.0);
        CHECK (speed.points[5].value == 0.0); // what is at rest stays at rest
        CHECK (other[Kind::place].points[1].curve == 0.5);
        const auto& third = speed.points[3]; // 0.55, 0.45; the ones beside it are at 0.4 and 0.8
        least = std::min (least, third.value);
        most = std::max (most, third.value);
        earliest = std::min (earliest, third.time);
        latest = std::max (latest, third.time);
        lowest = std::min (lowest, other[Kind::place].points[2].value);
        highest = std::max (highest, other[Kind::place].points[2].value);
    }
    CHECK (least >= 0.8 * 0.45);
    CHECK (least < 0.81 * 0.45);
    CHECK (most <= 1.2 * 0.45);
    CHECK (most > 1.19 * 0.45);
    CHECK (earliest >= 0.55 - 0.2 * 0.5 * 0.15);
    CHECK (earliest < 0.55 - 0.19 * 0.5 * 0.15);
    CHECK (latest <= 0.55 + 0.2 * 0.5 * 0.25);
    CHECK (latest > 0.55 + 0.19 * 0.5 * 0.25);
    CHECK (lowest >= -1.2);
    CHECK (lowest < -1.19);
    CHECK (highest <= -0.8);
    CHECK (highest > -0.81);
    CHECK (drawing::varied (gesture, 0.0, 5) == gesture);
}

TEST_CASE ("a recording has the length of what was done, and leaves the tracks that it was told to keep")
{
    std::vector<drawing::HandMoment> moments;
    for (int i = 0; i <= 60; ++i)
        moments.push_back ({ 5.0 + i / 60.0, { i / 60.0, 1.5, i < 30 ? -1.0 : 1.0 } });
    auto before = DrawnGesture::door();
    const auto all = drawing::recorded (moments, before, { false, false, false }, 0.01);
    REQUIRE (all);
    CHECK_THAT (all->seconds, WithinAbs (1.0, 1e-12));
    CHECK_THAT (all->gesture.at (0.25).speed, WithinAbs (0.25, rounded));
    CHECK (all->gesture.at (0.5).force == 1.5);
    CHECK (all->gesture.at (0.4).place == -1.0);
    CHECK (all->gesture.at (0.6).place == 1.0);
    const auto some = drawing::recorded (moments, before, { true, false, true }, 0.01);
    REQUIRE (some);
    CHECK (some->gesture[Kind::speed] == before[Kind::speed]);
    CHECK (some->gesture[Kind::place] == before[Kind::place]);
    CHECK (some->gesture[Kind::force].count == 1);
    CHECK_FALSE (drawing::recorded ({}, before, {}, 0.01));
    CHECK_FALSE (drawing::recorded (std::span (moments).first (2), before, {}, 0.01)); // 17 ms
}

TEST_CASE ("the place of a drawn gesture moves the contact in octaves of Position, and stays where it ends")
{
    DrawnGesture gesture;
    gesture[Kind::place] = trackOf ({ { 0.0, 0.0 }, { 1.0, -1.0 } });
    const auto watched = watch (patchWith ({ { "hand.drive", 1.0 },
                                             { "hand.gesture_time", 0.4 },
                                             { "hand.position", 0.2 },
                                             { "hand.lift_time", 0.5 } }),
                                gesture, 0.6);
    int looked = 0;
    for (const auto& shape : watched.shapes)
    {
        const double position = static_cast<double> (shape.voices[static_cast<std::size_t> (shape.voice)].position);
        CAPTURE (shape.time, position, shape.gesture);
        if (shape.time > 0.02 && shape.time < 0.39)
        {
            ++looked;
            CHECK_THAT (position, WithinRel (0.2 * std::exp2 (-shape.time / 0.4), 1.5 * interval / 0.4));
            CHECK_THAT (shape.gesture, WithinAbs (shape.time / 0.4, 1.5 * interval / 0.4));
        }
        if (shape.time > 0.42)
        {
            CHECK_THAT (position, WithinRel (0.1, roundedFloat));
            CHECK (shape.gesture == -1.0);
        }
    }
    CHECK (looked > 15);
}

TEST_CASE ("a gesture that goes with the song takes its quarter notes, whatever the tempo does")
{
    DrawnGesture gesture;
    gesture[Kind::speed] = trackOf ({ { 0.0, 0.0 }, { 1.0, 1.0 } });
    const auto patch = patchWith ({ { "hand.drive", 1.0 },
                                    { "hand.gesture_time", 0.1 },
                                    { "gesture.sync", 1.0 },
                                    { "gesture.beats", 2.0 },
                                    { "hand.speed", 0.3 } });
    // 120 a minute until somebody says otherwise: two quarters are a second.
    CHECK_THAT (watch (patch, gesture, 0.6).speedAt (0.5), WithinAbs (0.15, 0.3 * interval));
    const auto slow = watch (patch, gesture, 1.2, { event (0, Type::tempo, 0, 60.0) });
    CHECK_THAT (slow.speedAt (0.5), WithinAbs (0.3 * 0.25, 0.15 * interval));
    CHECK_THAT (slow.speedAt (1.0), WithinAbs (0.15, 0.15 * interval));
}
