#include "GestureFile.h"

#include "GestureJson.h"
#include "ShallowJson.h"
#include "WholeFile.h"

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

std::string pointListText ()
{
    return "a list of 1 to " + std::to_string (DrawnGesture::maxPoints) + " points";
}

DrawnGesture readGesture (const Json& root)
{
    if (! root.is_object() || ! root.contains ("kolophon_gesture") || root["kolophon_gesture"] != gestureFormatVersion)
        throw Refusal (
            "this is not a Kolophon gesture (no \"kolophon_gesture\": " + std::to_string (gestureFormatVersion) + ")");
    for (const auto& [field, value] : root.items())
        if (field != "kolophon_gesture" && field != "points")
            throw Refusal ("the gesture has an unknown field " + shown (field));
    if (! root.contains ("points"))
        throw Refusal ({ .place = "points", .problem = "missing", .allowed = pointListText() });
    return gestureFromPoints (root["points"], "points");
}
} // namespace

DrawnGesture gestureFromPoints (const Json& json, const std::string& path)
{
    if (! json.is_array() || json.empty() || json.size() > static_cast<std::size_t> (DrawnGesture::maxPoints))
        throw Refusal ({ path, shown (json), "is not " + pointListText() });
    DrawnGesture gesture;
    double before = -1.0;
    for (const auto& point : json)
    {
        const auto here = path + "[" + std::to_string (gesture.count) + "]";
        if (! point.is_array() || point.size() != 3)
            throw Refusal ({ here, shown (point), "is not a point [time, speed, force]" });
        const double time = readNumber (point[0], 0.0, 1.0, here + "[0]");
        if (! (time > before))
            throw Refusal ({ here + "[0]", shown (point[0]), "is not later than the point before",
                             "more than " + dump (before) + ", up to 1.0" });
        before = time;
        gesture.points[static_cast<std::size_t> (gesture.count++)] = { time,
                                                                       readNumber (point[1], -1.0, 1.0, here + "[1]"),
                                                                       readNumber (point[2], 0.0, 2.0, here + "[2]") };
    }
    return gesture;
}

Result<DrawnGesture> gestureFromJson (std::string_view json)
{
    return resultOf ([json] { return readGesture (parseShallow (json)); });
}

Result<DrawnGesture> readGestureFile (const std::filesystem::path& file)
{
    return inFile (file.string(), textOf (file, largestGestureFile).and_then (gestureFromJson));
}

Json gesturePoints (const DrawnGesture& gesture)
{
    Json points = Json::array();
    for (std::size_t i = 0; i < static_cast<std::size_t> (gesture.count); ++i)
        points.push_back ({ gesture.points[i].time, gesture.points[i].speed, gesture.points[i].force });
    return points;
}

std::string pointsToJson (const DrawnGesture& gesture)
{
    return dump (gesturePoints (gesture));
}
} // namespace kolophon
