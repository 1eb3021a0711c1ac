// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Parts/GestureFile.h"
#include "Files/Presets/PresetFile.h"
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
        // Corners at common times, as files of version 1 have them; tracks of their own every other time.
        const bool hasCorners = round % 2 == 0;
        DrawnGesture gesture;
        const int count = random.integer (1, GestureTrack::maxPoints);
        for (int i = 0; i < count; ++i)
        {
            const double time = (i + random.uniform (0.0, 0.9)) / count;
            gesture[GestureTrackKind::speed].add ({ time, random.uniform (-1.0, 1.0) });
            gesture[GestureTrackKind::force].add (
                { hasCorners ? time : (i + 0.95) / count, random.uniform (0.0, 2.0) });
            if (! hasCorners && i % 3 == 0)
                gesture[GestureTrackKind::place].add ({ time, random.uniform (-2.0, 2.0), random.uniform (-1.0, 1.0) });
        }
        CHECK (gesture.hasOnlyCorners() == hasCorners);
        const auto text = gestureToJson (gesture);
        CHECK_THAT (text, Contains (hasCorners ? "\"kolophon_gesture\":1" : "\"kolophon_gesture\":2"));
        const auto read = gestureFromJson (text);
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
    CHECK_THAT (std::string (gestureFromJson (R"({"kolophon_gesture": 1})").error().what()),
                Contains ("points: missing"));
    CHECK_THAT (
        std::string (gestureFromJson (R"({"kolophon_gesture": 1, "points": [[0,0,1]], "x": 1})").error().what()),
        Contains ("\"x\""));
    CHECK_THAT (std::string (gestureFromJson ("[").error().what()), Contains ("not valid JSON"));
    CHECK_THAT (std::string (gestureFromJson (std::string (100, '[')).error().what()), Contains ("nested too deeply"));
}

TEST_CASE ("tracks of a gesture stand in its file as they are drawn, and each mistake is named")
{
    const auto read = gestureFromJson (
        R"({"kolophon_gesture": 2, "speed": [[0, 0, -0.5], [0.4, 1], [1, 0]], "place": [[0, -2], [1, 2, 1]]})");
    REQUIRE (read.has_value());
    const auto& gesture = read.value();
    CHECK (gesture[GestureTrackKind::speed].count == 3);
    CHECK (gesture[GestureTrackKind::speed].points[0] == GestureTrack::Point { 0.0, 0.0, -0.5 });
    CHECK (gesture[GestureTrackKind::force].count == 0);
    CHECK (gesture.at (0.3).force == 1.0);
    CHECK (gesture.at (0.5).place == 0.0);
    CHECK (gestureFromJson (gestureToJson (gesture)).value() == gesture);
    CHECK (gestureFromJson (R"({"kolophon_gesture": 2})").value() == DrawnGesture {});
    CHECK (gestureFromJson (gestureToJson (DrawnGesture {})).value() == DrawnGesture {});

    const auto complaint = [] (const std::string& tracks)
    {
        const auto result = gestureFromJson (R"({"kolophon_gesture": 2, )" + tracks + "}");
        return result ? std::string ("accepted") : std::string (result.error().what());
    };
    CHECK_THAT (complaint (R"("speeds": [])"), Contains ("unknown field \"speeds\""));
    CHECK_THAT (complaint (R"("place": [[0, 2.5]])"),
                Contains ("place[0][1]: 2.5 is out of range; allowed: -2.0 to 2.0"));
    CHECK_THAT (complaint (R"("force": [[0, 1, 2]])"),
                Contains ("force[0][2]: 2 is out of range; allowed: -1.0 to 1.0"));
    CHECK_THAT (complaint (R"("force": [[0, 1, 0, 0]])"), Contains ("force[0]") && Contains ("[time, value, curve]"));
    CHECK_THAT (complaint (R"("speed": [[0.5, 1], [0.5, 0]])"), Contains ("speed[1][0]: 0.5 is not later"));
    CHECK_THAT (complaint (R"("speed": 3)"), Contains ("speed: 3 is not a list of 0 to 64 points"));

    const auto preset =
        presetFromJson (R"({"format": "kolophon-preset", "version": 3, "gesture": {"place": [[0, 0], [1, 9]]}})");
    REQUIRE_FALSE (preset.has_value());
    CHECK_THAT (std::string (preset.error().what()), Contains ("gesture.place[1][1]: 9"));
}

TEST_CASE ("presets whose gesture is a list of points have the fingerprint that they had before there were tracks")
{
    // FNV-1a over the numbers of the points, time, speed, force, after the knobs and before what follows.
    Preset plain, drawn;
    drawn.gesture = DrawnGesture::fromCorners ({ { 0.0, 0.5, 1.0 }, { 1.0, -0.25, 2.0 } });
    Fnv hash;
    for (const auto& parameter : parameterTable())
    {
        hash.add (parameter.id);
        hash.add (parameter.in (drawn.patch));
    }
    for (const double number : { 0.0, 0.5, 1.0, 1.0, -0.25, 2.0 })
        hash.add (number);
    CHECK (presetFingerprint (drawn) == hash.value());
    auto bent = drawn;
    (*bent.gesture)[GestureTrackKind::speed].points[0].curve = 0.1;
    CHECK (presetFingerprint (bent) != presetFingerprint (drawn));
    auto moved = drawn;
    (*moved.gesture)[GestureTrackKind::place].add ({ 0.0, 0.0 });
    CHECK (presetFingerprint (moved) != presetFingerprint (drawn));
}
