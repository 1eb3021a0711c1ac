// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../../Physics/Bodies/Saw.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofSaw
{
using lab::Fields;

struct Settings
{
    double length, quality;
    std::vector<double> bends, judged, shown;
    int elements, key, modes;
    Patch patch;
    double rate, seconds, bowedSeconds;
    Expectation rise, trapped, bent, ringing;
};

/** Q of a mode: with the loss of the steel and of the hands that hold the ends. */
double qualityOf (const Settings& s, const saws::Mode& mode)
{
    return 1.0 / (1.0 / s.quality + saws::hold * mode.held);
}

/** Highest Q of the first modes. */
double best (const Settings& s, const saws::Modes& blade)
{
    double largest = 0.0;
    for (std::size_t n = 0; n < std::min<std::size_t> (blade.modes.size(), static_cast<std::size_t> (s.modes)); ++n)
        largest = std::max (largest, qualityOf (s, blade.modes[n]));
    return largest;
}

/** A blade at one curvature of its ends. */
struct Bend
{
    double S, C;      // Q of the first mode as an S, of the best as a C
    double frequency; // of the first mode as an S, relative to the width
    double reach;     // of that mode from the middle [widths]: root of the mean square place, weighted by y^2
    std::vector<std::array<double, 2>> shape;
};

/** `k`: curvature at the ends of the S: slope times half the length. */
Bend bent (const Settings& s, double k)
{
    const auto S = saws::solve ({ s.length, 0.0, 2.0 * k / s.length }, 1, s.elements);
    const auto C = saws::solve ({ s.length, k, 0.0 }, 1, s.elements);
    const auto& mode = S.modes[0];
    Bend bend { qualityOf (s, mode), best (s, C), mode.frequency, 0.0, {} };
    constexpr int points = 200;
    for (int n = 0; n <= points; ++n)
    {
        const double x = s.length * (static_cast<double> (n) / points - 0.5), y = S.shape (mode, x);
        bend.shape.push_back ({ x, y });
        bend.reach += x * x * y * y / points;
    }
    bend.reach = std::sqrt (bend.reach);
    return bend;
}

/** The engine's saw, struck and bowed. */
struct Ring
{
    std::vector<double> frequencies, engine, measured; // Q from the coefficients, and from the energy's decay
    std::vector<double> struck, bowed;
};

/** Measures the Q of each mode by its energy in the time in which it loses 40 dB. */
void strike (const Settings& s, Ring& ring)
{
    BodyBench bench (s.patch, s.key, s.rate);
    const auto lines = bench.lines();
    const auto count = std::min<std::size_t> (lines.size(), static_cast<std::size_t> (s.modes));
    bench.strike (1e-3);
    bench.ring();
    std::vector<double> start;
    for (std::size_t m = 0; m < count; ++m)
        start.push_back (bench.modeEnergy (m));
    const double began = bench.time();
    std::vector<double> until (count, 0.0), left (count, 0.0);
    for (auto n = std::lround (s.seconds * s.rate); n > 0; --n)
    {
        bench.ring();
        ring.struck.push_back (bench.output());
        for (std::size_t m = 0; m < count; ++m)
            if (const double fraction = bench.modeEnergy (m) / start[m]; fraction > 1e-4)
            {
                until[m] = bench.time() - began;
                left[m] = fraction;
            }
    }
    for (std::size_t m = 0; m < count; ++m)
    {
        const double w = 2.0 * pi * lines[m].frequency;
        ring.frequencies.push_back (lines[m].frequency);
        ring.engine.push_back (0.5 * w / lines[m].decayRate);
        ring.measured.push_back (w * until[m] / -std::log (left[m])); // energy falls as exp (-w t/Q)
    }
}

Ring ringing (const Settings& s)
{
    const FloatEnvironment environment;
    Ring ring;
    strike (s, ring);
    BodyBench bowed (s.patch, s.key, s.rate);
    for (auto n = std::lround (s.bowedSeconds * s.rate); n > 0; --n)
    {
        bowed.play();
        ring.bowed.push_back (bowed.output());
    }
    return ring;
}

using Bends = std::vector<std::optional<Bend>>; // nullopt: not computed before the study was stopped

bool contains (const std::vector<double>& values, double value)
{
    return std::find (values.begin(), values.end(), value) != values.end();
}

Table tableOf (const Settings& s, const Bends& bends)
{
    Table table { "bends",
                  { "curvature at the ends k", "Q of the first mode, S", "Q of the best mode, C", "frequency W (S)",
                    "reach (S) [widths]" },
                  {},
                  { { .title = "Quality of the tone",
                      .x = "curvature at the ends k",
                      .y = { "Q of the first mode, S", "Q of the best mode, C" },
                      .logY = true,
                      .label = "Q" } } };
    for (std::size_t i = 0; i < bends.size(); ++i)
        if (const auto& b = bends[i])
            table.rows.push_back ({ s.bends[i], b->S, b->C, b->frequency, b->reach });
    return table;
}

/** Least ratio of the first mode's Q from one S to the next, among all bends or the judged ones. */
double leastRise (const Settings& s, const Bends& bends, bool amongAll)
{
    double least = std::numeric_limits<double>::infinity(), before = 0.0;
    for (std::size_t i = 0; i < bends.size(); ++i)
    {
        if (! bends[i] || ! (amongAll || contains (s.judged, s.bends[i])))
            continue;
        if (before > 0.0)
            least = std::min (least, bends[i]->S / before);
        before = bends[i]->S;
    }
    return least;
}

void judgeBends (const Settings& s, const Bends& bends, std::vector<Check>& checks)
{
    checks.push_back (check ("smallest rise of Q from one judged bend of the S to the next", "",
                             leastRise (s, bends, false), s.rise));
    checks.push_back (check ("smallest rise of Q from any bend of the S to the next", "", leastRise (s, bends, true),
                             Expectation { .source = s.rise.source + "; reported" }));
    checks.push_back (check ("Q of the S over the flat blade's", "", bends.back()->S / bends.front()->S, s.trapped));
    checks.push_back (
        check ("Q of the C over that of the S, most bent", "", bends.back()->C / bends.back()->S, s.bent));
}

Table shapesOf (const Settings& s, const Bends& bends)
{
    Table table { "shapes",
                  { "curvature at the ends k", "place along the blade [widths]", "deflection, mean square 1" },
                  {},
                  { { .title = "First mode along the blade, S",
                      .x = "place along the blade [widths]",
                      .y = { "deflection, mean square 1" },
                      .by = "curvature at the ends k" } } };
    for (std::size_t i = 0; i < bends.size(); ++i)
        if (bends[i] && contains (s.shown, s.bends[i]))
        {
            const auto& shape = bends[i]->shape;
            const double sign = shape[shape.size() / 2][1] < 0.0 ? -1.0 : 1.0;
            for (const auto& [x, y] : shape)
                table.rows.push_back ({ s.bends[i], x, sign * y });
        }
    return table;
}

/** Adds the ringing saw's table, check and sounds. */
void reportRing (const Settings& s, const Ring& ring, StudyResult& result)
{
    Table modes { "ringing",
                  { "mode", "frequency [Hz]", "Q by the step's coefficients", "Q measured from the decay" },
                  {},
                  { { .title = "Q of the engine's saw",
                      .x = "frequency [Hz]",
                      .y = { "Q by the step's coefficients" },
                      .logY = true,
                      .label = "Q" },
                    { .title = "Q of the engine's saw",
                      .x = "frequency [Hz]",
                      .y = { "Q measured from the decay" },
                      .marks = true } } };
    double worst = 1.0;
    for (std::size_t m = 0; m < ring.measured.size(); ++m)
    {
        const double ratio = ring.measured[m] / ring.engine[m];
        worst = std::abs (ratio - 1.0) > std::abs (worst - 1.0) ? ratio : worst;
        modes.rows.push_back ({ static_cast<double> (m + 1), ring.frequencies[m], ring.engine[m], ring.measured[m] });
    }
    result.tables.push_back (std::move (modes));
    result.checks.push_back (
        check ("Q measured from the decay over Q of the loss, the worst mode", "", worst, s.ringing));
    result.sounds.push_back ({ "struck", "The saw struck at the inflection.", ring.struck, s.rate });
    result.sounds.push_back ({ "bowed", "The saw bowed at the inflection.", ring.bowed, s.rate });
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    Bends bends (s.bends.size());
    std::optional<Ring> ring;
    const auto work = static_cast<double> (bends.size());
    StudyWorkers workers (context, work + 4.0);
    workers.each (bends.size(), work, [&] (std::size_t i) { bends[i] = bent (s, s.bends[i]); });
    workers.each (1, 4.0, [&] (std::size_t) { ring = ringing (s); });

    StudyResult result;
    result.interrupted = workers.stopped();
    result.tables.push_back (tableOf (s, bends));
    if (! result.interrupted && bends.size() > 1)
        judgeBends (s, bends, result.checks);
    result.tables.push_back (shapesOf (s, bends));
    if (ring)
        reportRing (s, *ring, result);
    result.caption =
        "A saw. Bent into an S, it traps its tone where the blade is straight, away from the hands at its ends; "
        "more bend gives a longer decay. Bent into a C, the blade has no such place. And the modes of the "
        "engine's saw, struck.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    auto s = std::make_shared<Settings>();
    s->length = f.number ("length", { 1.5, 40.0 }, "Length of the blade in widths.", saws::singing.length);
    s->bends = f.numbers ("bends", { 0.0, 1000.0 }, 2, 200,
                          "Curvatures k of the ends, ascending: k = sqrt (12 (1 - v^2)) W^2 b/h.");
    if (! f.describing() && ! std::is_sorted (s->bends.begin(), s->bends.end()))
        f.refuse ("bends", "must increase");
    s->judged = f.numbers ("judged", { 0.0, 1000.0 }, 0, 200, "Bends over which Q must rise from one to the next.");
    s->shown = f.numbers ("shown", { 0.0, 1000.0 }, 0, 6, "Bends whose shapes are drawn.");
    s->quality = f.number ("quality", { 10.0, 1e5 }, "Quality factor Q of the steel.", 900.0);
    s->elements = f.integer ("elements", 8, 200, "Finite elements along the blade.", 48);
    s->modes = f.integer ("modes", 1, 96, "Modes to analyse.", 8);
    s->patch = readPatch (f, "patch", "Parameters of the instrument, by id.",
                          { { "body.type", 13.0 },
                            { "hand.position", 0.05 },
                            { "body.mass", 0.06 },
                            { "body.decay", 120.0 },
                            { "body.quality", 900.0 } });
    s->key = f.integer ("key", 0, 127, "Key of the note.", 72);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 48000.0);
    s->seconds = f.number ("seconds", { 0.1, 60.0, " s" }, "Length of the decay.", 4.0);
    s->bowedSeconds = f.number ("bowed_seconds", { 0.1, 60.0, " s" }, "Length of the bowed sound.", 3.0);
    s->rise = { std::numeric_limits<double>::quiet_NaN(), 1.0, infinity,
                "ReferenceNumbers.md R.12: Q must rise with curvature" };
    s->trapped = { std::numeric_limits<double>::quiet_NaN(), 2.0, infinity,
                   "ReferenceNumbers.md R.12: a sharp resonance by trapping" };
    s->bent = { std::numeric_limits<double>::quiet_NaN(), 0.0, 0.5,
                "Without an inflection nothing is trapped (Scott & Woodhouse 1992)" };
    s->ringing = Expectation::within (1.0, 0.001, "ReferenceNumbers.md R.10: T60 to 0.1 %");
    readExpectation (f, "rise", "Smallest ratio of Q from one bend to the next.", s->rise);
    readExpectation (f, "trapped", "Q of the most bent S over the flat blade's.", s->trapped);
    readExpectation (f, "bent", "Q of the C over that of the S.", s->bent);
    readExpectation (f, "ringing", "Measured Q over that of the loss.", s->ringing);
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofSaw

const Study saw { "saw", "A musical saw: quality of its tone, by bend and by shape.", ofSaw::prepare };
} // namespace kolophon::study
