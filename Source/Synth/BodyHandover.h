#pragma once

#include "../Core/Mailbox.h"
#include "../Physics/Bodies/ModeTable.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace kolophon
{
/** A table with the number under which it was given. */
struct GivenTable
{
    ModeTable table;
    std::uint32_t number = 0;
};

/** Hands tables of modes to the audio thread. A voice keeps the table that it began with, so a table goes back, to be
    deleted where it was made, when no voice plays it any more. Both sides are wait-free; only the giver allocates. */
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

    /** What was given before and never taken is replaced. [giver] */
    void give (std::unique_ptr<const GivenTable> table)
    {
        sweep();
        delete incoming.exchange (table.release(), std::memory_order_acq_rel);
    }

    /** The latest table, or null before the first. `inUse (table)` says whether a voice still plays an older one.
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
    static constexpr int maxRetired = 64; // more than voices; were they all played, the newest table would wait

    void sweep () noexcept
    {
        for (const GivenTable* table; returned.pop (table);)
            delete table;
    }

    std::atomic<const GivenTable*> incoming { nullptr };  // from the giver to the audio thread
    const GivenTable* current = nullptr;                  // the audio thread's, as are the next two
    std::array<const GivenTable*, maxRetired> retired {}; // older ones that a voice may still play
    int retiredCount = 0;
    Queue<const GivenTable*, 64> returned; // from the audio thread to the giver
};
} // namespace kolophon
