// SPDX-License-Identifier: GPL-3.0-or-later
#include "PatchOptions.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Text/SizeText.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Presets/PluginState.h"
#include "../../Files/Sounds/SoundFile.h"
#include "../../Maps/MapAxis.h"
#include "../../Shell/Console.h"
#include "../../Shell/Suggestion.h"
#include "../../Synth/Parameters/NearestParameter.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "BodyCommand.h"
#include "ReadOrFail.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace kolophon
{
Result<Preset> presetInFile (const std::string& file, Findings& findings)
{
    return inFile (file,
                   textOf (file, largestPresetFile)
                       .and_then ([&findings] (const std::string& text) { return stateFromJson (text, findings); })
                       .map ([] (PluginState state) { return std::move (state.preset); }));
}

std::vector<std::string> warnOf (const std::string& file, const Findings& findings)
{
    auto sentences = findings.sentences();
    warn (file, sentences);
    return sentences;
}

Preset findPreset (const std::string& name)
{
    if (const auto* preset = findFactoryPreset (name))
        return *preset;
    if (std::error_code ignored; name == "-" || std::filesystem::exists (name, ignored))
    {
        Findings findings;
        auto preset = readOrFail (presetInFile (name, findings));
        preset.warnings = warnOf (name, findings);
        return preset;
    }
    const auto names = factoryPresetNames();
    throw Failure (ExitCode::badInput, "no such preset or file: \"" + name + "\"" +
                                           suggestion (name, { names.begin(), names.end() }, "list presets"));
}

std::size_t parameterOf (std::string_view id)
{
    if (const auto index = findParameter (id))
        return *index;
    throw Failure (ExitCode::usage, "unknown parameter \"" + std::string (id) + "\"" +
                                        suggestionOf (nearestParameter (id), "list parameters"));
}

namespace
{
void set (Patch& patch, std::string_view id, std::string_view value)
{
    const auto& parameter = parameterTable()[parameterOf (id)];
    const auto result = parseValue (parameter, value);
    if (! result)
        throw Failure (ExitCode::usage, result.error().what());
    parameter.in (patch) = *result;
}

bool endsAsTuning (std::string_view name)
{
    return name == "-" || (name.size() >= 4 && (equalIgnoringCase (name.substr (name.size() - 4), ".scl") ||
                                                equalIgnoringCase (name.substr (name.size() - 4), ".kbm")));
}

/** Removes the first file from a list between commas, which names may contain, too: the longest name of an existing
    file, otherwise the shortest one with the ending of a tuning, otherwise all. */
std::string nextTuningFile (std::string_view& list)
{
    constexpr std::size_t longestPath = 4096; // [bytes]
    std::size_t shortest = std::string_view::npos, longest = std::string_view::npos;
    for (std::size_t end = std::min (list.find (','), list.size());;
         end = std::min (list.find (',', end + 1), list.size()))
    {
        const auto name = list.substr (0, end);
        if (name.size() > longestPath)
            break;
        if (shortest == std::string_view::npos && endsAsTuning (name))
            shortest = end;
        if (std::error_code ignored; std::filesystem::is_regular_file (name, ignored))
            longest = end;
        if (end == list.size())
            break;
    }
    const auto length = std::min (longest != std::string_view::npos ? longest : shortest, list.size());
    std::string file (list.substr (0, length));
    list.remove_prefix (std::min (length + 1, list.size()));
    return file;
}

/** Reads a scale or a mapping: distinguished by its name, or for standard input by its content. */
void readTuningFile (const std::string& file, KeyTuning& tuning)
{
    if (! endsAsTuning (file))
        throw Failure (ExitCode::usage,
                       "--tuning: \"" + file + "\" must end in .scl (a scale) or .kbm (a keyboard mapping)");
    const bool isMapping = file == "-" ? readMappingFile (file).has_value() : lowerCase (file).ends_with (".kbm");
    if (isMapping)
        tuning.mapping = readOrFail (readMappingFile (file));
    else
        tuning.scale = readOrFail (readScaleFile (file));
}

/** Applies --tuning and --a4 to the preset. */
void applyTuning (const RenderOptions& options, Preset& preset)
{
    if (options.tuning.empty() && ! options.a4)
        return;
    auto tuning = preset.tuning.value_or (KeyTuning());
    for (const auto& list : options.tuning)
        for (std::string_view rest = list; ! rest.empty();)
            readTuningFile (nextTuningFile (rest), tuning);
    tuning.a4 = options.a4.value_or (tuning.a4);
    readOrFail (inFile ("--tuning", tuningOf (tuning)));
    preset.tuning = std::move (tuning);
}
} // namespace

std::vector<double> driveFromOptions (const RenderOptions& options)
{
    if (options.drive.empty())
        return {};
    auto result = readRecording (options.drive);
    if (! result)
        throw Failure (ExitCode::badInput, result.error().what());
    auto& recording = *result;
    warn (options.drive, recording.warnings);
    if (recording.sampleRate != options.rate)
        throw Failure (ExitCode::badInput, options.drive + ": its sample rate is " +
                                               std::to_string (static_cast<int> (recording.sampleRate)) +
                                               " Hz, but the output's is " + std::to_string (options.rate) +
                                               " Hz (--rate)");
    if (! recording.isWhole)
        throw Failure (ExitCode::badInput, options.drive + ": too long; a driving signal may last " +
                                               std::to_string (static_cast<int> (longestRecording)) + " s and take " +
                                               sizeText (static_cast<double> (maxRecordedBytes)));
    for (std::size_t n = 0; n < recording.right.size(); ++n)
        recording.left[n] = 0.5 * (recording.left[n] + recording.right[n]);
    constexpr double faint = 0.01; // -40 dBFS: a hundredth of the hand's speed or force
    double peak = 0.0;
    for (const double sample : recording.left)
        peak = std::max (peak, std::abs (sample));
    if (peak < faint)
        tell (options.drive + (peak > 0.0 ? " peaks at " + fixed (dbFromGain (peak), 0) + " dBFS" : " is silent") +
              ": it hardly moves the hand; raise its level");
    return std::move (recording.left);
}

void playUnaided (RenderOptions& options)
{
    options.settings.insert (options.settings.begin(), unaidedSettings.begin(), unaidedSettings.end());
}

Preset presetFromOptions (const RenderOptions& options)
{
    return presetFromOptions (options, findPreset (options.preset));
}

Preset presetFromOptions (const RenderOptions& options, Preset preset)
{
    applyTuning (options, preset);
    set (preset.patch, "quality.ledger", "on");
    if (! options.body.empty())
    {
        preset.customBody = bodyFromOption (options.body);
        applyBodyKnobs (*preset.customBody, preset.patch);
    }
    if (! options.box.empty())
    {
        preset.measuredBox = readOrFail (readBoxFile (options.box));
        preset.patch.outBox = boxes::measured;
    }
    if (! options.gesture.empty())
    {
        auto result = readGestureFile (options.gesture);
        if (! result)
            throw Failure (ExitCode::badInput, result.error().what());
        preset.gesture = *result;
        choose<&Patch::handDrive> (preset.patch, Drive::gesture);
    }
    const bool driven = choiceOf<&Patch::handDrive> (preset.patch) >= Drive::audioSpeed;
    if (! options.drive.empty() && ! driven)
        choose<&Patch::handDrive> (preset.patch, Drive::audioSpeed);
    for (const auto& setting : options.settings)
    {
        const auto equals = setting.find ('=');
        if (equals == std::string::npos)
            throw Failure (ExitCode::usage,
                           "--set expects id=value, such as hand.speed=\"35 mm/s\", not \"" + setting + "\"");
        set (preset.patch, std::string_view (setting).substr (0, equals),
             std::string_view (setting).substr (equals + 1));
    }
    if (options.passes)
        set (preset.patch, "quality.passes", *options.passes);
    if (options.oversample)
        set (preset.patch, "quality.oversampling",
             options.oversample->ends_with ('x') ? *options.oversample : *options.oversample + "x");
    if (options.seed)
        set (preset.patch, "voice.seed", *options.seed);
    return preset;
}
} // namespace kolophon
