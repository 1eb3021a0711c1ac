// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofHelmholtz
{
using lab::Fields;

struct Bowed
{
    StringSpec string;
    double position;
};

struct Settings
{
    Steps steps;
    double kept, speed, fraction, threshold, shownPeriods, judgedPeriods;
    ContactSpec contact;
    std::vector<Bowed> strings;
    int shown;
    Expectation slipFraction, slipSpeed, sawtooth, ripple, slips, jitter, period;
};

/** Measurements of one string. */
struct Seen
{
    RegimeMeasurement motion;
    double slipFraction, slipSpeed, sawtooth, ripple, period; // over those of Helmholtz motion
    std::vector<double> surface, bridge;                      // of the string shown: [m/s], [N]
};

Seen look (const Settings& s, const Experiment& e, const ExperimentRecord& record, bool keeps)
{
    const double period = s.steps.rate / e.string.fundamental, beta = e.bow.position, speed = e.bow.speed;
    const auto count = std::min (record.velocity.size(), static_cast<std::size_t> (s.judgedPeriods * period));
    const auto last = [count] (const std::vector<double>& signal) { return std::span (signal).last (count); };
    Seen seen {};
    seen.motion = regimeAtEnd (record, e.string, s.steps.rate, s.judgedPeriods);
    double slipSpeed = 0.0, slipping = 0.0;
    for (const double v : last (record.velocity))
        if (v > 0.5 * speed / beta)
        {
            slipSpeed += v - speed;
            slipping += 1.0;
        }
    seen.slipFraction = slipping / static_cast<double> (count) / beta;
    seen.slipSpeed = slipSpeed / std::max (slipping, 1.0) / (speed * (1.0 - beta) / beta);
    const auto bridge = last (record.bridge);
    const auto [low, high] = std::minmax_element (bridge.begin(), bridge.end());
    seen.sawtooth = (*high - *low) / (2.0 * e.string.impedance * speed / beta);
    seen.ripple = rippleOverBeta (record.force, beta, period);
    seen.period = seen.motion.period / period;
    if (keeps)
    {
        for (const double v : record.velocity)
            seen.surface.push_back (speed - v);
        seen.bridge = record.bridge;
    }
    return seen;
}

/** Surface velocity and bridge force over some periods, from the onset of a slip, with those of Helmholtz motion. */
Table waveforms (const Settings& s, const Experiment& e, const Seen& seen)
{
    const double beta = e.bow.position, speed = e.bow.speed, period = s.steps.rate / e.string.fundamental;
    const auto shown = std::min (seen.surface.size() - 1, static_cast<std::size_t> ((s.shownPeriods + 1.0) * period));
    std::size_t from = seen.surface.size() - shown;
    const double slip = -speed * (1.0 - beta) / beta, top = e.string.impedance * speed / beta;
    const auto slips = [&] (std::size_t n) { return seen.surface[n] < 0.5 * slip; };
    for (const auto end = from + static_cast<std::size_t> (period);
         from < end && ! (slips (from) && ! slips (from - 1));)
        ++from;
    const auto count = std::min (seen.surface.size() - from, static_cast<std::size_t> (s.shownPeriods * period));
    // Helmholtz motion: slips for beta T; the corner reaches the bridge half a slip after the onset of the bow's slip.
    // The sign of the sawtooth depends on the end of the string: the one that correlates positively is taken.
    const auto phaseOf = [&] (std::size_t n) { return std::fmod (static_cast<double> (n) / period + 1.0, 1.0); };
    const auto sawtooth = [&] (std::size_t n) { return 2.0 * std::fmod (phaseOf (n) + 1.0 - 0.5 * beta, 1.0) - 1.0; };
    double mean = 0.0, likeness = 0.0;
    for (std::size_t n = 0; n < count; ++n)
        mean += seen.bridge[from + n] / static_cast<double> (count);
    for (std::size_t n = 0; n < count; ++n)
        likeness += (seen.bridge[from + n] - mean) * sawtooth (n);
    const auto name = text (e.string.fundamental) + " Hz, β = " + text (beta);
    Table table { "waveforms",
                  { "time [ms]", "surface velocity [m/s]", "Helmholtz motion [m/s]", "bridge force less its mean [N]",
                    "Helmholtz motion [N]" },
                  {},
                  { { .title = "Surface under the bow, " + name,
                      .x = "time [ms]",
                      .y = { "surface velocity [m/s]", "Helmholtz motion [m/s]" } },
                    { .title = "Force on the bridge, " + name,
                      .x = "time [ms]",
                      .y = { "bridge force less its mean [N]", "Helmholtz motion [N]" } } } };
    for (std::size_t n = 0; n < count; ++n)
        table.rows.push_back ({ toMilli * static_cast<double> (n) / s.steps.rate, seen.surface[from + n],
                                phaseOf (n) < beta ? slip : speed, seen.bridge[from + n] - mean,
                                (likeness < 0.0 ? -top : top) * sawtooth (n) });
    return table;
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    std::vector<Experiment> experiments;
    for (const auto& bowed : s.strings)
    {
        Experiment e { bowed.string, s.contact, { bowed.position, 0.0, s.speed, 0.0 }, StringStart::helmholtz };
        e.bow.force = s.fraction * schellengMaximum (e);
        experiments.push_back (e);
    }
    StudyWorkers workers (context, s.steps.seconds * static_cast<double> (experiments.size()));
    const auto shown = static_cast<std::size_t> (s.shown - 1);
    const auto seen = judged<Seen> (
        workers, experiments, { s.steps.rate, s.steps.seconds, s.kept, s.steps.passes, 1, s.threshold },
        [&] (const ExperimentRecord& record, std::size_t i) { return look (s, experiments[i], record, i == shown); });
    StudyResult result;
    result.interrupted = workers.stopped();
    Table table { "",
                  { "f_0 [Hz]", "beta", "bow force [N]", regimeColumn(), "period over f_0's", "slips per period",
                    "slip share over beta", "slip speed over v_b (1 - beta)/beta", "sawtooth over 2 Z_0 v_b/beta",
                    "ripple over beta T", "jitter" },
                  {} };
    for (std::size_t i = 0; i < seen.size(); ++i)
    {
        if (! seen[i])
            continue;
        const auto& e = experiments[i];
        const auto& here = *seen[i];
        const auto at = " at " + text (e.string.fundamental) + " Hz, beta = " + text (e.bow.position);
        result.checks.push_back (check ("period over the string's" + at, "", here.period, s.period));
        result.checks.push_back (check ("slips per period" + at, "", here.motion.slipsPerPeriod, s.slips));
        result.checks.push_back (check ("slip share over beta" + at, "", here.slipFraction, s.slipFraction));
        result.checks.push_back (check ("slip speed over v_b (1 - beta)/beta" + at, "", here.slipSpeed, s.slipSpeed));
        result.checks.push_back (check ("sawtooth over 2 Z_0 v_b/beta" + at, "", here.sawtooth, s.sawtooth));
        result.checks.push_back (check ("ripple over beta T" + at, "", here.ripple, s.ripple));
        result.checks.push_back (check ("jitter of the period" + at, "", here.motion.jitter, s.jitter));
        table.rows.push_back ({ e.string.fundamental, e.bow.position, e.bow.force,
                                static_cast<double> (here.motion.regime), here.period, here.motion.slipsPerPeriod,
                                here.slipFraction, here.slipSpeed, here.sawtooth, here.ripple, here.motion.jitter });
    }
    result.tables.push_back (std::move (table));
    if (shown < seen.size() && seen[shown])
    {
        const auto& e = experiments[shown];
        result.tables.push_back (waveforms (s, e, *seen[shown]));
        result.caption =
            "Motion of the contact and force at the bridge for one of the strings, beside Helmholtz motion. The "
            "ripples are Schelleng's: reflections of the corner between bow and bridge.";
        result.sounds.push_back ({ "bridge", "Bridge force of the string of " + text (e.string.fundamental) + " Hz.",
                                   seen[shown]->bridge, s.steps.rate });
    }
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    constexpr auto source = "ReferenceNumbers.md R.5";
    auto s = std::make_shared<Settings>();
    s->steps = readSteps (f, { 192000.0, 1.2, 2 });
    s->kept = f.number ("kept", { 0.05, 60.0, " s" }, "Length of the analysed end of each run.", 0.5);
    s->judgedPeriods =
        f.number ("judged_periods", { 3.0, 1000.0 }, "Number of periods at the end that are judged.", 30.0);
    s->shownPeriods = f.number ("shown_periods", { 1.0, 20.0 }, "Number of periods in the picture.", 3.0);
    s->speed = f.number ("bow_speed", { 1e-3, 5.0, " m/s" }, "v_b.", 0.2);
    s->fraction = f.number ("force_share", { 1e-3, 10.0 }, "Bow force over Schelleng's largest.", 0.45);
    s->threshold = f.number ("slip_threshold", { 0.01, 10.0 }, "Lower limit of slip, as a fraction of v_b.", 0.5);
    s->contact = bristleContact (0.2, 3e5);
    s->contact.residual = true;
    s->contact = readContactIn (f, "contact", s->contact);
    f.list ("strings", 1, 64, "Strings and their bow positions.",
            [&] (Fields& inner)
            {
                const StringSpec plain { 293.7, 0.3, 1e-5, 2.0, 300.0, 0.0, 80, 1.0, 1527.0, 34.0, 16 };
                Bowed bowed { readString (inner, plain), 0.1 };
                bowed.position = inner.number ("position", { 0.005, 0.5 }, "beta.", 0.1);
                s->strings.push_back (bowed);
            });
    s->shown = f.integer ("shown", 1, 64, "Number of the string in picture and sound, from 1.", 1);
    if (! f.describing() && s->shown > static_cast<int> (s->strings.size()))
        f.refuse ("shown", "exceeds the number of strings; allowed: 1 to " + std::to_string (s->strings.size()));
    s->period = Expectation::within (1.0, 0.01, source);
    s->slips = Expectation::within (1.0, 0.04, source); // 29 to 31 onsets in 30 periods
    s->slipFraction = s->slipSpeed = s->ripple = Expectation::within (1.0, 0.15, source);
    s->sawtooth = { 1.0, 0.7, 1.45, source };
    s->jitter = { 0.0, 0.0, 0.03, source };
    f.inside ("expect", false, "Expected numbers.",
              [&] (Fields& e)
              {
                  readExpectation (e, "period", "Period over the string's.", s->period);
                  readExpectation (e, "slips", "Slips per period.", s->slips);
                  readExpectation (e, "slip_share", "Fraction of time in slip, over beta.", s->slipFraction);
                  readExpectation (e, "slip_speed", "Speed of the slip over v_b (1 - beta)/beta.", s->slipSpeed);
                  readExpectation (e, "sawtooth", "Peak-to-peak bridge force over 2 Z_0 v_b/beta.", s->sawtooth);
                  readExpectation (e, "ripple", "Length of a ripple over beta periods.", s->ripple);
                  readExpectation (e, "jitter", "Standard deviation of the period over its mean.", s->jitter);
              });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofHelmholtz

const Study helmholtz { "helmholtz", "Strings in Helmholtz motion, measured.", ofHelmholtz::prepare };
} // namespace kolophon::study
