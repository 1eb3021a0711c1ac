// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakeFiles.h"

#include "../../Core/Text/KeyName.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Bytes/ShellWord.h"
#include "../../Files/Json/ShallowJson.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace kolophon
{
namespace
{
constexpr int mostTakes = 10'000;
constexpr double shortestNote = 0.001, longestNote = 3600.0; // [s]

template <class Value>
void within (const char* what, Value value, Value lowest, Value highest, const char* unit = "")
{
    if (! (value >= lowest && value <= highest))
        throw InputError (
            { what, shortest (static_cast<double> (value)), "is out of range",
              shortest (static_cast<double> (lowest)) + " to " + shortest (static_cast<double> (highest)) + unit });
}

/** Checks that a name is a valid file name on all platforms. */
void checkName (const std::string& name)
{
    const bool hasOdd = name.find_first_of ("/\\:*?\"<>|{}") != std::string::npos || firstUnprintable (name);
    if (name.empty() || name.front() == '.' || name.front() == '-' || hasOdd)
        throw InputError ({ "name", shown (Json (name)), "can't begin file names",
                            "letters, digits, spaces, _ - . and others except / \\ : * ? \" < > | { }" });
}

std::string levelText (const LevelTarget& level)
{
    return shortest (level.level) + (level.measure == LevelTarget::Measure::loudness ? "LUFS" : "dBFS");
}

std::string secondsText (double seconds)
{
    return shortest (seconds) + "s";
}

std::string pattern (const TakeOrder& order)
{
    const auto digits = std::to_string (order.count).size();
    return order.name + "_{i:" + formatted ("%02d", static_cast<int> (std::max<std::size_t> (2, digits))) + "}.wav";
}

/** The equivalent command line of `kolophon take`, to be executed inside the folder. */
std::string commandOf (const TakeOrder& order, const std::string& input)
{
    std::vector<std::string> words { "kolophon", "take" };
    const auto add = [&words] (const char* option, const std::string& value)
    {
        words.emplace_back (option);
        words.push_back (value);
    };
    if (order.performance)
        add ("--from", input);
    else
    {
        add ("-p", input);
        add ("--note", keyName (order.key));
        add ("--seconds", shortest (order.seconds));
        add ("--velocity", std::to_string (order.velocity));
        add ("--rate", std::to_string (order.sampleRate));
    }
    add ("--count", std::to_string (order.count));
    add ("--seed", std::to_string (order.seed));
    if (! order.vary.empty())
        add ("--vary", order.vary);
    if (order.gestureVariation > 0.0)
        add ("--vary-gesture", shortest (100.0 * order.gestureVariation));
    if (order.finishing.trimDb)
        add ("--trim", shortest (*order.finishing.trimDb));
    if (const auto& fades = order.finishing.fades; fades.in > 0.0 || fades.out > 0.0)
        add ("--fade", secondsText (fades.in) + "," + secondsText (fades.out));
    if (order.finishing.level)
        words.push_back ("--normalise=" + levelText (*order.finishing.level)); // = because it may begin with -
    add ("--bits", order.format == WavFormat::pcm16 ? "16" : (order.format == WavFormat::pcm24 ? "24" : "32f"));
    add ("-o", pattern (order));
    std::string line;
    for (const auto& word : words)
        line += (line.empty() ? "" : " ") + shellWord (word);
    return line;
}

TakeSession sessionOf (const TakeOrder& order)
{
    TakeSession session;
    session.preset = order.performance ? order.performance->preset : order.preset;
    session.preset.patch.qualityLedger = 1.0; // the ledger doesn't change the sound; the command line has it enabled
    session.variations = valueOrThrow (variationsFromText (order.vary));
    session.gestureVariation = order.gestureVariation;
    session.seed = order.seed;
    session.count = order.count;
    session.finishing = order.finishing;
    session.jobs = order.jobs;
    session.sampleRate = order.performance ? static_cast<int> (order.performance->log.sampleRate) : order.sampleRate;
    RenderSettings settings;
    settings.sampleRate = session.sampleRate;
    if (order.performance)
        session.play = [performance = std::make_shared<const RecordedPerformance> (*order.performance),
                        settings] (const Preset& preset, const RenderSinks& sinks)
        {
            auto synth = std::make_unique<Synth>();
            synth->prepare (settings.sampleRate);
            return replay (*synth, *performance, preset, settings, sinks);
        };
    else
        session.play = [song = heldKeys (std::array { order.key }, order.seconds, order.velocity / 127.0, {}),
                        settings] (const Preset& preset, const RenderSinks& sinks)
        {
            auto synth = std::make_unique<Synth>();
            synth->prepare (settings.sampleRate);
            givePreset (*synth, preset);
            return renderEvents (*synth, song.events, settings, sinks);
        };
    return session;
}

void checkNumbers (const TakeOrder& order)
{
    within ("takes", order.count, 1, mostTakes);
    within ("gesture", 100.0 * order.gestureVariation, 0.0, 100.0, " %");
    if (order.performance)
        return;
    within ("note", order.key, 0, 127);
    within ("seconds", order.seconds, shortestNote, longestNote, " s");
    within ("velocity", order.velocity, 1, 127);
    within ("rate", order.sampleRate, static_cast<int> (limits::minSampleRate),
            static_cast<int> (limits::maxSampleRate), " Hz");
}
} // namespace

std::string soundComment (const Preset& preset, int sampleRate, const std::string& command)
{
    const auto& patch = preset.patch;
    const Json json { { "kolophon", KOLOPHON_VERSION },
                      { "preset", preset.info.name },
                      { "presetFingerprint",
                        formatted ("%016llx", static_cast<unsigned long long> (presetFingerprint (preset))) },
                      { "seed", static_cast<int> (patch.voiceSeed) },
                      { "sampleRate", sampleRate },
                      { "passes", static_cast<int> (patch.qualityPasses) },
                      { "oversampling", oversamplingOf (patch) },
                      { "command", command } };
    return dump (json);
}

Song heldKeys (std::span<const int> keys, double seconds, double velocity, const std::string& title)
{
    using Type = PerformanceEvent::Type;
    Song song;
    song.title = title;
    song.duration = seconds;
    for (const int key : keys)
    {
        song.events.push_back ({ 0.0, { 0, Type::noteOn, 0, static_cast<std::uint16_t> (key), velocity } });
        ++song.noteCount;
    }
    for (const int key : keys)
        song.events.push_back ({ seconds, { 0, Type::noteOff, 0, static_cast<std::uint16_t> (key), 0.5 } });
    return song;
}

TakeEntry writeTake (const TakeSession& session, const TakeFiles& files, RenderedTake rendered)
{
    const auto& name = files.names[static_cast<std::size_t> (rendered.number) - 1];
    auto preset = session.preset;
    preset.patch = rendered.patch;
    preset.gesture = rendered.gesture;
    WavFile file (name, session.sampleRate, files.format, rendered.finished.seconds, files.title,
                  soundComment (preset, session.sampleRate, files.command));
    file.write (rendered.sound.left, rendered.sound.right);
    file.finish();
    rendered.sound = {};
    return { std::filesystem::path (name).filename().string(), std::move (rendered) };
}

std::vector<TakeEntry> writeTakes (const TakeSession& session, const TakeFiles& files,
                                   const std::function<void (const TakeEntry&)>& done)
{
    AtomicFile manifestFile (files.manifest); // reports a location without write access before the work begins
    std::vector<TakeEntry> entries;
    std::mutex guard;
    const auto keep = [&] (RenderedTake rendered)
    {
        auto entry = writeTake (session, files, std::move (rendered));
        const std::scoped_lock lock (guard);
        entries.push_back (std::move (entry));
        if (done)
            done (entries.back());
    };
    renderTakes (session, keep);
    std::sort (entries.begin(), entries.end(),
               [] (const TakeEntry& a, const TakeEntry& b) { return a.take.number < b.take.number; });
    std::vector<Json> lines;
    for (const auto& entry : entries)
        lines.push_back (takeJson (session, entry));
    manifestFile.commitText (takesManifest (session, lines, files.gesture, files.command));
    return entries;
}

Result<TakePlan> planTakes (const TakeOrder& order)
{
    return resultOf (
        [&order]
        {
            checkNumbers (order);
            checkName (order.name);
            if (order.folder.empty())
                throw InputError ("choose a folder for the takes first");
            TakePlan plan { sessionOf (order), {}, {}, {} };
            const auto input = order.name + (order.performance ? ".performance" : ".preset.json");
            plan.input = order.folder / input;
            plan.inputText = order.performance ? performanceToJson (*order.performance) : presetToJson (order.preset);
            auto& files = plan.files;
            for (int number = 1; number <= order.count; ++number)
                files.names.push_back ((order.folder / valueOrThrow (takeName (pattern (order), number))).string());
            files.manifest = order.folder / (order.name + ".takes.json");
            files.format = order.format;
            files.gesture = order.performance ? input : keyName (order.key);
            files.title = order.performance ? order.performance->preset.info.name : keyName (order.key);
            files.command = commandOf (order, input);
            return plan;
        });
}

std::vector<TakeEntry> writeTakes (const TakePlan& plan, const std::function<void (const TakeEntry&)>& done)
{
    outputFolder (plan.input.parent_path());
    AtomicFile (plan.input).commitText (plan.inputText);
    return writeTakes (plan.session, plan.files, done);
}
} // namespace kolophon
