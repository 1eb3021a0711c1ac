// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Mailbox.h"

#include <array>
#include <atomic>
#include <memory>

namespace kolophon
{
/** Hands large objects to the audio thread. What sounds keeps the object that it began with, so an object is returned
    to the thread that made it, and deleted there, when nothing uses it any more. Both sides are wait-free; only the
    giver allocates. */
template <class Thing>
class Handover
{
public:
    Handover() = default;
    Handover (const Handover&) = delete;
    Handover& operator= (const Handover&) = delete;

    ~Handover()
    {
        sweep();
        delete incoming.load();
        delete current;
        for (int i = 0; i < retiredCount; ++i)
            delete retired[static_cast<std::size_t> (i)];
    }

    /** Gives an object, which replaces a previous one that was not taken yet. [giver] */
    void give (std::unique_ptr<Thing> thing)
    {
        sweep();
        delete incoming.exchange (thing.release(), std::memory_order_acq_rel);
    }

    /** Returns the latest object, or null before the first. `inUse (object)` tells if something still uses an older
        one. [audio] */
    template <class InUse>
    Thing* collect (InUse inUse) noexcept
    {
        if (incoming.load (std::memory_order_relaxed) != nullptr && retiredCount < maxRetired)
        {
            if (current != nullptr)
                retired[static_cast<std::size_t> (retiredCount++)] = current;
            current = incoming.exchange (nullptr, std::memory_order_acq_rel);
        }
        for (int i = 0; i < retiredCount;)
        {
            auto& thing = retired[static_cast<std::size_t> (i)];
            if (inUse (*thing) || ! returned.push (thing))
                ++i;
            else
                thing = retired[static_cast<std::size_t> (--retiredCount)];
        }
        return current;
    }

    /** The object that collect() last returned. [audio] */
    Thing* latest () const noexcept { return current; }

private:
    static constexpr int maxRetired = 64; // more than voices; if all were in use, the newest object would wait

    void sweep () noexcept
    {
        for (Thing* thing; returned.pop (thing);)
            delete thing;
    }

    std::atomic<Thing*> incoming { nullptr };  // from the giver to the audio thread
    Thing* current = nullptr;                  // of the audio thread, as are the next two
    std::array<Thing*, maxRetired> retired {}; // older ones that may be in use
    int retiredCount = 0;
    Queue<Thing*, 64> returned; // from the audio thread to the giver
};
} // namespace kolophon
