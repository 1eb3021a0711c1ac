// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapRun.h"

#include "../Analysis/Parallel.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"

#include <algorithm>
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
constexpr double saveInterval = 5.0;  // [s]
constexpr double saveFraction = 0.05; // of the time, at most

double secondsSince (Time::time_point then)
{
    return std::chrono::duration<double> (Time::now() - then).count();
}

/** Cells as they come, from any thread. */
class Results
{
public:
    Results (MapCells& allCells, const MapRun& itsRun) : cells (allCells), run (itsRun) {}

    void take (std::size_t at, MapCell cell)
    {
        const std::lock_guard lock (mutex);
        run.keepCell (at, cell);
        cells[at] = std::move (cell);
        ++done;
    }

    std::size_t count ()
    {
        const std::lock_guard lock (mutex);
        return done;
    }

    MapCells copy ()
    {
        const std::lock_guard lock (mutex);
        return cells;
    }

private:
    std::mutex mutex;
    MapCells& cells;
    const MapRun& run;
    std::size_t done = 0;
};

/** Computes the missing cells on threads of their own, which end early with this object. */
class Workers
{
public:
    Workers (const MapGesture& gesture, const MapRun& run, const std::vector<std::size_t>& missing, Results& results)
    {
        const auto ends = [this] { return stop || interruptRequested(); };
        const auto makeTask = [&gesture, &run, &missing, &results, ends]
        {
            return [&gesture, &run, &missing, &results,
                    player = std::make_shared<MapPlayer> (gesture, ends)] (std::size_t i)
            {
                const auto columns = gesture.x.values.size(), column = missing[i] % columns, row = missing[i] / columns;
                if (auto cell = player->play (column, row))
                {
                    run.keepSound (column, row, player->sound());
                    results.take (missing[i], std::move (*cell));
                }
            };
        };
        work = std::async (std::launch::async | std::launch::deferred, [&missing, &run, makeTask, ends]
                           { inParallelEach (missing.size(), run.jobs, makeTask, ends); });
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

bool computeCells (const MapGesture& gesture, MapCells& cells, const MapRun& run)
{
    Progress progress (Progress::styleFor (run.quiet));
    const auto begin = Time::now();
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (! cells[i] && run.part.has (i))
            missing.push_back (i);
    std::exception_ptr failure;
    {
        Results results (cells, run);
        Workers workers (gesture, run, missing, results);
        const auto toCompute = static_cast<double> (missing.size());
        const auto all = run.part.isWhole() ? static_cast<double> (cells.size()) : toCompute;
        auto lastSave = begin;
        double saving = 0.0; // [s]
        while (workers.wait())
        {
            const auto done = static_cast<double> (results.count());
            if (done > 0.0)
                progress.showLeft ((all - toCompute + done) / all, secondsSince (begin) / done * (toCompute - done));
            if (secondsSince (lastSave) > std::max (saveInterval, saving / saveFraction))
            {
                const auto before = Time::now();
                run.save (results.copy());
                saving = secondsSince (before);
                lastSave = Time::now();
            }
        }
        failure = workers.problem();
    }
    progress.finish();
    const Closing closing;
    run.save (cells);
    if (failure)
        std::rethrow_exception (failure);
    return std::all_of (missing.begin(), missing.end(), [&cells] (std::size_t i) { return cells[i].has_value(); });
}
} // namespace kolophon
