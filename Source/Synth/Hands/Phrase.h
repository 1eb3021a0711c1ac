// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "../../Physics/PortableMath.h"

namespace kolophon
{
/** Circumstances of a note when it begins, as far as a player knows them who has no score. */
struct NotePrompt
{
    static constexpr double unknown = 1e3, quickPassage = 0.25; // [s] between notes

    double velocity = 80.0 / 127.0; // of the key, 0 … 1
    double interval = unknown;      // [s] since the note before by the same hand
    double held = unknown;          // [s] that the key before was down
    int step = 0;                   // [semitones] from it
    bool comesOver = false;         // in one stroke, from another string that the bow is on

    bool isInPassage () const noexcept { return interval < quickPassage; }
};

/** Shape of the notes of a line on bowed strings: what a player's arm does with a note beside playing it evenly. Speed
    and force follow the note's age, what is known of it and the direction of the bow, so that they act as a hand does
    and do work: the books stay closed. Phrasing (voice.phrasing) scales all of it; at 0 nothing changes.

        grows and fades   the speed rises to a peak at about a third of the expected length, which is the time between
                          the last two notes, and falls again: by 6 dB at 60 %, less in notes under 0.4 s, half an
                          octave rms from note to note. An up-bow peaks later than a down-bow, and fades less
        slurs             a finger that arrives takes 7 dB back for 40 ms; less over a semitone, more over a leap. A bow
                          that comes over from another string goes on in its direction, at full speed
        builds up         the force comes up to the speed within 0.1 s, in hard strokes from less of it: high partials
                          rise after low ones, and the bow scrapes first. Not again in a slur; less on low strings,
                          which slip twice per period under a bow that presses too little for its speed
        starts            the first third of the speed comes at once, on the lowest strings two thirds, so that a short
                          note is heard. A hard key peaks earlier
        bites             where keys are short beside the time between them, hard ones are martele: pressed first, all
                          of their speed at once. Others of less than 0.12 s are spiccato: at once, and thrown off
        turns, ends       a bow that changes direction takes a quarter of the note for it, 0.12 s at most, and has no
                          more of its speed at once on a low string than on a high one; after notes of less than a
                          second it slows down, rests on the string, which it damps, for a part of the time that the
                          stroke lasted over 0.12 s, and leaves, so that staccato rings; half an octave rms from
                          note to note
        vibrato           depth differs by half an octave rms from note to note; the finger rolls further one way;
                          none on open strings

    Growth and fading step back under dynamics that the player draws within a note. Randomness comes from the stroke's
    noise. [audio] */
class Phrase
{
public:
    /** Begins a stroke in a direction, +1 (down) or -1 (up). */
    void start (const NotePrompt& prompt, double direction, Noise itsNoise) noexcept;
    /** Begins another note of the same stroke. */
    void slur (const NotePrompt& prompt) noexcept;

    /** Goes on for `seconds`, phrasing by `amount`: 0 none, 1: 100 %. */
    void advance (double itsAmount, double seconds) noexcept;

    /** Notices dynamics [dB] that the player draws; `isFresh` at the start of a stroke. */
    void follow (double dynamics, bool isFresh) noexcept;

    double speed () const noexcept { return theSpeed; } // factor
    /** Factor of the force, beside the speed, at a pitch [Hz]. */
    double force (double pitch) const noexcept;

    /** Factor of the vibrato's depth; part of it in which the finger rolls further one way; and the age [s] of the note
        from which its delay counts, where that is not the stroke's. */
    double vibrato () const noexcept { return isOn() ? depth : 1.0; }
    double vibratoBend () const noexcept;
    double vibratoAge () const noexcept { return theAge + kept; }

    /** True if a stroke that `lasted` so long [s] comes to rest before the bow leaves; if it is thrown off. */
    bool stops (double lasted) const noexcept;
    bool springs (double lasted) const noexcept { return isOn() && thrown && lasted < longestThrown; }
    /** Time [s] in which a bow comes to rest, in which it turns round; without phrasing, `usual`. And in which it rests
        on the string after a stroke that `lasted` so long [s]. */
    double stopTime (double usual) const noexcept;
    double turnTime (double usual) const noexcept;
    double restTime (double lasted) const noexcept;
    /** True if the bow comes over from another string, moving. */
    bool comesOver () const noexcept { return isOn() && over; }

    /** Factor of the time to full speed under a hard key, whose bow has further to go. */
    double later () const noexcept;
    /** Factor of the acceleration at the start of a stroke at a pitch [Hz], of whose speed a part has been reached:
        some of it comes at once, so that a short note is heard, and more of it on a low string, whose periods are few,
        unless the bow turns. The rest is slower there: full speed comes no earlier. */
    double haste (double reached, double pitch) const noexcept;
    /** That part of the speed, and of the force. */
    double atOnce (double pitch) const noexcept;

    /** True while speed and force change by themselves. */
    bool isOn () const noexcept { return amount > 0.0; }

private:
    static constexpr double longestThrown = 0.12; // [s]

    void begin (const NotePrompt& prompt) noexcept;
    void arrive (const NotePrompt& prompt) noexcept;
    double levelNow () const noexcept;
    double between (double usual, double full) const noexcept;

    Noise noise;
    double amount = 0.0, theAge = 0.0;
    double length = 1.0;                                       // [s]
    double bow = 1.0;                                          // +1 down, -1 up
    double peak = 0.35, grows = 0.0, fades = 0.0, taken = 0.0; // fraction of the length; [dB]
    double delay = 1.0;                                        // factor
    double light = 0.0, bites = 0.0;                           // of the force, less of it at the start; 0 … 1
    double depth = 1.0, kept = 0.0;                            // [s] of the vibrato's age, over a slur
    double ends = 1.0;                                         // factor of the times of its end
    bool thrown = false, over = false, turns = false;          // turns: on a string that it has not left
    double atStart = 0.0, latest = 0.0, drawn = 0.0;           // [dB] of dynamics, twice; 0 … 1
    double theSpeed = 1.0, lighter = 0.0;
};
} // namespace kolophon
