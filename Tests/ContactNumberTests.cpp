// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Contacts/ContactNetwork-inl.h"
#include "Support/ChalkNumbers.h"
#include "Support/NetworkBench.h"

#include <catch2/catch.hpp>

#include <Eigen/Dense>

#include <complex>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Contacts against numbers of independent solvers: DOP853 with events located on its dense output, and closed forms.
    v is bow minus surface, F acts on the surface, SI units. */
namespace
{
constexpr double pi = std::numbers::pi;

/** A linear rise to a speed that is then held; mean over a step. */
double meanOfRise (double speed, double rise, double from, double h)
{
    const auto path = [&] (double t) { return t < rise ? 0.5 * speed * t * t / rise : speed * (t - 0.5 * rise); };
    return (path (from + h) - path (from)) / h;
}

/** Ten partials of a G string under two bows. */
struct TwoBows : NetworkBench
{
    static constexpr double f0 = 196.0, Z0 = 0.3, places[2] = { 0.13, 0.4 }, speeds[2] = { 0.2, -0.1 },
                            rises[2] = { 0.004, 0.006 }, read = 0.77;
    double heatOf[2] {};
    long steps = 0;

    explicit TwoBows (double rate) : NetworkBench (2, rate)
    {
        for (int n = 1; n <= 10; ++n)
            mode (n * f0, 2.0 + 0.3 * n, Z0 / (2.0 * f0), // phi = sqrt (2) sin: the modal mass is that of half a string
                  { std::sqrt (2.0) * std::sin (n * pi * places[0]), std::sqrt (2.0) * std::sin (n * pi * places[1]) });
        const double forces[] = { 1.0, 0.5 };
        const ContactKnobs<double> knobs[] = { bristleKnobs (0.8, 0.3, 0.1, 1e4, 1.0, 0.0, 0.3),
                                               bristleKnobs (0.7, 0.25, 0.15, 8e3, 0.8, 0.01, 0.6) };
        for (int k = 0; k < 2; ++k)
        {
            Contact contact;
            contact.along = k;
            contact.law = law<KolophonElement<double>> (knobs[k]);
            contact.pressed = forces[k];
            net.contacts.push_back (contact);
        }
    }

    void go ()
    {
        for (int k = 0; k < 2; ++k)
        {
            bow[k] = meanOfRise (speeds[k], rises[k], static_cast<double> (steps) * h, h);
            bowEnd[k] = speeds[k] * std::min (1.0, static_cast<double> (steps + 1) * h / rises[k]);
        }
        step();
        ++steps;
        for (std::size_t k = 0; k < 2; ++k)
            heatOf[k] += net.contacts[k].step.frictionLoss;
    }
    /** Displacement at 0.77 of the length. */
    double displacement () const
    {
        double y = 0.0;
        int n = 1;
        for (const auto& one : body.all())
            y += std::sqrt (4.0 * f0 / Z0) * std::sin (n++ * pi * read) * body.place (one);
        return y;
    }
};

struct TwoBowsRow
{
    double t, F1, v1, x1, heat1, F2, v2, x2, heat2, work, bodyLoss, stored, y;
};
constexpr TwoBowsRow twoBows[] = {
    { 0.002, 0.155031555, 0.0145823519, 1.40449203e-05, 1.30251084e-07, -0.0667584331, -0.00714832115, -7.62103662e-06,
      3.08229944e-08, 9.12347013e-06, 3.92403016e-09, 8.95847202e-06, -7.83400062e-06 },
    { 0.005, 0.300202811, 0.287002089, 3.00299085e-05, 0.000169073698, -0.0395627137, 0.053087206, -1.03204188e-05,
      3.83237235e-06, 0.000211499873, 1.58797046e-07, 3.84350061e-05, -6.81649849e-05 },
    { 0.01, 0.301946105, 0.227489861, 3.01000063e-05, 0.000437675092, -0.194977705, 0.00996956147, -2.53816312e-05,
      0.000122516483, 0.000629147007, 8.2549753e-07, 6.81299343e-05, 0.000236242369 },
    { 0.015, 0.300017987, 0.54341132, 3.0006453e-05, 0.000775695819, -0.164508094, -0.0239039567, -1.81432361e-05,
      0.00017946377, 0.00100099334, 1.9812561e-06, 4.38524932e-05, 9.34494781e-05 },
    { 0.02, 0.299970012, 0.629843376, 2.99880069e-05, 0.00105287457, -0.127360476, 0.00869016497, -1.67999387e-05,
      0.000269581219, 0.00138289429, 2.92980479e-06, 5.75086972e-05, 0.000125731458 },
    { 0.025, 0.305026288, 0.742569275, 3.22799465e-05, 0.00132840807, -0.229826505, -0.0268309531, -2.64774099e-05,
      0.000334671748, 0.00179352106, 3.8302318e-06, 0.000126611013, 0.000157953078 },
    { 0.03, 0.3070298, 0.561989023, 3.25842515e-05, 0.00162489493, -0.154441059, 0.00187118929, -1.94945903e-05,
      0.000404912734, 0.00216656668, 5.30135187e-06, 0.000131457668, 8.04952352e-05 }
};

/** Largest error of y over its peak, and that of heat and work, over their ends. */
struct TwoBowsErrors
{
    double y = 0.0, heat = 0.0, work = 0.0;
};
TwoBowsErrors errorsOfTwoBows (double rate, int passes)
{
    TwoBows bows (rate);
    bows.net.passes = passes;
    TwoBowsErrors errors;
    for (const auto& row : twoBows)
    {
        while (static_cast<double> (bows.steps) * bows.h < row.t - 0.5 * bows.h)
            bows.go();
        errors.y = std::max (errors.y, std::abs (bows.displacement() - row.y) / 2.36242369e-4);
        errors.heat = std::max ({ errors.heat, std::abs (bows.heatOf[0] - row.heat1) / 1.62489493e-3,
                                  std::abs (bows.heatOf[1] - row.heat2) / 4.04912734e-4 });
        errors.work = std::max (errors.work, std::abs (bows.work - row.work) / 2.16656668e-3);
    }
    REQUIRE (bows.residual <= 1e-13 * bows.peak);
    return errors;
}
} // namespace

TEST_CASE ("two bows on one string follow an independent solver, at second order")
{
    const auto at192 = errorsOfTwoBows (192e3, 3), at384 = errorsOfTwoBows (384e3, 3);
    CAPTURE (at192.y, at384.y, at192.heat, at384.heat, at192.work, at384.work);
    CHECK (at192.y < 1.5e-3);
    CHECK (at384.y < 4e-4);
    CHECK (at192.y / at384.y > 3.0);
    CHECK (at192.heat < 1e-2);
    CHECK (at192.work < 1e-2);
    const auto hasty = errorsOfTwoBows (192e3, 1); // one pass does not see the other bow
    CHECK (hasty.y > 3.0 * at192.y);
}

TEST_CASE ("two contacts at one place are one of twice the normal force")
{
    const auto run = [] (int count)
    {
        auto bench = std::make_unique<NetworkBench> (count, 96e3);
        for (int n = 1; n <= 12; ++n)
        {
            const double shape = std::sin (n * pi * 0.13);
            bench->mode (n * 196.0, 2.0 + n, 8e-4, { shape, shape });
        }
        for (int k = 0; k < count; ++k)
        {
            NetworkBench::Contact contact;
            contact.along = k;
            const double part = 1.0 / count;
            contact.law = bench->law<KolophonElement<double>> (
                bristleKnobs (0.8, 0.3, 0.1, 1e4 * part, 1.0 * part, 0.02 * part, 0.3));
            contact.pressed = 1.0 * part;
            bench->net.contacts.push_back (contact);
        }
        bench->net.passes = 60;
        std::vector<double> force;
        for (int n = 0; n < 2000; ++n)
        {
            for (int k = 0; k < count; ++k)
                bench->bow[k] = bench->bowEnd[k] = 0.2;
            bench->step();
            force.push_back (std::accumulate (bench->net.force, bench->net.force + count, 0.0));
        }
        return force;
    };
    const auto one = run (1), two = run (2);
    double worst = 0.0;
    for (std::size_t n = 0; n < one.size(); ++n)
        worst = std::max (worst, std::abs (one[n] - two[n]));
    CHECK (worst < 1e-9);
}

namespace
{
/** A mass without a spring, by a mode far below everything: 1e-4 Hz. */
struct Bounce : NetworkBench
{
    Bounce (double rate, double stiffness, bool hertz, double damping) : NetworkBench (1, rate)
    {
        mode (1e-4, 0.0, 0.01, { 1.0 });
        Contact contact;
        contact.into = 0;
        contact.spring = { stiffness, damping, hertz };
        net.contacts.push_back (contact);
        body.all()[0].x2 = -0.5 * std::sqrt (0.01); // v = bow - u: 0.5 m/s into the stop
        net.contacts[0].normal.penetration = -1e-6;
    }
};
} // namespace

TEST_CASE ("a mass on a Hertz stop takes the time, depth and force of the closed form, and leaves as it came")
{
    // 2.943275 (5 m/(4 k))^0.4 v^-0.2, (5 m v^2/(4 k))^0.4, k d^1.5: 0.01 kg, 3e7 N/m^1.5, 0.5 m/s
    Bounce bounce (4e6, 3e7, true, 0.0);
    double deepest = 0.0, largest = 0.0, touched = 0.0, left = 0.0;
    const auto& contact = bounce.net.contacts[0];
    for (int n = 0; n < 6000 && left == 0.0; ++n)
    {
        const double before = contact.normal.penetration;
        bounce.step();
        const double after = contact.normal.penetration, time = n * bounce.h;
        deepest = std::max (deepest, after);
        largest = std::max (largest, contact.normalForce);
        if (before <= 0.0 && after > 0.0)
            touched = time + bounce.h * before / (before - after);
        if (before > 0.0 && after <= 0.0)
            left = time + bounce.h * before / (before - after);
    }
    CHECK_THAT (left - touched, WithinRel (5.983459337997985e-4, 2e-5));
    CHECK_THAT (deepest, WithinRel (1.016462841222445e-4, 1e-5));
    CHECK_THAT (largest, WithinRel (30.743868573117012, 1e-4));
    CHECK_THAT (bounce.body.velocity (0), WithinRel (0.5, 1e-11));
    CHECK (bounce.residual <= 1e-13 * bounce.peak);
}

TEST_CASE ("a linear stop gives back what it took at any step, and its damping takes what Hunt and Crossley say")
{
    for (const double rate : { 1e4, 1e5 })
    {
        Bounce bounce (rate, 1e5, false, 0.0);
        for (int n = 0; n < static_cast<int> (0.002 * rate); ++n)
            bounce.step();
        CHECK_THAT (bounce.body.velocity (0), WithinRel (0.5, 1e-10));
    }
    // m v dv/dd = -k d (1 + a v): the speed u of leaving solves  v - u/... : F (v) = v/a - ln (1 + a v)/a^2 is equal
    // at both ends, v = 0.5 in, -u out, whatever k and m.
    const double a = 0.4;
    const auto F = [a] (double v) { return v / a - std::log1p (a * v) / (a * a); };
    double low = 0.0, high = 0.5;
    for (int i = 0; i < 100; ++i)
    {
        const double u = 0.5 * (low + high);
        (F (-u) < F (0.5) ? low : high) = u;
    }
    for (const bool hertz : { false, true })
    {
        Bounce bounce (2e6, hertz ? 3e7 : 1e5, hertz, a);
        for (int n = 0; n < 8000; ++n)
            bounce.step();
        CAPTURE (hertz);
        CHECK_THAT (bounce.body.velocity (0), WithinRel (low, 1e-5));
        CHECK_THAT (bounce.heat, WithinRel (0.5 * 0.01 * (0.25 - low * low), 1e-4));
    }
}

namespace
{
/** Three modes of a string whose tension grows: f_0 110 Hz, 0.65 m, 75 N, EA 150 kN. */
struct Tightening : NetworkBench
{
    static constexpr double f0 = 110.0, L = 0.65, T = 75.0, EA = 150000.0, bowed = 0.2, read = 0.3;
    static constexpr double mu = T / (4.0 * L * L * f0 * f0);

    explicit Tightening (double rate) : NetworkBench (2, rate)
    {
        Tension<double> tension;
        tension.port = 1;
        for (int n = 1; n <= 3; ++n)
        {
            mode (n * f0 * std::sqrt (1.0 + 1e-4 * n * n), 1.0 + 0.5 * n * n, 1.0, { shapeAt (n, bowed), 0.0 });
            tension.coefficients.push_back (std::sqrt (EA / L) * std::pow (n * pi / L, 2) / mu);
        }
        net.tensions.push_back (tension);
        Contact contact; // lifted, until it is pressed
        contact.along = 0;
        contact.law = law<KolophonElement<double>> (bristleKnobs (0.8, 0.3, 0.1, 8000.0, 1.5, 0.0, 0.4));
        net.contacts.push_back (contact);
    }
    static double shapeAt (int n, double place) { return std::sqrt (2.0 / (mu * L)) * std::sin (n * pi * place); }

    /** Pulls the string aside at the bow's place, on top of what it does, as a triangle of this height [m]. */
    void pluck (double height)
    {
        for (int n = 1; n <= 3; ++n)
        {
            auto& one = body.all()[static_cast<std::size_t> (n - 1)];
            one.x1 = one.w * 2.0 * height / (n * n * pi * pi * bowed * (1.0 - bowed)) * std::sin (n * pi * bowed) *
                     std::sqrt (mu * L / 2.0);
            one.x2 = 0.0;
        }
        net.tensions[0].state = net.tensions[0].of (body);
    }
    double displacement () const
    {
        double y = 0.0;
        for (int n = 1; n <= 3; ++n)
            y += shapeAt (n, read) * body.place (body.all()[static_cast<std::size_t> (n - 1)]);
        return y;
    }
};

struct FreeRow
{
    double t, q1, y, H, lost;
};
constexpr FreeRow tightening[] = { { 0.005, -0.000108077676, -0.00233169524, 0.0131927031, 0.000365319338 },
                                   { 0.01, 6.66209898e-06, -0.00167856962, 0.0128271862, 0.000730836183 },
                                   { 0.02, -0.000147978343, -0.00213511447, 0.0121273948, 0.0014306276 },
                                   { 0.05, 7.38430083e-05, 0.00180613823, 0.0103379404, 0.00322008203 },
                                   { 0.1, 3.94960966e-05, 0.00116090465, 0.00797974362, 0.00557827878 },
                                   { 0.2, 0.000111524322, 0.00232851, 0.00498932122, 0.00856870118 } };

struct FreeResult
{
    double y = 0.0, lost = 0.0;
    double pitch[3] {}; // Hz of q_1's first, tenth and 23rd period
};
FreeResult pluckedString (double rate)
{
    Tightening string (rate);
    string.pluck (0.006);
    FreeResult result;
    std::vector<double> crossings;
    long steps = 0;
    for (const auto& row : tightening)
    {
        while (static_cast<double> (steps) * string.h < row.t - 0.5 * string.h)
        {
            const double before = string.body.place (string.body.all()[0]);
            string.step();
            const double after = string.body.place (string.body.all()[0]);
            if (before < 0.0 && after >= 0.0) // by the cubic through places and speeds
            {
                const double a = string.body.all()[0].x2, b = after;
                crossings.push_back (static_cast<double> (steps + 1) * string.h - b / a);
            }
            ++steps;
        }
        result.y = std::max (result.y, std::abs (string.displacement() - row.y) / 0.006);
        result.lost = std::max (result.lost, std::abs (string.bodyLoss / row.lost - 1.0));
        CHECK_THAT (string.stored(), WithinRel (row.H, 1e-4));
    }
    REQUIRE (crossings.size() >= 24);
    result.pitch[0] = 1.0 / (crossings[1] - crossings[0]);
    result.pitch[1] = 1.0 / (crossings[10] - crossings[9]);
    result.pitch[2] = 1.0 / (crossings[23] - crossings[22]);
    CHECK (string.residual <= 1e-13 * string.peak);
    return result;
}
double cents (double f, double expected)
{
    return 1200.0 * std::log2 (f / expected);
}
} // namespace

TEST_CASE ("a string that tightens falls in pitch as an independent solver says, at second order")
{
    const auto at48 = pluckedString (48e3), at96 = pluckedString (96e3);
    CAPTURE (at48.y, at96.y, at48.lost, at48.pitch[0], at48.pitch[1], at48.pitch[2]);
    CHECK (at48.y < 5e-3);
    CHECK (at48.y / at96.y > 3.0);
    // 124.015386, 120.385170 and 116.808658 Hz
    CHECK_THAT (cents (at48.pitch[0], 1.0 / (0.01409338922938954 - 0.00602987362183757)), WithinAbs (0.0, 0.02));
    CHECK_THAT (cents (at48.pitch[2], 1.0 / (0.1978007453916689 - 0.18923973617111406)), WithinAbs (0.0, 0.02));
    CHECK_THAT (cents (at48.pitch[0], at48.pitch[2]), WithinAbs (103.646, 0.1));
}

TEST_CASE ("one undamped mode under tension has the pitch of Jacobi's functions")
{
    // f/f_0 = pi sqrt (1 + e)/(2 K (e/(2 (1 + e)))), e = H_nl stiffness times amplitude^2 over the linear one
    for (const auto& [strength, ratio] : { std::pair (0.01, 1.0037418361777422), std::pair (0.1, 1.0367169070746338),
                                           std::pair (1.0, 1.3177760649655266) })
    {
        NetworkBench bench (1, 192e3);
        bench.mode (110.0, 0.0, 1.0, { 0.0 });
        auto& one = bench.body.all()[0];
        Tension<double> tension;
        // q'' + w^2 q + ga psi q, psi = ga q^2/2: e w^2 = ga^2 A^2/2
        const double A = 1e-3;
        tension.coefficients = { one.w * std::sqrt (2.0 * strength) / A };
        bench.net.tensions.push_back (tension);
        one.x1 = one.w * A;
        bench.net.tensions[0].state = bench.net.tensions[0].of (bench.body);
        std::vector<double> crossings;
        for (int n = 1; n < 40000; ++n)
        {
            const double before = one.x1;
            bench.step();
            if (before < 0.0 && one.x1 >= 0.0)
                crossings.push_back (n * bench.h - one.x1 / (one.w * one.x2));
        }
        const double f = static_cast<double> (crossings.size() - 1) / (crossings.back() - crossings.front());
        CAPTURE (strength, f / 110.0);
        CHECK_THAT (cents (f / 110.0, ratio), WithinAbs (0.0, 0.01));
    }
}

TEST_CASE ("after a hundred strokes the tension is still that of the modes")
{
    Tightening string (48e3);
    double worst = 0.0, largest = 0.0;
    for (int stroke = 0; stroke < 100; ++stroke)
    {
        auto& contact = string.net.contacts[0];
        for (int n = 0; n < 2400; ++n)
        {
            const bool bows = n < 1800;
            contact.pressed = bows ? 5.0 : 0.0;
            string.bow[0] = string.bowEnd[0] = bows ? (stroke % 2 == 0 ? 4.0 : -4.0) : 0.0;
            string.step();
            const double psi = string.net.tensions[0].of (string.body);
            largest = std::max (largest, psi);
            worst = std::max (worst, std::abs (string.net.tensions[0].state - psi));
        }
    }
    // dT/T = sqrt (EA/L) psi/T
    CAPTURE (std::sqrt (Tightening::EA / Tightening::L) * largest / Tightening::T, worst / largest);
    CHECK (std::abs (string.net.tensions[0].state - string.net.tensions[0].of (string.body)) < 1e-5 * largest);
    CHECK (string.residual <= 1e-13 * string.peak);
}

namespace
{
struct BowedRow
{
    double t, y, F, heat, work, bodyLoss;
};
constexpr BowedRow bowedTightening[] = {
    { 0.01, 0.00145488129, 1.18900589, 2.24617209e-05, 0.00091200361, 9.4016244e-07 },
    { 0.02, 0.00157160861, 0.745953431, 0.0034625426, 0.00437281215, 1.03271357e-05 },
    { 0.03, 0.00156390645, 0.75059854, 0.00804845614, 0.0090129707, 1.68728522e-05 },
    { 0.05, 0.000758211211, 0.750000478, 0.017495104, 0.0180507693, 3.67706984e-05 },
    { 0.075, 0.00146801696, 0.749942785, 0.0283849116, 0.0292919119, 6.23501176e-05 },
    { 0.1, 0.00124123747, 0.824572716, 0.039829438, 0.0406175894, 8.76894025e-05 }
};
} // namespace

TEST_CASE ("a string that tightens is bowed as an independent solver says")
{
    Tightening string (48e3);
    string.net.contacts[0].pressed = 2.5;
    double y = 0.0, heat = 0.0, body = 0.0;
    long steps = 0;
    for (const auto& row : bowedTightening)
    {
        for (; static_cast<double> (steps) * string.h < row.t - 0.5 * string.h; ++steps)
        {
            string.bow[0] = meanOfRise (0.6, 0.02, static_cast<double> (steps) * string.h, string.h);
            string.bowEnd[0] = 0.6 * std::min (1.0, static_cast<double> (steps + 1) * string.h / 0.02);
            string.step();
        }
        y = std::max (y, std::abs (string.displacement() - row.y) / 0.00157160861);
        heat = std::max (heat, std::abs (string.heat - row.heat) / 0.039829438);
        body = std::max (body, std::abs (string.bodyLoss - row.bodyLoss) / 8.76894025e-05);
    }
    CAPTURE (y, heat, body);
    CHECK (y < 2e-3);
    CHECK (heat < 1e-4);
    CHECK (body < 1e-3);
}

namespace
{
/** Two modes, x along a belt and y up, under a constant coefficient of friction. */
struct Flutter : NetworkBench
{
    static constexpr double k11 = 2.0, k12 = -1.0, k22 = 2.0 / 3.0, kn = 4.0 / 3.0;
    double mu, belt, load;

    Flutter (double rate, double damping, double coefficient, double itsBelt, double kick)
        : NetworkBench (3, rate), mu (coefficient), belt (itsBelt), load (1.0)
    {
        Eigen::Matrix2d K;
        K << k11, k12, k12, k22;
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> modes (K);
        // K_total z = (mu N, N - P), N = -kn y
        Eigen::Matrix2d steady = K;
        steady (0, 1) += mu * kn;
        steady (1, 1) += kn;
        const Eigen::Vector2d equilibrium = steady.partialPivLu().solve (Eigen::Vector2d (0.0, -load));
        const Eigen::Vector2d start = equilibrium + Eigen::Vector2d (kick, 0.0);
        for (int m = 0; m < 2; ++m)
        {
            const Eigen::Vector2d shape = modes.eigenvectors().col (m);
            const double w = std::sqrt (modes.eigenvalues()[m]);
            mode (w / (2.0 * pi), 0.5 * damping, 1.0, { shape[0], shape[1], shape[1] });
            body.all().back().x1 = w * shape.dot (start);
        }
        Contact contact;
        contact.along = 0;
        contact.into = 1;
        auto knobs = bristleKnobs (mu, mu, 0.1, 0.0, 0.0, 0.0, 0.0);
        contact.law = law<Coulomb<double>> (knobs);
        contact.spring = { kn, 0.0, false };
        contact.normal.penetration = -start[1];
        contact.normal.coordinate = contact.spring.coordinate (-start[1]);
        contact.normalForce = kn * -start[1];
        contact.force = mu * contact.normalForce;
        contact.normal.coefficient = mu;
        contact.friction.mode = ContactMode::forward;
        contact.friction.lastVelocity = contact.friction.endVelocity = belt;
        net.contacts.push_back (contact);
        net.pushes.push_back ({ 2, -load });
        bow[0] = bowEnd[0] = belt;
    }
    double x () const { return body.position (0); }
    double y () const { return body.position (1); }
};
} // namespace

TEST_CASE ("constant friction squeals by flutter: growth, hops and limit cycle of an event-driven solver")
{
    Flutter squeal (1000.0, 0.0, 0.8, 0.2, 1e-4);
    struct Event
    {
        double time;
        int state; // 0 slip, 1 stick, 2 air
    };
    std::vector<Event> events;
    int state = 0;
    double air = 0.0, stick = 0.0, xMin = 0.0, xMax = 0.0, yMin = 0.0, yMax = 0.0;
    const auto& contact = squeal.net.contacts[0];
    for (int n = 1; n <= 200000; ++n)
    {
        squeal.step();
        const double time = n * squeal.h;
        const int now = contact.normalForce <= 0.0 ? 2 : (contact.step.regime < 1.5 ? 1 : 0);
        if (now != state)
            events.push_back ({ time, now });
        state = now;
        if (n == 20000)
        {
            CHECK_THAT (squeal.x(), WithinAbs (0.016076902501191512, 2e-6));
            CHECK_THAT (squeal.y(), WithinAbs (-0.49188317005366083, 2e-6));
        }
        if (n == 80000)
        {
            CHECK_THAT (squeal.x(), WithinAbs (0.08678319176677572, 1e-3));
            CHECK_THAT (squeal.y(), WithinAbs (-0.41510965239824993, 1e-3));
        }
        if (3 * n > 400000)
        {
            air += state == 2 ? squeal.h : 0.0;
            stick += state == 1 ? squeal.h : 0.0;
            xMin = std::min (xMin, squeal.x());
            xMax = std::max (xMax, squeal.x());
            yMin = std::min (yMin, squeal.y());
            yMax = std::max (yMax, squeal.y());
        }
    }
    const Event expected[] = { { 87.45721862112509, 1 }, { 87.66138297950349, 0 }, { 89.274186591533, 2 },
                               { 90.532489893084, 0 },   { 93.73784137888057, 2 }, { 95.35990710325136, 0 },
                               { 98.62950901885121, 2 }, { 99.71645627339326, 0 } };
    REQUIRE (events.size() >= std::size (expected));
    for (std::size_t i = 0; i < std::size (expected); ++i)
    {
        CAPTURE (i, events[i].time, expected[i].time);
        CHECK (events[i].state == expected[i].state);
        CHECK_THAT (events[i].time, WithinAbs (expected[i].time, 5e-3));
    }
    CAPTURE (events.size(), air / 66.667, stick / 66.667, xMin, xMax, yMin, yMax);
    CHECK_THAT (xMin, WithinAbs (-0.1178105518038437, 2e-3));
    CHECK_THAT (xMax, WithinAbs (0.17314559981311373, 2e-3));
    CHECK_THAT (yMin, WithinAbs (-1.2381483326560212, 3e-3));
    CHECK_THAT (yMax, WithinAbs (0.368775420113423, 3e-3));
    CHECK_THAT (air / (200.0 / 3.0), WithinAbs (0.08611125914804048, 3e-3));
    CHECK (squeal.residual <= 1e-13 * squeal.peak);
}

TEST_CASE ("flutter begins at the critical coefficient that the eigenvalues give")
{
    // mu_c = (k12^2 + (k11 - k22 - kn)^2/4)/(|k12| kn) = 3/4; growth of mu = 0.8: 0.0910983 1/s
    struct Away
    {
        double early, late; // largest distances of x from its equilibrium, over a few periods 40 s apart
    };
    const auto away = [] (double mu)
    {
        Flutter squeal (200.0, 0.0, mu, 1.0, 1e-7);
        const Flutter rest (200.0, 0.0, mu, 1.0, 0.0);
        Away result { 0.0, 0.0 };
        for (int n = 0; n < 16000; ++n)
        {
            squeal.step();
            auto& largest = n < 8000 ? result.early : result.late;
            if (n % 8000 >= 6000)
                largest = std::max (largest, std::abs (squeal.x() - rest.x()));
        }
        return result;
    };
    const auto above = away (0.8);
    CHECK_THAT (std::log (above.late / above.early) / 40.0, WithinRel (0.09109828474571652, 5e-3));
    CHECK (away (0.77).late > 20e-7);
    CHECK (away (0.65).late < 10e-7); // beats, and does not grow
}

namespace
{
/** Chalk on a board: both have modes, one contact. */
struct Chalk : NetworkBench
{
    Chalk (double rate, double detune, double kick) : NetworkBench (1, rate)
    {
        const double N = 2.0, V = 0.12;
        struct Line
        {
            double f, Q, mass;
        };
        for (const auto& line : { Line { 1200.0, 60.0, 0.08 },
                                  { 2900.0, 80.0, 0.06 },
                                  { 60.0, 3.0, 0.012 },
                                  { 1200.0 * (1.0 + detune), 40.0, 0.006 },
                                  { 3100.0, 40.0, 0.004 } })
            mode (line.f, pi * line.f / line.Q, line.mass, { 1.0 });
        Contact contact;
        contact.along = 0;
        contact.law = law<KolophonElement<double>> (bristleKnobs (0.7, 0.4, 0.1, 3e5, 3.0, 0.0, 0.5));
        contact.pressed = N;
        // steady sliding: v = V, F = g, x = g/k, x' = 0
        const double g = N * (0.4 + 0.3 * std::exp (-std::pow (V / 0.1, 2)));
        contact.friction.bristleCoordinate = std::sqrt (3e5) * g / 3e5;
        contact.friction.lastVelocity = V;
        contact.force = g;
        net.contacts.push_back (contact);
        for (auto& one : body.all())
            one.x1 = one.shape[0] * g / one.w;
        body.all()[0].x2 = kick;
        bow[0] = bowEnd[0] = V;
    }
};
} // namespace

TEST_CASE ("chalk and board grow at the eigenvalues of steady sliding, tuned and detuned")
{
    for (const auto& pair : chalkNumbers)
    {
        // The step's linear map about steady sliding, by differences of every state; its eigenvalues are e^(lambda h).
        const double rate = 384e3;
        constexpr int states = 11;
        const auto stateOf = [states] (const Chalk& chalk)
        {
            Eigen::VectorXd state (states);
            for (int m = 0; m < 5; ++m)
            {
                state[2 * m] = chalk.body.all()[static_cast<std::size_t> (m)].x1;
                state[2 * m + 1] = chalk.body.all()[static_cast<std::size_t> (m)].x2;
            }
            state[10] = chalk.net.contacts[0].friction.bristleCoordinate;
            return state;
        };
        const auto moved = [&] (int which, double by)
        {
            Chalk chalk (rate, pair.detune, 0.0);
            auto& contact = chalk.net.contacts[0];
            chalk.net.passes = 20;
            if (which < 10 && which % 2 == 0)
                chalk.body.all()[static_cast<std::size_t> (which / 2)].x1 += by;
            else if (which < 10)
                chalk.body.all()[static_cast<std::size_t> (which / 2)].x2 += by;
            else
                contact.friction.bristleCoordinate += by;
            chalk.step();
            return stateOf (chalk);
        };
        Eigen::MatrixXd map (states, states);
        for (int i = 0; i < states; ++i)
            map.col (i) = (moved (i, 1e-7) - moved (i, -1e-7)) / 2e-7;
        const Eigen::VectorXcd eigenvalues = map.eigenvalues();
        for (int k = 0; k < 3; ++k)
        {
            double nearest = 1e9, found = 0.0;
            for (const auto& one : eigenvalues)
            {
                const auto lambda = std::log (one) * rate;
                const double off = std::abs (lambda.imag() / (2.0 * pi) - pair.f[k]);
                if (off < nearest)
                {
                    nearest = off;
                    found = lambda.real();
                }
            }
            CAPTURE (pair.detune, pair.f[k], nearest, found, pair.growth[k]);
            CHECK (nearest < 2e-3 * pair.f[k]);
            CHECK_THAT (found, WithinRel (pair.growth[k], 1e-2));
        }
    }
}

namespace
{
/** A D string under a bow, with the pulp of a finger at a node, or without one. */
struct Flageolet : NetworkBench
{
    static constexpr double f0 = 293.66, Z0 = 0.2;
    static constexpr int partials = 48;

    Flageolet (int harmonic, bool touched) : NetworkBench (2, 96e3)
    {
        const double bowAt = 0.06, fingerAt = 1.0 / harmonic;
        for (int n = 1; n <= partials; ++n)
        {
            const double f = n * f0 * std::sqrt (1.0 + 8e-5 * n * n);
            mode (f, 1.5 + 2.0 * pi * f / 2400.0, Z0 / (2.0 * f0),
                  { std::sqrt (2.0) * std::sin (n * pi * bowAt), std::sqrt (2.0) * std::sin (n * pi * fingerAt) });
        }
        for (int n = 1; n <= 10; ++n)
        {
            const double f = n * 5.2 * f0;
            mode (f, pi * f / 40.0, 1.0 / (2.0 * 5.2 * f0),
                  { std::sqrt (2.0) * std::sin (n * pi * bowAt), std::sqrt (2.0) * std::sin (n * pi * fingerAt) });
        }
        for (int k = 0; k < 2; ++k)
        {
            Contact contact;
            contact.along = k;
            contact.law = law<KolophonElement<double>> (k == 0 ? bristleKnobs (0.8, 0.3, 0.12, 3e4, 0.5, 0.0, 0.5)
                                                               : bristleKnobs (0.9, 0.6, 0.1, 800.0, 0.4, 0.0, 0.5));
            contact.pressed = k == 0 ? 0.3 : (touched ? 0.15 : 0.0);
            net.contacts.push_back (contact);
        }
    }

    struct Result
    {
        double others, cents; // lines that are no multiples against the multiples [dB]; pitch against partial n
    };
    Result play (int harmonic)
    {
        const int steps = static_cast<int> (1.5 / h), begin = steps * 2 / 3;
        std::vector<double> crossings, velocity;
        const auto& heard = body.all()[static_cast<std::size_t> (harmonic - 1)];
        for (int n = 0; n < steps; ++n)
        {
            bow[0] = bowEnd[0] = 0.25 * std::min (1.0, n * h / 0.03);
            const double before = heard.x1;
            step();
            if (n < begin)
                continue;
            velocity.push_back (body.velocity (0));
            if (before < 0.0 && heard.x1 >= 0.0)
                crossings.push_back (n + 1.0 - heard.x1 / (heard.x1 - before));
        }
        const double f = static_cast<double> (crossings.size() - 1) / ((crossings.back() - crossings.front()) * h);
        double sums[2] {};
        for (int m = 1; m <= 24; ++m)
        {
            std::complex<double> line = 0.0;
            for (std::size_t n = 0; n < velocity.size(); ++n)
            {
                const double place = static_cast<double> (n) / static_cast<double> (velocity.size());
                line += velocity[n] * std::pow (std::sin (pi * place), 4.0) *
                        std::polar (1.0, -2.0 * pi * m * f / harmonic * h * static_cast<double> (n));
            }
            sums[m % harmonic == 0 ? 0 : 1] += std::norm (line);
        }
        return { 10.0 * std::log10 (sums[1] / sums[0]), cents (f, heard.w / (2.0 * pi)) };
    }
};
} // namespace

TEST_CASE ("a finger at a node leaves the harmonic alone: a flageolet")
{
    for (const int harmonic : { 2, 3, 4 })
    {
        const auto touched = Flageolet (harmonic, true).play (harmonic);
        CAPTURE (harmonic, touched.others, touched.cents);
        CHECK (touched.others < -60.0);
        CHECK (std::abs (touched.cents) < 6.0);
    }
    CHECK (Flageolet (2, false).play (2).others > -10.0);
}
