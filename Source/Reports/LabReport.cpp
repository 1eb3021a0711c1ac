#include "LabReport.h"

#include "../Files/AtomicFile.h"
#include "../Files/Csv.h"
#include "../Files/PrintableText.h"
#include "../Files/WavFile.h"
#include "../Shell/Interrupt.h"
#include "../Synth/LawTable.h"
#include "Gnuplot.h"
#include "RenderReport.h"
#include "Shortest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace kolophon
{
namespace
{
using lab::columnOf;
using lab::Record;
using lab::Run;
using lab::RunRecords;

std::string digits (double value, int count = 6)
{
    std::array<char, 48> text {};
    std::snprintf (text.data(), text.size(), "%.*g", count, value);
    return text.data();
}

constexpr int digitsOfReport = 5;

std::string expectationText (const Check& check)
{
    const auto number = [] (double value) { return digits (value, digitsOfReport); };
    if (! std::isfinite (check.lowest) && ! std::isfinite (check.highest))
        return std::isfinite (check.expected) ? "published: " + number (check.expected) : "";
    if (std::isfinite (check.expected))
        return number (check.expected) + "  [" + number (check.lowest) + ", " + number (check.highest) + "]";
    if (! std::isfinite (check.highest))
        return "at least " + number (check.lowest);
    if (! std::isfinite (check.lowest))
        return "at most " + number (check.highest);
    return "[" + number (check.lowest) + ", " + number (check.highest) + "]";
}

Json numberOrNull (double value)
{
    return std::isfinite (value) ? Json (value) : Json (nullptr);
}

//==============================================================================
// Tables
//==============================================================================

struct Named
{
    const char* solver;
    const Record* record;
};

std::vector<Named> recordsOf (const RunRecords& records)
{
    std::vector<Named> found;
    if (records.realtime)
        found.push_back ({ "realtime", &*records.realtime });
    if (records.reference)
        found.push_back ({ "reference", &*records.reference });
    if (records.explicitSteps)
        found.push_back ({ "explicit", &*records.explicitSteps });
    return found;
}

constexpr std::size_t linesOfFile = 40000, fewestLinesOfRun = 500;

/** Every run and solver under one another; the first two cells say which. Coordinates where there are several. */
std::string csvOf (const LabResult& result)
{
    bool turning = false;
    Eigen::Index coordinates = 0;
    std::size_t recordCount = 0;
    for (std::size_t i = 0; i < result.records.size(); ++i)
    {
        recordCount += recordsOf (result.records[i]).size();
        turning = turning || result.scenario.runs[i].turning;
        for (const auto& [solver, record] : recordsOf (result.records[i]))
            if (! record->place.empty() && record->place.front().size() > 1)
                coordinates = std::max (coordinates, record->place.front().size());
    }
    auto names = result.scenario.runs.front().probes;
    if (names.empty())
    {
        for (const auto& column : lab::columns())
            names.emplace_back (column.name);
        names.push_back ("path");
        for (const char kind : { 'q', 'u' })
            for (Eigen::Index i = 1; i <= coordinates; ++i)
                names.push_back (kind + std::to_string (i));
    }

    std::string text = "run,solver";
    for (const auto& name : names)
    {
        const auto unit = lab::unitOf (name, turning);
        text += "," + csvCell (name + (unit.empty() ? "" : " [" + unit + "]"));
    }
    text += "\n";
    for (std::size_t i = 0; i < result.records.size(); ++i)
    {
        const auto& run = result.scenario.runs[i];
        const auto label = csvQuoted (run.name);
        for (const auto& [solver, record] : recordsOf (result.records[i]))
        {
            const auto rows = record->rows.size();
            const auto lines = std::max (fewestLinesOfRun, linesOfFile / recordCount);
            const auto every = run.csvEvery > 0 ? static_cast<std::size_t> (run.csvEvery) : std::max<std::size_t> (1, rows / lines);
            std::vector<std::vector<double>> values;
            for (const auto& name : names)
            {
                const bool coordinate = name.size() == 2 && (name[0] == 'q' || name[0] == 'u');
                const bool missing = coordinate && (record->place.empty() || record->place.front().size() <= name[1] - '1');
                values.push_back (missing ? std::vector<double>() : columnOf (*record, name));
            }
            for (std::size_t row = 0; row < rows; row += every)
            {
                text += label + "," + solver;
                for (const auto& column : values)
                    text += "," + (column.empty() ? std::string() : shortest (column[row]));
                text += "\n";
            }
        }
    }
    return text;
}

std::string csvOf (const Table& table)
{
    std::string text;
    for (const auto& name : table.columns)
        text += (text.empty() ? "" : ",") + csvCell (name);
    text += "\n";
    for (const auto& row : table.rows)
    {
        std::string line;
        for (const double value : row)
            line += (line.empty() ? "" : ",") + (std::isnan (value) ? std::string ("nan") : shortest (value));
        text += line + "\n";
    }
    return text;
}

//==============================================================================
// Pictures
//==============================================================================

constexpr std::array inks { ink::blue, ink::vermilion, ink::green, ink::orange, ink::sky, ink::black, ink::grey };

/** What a label says of a column. */
gnuplot::Text axisLabel (const std::string& column, bool turning)
{
    static const std::array<std::pair<std::string_view, const char*>, 14> places {
        { { "t", "time" }, { "x", "position" }, { "u", "velocity" }, { "v", "relative velocity" }, { "F", "force on the body" },
          { "push", "external force" }, { "N", "normal force" }, { "v_bow", "velocity of the bow" }, { "H", "stored energy" },
          { "bristle", "elongation of the bristle" }, { "mode", "discrete state" }, { "path", "path" },
          { "resistance", "friction force" }, { "balance", "energy balance" } }
    };
    static const std::array<std::pair<std::string_view, const char*>, 7> turns {
        { { "x", "angle" }, { "u", "angular velocity" }, { "v", "relative angular velocity" }, { "F", "friction torque" },
          { "push", "external torque" }, { "resistance", "friction torque" }, { "N", "normal torque" } }
    };
    std::string words = column;
    for (const auto& [name, meaning] : places)
        if (name == column)
            words = meaning;
    if (turning)
        for (const auto& [name, meaning] : turns)
            if (name == column)
                words = meaning;
    const auto unit = lab::unitOf (column, turning);
    if (column.size() == 2 && column[1] >= '1' && column[1] <= '8')
        words = column[0] == 'q' ? (turning ? "angle" : "position") : (turning ? "angular velocity" : "velocity");
    return words + (unit.empty() ? "" : " [" + unit + "]");
}

/** At most about 20000 points: of every stretch the first, the lowest, the highest. */
std::vector<std::vector<PlotPoint>> piecesOf (const std::vector<double>& x, const std::vector<double>& y, double xScale, double yScale,
                                               const std::vector<double>& xRange)
{
    constexpr std::size_t most = 20000;
    const auto stretch = std::max<std::size_t> (1, x.size() / (most / 3));
    std::vector<std::vector<PlotPoint>> pieces (1);
    const auto add = [&] (std::size_t i)
    {
        const bool seen = xRange.empty() || (xScale * x[i] >= xRange[0] && xScale * x[i] <= xRange[1]);
        if (seen && std::isfinite (x[i]) && std::isfinite (y[i]))
            pieces.back().push_back ({ xScale * x[i], yScale * y[i] });
        else if (! pieces.back().empty())
            pieces.emplace_back();
    };
    for (std::size_t i = 0; i < x.size(); i += stretch)
    {
        if (stretch == 1)
        {
            add (i);
            continue;
        }
        const auto end = std::min (i + stretch, x.size());
        std::array<std::size_t, 3> picks { i, i, i };
        for (auto k = i; k < end; ++k)
        {
            picks[1] = y[k] < y[picks[1]] ? k : picks[1];
            picks[2] = y[k] > y[picks[2]] ? k : picks[2];
        }
        std::sort (picks.begin(), picks.end());
        for (std::size_t k = 0; k < picks.size(); ++k)
            if (k == 0 || picks[k] != picks[k - 1])
                add (picks[k]);
    }
    return pieces;
}

PlotPanel panelOf (const LabResult& result, const lab::PanelChoice& choice)
{
    PlotPanel panel { plainText (choice.title), choice.xLabel, choice.yLabel, {} };
    bool turning = false;
    std::vector<std::string> names; // of discrete states
    std::size_t count = 0;
    double left = std::numeric_limits<double>::infinity(), right = -left, low = left, high = -left;
    for (std::size_t i = 0; i < result.records.size(); ++i)
    {
        const auto& run = result.scenario.runs[i];
        const auto* record = result.records[i].of (choice.solver);
        if (record == nullptr || (! choice.of.empty() && std::find (choice.of.begin(), choice.of.end(), run.name) == choice.of.end()))
            continue;
        turning = turning || run.turning;
        if (names.empty() && choice.y.front() == "mode")
            names = lab::modeNames (run.motion);
        const auto times = columnOf (*record, "t");
        auto x = columnOf (*record, choice.x);
        for (const auto& name : choice.y)
        {
            auto y = columnOf (*record, name);
            std::vector<double> xs, ys;
            for (std::size_t k = 0; k < times.size(); ++k)
                if (times[k] >= choice.from && (choice.to <= 0.0 || times[k] <= choice.to))
                {
                    xs.push_back (x[k]);
                    ys.push_back (y[k]);
                }
            auto title = choice.y.size() > 1 && choice.of.size() == 1 ? std::string() : run.name;
            if (choice.y.size() > 1)
                title += (title.empty() ? "" : ": ") + name;
            PlotCurve curve { plainText (title), inks[count % inks.size()], count % 2 == 0 ? 2.2 : 1.6,
                              static_cast<int> (1 + (count % 4)), piecesOf (xs, ys, choice.xScale, choice.yScale, choice.xRange) };
            curve.marks = choice.marks;
            if (choice.solid)
                curve.dash = 1;
            for (const auto& piece : curve.pieces)
                for (const auto& point : piece)
                {
                    left = std::min (left, point.x);
                    right = std::max (right, point.x);
                    low = std::min (low, point.y);
                    high = std::max (high, point.y);
                }
            panel.curves.push_back (std::move (curve));
            ++count;
        }
    }
    if (! choice.xRange.empty())
    {
        left = choice.xRange[0];
        right = choice.xRange[1];
    }
    if (! choice.yRange.empty())
    {
        low = choice.yRange[0];
        high = choice.yRange[1];
    }
    if (panel.curves.size() == 1 && choice.lines.empty())
        panel.curves[0].title.clear();
    for (const auto& line : choice.lines)
    {
        PlotCurve curve { plainText (line.title), ink::black, 1.0, 3, {} };
        if (line.upright)
            curve.pieces = { { { line.value, low }, { line.value, high } } };
        else
            curve.pieces = { { { left, line.value }, { right, line.value } } };
        panel.curves.push_back (std::move (curve));
    }
    if (panel.xLabel.empty())
        panel.xLabel = axisLabel (choice.x, turning);
    if (panel.yLabel.empty())
        panel.yLabel = axisLabel (choice.y.front(), turning);
    const auto range = [&panel] (gnuplot::Words axis, const std::vector<double>& ends)
    {
        if (! ends.empty())
            panel.settings += gnuplot::Script ("set ") + axis + "range [" + gnuplot::number (ends[0]) + ":" + gnuplot::number (ends[1]) + "]\n";
    };
    if (choice.y.front() == "mode" && ! names.empty())
    {
        gnuplot::Script tics;
        for (std::size_t i = 0; i < names.size(); ++i)
            tics += (tics.empty() ? gnuplot::Script() : gnuplot::Script (", ")) + plainText (names[i]).tic() + " "
                    + gnuplot::number (static_cast<double> (i));
        panel.settings += "set ytics (" + tics + ") font ',10'\nset yrange [-0.3:"
                          + gnuplot::number (static_cast<double> (names.size()) - 0.7) + "]\n";
        panel.yLabel = " ";
        for (const auto& name : names)
            panel.leftRoom = std::max (panel.leftRoom, 30.0 + 7.0 * static_cast<double> (name.size()));
    }
    panel.logarithmicX = choice.logarithmicX;
    if (choice.logarithmicY)
        panel.settings += "set logscale y\nset format y '10^{%L}'\nset yrange [*:*]\n";
    range ("x", choice.xRange);
    range ("y", choice.yRange);
    panel.keyColumns = count > 4 ? 3 : 2;
    if (count > 3)
        panel.settings += "set key font ',11' samplen 1.6 width -1\n";
    return panel;
}

/** Position, speed and force over time. */
std::vector<lab::PictureChoice> usualPicture ()
{
    lab::PictureChoice picture;
    picture.caption = "Position, velocity and friction force.";
    picture.columns = 3;
    for (const auto* column : { "x", "u", "F" })
    {
        auto& panel = picture.panels.emplace_back();
        panel.y = { column };
    }
    return { picture };
}

//==============================================================================
// JSON
//==============================================================================

Json eventsOf (const Run& run, const Record& record)
{
    constexpr std::size_t mostEvents = 20000;
    const auto names = lab::modeNames (run.motion);
    const auto nameOf = [&names] (int mode)
    { return mode >= 0 && static_cast<std::size_t> (mode) < names.size() ? Json (names[static_cast<std::size_t> (mode)]) : Json (mode); };
    Json events = Json::array();
    for (std::size_t i = 0; i < std::min (record.events.size(), mostEvents); ++i)
    {
        const auto& event = record.events[i];
        events.push_back ({ { "time", event.time }, { "from", nameOf (event.from) }, { "to", nameOf (event.to) },
                            { "position", event.position }, { "velocity", event.velocity } });
    }
    return events;
}

Json runJson (const Run& run, const char* solver, const Record& record)
{
    const auto& last = record.rows.back();
    Json piles = Json::array();
    for (const auto& pile : record.piles)
        piles.push_back ({ { "begin", pile.begin }, { "end", pile.end }, { "stop", pile.stop },
                           { "left", pile.left ? Json (*pile.left) : Json (nullptr) } });
    Json energy { { "storedAtStart", record.rows.front().stored }, { "stored", last.stored }, { "peak", record.peakEnergy },
                  { "driven", last.driven }, { "frictionLoss", last.frictionLoss }, { "bodyLoss", last.bodyLoss },
                  { "balance", last.residual } };
    if (std::string_view (solver) == "realtime")
    {
        energy["worstResidualOfAStep"] = record.worstResidual;
        energy["smallestLossOfAStep"] = record.leastLoss;
    }
    return { { "run", run.name }, { "solver", solver }, { "law", run.lawName.empty() ? Json (run.motion.law.id) : Json (run.lawName) },
             { "steps", record.steps }, { "evaluations", record.evaluations }, { "interrupted", record.interrupted },
             { "energy", energy }, { "eventCount", record.events.size() }, { "events", eventsOf (run, record) }, { "piles", piles } };
}

Json checkJson (const Check& check)
{
    return { { "name", check.name }, { "unit", check.unit }, { "obtained", numberOrNull (check.obtained) },
             { "expected", numberOrNull (check.expected) }, { "lowest", numberOrNull (check.lowest) },
             { "highest", numberOrNull (check.highest) }, { "judged", check.judged() }, { "passed", check.passed() },
             { "notJudgedBecause", check.notJudged.empty() ? Json (nullptr) : Json (check.notJudged) },
             { "source", check.source } };
}

std::string fileName (const LabResult& result, const std::string& part)
{
    return result.name + (part.empty() ? "" : "-" + safeFileName (part));
}

void writeSound (const std::filesystem::path& path, const Sound& sound)
{
    double peak = 0.0;
    for (const double sample : sound.samples)
        peak = std::max (peak, std::abs (sample));
    constexpr double level = 0.5;
    std::vector<double> samples;
    for (const double sample : sound.samples)
        samples.push_back (peak > 0.0 ? level * sample / peak : 0.0);
    WavFile file (path, static_cast<int> (std::lround (sound.rate)), WavFormat::pcm16, 600.0, sound.caption, "kolophon lab");
    file.write (samples, samples);
    file.finish();
}
} // namespace

bool LabResult::passed() const
{
    return std::all_of (found.checks.begin(), found.checks.end(), [] (const Check& c) { return ! c.judged() || c.passed(); });
}

std::string labText (const LabResult& result)
{
    auto text = printable (result.name, longestCell) + ": " + printable (result.scenario.title, longestLine) + "\n";
    for (const auto& remark : result.scenario.remarks)
        text += "  " + printable (remark, longestLine) + "\n";
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const auto& check : result.found.checks)
        width = std::max (width, names.emplace_back (printable (check.name, longestCell)).size());
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const auto& check = result.found.checks[i];
        text += std::string ("  ") + (! check.judged() ? "      " : (check.passed() ? "pass  " : "MISS  ")) + names[i]
                + std::string (width - names[i].size() + 2, ' ')
                + (std::isnan (check.obtained) ? std::string ("nothing") : digits (check.obtained)) + " " + printable (check.unit, longestCell);
        const auto expected = check.notJudged.empty() ? expectationText (check) : "not judged: " + check.notJudged;
        text += (expected.empty() ? "" : "   " + expected) + (check.source.empty() ? "" : "   " + printable (check.source, longestLine)) + "\n";
    }
    return text;
}

void describeMotions (LabResult& result)
{
    const auto& chosen = result.scenario.pictures;
    for (const auto& choice : chosen.empty() ? usualPicture() : chosen)
    {
        Picture picture { choice.name, choice.caption, {}, static_cast<std::size_t> (choice.columns),
                          choice.wide ? PanelSize { 960.0, 310.0 } : PanelSize {} };
        for (const auto& panel : choice.panels)
            picture.panels.push_back (panelOf (result, panel));
        result.found.pictures.push_back (std::move (picture));
    }
}

Json writeLab (const LabResult& result, const std::filesystem::path& folder, const std::string& commandLine)
{
    const auto& s = result.scenario;
    auto notes = s.notes;
    notes.insert (notes.end(), s.remarks.begin(), s.remarks.end());
    Json files = Json::array(), pictures = Json::array(), sounds = Json::array(), checks = Json::array(), runs = Json::array();
    std::optional<Closing> closing; // pictures, which take their time, are drawn without
    if (result.found.interrupted)
        closing.emplace();
    const auto write = [&] (const std::string& name, const std::string& text)
    {
        AtomicFile (folder / name).commitText (text);
        files.push_back (name);
    };
    if (! result.records.empty())
        write (result.name + ".csv", csvOf (result));
    for (const auto& table : result.found.tables)
        write (fileName (result, table.name) + ".csv", csvOf (table));
    std::string noFigures;
    for (const auto& picture : result.found.pictures)
    {
        if (interruptRequested())
        {
            noFigures = "interrupted"; // gnuplot takes about as long as somebody waits after Ctrl-C
            break;
        }
        const auto name = fileName (result, picture.name);
        try
        {
            for (const auto& [ending, format] : { std::pair (".svg", PictureFormat::svg), std::pair (".png", PictureFormat::png) })
                write (name + ending, runGnuplot (plotScript (picture.panels, picture.columns, picture.size, format)));
            pictures.push_back ({ { "file", name + ".svg" }, { "caption", picture.caption } });
        }
        catch (const NoFigure& reason)
        {
            noFigures = reason.what();
        }
    }
    const bool interrupted = result.found.interrupted || interruptRequested();
    if (! closing)
        closing.emplace();
    for (const auto& sound : result.found.sounds)
    {
        const auto name = fileName (result, sound.name) + ".wav";
        writeSound (folder / name, sound);
        files.push_back (name);
        Json entry { { "file", name }, { "caption", sound.caption } };
        if (sound.across >= 0.0 && ! result.found.pictures.empty())
        {
            const auto& picture = result.found.pictures.front();
            const auto spot = plotSpot (picture.panels, picture.columns, picture.size, sound.panel, sound.across, sound.up);
            entry["left"] = spot.left;
            entry["top"] = spot.top;
        }
        sounds.push_back (std::move (entry));
    }
    for (const auto& check : result.found.checks)
        checks.push_back (checkJson (check));
    for (std::size_t i = 0; i < result.records.size(); ++i)
        for (const auto& [solver, record] : recordsOf (result.records[i]))
            runs.push_back (runJson (s.runs[i], solver, *record));
    Json json { { "schema", "kolophon-lab" },
                { "schemaVersion", 1 },
                { "version", KOLOPHON_VERSION },
                { "command", commandLine },
                { "name", result.name },
                { "title", s.title },
                { "source", s.source },
                { "notes", notes },
                { "interrupted", interrupted },
                { "passed", result.passed() && ! interrupted },
                { "seed", nullptr }, // nothing in a motion is left to chance; studies have theirs in the scenario
                { "seconds", result.seconds },
                { "checks", checks },
                { "runs", runs },
                { "pictures", pictures },
                { "noFiguresBecause", noFigures.empty() ? Json (nullptr) : Json (noFigures) },
                { "sounds", sounds },
                { "files", files },
                { "scenario", s.document } };
    AtomicFile (folder / (result.name + ".json")).commitText (json.dump (2, ' ', false, Json::error_handler_t::replace) + "\n");
    return json;
}
} // namespace kolophon
