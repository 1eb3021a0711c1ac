#include "ModulationJson.h"

#include "../Synth/ParameterTable.h"
#include "ShallowJson.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace kolophon
{
namespace
{
constexpr std::size_t longestName = 40; // [bytes]

std::string placeOf (const std::string& list, std::size_t index)
{
    return list + "[" + std::to_string (index) + "]";
}

void checkList (const Json& json, std::size_t largest, const std::string& place)
{
    if (! json.is_array() || json.size() > largest)
        throw Refusal ({ place, shown (json), json.is_array() ? "is too long" : "is not a list",
                         "a list of 0 to " + std::to_string (largest) });
}

void checkFields (const Json& json, bool strict, std::initializer_list<std::string_view> fields,
                  const std::string& place)
{
    if (! json.is_object())
        throw Refusal ({ place, shown (json), "is not an object" });
    if (! strict)
        return;
    for (const auto& [field, value] : json.items())
        if (std::find (fields.begin(), fields.end(), field) == fields.end())
            throw Refusal ({ .place = place, .problem = "has an unknown field " + shown (field) });
}

const Json& fieldOf (const Json& json, const char* field, const std::string& place)
{
    const auto found = json.find (field);
    if (found == json.end())
        throw Refusal ({ .place = place + "." + field, .problem = "missing" });
    return *found;
}

std::string textOf (const Json& json, const std::string& place)
{
    if (! json.is_string())
        throw Refusal ({ place, shown (json), "is not a string" });
    return json.get<std::string>();
}

double readFraction (const Json& json, const std::string& place)
{
    const bool isNumber = json.is_number();
    const double value = isNumber ? json.get<double>() : 2.0;
    if (! (value >= -1.0 && value <= 1.0))
        throw Refusal ({ place, shown (json), isNumber ? "is out of range" : "is not a number", "-1 to 1" });
    return value;
}

/** Nothing for a knob that a newer program may know. */
std::optional<ModulationTarget> readTarget (const Json& json, bool strict, const std::string& place)
{
    ModulationTarget target;
    target.depth = readFraction (fieldOf (json, "depth", place), place + ".depth");
    if (const auto curve = json.find ("curve"); curve != json.end())
        target.curve = readFraction (*curve, place + ".curve");
    const auto id = textOf (fieldOf (json, "parameter", place), place + ".parameter");
    const auto index = findParameter (id);
    if (! index && ! strict)
        return std::nullopt;
    if (! index)
        throw Refusal ({ place + ".parameter", shown (id), "is no parameter" });
    if (! canBeModulated (parameterTable()[*index]))
        throw Refusal ({ place + ".parameter", shown (id), "does not glide", "no menu, switch or count" });
    target.parameter = *index;
    return target;
}

std::optional<ModulationSource> readSource (const Json& json, bool strict, const std::string& place)
{
    const auto name = textOf (json, place);
    const auto names = modulationSourceNames();
    const auto found = std::find (names.begin() + 1, names.end(), name);
    if (found != names.end())
        return static_cast<ModulationSource> (found - names.begin());
    if (! strict)
        return std::nullopt;
    std::string all;
    for (const auto each : names.subspan (1))
        all += (all.empty() ? "" : ", ") + std::string (each);
    throw Refusal ({ place, shown (json), "is no source", all });
}

Json targetValue (const ModulationTarget& target)
{
    return { { "parameter", parameterTable()[target.parameter].id },
             { "depth", target.depth },
             { "curve", target.curve } };
}

/** Drops what is empty from the end. */
void trim (Json& list)
{
    while (! list.empty() && list.back().empty())
        list.erase (list.size() - 1);
}
} // namespace

void readMacros (const Json& json, bool strict, Modulation& modulation)
{
    checkList (json, Modulation::macroCount, "macros");
    modulation.macros = {};
    for (std::size_t n = 0; n < json.size(); ++n)
    {
        const auto place = placeOf ("macros", n);
        auto& macro = modulation.macros[n];
        checkFields (json[n], strict, { "name", "to" }, place);
        if (const auto name = json[n].find ("name"); name != json[n].end())
            macro.name = textOf (*name, place + ".name");
        if (macro.name.size() > longestName)
            throw Refusal ({ place + ".name", shown (macro.name), "is too long",
                             "up to " + std::to_string (longestName) + " bytes" });
        const auto to = json[n].find ("to");
        if (to == json[n].end())
            continue;
        checkList (*to, Modulation::maxLinks, place + ".to");
        for (std::size_t i = 0; i < to->size(); ++i)
        {
            const auto here = placeOf (place + ".to", i);
            checkFields ((*to)[i], strict, { "parameter", "depth", "curve" }, here);
            if (const auto target = readTarget ((*to)[i], strict, here))
                macro.to.push_back (*target);
        }
    }
}

void readModulationSlots (const Json& json, bool strict, Modulation& modulation)
{
    checkList (json, Modulation::slotCount, "modulation");
    modulation.slots = {};
    for (std::size_t n = 0; n < json.size(); ++n)
    {
        const auto place = placeOf ("modulation", n);
        checkFields (json[n], strict, { "source", "parameter", "depth", "curve" }, place);
        if (json[n].empty())
            continue;
        const auto source = readSource (fieldOf (json[n], "source", place), strict, place + ".source");
        const auto target = readTarget (json[n], strict, place);
        if (source && target)
            modulation.slots[n] = { *source, *target };
    }
}

Json macrosValue (const Modulation& modulation)
{
    Json list = Json::array();
    for (const auto& macro : modulation.macros)
    {
        Json value = Json::object();
        if (! macro.name.empty())
            value["name"] = macro.name;
        for (const auto& target : macro.to)
            value["to"].push_back (targetValue (target));
        list.push_back (std::move (value));
    }
    trim (list);
    return list;
}

Json modulationSlotsValue (const Modulation& modulation)
{
    Json list = Json::array();
    for (const auto& slot : modulation.slots)
    {
        Json value = Json::object();
        if (slot.source != ModulationSource::none)
        {
            value["source"] = modulationSourceNames()[static_cast<std::size_t> (slot.source)];
            value.update (targetValue (slot.to));
        }
        list.push_back (std::move (value));
    }
    trim (list);
    return list;
}
} // namespace kolophon
