// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace kolophon
{
/** Seqlock: tells a reader if the data was written while it was read, so that it may be inconsistent and can be read
    again. Neither side waits. The guarded data is itself atomic, read and written relaxed; the fences here keep those
    accesses between the two reads of the count (Boehm, "Can seqlocks get along with programming language memory
    models?", MSPC 2012, figure 6). */
class SequenceLock
{
public:
    /** Calls `store`, which writes the guarded data. [one thread at a time] */
    template <class Store>
    void write (Store store) noexcept
    {
        count.fetch_add (1, std::memory_order_relaxed);
        std::atomic_thread_fence (std::memory_order_release); // a reader of the new data sees the odd count
        store();
        count.fetch_add (1, std::memory_order_release);
    }

    /** Calls `load`, which reads the guarded data, unless it is being written. False: the data is inconsistent or was
        not read. [any] */
    template <class Load>
    bool read (Load load) const noexcept
    {
        const auto before = count.load (std::memory_order_acquire);
        if (before % 2 != 0)
            return false;
        load();
        std::atomic_thread_fence (std::memory_order_acquire); // keeps all reads of data before the count's second read
        return count.load (std::memory_order_relaxed) == before;
    }

private:
    std::atomic<std::uint32_t> count { 0 }; // odd while data is written
};
} // namespace kolophon
