// SPDX-License-Identifier: GPL-3.0-or-later
#include "LearnedJson.h"

#include "../Synth/Parameters/ParameterTable.h"
#include "JsonNumber.h"
#include "ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** Reads the number in a field; returns `missing` without one. */
double number (const Json& row, const char* field, const NumberRange& range, double missing, const std::string& place,
               Findings& findings)
{
    const auto found = row.find (field);
    return found == row.end() ? missing : readNumber (*found, range, place + "." + field, findings);
}

LearnedController readRow (const Json& json, const std::string& place, Findings& findings)
{
    if (! json.is_object())
        throw InputError ({ place, shown (json), "is not an object" });
    const auto controller = json.find ("controller");
    if (controller == json.end())
        throw InputError ({ .place = place + ".controller", .problem = "missing", .allowed = "0.0 to 119.0" });
    LearnedController row;
    row.number = static_cast<std::uint8_t> (readIndex (*controller, 0, 119, place + ".controller"));
    if (! canBeLearned (row.number))
        throw InputError ({ place + ".controller", shown (*controller), "is reserved and can't move a knob" });
    if (const auto channel = json.find ("channel"); channel != json.end())
        row.channel = static_cast<std::uint8_t> (readIndex (*channel, 1, 16, place + ".channel") - 1);
    row.from = number (json, "from", { 0.0, 1.0 }, 0.0, place, findings);
    row.to = number (json, "to", { 0.0, 1.0 }, 1.0, place, findings);
    row.curve = number (json, "curve", { -1.0, 1.0 }, 0.0, place, findings);
    if (const auto picksUp = json.find ("pick up"); picksUp != json.end() && picksUp->is_boolean())
        row.picksUp = picksUp->get<bool>();
    else if (picksUp != json.end())
        findings.add (InputError ({ place + ".pick up", shown (*picksUp), "is neither true nor false" }));
    const auto id = json.find ("parameter");
    if (id == json.end() || ! id->is_string())
        throw InputError ({ .place = place + ".parameter", .problem = "is not the id of a parameter" });
    const auto index = findParameter (id->get_ref<const std::string&>());
    if (! index)
        throw UnknownName ({ place + ".parameter", shown (*id), "is not a parameter" });
    row.parameter = static_cast<std::uint16_t> (*index);
    return row;
}
} // namespace

LearnedControllers learnedFromValue (const Json& json, const std::string& place, Reading& reading)
{
    if (! json.is_array())
        throw InputError (
            { place, shown (json), "is not a list of 0 to " + std::to_string (LearnedControllers::capacity) });
    LearnedControllers learned;
    for (std::size_t n = 0; n < json.size(); ++n)
        reading.entry ("/" + place + "/-", json[n],
                       [&]
                       {
                           const auto here = place + "[" + std::to_string (n) + "]";
                           auto row = readRow (json[n], here, reading.findings);
                           // In older files the last choice of a menu is the end of its slider.
                           const auto& info = parameterTable()[row.parameter];
                           const double last = info.toNormalised (info.maximum);
                           row.from = std::min (row.from, last);
                           row.to = std::min (row.to, last);
                           if (! learned.add (row))
                               throw UnknownName ({ here, shown (json[n]), "exceeds the limit",
                                                    "up to " + std::to_string (LearnedControllers::capacity) });
                       });
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
