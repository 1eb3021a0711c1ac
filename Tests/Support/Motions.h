// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Units.h"
#include "Lab/Motion/Motion.h"

#include <algorithm>
#include <cmath>

/** Motions that several tests of the laboratory start from. */
namespace kolophon::test
{
/** One mass [kg] on a damper [N s/m] and a spring [N/m]; rubbed and pushed itself. */
inline lab::LinearBody oneMass (double mass, double damping = 0.0, double stiffness = 0.0)
{
    lab::LinearBody body;
    body.mass = Eigen::MatrixXd::Constant (1, 1, mass);
    body.damping = Eigen::MatrixXd::Constant (1, 1, damping);
    body.stiffness = Eigen::MatrixXd::Constant (1, 1, stiffness);
    body.contact = body.pushed = Eigen::VectorXd::Ones (1);
    return body;
}

/** A law of F_s and F_c at N = 1 N, with v_s [m/s]. */
inline lab::LawChoice law (const char* id, double muStatic, double muKinetic, double stribeckSpeed = 1.0)
{
    lab::LawChoice choice { id, {} };
    choice.knobs.muStatic = muStatic;
    choice.knobs.muKinetic = muKinetic;
    choice.knobs.inverseStribeckVelocity = 1.0 / stribeckSpeed;
    choice.knobs.stribeckExponent = 2.0;
    choice.knobs.dahlExponent = 1.0;
    choice.knobs.stickBand = 1e-3;
    choice.knobs.stickRate = 1e3;
    choice.knobs.thermalVelocity = 0.1;
    choice.knobs.thermalTime = 1e-2;
    choice.knobs.memoryTime = 1e-2;
    choice.knobs.ageingTime = 0.1;
    return choice;
}

/** Largest residual of the balance, over all energy that was ever there or went through. */
inline double imbalance (const lab::Record& record)
{
    double worst = 0.0, most = record.peakEnergy;
    for (const auto& row : record.rows)
    {
        worst = std::max (worst, std::abs (row.residual));
        most = std::max ({ most, std::abs (row.driven), std::abs (row.frictionLoss), std::abs (row.bodyLoss) });
    }
    return worst / most;
}

/** Times of the changes into, or out of, a discrete state. */
inline std::vector<double> changes (const lab::Record& record, int lab::Event::*end, int mode)
{
    std::vector<double> times;
    for (const auto& event : record.events)
        if (event.*end == mode)
            times.push_back (event.time);
    return times;
}
inline std::vector<double> entering (const lab::Record& record, int mode)
{
    return changes (record, &lab::Event::to, mode);
}
inline std::vector<double> leaving (const lab::Record& record, int mode)
{
    return changes (record, &lab::Event::from, mode);
}
} // namespace kolophon::test
