// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Motion.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace kolophon::lab
{
/** The three signals of a motion between two of their corners, where they are smooth: values and slopes at the ends are
    one-sided limits from inside, so that no solver sees a jump. */
class Drives
{
public:
    explicit Drives (const Motion& motion);

    /** Selects the segment from … to [s]. */
    void setSegment (double from, double to);

    struct Values
    {
        double bow, normal, push;
    };
    /** Values of the drives. Throws InputError if one is not finite. */
    Values at (double time) const;
    double bowSlope (double time) const { return bowMoves ? slope (bowVelocity, time) : 0.0; }
    double normalSlope (double time) const { return normalMoves ? slope (normalForce, time) : 0.0; }
    /** Largest magnitudes in the segment, estimated by a few samples. */
    Values peaks () const;

private:
    double inside (double time) const;
    double slope (const Signal& signal, double time) const;

    Signal bowVelocity, normalForce, push;
    bool bowMoves, normalMoves;
    double begin = 0.0, end = 0.0;
};

/** A motion as a hybrid system, for any solver: a vector y, its derivative in the current discrete state, and guards
    that end that state. A guard fires when it rises through zero. A guard near zero at the beginning of its state (a
    released contact has no speed yet) first has to leave zero by more than `floor`, to either side, so that rounding
    fires no guard.

    In addition to place and speed, y contains the impulse of friction, which is never read: it makes the steps short
    enough for forces on a body at rest, and so for the guards; and the three energies of the balance. */
class HybridSystem
{
public:
    enum class Events {
        located, // the solver stops where a guard fires: edges that take no time are passed at once
        sampled  // guards are evaluated between steps, one edge at a time
    };

    static std::unique_ptr<HybridSystem> of (const Motion& motion, Events events);
    virtual ~HybridSystem() = default;

    int size () const noexcept { return static_cast<int> (scales.size()); }
    /** y at t = 0; chooses the discrete state. Call setSegment() first. */
    virtual Eigen::VectorXd begin () = 0;
    /** Selects the signals' next smooth segment. The effect of their jumps on the discrete state: adapt(). */
    virtual void setSegment (double from, double to)
    {
        drives.setSegment (from, to);
        expect (drives.peaks());
    }
    virtual void adapt (double time, double* y) = 0;

    virtual void rate (double time, const double* y, double* slope) = 0;

    static constexpr int usualGuards = 6, maxGuards = 60;
    virtual int guardCount () const noexcept { return usualGuards; }
    /** Values of the guards; armedGuards(): only those that may fire (see above). Unused ones are -1. */
    virtual void guards (double time, const double* y, double* values) = 0;
    void armedGuards (double time, const double* y, double* values);
    /** Takes the edge that belongs to a guard: the discrete state, and y where it jumps. */
    virtual void cross (int guard, double time, double* y) = 0;
    /** Puts y onto what the discrete state prescribes exactly (a contact at rest has the bow's speed). */
    virtual void project (double time, double* y) = 0;
    /** Updates the largest values and arms guards that have left zero; called after every accepted step. */
    void observe (double time, const double* y);

    virtual Row row (double time, const double* y) = 0;
    virtual int coordinates () const noexcept = 0;
    /** Origin of the place in y. */
    virtual double placeOrigin () const noexcept { return 0.0; }
    /** True if the system has time constants much shorter than its motion. */
    virtual bool stiff () const noexcept { return false; }

    /** Largest magnitude of each component so far: absolute tolerances are fractions of it. */
    const Eigen::VectorXd& scale () const noexcept { return scales; }
    /** Updates scale() by the motion expected within `seconds` from now, so that a motion that begins at rest has one.
        */
    void foresee (double time, const double* y, double seconds);

    /** Time at which bouncing at a stop will have piled up, if it does; called directly after a bounce. */
    virtual std::optional<double> pileUp (double time, const double* y)
    {
        (void)time;
        (void)y;
        return std::nullopt;
    }
    virtual void rest (double time, double* y)
    {
        (void)time;
        (void)y;
    }

    Record record; // events and piles; rows are the solver's

protected:
    HybridSystem (const Motion& motion, Events how, int size);

    /** Updates the scales from |y|; components that belong together get their common maximum. */
    virtual void follow (double time, const double* y) = 0;
    /** Takes the largest values of a segment's signals, for resolve(). */
    virtual void expect (const Drives::Values& peaks) { (void)peaks; }
    /** Limits the scale of component i from below: it is computed from values of this size, so that it contains their
        rounding. A speed that begins as t^3 is the difference of others, and has no valid digits while it is below
        their last one. */
    void resolve (int i, double size) { scales[i] = std::max (scales[i], lastDigits() * size); }
    /** Fraction of the values from which a component is computed that counts as its scale. */
    double lastDigits () const { return 64.0 * std::numeric_limits<double>::epsilon() / tolerance; }
    virtual double floor (int guard) const = 0;
    /** Disarms the guards that are near zero at the beginning of a new discrete state. */
    void disarm (double time, const double* y);

    Drives drives;
    Events events;
    double tolerance;
    Eigen::VectorXd scales;
    std::array<bool, maxGuards> armed {};
};

/** Corners of all the motion's signals inside (0, seconds), and its end. */
std::vector<double> smoothSegments (const Motion& motion);
} // namespace kolophon::lab
