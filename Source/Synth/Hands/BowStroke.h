// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/PortableMath.h"
#include "Articulation.h"

#include <optional>

namespace kolophon
{
/** Motion of a bow. */
struct BowMotion
{
    double velocity = 0.0, force = 0.0; // [m/s], normal force [N]
};

/** Runs the course of one stroke, from the key that begins it over the release to the string that rings by itself. It
    moves the bow towards what the hand wants, in the shape of the articulation. [audio] */
class BowStroke
{
public:
    enum class Phase {
        asleep,  // string at rest, lane free
        bowing,  // key down, or held by a pedal
        lifting, // key up, bow on its way off
        ringing  // bow off, string sounds by itself
    };

    /** Starts a stroke in a direction, +1 (down) or -1 (up). A bow that `turnsRound` lies on a string that rings. */
    void start (double direction, bool turnsRound) noexcept
    {
        current = Phase::bowing;
        bowDirection = direction;
        age = 0.0;
        turningRound = turnsRound;
        fresh = true;
        shape.start();
    }

    /** Continues the stroke with another key. */
    void slur () noexcept { current = Phase::bowing; }

    /** Key up: the bow leaves the string according to hand.lift. */
    void lift () noexcept
    {
        lasting = current == Phase::bowing ? age : lasting;
        current = current == Phase::bowing ? Phase::lifting : current;
        liftAge = 0.0;
    }

    /** The string is at rest. */
    void sleep () noexcept { current = Phase::asleep; }

    void advance (double seconds) noexcept
    {
        age += seconds;
        rung = isRinging() ? rung + seconds : 0.0;
    }

    /** The bow has come to its end, and changes direction. */
    void changeDirection () noexcept { bowDirection = -bowDirection; }

    /** The stroke has been planned for the first time. */
    void setPlanned () noexcept { fresh = false; }

    /** Draws the bow, which moves as `now`, for another segment, in the shape of an articulation; at `gestureSpeed`
        times the hand's speed if a drawn gesture drives it. */
    BowMotion draw (const BowMotion& now, StrokeShape::Hand hand, Articulation articulation, double seconds,
                    std::optional<double> gestureSpeed = {}) noexcept;

    /** Lifts the bow for another segment: the string rings by itself when `liftTime` [s] are over. A soft bow that
        `rests` so long [s] on the string keeps its force for longer than its speed, and its weight until it leaves. */
    BowMotion release (const BowMotion& now, Lift kind, double liftTime, double seconds, double rests = 0.0) noexcept;

    /** True if the hand moves too fast for the control grid: it plucks, strikes and bounces, bites, turns round or
        leaves. Such a hand is planned twice per control interval. */
    bool needsSubsteps (Articulation articulation) const noexcept
    {
        constexpr double attack = 0.05; // [s]
        return current == Phase::lifting ||
               (current == Phase::bowing && (! isDrawn (articulation) || age < attack || turningRound));
    }

    Phase phase () const noexcept { return current; }
    double direction () const noexcept { return bowDirection; } // +1 down, -1 up
    bool isAwake () const noexcept { return current != Phase::asleep; }
    bool isBowing () const noexcept { return current == Phase::bowing; }
    bool isLifting () const noexcept { return current == Phase::lifting; }
    bool isRinging () const noexcept { return current == Phase::ringing; }
    bool isFresh () const noexcept { return fresh; }    // not planned yet
    double seconds () const noexcept { return age; }    // since it began
    double rungFor () const noexcept { return rung; }   // [s] since the bow left the string
    double lasted () const noexcept { return lasting; } // [s] from the start to the lift

private:
    Phase current = Phase::asleep;
    double bowDirection = 1.0; // +1 down, -1 up
    double age = 0.0;          // [s]
    double rung = 0.0;         // [s] since the bow left
    double lasting = 0.0;      // [s] from the start to the lift
    double liftAge = 0.0;      // [s] since the key went up
    BowMotion atLift;          // the bow when the key went up
    StrokeShape shape;
    bool fresh = false;
    bool turningRound = false; // the stroke began on a ringing string, and has not reached its speed yet
    portable::Remembered<portable::exp> landingDecay;
};
} // namespace kolophon
