// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureFile.h"

#include "../Bytes/WholeFile.h"
#include "../Json/JsonNumber.h"
#include "../Json/ShallowJson.h"
#include "GestureJson.h"

#include <algorithm>
#include <array>

namespace kolophon
{
namespace
{
constexpr std::size_t largestGestureFile = 1 << 16; // [bytes]

std::string pointListText (int fewest)
{
    return "a list of " + std::to_string (fewest) + " to " + std::to_string (GestureTrack::maxPoints) + " points";
}

constexpr std::array<std::string_view, gestureTrackCount> trackIds { "speed", "force", "place" };

/** Number of points to read, at most the capacity: the rest is a finding. */
std::size_t pointCount (const Json& json, int fewest, const std::string& path, Findings& findings)
{
    const auto fault = [&] { return InputError ({ path, shown (json), "is not " + pointListText (fewest) }); };
    if (! json.is_array() || json.size() < static_cast<std::size_t> (fewest))
        throw fault();
    constexpr auto most = static_cast<std::size_t> (GestureTrack::maxPoints);
    if (json.size() > most)
        findings.add (fault());
    return std::min (json.size(), most);
}

/** Reads a time later than `before`, 0 … 1. Throws InputError. */
double readTime (const Json& json, double before, const std::string& path, Findings& findings)
{
    const double time = readNumber (json, { 0.0, 1.0 }, path, findings);
    if (! (time > before))
        throw InputError ({ path, shown (json), "is not later than the previous point",
                            "more than " + dump (before) + ", up to 1.0" });
    return time;
}

/** Reads points one by one; one that can't be used is a finding. `read`: (point, its path, the time before) -> time */
template <class Read>
void readPoints (const Json& json, int fewest, const std::string& path, Findings& findings, Read&& read)
{
    const auto count = pointCount (json, fewest, path, findings);
    double time = -1.0;
    for (std::size_t n = 0; n < count; ++n)
        if (auto result = resultOf ([&] { return read (json[n], path + "[" + std::to_string (n) + "]", time); }))
            time = *result;
        else
            findings.add (result.error());
}

DrawnGesture gestureFromCorners (const Json& json, const std::string& path, Findings& findings)
{
    DrawnGesture gesture;
    readPoints (json, 1, path, findings,
                [&] (const Json& point, const std::string& here, double before)
                {
                    if (! point.is_array() || point.size() != 3)
                        throw InputError ({ here, shown (point), "is not a point [time, speed, force]" });
                    const double time = readTime (point[0], before, here + "[0]", findings);
                    double values[2] {};
                    for (const std::size_t track : { 0u, 1u })
                    {
                        const auto& range = DrawnGesture::ranges[track];
                        values[track] = readNumber (point[track + 1], { range.lowest, range.highest },
                                                    here + "[" + std::to_string (track + 1) + "]", findings);
                    }
                    for (const std::size_t track : { 0u, 1u })
                        gesture.tracks[track].add ({ time, values[track] });
                    return time;
                });
    if (gesture.tracks[0].count == 0)
        throw InputError ({ path, shown (json), "is not " + pointListText (1) });
    return gesture;
}

GestureTrack readTrack (const Json& json, const DrawnGesture::Range& range, const std::string& path, Findings& findings)
{
    GestureTrack track;
    readPoints (
        json, 0, path, findings,
        [&] (const Json& point, const std::string& here, double before)
        {
            if (! point.is_array() || point.size() < 2 || point.size() > 3)
                throw InputError ({ here, shown (point), "is not a point [time, value] or [time, value, curve]" });
            const double time = readTime (point[0], before, here + "[0]", findings);
            const double value = readNumber (point[1], { range.lowest, range.highest }, here + "[1]", findings);
            track.add ({ time, value,
                         point.size() == 3 ? readNumber (point[2], { -1.0, 1.0 }, here + "[2]", findings) : 0.0 });
            return time;
        });
    return track;
}

/** Reads the tracks of an object, which may have `other` fields as well. */
DrawnGesture readTracks (const Json& json, const std::string& path, bool fileIsNewer, Findings& findings,
                         std::string_view other = {})
{
    DrawnGesture gesture;
    for (const auto& [field, value] : json.items())
    {
        const auto found = std::find (trackIds.begin(), trackIds.end(), field);
        if (found == trackIds.end() && field != other)
            findings.addUnknown (InputError ("the gesture has an unknown field " + shown (field)), fileIsNewer);
        if (found == trackIds.end())
            continue;
        const auto track = static_cast<std::size_t> (found - trackIds.begin());
        const auto read = resultOf (
            [&, &name = field, &points = value] {
                return readTrack (points, DrawnGesture::ranges[track], path.empty() ? name : path + "." + name,
                                  findings);
            });
        if (read)
            gesture.tracks[track] = *read;
        else
            findings.add (read.error());
    }
    return gesture;
}

DrawnGesture readGesture (const Json& root, Findings& findings)
{
    constexpr auto mark = "kolophon_gesture";
    if (! root.is_object() || ! root.contains (mark) || ! root[mark].is_number_integer() || root[mark] < 1)
        throw InputError ("this is not a Kolophon gesture (no \"kolophon_gesture\": 1 or 2)");
    if (root[mark] >= gestureFormatVersion)
        return readTracks (root, {}, root[mark] > gestureFormatVersion, findings, mark);
    for (const auto& [field, value] : root.items())
        if (field != mark && field != "points")
            findings.add (InputError ("the gesture has an unknown field " + shown (field)));
    if (! root.contains ("points"))
        throw InputError ({ .place = "points", .problem = "missing", .allowed = pointListText (1) });
    return gestureFromCorners (root["points"], "points", findings);
}
} // namespace

std::string_view gestureTrackId (GestureTrackKind kind) noexcept
{
    return trackIds[static_cast<std::size_t> (kind)];
}

DrawnGesture gestureFromValue (const Json& json, const std::string& path, Findings& findings)
{
    return json.is_object() ? readTracks (json, path, false, findings) : gestureFromCorners (json, path, findings);
}

Result<DrawnGesture> gestureFromJson (std::string_view json)
{
    return strictly ([json] (Findings& findings) { return readGesture (parseShallow (json, findings), findings); });
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
