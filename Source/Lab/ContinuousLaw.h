#pragma once

#include "Motion.h"

#include "../Physics/Friction/Automaton.h"

#include <functional>

namespace kolophon::lab
{
/** A friction law in continuous time, of whichever type: what the references print (`flow` of the engine's laws, and
    their parameters), and the numbers that its transitions need. No time step anywhere. */
class ContinuousLaw
{
public:
    struct Flow
    {
        double force, power;   // F [N] and what it loses [W]
        double elongationRate; // x' [m/s]
        double memoryRate;     // of flash temperature [1/s] or lagged speed [m/s^2]
    };

    /** Throws Refusal for an id that nobody knows. */
    explicit ContinuousLaw (const LawChoice& choice);

    /** True where x' = v - z_p (v) is all there is: no discrete state of the law's own. */
    bool isBristle () const noexcept { return bristleFlow != nullptr; }
    /** The discrete states of a rigid law; empty: it has none, F is a function of v (and of F_hold) alone. */
    Automaton automaton () const noexcept { return edges; }
    /** True where static friction depends on the time at rest, and the curve on a lagged speed: Armstrong. */
    bool ages () const noexcept { return lags; }
    /** True where eqs. of v alone stand in the source, and a solver without event location takes those. */
    bool hasStatelessForm () const noexcept { return edges.empty() || statelessToo; }
    /** F at rest can be as large as this, over N. Of what has no states. */
    double holdingFriction () const noexcept { return edges.empty() ? 0.0 : staticFriction; }
    std::vector<std::string> modeNames () const;
    /** Number of a state. Where only three have names, contacts that are pushed count as resting. */
    int modeOf (ContactPhase phase, double sign) const noexcept;

    /** A bristle law at elongation x [m] and relative velocity v [m/s]. N > 0. */
    Flow bristle (double normalForce, double elongation, double memory, double v) const;
    /** A rigid law that slides; the sign of v counts even at zero. `strength` is Armstrong's, over N. */
    Flow sliding (double normalForce, double memory, double strength, double v) const;
    /** Armstrong's w' [m/s^2]. */
    double laggedRate (double memory, double speed) const { return (std::abs (speed) - memory) / knobs.memoryTime; }
    /** Armstrong's strength as a slide at lagged speed w ends. */
    double captured (double strength, double memory) const;
    /** Armstrong's strength after so many seconds at rest. */
    double aged (double strength, double seconds) const;

    /** k [N/m] of the bristle, in series with the compliance that a body leaves out, and dk/dN [1/m]. */
    double stiffness (double normalForce) const;
    double stiffnessSlope (double normalForce) const;
    /** The most that a bristle holds, over N: F_s, or F_c for laws without static friction. */
    double largestFriction () const noexcept { return largest; }
    /** True where the bristle gets to its end within a finite way and stays there, instead of drawing near for ever:
        Dahl's law with i < 1. Its slope, -i (1 - r)^(i - 1), has a pole at that end. */
    bool arrives () const noexcept { return endExponent < 1.0; }
    /** How fast such a bristle still grows, over |v|, where it lacks this share of its end. */
    double arrival (double lacking) const;
    /** Corners of a bristle law, each where it changes sign; as many as `borderCount`. */
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
    void take ();
};
} // namespace kolophon::lab
