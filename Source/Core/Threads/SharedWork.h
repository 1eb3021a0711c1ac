// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace kolophon
{
/** Divides one thread's work, some hundred tasks of a few microseconds at a time, among threads that stand by: for
    renderings that need not keep time, because the system may keep helpers waiting. The result must not depend on which
    thread does a task. */
class SharedWork
{
public:
    /** `yield` lets another thread run, while the leader waits for the last tasks. */
    explicit SharedWork (void (*itsYield)()) noexcept : yield (itsYield) {}

    /** Does task (0) … task (count - 1), each on one of the threads, and returns when all are done. [leader] */
    template <class Task>
    void distribute (int tasks, Task& itsTask) noexcept
    {
        const auto caller = [] (void* its, int number) { (*static_cast<Task*> (its)) (number); };
        distribute (tasks, &itsTask, caller);
    }

    /** Works until end(). [helpers] */
    void help () noexcept;

    /** Lets the helpers go, now and later. [leader] */
    void end () noexcept;

private:
    using Call = void (*) (void*, int);

    void distribute (int itsCount, void* itsTask, Call itsCall) noexcept;
    bool doNext () noexcept;

    static constexpr std::uint64_t round = std::uint64_t { 1 } << 32, closed = round - 1;

    // Numbers of the round, and of its next task. While the latter is `closed`, the members below are written: a thread
    // that takes a task by compare-and-swap has read those of the same round.
    alignas (64) std::atomic<std::uint64_t> next { closed };
    std::atomic<int> count { 0 };
    std::atomic<void*> task { nullptr };
    std::atomic<Call> call { nullptr };
    std::atomic<bool> ended { false };
    alignas (64) std::atomic<int> done { 0 };
    void (*yield)();
};

/** Does task (0) … task (count - 1): distributed, where there are other threads. */
template <class Task>
void distribute (SharedWork* with, int count, Task task) noexcept
{
    if (with != nullptr && count > 1)
        return with->distribute (count, task);
    for (int number = 0; number < count; ++number)
        task (number);
}
} // namespace kolophon
