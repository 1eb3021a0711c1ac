// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofFlattening
{
using lab::Fields;

/** Pitch under rising force, up to nearly the end of Helmholtz motion. */
struct Row
{
    std::string name;
    double quality, inharmonicity, rate;
    ContactSpec contact;
    std::vector<double> multiples; // of Schelleng's force
    std::vector<double> judged;    // those multiples over which the pitch must fall
    Expectation last;              // [cents] at the last multiple
    double rise;                   // [cents] that the pitch may rise from one multiple to the next
};

/** The range of forces above Schelleng's maximum. */
struct Above
{
    ContactSpec contact;
    double rate, seconds, from, to;
    int steps;
    double tolerance; // of the law for the corner that the bow throws back
    Expectation octaves, thrownBack, raucous, lowest;
};

struct Settings
{
    StringSpec string;
    double speed, seconds, kept;
    int passes;
    std::vector<double> betas;
    std::vector<Row> rows;
    bool looksAbove;
    Above above;
};

Experiment bowAt (const Settings& s, const StringSpec& string, const ContactSpec& contact, double beta, double multiple)
{
    Experiment e { string, contact, { beta, 0.0, s.speed, 0.0 }, StringStart::helmholtz };
    e.bow.force = multiple * schellengMaximum (e);
    return e;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
void below (const Settings& s, const Row& row, StudyWorkers& workers, StudyResult& result)
{
    auto string = s.string;
    string.quality = row.quality;
    string.inharmonicity = row.inharmonicity;
    std::vector<Experiment> cells;
    for (const double beta : s.betas)
        for (const double multiple : row.multiples)
            cells.push_back (bowAt (s, string, row.contact, beta, multiple));
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const auto found =
        judged<double> (workers, cells, { row.rate, s.seconds, s.kept, s.passes },
                        [&] (const ExperimentRecord& record, std::size_t)
                        {
                            const double f = string.fundamental;
                            const auto pitch = fundamentalFrequency (record.bridge, row.rate, 0.4 * f, 1.7 * f);
                            const bool sings = regimeAtEnd (record, string, row.rate).regime == Regime::helmholtz;
                            return pitch && sings ? centsFromRatio (*pitch / f) : nothing;
                        });
    Table table { "below-" + fileName (row.name),
                  { "beta", "force over f_max", "bow force [N]", "pitch [cents]" },
                  {},
                  { { .title = row.name, .x = "force over f_max", .y = { "pitch [cents]" }, .by = "beta" } } };
    for (std::size_t b = 0; b < s.betas.size(); ++b)
    {
        double largestRise = -std::numeric_limits<double>::infinity(), maxFine = largestRise, before = nothing,
               finely = nothing, last = nothing;
        for (std::size_t k = 0; k < row.multiples.size(); ++k)
        {
            const auto i = b * row.multiples.size() + k;
            if (! found[i])
                continue;
            table.rows.push_back ({ s.betas[b], row.multiples[k], cells[i].bow.force, *found[i] });
            last = *found[i];
            if (std::isfinite (last) && std::isfinite (finely))
                maxFine = std::max (maxFine, last - finely);
            finely = last;
            if (std::find (row.judged.begin(), row.judged.end(), row.multiples[k]) != row.judged.end())
            {
                largestRise = std::max (largestRise, std::isfinite (before) ? last - before : largestRise);
                before = last;
            }
        }
        if (! workers.stopped())
        {
            const auto at = ", " + row.name + ", beta = " + text (s.betas[b]);
            result.checks.push_back (
                check ("pitch at " + text (row.multiples.back()) + " f_max" + at, "cents", last, row.last));
            result.checks.push_back (check ("largest rise of the pitch between successive forces" + at, "cents",
                                            maxFine, Expectation { .source = "ReferenceNumbers.md R.7; reported" }));
            result.checks.push_back ({ "largest rise of the pitch with the force, judged" + at, "cents", largestRise,
                                       -std::numeric_limits<double>::infinity(), row.rise, 0.0,
                                       "ReferenceNumbers.md R.7" });
        }
    }
    result.tables.push_back (std::move (table));
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
void lookAbove (const Settings& s, StudyWorkers& workers, StudyResult& result)
{
    const auto& a = s.above;
    const auto multiples = ladder (a.from, a.to, a.steps);
    std::vector<Experiment> cells;
    for (const double beta : s.betas)
        for (const double multiple : multiples)
            cells.push_back (bowAt (s, s.string, a.contact, beta, multiple));
    const double period = a.rate / s.string.fundamental;
    const auto found = judged<RegimeMeasurement> (workers, cells, { a.rate, a.seconds, 0.0, s.passes },
                                                  [&] (const ExperimentRecord& record, std::size_t)
                                                  { return regimeAtEnd (record, s.string, a.rate); });
    Table table { "above",
                  { "beta", "force over f_max", "bow force [N]", regimeColumn(), "period over the string's" },
                  {},
                  { { .title = "above: anomalous low tones",
                      .x = "force over f_max",
                      .y = { "period over the string's" },
                      .by = "beta",
                      .marks = true } } };
    double octaves = 0.0, low = 0.0, thrownBack = 0.0, raucous = 0.0, lowest = 0.0;
    std::optional<std::size_t> flattest;
    for (std::size_t b = 0; b < s.betas.size(); ++b)
    {
        const double beta = s.betas[b];
        for (std::size_t k = 0; k < multiples.size(); ++k)
        {
            const auto& motion = found[b * multiples.size() + k];
            if (! motion)
                continue;
            const double longer = motion->period / period, rounds = std::round (longer);
            table.rows.push_back ({ beta, multiples[k], cells[b * multiples.size() + k].bow.force,
                                    static_cast<double> (motion->regime), longer });
            raucous += motion->regime == Regime::raucous ? 1.0 : 0.0;
            if (motion->regime != Regime::anomalousLow)
                continue;
            ++low;
            octaves += rounds == 2.0 ? 1.0 : 0.0;
            thrownBack += std::abs (longer / (rounds - (rounds - 1.0) * beta) - 1.0) < a.tolerance ? 1.0 : 0.0;
            const double cents = -centsFromRatio (longer);
            if (rounds == 2.0 && cents < lowest)
            {
                lowest = cents;
                flattest = b * multiples.size() + k;
            }
        }
    }
    result.tables.push_back (std::move (table));
    if (! workers.stopped())
    {
        const double all = static_cast<double> (cells.size());
        result.checks.push_back (
            check ("share of forces above that sing an octave low", "%", 100.0 * octaves / all, a.octaves));
        result.checks.push_back (check ("low tones whose period is n - (n - 1) beta", "%",
                                        low > 0.0 ? 100.0 * thrownBack / low : 0.0, a.thrownBack));
        result.checks.push_back (
            check ("share of forces above that are raucous", "%", 100.0 * raucous / all, a.raucous));
        result.checks.push_back (check ("lowest tone one octave low", "cents", lowest, a.lowest));
    }
    if (flattest)
    {
        const std::vector<Experiment> heard { cells[*flattest] };
        const auto sound =
            judged<std::vector<double>> (workers, heard, { a.rate, a.seconds, a.seconds, s.passes },
                                         [] (const ExperimentRecord& record, std::size_t) { return record.bridge; });
        if (sound[0])
            result.sounds.push_back ({ "anomalous-low",
                                       "The lowest tone one octave low: β = " + text (heard[0].bow.position) + ", " +
                                           text (heard[0].bow.force) + " N.",
                                       *sound[0], a.rate });
    }
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    const double places = static_cast<double> (s.betas.size());
    double work = s.looksAbove ? s.above.seconds * (s.above.steps * places + 1.0) : 0.0;
    for (const auto& row : s.rows)
        work += s.seconds * places * static_cast<double> (row.multiples.size());
    StudyWorkers workers (context, work);
    StudyResult result;
    for (const auto& row : s.rows)
        if (! workers.stopped())
            below (s, row, workers, result);
    if (s.looksAbove && ! workers.stopped())
        lookAbove (s, workers, result);
    result.caption =
        "Bow force and pitch. Below Schelleng's largest force the tone goes flat, most for rounded corners. Above "
        "it, the bow reflects the corner, which runs round the longer part of the string once or twice before it "
        "frees the string: the period becomes n - (n - 1) β of the string's .";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    constexpr auto source = "ReferenceNumbers.md R.7";
    auto s = std::make_shared<Settings>();
    s->string = readStringIn (f, "string", withoutTorsion (celloD()));
    s->speed = f.number ("bow_speed", { 1e-3, 5.0, " m/s" }, "v_b.", 0.1);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 3);
    s->seconds = f.number ("seconds", { 0.3, 60.0, " s" }, "Length of each run below.", 0.9);
    s->kept = f.number ("kept", { 0.15, 60.0, " s" }, "End of each run used for the pitch.", 0.3);
    s->betas = f.numbers ("betas", { 0.005, 0.5 }, 1, 32, "Bow positions.");
    f.list (
        "below", 0, 16, "Strings and contacts, with forces up to the end of Helmholtz motion.",
        [&] (Fields& inner)
        {
            Row row {};
            row.name = inner.text ("name", "Name of the string.");
            row.quality = inner.number ("quality", { 1.0, 1e6 }, "Quality factor Q of the string.", s->string.quality);
            row.inharmonicity =
                inner.number ("inharmonicity", { 0.0, 0.1 }, "Inharmonicity B of the string.", s->string.inharmonicity);
            row.contact = readContact (inner, rigidContact (0.05));
            row.rate = inner.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", 88200.0);
            row.multiples =
                inner.numbers ("shares", { 1e-3, 100.0 }, 1, 200, "Forces over Schelleng's largest, ascending.");
            row.judged =
                inner.numbers ("judged", { 1e-3, 100.0 }, 0, 200, "Range of forces in which the pitch must fall.");
            readExpectation (inner, "last", "Pitch at the last of them [cents].", row.last);
            row.rise = inner.number ("rise", { 0.0, 1200.0, " cents" },
                                     "Largest rise of the pitch between successive forces.", 0.1);
            s->rows.push_back (row);
        });
    auto& a = s->above;
    a = { rigidContact (0.05), 88200.0, 0.8, 1.15, 3.0, 32, 5e-3, {}, {}, {}, {} };
    s->looksAbove =
        f.inside ("above", false, "Includes forces above Schelleng's.",
                  [&] (Fields& inner)
                  {
                      a.contact = readContact (inner, a.contact);
                      a.rate = inner.number ("rate", { 8000.0, 1e6, " Hz" }, "Steps per second.", a.rate);
                      a.seconds = inner.number ("seconds", { 0.3, 60.0, " s" }, "Length of each run.", a.seconds);
                      a.from = inner.number ("from", { 0.01, 100.0 }, "Smallest force over Schelleng's.", a.from);
                      a.to = inner.number ("to", { 0.01, 100.0 }, "Largest force over Schelleng's.", a.to);
                      a.steps = inner.integer ("steps", 2, 400, "Number of forces, in equal ratios.", a.steps);
                      a.tolerance =
                          inner.number ("tolerance", { 0.0, 0.1 },
                                        "Largest relative deviation of a period from n - (n - 1) beta.", a.tolerance);
                      readExpectation (inner, "octaves", "Percentage of forces that give the lower octave.", a.octaves);
                      readExpectation (inner, "thrown_back", "Percentage of low tones with that period.", a.thrownBack);
                      readExpectation (inner, "raucous", "Percentage of raucous forces.", a.raucous);
                      readExpectation (inner, "lowest", "Lowest tone one octave low [cents].", a.lowest);
                  });
    for (auto& row : s->rows)
        row.last.source = row.last.source.empty() ? source : row.last.source;
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofFlattening

const Study flattening { "flattening",
                         "The pitch of a string under rising bow force, and what sounds above the largest.",
                         ofFlattening::prepare };
} // namespace kolophon::study
