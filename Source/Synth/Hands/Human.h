// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "../Parameters/Patch.h"

#include <array>

namespace kolophon
{
/** Updates of the parts of humanised hands that are due at a point of the control grid. */
struct HandUpdates
{
    bool finger = false, arm = false;
    int pointsToArm = 1; // points of the grid until the next movement of the arm
};

/** Irregularities of a human player: no two strokes are alike, and none is steady. They act on the bow's speed and
    force and on the stopped pitch, as the player does, so that they do work and nothing else: the books stay closed.

    Human (voice.humanise) scales all of them; at 0 nothing is computed. The parts, rms at 100 % each:

        drift     speed 10 %, force 12 %   arm and attention: 1/f noise from 0.08 to 3 Hz
        course    speed 30 %, force 12 %   the stroke as a whole fades from where it began, or grows by half as much:
                                           0.06 to 0.24 Hz, scaled as drift
        sway      place 0.07 octaves, hair 0.35 octaves: distance from the bridge, and the tilt that changes the width
                                           of the hair: 1/f noise from 0.02 to 3 Hz, scaled as drift
        tremor    speed 6 %, force 8 %     muscles: 6 to 10 Hz, the physiological tremor of a hand (unverified where
                                           exactly a bow arm's lies)
        judder    speed 15 %               on the rim of a glass or bowl, three fifths of it on bars, plates, skins and
                                           blades: the finger, or the stick in the fingers, is dragged by a dry or wet
                                           surface, and shakes at 10 to 25 Hz, which is where fingers tremble
                                           (unverified how much of it is theirs); scaled as tremor
        texture   speed 6 %, force 10 %    hair and rosin, uneven along the bow over 1.5 to 24 mm: faster under a fast
                                           bow, and where the hair is good it is so again
        finger    3 cents at 0.25 to 2.5 Hz, 3 cents at 4 to 7 Hz, 1.5 cents at 10 to 45 Hz; and the vibrato: its depth
                                           by 20 %, its rate by 6 % as it goes, and by 8 % from stroke to stroke

    A bow of finite length (human.bow) changes direction after 80 to 100 % of it, as abruptly as a stroke begins.

    The finger moves only every 2.5 ms, by some hundredths of a cent: a new pitch requires new coefficients for every
    partial, and steps of that size and rate lie 70 dB below a partial. All voices' fingers move at the same times,
    because the coefficients of eight strings are computed together. The arm of a held stroke moves every 1.25 ms, in
    straight lines: all of its fluctuations are slower, except the finest hair under a fast bow.

    Drift, tremor and finger are sums of oscillators whose frequencies and phases are drawn at random per stroke: they
    depend neither on the sample rate nor on the lengths of segments, and their rms is exact. The seed of a stroke is
    derived from voice.seed and the stroke's number: the same performance has the same bits. [audio] */
class Human
{
public:
    struct Moment
    {
        double speed = 1.0, force = 1.0;  // factors
        double vibrato = 1.0, rate = 1.0; // factors of the vibrato's depth and rate
        double cents = 0.0;               // added to the pitch
        double place = 1.0, hair = 1.0;   // factors: bow's distance from the bridge, width of hair on the string
        double change = 0.0;              // of `speed` since the moment before, without sign; not limited by bite
    };

    /** True if these knobs cause any movement. */
    static bool moves (const Patch& patch) noexcept
    {
        return patch.voiceHumanisePercent > 0.0 &&
               (patch.humanDriftPercent > 0.0 || patch.humanTremorPercent > 0.0 || patch.humanTexturePercent > 0.0 ||
                patch.humanFingerPercent > 0.0 || patch.humanBowLength > 0.0);
    }

    /** Begins a new stroke. */
    void begin (Noise noise) noexcept;

    /** Advances by `seconds`, during which the bow moves at `velocity` [m/s]. */
    void move (const Patch& patch, double seconds, double velocity, bool fingerMoves) noexcept;

    /** Returns the updates that are due at the point `now` of the control grid; `before` is the time of the point
        before [s since reset()]. Arms move whenever fingers do. */
    static HandUpdates updatesAt (double before, double now) noexcept;

    /** True if the bow has reached its end at this point and changes direction. */
    bool turnsBow () const noexcept { return turns; }

    /** Current fluctuation; neutral while moves() is false. */
    const Moment& now () const noexcept { return moment; }

    /** Random starting point of a stroke along the surface, in points from that of its key, so that no two strokes rub
        the same rosin. */
    double place (const Patch& patch) const noexcept { return moves (patch) ? startingPlace : 0.0; }

private:
    /** A set of oscillators that are summed and advanced together. */
    template <int count>
    class Oscillators
    {
    public:
        /** Draws `number` oscillators, numbered from `first`, one at random in each of as many equal parts of `octaves`
            octaves from `lowest` [Hz] on. Equal amplitudes make their sum 1/f noise; its rms is 1. */
        void draw (Noise& noise, int first, int number, double lowest, double octaves) noexcept;
        void turn (double seconds) noexcept;

        /** Sums over some of the oscillators, of the two quadratures: two independent signals. */
        struct Sum
        {
            double cosine = 0.0, sine = 0.0;
        };
        Sum sum (int first, int number) const noexcept;

        /** Sum of sines whose signs alternate, which knows nothing of the sum without: a third signal. */
        double alternating (int first, int number) const noexcept;

    private:
        using Values = std::array<double, static_cast<std::size_t> (count)>;
        Values frequency {};       // [Hz]
        Values cosine {}, sine {}; // times their amplitudes
        /** Rotation of each oscillator in so many seconds. */
        struct Step
        {
            double seconds = 0.0; // 0: not computed yet
            Values cosine {}, sine {};
        };
        std::array<Step, 2> steps {}; // points of one grid lie on another at two distances
        std::size_t latest = 0;
    };
    static constexpr int driftCount = 10, tremorCount = 6, slowCount = 4, trembleCount = 5, fastCount = 8;
    static constexpr int courseCount = 4, swayCount = 14, judderCount = 12;

    void drawAll () noexcept;
    void moveFinger (double strength) noexcept;
    void sway (double strength) noexcept;
    double judder (double fraction, double seconds) noexcept;
    double unevenness () noexcept;

    Moment moment;
    Noise noise; // of the stroke
    bool hasOscillators = false;
    Oscillators<driftCount + tremorCount + courseCount> arm;
    Oscillators<slowCount + trembleCount + fastCount> finger;
    double rateOfStroke = 0.0;            // deviation of this stroke's vibrato, rms 1
    std::array<double, 2> courseStart {}; // a stroke begins as it was meant
    Oscillators<swayCount> wrist;
    Oscillators<judderCount> drag; // only on bodies that are not strings
    bool hasDrag = false;
    double sinceFinger = 0.0;            // [s] since finger and wrist moved
    bool fingerArrived = false;          // the finger has reached its place
    double hair = 0.0;                   // [m] along the bow
    static constexpr int hairScales = 5; // each twice as coarse as the one before
    /** Noise values at two neighbouring places of the hair, on one scale. */
    struct Neighbours
    {
        int corner = -1; // index of the first
        double low = 0.0, high = 0.0;
    };
    std::array<Neighbours, hairScales> neighbours {}; // of the current place
    double drawn = 0.0;                               // [m] of hair since the bow turned round
    double reach = 1.0;                               // of the bow's length that this stroke uses
    bool turns = false;
    double startingPlace = 0.0; // [points]
};
} // namespace kolophon
