// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/Bodies/TorsionPair.h"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::torsionpair;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** The pair's equations for (a_r, a_b, a_r', a_b'), J_b = k = 1, with the governor's damper: an independent solution.
    */
Eigen::Vector4cd poles (Pair pair, double damper)
{
    Eigen::Matrix4d m = Eigen::Matrix4d::Zero();
    m (0, 2) = m (1, 3) = 1.0;
    m (2, 0) = -(1.0 + pair.drive) / pair.inertias;
    m (2, 1) = 1.0 / pair.inertias;
    m (2, 2) = -damper / pair.inertias;
    m (3, 0) = 1.0;
    m (3, 1) = -1.0;
    Eigen::Vector4cd found = Eigen::EigenSolver<Eigen::Matrix4d> (m, false).eigenvalues();
    std::sort (found.begin(), found.end(), [] (auto a, auto b) { return a.imag() < b.imag(); });
    return found; // the last two turn forwards, the slower one first
}
} // namespace

TEST_CASE ("two inertias on a shaft have the frequencies and shapes of their equations")
{
    for (const double inertias : { 0.2, 1.0, drillString, 40.0 })
        for (const double drive : { 0.01, 0.5, 2.0, 15.0, 400.0 })
        {
            const Pair pair { inertias, drive };
            const auto modes = solve (pair);
            const auto exact = poles (pair, 0.0);
            CAPTURE (inertias, drive);
            for (std::size_t i = 0; i < 2; ++i)
            {
                const auto& mode = modes[i];
                CHECK_THAT (std::sqrt (mode.square),
                            WithinRel (exact (static_cast<Eigen::Index> (2 + i)).imag(), 1e-9));
                // the bit's own equation, and masses J/R^2 of the whole J_r + J_b
                CHECK_THAT (mode.bit - mode.table, WithinAbs (mode.square * mode.bit, 1e-9 * (1.0 + mode.square)));
                CHECK_THAT (inertias * mode.table * mode.table + mode.bit * mode.bit,
                            WithinRel (1.0 + inertias, 1e-12));
            }
            CHECK_THAT (inertias * modes[0].table * modes[1].table + modes[0].bit * modes[1].bit,
                        WithinAbs (0.0, 1e-9));
        }

    // A slack drive: free rotation, all as one, and the elastic mode of the drill string, 1.345 rad/s.
    const auto slack = solve ({ drillString, 1e-9 });
    CHECK_THAT (slack[0].table / slack[0].bit, WithinRel (1.0, 1e-6));
    CHECK_THAT (slack[1].table / slack[1].bit, WithinRel (-1.0 / drillString, 1e-6));
    CHECK_THAT (std::sqrt (slack[1].square * 698.063 / 471.9698),
                WithinRel (std::sqrt (698.063 * (1.0 / 2122.0 + 1.0 / 471.9698)), 1e-6));
    // A rigid one: the table stands, the bit swings on the shaft alone.
    CHECK_THAT (solve ({ drillString, 1e9 })[0].square, WithinRel (1.0, 1e-6));
}

TEST_CASE ("the torsion pair's table: an octave, the shaft's straight twist, its compliance, and the governor's losses")
{
    auto table = std::make_unique<ModeTable>();
    const Pair pair { drillString, octaveDrive (drillString) };
    build (*table, pair);
    REQUIRE (table->count == 2);
    CHECK_THAT (table->ratio[1], WithinRel (2.0, 1e-12));

    // Pushed at rest, the contact yields by the shaft between it and the table and by the drive: 1/k' + 1/k_d with the
    // compliances of a lever where the shaft is touched half-way: (1 - u)^2/k + 1/k_d.
    const double first = solve (pair)[0].square, mass = 1.0 + pair.inertias;
    for (const int place : { 0, 32, 64, 128 })
    {
        double yields = 0.0;
        for (std::size_t m = 0; m < 2; ++m)
            yields +=
                std::pow (table->shape[m][static_cast<std::size_t> (place)] / table->ratio[m], 2) / (mass * first);
        const double up = place / 128.0;
        CAPTURE (up);
        CHECK_THAT (yields, WithinRel ((1.0 - up) * (1.0 - up) + 1.0 / pair.drive, 1e-9));
    }

    // A governor's damper that is small: decays to first order.
    const double w2 = std::sqrt (solve (pair)[1].square), damper = governor * w2 * pair.inertias;
    const auto exact = poles (pair, damper);
    for (std::size_t m = 0; m < 2; ++m)
    {
        const auto pole = exact (static_cast<Eigen::Index> (2 + m));
        CHECK_THAT (0.5 * table->held[m] * std::abs (pole), WithinRel (-pole.real(), 0.01));
    }
}
