// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Lab/Motion/Exponent.h"
#include "../../Lab/Motion/Motion.h"
#include "../../Synth/Hands/ContactPlan.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace kolophon::study
{
namespace ofFlutter
{
using lab::Fields;

/** A pad of two coordinates on a belt, x along it and y out of it:

        x'' = -k11 x - k12 y - c x' + mu N        N = kn max (0, -y)
        y'' = -k12 x - k22 y - c y' + N - P

    Friction makes the matrix of the restoring forces unsymmetric; where its two frequencies have met, one motion
    grows. */
struct Pad
{
    double along, across, into, contact; // k11, k12, k22, kn [N/m] per kilogram
    double damping;                      // c [1/s]
    double pressed, belt;                // P [N], speed [m/s]
};

struct Settings
{
    Pad pad;
    std::vector<double> steps; // per period
    std::vector<Expectation> critical, growth;
    double mu, kick, largest, seconds, silent;
    int passes;
    Axis coefficients, stiffnesses;
    double mapSteps, margin;
    Expectation below, agree;
};

Eigen::Matrix2d restoring (const Pad& p, double mu)
{
    Eigen::Matrix2d K;
    K << p.along, p.across + mu * p.contact, p.across, p.into + p.contact;
    return K;
}

struct Eigenvalue
{
    double growth, frequency; // [1/s], [rad/s] of the fastest growing motion
};

Eigenvalue eigenvalueOf (const Pad& p, double mu)
{
    Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
    A.topRightCorner<2, 2>().setIdentity();
    A.bottomLeftCorner<2, 2>() = -restoring (p, mu);
    A.bottomRightCorner<2, 2>() = -p.damping * Eigen::Matrix2d::Identity();
    const Eigen::Vector4cd values = A.eigenvalues();
    Eigenvalue found { -std::numeric_limits<double>::infinity(), 0.0 };
    for (const auto& value : values)
        if (value.real() > found.growth)
            found = { value.real(), std::abs (value.imag()) };
    return found;
}

/** Critical coefficient without damping: where the two frequencies meet. */
double criticalOf (const Pad& p)
{
    const double apart = p.along - p.into - p.contact;
    return (p.across * p.across + 0.25 * apart * apart) / (std::abs (p.across) * p.contact);
}

/** Growth [1/s] of a small kick in the steps of the engine, from the largest deviations of each period in the last half
    of what stays small. */
double growthInSteps (const Settings& s, const Pad& p, double mu, double rate, double period,
                      const lab::Interrupt& interrupt)
{
    lab::Motion motion;
    auto& body = motion.body;
    body.mass = Eigen::Matrix2d::Identity();
    body.damping = p.damping * Eigen::Matrix2d::Identity();
    body.stiffness.resize (2, 2);
    body.stiffness << p.along, p.across, p.across, p.into;
    body.contact = body.pushed = Eigen::Vector2d (1.0, 0.0);
    const Eigen::Vector2d rest = restoring (p, mu).partialPivLu().solve (Eigen::Vector2d (0.0, -p.pressed));
    motion.start.place = rest + Eigen::Vector2d (s.kick, 0.0);
    motion.start.speed = Eigen::Vector2d::Zero();
    auto& network = motion.network.emplace();
    auto& touch = network.contacts.emplace_back();
    touch.along = Eigen::Vector2d (1.0, 0.0);
    touch.into = Eigen::Vector2d (0.0, 1.0);
    touch.law.id = "coulomb";
    auto contact = Patch::defaults().contact;
    contact.muStatic = contact.muKinetic = mu;
    touch.law.knobs = contactKnobs (contact);
    touch.velocity = lab::Signal (p.belt);
    touch.stiffness = p.contact;
    network.pushes.push_back ({ Eigen::Vector2d (0.0, 1.0), lab::Signal (-p.pressed) });
    motion.rate = rate;
    motion.seconds = s.seconds;
    motion.passes = s.passes;
    const auto record = lab::runRealtime (motion, interrupt);

    std::vector<double> peaks; // of the deviation, by period
    const double radians = 2.0 * std::numbers::pi / period;
    for (std::size_t i = 0; i < record.rows.size(); ++i)
    {
        const double size = std::hypot ((record.place[i] - rest).norm(), record.speed[i].norm() / radians);
        const auto which = static_cast<std::size_t> (record.rows[i].time / period);
        if (size > s.largest)
            break;
        peaks.resize (which + 1, 0.0);
        peaks.back() = std::max (peaks.back(), size);
    }
    if (record.interrupted || peaks.size() < 4)
        return std::numeric_limits<double>::quiet_NaN();
    const auto last = peaks.size() - 1; // the last period may be cut
    std::vector<double> times, levels;
    for (auto i = last / 2; i < last; ++i)
    {
        times.push_back (period * static_cast<double> (i));
        levels.push_back (peaks[i]);
    }
    return growthOf (times, levels);
}

/** The coefficient where growth begins, from the first two that grow. With a, half the trace of the restoring matrix,
    (g + i w)^2 = -a + i b: b^2 = 4 g^2 (g^2 + a) rises in proportion from the critical coefficient on. */
double criticalFrom (const Pad& p, const std::vector<double>& coefficients, const std::vector<double>& growths,
                     double silent)
{
    const double a = 0.5 * restoring (p, 0.0).trace();
    const auto split = [&] (double growth)
    {
        const double g = growth + 0.5 * p.damping;
        return g * g * (g * g + a);
    };
    for (std::size_t i = 0; i + 1 < growths.size(); ++i)
        if (growths[i] > silent && growths[i + 1] > silent)
        {
            const double one = split (growths[i]), other = split (growths[i + 1]);
            return coefficients[i] - one * (coefficients[i + 1] - coefficients[i]) / (other - one);
        }
    return std::numeric_limits<double>::quiet_NaN();
}

/** Growth against the coefficient of friction, by steps per period. */
void sweep (const Settings& s, StudyWorkers& workers, const lab::Interrupt& interrupt, StudyResult& result)
{
    const auto coefficients = s.coefficients.borders();
    const double period = 2.0 * std::numbers::pi / eigenvalueOf (s.pad, s.mu).frequency;
    Table table {
        "growth",
        { "steps per period", "coefficient of friction", "growth [1/s]", "eigenvalue's [1/s]" },
        {},
        { { .title = "Growth of a small kick",
            .x = "coefficient of friction",
            .y = { "growth [1/s]" },
            .by = "steps per period" },
          { .title = "Growth of a small kick", .x = "coefficient of friction", .y = { "eigenvalue's [1/s]" } } }
    };
    double below = 0.0;
    for (std::size_t k = 0; k < s.steps.size() && ! workers.stopped(); ++k)
    {
        std::vector<double> growths (coefficients.size() + 1, std::numeric_limits<double>::quiet_NaN());
        workers.each (growths.size(), 1.0,
                      [&] (std::size_t i)
                      {
                          const double mu = i < coefficients.size() ? coefficients[i] : s.mu;
                          growths[i] = growthInSteps (s, s.pad, mu, s.steps[k] / period, period, interrupt);
                      });
        if (workers.stopped())
            return;
        const double asked = growths.back();
        growths.pop_back();
        for (std::size_t i = 0; i < coefficients.size(); ++i)
        {
            const double eigen = eigenvalueOf (s.pad, coefficients[i]).growth;
            table.rows.push_back ({ s.steps[k], coefficients[i], growths[i], eigen });
            if (coefficients[i] < (1.0 - s.margin) * criticalOf (s.pad))
                below = std::max (below, growths[i]);
        }
        result.checks.push_back (check ("critical coefficient at " + text (s.steps[k]) + " steps per period", "",
                                        criticalFrom (s.pad, coefficients, growths, s.silent), s.critical[k]));
        result.checks.push_back (
            check ("growth at mu = " + text (s.mu) + ", " + text (s.steps[k]) + " steps per period", "1/s", asked,
                   s.growth[k]));
    }
    result.checks.push_back (check ("largest growth below the critical coefficient", "1/s", below, s.below));
    result.tables.push_back (std::move (table));
}

/** The critical coefficient, by the stiffness of the contact. */
Table criticalTable (const Settings& s)
{
    Table critical {
        "critical",
        { "mu_c", "contact stiffness [N/m]" },
        {},
        { { .title = "Pads that squeal", .x = "mu_c", .y = { "contact stiffness [N/m]" }, .kinds = { { "mu_c" } } } }
    };
    for (const double k : ladder (s.stiffnesses.low, s.stiffnesses.high, 100))
    {
        auto pad = s.pad;
        pad.contact = k;
        if (const double mu = criticalOf (pad); mu >= s.coefficients.low && mu <= s.coefficients.high)
            critical.rows.push_back ({ mu, k });
    }
    return critical;
}

/** The map of the pads that squeal, by friction and by the stiffness of their contact. */
void map (const Settings& s, StudyWorkers& workers, const lab::Interrupt& interrupt, StudyResult& result)
{
    const auto coefficients = s.coefficients.middles(), stiffnesses = s.stiffnesses.middles();
    std::vector<double> growths (coefficients.size() * stiffnesses.size());
    const auto padOf = [&] (std::size_t i)
    {
        auto pad = s.pad;
        pad.contact = stiffnesses[i / coefficients.size()];
        return pad;
    };
    workers.each (growths.size(), static_cast<double> (growths.size()) / static_cast<double> (coefficients.size()),
                  [&] (std::size_t i)
                  {
                      const double mu = coefficients[i % coefficients.size()];
                      const auto pad = padOf (i);
                      const double period = 2.0 * std::numbers::pi / eigenvalueOf (pad, mu).frequency;
                      growths[i] = growthInSteps (s, pad, mu, s.mapSteps / period, period, interrupt);
                  });
    if (workers.stopped())
        return;
    Table table { "map",
                  { "coefficient of friction", "contact stiffness [N/m]", "growth [1/s]", "eigenvalue's [1/s]",
                    "kind (0 silent, 1 grows slowly, 2 squeals)" },
                  {},
                  { { .title = "Pads that squeal",
                      .x = "coefficient of friction",
                      .y = { "contact stiffness [N/m]" },
                      .by = "kind (0 silent, 1 grows slowly, 2 squeals)",
                      .kinds = { { "silent", "#d9d9d9" }, { "grows slowly", "#8cc1e0" }, { "squeals", "#08519c" } },
                      .marks = true,
                      .logX = true,
                      .logY = true } } };
    double judged = 0.0, agreeing = 0.0;
    for (std::size_t i = 0; i < growths.size(); ++i)
    {
        const double mu = coefficients[i % coefficients.size()];
        const auto pad = padOf (i);
        const double eigen = eigenvalueOf (pad, mu).growth;
        const bool grows = growths[i] > s.silent;
        table.rows.push_back (
            { mu, pad.contact, growths[i], eigen, grows ? (growths[i] > 5.0 * s.silent ? 2.0 : 1.0) : 0.0 });
        if (std::abs (mu / criticalOf (pad) - 1.0) < s.margin)
            continue;
        judged += 1.0;
        agreeing += grows == (eigen > s.silent) ? 1.0 : 0.0;
    }
    result.tables.push_back (std::move (table));
    result.checks.push_back (
        check ("cells that squeal, or don't, as their eigenvalue says", "%", 100.0 * agreeing / judged, s.agree));
    result.tables.push_back (criticalTable (s));
}

StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto cells = s.coefficients.middles().size() * s.stiffnesses.middles().size();
    StudyWorkers workers (context, static_cast<double> (s.steps.size()) +
                                       static_cast<double> (cells) / static_cast<double> (s.coefficients.count));
    const lab::Interrupt interrupt = [&workers] { return workers.stops(); };
    StudyResult result;
    sweep (s, workers, interrupt, result);
    if (! workers.stopped())
        map (s, workers, interrupt, result);
    result.caption =
        "Growth of a small kick to a pad that slides under constant friction, in the steps of the engine, and "
        "the eigenvalue of the same motion in continuous time; and the pads that squeal, by friction and by "
        "the stiffness of the contact, at " +
        text (s.mapSteps) + " steps per period, with the coefficient mu_c where the two frequencies meet.";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    const lab::Range stiffness { -1e9, 1e9, " N/m" };
    f.inside ("pad", true, "The pad, of 1 kg.",
              [&] (Fields& g)
              {
                  auto& p = s->pad;
                  p.along = g.number ("along", stiffness, "Stiffness k11 along the belt.");
                  p.across = g.number ("coupling", stiffness, "Coupling k12 of both directions.");
                  p.into = g.number ("into", stiffness, "Stiffness k22 into the belt.");
                  p.contact = g.number ("contact", { 1e-9, 1e9, " N/m" }, "Stiffness kn of the contact.");
                  p.damping = g.number ("damping", { 0.0, 1e6, " 1/s" }, "Damping c.", 0.0);
                  p.pressed = g.number ("pressed", { 1e-9, 1e9, " N" }, "Force P into the belt.", 1.0);
                  p.belt = g.number ("belt", { 1e-9, 1e3, " m/s" }, "Speed of the belt.", 0.2);
              });
    s->mu = f.number ("mu", { 1e-3, 1e3 }, "Coefficient of friction whose growth is checked; its period counts.", 0.8);
    f.list ("steps", 1, 8, "Numbers of steps per period.",
            [&] (Fields& g)
            {
                s->steps.push_back (g.number ("per_period", { 5.0, 1e5 }, "Steps per period."));
                s->critical.emplace_back();
                s->growth.emplace_back();
                readExpectation (g, "critical", "Critical coefficient of friction.", s->critical.back());
                readExpectation (g, "growth", "Growth [1/s] at mu.", s->growth.back());
            });
    s->passes = f.integer ("passes", 1, 16, "Passes per step.", 3);
    s->kick = f.number ("kick", { 1e-12, 1.0, " m" }, "Kick along the belt.", 1e-9);
    s->largest = f.number ("largest", { 1e-9, 1.0, " m" }, "Deviation up to which the motion counts as small.", 1e-3);
    s->seconds = f.number ("seconds", { 1.0, 1e5, " s" }, "Length of a run.", 400.0);
    s->silent = f.number ("silent", { 0.0, 1e3, " 1/s" }, "Growth that counts as none.", 0.03);
    s->coefficients = readAxis (f, "coefficients", "Coefficients of friction.", "", { 0.4, 1.6, 60 });
    s->stiffnesses = readAxis (f, "stiffnesses", "Stiffnesses of the contact in the map.", " N/m", { 0.6, 3.0, 24 });
    s->mapSteps = f.number ("map_steps", { 5.0, 1e5 }, "Steps per period in the map.", 40.0);
    s->margin = f.number ("margin", { 0.0, 1.0 }, "Fraction about the critical coefficient that is not judged.", 0.03);
    readExpectation (f, "below", "Largest growth below the critical coefficient.", s->below);
    readExpectation (f, "agree", "Percentage of cells that squeal where the eigenvalue grows.", s->agree);
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofFlutter

const Study flutter { "flutter", "Growth of squeal by flutter against eigenvalues, and a map of the pads that squeal.",
                      ofFlutter::prepare };
} // namespace kolophon::study
