#include "GestureFile.h"

#include "GestureJson.h"
#include "ShallowJson.h"
#include "WholeFile.h"

#include <algorithm>
#include <array>

namespace kolophon
{
namespace
{
constexpr std::size_t largestGestureFile = 1 << 16; // [bytes]

double readNumber (const Json& json, double lowest, double highest, const std::string& path)
{
    const double value = json.is_number() ? json.get<double>() : highest + 1.0;
    if (! (value >= lowest && value <= highest))
        throw Refusal ({ path, shown (json), json.is_number() ? "is out of range" : "is not a number",
                         dump (lowest) + " to " + dump (highest) });
    return value;
}

std::string pointListText (int fewest)
{
    return "a list of " + std::to_string (fewest) + " to " + std::to_string (GestureTrack::maxPoints) + " points";
}

constexpr std::array<std::string_view, gestureTrackCount> trackIds { "speed", "force", "place" };

/** Later than the point before, 0 … 1. */
double readTime (const Json& json, double before, const std::string& path)
{
    const double time = readNumber (json, 0.0, 1.0, path);
    if (! (time > before))
        throw Refusal (
            { path, shown (json), "is not later than the point before", "more than " + dump (before) + ", up to 1.0" });
    return time;
}

void checkList (const Json& json, int fewest, const std::string& path)
{
    if (! json.is_array() || json.size() < static_cast<std::size_t> (fewest) ||
        json.size() > static_cast<std::size_t> (GestureTrack::maxPoints))
        throw Refusal ({ path, shown (json), "is not " + pointListText (fewest) });
}

DrawnGesture gestureFromCorners (const Json& json, const std::string& path)
{
    checkList (json, 1, path);
    DrawnGesture gesture;
    double time = -1.0;
    for (const auto& point : json)
    {
        const auto here = path + "[" + std::to_string (gesture.tracks[0].count) + "]";
        if (! point.is_array() || point.size() != 3)
            throw Refusal ({ here, shown (point), "is not a point [time, speed, force]" });
        time = readTime (point[0], time, here + "[0]");
        for (const std::size_t track : { 0u, 1u })
        {
            const auto& range = DrawnGesture::ranges[track];
            gesture.tracks[track].add ({ time, readNumber (point[track + 1], range.lowest, range.highest,
                                                           here + "[" + std::to_string (track + 1) + "]") });
        }
    }
    return gesture;
}

GestureTrack readTrack (const Json& json, const DrawnGesture::Range& range, const std::string& path)
{
    checkList (json, 0, path);
    GestureTrack track;
    double time = -1.0;
    for (const auto& point : json)
    {
        const auto here = path + "[" + std::to_string (track.count) + "]";
        if (! point.is_array() || point.size() < 2 || point.size() > 3)
            throw Refusal ({ here, shown (point), "is not a point [time, value] or [time, value, curve]" });
        time = readTime (point[0], time, here + "[0]");
        const double value = readNumber (point[1], range.lowest, range.highest, here + "[1]");
        track.add ({ time, value, point.size() == 3 ? readNumber (point[2], -1.0, 1.0, here + "[2]") : 0.0 });
    }
    return track;
}

/** Fields of an object that are tracks; `other` fields may stand there as well. */
DrawnGesture readTracks (const Json& json, const std::string& path, std::string_view other = {})
{
    DrawnGesture gesture;
    for (const auto& [field, value] : json.items())
    {
        const auto found = std::find (trackIds.begin(), trackIds.end(), field);
        if (found == trackIds.end() && field != other)
            throw Refusal ("the gesture has an unknown field " + shown (field));
        if (found == trackIds.end())
            continue;
        const auto track = static_cast<std::size_t> (found - trackIds.begin());
        gesture.tracks[track] =
            readTrack (value, DrawnGesture::ranges[track], path.empty() ? field : path + "." + field);
    }
    return gesture;
}

DrawnGesture readGesture (const Json& root)
{
    constexpr auto mark = "kolophon_gesture";
    if (! root.is_object() || ! root.contains (mark) || ! (root[mark] == 1 || root[mark] == gestureFormatVersion))
        throw Refusal ("this is not a Kolophon gesture (no \"kolophon_gesture\": 1 or 2)");
    if (root[mark] == gestureFormatVersion)
        return readTracks (root, {}, mark);
    for (const auto& [field, value] : root.items())
        if (field != mark && field != "points")
            throw Refusal ("the gesture has an unknown field " + shown (field));
    if (! root.contains ("points"))
        throw Refusal ({ .place = "points", .problem = "missing", .allowed = pointListText (1) });
    return gestureFromCorners (root["points"], "points");
}
} // namespace

std::string_view gestureTrackId (GestureTrackKind kind) noexcept
{
    return trackIds[static_cast<std::size_t> (kind)];
}

DrawnGesture gestureFromValue (const Json& json, const std::string& path)
{
    return json.is_object() ? readTracks (json, path) : gestureFromCorners (json, path);
}

Result<DrawnGesture> gestureFromJson (std::string_view json)
{
    return resultOf ([json] { return readGesture (parseShallow (json)); });
}

Result<DrawnGesture> readGestureFile (const std::filesystem::path& file)
{
    return inFile (shownName (file), textOf (file, largestGestureFile).and_then (gestureFromJson));
}

Json gestureValue (const DrawnGesture& gesture)
{
    if (gesture.hasOnlyCorners())
    {
        Json points = Json::array();
        const auto &speed = gesture.tracks[0], &force = gesture.tracks[1];
        for (std::size_t i = 0; i < static_cast<std::size_t> (speed.count); ++i)
            points.push_back ({ speed.points[i].time, speed.points[i].value, force.points[i].value });
        return points;
    }
    Json tracks = Json::object();
    for (std::size_t t = 0; t < gestureTrackCount; ++t)
    {
        const auto& track = gesture.tracks[t];
        Json points = Json::array();
        for (std::size_t i = 0; i < static_cast<std::size_t> (track.count); ++i)
        {
            const auto& point = track.points[i];
            points.push_back (point.curve == 0.0 ? Json { point.time, point.value }
                                                 : Json { point.time, point.value, point.curve });
        }
        if (track.count > 0)
            tracks[std::string (trackIds[t])] = std::move (points);
    }
    return tracks;
}

std::string gestureToJson (const DrawnGesture& gesture)
{
    auto value = gestureValue (gesture);
    Json json =
        value.is_array() ? Json { { "kolophon_gesture", 1 }, { "points", std::move (value) } } : std::move (value);
    if (! gesture.hasOnlyCorners())
        json["kolophon_gesture"] = gestureFormatVersion;
    return dump (json);
}
} // namespace kolophon
