#pragma once

#include "Motion.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace kolophon::lab
{
/** The three signals of a motion between two of their corners, where they are smooth: values and slopes at the ends are
    those inside, so that no solver sees a jump. */
class Drives
{
public:
    explicit Drives (const Motion& motion);

    /** From here on the stretch from … to [s] counts. */
    void setSegment (double from, double to);

    struct Values
    {
        double bow, normal, push;
    };
    /** Throws Refusal where a drive is not a number. */
    Values at (double time) const;
    double bowSlope (double time) const { return bowMoves ? slope (bowVelocity, time) : 0.0; }
    double normalSlope (double time) const { return normalMoves ? slope (normalForce, time) : 0.0; }
    /** The largest magnitudes in the stretch, of a few samples. */
    Values peaks () const;

private:
    double inside (double time) const;
    double slope (const Signal& signal, double time) const;

    Signal bowVelocity, normalForce, push;
    bool bowMoves, normalMoves;
    double begin = 0.0, end = 0.0;
};

/** A motion as a hybrid system, for any solver: a vector y, its derivative in the discrete state that holds, and guards
    that end that state. A guard fires when it rises through zero. One that stands near zero as its state begins (a
    contact that was released has no speed yet) first has to leave zero by more than `floor`, to whichever side:
    rounding fires nothing.

    Besides place and speed y carries the impulse of friction, which nobody reads: it makes the steps short enough for
    forces that act on a body at rest, and so for the guards; and the three energies of the balance. */
class HybridSystem
{
public:
    enum class Events {
        located, // the solver stops where a guard fires: what takes no time is passed in one go
        sampled  // guards are looked at between steps, one edge at a time
    };

    static std::unique_ptr<HybridSystem> of (const Motion& motion, Events events);
    virtual ~HybridSystem() = default;

    int size () const noexcept { return static_cast<int> (scales.size()); }
    /** y at t = 0; chooses the discrete state. Call stretch() first. */
    virtual Eigen::VectorXd begin () = 0;
    /** The signals' next smooth stretch. What a jump of them does to the discrete state: adapt(). */
    void setSegment (double from, double to)
    {
        drives.setSegment (from, to);
        expect (drives.peaks());
    }
    virtual void adapt (double time, double* y) = 0;

    virtual void rate (double time, const double* y, double* slope) = 0;

    static constexpr int guardCount = 6;
    /** As they stand, and as they fire (see above). Unused ones are -1. */
    virtual void guards (double time, const double* y, double* values) = 0;
    void armedGuards (double time, const double* y, double* values);
    /** Takes the edge that belongs to a guard: the discrete state, and y where it jumps. */
    virtual void cross (int guard, double time, double* y) = 0;
    /** Puts y onto what the discrete state prescribes exactly (a contact at rest has the bow's speed). */
    virtual void project (double time, double* y) = 0;
    /** After every step that counts: follows the largest values, and arms guards that have left zero. */
    void observe (double time, const double* y);

    virtual Row row (double time, const double* y) = 0;
    virtual int coordinates () const noexcept = 0;
    /** What the place in y counts from. */
    virtual double placeOrigin () const noexcept { return 0.0; }
    /** True when something in it is much faster than what it does. */
    virtual bool stiff () const noexcept { return false; }

    /** How large each component has been so far: absolute tolerances are shares of it. */
    const Eigen::VectorXd& scale () const noexcept { return scales; }
    /** As scale(), and what comes about within `seconds` from here, so that a motion that begins at rest has one. */
    void foresee (double time, const double* y, double seconds);

    /** Where bouncing at a stop piles up, seen just after a bounce: the time at which it will be over. */
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

    /** Follows |y|; the largest of what belongs together is shared out here. */
    virtual void follow (double time, const double* y) = 0;
    /** Hears how large the signals of a stretch get, for resolve(). */
    virtual void expect (const Drives::Values& peaks) { (void)peaks; }
    /** Component i arises from values as large as this, whose rounding it shows: no tolerance asks for less. A speed
        that begins as t^3 is the difference of others, and has no digits of its own for as long as it is below their
        last one. */
    void resolve (int i, double size) { scales[i] = std::max (scales[i], lastDigits() * size); }
    /** Share of what a value arises from that counts as its scale: tolerances are shares of that again. */
    double lastDigits () const { return 64.0 * std::numeric_limits<double>::epsilon() / tolerance; }
    virtual double floor (int guard) const = 0;
    /** A new discrete state holds: which of its guards stand near zero? */
    void disarm (double time, const double* y);

    Drives drives;
    Events events;
    double tolerance;
    Eigen::VectorXd scales;
    std::array<bool, guardCount> armed {};
};

/** Corners of all the motion's signals inside (0, seconds), and its end. */
std::vector<double> smoothSegments (const Motion& motion);
} // namespace kolophon::lab
