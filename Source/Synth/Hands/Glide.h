// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace kolophon
{
/** Moves a voice's note from key to key, in straight lines of semitones. [audio] */
class Glide
{
public:
    static constexpr double shortest = 0.004; // [s] slide of a stolen string to its new pitch, to avoid a jump

    /** Starts a stroke on a note [semitones]. The pitch glides to it from the note `from` in `seconds`; if `from` is
        negative, it begins there at once, or slides there shortly if the string still `rings`. */
    void start (double note, double from, double seconds, bool rings) noexcept
    {
        const bool glides = from >= 0.0;
        begin = glides ? from : rings ? this->note() : note;
        end = note;
        age = 0.0;
        duration = glides ? std::max (shortest, seconds) : rings ? shortest : 0.0;
    }

    /** Glides from the current note to another in `seconds`. */
    void slideTo (double note, double seconds) noexcept
    {
        begin = this->note();
        end = note;
        age = 0.0;
        duration = std::max (shortest, seconds);
    }

    /** Changes the note at the end: with a short slide, or in the rest of a slide in progress. */
    void retune (double note) noexcept
    {
        if (note != end)
            slideTo (note, std::max (0.0, duration - age));
    }

    void advance (double seconds) noexcept { age += seconds; }

    /** The current note [semitones], as MIDI counts keys. */
    double note () const noexcept
    {
        const double progress = duration > 0.0 ? std::min (1.0, age / duration) : 1.0;
        return begin + (end - begin) * progress;
    }
    double origin () const noexcept { return begin; } // the note that the last slide began at
    double target () const noexcept { return end; }
    bool isOver () const noexcept { return age >= duration; }

    /** True during a slide that only avoids a jump: no intended movement of the pitch. */
    bool isJump () const noexcept { return age < duration && duration <= shortest; }

private:
    double begin = 60.0, end = 60.0;  // [semitones]
    double age = 0.0, duration = 0.0; // [s]
};
} // namespace kolophon
