// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

namespace kolophon
{
/** Table of the note of every key: the only place where a key becomes a pitch. Notes are in semitones of equal
    temperament, numbered like MIDI keys: 69 is 440 Hz, 69.5 a quarter tone above. So bends, glides, Tune and Fine keep
    their size under any scale, and equal temperament at 440 Hz is the identity, to the last bit.

    Contains plain numbers only, so that it can be sent between threads. Files/Parts/TuningFile.h makes one from a scale
    and a mapping. */
struct Tuning
{
    static constexpr int keyCount = 128;
    static constexpr double silent = -1000.0; // the note of an unmapped key

    std::array<double, keyCount> notes = equalNotes();
    double a4 = 69.0; // note of A4: reference for unmapped keys

    /** False for an unmapped key. */
    constexpr bool plays (int key) const noexcept { return notes[static_cast<std::size_t> (key)] != silent; }

    /** Note [semitones] of key 0 … 127; equal temperament around `a4` for an unmapped key. */
    constexpr double noteOf (int key) const noexcept
    {
        return plays (key) ? notes[static_cast<std::size_t> (key)] : static_cast<double> (key) + (a4 - 69.0);
    }

    bool operator== (const Tuning&) const noexcept = default;

private:
    static constexpr std::array<double, keyCount> equalNotes () noexcept
    {
        std::array<double, keyCount> notes {};
        for (int key = 0; key < keyCount; ++key)
            notes[static_cast<std::size_t> (key)] = static_cast<double> (key);
        return notes;
    }
};

/** Equal temperament at 440 Hz. */
inline constexpr Tuning equalTuning {};
} // namespace kolophon
