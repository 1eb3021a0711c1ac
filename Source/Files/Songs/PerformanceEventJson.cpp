// SPDX-License-Identifier: GPL-3.0-or-later
#include "PerformanceEventJson.h"

#include "../../Synth/Control/SentTuning.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Json/JsonFields.h"
#include "../Presets/KnobJson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;

/** Name of an event's type in files, and the name of its index, if it has one. */
struct TypeName
{
    Type type;
    std::string_view name, indexName;
};
constexpr std::array typeNames {
    TypeName { Type::noteOn, "note on", "key" },
    TypeName { Type::noteOff, "note off", "key" },
    TypeName { Type::notePressure, "key pressure", "key" },
    TypeName { Type::channelPressure, "pressure", "" },
    TypeName { Type::pitchBend, "bend", "" },
    TypeName { Type::controller, "controller", "number" },
    TypeName { Type::tempo, "tempo", "" },
    TypeName { Type::bar, "bar", "" },
    TypeName { Type::position, "position", "" },
    TypeName { Type::tuneKey, "tune key", "program_key" },
    TypeName { Type::tuneOctave, "tune octave", "note" },
    TypeName { Type::tuneAll, "tune all", "coarse" },
    TypeName { Type::choke, "choke", "" },
};
Json numberlessValue (const PerformanceEvent& event)
{
    if (event.type == Type::setParameter)
        return parameterEventValue ("set", event);
    if (event.type == Type::modulate)
        return parameterEventValue ("modulate", event);
    if (event.type == Type::noteExpression)
        return { { "type", "expression" }, { "name", expressionNames[event.index] }, { "value", event.value } };
    for (const auto& [type, name, indexName] : typeNames)
        if (type == event.type)
        {
            Json json { { "type", name }, { "channel", event.channel + 1 } };
            if (! indexName.empty())
                json[std::string (indexName)] = event.index;
            json["value"] = event.value;
            return json;
        }
    return { { "type", "panic" } };
}

PerformanceEvent modulateEvent (JsonFields& fields, const std::string& path)
{
    const auto id = fields.text ("parameter");
    const auto index = findParameter (id);
    if (! index)
        throw InputError ({ path, shown (Json (id)), "is not a parameter" });
    return { 0, Type::modulate, 0, static_cast<std::uint16_t> (*index), fields.number ("value", { -1.0, 1.0 }) };
}

PerformanceEvent expressionEvent (JsonFields& fields, const std::string& path)
{
    const auto name = fields.text ("name");
    const auto found = std::find (expressionNames.begin(), expressionNames.end(), name);
    if (found == expressionNames.end())
        throw InputError ({ path, shown (Json (name)), "is not an expression" });
    return { 0, Type::noteExpression, 0, static_cast<std::uint16_t> (found - expressionNames.begin()),
             fields.number ("value", { -widestExpression, widestExpression }) };
}

PerformanceEvent numberlessFrom (JsonFields& fields, const std::string& type, const std::string& path,
                                 Findings& findings)
{
    if (type == "modulate")
        return modulateEvent (fields, path);
    if (type == "expression")
        return expressionEvent (fields, path);
    if (type == "set")
        return parameterEventFrom (fields, path, findings);
    if (type == "panic")
        return {};
    for (const auto& [known, name, indexName] : typeNames)
        if (type == name)
        {
            PerformanceEvent event { 0, known, 0, 0, 0.0 };
            event.channel = static_cast<std::uint8_t> (fields.index ("channel", 1, 16) - 1);
            if (! indexName.empty())
                event.index = static_cast<std::uint16_t> (fields.index (
                    std::string (indexName).c_str(), 0, known == Type::tuneKey ? SentTuning::indexCount - 1 : 127));
            const bool isWide = known == Type::tempo || known == Type::bar || known == Type::position ||
                                known == Type::tuneKey || known == Type::tuneAll;
            event.value =
                fields.number ("value", { isWide ? -widestEventValue : -1.0, isWide ? widestEventValue : 1.0 });
            return event;
        }
    throw InputError ({ path + ".type", shown (Json (type)), "is not an event" });
}
} // namespace

Json parameterEventValue (const char* type, const PerformanceEvent& event)
{
    return { { "type", type }, { "parameter", parameterTable()[event.index].id }, { "value", event.value } };
}

Json eventValue (const PerformanceEvent& event)
{
    auto json = numberlessValue (event);
    if (event.note != 0)
        json["note"] = event.note;
    return json;
}

PerformanceEvent parameterEventFrom (JsonFields& fields, const std::string& path, Findings& findings)
{
    const auto id = fields.text ("parameter");
    const auto index = findParameter (id);
    if (! index)
        throw InputError ({ path, shown (Json (id)), "is not a parameter" });
    const auto& parameter = parameterTable()[*index];
    const auto read = readKnob (parameter, fields.at ("value"), NAN);
    if (std::isnan (read.value))
        throw read.fault->in (path);
    if (read.fault)
        findings.add (read.fault->in (path));
    return { 0, Type::setParameter, 0, static_cast<std::uint16_t> (*index), read.value };
}

PerformanceEvent eventFrom (JsonFields& fields, const std::string& type, const std::string& path, Findings& findings)
{
    auto event = numberlessFrom (fields, type, path, findings);
    if (fields.has ("note"))
        event.note = static_cast<std::uint32_t> (fields.index ("note", 0, PerformanceEvent::maxNote));
    return event;
}
} // namespace kolophon
