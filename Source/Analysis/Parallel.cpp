#include "Parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
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
        std::vector<std::thread> others;
        for (std::size_t i = 1; i < std::min (count, static_cast<std::size_t> (std::max (1, threads))); ++i)
            others.emplace_back (work);
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
