#include "MapCommand.h"
#include "Gnuplot.h"
#include "MapFolder.h"
#include "MapPage.h"
#include "MapRun.h"
#include "NoteName.h"
#include "PatchOptions.h"
#include "RenderInput.h"
#include "RenderReport.h"
#include "ShellWord.h"

#include "../Synth/LawTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

namespace kolophon
{
namespace
{
using Json = nlohmann::ordered_json;

constexpr std::size_t manyCells = 160000;

/** A parameter that the engine reads only while a menu says so. */
struct Condition
{
    std::string_view id, menu, choice;
};
constexpr std::array conditions{ Condition{ "hand.force", "hand.force_mode", "Absolute" },
                                 Condition{ "hand.pressure", "hand.force_mode", "Relative" },
                                 Condition{ "contact.travel", "contact.bristle", "Travel" },
                                 Condition{ "contact.travel_track", "contact.bristle", "Travel" },
                                 Condition{ "contact.stiffness", "contact.bristle", "Stiffness" } };

std::string settingOf (std::string_view id, std::string_view value)
{
    return std::string (id) + "=" + std::string (value);
}

/** The value that --set gives a menu, by its place; nothing where no --set names it. */
std::optional<double> chosenBySet (const RenderOptions& options, std::string_view menu)
{
    std::optional<double> chosen;
    for (const auto& setting : options.settings)
        if (setting.starts_with (std::string (menu) + "="))
            if (const auto value = parseValue (parameterTable()[*findParameter (menu)],
                                               std::string_view (setting).substr (menu.size() + 1));
                std::holds_alternative<double> (value))
                chosen = std::get<double> (value);
    return chosen;
}

/** Menus are set so that both axes are read. Throws Failure (2) where --set or the other axis has it otherwise. */
void addConditions (RenderOptions& options, const MapAxis& x, const MapAxis& y)
{
    std::vector<Condition> wanted;
    for (const auto* axis : { &x, &y })
        for (const auto& condition : conditions)
            if (condition.id == axis->parameter->id)
                wanted.push_back (condition);
    for (const auto& condition : wanted)
    {
        const auto& menu = parameterTable()[*findParameter (condition.menu)];
        const auto choice = std::get<double> (parseValue (menu, condition.choice));
        if (const auto chosen = chosenBySet (options, condition.menu); chosen && *chosen != choice)
            throw Failure (ExitCode::usage, std::string (condition.id) + " is not read with " +
                                                settingOf (condition.menu, formatValue (menu, *chosen)) +
                                                ": a map over it needs " +
                                                settingOf (condition.menu, condition.choice));
    }
    if (wanted.size() == 2 && wanted[0].menu == wanted[1].menu && wanted[0].choice != wanted[1].choice)
        throw Failure (ExitCode::usage, std::string (wanted[0].id) + " and " + std::string (wanted[1].id) +
                                            " are never read together: " + std::string (wanted[0].menu) +
                                            " chooses one of them");
    for (const auto& condition : wanted)
        if (const auto text = settingOf (condition.menu, condition.choice); ! chosenBySet (options, condition.menu))
            options.settings.push_back (text);
}

/** The options of the sound as a map plays it. The ear guard would turn down only the loudest cells, and the live
    comparison of two contacts would play another one's turn. */
RenderOptions soundOptions (const MapOptions& options, const MapAxis& x, const MapAxis& y)
{
    auto sound = options.sound;
    for (const auto* axis : { &x, &y })
        for (const auto& setting : sound.settings)
            if (setting.starts_with (std::string (axis->parameter->id) + "="))
                throw Failure (ExitCode::usage,
                               "--set " + setting + ": " + (axis == &x ? "--x" : "--y") + " sets it already");
    if (! options.law.empty())
    {
        for (const auto& setting : sound.settings)
            if (setting.starts_with ("contact.law="))
                throw Failure (ExitCode::usage,
                               "--set " + setting + " and --law " + options.law + ": one law is enough");
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
    sound.settings.insert (sound.settings.begin(), { "out.guard=off", "compare.on=off" });
    return sound;
}

std::string shortest (double value)
{
    std::array<char, 32> text{};
    return { text.data(), std::to_chars (text.data(), text.data() + text.size(), value).ptr };
}

/** `kolophon render` of a cell, but for the two values and -o. */
std::string cellCommand (const RenderOptions& sound)
{
    std::string line = "kolophon render";
    const auto add = [&line] (const char* option, const std::string& value)
    {
        if (! value.empty())
            line += std::string (" ") + option + " " + shellWord (value);
    };
    add ("-p", sound.preset);
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

std::size_t count (const MapCells& cells)
{
    return static_cast<std::size_t> (
        std::count_if (cells.begin(), cells.end(), [] (const auto& c) { return c.has_value(); }));
}

double worstResidual (const MapCells& cells)
{
    double worst = 0.0;
    for (const auto& cell : cells)
        if (cell && ! (cell->residual <= worst))
            worst = cell->residual; // also where it is no number
    return worst;
}

/** What is wrong with a cell; null where all is well. */
const char* complaintAbout (const MapCell& cell)
{
    return cell.faultySamples > 0             ? "the engine computed something that is not a number"
           : ! (cell.residual <= ledgerLimit) ? "the energy books are off by more than 1e-12 of the peak energy"
                                              : nullptr;
}

/** Says what is wrong, once for all cells. */
bool checksOut (const MapReport& report)
{
    const char* complaint = nullptr;
    std::size_t faulty = 0, first = 0;
    for (std::size_t i = 0; i < report.cells.size(); ++i)
        if (report.cells[i])
            if (const auto* wrong = complaintAbout (*report.cells[i]))
            {
                first = faulty++ == 0 ? i : first;
                complaint = complaint == nullptr ? wrong : complaint;
            }
    if (complaint != nullptr)
        std::fprintf (stderr, "kolophon: check failed in %zu cells, first in column %zu, row %zu: %s\n", faulty,
                      first % report.gesture->x.values.size(), first / report.gesture->x.values.size(), complaint);
    return faulty == 0;
}

/** Axes along which no sample of any cell changes: the patch does not read the parameter. */
std::vector<std::string> idleAxes (const MapReport& report)
{
    const auto columns = report.gesture->x.values.size();
    bool xMatters = false, yMatters = false;
    for (std::size_t i = 0; i < report.cells.size(); ++i)
    {
        const auto hash = [&report] (std::size_t at) { return report.cells[at] ? report.cells[at]->hash : 0; };
        xMatters = xMatters || (i % columns > 0 && hash (i) != hash (i - 1));
        yMatters = yMatters || (i >= columns && hash (i) != hash (i - columns));
    }
    std::vector<std::string> idle;
    if (! xMatters)
        idle.emplace_back (report.gesture->x.parameter->id);
    if (! yMatters)
        idle.emplace_back (report.gesture->y.parameter->id);
    return idle;
}

Json numbersOf (const std::vector<PlotPoint>& points)
{
    Json list = Json::array();
    for (const auto& point : points)
        list.push_back (Json::array ({ point.x, point.y }));
    return list;
}

Json optionalText (const std::string& text)
{
    return text.empty() ? Json (nullptr) : Json (text);
}

/** What a run adds to the report. */
struct Summary
{
    Json settings;
    std::size_t computed = 0;
    double seconds = 0.0; // [s] of all runs
    bool checksPassed = true;
    std::vector<std::string> idle;
};

std::string summaryJson (const MapReport& report, const Summary& summary)
{
    Json regimes = Json::object(), metrics = Json::array();
    const auto counts = regimeCounts (report.cells);
    for (std::size_t i = 0; i < counts.size(); ++i)
        regimes[std::string (regimeName (static_cast<Regime> (i)))] = counts[i];
    for (const auto* metric : report.metrics)
        metrics.push_back (metric->id);
    const auto done = count (report.cells);
    const double worst = worstResidual (report.cells);
    const Json json{ { "schema", "kolophon-map" },
                     { "schemaVersion", 1 },
                     { "version", KOLOPHON_VERSION },
                     { "command", report.commandLine },
                     { "cellCommand", report.cellCommand },
                     { "subtitle", report.subtitle },
                     { "cells", report.cells.size() },
                     { "cellsDone", done },
                     { "computedNow", summary.computed },
                     { "finished", done == report.cells.size() },
                     { "seconds", summary.seconds },
                     { "regimes", regimes },
                     { "worstResidual", std::isfinite (worst) ? Json (worst) : Json (nullptr) },
                     { "checksPassed", summary.checksPassed },
                     { "idleParameters", summary.idle },
                     { "limits",
                       { { "bowSpeed", report.limits.bowSpeed },
                         { "most", numbersOf (report.limits.most) },
                         { "noMostBecause", optionalText (report.limits.noMost) },
                         { "least", numbersOf (report.limits.least) },
                         { "noLeastBecause", optionalText (report.limits.noLeast) } } },
                     { "metrics", metrics },
                     { "noFiguresBecause", optionalText (report.noFigures) },
                     { "settings", summary.settings } };
    return json.dump (4, ' ', false, Json::error_handler_t::replace) + "\n";
}

/** For people. */
std::string summaryText (const MapReport& report, const Summary& summary, const std::string& folder)
{
    const auto line = [] (const char* format, auto... values)
    {
        std::array<char, 512> text{};
        std::snprintf (text.data(), text.size(), format, values...);
        return std::string (text.data());
    };
    auto text =
        folder + "\n" + line ("  cells         %zu, %zu of them computed now\n", report.cells.size(), summary.computed);
    const auto counts = regimeCounts (report.cells);
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            text += line ("  %-13s %5.1f %%\n", std::string (regimeName (static_cast<Regime> (i))).c_str(),
                          100.0 * counts[i] / static_cast<double> (report.cells.size()));
    text += line ("  ledger        worst residual %.2g of peak energy (limit %.0g)\n", worstResidual (report.cells),
                  ledgerLimit);
    return text + line ("  time          %.1f s\n", summary.seconds) + "  page          " + folder + "/index.html\n";
}

/** DIR/METRIC.svg and .png; where gnuplot cannot make them, the reason stands in the report. */
void drawPictures (MapReport& report, const MapFolder& folder)
{
    try
    {
        for (const auto* metric : report.metrics)
            for (const auto& [ending, terminal] :
                 { std::pair ("svg", "svg"), std::pair ("png", "pngcairo fontscale 0.75") })
                folder.write (std::string (metric->id) + "." + ending,
                              runGnuplot (mapScript (*report.gesture, report.cells, report.limits, *metric,
                                                     report.subtitle, terminal)));
    }
    catch (const NoFigure& problem)
    {
        report.noFigures = problem.what();
        std::fprintf (stderr, "kolophon: %s; there are no pictures beside the page, which is complete\n",
                      problem.what());
    }
}

int jobsFrom (const MapOptions& options)
{
    return options.jobs > 0 ? options.jobs : static_cast<int> (std::max (1u, std::thread::hardware_concurrency()));
}

std::string subtitleOf (const MapGesture& gesture, const RenderOptions& sound)
{
    return gesture.preset.info.name + ", " + sound.note + ", " + quantity (gesture.seconds, "s") + ", law " +
           std::string (lawTable()[static_cast<std::size_t> (gesture.preset.patch.contact.law)].name);
}
} // namespace

ExitCode map (const MapOptions& options)
{
    auto x = mapAxisFromText ("--x", options.x), y = mapAxisFromText ("--y", options.y);
    if (x.parameter == y.parameter)
        throw Failure (ExitCode::usage,
                       "--x and --y are both " + std::string (x.parameter->id) + "; a map wants two parameters");
    if (x.values.size() * y.values.size() > manyCells)
        throw Failure (ExitCode::usage, std::to_string (x.values.size() * y.values.size()) +
                                            " cells are too many; at most " + std::to_string (manyCells));
    MapReport report;
    report.metrics = mapMetricsFromText (options.metrics);
    const auto sound = soundOptions (options, x, y);
    const auto gesture = gestureFrom (options, sound, std::move (x), std::move (y));
    report.gesture = &gesture;
    report.commandLine = sound.commandLine;
    report.cellCommand = cellCommand (sound);
    report.subtitle = subtitleOf (gesture, sound);
    report.limits.noMost = report.limits.noLeast = "the map is not finished";

    Summary summary;
    summary.settings = mapSettings (gesture, sound.velocity);
    const MapFolder folder (sound.output, gesture.soundSeconds > 0.0, { sound.preset, sound.body, sound.gesture });
    if (options.restart)
        folder.clear();
    report.cells = folder.resume (gesture, summary.settings);
    const auto found = count (report.cells);
    const double earlier = folder.earlierSeconds();
    if (found > 0 && found < report.cells.size() && ! options.sound.quiet)
        std::fprintf (stderr, "kolophon: %s has %zu of %zu cells already\n", sound.output.c_str(), found,
                      report.cells.size());

    using Time = std::chrono::steady_clock;
    const auto begin = Time::now();
    const auto takeStock = [&]
    {
        summary.computed = count (report.cells) - found;
        summary.seconds = earlier + std::chrono::duration<double> (Time::now() - begin).count();
    };
    folder.write ("map.json", summaryJson (report, summary)); // whose table it is, before there is one
    watchForInterrupt();
    MapRun run;
    run.jobs = jobsFrom (options);
    run.quiet = sound.quiet;
    run.save = [&] (const MapCells& cells) { folder.write ("map.csv", mapCsv (gesture, cells)); };
    run.keepSound = [&] (std::size_t column, std::size_t row, const std::vector<double>& samples)
    {
        if (samples.empty())
            return;
        const auto id = [] (const MapAxis& axis, std::size_t i)
        { return " --set " + settingOf (axis.parameter->id, shortest (axis.values[i])); };
        WavFile file (folder.path (mapSoundName (column, row)), gesture.sampleRate, WavFormat::pcm16,
                      gesture.soundSeconds, gesture.song.title,
                      report.cellCommand + id (gesture.x, column) + id (gesture.y, row), 1);
        file.write (samples);
        file.finish();
    };
    const bool complete = computeCells (gesture, report.cells, run);
    takeStock();
    if (! complete)
    {
        folder.write ("map.json", summaryJson (report, summary));
        std::fprintf (stderr,
                      "kolophon: interrupted; %s holds %zu of %zu cells, and the same command goes on from there\n",
                      folder.path ("map.csv").string().c_str(), count (report.cells), report.cells.size());
        return ExitCode::interrupted;
    }

    report.limits = limitsOfMap (gesture, report.cells);
    summary.checksPassed = checksOut (report);
    summary.idle = idleAxes (report);
    for (const auto& id : summary.idle)
        std::fprintf (stderr, "kolophon: %s changes nothing with these settings\n", id.c_str());
    drawPictures (report, folder);
    folder.write ("index.html", mapPage (report));
    const auto json = summaryJson (report, summary);
    folder.write ("map.json", json);
    const auto text = sound.json ? json : (sound.quiet ? std::string() : summaryText (report, summary, sound.output));
    std::fputs (text.c_str(), stdout);
    return summary.checksPassed ? ExitCode::ok : ExitCode::checkFailed;
}
} // namespace kolophon
