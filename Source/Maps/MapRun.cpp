// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapRun.h"

#include "../Analysis/Parallel.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <mutex>

namespace kolophon
{
namespace
{
using Time = std::chrono::steady_clock;
constexpr auto lookInterval = std::chrono::milliseconds (200);

double secondsSince (Time::time_point then)
{
    return std::chrono::duration<double> (Time::now() - then).count();
}

/** Cells as they come, from any thread. */
class Results
{
public:
    explicit Results (const MapRun& itsRun) : run (itsRun) {}

    void keep (std::size_t place, const MapCell& cell)
    {
        const std::lock_guard lock (mutex);
        run.keepCell (place, cell);
        ++done;
    }

    std::size_t count ()
    {
        const std::lock_guard lock (mutex);
        return done;
    }

private:
    std::mutex mutex;
    const MapRun& run;
    std::size_t done = 0;
};

/** Computes the missing cells on threads of their own, which end early with this object. */
class Workers
{
public:
    Workers (const MapGesture& gesture, const MapRun& run, const std::vector<bool>& done, Results& results)
    {
        const auto ends = [this] { return stop || interruptRequested(); };
        const auto makeTask = [&gesture, &run, &done, &results, ends]
        {
            return
                [&gesture, &run, &done, &results, player = std::make_shared<MapPlayer> (gesture, ends)] (std::size_t i)
            {
                const auto columns = gesture.x.values.size(), place = run.part.first() + i * run.part.count;
                if (done[place])
                    return;
                const auto column = place % columns, row = place / columns;
                if (const auto cell = player->play (column, row))
                {
                    run.keepSound (column, row, player->sound());
                    results.keep (place, *cell);
                }
            };
        };
        work = std::async (std::launch::async | std::launch::deferred, [&done, &run, makeTask, ends]
                           { inParallelEach (run.part.of (done.size()), run.jobs, makeTask, ends); });
    }

    ~Workers()
    {
        stop = true;
        if (work.valid())
            work.wait();
    }

    /** Waits a little; false when no thread works any more. Where the system has started none, this one does it all. */
    bool wait ()
    {
        const auto status = work.wait_for (lookInterval);
        if (status == std::future_status::deferred)
            work.wait();
        return status == std::future_status::timeout;
    }

    /** The first exception of a thread, or null. */
    std::exception_ptr problem ()
    {
        try
        {
            work.get();
        }
        catch (...)
        {
            return std::current_exception();
        }
        return nullptr;
    }

private:
    std::atomic<bool> stop { false };
    std::future<void> work;
};
} // namespace

bool computeCells (const MapGesture& gesture, const std::vector<bool>& done, const MapRun& run)
{
    Progress progress (Progress::styleFor (run.quiet));
    const auto begin = Time::now();
    std::size_t missing = 0;
    for (auto i = run.part.first(); i < done.size(); i += run.part.count)
        missing += done[i] ? 0 : 1;
    Results results (run);
    {
        Workers workers (gesture, run, done, results);
        const auto toCompute = static_cast<double> (missing), all = static_cast<double> (run.part.of (done.size()));
        while (workers.wait())
            if (const auto count = static_cast<double> (results.count()); count > 0.0)
                progress.showLeft ((all - toCompute + count) / all, secondsSince (begin) / count * (toCompute - count));
        progress.finish();
        if (const auto failure = workers.problem())
            std::rethrow_exception (failure);
    }
    return results.count() == missing;
}
} // namespace kolophon
