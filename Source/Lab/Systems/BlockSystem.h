// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Bounces.h"
#include "HybridSystem.h"

#include "../../Physics/BlockAutomaton.h"

namespace kolophon::lab
{
/** Klaffenbach's block between two stops, by the edges of BlockAutomaton.h. f is the push and what the body's own
    spring and damper add; F_s = mu_s M g, F_k = mu_k M g.

    In addition to the page: bouncing that piles up while f holds the block against a stop ends after a finite time, and
    the block rests at the stop from then on, for any e. The floor takes the place of the bow: v = -u, F is its force.
    */
class BlockSystem : public HybridSystem
{
public:
    BlockSystem (const Motion& motion, Events events);

    Eigen::VectorXd begin () override;
    void adapt (double time, double* y) override;
    void rate (double time, const double* y, double* slope) override;
    void guards (double time, const double* y, double* values) override;
    void cross (int guard, double time, double* y) override;
    void project (double time, double* y) override;
    Row row (double time, const double* y) override;
    int coordinates () const noexcept override { return 1; }
    double placeOrigin () const noexcept override { return origin; }

    /** Ends bouncing if the next bounces, whose times shrink in a fixed ratio, would all be over within some
        microseconds, or if they are too low for a double's digits: the ratio stays constant meanwhile. */
    std::optional<double> pileUp (double time, const double* y) override;
    void rest (double time, double* y) override;

protected:
    void follow (double time, const double* y) override;
    double floor (int guard) const override;

private:
    enum Mode {
        stopped = static_cast<int> (BlockMode::stopped),
        slidingRight = static_cast<int> (BlockMode::slidingRight),
        slidingLeft = static_cast<int> (BlockMode::slidingLeft),
        leftStop = static_cast<int> (BlockMode::leftStop),
        rightStop = static_cast<int> (BlockMode::rightStop)
    };
    static constexpr int slotOf (BlockGuard guard) { return 1 + static_cast<int> (guard); }
    double valueOf (BlockGuard guard, double f, const double* y) const;
    bool holds (BlockWhen condition, double f) const;
    double applied (double time, const double* y) const;
    bool moves () const noexcept { return mode == slidingRight || mode == slidingLeft; }
    double direction () const noexcept { return mode == slidingRight ? 1.0 : -1.0; }
    void go (Mode to, double time, double* y);
    void restAt (Mode stop, double* y);
    void bounce (const BlockEdge& edge, double time, double* y);

    const Motion motion;
    const Stops stops;
    double mass, damping, stiffness, contact, pushed;
    double staticForce, kineticForce;
    Mode mode = stopped;
    double origin = 0.0; // [m] y counts from here
    double storedAtStart = 0.0, peakForce = 0.0;

    Bounces bounces;
};
} // namespace kolophon::lab
