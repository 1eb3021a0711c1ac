// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"

#include <algorithm>
#include <optional>

namespace kolophon
{
/** Articulation that a key selects instead of sounding, by voice.key_switches and voice.switch_key. The only place that
    decides it. Four ask, each about the patch that it knows: the engine, when the key arrives, because it alone knows
    the order of keys and knobs within a block; the plugin, as it hands the key over, because hosts must be told of the
    moved knob; the on-screen keyboard and CLAP's names of keys, which show switches before they are pressed. [any] */
std::optional<int> switchedArticulation (const Patch& patch, int key) noexcept;

/** True for articulations whose bow is drawn as in a plain stroke. */
inline bool isDrawn (Articulation articulation) noexcept
{
    return articulation == Articulation::bow || articulation == Articulation::harmonic;
}

/** Moves `now` towards `target`, by at most `maxStep`. */
inline double approach (double now, double target, double maxStep) noexcept
{
    return now < target ? std::min (now + maxStep, target) : std::max (now - maxStep, target);
}

/** Course of a stroke's speed and force while its key is held, where the bow does not bounce (BouncingBow.h). It acts
    on the body only through the contact, as a speed and a normal force, so that its work is in the books and no law can
    turn it into energy. [audio] */
class StrokeShape
{
public:
    static constexpr double usualHammerTime =
        0.0025; // [s] contact time of a hammer's felt, at which it rubs with full force

    /** Inputs of a stroke. */
    struct Hand
    {
        double speed;                        // [m/s] of the bow in full stroke, not negative
        double force;                        // [N] in full stroke
        double holding;                      // [N] with which static friction is twice the restoring force
        double pitch;                        // [Hz]
        double rate;                         // [1/s] of tremolo strokes, or of the first bounce
        double bite;                         // [m/s^2]
        double jolt;                         // [m/s] of a sudden change by Human, without sign
        double velocity;                     // [m/s] of the bow now
        double resting = 1.0;                // share of the force with which a bow rests on the string before it moves
        double atOnce = 1.0;                 // part of the speed to which it is accelerated by bite; from there on by
        double later = 0.0;                  // [m/s^2]
        double ready = 0.0;                  // [m/s^2] at least, once the bow has been at full speed
        double turn = 0.02;                  // [s] in which a bow turns round on a string that still rings
        bool turnsEased = false;             // its force then follows its speed, in either direction
        double hammerTime = usualHammerTime; // [s] contact time of a hammer's felt
    };
    struct Move
    {
        double velocity, force; // [m/s], [N] at the end of the segment
        bool lands;             // the force rises as a bow lands; else at once
    };

    void start () noexcept { *this = {}; }

    /** Computes the next segment of `seconds`. `direction` is +1 or -1. */
    Move move (Articulation kind, const Hand& hand, double direction, double seconds) noexcept;

private:
    Move pluck (const Hand& hand, double direction) const noexcept;
    Move strike (const Hand& hand, double direction) const noexcept;
    Move struckBow (const Hand& hand, double direction) const noexcept;
    Move tremolo (const Hand& hand, double direction, double seconds) const noexcept;
    Move draw (const Hand& hand, double direction, double seconds) noexcept;
    Move martele (const Hand& hand, double direction, double seconds) const noexcept;

    double age = 0.0;      // [s] since the stroke began
    bool hasRisen = false; // the bow has reached its speed
};
} // namespace kolophon
