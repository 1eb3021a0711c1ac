// SPDX-License-Identifier: GPL-3.0-or-later
#include "Parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace kolophon
{
void inParallelEach (std::size_t count, int threads, const std::function<Task()>& makeTask,
                     const std::function<bool()>& stopped)
{
    if (count == 0)
        return;
    std::atomic<std::size_t> next { 0 };
    std::exception_ptr problem;
    std::mutex guard;
    const auto work = [&]
    {
        try
        {
            const auto task = makeTask();
            for (std::size_t i = next++; i < count && ! (stopped && stopped()); i = next++)
                task (i);
        }
        catch (...)
        {
            const std::scoped_lock lock (guard);
            problem = problem ? problem : std::current_exception();
            next = count;
        }
    };
    {
        const auto wanted = std::min (count, static_cast<std::size_t> (std::max (1, threads)));
        std::vector<std::thread> others;
        others.reserve (wanted - 1); // a failed allocation must not leave a thread without a join
        try
        {
            while (others.size() + 1 < wanted)
                others.emplace_back (work);
        }
        catch (const std::system_error&)
        {
            // A limit of processes or memory: those that have started, and this one, do all of it.
        }
        work();
        for (auto& other : others)
            other.join();
    }
    if (problem)
        std::rethrow_exception (problem);
}

void inParallel (std::size_t count, int threads, const Task& task, const std::function<bool()>& stopped)
{
    inParallelEach (
        count, threads, [&task] { return task; }, stopped);
}

int threadsFor (int asked) noexcept
{
    return asked > 0 ? asked : static_cast<int> (std::max (1u, std::thread::hardware_concurrency()));
}
} // namespace kolophon
