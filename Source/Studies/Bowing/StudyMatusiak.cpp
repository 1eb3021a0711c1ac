// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "../StudyBooks.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofLiteratureMatusiak
{
using lab::Fields;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct MatusiakCase
{
    double force; // relative to that of the paper
    Expectation slips;
};

struct MatusiakSettings
{
    StringSpec string;
    std::vector<ContactSpec> contacts;
    std::vector<std::string> laws;
    HandSpec hair;
    double position, force, speed, acceleration, seconds, kept, soundSeconds;
    int passes;
    std::vector<double> rates;
    std::vector<MatusiakCase> cases;
    Expectation residual, loss;
};

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult runMatusiak (const MatusiakSettings& s, const StudyContext& context)
{
    const double runs = static_cast<double> (s.contacts.size() * s.rates.size() * s.cases.size() * 2);
    StudyWorkers workers (context, runs * s.seconds);
    StudyResult result;
    Table table { "",
                  { "law (" + s.laws.front() + " = 1, in the order of the file)", "rate [Hz]", "with hair", "force [N]",
                    "worst residual over peak", "smallest loss over peak", "peak energy [J]", regimeColumn(),
                    "slips per period" },
                  {},
                  { { .title = "Residual of the energy balance",
                      .x = "rate [Hz]",
                      .y = { "worst residual over peak" },
                      .by = "law (" + s.laws.front() + " = 1, in the order of the file)",
                      .kinds = { {} },
                      .marks = true,
                      .logX = true,
                      .logY = true } } };
    for (const auto& law : s.laws)
        table.views[0].kinds.push_back ({ law });
    Table attack { "attack",
                   { "time [s]", "bridge force [N]" },
                   {},
                   { { .title = "The attack", .x = "time [s]", .y = { "bridge force [N]" } } } };
    for (std::size_t law = 0; law < s.contacts.size(); ++law)
    {
        for (const double rate : s.rates)
        {
            if (workers.stopped())
                break;
            std::vector<Experiment> experiments;
            for (const auto& hand : { HandSpec {}, s.hair })
                for (const auto& c : s.cases)
                    experiments.push_back ({ s.string,
                                             s.contacts[law],
                                             { s.position, c.force * s.force, s.speed, s.acceleration },
                                             StringStart::rest,
                                             hand });
            struct Seen
            {
                Books books;
                RegimeMeasurement motion;
                std::vector<double> bridge;
            };
            const bool heard = law == 0 && rate == s.rates.front();
            const auto seen =
                judged<Seen> (workers, experiments, { rate, s.seconds, heard ? s.seconds : 0.0, s.passes },
                              [&] (const ExperimentRecord& record, std::size_t) {
                                  return Seen { booksOf (record), regimeAtEnd (record, s.string, rate), record.bridge };
                              });
            Worst worst;
            double infinite = 0.0;
            for (std::size_t i = 0; i < seen.size(); ++i)
            {
                if (! seen[i])
                    continue;
                const auto& e = experiments[i];
                const auto& books = seen[i]->books;
                worst.add (books);
                infinite += books.finite ? 0.0 : 1.0;
                const auto& c = s.cases[i % s.cases.size()];
                const bool hair = e.hand.mass > 0.0;
                const auto at = s.laws[law] + ", " + text (1e-3 * rate) + " kHz, " + text (e.bow.force) + " N, " +
                                (hair ? "with hair" : "without hair");
                result.checks.push_back (
                    check ("slips per period, " + at, "", seen[i]->motion.slipsPerPeriod, c.slips));
                table.rows.push_back ({ static_cast<double> (law + 1), rate, hair ? 1.0 : 0.0, e.bow.force,
                                        books.residual, books.smallestLoss, books.peak,
                                        static_cast<double> (seen[i]->motion.regime), seen[i]->motion.slipsPerPeriod });
                if (! heard || hair)
                    continue;
                result.sounds.push_back (
                    { "force-" + text (c.force), "Bridge force from rest, " + at + ".", seen[i]->bridge, rate });
                if (attack.rows.empty() && c.force >= 1.0)
                    for (std::size_t n = 0; n < seen[i]->bridge.size(); ++n)
                        attack.rows.push_back ({ static_cast<double> (n) / rate, seen[i]->bridge[n] });
            }
            if (workers.stopped())
                break;
            const auto at = ", " + s.laws[law] + ", " + text (1e-3 * rate) + " kHz";
            result.checks.push_back (
                { "runs that are not finite" + at, "", infinite, 0.0, 0.0, 0.0, "ReferenceNumbers.md R.14" });
            result.checks.push_back (
                check ("worst residual of a step over the peak of energy" + at, "", worst.residual, s.residual));
            result.checks.push_back (
                check ("smallest loss of a step over the peak of energy" + at, "", worst.smallestLoss, s.loss));
        }
    }
    result.tables.push_back (std::move (table));
    result.tables.push_back (std::move (attack));
    result.caption =
        "The cello G of Matusiak, Chatziioannou & van Walstijn, from rest at " + text (s.acceleration) + " m/s² to " +
        text (s.speed) +
        " m/s: residual of each step's energy balance, for every force, with hair and without; and the force on "
        "the bridge.";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepareMatusiak (Fields& f)
{
    auto s = std::make_shared<MatusiakSettings>();
    // L = 0.7 m, r = 0.5 mm, T = 149.7415 N, E = 1.37e10 N/m^2; losses 1.53714 and 0.0087 k^2 [1/s]; twist K, I
    constexpr double length = 0.7, radius = 5e-4, tension = 149.7415, f0 = 98.0, twist = 3.0312e-4, inertia = 4.2e-10;
    constexpr double bending = 1.37e10 * pi * radius * radius * radius * radius / 4.0;
    s->string = readStringIn (f, "string",
                              { f0, tension / (2.0 * length * f0), pi * pi * bending / (tension * length * length),
                                1.53714, 1e12, 0.0087 * pi * pi / (length * length), 128,
                                std::sqrt (twist * inertia) / (radius * radius),
                                std::sqrt (twist / inertia) / (2.0 * length), 29.0, 24 });
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.0786);
    s->force = f.number ("force", { 1e-3, 100.0, " N" }, "Bow force.", 2.3433);
    s->speed = f.number ("bow_speed", { 1e-3, 5.0, " m/s" }, "v_b.", 0.3439);
    s->acceleration =
        f.number ("acceleration", { 1e-3, 100.0, " m/s^2" }, "Acceleration from rest to that speed.", 0.8722);
    s->seconds = f.number ("seconds", { 0.5, 60.0, " s" }, "Length of each run.", 1.6);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 3);
    s->rates = f.numbers ("rates", { 8000.0, 1e6, " Hz" }, 1, 8, "Steps per second.");
    s->hair = { 4.5e-3, 4.8297e4, 5.7674 };
    f.inside ("hair", false, "Bow hair, if present.",
              [&] (Fields& inner)
              {
                  s->hair = { inner.number ("mass", { 1e-6, 10.0, " kg" }, "Mass of the hair.", s->hair.mass),
                              inner.number ("stiffness", { 1.0, 1e9, " N/m" }, "Stiffness of the hair's spring.",
                                            s->hair.stiffness),
                              inner.number ("damping", { 0.0, 1e4, " kg/s" }, "Damping of the hair's dashpot.",
                                            s->hair.damping) };
              });
    f.list ("contacts", 1, 6, "Friction laws.",
            [&] (Fields& inner)
            {
                s->laws.push_back (inner.text ("name", "Name of the law."));
                s->contacts.push_back (
                    readContact (inner, { lawNamed ("kolophon"), 1.0207, 0.5071, 0.228, 3.186e5, 0.0027, 0.7, true }));
            });
    f.list ("forces", 1, 8, "Forces tried.",
            [&] (Fields& inner)
            {
                MatusiakCase c { inner.number ("share", { 0.01, 100.0 }, "Force over the bow force."), {} };
                readExpectation (inner, "slips", "Slips per period.", c.slips);
                s->cases.push_back (c);
            });
    s->residual = { 0.0, -infinity, 1e-14, "ReferenceNumbers.md R.14" };
    s->loss = { 0.0, -1e-15, infinity, "ReferenceNumbers.md R.0: no energy created, up to rounding" };
    readExpectation (f, "residual", "Worst residual of a step over the peak of energy.", s->residual);
    readExpectation (f, "loss", "Smallest loss of a step over the peak of energy.", s->loss);
    return [s] (const StudyContext& context) { return runMatusiak (*s, context); };
}
} // namespace ofLiteratureMatusiak

// Matusiak, Chatziioannou & van Walstijn (2025).
const Study literatureMatusiak {
    "literature-matusiak",
    "The cello string of Matusiak, Chatziioannou & van Walstijn (2025): residual of its energy balance.",
    ofLiteratureMatusiak::prepareMatusiak
};
} // namespace kolophon::study
