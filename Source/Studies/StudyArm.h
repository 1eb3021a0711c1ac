// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "StudyKit.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

/** Model and helpers shared by the studies of a creaking hinge. */
namespace kolophon::study
{
/** An arm, a mass on a spring, that rubs a wall under the law Stribeck. */
struct Arm
{
    double stiffness, mass, damping, muStatic, muKinetic, exponent, stribeckSpeed, normalForce;

    /** F_s - F_k [N] */
    double drop () const { return (muStatic - muKinetic) * normalForce; }
    /** Slips per second at low hand speed: the extension of the spring grows by 2 dF/k between two slips. */
    double quasistatic (double speed) const { return stiffness * speed / (2.0 * drop()); }
    /** Speed at which the damper absorbs as much as the falling curve supplies, 2 zeta sqrt (k m) = dF/v_s exp
        (-v/v_s) [m/s]; above it, sliding is stable. For the exponent 1. */
    double criticalSpeed () const
    {
        return stribeckSpeed * std::log (drop() / stribeckSpeed / (2.0 * damping * std::sqrt (stiffness * mass)));
    }
};

struct Run
{
    double rate, settle, counted, slipSpeed; // [Hz], [s], [s], [m/s]
    double rest;                             // [s] minimum between two slips
};

/** Result for one arm. */
struct Creak
{
    double rate = 0.0;         // slips [1/s]; 0: none began
    double fraction = 0.0;     // of the time spent sliding
    double swing = 0.0;        // peak to peak, of the relative velocity [m/s]
    std::vector<double> force; // [N] if requested
};

/** One arm at one speed; `keeps`: record its force. */
struct Task
{
    Arm arm;
    double speed;
    bool keeps = false;
};

/** Simulates the arms; nullopt for those that were not computed because the work was stopped. */
std::vector<std::optional<Creak>> creaksOf (StudyWorkers& workers, const std::vector<Task>& tasks, const Run& run);

/** Read the fields of an arm and of its run from an object; `o` has the values for fields that are left out. */
Arm readArm (lab::Fields& f, const Arm& o);
Run readRun (lab::Fields& f, const Run& o);

inline constexpr Arm usualArm { 2e4, 0.05, 0.02, 0.8, 0.3, 1.0, 0.02, 10.0 };
inline constexpr auto armFields = "The arm and its friction.";
} // namespace kolophon::study
