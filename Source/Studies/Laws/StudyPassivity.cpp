// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Analysis/Bench/BenchContact.h"
#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../../Physics/EnergyLedger.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofPassivity
{
using lab::Fields;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Swing
{
    double fraction, frequency; // of the value, and [Hz]
};

struct Settings
{
    StringSpec string;
    ContactSpec contact;
    double stickBand, stickRate; // [m/s], [1/s]: of laws with discrete states
    double force, position, speed, acceleration, reversal, seconds;
    Swing forceSwing, positionSwing, pitchSwing;
    int passes, segment;
    std::vector<double> rates, forces; // [Hz], relative to the force
    std::vector<int> laws, literal;    // as published: only reported
    Expectation residual, heat, lost;
};

/** Energy account of one law at one rate, over the peak of energy stored or exchanged in a step; worst values of all
    forces. */
struct Books
{
    double residual = 0.0, heat = infinity, lost = infinity, generators = 0.0, peak = 0.0;
    bool finite = true;
    std::vector<std::array<double, 5>> account; // of the first lane: time [s], work, heat, lost in the body, stored [J]
};

void setUp (VoiceGroup& group, const Settings& s, int law, bool literal, double h)
{
    auto contact = settingsOf (s.contact);
    contact.law = law;
    contact.stickBand = s.stickBand;
    contact.stickRate = s.stickRate;
    contact.literal = literal ? 1.0 : 0.0;
    group.clear();
    takeString (group, s.string, s.position);
    takeContact (group, contact);
    lanes::updateBodies (group, h);
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
Books booksOf (const Settings& s, int law, bool literal, double rate, bool keepsAccount)
{
    const FloatEnvironment environment;
    const double h = 1.0 / rate;
    auto group = std::make_unique<VoiceGroup>();
    setUp (*group, s, law, literal, h);
    const auto count = std::min<std::size_t> (s.forces.size(), VoiceGroup::lanes);
    const auto swing = [] (const Swing& swings, double t)
    { return 1.0 + swings.fraction * std::sin (2.0 * pi * swings.frequency * t); };
    const auto speedAt = [&] (double t)
    { return std::min (s.speed, s.acceleration * t) * (t < s.reversal ? 1.0 : -1.0); };
    struct Lane
    {
        double before = 0.0, peak = 0.0, residual = 0.0, heat = infinity, lost = infinity;
        double worked = 0.0, heated = 0.0, faded = 0.0, generators = 0.0;
    };
    std::array<Lane, VoiceGroup::lanes> lanesNow;
    Books books;
    const long steps = std::lround (s.seconds * rate), perRow = std::max (1l, steps / 800);
    for (long done = 0; done < steps;)
    {
        const int segment = static_cast<int> (std::min<long> (s.segment, steps - done));
        const double t = static_cast<double> (done) * h, later = t + segment * h;
        group->string.position.fill (s.position * swing (s.positionSwing, t));
        group->string.fundamental.fill (s.string.fundamental * swing (s.pitchSwing, t));
        lanes::updateBodies (*group, h);
        auto& bow = group->bow;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            const double N = s.forces[std::min (lane, count - 1)] * s.force;
            bow.normalForce[lane] = N * swing (s.forceSwing, t);
            bow.normalForceStep[lane] = N * (swing (s.forceSwing, later) - swing (s.forceSwing, t)) / segment;
            bow.velocity[lane] = speedAt (t);
            bow.velocityStep[lane] =
                (t < s.reversal) == (later < s.reversal) ? (speedAt (later) - speedAt (t)) / segment : 0.0;
        }
        lanes::render (*group, h, s.passes, segment, true);
        for (int row = 0; row < segment; ++row, ++done)
            for (std::size_t lane = 0; lane < count; ++lane)
            {
                auto& now = lanesNow[lane];
                const auto at = static_cast<std::size_t> (row);
                const double stored = group->stored[at][lane], work = group->work[at][lane],
                             heat = group->frictionLoss[at][lane], lost = group->bodyLoss[at][lane];
                books.finite = books.finite && std::isfinite (stored) && std::isfinite (group->force[at][lane]);
                now.peak = std::max ({ now.peak, stored, std::abs (work), std::abs (heat) });
                now.residual =
                    std::max (now.residual, std::abs (EnergyLedger::residual (stored - now.before, work, heat, lost)));
                now.heat = std::min (now.heat, heat);
                now.lost = std::min (now.lost, lost);
                now.generators += heat < 0.0 || lost < 0.0 ? 1.0 : 0.0;
                now.worked += work;
                now.heated += heat;
                now.faded += lost;
                now.before = stored;
                if (lane == 0 && keepsAccount && done % perRow == 0)
                    books.account.push_back (
                        { static_cast<double> (done + 1) * h, now.worked, now.heated, now.faded, stored });
            }
    }
    for (std::size_t lane = 0; lane < count; ++lane)
    {
        const auto& now = lanesNow[lane];
        const double over = now.peak > 0.0 ? now.peak : 1.0;
        books.residual = std::max (books.residual, now.residual / over);
        books.heat = std::min (books.heat, now.heat / over);
        books.lost = std::min (books.lost, now.lost / over);
        books.generators += now.generators;
        books.peak = std::max (books.peak, now.peak);
    }
    return books;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    struct Task
    {
        int law;
        bool literal;
        double rate;
    };
    std::vector<Task> tasks;
    for (const bool literal : { false, true })
        for (const int law : literal ? s.literal : s.laws)
            for (const double rate : s.rates)
                tasks.push_back ({ law, literal, rate });
    double work = 0.0;
    for (const auto& task : tasks)
        work += task.rate;
    StudyWorkers workers (context, work);
    std::vector<std::optional<Books>> books (tasks.size());
    workers.each (tasks.size(), work,
                  [&] (std::size_t i)
                  { books[i] = booksOf (s, tasks[i].law, tasks[i].literal, tasks[i].rate, i == 0); });

    StudyResult result;
    result.interrupted = workers.stopped();
    Table table { "",
                  { "law (place in `kolophon list laws`, from 1)", "as printed", "rate [Hz]",
                    "worst residual over peak", "smallest heat of a step over peak",
                    "smallest loss of the body over peak", "steps with a negative loss", "peak energy [J]" },
                  {},
                  { { .title = "Residual of the balance of one step",
                      .x = "law (place in `kolophon list laws`, from 1)",
                      .y = { "worst residual over peak" },
                      .by = "as printed",
                      .kinds = { { "repaired" }, { "as printed" } },
                      .marks = true,
                      .logY = true } } };
    double infinite = 0.0;
    for (std::size_t i = 0; i < tasks.size(); ++i)
    {
        const auto& [law, literal, rate] = tasks[i];
        const auto& info = lawTable()[static_cast<std::size_t> (law)];
        const auto name = std::string (info.id) + (literal ? ", as printed" : "");
        if (! books[i])
            continue;
        const auto& b = *books[i];
        const auto at = name + ", " + text (1e-3 * rate) + " kHz";
        infinite += b.finite ? 0.0 : 1.0;
        result.checks.push_back (
            check ("worst residual of a step over the peak of energy, " + at, "", b.residual, s.residual));
        // as published, friction may create energy: the result is reported, not judged
        auto heat = s.heat;
        if (literal)
            heat = { heat.expected, -infinity, infinity, "Physics.md 3.1: as printed the law creates energy at times" };
        result.checks.push_back (check ("smallest heat of a step over the peak of energy, " + at, "", b.heat, heat));
        result.checks.push_back (
            check ("smallest loss of the string over the peak of energy, " + at, "", b.lost, s.lost));
        table.rows.push_back (
            { law + 1.0, literal ? 1.0 : 0.0, rate, b.residual, b.heat, b.lost, b.generators, b.peak });
    }
    result.checks.push_back ({ "runs that are not finite", "", infinite, 0.0, 0.0, 0.0, "ReferenceNumbers.md R.0" });
    result.tables.push_back (std::move (table));
    if (books[0])
    {
        const std::string columns[] { "work of the bow [J]", "heat of friction [J]", "lost in the string [J]",
                                      "stored [J]" };
        Table account { "account",
                        { "time [s]", columns[0], columns[1], columns[2], columns[3] },
                        {},
                        { { .title = "Energy ledger of " +
                                     std::string (lawTable()[static_cast<std::size_t> (tasks[0].law)].name),
                            .x = "time [s]",
                            .y = { columns[0], columns[1], columns[2], columns[3] },
                            .label = "energy [J]" } } };
        for (const auto& row : books[0]->account)
            account.rows.emplace_back (row.begin(), row.end());
        result.tables.push_back (std::move (account));
    }
    result.caption =
        "Everything moves: the bow's position, force and speed, which changes sign. The residual of a step's "
        "energy balance, for every law and rate; and the energy ledger of one run.";
    return result;
}

std::vector<int> readLaws (Fields& f, std::string_view name, const char* meaning, std::vector<int> otherwise)
{
    if (! f.describing() && ! f.has (name))
        return otherwise;
    std::vector<int> laws;
    for (const auto& id : f.texts (name, 0, 64, meaning))
    {
        const auto* law = findLaw (id);
        if (law == nullptr)
            f.refuse (name, "contains an unknown law: \"" + id + "\"; allowed: ids of `kolophon list laws`");
        laws.push_back (static_cast<int> (law - lawTable().data()));
    }
    return laws;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    // L = 0.7 m, T = 149.7415 N, c = 137.2 m/s, r = 0.5 mm, E = 1.37e10 N/m^2; losses and twist as in
    // ReferenceNumbers.md R.14
    constexpr double length = 0.7, radius = 5e-4, tension = 149.7415, waves = 137.2, twist = 3.0312e-4,
                     inertia = 4.2e-10;
    constexpr double bending = 1.37e10 * pi * radius * radius * radius * radius / 4.0;
    s->string =
        readStringIn (f, "string",
                      { waves / (2.0 * length), tension / waves, pi * pi * bending / (tension * length * length),
                        1.53714, 2000.0, 0.0, 64, std::sqrt (twist * inertia) / (radius * radius),
                        std::sqrt (twist / inertia) / (2.0 * length), 29.0, 16 });
    s->contact = readContactIn (f, "contact", { 0, 1.0207, 0.5071, 0.228, 3.186e5, 0.0027, 0.7, true });
    s->stickBand = f.number ("stick_band", { 0.0, 1.0, " m/s" }, "Band of the state machines.", 1e-3);
    s->stickRate = f.number ("stick_rate", { 0.0, 1e7, " 1/s" }, "Stick rate of the switch model.", 5e4);
    s->force = f.number ("force", { 1e-3, 1e3, " N" }, "Bow force.", 2.3433);
    s->forces = f.numbers ("force_shares", { 1e-3, 1e3 }, 1, VoiceGroup::lanes, "Multiples of the bow force.");
    s->position = f.number ("position", { 0.005, 0.4 }, "beta.", 0.0786);
    s->speed = f.number ("bow_speed", { 1e-3, 10.0, " m/s" }, "v_b.", 0.3439);
    s->acceleration =
        f.number ("acceleration", { 1e-3, 1e3, " m/s^2" }, "Acceleration from rest to that speed.", 0.8722);
    s->reversal = f.number ("reversal", { 0.0, 1e3, " s" }, "Time when the bow reverses.", 0.45);
    s->seconds = f.number ("seconds", { 0.01, 1e3, " s" }, "Length of each run.", 0.9);
    const auto swing = [&] (std::string_view name, const char* meaning, const Swing& otherwise)
    {
        auto result = otherwise;
        f.inside (
            name, false, meaning,
            [&] (Fields& inner)
            {
                result = { inner.number ("share", { 0.0, 0.99 }, "Amplitude to each side, over the value.",
                                         otherwise.fraction),
                           inner.number ("frequency", { 0.0, 1000.0, " Hz" }, "Frequency.", otherwise.frequency) };
            });
        return result;
    };
    s->positionSwing = swing ("position_swing", "Motion of the bow's position.", { 0.1, 5.0 });
    s->forceSwing = swing ("force_swing", "Motion of the bow's force.", { 0.5, 7.0 });
    s->pitchSwing = swing ("pitch_swing", "Motion of the string's pitch.", { 0.0, 6.0 });
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 2);
    s->segment = f.integer ("stretch", 1, VoiceGroup::maxSteps, "Steps between two updates of position and pitch.", 4);
    s->rates = f.numbers ("rates", { 8000.0, 1e6, " Hz" }, 1, 8, "Steps per second.");
    std::vector<int> all;
    for (std::size_t law = 0; law < lawTable().size(); ++law)
        all.push_back (static_cast<int> (law));
    s->laws = readLaws (f, "laws", "Laws to test; default: all.", all);
    s->literal =
        readLaws (f, "as_printed", "Laws to test as printed as well.", { lawNamed ("lugre"), lawNamed ("dupont") });
    s->residual = { 0.0, 0.0, 1e-14, "ReferenceNumbers.md R.0" };
    s->heat = s->lost = { 0.0, -1.1e-16, infinity, "ReferenceNumbers.md R.0: not negative, up to rounding" };
    readExpectation (f, "residual", "Worst residual of a step over the peak of energy.", s->residual);
    readExpectation (f, "heat", "Smallest heat of a step over the peak of energy.", s->heat);
    readExpectation (f, "loss", "Smallest loss of the string in a step over the peak of energy.", s->lost);
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofPassivity

const Study passivity { "passivity", "The energy ledger of every law while everything moves.", ofPassivity::prepare };
} // namespace kolophon::study
