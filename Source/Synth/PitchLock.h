#pragma once

#include "PortableMath.h"
#include "VoiceGroup.h"

#include <array>

namespace kolophon
{
/** The player's ear: friction drives a string a little below its own pitch, and the finger moves up until it sounds as
    it was meant. The first mode turns in its plane once a period; how far it turns between two points of the control
    grid, against how far it should, is the error. Averaged over some periods, because the higher partials rattle at it.
    [audio] */
class PitchLock
{
public:
    /** A new stroke, stopped `sharper` [cents] than its key: what is known of a body that nobody has heard yet. */
    void start (double sharper, double strength) noexcept
    {
        *this = {};
        wanted = sharper;
        applied = strength * sharper;
    }

    /** The first mode [sqrt (J)], and its partner where it comes as a pair: at rest where there is none. */
    using Modes = std::array<VoiceGroup::ModeNow, 2>;

    /** Looks at them, `seconds` after the last look, while `asked` [Hz] should sound. `strength` 0 … 1. Returns the
        correction [cents]. */
    double follow (const Modes& modes, double asked, double seconds, double strength) noexcept;

    double cents () const noexcept { return applied; }

    /** Whether it has nothing to do any more, as long as nobody does anything. */
    bool isSettled () const noexcept { return stood > settlingTime; }

    /** Nobody has looked for a while. */
    void lookAway () noexcept
    {
        before = {};
        looked = false;
    }

private:
    static constexpr double settlingTime = 0.25; // [s]

    Modes last {}, before {}; // states, and their changes, at the last look
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
