#pragma once

#include "ContinuousLaw.h"
#include "HybridSystem.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
/** A body under a bow.

    Bristle laws have no discrete state of the law's own. What is logged is where the contact begins and ends to slide:
    presliding while the plastic share z_p/v of the motion is below one half, sliding above (LuGre: k x = g/2; the Kolophon
    element: half way from breakaway to g). Guards besides: the law's corners, v = 0 first of all. The bristle is kept as
    sqrt (k) x, so that a moving k does no work, and springs back where N falls below what it holds, as in the engine.

    Rigid laws: F_hold is the force that keeps v' = 0, N may move, v jumps only where the bow's speed does.

        three states, Armstrong   slip s -> v = 0: stick if |F_hold| <= F_s, else slip -s     stick -> |F_hold| > F_s: slip
        Karnopp                   slip s -> s v < band: leaving s, F = F_s s -> s v > band: slip s, or v = 0: stick (or
                                  leaving -s). That is where the engine's step goes for h -> 0: what it takes to stop
                                  within a step exceeds any F_s, so the band is crossed under F_s in both directions.
        switch (Leine)            in the band v' = -alpha v with F = F_hold + alpha v/mobility, or 0 where that would
                                  drive; beyond F_s: transition
        H_DDS2                    slip s -> v = 0: stick; stick -> |F_hold| > F_s: trans s, F = F_s s; trans s -> s v > band:
                                  slip s, or v = 0: stick. Where |F_hold| falls below F_s inside the band, F_s brings the
                                  contact to rest, as in the engine.
        Modelica                  as three states, but always by way of Stuck, and startForward or startBackward for a
                                  waiting that takes no time once v' has its sign
        discontinuous             inside the band F = F_hold up to F_s: v stays where it came in

    A wall (or a contact that F can't move) sticks only where the bow stands still, with F = 0. Below lightestTouch there is
    no contact: F = 0, state 0. */
class ContactSystem : public HybridSystem
{
public:
    ContactSystem (const Motion& motion, Events events);

    Eigen::VectorXd begin () override;
    void adapt (double time, double* y) override;
    void rate (double time, const double* y, double* slope) override;
    void guards (double time, const double* y, double* values) override;
    void cross (int guard, double time, double* y) override;
    void project (double time, double* y) override;
    Row row (double time, const double* y) override;
    int coordinates () const noexcept override { return n; }
    bool stiff () const noexcept override
    {
        return law.family() == ContinuousLaw::Family::bristle || law.family() == ContinuousLaw::Family::armstrong;
    }

    /** The contact by itself, for a solver that moves the body in its own way. */
    struct Inputs
    {
        double v;               // [m/s]
        double hold;            // [N] what would keep v' = 0
        double elastic, memory; // as they stand in y
    };
    struct Answer
    {
        double force, power;             // F [N] and what friction takes [W]
        double elasticRate, memoryRate;  // of y
    };
    /** The discrete state stays what it is. */
    Answer contactAt (double time, const Inputs& inputs);
    Drives::Values driveAt (double time) const { return drives.at (time); }
    double bowSlopeAt (double time) const { return drives.bowSlope (time); }

protected:
    void follow (double time, const double* y) override;
    double floor (int guard) const override;

private:
    using Family = ContinuousLaw::Family;
    enum class Kind
    {
        bristle,
        stick,    // v = held
        slip,     // on the curve
        limit,    // F_s
        decay,    // the switch model's stick with a speed
        stateless, // F of v (and of F_hold) alone: the two laws without states
        lifted
    };
    /** Everything at one time. */
    struct Now
    {
        Drives::Values drive;
        double v, force, power; // of friction
        double hold; // F_hold; of a bristle at its limit how much faster it would grow [sqrt (W)]
        double stiffness, elongation, elastic; // k, x and sqrt (k) x
        double elongationRate, memoryRate;
        double plasticShare; // z_p/v
    };
    const Now& at (double time, const double* y);
    double relativeVelocity (double bow, const double* y) const;
    double limit (double time, double normal) const;
    double unlimitedDecay (const Now& now) const;
    /** v where the contact slides to the side of `sign`; no speed, of that sign, where v is beyond: laws read the sign of 0. */
    double onItsSide (double v) const { return std::copysign (std::max (sign * v, 0.0), sign); }
    void rub (double time, double memory);
    void bristleForce (double time, double memory);
    void rigidForce (double memory);

    void enter (Kind newKind, int newMode, double newSign, double time, double* y);
    void release (double towards, double time, double* y);
    void comeToRest (double from, double time, double* y);
    void chooseByVelocity (double v, double time, double* y);
    void readSides (double time, double* y, bool log);
    void clampBristle (double time, double* y);
    /** Share of what it holds that a bristle lacks where it counts as arrived: beyond, the law is too steep for any step. */
    double shortOfEnd () const;
    /** Where a bristle is held back, over N. */
    double bound () const;
    void setMode (int newMode, double time, const double* y);
    int slidingMode (double s) const { return s > 0.0 ? 1 : 2; }
    int startingMode (double s) const { return s > 0.0 ? 3 : 4; }

    const Motion motion;
    const ContinuousLaw law;
    const int n;
    Eigen::MatrixXd dampingPerMass, stiffnessPerMass; // of lumped bodies
    Eigen::VectorXd contactPerMass, pushedPerMass, speed, free;
    double mobility;
    bool wall; // F can't move the contact

    Kind kind = Kind::bristle;
    int mode = 0;
    double sign = 1.0, held = 0.0;
    double strength = 0.0, restSince = 0.0; // Armstrong
    bool slides = false;                    // bristle: plastic share above one half
    std::array<double, 2> borderSide { -1.0, -1.0 };
    double clamped = 0.0; // bristle at the limit of what it holds: its sign

    Now now {};
    double storedAtStart = 0.0;
    double peakSpeed = 0.0, peakForce = 0.0;
};
} // namespace kolophon::lab
