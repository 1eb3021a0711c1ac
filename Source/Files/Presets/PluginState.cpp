// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginState.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Json/JsonNumber.h"
#include "../Json/ShallowJson.h"
#include "../Parts/KeptParts.h"
#include "LearnedJson.h"
#include "PresetJson.h"

#include <exception>
#include <utility>

namespace kolophon
{
namespace
{
constexpr auto stateFormat = "kolophon-state";
constexpr int stateVersion = 1;
constexpr double widestEditor = 100000.0; // [px]

void readPlaces (const Json& json, Reading& reading, std::map<std::string, float>& places)
{
    if (! json.is_object())
        throw InputError ({ "places", shown (json), "is not an object of ids and places" });
    for (const auto& [name, value] : json.items())
        reading.place (
            "/places/" + pointerName (name), value,
            [&, &id = name, &place = value]
            {
                if (! findParameter (id))
                    throw UnknownName ({ "places." + id, shown (place), "does not belong to a parameter" });
                places[id] = static_cast<float> (readNumber (place, { 0.0, 1.0 }, "places." + id, reading.findings));
            });
}

void readLocks (const Json& json, Reading& reading, std::vector<std::string>& locked)
{
    if (! json.is_array())
        throw InputError ({ "locked", shown (json), "is not a list of ids" });
    for (const auto& entry : json)
        reading.entry ("/locked/-", entry,
                       [&]
                       {
                           const auto id = readText (entry, "locked");
                           if (! findParameter (id))
                               throw UnknownName (Complaint { "locked", shown (id), "is not a parameter" });
                           locked.push_back (id);
                       });
}

/** Reads a field of a state; false if `field` is not one. Throws InputError. */
bool readStateField (const std::string& field, const Json& value, Reading& reading, PluginState& state)
{
    if (field == "factory preset")
        state.factoryPreset = readText (value, field);
    else if (field == "bypass")
        state.bypassed = readFlag (value, field);
    else if (field == "editor width")
        state.editorWidth = static_cast<int> (readInteger (value, { 0.0, widestEditor }, field, reading.findings));
    else if (field == "places")
        readPlaces (value, reading, state.places);
    else if (field == "learned controllers")
        state.learned = learnedFromValue (value, field, reading);
    else if (field == "locked")
        readLocks (value, reading, state.locked);
    else
        return false;
    return true;
}

/** True if a newer program has written the state. */
bool isNewer (const Json& root)
{
    const auto version = root.find ("version");
    return version != root.end() && version->is_number_integer() && *version > stateVersion;
}

void judgeVersion (const Json& root, Findings& findings)
{
    const auto version = root.find ("version");
    if (version == root.end())
        findings.add (InputError (Complaint { .place = "version", .problem = "missing" }));
    else if (isNewer (root))
        findings.addUnknown (InputError ({ "version", shown (*version), "is newer than this program", "1" }), true);
    else if (! version->is_number_integer() || *version < 1)
        findings.add (InputError ({ "version", shown (*version), "is not a version number (1, 2, …)" }));
}

/** Reads the preset of a state; without one, takes the factory preset that the state names, or the defaults. */
void readSound (const Json& root, Findings& findings, PluginState& state)
{
    Findings inside;
    const auto preset = root.find ("preset");
    auto read = resultOf (
        [&]
        {
            if (preset == root.end())
                throw InputError (Complaint { .place = "preset", .problem = "missing" });
            return presetFromValue (*preset, inside).preset;
        });
    findings.addAll (inside, "preset");
    if (read)
        state.preset = *std::move (read);
    else
        findings.add (preset == root.end() ? read.error() : read.error().in ("preset"));
    if (! read && state.factoryPreset)
        if (const auto* factory = findFactoryPreset (*state.factoryPreset))
            state.preset = *factory;
}

/** State without preset and kept parts. */
Json bareState (const PluginState& state)
{
    Json root { { "format", stateFormat }, { "version", stateVersion } };
    if (state.factoryPreset)
        root["factory preset"] = *state.factoryPreset;
    root["bypass"] = state.bypassed;
    root["editor width"] = state.editorWidth;
    if (! state.places.empty())
        root["places"] = state.places;
    if (state.learned.count > 0)
        root["learned controllers"] = learnedValue (state.learned);
    if (! state.locked.empty())
        root["locked"] = state.locked;
    return root;
}

PluginState wrappedState (const Json& root, Findings& findings)
{
    PluginState state;
    Reading reading { findings, state.kept, isNewer (root) };
    for (const auto& [field, value] : root.items())
    {
        if (field == "format" || field == "version" || field == "preset")
            continue;
        const auto pointer = "/" + pointerName (field);
        reading.place (pointer, value,
                       [&, &name = field, &what = value]
                       {
                           if (! readStateField (name, what, reading, state))
                               throw UnknownName ("the state has an unknown field " + shown (name));
                       });
    }
    rememberOurs (state.kept, bareState (state));
    readSound (root, findings, state);
    judgeVersion (root, findings);
    return state;
}

PluginState readState (std::string_view text, Findings& findings)
{
    while (text.ends_with ('\0')) // hosts round sizes up
        text.remove_suffix (1);
    const auto root = parseShallow (text, findings);
    if (root.is_object() && root.contains ("format") && root["format"] == stateFormat)
        return wrappedState (root, findings);
    if (! isPreset (root))
        throw InputError ("this is neither a Kolophon session nor a preset");
    PluginState state;
    state.preset = presetFromValue (root, findings).preset;
    return state;
}
} // namespace

std::string stateToJson (const PluginState& state)
{
    auto root = bareState (state);
    putBack (state.kept, root);
    root["preset"] = presetValue (state.preset);
    return root.dump (1, ' ', false, Json::error_handler_t::replace);
}

Result<PluginState> stateFromJson (std::string_view json, Findings& findings)
{
    try
    {
        return resultOf ([&] { return readState (json, findings); });
    }
    catch (const std::exception& error) // such as out of memory: a host expects no exception
    {
        return inputError (error.what());
    }
}
} // namespace kolophon
