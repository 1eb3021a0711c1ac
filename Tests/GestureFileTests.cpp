#include "Files/GestureFile.h"
#include "Files/PresetFile.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <string>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;

namespace
{
std::string wrong (const std::string& points)
{
    const auto result = gestureFromJson (R"({"kolophon_gesture": 1, "points": )" + points + "}");
    return result ? "" : result.error().what();
}
} // namespace

TEST_CASE ("a gesture survives being written, to the last bit, alone and in a preset")
{
    Random random (5);
    for (int round = 0; round < 50; ++round)
    {
        DrawnGesture gesture;
        gesture.count = random.integer (1, DrawnGesture::mostPoints);
        for (int i = 0; i < gesture.count; ++i)
            gesture.points[static_cast<std::size_t> (i)]
                = { (i + random.uniform (0.0, 0.9)) / gesture.count, random.uniform (-1.0, 1.0), random.uniform (0.0, 2.0) };
        const auto read = gestureFromJson (R"({"kolophon_gesture": 1, "points": )" + pointsToJson (gesture) + "}");
        REQUIRE (read.has_value());
        CHECK (read.value() == gesture);

        Preset preset;
        preset.gesture = gesture;
        const auto again = presetFromJson (presetToJson (preset));
        REQUIRE (again.has_value());
        CHECK (again.value().gesture == gesture);
        CHECK (presetFingerprint (again.value()) == presetFingerprint (preset));
        CHECK (presetFingerprint (preset) != presetFingerprint (Preset {}));
    }
    CHECK (presetToJson (Preset {}).find ("gesture\"") == std::string::npos);
}

TEST_CASE ("every mistake in a gesture is named with its place, its value and what is allowed")
{
    CHECK_THAT (wrong ("[]"), Contains ("points: [] is not a list of 1 to 64 points"));
    CHECK_THAT (wrong ("3"), Contains ("points: 3"));
    CHECK_THAT (wrong ("[[0, 1]]"), Contains ("points[0]: [0,1] is not a point"));
    CHECK_THAT (wrong ("[[0, 2, 1]]"), Contains ("points[0][1]: 2 is out of range; allowed: -1.0 to 1.0"));
    CHECK_THAT (wrong ("[[0, 1, -0.5]]"), Contains ("points[0][2]: -0.5 is out of range; allowed: 0.0 to 2.0"));
    CHECK_THAT (wrong ("[[0, 1, 1], [0, 1, 1]]"), Contains ("points[1][0]: 0 is not later"));
    CHECK_THAT (wrong ("[[0, \"x\", 1]]"), Contains ("points[0][1]: \"x\" is not a number"));
    CHECK_THAT (wrong ("[[0, null, 1]]"), Contains ("is not a number"));
    CHECK_THAT (std::string (gestureFromJson ("{}").error().what()), Contains ("kolophon_gesture"));
    CHECK_THAT (std::string (gestureFromJson (R"({"kolophon_gesture": 1})").error().what()), Contains ("points: missing"));
    CHECK_THAT (std::string (gestureFromJson (R"({"kolophon_gesture": 1, "points": [[0,0,1]], "x": 1})").error().what()), Contains ("\"x\""));
    CHECK_THAT (std::string (gestureFromJson ("[").error().what()), Contains ("not valid JSON"));
    CHECK_THAT (std::string (gestureFromJson (std::string (100, '[')).error().what()), Contains ("nested too deeply"));
}
