#pragma once

#include "../Core/Noise.h"
#include "Patch.h"

#include <array>

namespace kolophon
{
/** What a living hand does besides what it means to: no stroke is like another, and none stands still. It acts on the
    bow's speed and force and on the stopped pitch, where any player acts, so that it does work and nothing else: the
    books stay closed.

    Human (voice.humanise) scales all of it; at 0 nothing happens and nothing is computed. Its parts, rms at 100 % each:

        drift     speed 10 %, force 12 %   arm and attention: 1/f noise from 0.08 to 8 Hz
        tremor    speed 6 %, force 8 %     muscles: 6 to 10 Hz, the physiological tremor of a hand (unverified where
                                           exactly a bow arm's lies)
        texture   speed 6 %, force 10 %    hair and rosin, uneven along the bow over 1.5 to 24 mm: faster under a fast
                                           bow, and where the hair is good it is so again
        finger    1.5 cents below 1 Hz, 3 cents at 4 to 7 Hz, 1.5 cents at 10 to 45 Hz; and vibrato's depth, by 20 %

    A bow that has a length (human.bow) turns round when 80 to 100 % of it are drawn, as abruptly as a stroke begins.

    The finger moves every 2.5 ms only, by some hundredths of a cent: what a moved pitch costs is worked out for every
    partial, and steps of that size and rate lie 70 dB below a partial. All voices' fingers move at the same times, for
    eight strings are worked out together. The arm of a held stroke moves every 1.25 ms, in straight lines: all that it
    does by itself is slower, but for the finest hair under a fast bow.

    Drift, tremor and finger are sums of oscillators whose frequencies and phases the stroke draws: they depend neither
    on the sample rate nor on how time is cut, and their rms is what it says. Every stroke's seed comes from voice.seed
    and its number: the same performance has the same bits. [audio] */
class Human
{
public:
    struct Moment
    {
        double speed = 1.0, force = 1.0, vibrato = 1.0; // factors
        double cents = 0.0;                             // added to the pitch
        double change = 0.0; // of `speed` since the moment before, without sign: no matter of bite
    };

    /** Whether anything moves with these knobs. */
    static bool moves (const Patch& patch) noexcept
    {
        return patch.voiceHumanisePercent > 0.0 &&
               (patch.humanDriftPercent > 0.0 || patch.humanTremorPercent > 0.0 || patch.humanTexturePercent > 0.0 ||
                patch.humanFingerPercent > 0.0 || patch.humanBowLength > 0.0);
    }

    /** A new stroke. */
    void begin (Noise noise) noexcept;

    /** On by `seconds`, in which the bow goes at `velocity` [m/s]. */
    void move (const Patch& patch, double seconds, double velocity, bool fingerMoves) noexcept;

    /** Who moves at a point of the control grid, and in how many points the next arm does. */
    struct Moves
    {
        bool finger = false, arm = false;
        int pointsToArm = 1;
    };
    /** At the point `now` of the grid, the one before being `before` [s since reset()]. Where fingers move, arms do. */
    static Moves movesAt (double before, double now) noexcept;

    /** Whether the bow has come to its end just now, and turns round. */
    bool turnsBow () const noexcept { return turns; }

    /** What the hand does now; nothing, while moves() is false. */
    const Moment& now () const noexcept { return moment; }

    /** Where along the surface a stroke begins, in grains from where its key does: no two rub the same rosin. */
    double place (const Patch& patch) const noexcept { return moves (patch) ? startingPlace : 0.0; }

private:
    /** Oscillators that are summed, all of them moved at the same times. */
    template <int count>
    class Oscillators
    {
    public:
        /** One somewhere in each of `number` equal parts of so many octaves from `lowest` [Hz] on, as strong as one
            another, which is 1/f noise, and with an rms of 1 together. They are numbers `first` and following. */
        void draw (Noise& noise, int first, int number, double lowest, double octaves) noexcept;
        void turn (double seconds) noexcept;

        /** Sums over some of them, of their two quadratures: two signals in one. */
        struct Sum
        {
            double cosine = 0.0, sine = 0.0;
        };
        Sum sum (int first, int number) const noexcept;

    private:
        using Values = std::array<double, static_cast<std::size_t> (count)>;
        Values frequency {};       // [Hz]
        Values cosine {}, sine {}; // times their amplitudes
        /** How far each turns in so many seconds. */
        struct Step
        {
            double seconds = 0.0; // 0: not worked out yet
            Values cosine {}, sine {};
        };
        std::array<Step, 2> steps {}; // points of one grid lie on another at two distances
        std::size_t latest = 0;
    };
    static constexpr int driftCount = 10, tremorCount = 6, slowCount = 4, trembleCount = 5, fastCount = 8;

    void drawAll () noexcept;
    void moveFinger (double strength) noexcept;
    double unevenness () noexcept;

    Moment moment;
    Noise noise; // the stroke's own
    bool hasOscillators = false;
    Oscillators<driftCount + tremorCount> arm;
    Oscillators<slowCount + trembleCount + fastCount> finger;
    double sinceFinger = 0.0;            // [s] that the finger has stood
    bool fingerStands = false;           // it has found its place
    double hair = 0.0;                   // [m] along the bow
    static constexpr int hairScales = 5; // each twice as coarse as the one before
    /** Two neighbouring places of the hair, on one scale. */
    struct Neighbours
    {
        int corner = -1; // number of the first
        double low = 0.0, high = 0.0;
    };
    std::array<Neighbours, hairScales> neighbours {}; // where the hair is
    double drawn = 0.0;                               // [m] of hair since the bow turned round
    double reach = 1.0;                               // of the bow's length that this stroke uses
    bool turns = false;
    double startingPlace = 0.0; // [grains]
};
} // namespace kolophon
