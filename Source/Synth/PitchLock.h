#pragma once

#include "Guide.h"
#include "PortableMath.h"
#include "VoiceGroup.h"

#include <array>

namespace kolophon
{
/** The player's ear: friction drives a string a little below its own pitch, and the finger moves up until it sounds as
    it was meant. The first mode turns in its plane once a period; how far it turns between two points of the control
    grid, against how far the string as it is stopped would turn by itself, is the flattening. An attack is sharp, beats
    and rattles for a tenth of a second, so that a Kalman filter of one state weighs what is heard by how much it
    scatters: what is known of a law at the start stands until a tone is clean enough to know better. [audio] */
class PitchLock
{
public:
    /** A new stroke on what nobody has heard yet, stopped so much sharper than its key. */
    void start (const guide::Flattening& known, double strength) noexcept
    {
        *this = {};
        flattening = known.cents;
        applied = strength * flattening;
        doubt (known);
    }

    /** The first mode [sqrt (J)], and its partner where it comes as a pair: at rest where there is none. */
    using Modes = std::array<VoiceGroup::ModeNow, 2>;

    /** Looks at them, `seconds` after the last look, while `asked` [Hz] should sound and the string was stopped cents()
        above it; judges what it heard after every fourth look, or when something else is asked. `strength` 0 … 1: the
        part of the flattening that is corrected. Returns the correction [cents]. */
    double follow (const Modes& modes, double asked, double seconds, double strength) noexcept;

    double cents () const noexcept { return applied; }

    /** Whether it has nothing to do any more, as long as nobody does anything. */
    bool isSettled () const noexcept { return stood > settlingTime && scatter < squared (clean); }

    /** The finger goes to another key: how the last one sounded is a first guess. */
    void doubt (const guide::Flattening& known) noexcept { uncertainty = squared (known.deviation); }

    /** Nobody has looked for a while. */
    void lookAway () noexcept
    {
        before = {};
        looked = false;
        heard = {};
    }

private:
    static constexpr double settlingTime = 0.25; // [s]
    static constexpr double clean = 2.0;         // [cents] scatter of a tone that is known within that time
    static constexpr double anotherNote = 100.0; // [cents] of error from which on it is not this one that sounds

    static constexpr double squared (double x) noexcept { return x * x; }

    /** What the last looks saw, of one pitch: as many points of the control grid as are judged at once, an eighth less
        work than to judge each. */
    struct Heard
    {
        int looks = 0;
        double along = 0.0, across = 0.0; // [J] turns from look to look
        double length = 0.0;              // [J] their lengths
    } heard;
    static constexpr int looksAtOnce = 4;
    void look (const Modes& modes) noexcept;
    void judge (double strength) noexcept;

    /** What the first mode should do from look to look. */
    struct Expected
    {
        double asked = 0.0, seconds = 0.0;
        double turn = 0.0, sine = 0.0, cosine = 1.0; // of the string as it is stopped
    } expected;
    void expect (double asked, double seconds) noexcept;

    /** What follows from how often it judges, and at which pitch. */
    struct Pace
    {
        double asked = 0.0, seconds = 0.0;
        double keep = 0.0, part = 0.0; // of the averages: what stays of the short one, what enters the long one
        double alike = 0.0;            // judgements that scatter as one
    } pace;
    static Pace paceOf (double asked, double seconds) noexcept;

    Modes last {}, before {};               // states, and their changes, at the last look
    bool looked = false;                    // at the point of the grid before
    double real = 0.0, imaginary = 0.0;     // [J] sum of the turns, less what they should have been
    double length = 0.0;                    // [J] sum of the turns, whatever their direction
    double usual = 0.0;                     // [cents] what was heard lately, averaged
    double scatter = squared (anotherNote); // [cents^2] and how it scattered
    double flattening = 0.0;                // [cents] as far as it is known
    double uncertainty = 0.0;               // [cents^2] variance of that
    double applied = 0.0;                   // [cents]
    double age = 0.0;                       // [s]
    double stood = 0.0;                     // [s] since the last correction
};
} // namespace kolophon
