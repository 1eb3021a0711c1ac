// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapCommand.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Bytes/ShellWord.h"
#include "../../Maps/MapFolder.h"
#include "../../Maps/MapPage.h"
#include "../../Maps/MapRun.h"
#include "../../Maps/MapSummary.h"
#include "../../Maps/MapTableFile.h"
#include "../../Reports/Sounds/RenderReport.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../Sounds/NoteName.h"
#include "../Sounds/PatchOptions.h"
#include "../Sounds/RenderInput.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace kolophon
{
namespace
{
std::string settingOf (std::string_view id, std::string_view value)
{
    return std::string (id) + "=" + std::string (value);
}

/** The value that --set gives a menu, by its place; nullopt without such a --set. */
std::optional<double> chosenBySet (const RenderOptions& options, std::string_view menu)
{
    std::optional<double> chosen;
    for (const auto& setting : options.settings)
        if (setting.starts_with (std::string (menu) + "="))
            if (const auto value = parseValue (parameterTable()[*findParameter (menu)],
                                               std::string_view (setting).substr (menu.size() + 1));
                value)
                chosen = *value;
    return chosen;
}

/** Sets menus so that the engine reads both axes. Throws Failure (2) if --set or the other axis contradicts. */
void addConditions (RenderOptions& options, const MapAxis& x, const MapAxis& y)
{
    const auto wanted = menusOfAxes (x, y);
    for (const auto& condition : wanted)
    {
        const auto& menu = parameterTable()[*findParameter (condition.menu)];
        const auto choice = parseValue (menu, condition.choice).value();
        if (const auto chosen = chosenBySet (options, condition.menu); chosen && *chosen != choice)
            throw Failure (ExitCode::usage, std::string (condition.id) + " has no effect with " +
                                                settingOf (condition.menu, formatValue (menu, *chosen)) +
                                                "; for a map over it, use " +
                                                settingOf (condition.menu, condition.choice));
    }
    for (const auto& condition : wanted)
        if (const auto text = settingOf (condition.menu, condition.choice); ! chosenBySet (options, condition.menu))
            options.settings.push_back (text);
}

/** Options of a map's sound. The ear guard would attenuate only the loudest cells, and the live comparison of two
    contacts might play the other contact. */
RenderOptions soundOptions (const MapOptions& options, const MapAxis& x, const MapAxis& y)
{
    auto sound = options.sound;
    for (const auto* axis : { &x, &y })
        for (const auto& setting : sound.settings)
            if (setting.starts_with (std::string (axis->parameter->id) + "="))
                throw Failure (ExitCode::usage,
                               "--set " + setting + ": already set by " + (axis == &x ? "--x" : "--y"));
    if (! options.law.empty())
    {
        for (const auto& setting : sound.settings)
            if (setting.starts_with ("contact.law="))
                throw Failure (ExitCode::usage,
                               "--set " + setting + " and --law " + options.law + ": give only one law");
        const auto* law = findLaw (options.law);
        if (law == nullptr)
        {
            std::string ids;
            for (const auto& each : lawTable())
                ids += (ids.empty() ? "" : ", ") + std::string (each.id);
            throw Failure (ExitCode::usage, "--law: \"" + options.law + "\" is not one of " + ids);
        }
        sound.settings.push_back (settingOf ("contact.law", law->name));
    }
    addConditions (sound, x, y);
    playUnaided (sound);
    sound.settings.insert (sound.settings.begin(), unguardedSettings.begin(), unguardedSettings.end());
    return sound;
}

/** The `kolophon render` command of a cell, without the two values and -o. */
std::string cellCommand (const RenderOptions& sound)
{
    std::string line = "kolophon render";
    const auto add = [&line] (const char* option, const std::string& value)
    {
        if (! value.empty())
            line += std::string (" ") + option + " " + shellWord (value);
    };
    add ("-p", sound.preset);
    for (const auto& file : sound.tuning)
        add ("--tuning", file);
    add ("--a4", sound.a4 ? shortest (*sound.a4) : std::string());
    add ("--body", sound.body);
    add ("--gesture", sound.gesture);
    add ("--note", sound.note);
    add ("--seconds", shortest (sound.seconds));
    add ("--tail", "0");
    add ("--velocity", std::to_string (sound.velocity));
    add ("--rate", std::to_string (sound.rate));
    add ("--passes", sound.passes.value_or (""));
    add ("--oversample", sound.oversample.value_or (""));
    add ("--seed", sound.seed.value_or (""));
    for (const auto& setting : sound.settings)
        add ("--set", setting);
    return line;
}

MapGesture gestureFrom (const MapOptions& options, const RenderOptions& sound, MapAxis x, MapAxis y)
{
    MapGesture gesture;
    gesture.preset = presetFromOptions (sound);
    gesture.x = std::move (x);
    gesture.y = std::move (y);
    const auto keys = keysFromText (sound.note);
    if (keys.size() != 1)
        throw Failure (ExitCode::usage, "--note: \"" + sound.note + "\" is a chord; a map plays one note");
    gesture.key = keys.front();
    gesture.song = songFromOptions (sound, "map");
    gesture.seconds = sound.seconds;
    gesture.sampleRate = sound.rate;
    gesture.soundSeconds = options.noSounds ? 0.0 : std::min (options.soundSeconds, sound.seconds);
    return gesture;
}

/** Writes a cell's file, with the command that renders it again. */
void writeSound (const MapFolder& folder, const MapReport& report, std::size_t column, std::size_t row,
                 const std::vector<double>& samples)
{
    if (samples.empty())
        return;
    const auto& gesture = *report.gesture;
    const auto set = [] (const MapAxis& axis, std::size_t i)
    { return " --set " + settingOf (axis.parameter->id, shortest (axis.values[i])); };
    WavFile file (folder.path (mapSoundName (column, row)), gesture.sampleRate, WavFormat::pcm16, gesture.soundSeconds,
                  gesture.song.title, report.cellCommand + set (gesture.x, column) + set (gesture.y, row), 1);
    file.write (samples);
    file.finish();
}

std::string subtitleOf (const MapGesture& gesture, const RenderOptions& sound)
{
    return printable (gesture.preset.info.name, longestCell) + ", " + printable (sound.note, longestCell) + ", " +
           quantity (gesture.seconds, "s") + ", law " +
           std::string (lawTable()[static_cast<std::size_t> (gesture.preset.patch.contact.law)].name);
}

/** The part that is asked for; nullopt: all of the map. Throws Failure (2). */
std::optional<Portion> partOf (const MapOptions& options)
{
    const auto part = partFromOption (options.part);
    if (part && options.restart)
        throw Failure (ExitCode::usage, "--restart would remove the other parts; give it without --part");
    return part;
}

/** Computation of the cells of a map or of one of its parts: rows are appended to a file as they are finished. */
struct CellWork
{
    const MapOptions& options;
    const MapFolder& folder;
    MapReport& report;
    const MapSummary& summary;
    std::vector<bool> done; // cells

    /** Takes a cell that is finished already, once. */
    void find (const MapRow& cell)
    {
        if (! done[cell.place])
            report.totals.add (cell.place, cell.cell);
        done[cell.place] = true;
    }

    /** Computes what is missing; false if interrupted. `file`: of the part's rows. */
    bool compute (Portion part, PartFile& file)
    {
        const auto& gesture = *report.gesture;
        MapRun run;
        run.jobs = threadsFor (options.jobs);
        run.quiet = options.sound.quiet;
        run.part = part;
        run.keepSound = [this] (std::size_t column, std::size_t row, const std::vector<double>& samples)
        { writeSound (folder, report, column, row, samples); };
        run.keepCell = [&] (std::size_t place, const MapCell& cell)
        {
            file.append (mapRow (gesture, place, cell));
            report.totals.add (place, cell);
        };
        return computeCells (gesture, done, run);
    }
};

/** Computes one part of a map into a file of its own, and draws nothing. */
ExitCode computePart (CellWork& work, Portion part)
{
    const auto file = work.folder.part (*work.report.gesture, work.summary.settings, part,
                                        [&work] (const MapRow& cell, std::string_view) { work.find (cell); });
    if (work.compute (part, *file))
        return ExitCode::ok;
    tell ("interrupted; " + file->path().string() + " holds the finished cells; repeat the command to continue");
    return ExitCode::interrupted;
}

MapReport reportOf (const MapOptions& options, const MapGesture& gesture, const RenderOptions& sound)
{
    MapReport report;
    report.gesture = &gesture;
    report.metrics = mapMetricsFromText (options.metrics);
    report.totals.cells = gesture.x.values.size() * gesture.y.values.size();
    report.commandLine = sound.commandLine;
    report.cellCommand = cellCommand (sound);
    report.subtitle = subtitleOf (gesture, sound);
    report.warnings = warned();
    report.limits.noLargest = report.limits.noSmallest = "the map is not finished";
    chooseShown (report);
    return report;
}
} // namespace

// Long: the order matters: a run can be continued from the state on disk at any moment.
ExitCode map (const MapOptions& options)
{
    auto x = mapAxisFromText ("--x", options.x), y = mapAxisFromText ("--y", options.y);
    if (x.parameter == y.parameter)
        throw Failure (ExitCode::usage, "--x and --y are both " + std::string (x.parameter->id) +
                                            "; a map needs two different parameters");
    const auto part = partOf (options);
    mapMetricsFromText (options.metrics); // reports unknown ones before the preset is read
    const auto sound = soundOptions (options, x, y);
    const auto gesture = gestureFrom (options, sound, std::move (x), std::move (y));
    auto report = reportOf (options, gesture, sound);

    MapSummary summary;
    summary.settings = mapSettings (gesture, sound.velocity);
    const MapFolder folder (sound.output, gesture.soundSeconds > 0.0, { sound.preset, sound.body, sound.gesture });
    if (options.restart)
        folder.clear();
    folder.check (summary.settings);
    CellWork work { options, folder, report, summary, std::vector<bool> (report.totals.cells) };
    if (part)
        return computePart (work, *part);
    folder.eachCell (gesture, summary.settings, [&work] (const MapRow& cell, std::string_view) { work.find (cell); });
    const auto found = report.totals.done;
    const double earlier = folder.earlierSeconds();
    if (found > 0 && found < report.totals.cells && ! options.sound.quiet)
        tell (sound.output + " has " + std::to_string (found) + " of " + std::to_string (report.totals.cells) +
              " cells already");

    using Time = std::chrono::steady_clock;
    const auto begin = Time::now();
    const auto updateSummary = [&]
    {
        summary.computed = report.totals.done - found;
        summary.seconds = earlier + std::chrono::duration<double> (Time::now() - begin).count();
    };
    updateSummary();
    folder.write ("map.json", mapJson (report, summary)); // identifies the cells, before they are written
    std::unique_ptr<PartFile> rest;
    if (found < report.totals.cells)
        rest = folder.part (gesture, summary.settings, {}, [] (const MapRow&, std::string_view) {});
    const bool complete = ! rest || work.compute ({}, *rest);
    updateSummary();
    if (! complete)
    {
        const Closing closing;
        folder.write ("map.json", mapJson (report, summary));
        tell ("interrupted; " + folder.path ("parts").string() + " holds " + std::to_string (report.totals.done) +
              " of " + std::to_string (report.totals.cells) + " cells; repeat the command to continue");
        return ExitCode::interrupted;
    }

    writeMapTable (folder, report, summary);
    if (rest)
        folder.removeOwnPart (*rest);
    report.limits = limitsOfMap (report.shownGesture, report.totals);
    summary.checksPassed = mapChecksOut (report);
    for (const auto& id : summary.idle)
        tell (id + " has no effect with these settings");
    folder.write ("index.html", mapPage (report));
    const auto json = mapJson (report, summary);
    folder.write ("map.json", json);
    const auto text = sound.json ? json : (sound.quiet ? std::string() : mapText (report, summary, sound.output));
    print (text);
    return summary.checksPassed ? ExitCode::ok : ExitCode::checkFailed;
}
} // namespace kolophon
