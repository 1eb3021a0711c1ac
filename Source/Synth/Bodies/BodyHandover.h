// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Mailbox.h"
#include "../../Physics/Bodies/ModeTable.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace kolophon
{
/** A mode table with its number, see Synth::Given. */
struct GivenTable
{
    ModeTable table;
    std::uint32_t number = 0;
};

/** Hands mode tables to the audio thread. A voice keeps the table that it began with, so a table is returned to the
    thread that made it, and deleted there, when no voice plays it any more. Both sides are wait-free; only the giver
    allocates. */
class BodyHandover
{
public:
    BodyHandover() = default;
    BodyHandover (const BodyHandover&) = delete;
    BodyHandover& operator= (const BodyHandover&) = delete;

    ~BodyHandover()
    {
        sweep();
        delete incoming.load();
        delete current;
        for (int i = 0; i < retiredCount; ++i)
            delete retired[static_cast<std::size_t> (i)];
    }

    /** Gives a table, which replaces a previous one that was not taken yet. [giver] */
    void give (std::unique_ptr<const GivenTable> table)
    {
        sweep();
        delete incoming.exchange (table.release(), std::memory_order_acq_rel);
    }

    /** Returns the latest table, or null before the first. `inUse (table)` tells if a voice still plays an older one.
        [audio] */
    template <class InUse>
    const GivenTable* take (InUse inUse) noexcept
    {
        if (incoming.load (std::memory_order_relaxed) != nullptr && retiredCount < maxRetired)
        {
            if (current != nullptr)
                retired[static_cast<std::size_t> (retiredCount++)] = current;
            current = incoming.exchange (nullptr, std::memory_order_acq_rel);
        }
        for (int i = 0; i < retiredCount;)
        {
            auto& table = retired[static_cast<std::size_t> (i)];
            if (inUse (&table->table) || ! returned.push (table))
                ++i;
            else
                table = retired[static_cast<std::size_t> (--retiredCount)];
        }
        return current;
    }

    /** The table that take() last returned. [audio] */
    const GivenTable* latest () const noexcept { return current; }

private:
    static constexpr int maxRetired = 64; // more than voices; if all were in use, the newest table would wait

    void sweep () noexcept
    {
        for (const GivenTable* table; returned.pop (table);)
            delete table;
    }

    std::atomic<const GivenTable*> incoming { nullptr };  // from the giver to the audio thread
    const GivenTable* current = nullptr;                  // of the audio thread, as are the next two
    std::array<const GivenTable*, maxRetired> retired {}; // older ones that may be in use by a voice
    int retiredCount = 0;
    Queue<const GivenTable*, 64> returned; // from the audio thread to the giver
};
} // namespace kolophon
