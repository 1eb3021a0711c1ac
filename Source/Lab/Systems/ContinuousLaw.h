// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Motion.h"

#include "../../Physics/Friction/Automaton.h"

#include <functional>

namespace kolophon::lab
{
/** A friction law of any type in continuous time: the printed equations of the references (`flow` of the engine's laws,
    and their parameters), and the numbers that its transitions need. Contains no time step. */
class ContinuousLaw
{
public:
    struct Flow
    {
        double force, power;   // F [N] and what it loses [W]
        double elongationRate; // x' [m/s]
        double memoryRate;     // of flash temperature [1/s] or lagged speed [m/s^2]
    };

    /** Throws InputError for an unknown id. */
    explicit ContinuousLaw (const LawChoice& choice);

    /** True if the law consists of x' = v - z_p (v) only, without a discrete state. */
    bool isBristle () const noexcept { return bristleFlow != nullptr; }
    /** The discrete states of a rigid law; empty: it has none, F is a function of v (and of F_hold) alone. */
    Automaton automaton () const noexcept { return edges; }
    /** True if static friction depends on the time at rest, and the curve on a lagged speed: Armstrong. */
    bool ages () const noexcept { return lags; }
    /** True if the source has equations of v alone, which a solver without event location uses. */
    bool hasStatelessForm () const noexcept { return edges.empty() || statelessToo; }
    /** Largest F at rest, over N, of a law without states. */
    double holdingFriction () const noexcept { return edges.empty() ? 0.0 : staticFriction; }
    std::vector<std::string> modeNames () const;
    /** Number of a state. If only three have names, pushed contacts count as resting. */
    int modeOf (ContactPhase phase, double sign) const noexcept;

    /** Flow of a bristle law at elongation x [m] and relative velocity v [m/s]. N > 0. */
    Flow bristle (double normalForce, double elongation, double memory, double v) const;
    /** Flow of a sliding rigid law; the sign of v counts even at zero. `strength` is Armstrong's, over N. */
    Flow sliding (double normalForce, double memory, double strength, double v) const;
    /** Armstrong's w' [m/s^2]. */
    double laggedRate (double memory, double speed) const { return (std::abs (speed) - memory) / knobs.memoryTime; }
    /** Armstrong's strength when a slide at lagged speed w ends. */
    double captured (double strength, double memory) const;
    /** Armstrong's strength after so many seconds at rest. */
    double aged (double strength, double seconds) const;

    /** k [N/m] of the bristle, in series with a body's residual compliance, and dk/dN [1/m]. */
    double stiffness (double normalForce) const;
    double stiffnessSlope (double normalForce) const;
    /** Largest force of a bristle, over N: F_s, or F_c for laws without static friction. */
    double largestFriction () const noexcept { return largest; }
    /** True if the bristle reaches its end within a finite displacement and stays there, instead of approaching it
        asymptotically: Dahl's law with i < 1. Its slope, -i (1 - r)^(i - 1), has a pole at that end. */
    bool arrives () const noexcept { return endExponent < 1.0; }
    /** Growth rate of such a bristle, over |v|, if it lacks this fraction of its end. */
    double arrival (double lacking) const;
    /** Corners of a bristle law, at the sign changes of these values; as many as `borderCount`. */
    std::array<double, 2> borders (double normalForce, double elongation, double memory, double v) const;
    int borderCount () const noexcept { return cornerCount; }

    double muStatic () const noexcept { return staticFriction; }
    double muKinetic () const noexcept { return knobs.muKinetic; }
    double band () const noexcept { return edges.empty() ? 0.0 : knobs.stickBand; } // [m/s]
    double stickRate () const noexcept { return knobs.stickRate; }                  // [1/s]

private:
    using Knobs = HWY_NAMESPACE::ContactKnobs<double>;

    Knobs knobs;
    Automaton edges;
    bool lags = false, statelessToo = false;
    int cornerCount = 0;
    double endExponent = 1.0;
    double staticFriction = 0.0, largest = 0.0;
    std::vector<std::string> names;
    std::function<Flow (const Knobs&, double, double, double, double)> bristleFlow;
    std::function<Flow (double, double, double, double)> slidingFlow;
    std::function<std::array<double, 2> (double, double, double, double)> bristleCorners;

    template <class Law>
    void set (const LawChoice& choice);
};
} // namespace kolophon::lab
