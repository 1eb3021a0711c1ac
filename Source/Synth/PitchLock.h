#pragma once

#include "../Core/Units.h"
#include "PortableMath.h"
#include "VoiceGroup.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
/** The player's ear: friction drives a string a little below its own pitch, and the finger moves up until it sounds as
    it was meant. The first mode turns in its plane once a period; how far it turns between two points of the control
    grid, against how far it should, is the error. Averaged over some periods, because the higher partials rattle at it.
    [audio] */
class PitchLock
{
public:
    void start () noexcept { *this = {}; }

    /** Looks at the first mode [sqrt (J)], `seconds` after the last look, while `asked` [Hz] should sound. `strength`
        0 … 1. Returns the correction [cents]. */
    double follow (VoiceGroup::ModeNow mode, double asked, double seconds, double strength) noexcept
    {
        const double turn = 2.0 * pi * asked * seconds;
        // What friction pulls all the time stands beside what turns: changes, not states. (x1 + i x2) turns clockwise:
        // times its conjugate before, times the turn it should have made.
        const VoiceGroup::ModeNow change { mode.x1 - last.x1, mode.x2 - last.x2 };
        const double along = change.x1 * before.x1 + change.x2 * before.x2,
                     across = change.x2 * before.x1 - change.x1 * before.x2;
        const double sine = sineOf (turn), cosine = cosineOf (turn + 0.5 * pi);
        last = mode;
        const auto previous = before;
        before = looked ? change : VoiceGroup::ModeNow { 0.0, 0.0 };
        looked = true;
        const double memory = std::max (averagedPeriods / asked, shortestMemory);
        const double keep = memory / (memory + seconds);
        real = keep * real + along * cosine - across * sine;
        imaginary = keep * imaginary + across * cosine + along * sine;
        const double whole = std::sqrt ((change.x1 * change.x1 + change.x2 * change.x2) *
                                        (previous.x1 * previous.x1 + previous.x2 * previous.x2));
        length = keep * length + whole;
        const double slowly = 3.0 * memory / (3.0 * memory + seconds);
        usual = slowly * usual + (1.0 - slowly) * real;
        age += seconds;
        const bool grows = real > steadiness * usual || usual > steadiness * real;
        const bool rattles = real < purity * length;
        if (age < std::max (3.0 * memory, transient) || ! (real > 0.0) || grows || rattles)
            return applied;
        const double error = -imaginary / real / turn * centsPerUnit; // above what it should be
        if (std::abs (error) < largest)                               // else it is another note, or none
            wanted = std::clamp (wanted - std::clamp (error, -fastest, fastest) * seconds / (3.0 * memory), -largest,
                                 largest);
        const double goal = strength * wanted;
        stood += seconds;
        if (std::abs (goal - applied) > deadBand)
        {
            applied = goal;
            stood = 0.0;
        }
        return applied;
    }

    double cents () const noexcept { return applied; }

    /** Whether it has nothing to do any more, as long as nobody does anything. */
    bool isSettled () const noexcept { return stood > settlingTime; }

    /** Nobody has looked for a while. */
    void lookAway () noexcept
    {
        before = { 0.0, 0.0 };
        looked = false;
    }

private:
    static constexpr double averagedPeriods = 5.0;
    static constexpr double shortestMemory = 0.006;        // [s]
    static constexpr double transient = 0.1;               // [s] in which an attack has no pitch to be judged
    static constexpr double centsPerUnit = 1731.234049067; // 1200/ln 2
    static constexpr double largest = 150.0;               // [cents]
    static constexpr double deadBand = 0.25;               // [cents]
    static constexpr double fastest = 40.0;                // [cents] of error that is acted upon at once
    static constexpr double purity = 0.9;                  // of a mode that mostly turns, and little else
    static constexpr double steadiness = 1.5;              // ratio to what it was lately, beyond which a tone grows
    static constexpr double settlingTime = 0.25;           // [s]

    VoiceGroup::ModeNow last { 0.0, 0.0 }, before { 0.0, 0.0 }; // state, and its change, at the last look
    portable::Remembered<portable::sin> sineOf, cosineOf;
    bool looked = false;                // at the point of the grid before
    double real = 0.0, imaginary = 0.0; // [J] sum of the turns, less what they should have been
    double length = 0.0;                // [J] sum of the turns, whatever their direction
    double usual = 0.0;                 // [J] of the real part, over a longer time
    double wanted = 0.0, applied = 0.0; // [cents]
    double age = 0.0;                   // [s]
    double stood = 0.0;                 // [s] since the last correction
};
} // namespace kolophon
