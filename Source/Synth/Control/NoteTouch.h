// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "KnobTravel.h"
#include "Performance.h"

#include <algorithm>
#include <array>

namespace kolophon
{
/** Messages of a host to a single note: expressions, and travels of knobs. [audio] */
struct NoteTouch
{
    std::uint32_t note = 0; // number of the note; 0: the slot is free
    double tuning = 0.0;    // [semitones]
    double volume = 1.0;    // gain
    double pan = 0.0;       // -1 left … 1 right
    double brightness = 0.5, brightnessAtStart = 0.5;
    double pressure = 0.0, vibrato = 0.0, expression = 1.0;
    KnobTravel knobs;

    void set (NoteExpression kind, double value) noexcept;
    /** Brightness relative to its value at the start of the note, or to the middle. */
    double slid (bool isAbsolute) const noexcept { return brightness - (isAbsolute ? 0.5 : brightnessAtStart); }

    /** Touch of notes without a number, which get no messages of their own. */
    static const NoteTouch none;
};

/** The touches of all notes that have a number. A host may send to a note from the sample on at which it begins, before
    or after its note-on. [audio] */
class NoteTouches
{
public:
    /** Notes at a time; later ones get no touch. */
    static constexpr std::size_t capacity = 32;

    /** Frees all slots. */
    void reset () noexcept
    {
        forgetEnded ([] (std::uint32_t) { return false; });
    }

    /** The touch of a note; NoteTouch::none if it has none. */
    const NoteTouch& of (std::uint32_t note) const noexcept;

    /** The touch of a note, in a slot of its own. Takes the slot of a note for which `isAlive (number)` is false, but
        not of one that was touched at this `time` and has not begun: it may be about to. Null if all are in use. */
    template <class IsAlive>
    NoteTouch* touch (std::uint32_t note, std::uint64_t time, IsAlive isAlive) noexcept
    {
        if (note == 0)
            return nullptr;
        std::size_t free = capacity;
        for (std::size_t n = 0; n < capacity; ++n)
        {
            if (slots[n].note == note)
                return times[n] = time, &slots[n];
            if (free == capacity &&
                (slots[n].note == 0 || ((hasBegun[n] || times[n] != time) && ! isAlive (slots[n].note))))
                free = n;
        }
        if (free == capacity)
            return nullptr;
        auto& slot = slots[free];
        slot = {};
        slot.note = note;
        times[free] = time;
        hasBegun[free] = false;
        return &slot;
    }

    /** The same, of a note that begins. */
    template <class IsAlive>
    NoteTouch* begin (std::uint32_t note, std::uint64_t time, IsAlive isAlive) noexcept
    {
        auto* const its = touch (note, time, isAlive);
        if (its != nullptr)
            hasBegun[static_cast<std::size_t> (its - slots.data())] = true;
        return its;
    }

    /** Frees the slots of all notes for which `isAlive (number)` is false. */
    template <class IsAlive>
    void forgetEnded (IsAlive isAlive) noexcept
    {
        for (auto& slot : slots)
            if (slot.note != 0 && ! isAlive (slot.note))
                slot = {};
    }

    /** True if knobs of any note are moved. */
    bool movesKnobs () const noexcept
    {
        return std::any_of (slots.begin(), slots.end(), [] (const auto& slot) { return ! slot.knobs.isEmpty(); });
    }

private:
    std::array<NoteTouch, capacity> slots {};
    std::array<std::uint64_t, capacity> times {}; // [samples] stream time of the last touch
    std::array<bool, capacity> hasBegun {};
};
} // namespace kolophon
