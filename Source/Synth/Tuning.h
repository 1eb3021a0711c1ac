#pragma once

#include <array>
#include <cstddef>

namespace kolophon
{
/** What every key plays: the one place where a key becomes a pitch. Pitches are notes, in semitones of equal
    temperament over the whole number of a MIDI key: 69 is 440 Hz, 69.5 a quarter tone above. So bends, glides, Tune and
    Fine keep their size under any scale, and equal temperament at 440 Hz is the identity, to the last bit.

    Plain numbers: travels between threads. Files/TuningFile.h makes one of a scale and a mapping. */
struct Tuning
{
    static constexpr int keyCount = 128;
    static constexpr double silent = -1000.0; // the note of a key that plays nothing

    std::array<double, keyCount> notes = equalNotes();
    double a4 = 69.0; // note that A4 sounds at: what a key without a note of its own is tuned from

    /** False for a key that the mapping leaves out. */
    constexpr bool plays (int key) const noexcept { return notes[static_cast<std::size_t> (key)] != silent; }

    /** [semitones] of key 0 … 127; of one that plays nothing, that of equal temperament. */
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
