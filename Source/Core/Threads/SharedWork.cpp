// SPDX-License-Identifier: GPL-3.0-or-later
#include "SharedWork.h"

#include "../FloatEnvironment.h"

namespace kolophon
{
/** Takes a task of this round and does it; false without any left. */
bool SharedWork::doNext() noexcept
{
    auto its = next.load (std::memory_order_acquire);
    while (true)
    {
        const auto number = its & closed;
        const auto function = call.load (std::memory_order_acquire);
        auto* const what = task.load (std::memory_order_acquire);
        if (number == closed || static_cast<int> (number) >= count.load (std::memory_order_acquire))
            return false;
        if (! next.compare_exchange_weak (its, its + 1, std::memory_order_acq_rel, std::memory_order_acquire))
            continue;
        function (what, static_cast<int> (number));
        done.fetch_add (1, std::memory_order_release);
        return true;
    }
}

void SharedWork::distribute (int itsCount, void* itsTask, Call itsCall) noexcept
{
    const auto thisRound = (next.load (std::memory_order_relaxed) | closed) + 1;
    next.store (thisRound | closed, std::memory_order_relaxed);
    done.store (0, std::memory_order_relaxed);
    count.store (itsCount, std::memory_order_release);
    task.store (itsTask, std::memory_order_release);
    call.store (itsCall, std::memory_order_release);
    next.store (thisRound, std::memory_order_release);
    next.notify_all();
    while (doNext())
        ;
    for (int tries = 0; done.load (std::memory_order_acquire) < itsCount; ++tries)
        if (tries > 1000)
            yield();
}

void SharedWork::help() noexcept
{
    const FloatEnvironment environment;
    int idle = 0;
    while (! ended.load (std::memory_order_acquire))
    {
        const auto before = next.load (std::memory_order_acquire);
        if (doNext())
            idle = 0;
        else if (++idle > 2000 && ! ended.load (std::memory_order_acquire))
            next.wait (before, std::memory_order_acquire);
    }
}

void SharedWork::end() noexcept
{
    ended.store (true, std::memory_order_release);
    next.fetch_add (round, std::memory_order_release);
    next.notify_all();
}
} // namespace kolophon
