// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapFolder.h"

#include "../Core/Text/AsciiText.h"
#include "../Core/Text/HexText.h"
#include "../Files/Bytes/AtomicFile.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Files/Bytes/WholeFile.h"
#include "../Files/Json/ShallowJson.h"
#include "../Reports/Sounds/RenderReport.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr auto summaryName = "map.json", tableName = "map.csv", pageName = "index.html", soundFolder = "cells";

constexpr std::size_t largestSummary = 16'000'000; // [bytes]

bool isThere (const fs::path& file)
{
    std::error_code ignored;
    return fs::exists (file, ignored);
}

std::string contents (const fs::path& file, std::size_t largest)
{
    try
    {
        return wholeText (file, largest);
    }
    catch (const InputError& reason)
    {
        throw Failure (ExitCode::badInput, file.string() + ": cannot be read: " + reason.what());
    }
}

/** The summary of a map; null where the file is something else. */
Json summaryFrom (const fs::path& file)
{
    Json json;
    try
    {
        json = parseShallow (contents (file, largestSummary));
    }
    catch (const InputError&)
    {
        return {};
    }
    const auto schema = json.is_object() ? json.find ("schema") : json.end();
    const bool isMap =
        schema != json.end() && *schema == "kolophon-map" && json.contains ("settings") && json["settings"].is_object();
    return isMap ? json : Json();
}

Json axisObject (const MapAxis& axis)
{
    return { { "id", axis.parameter->id },
             { "unit", unitText (axis.parameter->unit) },
             { "scale", axis.logarithmic ? "log" : "lin" },
             { "low", axis.values.front() },
             { "high", axis.values.back() },
             { "cells", axis.values.size() } };
}

/** "seconds (1.5 there, 2.0 here)" for the first setting that differs. */
std::string firstDifference (const Json& there, const Json& here)
{
    const auto a = there.flatten(), b = here.flatten();
    const auto say = [] (std::string pointer, const std::string& was, const std::string& is)
    {
        pointer.erase (0, 1);
        std::replace (pointer.begin(), pointer.end(), '/', ' ');
        return pointer + " (" + was + " in the folder, " + is + " in the command)";
    };
    for (const auto& [key, value] : b.items())
        if (! a.contains (key) || a[key] != value)
            return say (key, a.contains (key) ? a[key].dump() : "nothing", value.dump());
    for (const auto& [key, value] : a.items())
        if (! b.contains (key))
            return say (key, value.dump(), "nothing");
    return "the settings";
}

PartTopic topicOf (const Json& settings)
{
    auto meant = settings;
    meant.erase ("version");
    return partTopic ("map", meant);
}

/** "004-017.wav": what MapFolder writes into cells/. */
bool isSoundName (const std::string& name)
{
    const auto dash = name.find ('-');
    const auto digits = [] (const std::string& text)
    { return text.size() >= 3 && std::all_of (text.begin(), text.end(), isDigit); };
    return name.ends_with (".wav") && dash != std::string::npos && digits (name.substr (0, dash)) &&
           digits (name.substr (dash + 1, name.size() - 4 - dash - 1));
}
} // namespace

nlohmann::ordered_json mapSettings (const MapGesture& gesture, double velocity)
{
    // The two parameters of the map are what their axes say.
    auto preset = gesture.preset;
    preset.patch = patchOfCell (gesture, 0, 0);
    Json parameters = Json::object();
    for (const auto& parameter : parameterTable())
        if (&parameter != gesture.x.parameter && &parameter != gesture.y.parameter)
            parameters[std::string (parameter.id)] = parameter.in (preset.patch);
    return { { "version", KOLOPHON_VERSION },
             { "x", axisObject (gesture.x) },
             { "y", axisObject (gesture.y) },
             { "key", gesture.key },
             { "velocity", velocity },
             { "seconds", gesture.seconds },
             { "sampleRate", gesture.sampleRate },
             { "soundSeconds", gesture.soundSeconds },
             { "parameters", parameters },
             { "presetFingerprint", hexText (presetFingerprint (preset)) } };
}

MapFolder::MapFolder (const std::string& itsFolder, bool sounds, const std::vector<std::string>& inputs)
    : folder (itsFolder), parts (folder / "parts")
{
    std::error_code error;
    for (const auto& input : inputs)
        for (const auto* output : { summaryName, tableName, pageName })
            if (! input.empty() && fs::equivalent (folder / output, input, error))
                throw Failure (ExitCode::usage, input + " can't be two files at once");
    outputFolder (folder);
    if (sounds)
        outputFolder (folder / soundFolder);
}

void MapFolder::check (const nlohmann::ordered_json& settings) const
{
    const auto summary = folder / summaryName, table = folder / tableName;
    if (! isThere (summary))
    {
        if (isThere (table))
            throw Failure (ExitCode::badInput, table.string() + " exists without its map.json; --restart replaces it");
        return;
    }
    const auto json = summaryFrom (summary);
    if (json.is_null())
        throw Failure (ExitCode::badInput, summary.string() + " is not a summary of a map; --restart replaces it");
    if (json["settings"] != settings)
        throw Failure (ExitCode::usage, folder.string() + " contains a map with other settings: " +
                                            firstDifference (json["settings"], settings) +
                                            "; give another folder, or start again with --restart");
}

std::optional<MapRow> MapFolder::cellFrom (const MapGesture& gesture, std::string_view row) const
{
    auto cell = mapRowFrom (gesture, row);
    const auto columns = gesture.x.values.size();
    std::error_code ignored;
    if (cell && gesture.soundSeconds > 0.0 &&
        ! fs::is_regular_file (folder / mapSoundName (cell->place % columns, cell->place / columns), ignored))
        cell.reset();
    return cell;
}

void MapFolder::eachCell (const MapGesture& gesture, const nlohmann::ordered_json& settings,
                          const VisitCell& visit) const
{
    const auto visitRow = [&] (std::string_view row)
    {
        if (const auto cell = cellFrom (gesture, row))
            visit (*cell, row);
    };
    const auto table = folder / tableName;
    bool first = true;
    if (isThere (table))
        try
        {
            eachLine (table,
                      [&] (std::string_view row)
                      {
                          if (std::exchange (first, false) && mapHeading (gesture) != std::string (row) + "\n")
                              throw Failure (ExitCode::badInput,
                                             table.string() + " does not begin like the table of this map; --restart "
                                                              "replaces it");
                          visitRow (row);
                      });
        }
        catch (const InputError& reason)
        {
            throw Failure (ExitCode::badInput, table.string() + ": cannot be read: " + reason.what());
        }
    readParts (parts, topicOf (settings), visitRow);
}

std::unique_ptr<PartFile> MapFolder::part (const MapGesture& gesture, const nlohmann::ordered_json& settings,
                                           Portion part, const VisitCell& visit) const
{
    return std::make_unique<PartFile> (parts, topicOf (settings), part,
                                       [&] (std::string_view row)
                                       {
                                           if (const auto cell = cellFrom (gesture, row))
                                               visit (*cell, row);
                                       });
}

void MapFolder::removeOwnPart (const PartFile& file) const
{
    std::error_code ignored;
    fs::remove (file.path(), ignored);
    fs::remove (parts, ignored); // only if it is empty
}

void MapFolder::clear() const
{
    std::error_code error;
    const bool isMap = isThere (folder / summaryName) && ! summaryFrom (folder / summaryName).is_null();
    removeParts (parts, "map");
    for (const auto* name : { summaryName, tableName }) // no cell of theirs may come into this map
    {
        fs::remove (folder / name, error);
        if (error)
            throw Failure (ExitCode::notWritable,
                           (folder / name).string() + " can't be replaced: " +
                               (fs::is_directory (folder / name, error) ? "it is a folder" : error.message()));
    }
    if (! isMap)
        return;
    fs::remove (folder / pageName, error);
    std::vector<fs::path> sounds;
    for (const auto& entry : fs::directory_iterator (folder / soundFolder, error))
        if (isSoundName (entry.path().filename().string()))
            sounds.push_back (entry.path());
    for (const auto& sound : sounds)
        fs::remove (sound, error);
}

double MapFolder::earlierSeconds() const
{
    if (! isThere (folder / summaryName))
        return 0.0;
    const auto json = summaryFrom (folder / summaryName);
    return json.contains ("seconds") && json["seconds"].is_number() ? json["seconds"].get<double>() : 0.0;
}

void MapFolder::write (const std::string& name, const std::string& text) const
{
    AtomicFile (folder / name).commitText (text);
}
} // namespace kolophon
