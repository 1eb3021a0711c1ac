// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Library/kolophon.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kolophon::puredata
{
/** Notes by the number that a patch gives them. The library gets a new number for each, so that a patch may use few
    numbers in turn, as [poly] does: a note that still rings is not the one that begins. */
class NumberedNotes
{
public:
    struct Note
    {
        uint32_t id = 0, number = 0; // the patch's, the library's
        int32_t channel = 0, key = 0;
        bool held = false;
    };

    /** Returns the latest note with this number; null if it is unknown. */
    Note* find (uint32_t id) noexcept
    {
        const auto found = std::find_if (notes.begin(), notes.end(),
                                         [id] (const Note& note) { return note.number != 0 && note.id == id; });
        return found != notes.end() ? &*found : nullptr;
    }

    /** Makes room for a note; null if all are held. */
    Note* add (const kolophon_synth* synth, uint32_t id, int32_t channel, int32_t key) noexcept
    {
        auto* place = find (id);
        for (auto note = notes.begin(); place == nullptr && note != notes.end(); ++note)
            if (note->number == 0 || (! note->held && kolophon_note_is_playing (synth, note->number) == 0))
                place = &*note;
        if (place != nullptr)
            *place = { id, latest = latest % KOLOPHON_LARGEST_NOTE + 1, channel, key, true };
        return place;
    }

    void clear () noexcept { notes.fill ({}); }

    static constexpr int capacity = 256;

private:
    std::array<Note, capacity> notes {};
    uint32_t latest = 0;
};
} // namespace kolophon::puredata
