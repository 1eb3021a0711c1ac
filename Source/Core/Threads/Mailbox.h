// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

/** Queues between threads; all data passes through them. Both sides are wait-free: no lock, no allocation, no retry
    loop. */
namespace kolophon
{
/** Triple buffer that keeps the latest value: one writer, one reader. The writer never waits for the reader. */
template <class T>
class Mailbox
{
    static_assert (std::is_trivially_copyable_v<T>);

public:
    /** [writer thread] */
    void publish (const T& value) noexcept
    {
        slots[writing] = value;
        writing = middle.exchange (writing | freshBit, std::memory_order_acq_rel) & indexMask;
    }

    /** [reader thread] Copies the latest value; returns false, and leaves `value` unchanged, without a new one. */
    bool collect (T& value) noexcept
    {
        if ((middle.load (std::memory_order_acquire) & freshBit) == 0)
            return false;
        reading = middle.exchange (reading, std::memory_order_acq_rel) & indexMask;
        value = slots[reading];
        return true;
    }

private:
    static constexpr unsigned indexMask = 3, freshBit = 4;
    std::array<T, 3> slots {};
    unsigned writing = 0, reading = 2;
    std::atomic<unsigned> middle { 1 };
};

/** First-in-first-out queue: one writer, one reader, fixed capacity. A full queue rejects new elements. */
template <class T, std::size_t capacity>
class Queue
{
    static_assert (std::is_trivially_copyable_v<T>);
    static_assert ((capacity & (capacity - 1)) == 0, "capacity must be a power of two");

public:
    /** [writer thread] Returns false when the queue is full. */
    bool push (const T& value) noexcept
    {
        const auto end = tail.load (std::memory_order_relaxed);
        if (end - head.load (std::memory_order_acquire) == capacity)
            return false;
        items[end & (capacity - 1)] = value;
        tail.store (end + 1, std::memory_order_release);
        return true;
    }

    /** [reader thread] Returns false when the queue is empty. */
    bool pop (T& value) noexcept
    {
        const auto begin = head.load (std::memory_order_relaxed);
        if (begin == tail.load (std::memory_order_acquire))
            return false;
        value = items[begin & (capacity - 1)];
        head.store (begin + 1, std::memory_order_release);
        return true;
    }

private:
    std::array<T, capacity> items {};
    std::atomic<std::size_t> head { 0 }, tail { 0 };
};
} // namespace kolophon
