// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Control/DrawnGesture.h"

#include <filesystem>
#include <string>
#include <string_view>

/** Text format of a drawn gesture. Speed and force with straight lines between common points:

        { "kolophon_gesture": 1, "points": [ [0, 0, 1], [0.4, 1, 0.9], [1, 0, 1] ] }

    One to 64 points [time, speed, force]. Or each track with separate points:

        { "kolophon_gesture": 2, "speed": [ [0, 0, -0.5], [0.4, 1], [1, 0] ], "place": [ [0, 0], [1, 1] ] }

    Up to 64 points [time, value] or [time, value, curve] each; curve, -1 … 1, bends the line to the next point: 0 is
    straight, 1 rises late, -1 early. A missing track is constant.

    Time 0 … 1 of hand.gesture_time or gesture.beats, rising; speed -1 … 1 of hand.speed, backwards below 0; force 0 … 2
    of hand.pressure's or hand.force's newtons; place -2 … 2 octaves over hand.position. A preset carries the list of
    points, or an object with the tracks, as `gesture`. */
namespace kolophon
{
inline constexpr int gestureFormatVersion = 2;

/** "speed", "force", "place". */
std::string_view gestureTrackId (GestureTrackKind kind) noexcept;

/** Reads a gesture; an error is one sentence with place, value and allowed values. */
Result<DrawnGesture> gestureFromJson (std::string_view json);

/** Reads the gesture in a file; the sentence then begins with the file's name. */
Result<DrawnGesture> readGestureFile (const std::filesystem::path& file);

/** Writes the file, each number exact; in version 1 if that is sufficient. */
std::string gestureToJson (const DrawnGesture& gesture);
} // namespace kolophon
