#pragma once

#include "../Core/Mailbox.h"
#include "../Physics/Bodies/ModeTable.h"

#include <array>
#include <atomic>
#include <memory>

namespace kolophon
{
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
    void give (std::unique_ptr<const ModeTable> table)
    {
        sweep();
        delete incoming.exchange (table.release(), std::memory_order_acq_rel);
    }

    /** The latest table, or null before the first. `inUse (table)` says whether a voice still plays an older one. [audio] */
    template <class InUse>
    const ModeTable* take (InUse inUse) noexcept
    {
        if (incoming.load (std::memory_order_relaxed) != nullptr && retiredCount < mostRetired)
        {
            if (current != nullptr)
                retired[static_cast<std::size_t> (retiredCount++)] = current;
            current = incoming.exchange (nullptr, std::memory_order_acq_rel);
        }
        for (int i = 0; i < retiredCount;)
        {
            auto& table = retired[static_cast<std::size_t> (i)];
            if (inUse (table) || ! returned.push (table))
                ++i;
            else
                table = retired[static_cast<std::size_t> (--retiredCount)];
        }
        return current;
    }

private:
    static constexpr int mostRetired = 64; // more than voices; were they all played, the newest table would wait

    void sweep() noexcept
    {
        for (const ModeTable* table; returned.pop (table);)
            delete table;
    }

    std::atomic<const ModeTable*> incoming { nullptr };   // from the giver to the audio thread
    const ModeTable* current = nullptr;                   // the audio thread's, as are the next two
    std::array<const ModeTable*, mostRetired> retired {}; // older ones that a voice may still play
    int retiredCount = 0;
    Queue<const ModeTable*, 64> returned;                 // from the audio thread to the giver
};
} // namespace kolophon
