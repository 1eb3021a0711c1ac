// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Performance.h"
#include "Tuning.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace kolophon
{
/** Tuning received as MIDI messages: notes of keys, in programs that channels select (RPN 3), octave tunings of
    channels, and master tuning. Keys without a received note play the instrument's own tuning. Octave and master
    tuning are added to either. [audio] */
class SentTuning
{
public:
    static constexpr int programs = 16;

    /** Index by which an event refers to a key of a program. */
    static constexpr std::uint16_t indexOf (int program, int key) noexcept
    {
        return static_cast<std::uint16_t> (program * Tuning::keyCount + key);
    }
    static constexpr int indexCount = programs * Tuning::keyCount;

    void reset () noexcept
    {
        notes.fill (-1.0f);
        octaves = {};
        fine = coarse = 0.0;
    }

    bool has (int program, int key) const noexcept { return noteIn (program, key) >= 0.0f; }

    /** Note [semitones] of a key, see Tuning. */
    double noteOf (const Tuning& own, int program, int channel, int key) const noexcept
    {
        const double note = has (program, key) ? static_cast<double> (noteIn (program, key)) : own.noteOf (key);
        return note + octaves[static_cast<std::size_t> (channel & 15)][static_cast<std::size_t> (key % 12)] + fine +
               coarse;
    }

    /** Takes a tuning event; false for any other event. */
    bool receive (const PerformanceEvent& event) noexcept
    {
        using Type = PerformanceEvent::Type;
        switch (event.type)
        {
            case Type::tuneKey:
                if (event.index < indexCount)
                    notes[event.index] = static_cast<float> (std::clamp (event.value, 0.0, 128.0));
                return true;
            case Type::tuneOctave:
                if (event.index < 12)
                    octaves[static_cast<std::size_t> (event.channel & 15)][event.index] =
                        std::clamp (event.value, -1.0, 1.0);
                return true;
            case Type::tuneAll:
                (event.index == 0 ? fine : coarse) =
                    event.index == 0 ? std::clamp (event.value, -1.0, 1.0) : std::clamp (event.value, -64.0, 63.0);
                return true;
            default: return false;
        }
    }

    /** Appends the messages that make a fresh object equal to this one. [any, of a copy] */
    void appendMessages (std::vector<PerformanceEvent>& all) const
    {
        using Type = PerformanceEvent::Type;
        for (int index = 0; index < indexCount; ++index)
            if (const auto note = notes[static_cast<std::size_t> (index)]; note >= 0.0f)
                all.push_back ({ 0, Type::tuneKey, 0, static_cast<std::uint16_t> (index), static_cast<double> (note) });
        for (std::uint8_t channel = 0; channel < 16; ++channel)
            for (std::uint16_t note = 0; note < 12; ++note)
                if (const double offset = octaves[channel][note]; offset != 0.0)
                    all.push_back ({ 0, Type::tuneOctave, channel, note, offset });
        if (fine != 0.0)
            all.push_back ({ 0, Type::tuneAll, 0, 0, fine });
        if (coarse != 0.0)
            all.push_back ({ 0, Type::tuneAll, 0, 1, coarse });
    }

    bool operator== (const SentTuning&) const = default;

private:
    static constexpr std::array<float, static_cast<std::size_t> (indexCount)> unsent () noexcept
    {
        std::array<float, static_cast<std::size_t> (indexCount)> all {};
        all.fill (-1.0f);
        return all;
    }
    float noteIn (int program, int key) const noexcept { return notes[indexOf (program, key)]; }

    std::array<float, static_cast<std::size_t> (indexCount)> notes = unsent(); // [semitones]; negative: not sent
    std::array<std::array<double, 12>, 16> octaves {};                         // [semitones]
    double fine = 0.0, coarse = 0.0;                                           // [semitones]
};
} // namespace kolophon
