// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Analysis/Bench/BenchContact.h"
#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../../Lab/Motion/Exponent.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofConvergence
{
using lab::Fields;

/** A contact and a bow, which starts from rest at constant acceleration, or moves to and fro. */
struct Case
{
    std::string name;
    ContactSpec contact;
    double force, acceleration, swaySpeed, swayFrequency; // the last two apply if the acceleration is 0
    std::vector<Expectation> orders;                      // by number of passes
};

struct Settings
{
    StringSpec string;
    double position, rate, seconds;
    int doublings, finest, finestPasses;
    std::vector<double> passes;
    std::vector<Case> cases;
};

/** Force of the bow [N], mean over each step of the lowest rate. At every rate the bow's speed is the mean over a
    step. */
std::vector<double> forceOf (const Settings& s, const Case& c, int refinement, int passes)
{
    const FloatEnvironment environment;
    const double h = 1.0 / (s.rate * refinement);
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    takeString (*group, s.string, s.position);
    takeContact (*group, settingsOf (c.contact));
    group->bow.normalForce.fill (c.force);
    lanes::updateBodies (*group, h);
    if (! c.contact.residual)
        group->law.residualCompliance.fill (0.0);
    const double w = 2.0 * pi * c.swayFrequency;
    std::vector<double> force;
    long step = 0;
    for (auto samples = std::lround (s.seconds * s.rate); samples > 0; --samples)
    {
        double mean = 0.0;
        for (int i = 0; i < refinement; ++i, ++step)
        {
            const double from = static_cast<double> (step) * h, to = from + h;
            group->bow.velocity.fill (c.acceleration > 0.0
                                          ? 0.5 * c.acceleration * (from + to)
                                          : c.swaySpeed * (std::cos (w * from) - std::cos (w * to)) / (w * h));
            lanes::render (*group, h, passes, 1, true);
            mean += group->force[0][0];
        }
        force.push_back (mean / refinement);
    }
    return force;
}

double relativeError (const std::vector<double>& found, const std::vector<double>& expected)
{
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        error += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
    }
    return std::sqrt (error / size);
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto rates = static_cast<std::size_t> (s.doublings) + 1, passes = s.passes.size(), each = rates * passes;
    // the finely resolved motions first, then every rate and pass
    std::vector<std::vector<double>> fine (s.cases.size());
    std::vector<std::optional<double>> errors (s.cases.size() * each);
    const double fineWork = s.finest * 1.0 * static_cast<double> (s.cases.size());
    const double coarseWork = ((2 << s.doublings) - 1.0) * static_cast<double> (passes * s.cases.size());
    StudyWorkers workers (context, fineWork + coarseWork);
    workers.each (s.cases.size(), fineWork,
                  [&] (std::size_t i) { fine[i] = forceOf (s, s.cases[i], s.finest, s.finestPasses); });
    workers.each (errors.size(), coarseWork,
                  [&] (std::size_t i)
                  {
                      const auto c = i / each, k = i % each / passes, p = i % passes;
                      if (! fine[c].empty())
                          errors[i] =
                              relativeError (forceOf (s, s.cases[c], 1 << k, static_cast<int> (s.passes[p])), fine[c]);
                  });

    StudyResult result;
    result.interrupted = workers.stopped();
    for (std::size_t c = 0; c < s.cases.size(); ++c)
    {
        const auto& now = s.cases[c];
        Table table { fileName (now.name), { "passes" }, {} };
        std::vector<double> h;
        for (std::size_t k = 0; k < rates; ++k)
        {
            table.columns.push_back ("relative error of F at " + text (1e-3 * s.rate * (1 << k)) + " kHz");
            h.push_back (1.0 / (s.rate * (1 << k)));
        }
        table.columns.push_back ("order");
        Table errorsOf { fileName (now.name) + "-errors",
                         { "passes", "rate [kHz]", "relative error of the force" },
                         {},
                         { { .title = now.name,
                             .x = "rate [kHz]",
                             .y = { "relative error of the force" },
                             .by = "passes",
                             .logX = true,
                             .logY = true } } };
        for (std::size_t p = 0; p < passes; ++p)
        {
            std::vector<double> row { s.passes[p] }, found;
            const auto passesText = text (s.passes[p]) + (s.passes[p] == 1.0 ? " pass" : " passes");
            for (std::size_t k = 0; k < rates; ++k)
                if (const auto& error = errors[c * each + k * passes + p])
                {
                    found.push_back (*error);
                    errorsOf.rows.push_back ({ s.passes[p], 1e-3 / h[k], *error });
                }
            if (found.size() < rates)
                continue;
            row.insert (row.end(), found.begin(), found.end());
            row.push_back (exponentOf (h, found));
            const auto at = now.name + ", " + passesText;
            result.checks.push_back (check ("order of the error in the step, " + at, "", row.back(), now.orders[p]));
            table.rows.push_back (row);
        }
        result.tables.push_back (std::move (table));
        result.tables.push_back (std::move (errorsOf));
    }
    result.caption = "Deviation of the bow's force from the finely resolved one (" +
                     text (1e-6 * s.rate * s.finest, 3) + " MHz, " + std::to_string (s.finestPasses) +
                     " passes) over its first " + text (1e3 * s.seconds) + " ms, mean over each step of " +
                     text (1e-3 * s.rate) + " kHz: root mean square over that of the force.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->string = readStringIn (f, "string", { 196.0, 0.3, 1e-5, 2.0, 300.0, 0.0, 40, 0.9, 980.0, 30.0, 0 });
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.12);
    s->rate = f.number ("rate", { 8000.0, 192000.0, " Hz" }, "Lowest rate.", 44100.0);
    s->doublings = f.integer ("doublings", 1, 6, "Number of times the rate is doubled.", 3);
    s->seconds = f.number ("seconds", { 0.001, 1.0, " s" }, "Length of the analysed part.", 0.03);
    s->finest = f.integer ("finest", 2, 1024, "Rate of the finely resolved motion over the lowest rate.", 128);
    s->finestPasses = f.integer ("finest_passes", 1, 16, "Passes of the finely resolved motion.", 6);
    s->passes = f.numbers ("passes", { 1.0, 16.0 }, 1, 6, "Numbers of passes to try.");
    for (const double count : s->passes)
        if (! f.describing() && count != std::floor (count))
            f.refuse ("passes", "are not whole numbers; allowed: 1 to 16");
    if (f.describing()) // an order may be expected of each
        s->passes = { 1.0, 2.0, 3.0, 4.0 };
    f.list (
        "cases", 1, 8, "Contacts and bows.",
        [&] (Fields& inner)
        {
            Case c {};
            c.name = inner.text ("name", "Name of the contact.");
            c.contact = readContact (inner, { lawNamed ("kolophon"), 0.8, 0.3, 0.1, 1e4, 0.1, 0.7, true });
            c.force = inner.number ("force", { 1e-3, 1e3, " N" }, "Bow force.", 0.8);
            c.acceleration =
                inner.number ("acceleration", { 0.0, 1e3, " m/s^2" }, "Acceleration from rest; 0: the bow sways.", 0.0);
            c.swaySpeed = inner.number ("sway_speed", { 0.0, 10.0, " m/s" }, "Largest speed of a swaying bow.", 0.0);
            c.swayFrequency = inner.number ("sway_frequency", { 0.1, 1e4, " Hz" }, "Frequency of the swaying.", 100.0);
            if (! inner.describing() && c.acceleration <= 0.0 && c.swaySpeed <= 0.0)
                inner.refuse ("acceleration", "leaves the bow at rest; allowed: more than 0, or a sway_speed");
            c.orders.resize (s->passes.size());
            for (std::size_t p = 0; p < s->passes.size(); ++p)
                readExpectation (inner, "order_" + text (s->passes[p]), "Order with this number of passes.",
                                 c.orders[p]);
            s->cases.push_back (c);
        });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofConvergence

const Study convergence { "convergence", "Error of the contact's force by rate and passes, and its order.",
                          ofConvergence::prepare };
} // namespace kolophon::study
