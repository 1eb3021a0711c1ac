// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModulationJson.h"

#include "../../Core/Text/CutText.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Json/JsonFields.h"
#include "../Json/ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr std::size_t longestName = 40; // [bytes]
const NumberRange fraction { -1.0, 1.0, "-1 to 1" };

std::string placeOf (const std::string& list, std::size_t index)
{
    return list + "[" + std::to_string (index) + "]";
}

void checkList (const Json& json, const std::string& place, std::size_t largest)
{
    if (! json.is_array())
        throw InputError ({ place, shown (json), "is not a list", "a list of 0 to " + std::to_string (largest) });
}

Complaint tooLong (const Json& json, const std::string& place, std::size_t largest)
{
    return { place, shown (json), "is too long", "a list of 0 to " + std::to_string (largest) };
}

void checkObject (const Json& json, const std::string& place)
{
    if (! json.is_object())
        throw InputError ({ place, shown (json), "is not an object" });
}

Complaint unknownField (const std::string& field, const std::string& place)
{
    return { .place = place, .problem = "has an unknown field " + shown (field) };
}

/** Reads a knob to move. Throws UnknownName for an unknown knob, or another InputError. */
ModulationTarget readTarget (JsonFields& fields)
{
    ModulationTarget target;
    target.depth = fields.number ("depth", fraction);
    target.curve = fields.number ("curve", fraction, target.curve);
    const auto id = fields.text ("parameter");
    const auto index = findParameter (id);
    if (! index)
        throw UnknownName ({ fields.place ("parameter"), shown (id), "is not a parameter" });
    if (! canBeModulated (parameterTable()[*index]))
        throw InputError ({ fields.place ("parameter"), shown (id), "can't be modulated",
                            "continuous parameters, not menus, switches or counts" });
    target.parameter = *index;
    return target;
}

/** Reads a source. Throws UnknownName, or another InputError. */
ModulationSource readSource (const Json& json, const std::string& place)
{
    const auto name = readText (json, place);
    const auto names = modulationSourceNames();
    const auto found = std::find (names.begin() + 1, names.end(), name);
    if (found != names.end())
        return static_cast<ModulationSource> (found - names.begin());
    std::string all;
    for (const auto each : names.subspan (1))
        all += (all.empty() ? "" : ", ") + std::string (each);
    throw UnknownName ({ place, shown (json), "is not a source", all });
}

Json targetValue (const ModulationTarget& target)
{
    return { { "parameter", parameterTable()[target.parameter].id },
             { "depth", target.depth },
             { "curve", target.curve } };
}

/** Removes empty entries at the end. */
void trim (Json& list)
{
    while (! list.empty() && list.back().empty())
        list.erase (list.size() - 1);
}
} // namespace

namespace
{
void readLinks (const Json& json, const std::string& place, const std::string& pointer, Reading& reading,
                std::vector<ModulationTarget>& links)
{
    checkList (json, place, Modulation::maxLinks);
    for (std::size_t i = 0; i < json.size(); ++i)
        reading.entry (pointer + "/-", json[i],
                       [&]
                       {
                           const auto here = placeOf (place, i);
                           if (links.size() == Modulation::maxLinks)
                               throw UnknownName (tooLong (json, place, Modulation::maxLinks));
                           JsonFields fields (json[i], here, reading.findings);
                           const auto target = readTarget (fields);
                           for (const auto& field : fields.unread())
                               reading.keepUnknown (pointer + "/" + std::to_string (links.size()), json[i],
                                                    unknownField (field, here));
                           links.push_back (target);
                       });
}

void readMacro (const Json& json, const std::string& place, const std::string& pointer, Reading& reading,
                Modulation::Macro& macro)
{
    checkObject (json, place);
    for (const auto& [field, value] : json.items())
    {
        const auto inside = pointer + "/" + pointerName (field);
        const auto& what = value;
        if (field == "name")
            reading.part (inside, value,
                          [&]
                          {
                              const auto name = readText (what, place + ".name");
                              macro.name = std::string (cutText (name, longestName));
                              if (macro.name != name)
                                  throw InputError ({ place + ".name", shown (name), "is too long",
                                                      "up to " + std::to_string (longestName) + " bytes" });
                          });
        else if (field == "to")
            reading.place (inside, value, [&] { readLinks (what, place + ".to", inside, reading, macro.to); });
        else
            reading.keepUnknown (inside, value, unknownField (field, place));
    }
}

void readSlot (const Json& json, const std::string& place, Reading& reading, Modulation::Slot& slot)
{
    JsonFields fields (json, place, reading.findings);
    if (json.empty())
        return;
    const auto source = readSource (fields.at ("source"), fields.place ("source"));
    slot = { source, readTarget (fields) };
    for (const auto& field : fields.unread())
        throw UnknownName (unknownField (field, place));
}
} // namespace

void readMacros (const Json& json, Reading& reading, Modulation& modulation)
{
    checkList (json, "macros", Modulation::macroCount);
    modulation.macros = {};
    for (std::size_t n = 0; n < json.size(); ++n)
    {
        const auto pointer = "/macros/" + std::to_string (n);
        reading.place (pointer, json[n],
                       [&]
                       {
                           if (n >= Modulation::macroCount)
                               throw UnknownName (tooLong (json, "macros", Modulation::macroCount));
                           readMacro (json[n], placeOf ("macros", n), pointer, reading, modulation.macros[n]);
                       });
    }
}

void readModulationSlots (const Json& json, Reading& reading, Modulation& modulation)
{
    checkList (json, "modulation", Modulation::slotCount);
    modulation.slots = {};
    for (std::size_t n = 0; n < json.size(); ++n)
        reading.place ("/modulation/" + std::to_string (n), json[n],
                       [&]
                       {
                           if (n >= Modulation::slotCount)
                               throw UnknownName (tooLong (json, "modulation", Modulation::slotCount));
                           readSlot (json[n], placeOf ("modulation", n), reading, modulation.slots[n]);
                       });
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
