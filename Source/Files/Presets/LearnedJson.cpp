// SPDX-License-Identifier: GPL-3.0-or-later
#include "LearnedJson.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Json/JsonFields.h"
#include "../Json/ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
LearnedController readRow (const Json& json, const std::string& place, Findings& findings)
{
    JsonFields fields (json, place, findings);
    LearnedController row;
    row.number = static_cast<std::uint8_t> (fields.index ("controller", 0, 119));
    if (! canBeLearned (row.number))
        throw InputError (
            { fields.place ("controller"), std::to_string (row.number), "is reserved and can't move a knob" });
    if (fields.has ("channel"))
        row.channel = static_cast<std::uint8_t> (fields.index ("channel", 1, 16) - 1);
    row.from = fields.number ("from", { 0.0, 1.0 }, 0.0);
    row.to = fields.number ("to", { 0.0, 1.0 }, 1.0);
    row.curve = fields.number ("curve", { -1.0, 1.0 }, 0.0);
    if (fields.has ("pick up"))
        row.picksUp = fields.orElse (row.picksUp, [&] { return fields.flag ("pick up"); });
    const auto id = fields.text ("parameter");
    const auto index = findParameter (id);
    if (! index)
        throw UnknownName ({ fields.place ("parameter"), shown (id), "is not a parameter" });
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
