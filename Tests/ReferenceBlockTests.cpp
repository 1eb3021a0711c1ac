// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Motions.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::lab;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

/** The block between stops against closed forms: between events its motion is an integral of t sin (pi t), and only the
    events are looked for. Shares nothing with the solvers. */
namespace
{
constexpr int stopped = 0, right = 1, left = 2, leftStop = 3, rightStop = 4;
constexpr double Fs = 0.8 * 9.81, Fk = 0.5 * 9.81;

/** The printed force of Klaffenbach's page, times a factor, on 1 kg; and its integrals. */
struct Printed
{
    double factor;

    double force (double t) const { return factor * (t < 25.0 ? 0.5 * t : 25.0 - 0.5 * t) * std::sin (pi * t); }
    double once (double t) const
    {
        const double s = std::sin (pi * t) / (2.0 * pi * pi), c = std::cos (pi * t) / pi;
        return factor * (t < 25.0 ? -0.5 * t * c + s : (0.5 * t - 25.0) * c - s);
    }
    double twice (double t) const
    {
        const double s = std::sin (pi * t) / (pi * pi), c = std::cos (pi * t) / (pi * pi * pi),
                     joint = 2.0 / (pi * pi * pi);
        return factor * (t < 25.0 ? -0.5 * t * s - c : (0.5 * t - 25.0) * s + c + joint);
    }
};

struct Found
{
    std::vector<Event> events;
    std::vector<double> piled, left; // ends of piles, and when the block left again
};

Found closedForm (const Printed& drive, double restitution)
{
    Found found;
    int mode = stopped;
    double t = 0.0, x = 0.0, v = 0.0; // as the mode began
    double from = 0.0;                // and where it began
    bool piled = false;
    const auto velocity = [&] (double at)
    { return v + drive.once (at) - drive.once (from) - (mode == right ? Fk : -Fk) * (at - from); };
    const auto place = [&] (double at)
    {
        const double since = at - from;
        return x + (v - drive.once (from)) * since + drive.twice (at) - drive.twice (from) -
               0.5 * (mode == right ? Fk : -Fk) * since * since;
    };
    // The first time after t at which one of two things is positive, found on a grid and then by bisection.
    const auto search = [&] (double grid, auto happened)
    {
        double a = t;
        while (a < 50.0 && ! happened (a + grid))
            a += grid;
        double b = a + grid;
        for (int i = 0; i < 100; ++i)
            (happened (0.5 * (a + b)) ? b : a) = 0.5 * (a + b);
        return b;
    };
    const auto go = [&] (int to)
    {
        found.events.push_back ({ t, mode, to, x, v });
        mode = to;
        from = t;
    };
    while (t < 50.0)
    {
        if (mode != right && mode != left)
        {
            v = 0.0;
            t = search (1e-4,
                        [&] (double at)
                        {
                            const double f = drive.force (at);
                            return (mode != rightStop && f > Fs) || (mode != leftStop && f < -Fs);
                        });
            if (t >= 50.0)
                break;
            if (piled)
                found.left.push_back (t);
            piled = false;
            go (drive.force (t) > 0.0 ? right : left);
            continue;
        }
        const double s = mode == right ? 1.0 : -1.0;
        const double flight = 2.0 * std::abs (v) / (std::abs (drive.force (t)) + Fk);
        const double grid = v == 0.0 ? 1e-4 : std::min (1e-4, 0.02 * flight);
        t = search (grid, [&] (double at) { return s * velocity (at) < 0.0 || s * place (at) > 0.5; });
        if (t >= 50.0)
            break;
        const double u = velocity (t), there = place (t);
        if (s * u < 0.0)
        {
            x = there;
            v = 0.0;
            const double f = drive.force (t);
            go (s * f < -Fk ? (mode == right ? left : right) : stopped);
            continue;
        }
        x = 0.5 * s;
        const double pushed = s * drive.force (t), back = restitution * std::abs (u);
        if (restitution == 0.0)
        {
            v = 0.0;
            go (mode == right ? rightStop : leftStop);
        }
        else if (pushed > Fk && back < 3e-5)
        {
            // More bounces would follow, in a geometric series: away under f + F_k, back under f - F_k.
            const double away = pushed + Fk, home = pushed - Fk, fraction = restitution * std::sqrt (home / away);
            t += back * (1.0 / away + 1.0 / std::sqrt (away * home)) / (1.0 - fraction);
            found.piled.push_back (t);
            piled = true;
            v = 0.0;
            go (mode == right ? rightStop : leftStop);
        }
        else
        {
            v = -s * back;
            go (mode == right ? left : right);
        }
    }
    return found;
}

Motion printed (double factor, double restitution)
{
    Motion motion;
    motion.body = oneMass (1.0);
    motion.stops = Stops {};
    motion.stops->restitution = restitution;
    motion.push =
        Signal::Expression { std::to_string (factor) + "*(t<25 ? t/2*sin(pi*t) : (25-t/2)*sin(pi*t))", { 25.0 } };
    motion.seconds = 50.0;
    motion.rate = 1000.0;
    return motion;
}
} // namespace

TEST_CASE ("the block takes the printed transitions at the times of its closed form")
{
    for (const double restitution : { 0.3, 0.0, 0.9 })
    {
        CAPTURE (restitution);
        const auto expected = closedForm ({ 1.0 }, restitution);
        const auto record = runReference (printed (1.0, restitution));
        REQUIRE (record.events.size() == expected.events.size());
        CHECK (record.events.size() > 30);
        for (std::size_t i = 0; i < record.events.size(); ++i)
        {
            const auto &event = record.events[i], &wanted = expected.events[i];
            CAPTURE (i, wanted.time);
            CHECK_THAT (event.time, WithinAbs (wanted.time, 1e-8));
            CHECK (event.from == wanted.from);
            CHECK (event.to == wanted.to);
            CHECK_THAT (event.position, WithinAbs (wanted.position, 1e-7));
        }
        for (const auto& row : record.rows)
            CHECK (std::abs (row.position) <= 0.5);
        CHECK (imbalance (record) < 1e-7);
        CHECK (record.piles.empty());
    }
}

TEST_CASE ("under twice the force the bounces pile up sixteen times, and are over when the closed form says")
{
    const auto expected = closedForm ({ 2.0 }, 0.3);
    const auto record = runReference (printed (2.0, 0.3));
    REQUIRE (expected.piled.size() == 16);
    REQUIRE (record.piles.size() == 16);
    for (std::size_t i = 0; i < 16; ++i)
    {
        const auto& pile = record.piles[i];
        CAPTURE (i);
        CHECK_THAT (pile.end, WithinAbs (expected.piled[i], 1e-8));
        REQUIRE (pile.left.has_value());
        CHECK_THAT (*pile.left, WithinAbs (expected.left.at (i), 1e-8));
        CHECK (pile.begin < pile.end);
        CHECK (pile.end - pile.begin < 0.5);
        for (const auto& row : record.rows)
            if (row.time > pile.end && row.time < *pile.left)
            {
                CHECK (row.mode == pile.stop);
                CHECK (row.velocity == 0.0);
                CHECK (row.position == (pile.stop == rightStop ? 0.5 : -0.5));
            }
    }
    CHECK (imbalance (record) < 1e-7);
}

TEST_CASE ("a ball that a constant force holds comes to rest when its geometric series ends")
{
    // No friction. Starting at the stop with w = 1 m/s against f/M = 4 m/s^2, e = 0.6: 2 w/a, and e, e^2 ... of it.
    Motion motion;
    motion.body = oneMass (2.0);
    motion.stops = Stops { -10.0, 10.0, 0.6, 0.0, 0.0 };
    motion.push = 8.0;
    motion.start.place = Eigen::VectorXd::Constant (1, 10.0);
    motion.start.speed = Eigen::VectorXd::Constant (1, -1.0);
    motion.seconds = 2.0;
    motion.rate = 100.0;
    const auto record = runReference (motion);
    REQUIRE (record.piles.size() == 1);
    CHECK_THAT (record.piles[0].end, WithinAbs (2.0 / 4.0 / (1.0 - 0.6), 1e-10));
    CHECK_THAT (record.piles[0].begin, WithinAbs (0.5, 1e-10));
    CHECK (! record.piles[0].left.has_value());
    CHECK_THAT (record.rows.back().bodyLoss, WithinAbs (1.0, 1e-9)); // M w^2/2
    CHECK (record.rows.back().mode == rightStop);
}
