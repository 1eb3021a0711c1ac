#pragma once

#include <atomic>
#include <cstdint>

namespace kolophon
{
/** Tells a reader whether what it has read was written meanwhile: then some of it is old and some new, and it may
    read again. Neither side waits. What is guarded is atomic itself, read and written relaxed; the fences here keep
    those accesses between the two looks at the count (Boehm, "Can seqlocks get along with programming language memory
    models?", MSPC 2012, figure 6). */
class SequenceLock
{
public:
    /** Calls `store`, which writes what is guarded. [one thread at a time] */
    template <class Store>
    void write (Store store) noexcept
    {
        count.fetch_add (1, std::memory_order_relaxed);
        std::atomic_thread_fence (std::memory_order_release); // who reads what is written behind it sees the odd count
        store();
        count.fetch_add (1, std::memory_order_release);
    }

    /** Calls `load`, which reads what is guarded, unless it is being written. False: what was read is good for nothing.
        [any] */
    template <class Load>
    bool read (Load load) const noexcept
    {
        const auto before = count.load (std::memory_order_acquire);
        if (before % 2 != 0)
            return false;
        load();
        std::atomic_thread_fence (std::memory_order_acquire); // nothing that was read moves behind the second look
        return count.load (std::memory_order_relaxed) == before;
    }

private:
    std::atomic<std::uint32_t> count { 0 }; // odd while something is written
};
} // namespace kolophon
