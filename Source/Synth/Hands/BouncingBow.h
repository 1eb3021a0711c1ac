// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "../Parameters/Patch.h"

namespace kolophon
{
/** Mass on a spring of its own, which pushes the body and never pulls: a bow that bounces. */
struct BouncingMass
{
    double mass;      // [kg] at the place that touches
    double stiffness; // of the spring [N/m]; Hertz [N/m^1.5]
    bool isHertz;
    double rebound; // fraction of its speed with which it leaves a rigid body

    /** The bow of a violin, whose ribbon of hair touches at a fraction of its length from the tip: its stick turns
        about the frog. */
    static BouncingMass hairAt (double place) noexcept;
    /** Its stick, turned over. */
    static BouncingMass stick () noexcept;

    /** Speed [m/s] at which it lands to press with `force` [N] at its deepest. */
    double speedFor (double force) const noexcept;
    /** Duration of its touch [s] if it lands at a speed. */
    double touchingTime (double speed) const noexcept;
};

/** The hand behind a bow that bounces: it throws the bow at the body, and what happens there is the contact's. On the
    way it presses or eases, from what it feels of the bow's motion at every point of the control grid. Its work is its
    force times the bow's way. [audio] */
class BouncingBow
{
public:
    enum class Kind {
        none,
        thrown,  // again and again, at the stroke rate: spiccato
        dropped, // once, then the bow is left alone: ricochet
        struck   // once, and taken away: col legno
    };
    static Kind kindOf (Articulation articulation) noexcept
    {
        return articulation == Articulation::spiccato   ? Kind::thrown
               : articulation == Articulation::ricochet ? Kind::dropped
               : articulation == Articulation::colLegno ? Kind::struck
                                                        : Kind::none;
    }

    /** Begins a stroke with a bow in the air. */
    void start (Kind itsKind) noexcept
    {
        *this = {};
        theKind = itsKind;
    }

    /** The mass as it moves now. */
    struct Motion
    {
        double height; // [m] above the body; negative: pressed into it
        double speed;  // [m/s] towards it
    };
    /** Intention of the hand. */
    struct Wish
    {
        double speed; // [m/s] of landing
        double force; // [N] at the deepest point
        double rate;  // [1/s] of the throws, or of the first two bounces of a bow that is dropped
    };

    /** Height [m] from which a bow is thrown. */
    static double heightOf (double speed) noexcept { return 0.5 * speed * throwTime; }

    /** Force of the hand [N] over the next `seconds`. */
    double press (const BouncingMass& its, const Motion& now, const Wish& wish, double seconds) noexcept;

    /** Damping of the contact [s/m], Hunt and Crossley's, with which the next bounce leaves with its part of the speed
        at which it lands. */
    double damping () const noexcept { return nextDamping; }

    /** That damping times the speed, for a part e: x (1 + e) = log ((1 + x)/(1 - e x)), which is exact. */
    static double dampingOf (double rebound) noexcept;

    /** The hand catches a bow that is in the air, and takes it away. */
    void catchInAir (const Motion& now) noexcept
    {
        if (hasLanded() && now.height > 0.0)
            phase = Phase::gone;
    }

    Kind kind () const noexcept { return theKind; }
    bool isTouching () const noexcept { return phase == Phase::touching; }
    bool isGone () const noexcept { return phase == Phase::gone; }
    /** True until a thrown bow has touched; one that strikes, until it has left. */
    bool isThrowing () const noexcept
    {
        constexpr double longest = 0.1; // [s]
        return ! isGone() && (theKind == Kind::struck || ! hasLanded()) && age < longest;
    }
    /** -1 while the bow moves against the direction of its stroke: of one that is thrown, every other bounce does. */
    double turn () const noexcept { return side; }

private:
    enum class Phase { falling, touching, rising, gone };

    bool hasLanded () const noexcept { return landings > 0; }
    void follow (const Motion& now, const Wish& wish) noexcept;
    double forceToLand (const BouncingMass& its, const Motion& now) const noexcept;
    double forceToTurn (const BouncingMass& its, const Motion& now) noexcept;

    static constexpr double throwTime = 0.005;     // [s]
    static constexpr double shortestFlight = 0.01; // [s]

    Kind theKind = Kind::none;
    Phase phase = Phase::falling;
    int landings = 0;
    double age = 0.0;          // [s]
    double sinceLanding = 0.0; // [s] since the last was due
    Wish aim {};               // for the next landing, as the hand wanted it when the bow left
    double landed = 0.0;       // [m/s] at which it was first thrown
    double easing = 0.0;       // [N] of the hand while a thrown bow rises; 0: not known yet
    double nextDamping = 0.0;  // [s/m]
    double side = 1.0;         // as turn()
    portable::Remembered<dampingOf> reboundDamping;
};
} // namespace kolophon
