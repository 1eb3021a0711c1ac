// SPDX-License-Identifier: GPL-3.0-or-later
#include "ScenarioParts.h"

#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Tables/CsvReader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon::lab::scenario
{
namespace
{
void refuseUnlessRising (Fields& f, std::string_view name, const std::vector<double>& times)
{
    if (f.describing())
        return;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (! (times[i] > times[i - 1]))
            f.refuse (name, "does not increase; allowed: times that increase from point to point");
}

/** Numbers of all cells of a row; nullopt if a cell is not a number. */
std::optional<std::vector<double>> numbersOf (CsvReader& rows)
{
    std::vector<double> numbers;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (const auto number = rows.number (i))
            numbers.push_back (*number);
        else
            return std::nullopt;
    return numbers;
}

/** Reader of the rows of a table with a constant number of columns. */
class TableRows
{
public:
    explicit TableRows (std::string_view text) : rows (text) {}

    /** The next row, from its time on. Throws InputError if it is not a valid row of this table. */
    std::optional<std::vector<double>> next (int column)
    {
        while (rows.next())
        {
            auto numbers = numbersOf (rows);
            if (! numbers && width == 0 && ! headed)
            {
                headed = true; // one row may be a heading, or a title
                width = rows.size() > 1 ? rows.size() : 0;
                named = width > 0;
                continue;
            }
            if (! numbers || numbers->size() < static_cast<std::size_t> (column))
                throw InputError (Complaint { .place = place(),
                                              .problem = "does not contain " + std::to_string (column) + " numbers" });
            if (width > 0 && numbers->size() > width)
                throw InputError (Complaint { .place = place(),
                                              .problem = "contains " + std::to_string (numbers->size()) +
                                                         " cells, the previous rows " + std::to_string (width),
                                              .allowed = decimals });
            // 1,0,4 without a heading, and no point anywhere: three numbers, or 1 and 0,4?
            doubtful = doubtful && numbers->size() > static_cast<std::size_t> (column) &&
                       rows.written().find_first_of (".eE;\t") == std::string_view::npos;
            width = std::max (width, numbers->size());
            return numbers;
        }
        if (doubtful && width > 0 && ! named)
            throw InputError (
                Complaint { .problem = "has no heading, and its commas may be decimal commas", .allowed = decimals });
        return std::nullopt;
    }

    std::string place () const { return rows.place(); }

private:
    static constexpr auto decimals = "decimal points; with decimal commas, cells separated by semicolons";

    CsvReader rows;
    std::size_t width = 0; // of the widest row so far
    bool headed = false, named = false, doubtful = true;
};

/** Two columns of a CSV file: time [s] and value; lines that start with #, and one heading, are skipped. */
Signal::Points pointsIn (const std::string& text, int column)
{
    Signal::Points points { {}, {}, Signal::Between::linear };
    TableRows rows (text);
    while (const auto cells = rows.next (column))
    {
        if (! points.times.empty() && ! (cells->front() > points.times.back()))
            throw InputError (Complaint { .place = rows.place(), .problem = "the times do not increase" });
        points.times.push_back (cells->front());
        points.values.push_back ((*cells)[static_cast<std::size_t> (column) - 1]);
        if (points.times.size() > maxPoints)
            throw InputError ("contains more than " + std::to_string (maxPoints) + " lines");
    }
    if (points.times.size() < 2)
        throw InputError (
            Complaint { .problem = "contains " + std::to_string (points.times.size()) + " rows of numbers",
                        .allowed = "at least 2" });
    return points;
}

Signal::Points pointsOfFile (Fields& f, const std::string& name, int column)
{
    constexpr std::size_t largest = 64'000'000;                                        // [bytes]
    const auto folder = f.folder().empty() ? std::filesystem::path (".") : f.folder(); // "-" is a file's name here
    const auto text = resultOf ([&] { return wholeText (folder / name, largest); });
    if (! text)
        f.refuse ("file", std::string ("cannot be read: ") + text.error().what() +
                              "; allowed: the name of a CSV file, relative to the scenario's folder");
    auto points = resultOf ([&] { return pointsIn (*text, column); });
    if (! points)
        f.refuse ("file", points.error().what());
    return *std::move (points);
}

Signal::Between betweenOf (Fields& f)
{
    static constexpr std::array<std::string_view, 3> names { "hold", "linear", "cubic" };
    const auto name =
        f.choice ("interpolation", names,
                  "Interpolation between the points: the previous value, straight lines, or a cubic without overshoot.",
                  "linear");
    return static_cast<Signal::Between> (std::find (names.begin(), names.end(), name) - names.begin());
}

void readRamp (Fields& g, Signal& signal)
{
    Signal::Ramp r {};
    r.from = g.number ("from", anything, "Value before the ramp.", 0.0);
    r.to = g.number ("to", anything, "Value after the ramp.");
    r.start = g.number ("start", seconds, "Start time.", 0.0);
    r.seconds = g.number ("seconds", seconds, "Duration; the signal steps if it is 0.");
    signal = Signal (r);
}

void readSine (Fields& g, Signal& signal)
{
    Signal::Sine s {};
    s.offset = g.number ("offset", anything, "Mean value.", 0.0);
    s.amplitude = g.number ("amplitude", anything, "Amplitude of the sine.");
    s.frequency = g.number ("frequency", { 0.0, 1e6, " Hz" }, "Frequency of the sine.");
    s.phase = g.number ("phase", { -1e3, 1e3, " rad" }, "Phase at t = 0.", 0.0);
    signal = Signal (s);
}

void readChirp (Fields& g, Signal& signal)
{
    Signal::Chirp c {};
    c.offset = g.number ("offset", anything, "Mean value.", 0.0);
    c.amplitude = g.number ("amplitude", anything, "Amplitude of the sine.");
    c.from = g.number ("from", { 1e-6, 1e6, " Hz" }, "Frequency at t = 0.");
    c.to = g.number ("to", { 1e-6, 1e6, " Hz" }, "Frequency at the end of the sweep and after it.");
    c.seconds = g.number ("seconds", { 1e-9, 1e6, " s" }, "Duration of the sweep.");
    c.logarithmic = g.flag ("logarithmic", "Sweeps in equal ratios instead of equal differences.", false);
    signal = Signal (c);
}

void readSteps (Fields& g, Signal& signal)
{
    Signal::Points p { g.numbers ("times", times, 1, maxPoints, "Start time of each value, ascending."),
                       g.numbers ("values", anything, 1, maxPoints, "Values, one per time."), Signal::Between::hold };
    refuseUnlessRising (g, "times", p.times);
    if (! g.describing() && p.times.size() != p.values.size())
        g.refuse ("values", "must be one per time");
    signal = Signal (std::move (p));
}

void readBurst (Fields& g, Signal& signal)
{
    static constexpr std::array<std::string_view, 3> windows { "rectangle", "half_sine", "hann" };
    Signal::Burst b {};
    b.offset = g.number ("offset", anything, "Value outside the pulses.", 0.0);
    b.amplitude = g.number ("amplitude", anything, "Height of a pulse, added to the base.");
    b.start = g.number ("start", seconds, "Start of the first pulse.", 0.0);
    b.seconds = g.number ("seconds", { 1e-9, 1e6, " s" }, "Duration of each pulse.");
    b.period = g.number ("period", seconds, "Time from one start to the next; 0: a single pulse.", 0.0);
    b.count = g.integer ("count", 1, 1000000, "Number of pulses.", 1);
    const auto window = g.choice ("shape", windows, "Shape of a pulse.", "rectangle");
    b.window = static_cast<Signal::Window> (std::find (windows.begin(), windows.end(), window) - windows.begin());
    if (! g.describing() && b.count > 1 && b.period < b.seconds)
        g.refuse ("period", "is shorter than a pulse; allowed: at least " + dump (b.seconds) + " s");
    signal = Signal (b);
}

void readExpression (Fields& g, Signal& signal)
{
    Signal::Expression e;
    e.text = g.text ("expression",
                     "Formula for muParser: + - * / ^, sin, cos, exp, abs, sqrt, sign, min, max, a < b ? c : d, pi.");
    e.corners = g.numbers ("corners", times, 0, 10000, "Times at which the value or its slope jumps, ascending.");
    if (g.describing())
        return;
    refuseUnlessRising (g, "corners", e.corners);
    constexpr std::size_t longest = 2000;
    if (e.text.size() > longest)
        g.refuse ("expression", "is too long; allowed: up to " + std::to_string (longest) + " letters");
    try
    {
        signal = Signal (std::move (e));
    }
    catch (const InputError& reason)
    {
        throw reason.in (g.pathOf ("expression"));
    }
}

void readPoints (Fields& g, Signal& signal)
{
    Signal::Points p { g.numbers ("times", times, 2, maxPoints, "Times of the points, ascending."),
                       g.numbers ("values", anything, 2, maxPoints, "Values, one per time."), betweenOf (g) };
    refuseUnlessRising (g, "times", p.times);
    if (g.describing())
        return;
    if (p.times.size() != p.values.size())
        g.refuse ("values", "must be one per time");
    signal = Signal (std::move (p));
}

void readTable (Fields& g, Signal& signal)
{
    const auto file = g.text ("file", "Name of the file, relative to the scenario's folder.");
    const int column = g.integer ("column", 2, 100, "Column of the value; 1 is the time.", 2);
    const auto between = betweenOf (g);
    if (g.describing())
        return;
    auto points = pointsOfFile (g, file, column);
    points.between = between;
    signal = Signal (std::move (points));
}

} // namespace

void readSignalObject (Fields& f, Signal& signal)
{
    const auto with = [&signal] (void (*reader) (Fields&, Signal&))
    { return [&signal, reader] (Fields& g) { reader (g, signal); }; };
    const std::array<Fields::Kind, 8> kinds {
        Fields::Kind { "ramp", "A ramp from one value to another, held afterwards.", with (readRamp) },
        { "sine", "offset + amplitude sin(2 pi frequency t + phase)", with (readSine) },
        { "chirp", "A sine with changing frequency.", with (readChirp) },
        { "steps", "Values, each held until the next time.", with (readSteps) },
        { "burst", "Pulses.", with (readBurst) },
        { "expression", "A function of t [s].", with (readExpression) },
        { "points", "Curve through points; before the first and after the last point the value is held.",
          with (readPoints) },
        { "table", "Points from a CSV file, one per line, the time [s] first.", with (readTable) }
    };
    f.kinds ("kind", kinds, "");
}

void readSignal (Fields& f, std::string_view name, Signal& signal, const char* meaning)
{
    const auto* json =
        f.value (name, meaning, false,
                 { { "oneOf", Json::array ({ { { "type", "number" } }, { { "$ref", "#/$defs/signal" } } }) } });
    if (json == nullptr)
        return;
    if (json->is_number())
    {
        const double value = json->get<double>();
        if (! (std::abs (value) <= huge))
            f.refuse (name, "is out of range; allowed: -1e12 to 1e12");
        signal = Signal (value);
    }
    else if (json->is_object())
        Fields::read (*json, f.pathOf (name), f.folder(), [&signal] (Fields& g) { readSignalObject (g, signal); });
    else
        f.refuse (name, "is neither a number nor a signal; allowed: a number, or an object with a kind");
}
} // namespace kolophon::lab::scenario
