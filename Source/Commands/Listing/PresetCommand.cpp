// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetCommand.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Bytes/Warnings.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Shell/Console.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Sounds/PatchOptions.h"
#include "../Sounds/RenderInput.h"

#include <algorithm>
#include <cstdio>

namespace kolophon
{
namespace
{
/** "6 points", or "speed 4, place 2 points". */
std::string gestureText (const DrawnGesture& gesture)
{
    if (gesture.hasOnlyCorners())
        return std::to_string (gesture.tracks[0].count) + " points";
    std::string text;
    for (std::size_t t = 0; t < gestureTrackCount; ++t)
        if (const int count = gesture.tracks[t].count; count > 0)
            text += (text.empty() ? "" : ", ") + std::string (gestureTrackId (static_cast<GestureTrackKind> (t))) +
                    " " + std::to_string (count);
    return text.empty() ? "steady" : text + " points";
}

/** "My fiddle.wav, 0.341 s, stereo" */
std::string boxText (const MeasuredBox& box)
{
    return (box.name.empty() ? std::string ("a response") : box.name) + ", " + fixed (box.response->seconds(), 3) +
           " s" + (box.response->right.empty() ? "" : ", stereo");
}

/** Fields of a preset other than parameters, as text. */
std::vector<std::pair<std::string, std::string>> things (const Preset& preset)
{
    std::vector<std::pair<std::string, std::string>> all;
    if (preset.customBody)
        all.emplace_back ("custom_body", preset.customBody->name.empty() ? "a custom body" : preset.customBody->name);
    if (preset.measuredBox)
        all.emplace_back ("measured_box", boxText (*preset.measuredBox));
    if (preset.gesture)
        all.emplace_back ("gesture", gestureText (*preset.gesture));
    if (preset.tuning)
        all.emplace_back ("tuning", tuningText (*preset.tuning));
    return all;
}

std::string line (const std::string& id, const std::string& value, const std::string& other = "")
{
    return formatted ("  %-28s ", id.c_str()) + printable (value, longestCell) +
           (other.empty() ? "" : "  ->  " + printable (other, longestCell)) + "\n";
}

struct Difference
{
    std::string id, first, second;
};

std::vector<Difference> differences (const Preset& a, const Preset& b)
{
    std::vector<Difference> all;
    for (const auto& parameter : parameterTable())
        if (const double x = parameter.in (a.patch), y = parameter.in (b.patch); x != y)
        {
            auto first = formatValue (parameter, x), second = formatValue (parameter, y);
            if (first == second) // they differ by less than the text shows
                first = shortest (x), second = shortest (y);
            all.push_back ({ std::string (parameter.id), first, second });
        }
    const auto compare = [&all] (const char* id, bool same, const std::string& first, const std::string& second)
    {
        if (! same)
            all.push_back ({ id, first, second });
    };
    const auto text = [] (const Preset& preset, const std::string& id)
    {
        for (const auto& [name, what] : things (preset))
            if (name == id)
                return what;
        return std::string ("none");
    };
    for (const auto& [id, same] :
         { std::pair ("custom_body", a.customBody == b.customBody),
           std::pair ("measured_box", a.measuredBox == b.measuredBox), std::pair ("gesture", a.gesture == b.gesture),
           std::pair ("tuning", a.tuning == b.tuning) })
        compare (id, same, text (a, id), text (b, id));
    return all;
}
} // namespace

ExitCode listPresetNames (const PresetOptions& options)
{
    Json list = Json::array();
    std::string text;
    for (const auto& preset : factoryPresets())
    {
        const auto& info = preset.info;
        if (! options.tag.empty() && std::find (info.tags.begin(), info.tags.end(), options.tag) == info.tags.end())
            continue;
        list.push_back ({ { "name", info.name }, { "notes", info.notes }, { "tags", info.tags } });
        text += formatted ("%-24s  ", info.name.c_str()) + info.notes + "\n";
    }
    print (options.json ? terminalJson (list) : text);
    return ExitCode::ok;
}

ExitCode showPreset (const PresetOptions& options)
{
    const auto preset = findPreset (options.name);
    if (options.json)
    {
        print (presetToJson (preset));
        return ExitCode::ok;
    }
    std::string text = printable (preset.info.name, longestLine) + "\n";
    if (! preset.info.notes.empty())
        text += "  " + printable (preset.info.notes, longestLine) + "\n";
    for (const auto& [id, what] : things (preset))
        text += line (id, what);
    const auto defaults = Patch::defaults();
    for (const auto& parameter : parameterTable())
        if (const double value = parameter.in (preset.patch); value != parameter.in (defaults))
            text += line (std::string (parameter.id), formatValue (parameter, value));
    print (text);
    return ExitCode::ok;
}

ExitCode validatePresets (const PresetOptions& options)
{
    Json list = Json::array();
    std::string text;
    bool valid = true;
    for (const auto& file : filesOf (options.files))
    {
        Findings findings;
        const auto preset = presetInFile (file, findings);
        const bool isValid = preset && findings.empty();
        valid = valid && isValid;
        list.push_back ({ { "file", file }, { "valid", isValid } });
        if (isValid)
            text += printable (file, longestLine) + ": valid\n";
        else if (preset)
        {
            list.back()["findings"] = findings.sentences();
            tell (warningLine (file, findings.sentences()));
        }
        else
        {
            list.back()["problem"] = preset.error().what();
            tell (preset.error().what());
        }
    }
    print (options.json ? terminalJson (list) : text);
    return valid ? ExitCode::ok : ExitCode::badInput;
}

ExitCode diffPresets (const PresetOptions& options)
{
    const auto all = differences (findPreset (options.name), findPreset (options.other));
    Json list = Json::array();
    std::string text;
    for (const auto& [id, first, second] : all)
    {
        list.push_back ({ { "id", id }, { "first", first }, { "second", second } });
        text += line (id, first, second);
    }
    print (options.json ? terminalJson (list) : (text.empty() ? "  no difference\n" : text));
    return ExitCode::ok;
}

ExitCode convertPreset (const PresetOptions& options)
{
    const auto text = presetToJson (findPreset (options.name));
    AtomicFile (options.output.empty() ? "-" : options.output).commitText (text);
    return ExitCode::ok;
}
} // namespace kolophon
