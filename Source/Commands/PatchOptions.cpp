#include "PatchOptions.h"

#include "../Files/PluginState.h"
#include "../Files/SoundFile.h"
#include "../Files/WholeFile.h"
#include "../Shell/Console.h"
#include "../Shell/Suggestion.h"
#include "../Synth/ParameterTable.h"
#include "BodyCommand.h"
#include "ReadOrFail.h"

#include <filesystem>
#include <mutex>
#include <set>
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
    static std::mutex mutex;
    static std::set<std::string> told; // a preset is read again for every song
    const auto line = "warning: " + file + ": " + findings.summary();
    const std::scoped_lock lock (mutex);
    if (! findings.empty() && told.insert (line).second)
        tell (line);
    return findings.sentences();
}

Preset findPreset (const std::string& name)
{
    if (const auto* preset = findFactoryPreset (name))
        return *preset;
    if (std::error_code ignored; std::filesystem::exists (name, ignored))
    {
        Findings findings;
        auto preset = readOrFail (presetInFile (name, findings));
        preset.warnings = warnOf (name, findings);
        return preset;
    }
    const auto names = factoryPresetNames();
    throw Failure (ExitCode::badInput, "there is no preset and no file \"" + name + "\"" +
                                           suggestion (name, { names.begin(), names.end() }, "list presets"));
}

std::size_t parameterOf (std::string_view id)
{
    if (const auto index = findParameter (id))
        return *index;
    std::vector<std::string_view> ids;
    for (const auto& parameter : parameterTable())
        ids.push_back (parameter.id);
    throw Failure (ExitCode::usage,
                   "there is no parameter \"" + std::string (id) + "\"" + suggestion (id, ids, "list parameters"));
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

/** --tuning and --a4, over what the preset has. */
void takeTuning (const RenderOptions& options, Preset& preset)
{
    if (options.tuning.empty() && ! options.a4)
        return;
    auto tuning = preset.tuning.value_or (KeyTuning());
    for (std::string_view rest = options.tuning; ! rest.empty();)
    {
        const auto comma = std::min (rest.find (','), rest.size());
        const std::filesystem::path file (rest.substr (0, comma));
        rest.remove_prefix (std::min (comma + 1, rest.size()));
        const auto ending = file.extension();
        if (ending == ".scl" || ending == ".SCL")
            tuning.scale = readOrFail (readScaleFile (file));
        else if (ending == ".kbm" || ending == ".KBM")
            tuning.mapping = readOrFail (readMappingFile (file));
        else
            throw Failure (ExitCode::usage, "--tuning: \"" + file.string() +
                                                "\" should end in .scl (a scale) or .kbm (a keyboard mapping)");
    }
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
    if (recording.sampleRate != options.rate)
        throw Failure (ExitCode::badInput, options.drive + ": its sample rate is " +
                                               std::to_string (static_cast<int> (recording.sampleRate)) +
                                               " Hz, the rendering's " + std::to_string (options.rate) +
                                               " Hz (--rate)");
    if (! recording.isWhole)
        throw Failure (ExitCode::badInput, options.drive + ": too long; a driving signal may last " +
                                               std::to_string (static_cast<int> (longestRecording)) + " s");
    for (std::size_t n = 0; n < recording.right.size(); ++n)
        recording.left[n] = 0.5 * (recording.left[n] + recording.right[n]);
    return std::move (recording.left);
}

void playUnaided (RenderOptions& options)
{
    const auto alone = { "voice.response=Direct", "voice.guide=0 %", "voice.pitch_lock=0 %" };
    options.settings.insert (options.settings.begin(), alone.begin(), alone.end());
}

Preset presetFromOptions (const RenderOptions& options)
{
    return presetFromOptions (options, findPreset (options.preset));
}

Preset presetFromOptions (const RenderOptions& options, Preset preset)
{
    takeTuning (options, preset);
    set (preset.patch, "quality.ledger", "on");
    if (! options.body.empty())
    {
        preset.customBody = bodyFromOption (options.body);
        takeKnobs (*preset.customBody, preset.patch);
    }
    if (! options.gesture.empty())
    {
        auto result = readGestureFile (options.gesture);
        if (! result)
            throw Failure (ExitCode::badInput, result.error().what());
        preset.gesture = *result;
        preset.patch.handDrive = static_cast<double> (static_cast<int> (Drive::gesture));
    }
    const bool driven = preset.patch.handDrive >= static_cast<double> (static_cast<int> (Drive::audioSpeed));
    if (! options.drive.empty() && ! driven)
        preset.patch.handDrive = static_cast<double> (static_cast<int> (Drive::audioSpeed));
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
