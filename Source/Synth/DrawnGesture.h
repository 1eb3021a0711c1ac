#pragma once

#include "Patch.h"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace kolophon
{
/** What a drawn gesture is made of, each over its own points. */
enum class GestureTrackKind { speed, force, place };
inline constexpr std::size_t gestureTrackCount = 3;

/** One quantity over the time of a gesture: points, and arcs between them. [whoever holds it] */
struct GestureTrack
{
    static constexpr int maxPoints = 64;
    struct Point
    {
        double time = 0.0;  // 0 … 1 of the gesture's length, rising
        double value = 0.0; // in the track's unit
        /** Of the way to the next point, -1 … 1: 0 is straight; half its time gone, an arc has gone 1/(1 + 16^curve) of
            it: 1 rises late, -1 early. */
        double curve = 0.0;

        bool operator== (const Point&) const noexcept = default;
    };

    int count = 0;
    std::array<Point, maxPoints> points {}; // those from `count` on mean nothing

    /** Puts a point behind the last one; there must be room. */
    void add (const Point& point) noexcept { points[static_cast<std::size_t> (count++)] = point; }

    /** At `time` in 0 … 1; outside the points, the nearest of them; `otherwise` where there are none. */
    double at (double time, double otherwise) const noexcept;

    bool operator== (const GestureTrack& other) const noexcept;
};

/** A drawn gesture: what the hand does with speed, force and place over its time. [whoever holds it] */
struct DrawnGesture
{
    /** What a track can be, and what it is without points: a steady stroke. */
    struct Range
    {
        double lowest, highest, neutral;
    };
    static constexpr std::array<Range, gestureTrackCount> ranges { {
        { -1.0, 1.0, 1.0 }, // of Speed, backwards below 0
        { 0.0, 2.0, 1.0 },  // of Pressure's or Force's newtons
        { -2.0, 2.0, 0.0 }, // octaves over Position: -1 is half as far from the bridge
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

    /** Speed and force with corners at the same times, straight lines between them, and a hand that stays in its place:
        all that files could hold before there were tracks. */
    struct Corner
    {
        double time, speed, force;
    };
    static DrawnGesture fromCorners (std::initializer_list<Corner> corners) noexcept;
    /** Whether it could be written as those. */
    bool hasOnlyCorners () const noexcept;

    /** A door: it hangs, gives way, drags on, and falls shut. */
    static DrawnGesture door () noexcept;

    bool operator== (const DrawnGesture&) const noexcept = default;
};

/** How far a gesture has come that began with a stroke: seconds, or quarter notes with the song. [audio] */
class GestureClock
{
public:
    void reset () noexcept { age = 0.0; }
    void move (const Patch& patch, double seconds, double quartersPerSecond) noexcept
    {
        age += inTime (patch) ? seconds * quartersPerSecond : seconds;
    }
    /** In lengths of the gesture, from 0 on. */
    double lengths (const Patch& patch) const noexcept
    {
        return age / (inTime (patch) ? patch.gestureBeats : patch.handGestureTime);
    }
    /** Where that is in the gesture, 0 … 1. */
    double place (const Patch& patch) const noexcept;
    static bool loops (const Patch& patch) noexcept { return patch.handGestureLoop >= 0.5; }

private:
    static bool inTime (const Patch& patch) noexcept { return patch.gestureSync >= 0.5; }

    double age = 0.0;
};

/** A gesture as it is played. */
struct PlayedGesture
{
    const DrawnGesture& drawn;
    double quartersPerSecond = 2.0; // of the song
};
} // namespace kolophon
