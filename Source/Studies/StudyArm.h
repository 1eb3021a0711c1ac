#pragma once

#include "StudyKit.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

/** What the studies of a creaking hinge share. */
namespace kolophon::study
{
/** An arm, a mass on a spring, that rubs a wall under the law Stribeck. */
struct Arm
{
    double stiffness, mass, damping, muStatic, muKinetic, exponent, stribeckSpeed, normalForce;

    /** F_s - F_k [N] */
    double drop () const { return (muStatic - muKinetic) * normalForce; }
    /** Slips a second of a slow hand: the spring is stretched by 2 dF/k between two slips. */
    double quasistatic (double speed) const { return stiffness * speed / (2.0 * drop()); }
    /** Where the damper takes as much as the falling curve gives, 2 zeta sqrt (k m) = dF/v_s exp (-v/v_s) [m/s];
       faster, sliding is stable. For the exponent 1. */
    double criticalSpeed () const
    {
        return stribeckSpeed * std::log (drop() / stribeckSpeed / (2.0 * damping * std::sqrt (stiffness * mass)));
    }
};

struct Run
{
    double rate, settle, counted, slipSpeed; // [Hz], [s], [s], [m/s]
    double rest;                             // [s] between two slips, at least
};

/** What an arm did. */
struct Creak
{
    double rate = 0.0;         // slips [1/s]; 0: none began
    double fraction = 0.0;     // of the time that it slides
    double swing = 0.0;        // of the relative velocity, from least to most [m/s]
    std::vector<double> force; // [N] where asked for
};

/** One arm at one speed. */
struct Task
{
    Arm arm;
    double speed;
    bool keeps = false;
};

/** What arms did; nothing where the work was stopped before. */
std::vector<std::optional<Creak>> creaksOf (StudyWorkers& workers, const std::vector<Task>& tasks, const Run& run);

/** The fields of an arm, and of its run, of an object; `o` where they are left out. */
Arm readArm (lab::Fields& f, const Arm& o);
Run readRun (lab::Fields& f, const Run& o);

inline constexpr Arm usualArm { 2e4, 0.05, 0.02, 0.8, 0.3, 1.0, 0.02, 10.0 };
inline constexpr auto armFields = "The arm, and how it rubs.";
} // namespace kolophon::study
