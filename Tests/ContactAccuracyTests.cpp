// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Friction/KolophonElement-inl.h"
#include "Physics/ModalBank-inl.h"
#include "Physics/StringModes-inl.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <vector>

using namespace kolophon::HWY_NAMESPACE;

/** What the passes of a contact step are worth: the table in Resources/Docs/Laws.md, written out on doubles. */
namespace
{
constexpr int modes = 40;
constexpr double seconds = 0.03, slowRate = 48000.0; // [s], [Hz]

struct Stroke
{
    double breakaway, acceleration; // xi, [m/s^2] of the bow, from rest
};

/** Force of the bow [N], mean over each step of the slow rate: G3, bow 12 % from the bridge. */
std::vector<double> forceOf (const Stroke& stroke, int refinement, int passes)
{
    const double h = 1.0 / (slowRate * refinement), normalForce = 0.8;
    const StringParameters<double> string { .fundamental = 196.0,
                                            .inharmonicity = 1e-5,
                                            .impedance = 0.3,
                                            .decayRate = 2.0,
                                            .quality = 300.0,
                                            .position = 0.12,
                                            .torsionImpedance = 1.0,
                                            .torsionRatio = 1.0,
                                            .torsionQuality = 1.0,
                                            .airLoss = 0.0,
                                            .bendingLoss = 0.0 };
    std::array<ModeStep<double>, modes> step {};
    std::array<double, modes> r {}, x1 {}, x2 {};
    double mobility = 0.0, resolved = 0.0;
    for (std::size_t m = 0; m < modes; ++m)
    {
        const auto mode = StringModes<double>::transverse (string, static_cast<double> (m) + 1.0, modes, h);
        step[m] = modeStep (mode.frequency, mode.decayRate, h);
        r[m] = mode.contact / mode.frequency;
        mobility += r[m] * r[m] * step[m].Q / h;
        resolved += r[m] * r[m];
    }
    const KolophonElement<double>::Parameters parameters {
        { { .muStatic = 0.8,
            .muKinetic = 0.3,
            .stiffness = 1e4,
            .stiffnessPerForce = 0.0,
            .damping = 0.1,
            .viscosity = 0.0,
            .residualCompliance = StringModes<double>::transverseCompliance (string) - resolved },
          10.0 }, // [s/m] 1/v_s
        stroke.breakaway
    };
    ContactState<double> state {};
    KolophonElement<double>::resume (parameters, state);
    std::vector<double> force (static_cast<std::size_t> (seconds * slowRate));
    long n = 0;
    for (double& mean : force)
        for (int i = 0; i < refinement; ++i, ++n)
        {
            double free = stroke.acceleration * (static_cast<double> (n) + 0.5) * h;
            for (std::size_t m = 0; m < modes; ++m)
                free -= r[m] / h * (step[m].S * x2[m] - step[m].Q * x1[m]);
            const auto found = KolophonElement<double>::solve (parameters, state, { free, mobility, 0.0, 0.0 },
                                                               normalForce, h, passes);
            mean += found.force / refinement;
            for (std::size_t m = 0; m < modes; ++m)
            {
                const double y = x1[m] - r[m] * found.force, v = x2[m];
                x1[m] += step[m].S * v - step[m].Q * y;
                x2[m] = step[m].D * v - step[m].S * y;
            }
        }
    return force;
}

/** Root mean square of the difference, over that of the expected force. */
double errorOf (const std::vector<double>& found, const std::vector<double>& expected)
{
    double error = 0.0, size = 0.0;
    for (std::size_t i = 0; i < found.size(); ++i)
    {
        error += (found[i] - expected[i]) * (found[i] - expected[i]);
        size += expected[i] * expected[i];
    }
    return std::sqrt (error / size);
}
} // namespace

TEST_CASE (
    "two passes are as far from the converged stroke as the documentation says, and three as near as the step allows")
{
    struct Row
    {
        Stroke stroke;
        double two, three, implicit; // at 48 kHz
    };
    for (const auto& row :
         { Row { { 0.0, 5.0 }, 1.1e-3, 1.4e-3, 1.5e-3 }, Row { { 0.4, 5.0 }, 6.0e-3, 2.4e-3, 2.9e-3 },
           Row { { 0.0, 20.0 }, 3.4e-3, 1.6e-3, 1.9e-3 }, Row { { 0.4, 20.0 }, 1.48e-2, 2.5e-3, 2.8e-3 },
           Row { { 0.7, 20.0 }, 1.28e-2, 8.0e-3, 1.28e-2 } })
    {
        const auto converged = forceOf (row.stroke, 48, 6);
        const auto error = [&] (int passes) { return errorOf (forceOf (row.stroke, 1, passes), converged); };
        CAPTURE (row.stroke.breakaway, row.stroke.acceleration, error (2), error (3), error (12));
        constexpr double halfADigit = 0.5e-4; // of the table
        CHECK (std::abs (error (2) - row.two) < halfADigit);
        CHECK (std::abs (error (3) - row.three) < halfADigit);
        CHECK (std::abs (error (12) - row.implicit) < halfADigit);
    }
}
