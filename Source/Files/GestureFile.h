#pragma once

#include "../Core/Error.h"
#include "../Synth/DrawnGesture.h"

#include <filesystem>
#include <string>
#include <string_view>

/** A drawn gesture as text:

        { "kolophon_gesture": 1, "points": [ [0, 0, 1], [0.4, 1, 0.9], [1, 0, 1] ] }

    One to 64 points [time, speed, force]: time 0 … 1 of hand.gesture_time, rising; speed -1 … 1 of hand.speed,
    backwards below 0; force 0 … 2 of hand.pressure's or hand.force's newtons. Straight lines between them. A preset
    carries the list of points as `gesture`. */
namespace kolophon
{
inline constexpr int gestureFormatVersion = 1;

/** The gesture, or one sentence that names place, value and what is allowed. */
Result<DrawnGesture> gestureFromJson (std::string_view json);

/** The gesture in a file; the sentence then begins with the file's name. */
Result<DrawnGesture> readGestureFile (const std::filesystem::path& file);

/** The list of points, each number exact. */
std::string pointsToJson (const DrawnGesture& gesture);
} // namespace kolophon
