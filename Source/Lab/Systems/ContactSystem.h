// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ContinuousLaw.h"
#include "HybridSystem.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kolophon::lab
{
/** A body under a bow.

    Bristle laws have no discrete state. The log contains the begin and end of sliding: the contact preslides while the
    plastic fraction z_p/v of the motion is below one half, and slides above (LuGre: k x = g/2; the Kolophon element:
    half way from breakaway to g). Further guards: the law's corners, v = 0 first of all. The bristle
    is kept as sqrt (k) x, so that a moving k does no work, and springs back where N falls below what it holds, as in
    the engine.

    Rigid laws: the states and edges are those of the law's automaton, a table beside the law in Physics/Friction with
    which the engine has to comply, too. N may move; v jumps only with the bow's speed, and where the table says so. The
    tables leave to the solver:

        Karnopp    leaving is where the engine's step goes for h -> 0: what it takes to stop within a step exceeds any
                   F_s, so the band is crossed under F_s in both directions
        H_DDS2     where |F_hold| falls below F_s inside the band, F_s brings the contact to rest, as in the engine
        Modelica   the waiting takes no time once v' has its sign: with events that are located it is passed at once

    A wall (or a contact that F can't move) sticks only where the bow stands still, with F = 0: guards on F_hold are
    replaced by those on v. Below lightestTouch the contact is open: F = 0, state 0. */
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
    bool stiff () const noexcept override { return law.isBristle() || law.ages(); }

    /** The contact by itself, for a solver that moves the body in its own way. */
    struct Inputs
    {
        double v;               // [m/s]
        double hold;            // [N] what would keep v' = 0
        double elastic, memory; // as they stand in y
    };
    struct Flow
    {
        double force, power;            // F [N] and what friction takes [W]
        double elasticRate, memoryRate; // of y
    };
    /** Answers without changing the discrete state. */
    Flow contactAt (double time, const Inputs& inputs);
    Drives::Values driveAt (double time) const { return drives.at (time); }
    double bowSlopeAt (double time) const { return drives.bowSlope (time); }

protected:
    void follow (double time, const double* y) override;
    void expect (const Drives::Values& peaks) override;
    double floor (int guard) const override;

private:
    /** Components of y after place and speed. */
    enum Component {
        elastic, // sqrt (k) x [sqrt (J)]
        memory,
        impulse, // of friction [N s]
        driven,
        frictionLoss,
        bodyLoss, // [J]
        parts
    };

    static constexpr double lightest = HWY_NAMESPACE::lightestTouch; // [N] of a touch

    static double signOf (double value) { return std::copysign (1.0, value); }

    enum class Kind {
        bristle,
        rigid,     // a phase of the law's automaton
        stateless, // F of v (and of F_hold) alone
        lifted
    };
    /** All quantities at one time. */
    struct Now
    {
        Drives::Values drive;
        double v, force, power; // of friction
        double hold;            // F_hold; of a bristle at its limit how much faster it would grow [sqrt (W)]
        double stiffness, elongation, elastic; // k, x and sqrt (k) x
        double elongationRate, memoryRate;
        double plasticFraction; // z_p/v
    };
    const Now& at (double time, const double* y);
    /** Time [s] within which the body reacts to a force. */
    double responseTime (double normal) const;
    double relativeVelocity (double bow, const double* y) const;
    double limit (double time, double normal) const;
    double unlimitedDecay (const Now& now) const;
    /** v if the contact slides to the side of `sign`; otherwise 0 with that sign, which laws read. */
    double onItsSide (double v) const { return std::copysign (std::max (sign * v, 0.0), sign); }
    void rub (double time, double kept);
    void bristleForce (double time, double memory);
    void rigidForce (double memory);
    void statelessForce (double memory);

    bool is (ContactPhase which) const noexcept { return kind == Kind::rigid && phase == which; }
    /** True for laws whose states depend on a band of rest; its width [m/s], or 0. */
    bool banded () const;
    double restBand () const { return banded() ? law.band() : 0.0; }

    void listGuards ();
    double valueOf (Guard guard, double time) const;
    const AutomatonEdge& choose (ContactPhase from, Guard guard, double maxFriction) const;
    void transit (const AutomatonEdge& edge, double v, double time, double* y);
    void enter (ContactPhase next, double newSign, double time, double* y);
    void crossRigid (Guard guard, double time, double* y);
    void crossBristle (int guard, double time, double* y);
    void land (double v, double time, double* y);
    void lift (double time, double* y);
    void comeToRest (double from, double time, double* y);
    void chooseByVelocity (double v, double time, double* y);
    void readSides (double time, double* y, bool log);
    void clampBristle (double time, double* y);
    /** Fraction of its largest force by which a bristle falls short when it counts as arrived: beyond, the law is too
        steep for any step. */
    double shortOfEnd () const;
    /** Limit of a bristle's force, over N. */
    double bound () const;
    void setMode (int newMode, double time, const double* y);
    int slidingMode (double s) const { return s > 0.0 ? 1 : 2; }

    const Motion motion;
    const ContinuousLaw law;
    const int n;
    Eigen::MatrixXd dampingPerMass, stiffnessPerMass; // of lumped bodies
    Eigen::VectorXd contactPerMass, pushedPerMass, speed, free;
    double mobility;
    bool wall; // F can't move the contact

    Kind kind = Kind::bristle;
    ContactPhase phase = ContactPhase::slip;             // of rigid laws
    std::array<std::optional<Guard>, usualGuards> slots; // of this phase
    int mode = 0;                                        // its number in records
    double sign = 1.0, held = 0.0;
    double strength = 0.0, restSince = 0.0; // Armstrong
    bool slides = false;                    // bristle: plastic fraction above one half
    std::array<double, 2> borderSide { -1.0, -1.0 };
    double clamped = 0.0; // sign of a bristle at its limit; 0: below it

    Now now {};
    double storedAtStart = 0.0;
    double peakSpeed = 0.0, peakForce = 0.0;
};
} // namespace kolophon::lab
