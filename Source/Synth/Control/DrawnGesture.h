// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace kolophon
{
/** Quantities of a drawn gesture, each with points of its own. */
enum class GestureTrackKind { speed, force, place };
inline constexpr std::size_t gestureTrackCount = 3;

/** One quantity over the time of a gesture: points, and arcs between them. [the owner's thread] */
struct GestureTrack
{
    static constexpr int maxPoints = 64;
    struct Point
    {
        double time = 0.0;  // 0 … 1 of the gesture's length, rising
        double value = 0.0; // in the track's unit
        /** Shape of the arc to the next point, -1 … 1: 0 is straight. Half way in time, an arc has covered the fraction
            1/(1 + 16^curve) of the distance: 1 rises late, -1 early. */
        double curve = 0.0;

        bool operator== (const Point&) const noexcept = default;
    };

    int count = 0;
    std::array<Point, maxPoints> points {}; // points from `count` on are undefined

    /** Appends a point; there must be room. */
    void add (const Point& point) noexcept { points[static_cast<std::size_t> (count++)] = point; }

    /** Value at `time` in 0 … 1; outside the points, that of the nearest one; `otherwise` if the track is empty. */
    double at (double time, double otherwise) const noexcept;

    bool operator== (const GestureTrack& other) const noexcept;
};

/** A drawn gesture: the hand's speed, force and position over time. [the owner's thread] */
struct DrawnGesture
{
    /** Limits of a track's values, and its value without points: a steady stroke. */
    struct Range
    {
        double lowest, highest, neutral;
    };
    static constexpr std::array<Range, gestureTrackCount> ranges { {
        { -1.0, 1.0, 1.0 }, // of Speed, backwards below 0
        { 0.0, 2.0, 1.0 },  // of Pressure's or Force's newtons
        { -2.0, 2.0, 0.0 }, // octaves over Position: -1 halves the distance from the bridge
    } };

    std::array<GestureTrack, gestureTrackCount> tracks;

    GestureTrack& operator[] (GestureTrackKind kind) noexcept { return tracks[static_cast<std::size_t> (kind)]; }
    const GestureTrack& operator[] (GestureTrackKind kind) const noexcept
    {
        return tracks[static_cast<std::size_t> (kind)];
    }

    struct Point
    {
        double time, speed, force, place;
    };
    Point at (double time) const noexcept;

    /** Speed and force with corners at the same times, straight lines between them, and a constant position: the only
        gestures that files could store before there were tracks. */
    struct Corner
    {
        double time, speed, force;
    };
    static DrawnGesture fromCorners (std::initializer_list<Corner> corners) noexcept;
    /** True if the gesture can be stored as corners. */
    bool hasOnlyCorners () const noexcept;

    /** The gesture of a door: it sticks, starts to slide, drags, and falls shut. */
    static DrawnGesture door () noexcept;

    bool operator== (const DrawnGesture&) const noexcept = default;
};

/** Time since the stroke that began a gesture: in seconds, or in quarter notes if synced to the song. [audio] */
class GestureClock
{
public:
    void reset () noexcept { age = 0.0; }
    void move (const Patch& patch, double seconds, double quartersPerSecond) noexcept
    {
        age += inTime (patch) ? seconds * quartersPerSecond : seconds;
    }
    /** The time in lengths of the gesture, from 0 on. */
    double lengths (const Patch& patch) const noexcept
    {
        return age / (inTime (patch) ? patch.gestureBeats : patch.handGestureTime);
    }
    /** The time within the gesture, 0 … 1. */
    double place (const Patch& patch) const noexcept;
    static bool loops (const Patch& patch) noexcept { return patch.handGestureLoop >= 0.5; }

private:
    static bool inTime (const Patch& patch) noexcept { return patch.gestureSync >= 0.5; }

    double age = 0.0;
};

/** A gesture during playback. */
struct PlayedGesture
{
    const DrawnGesture& drawn;
    double quartersPerSecond = 2.0; // of the song
};
} // namespace kolophon
