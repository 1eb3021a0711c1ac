#include "LearnedJson.h"

#include "../Synth/ParameterTable.h"
#include "ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** The number of a field between two limits; `missing` where there is none. Without `missing` it must be there. */
double number (const Json& row, const char* field, double lowest, double highest, const double* missing,
               const std::string& place)
{
    const auto found = row.find (field);
    const auto here = place + "." + field;
    const auto allowed = dump (lowest) + " to " + dump (highest);
    if (found == row.end() && missing != nullptr)
        return *missing;
    if (found == row.end())
        throw Refusal ({ .place = here, .problem = "missing", .allowed = allowed });
    const double value = found->is_number() ? found->get<double>() : highest + 1.0;
    if (! (value >= lowest && value <= highest))
        throw Refusal ({ here, shown (*found), found->is_number() ? "is out of range" : "is not a number", allowed });
    return value;
}

LearnedController readRow (const Json& json, const std::string& place)
{
    constexpr double none = 0.0, all = 1.0, any = LearnedController::anyChannel + 1.0;
    LearnedController row;
    row.number = static_cast<std::uint8_t> (number (json, "controller", 0.0, 119.0, nullptr, place));
    if (! canBeLearned (row.number))
        throw Refusal ({ place + ".controller", shown (json["controller"]), "is none that a player moves" });
    row.channel = static_cast<std::uint8_t> (number (json, "channel", 1.0, 16.0, &any, place) - 1.0);
    row.from = number (json, "from", 0.0, 1.0, &none, place);
    row.to = number (json, "to", 0.0, 1.0, &all, place);
    row.curve = number (json, "curve", -1.0, 1.0, &none, place);
    if (const auto picksUp = json.find ("pick up"); picksUp != json.end())
    {
        if (! picksUp->is_boolean())
            throw Refusal ({ place + ".pick up", shown (*picksUp), "is neither true nor false" });
        row.picksUp = picksUp->get<bool>();
    }
    return row;
}
} // namespace

LearnedControllers learnedFromValue (const Json& json, const std::string& place)
{
    if (! json.is_array() || json.size() > LearnedControllers::capacity)
        throw Refusal (
            { place, shown (json), "is not a list of 0 to " + std::to_string (LearnedControllers::capacity) });
    LearnedControllers learned;
    for (std::size_t n = 0; n < json.size(); ++n)
    {
        const auto here = place + "[" + std::to_string (n) + "]";
        if (! json[n].is_object())
            throw Refusal ({ here, shown (json[n]), "is not an object" });
        auto row = readRow (json[n], here);
        const auto id = json[n].find ("parameter");
        if (id == json[n].end() || ! id->is_string())
            throw Refusal ({ .place = here + ".parameter", .problem = "is not the id of a parameter" });
        if (const auto index = findParameter (id->get_ref<const std::string&>()))
        {
            row.parameter = static_cast<std::uint16_t> (*index);
            // In older files the last choice of a menu is the end of its slider.
            const auto& info = parameterTable()[*index];
            const double last = info.toNormalised (info.maximum);
            row.from = std::min (row.from, last);
            row.to = std::min (row.to, last);
            learned.add (row);
        }
    }
    return learned;
}

Json learnedValue (const LearnedControllers& learned)
{
    Json list = Json::array();
    for (std::size_t n = 0; n < learned.count; ++n)
    {
        const auto& row = learned.rows[n];
        Json value { { "controller", row.number }, { "parameter", parameterTable()[row.parameter].id } };
        if (row.channel != LearnedController::anyChannel)
            value["channel"] = row.channel + 1;
        value["from"] = row.from;
        value["to"] = row.to;
        value["curve"] = row.curve;
        value["pick up"] = row.picksUp;
        list.push_back (std::move (value));
    }
    return list;
}
} // namespace kolophon
