#include "MapRun.h"

#include "../Shell/Interrupt.h"
#include "../Shell/Progress.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace kolophon
{
namespace
{
using Time = std::chrono::steady_clock;
constexpr auto lookInterval = std::chrono::milliseconds (200);
constexpr double saveInterval = 5.0; // [s]
constexpr double saveShare = 0.05;   // of the time, at most

double secondsSince (Time::time_point then)
{
    return std::chrono::duration<double> (Time::now() - then).count();
}

/** Threads that take one missing cell after the other. */
class Workers
{
public:
    Workers (const MapGesture& sharedGesture, MapCells& allCells, const MapRun& itsRun)
        : gesture (sharedGesture), cells (allCells), run (itsRun)
    {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (! cells[i])
                missing.push_back (i);
        const auto count = std::min<std::size_t> (static_cast<std::size_t> (std::max (1, run.jobs)), missing.size());
        for (std::size_t i = 0; i < count; ++i)
            threads.emplace_back ([this] { work(); });
    }

    ~Workers()
    {
        stop = true;
        for (auto& thread : threads)
            thread.join();
    }

    /** Waits until something may have changed; false when no thread works any more. */
    bool wait ()
    {
        std::unique_lock lock (mutex);
        changed.wait_for (lock, lookInterval, [this] { return finished == static_cast<int> (threads.size()); });
        return finished < static_cast<int> (threads.size());
    }

    std::size_t computed ()
    {
        const std::lock_guard lock (mutex);
        return done;
    }

    MapCells copy ()
    {
        const std::lock_guard lock (mutex);
        return cells;
    }

    std::size_t toCompute () const noexcept { return missing.size(); }

    std::exception_ptr problem ()
    {
        const std::lock_guard lock (mutex);
        return failure;
    }

private:
    void work ()
    {
        try
        {
            MapPlayer player (gesture, [this] { return stop || interruptRequested(); });
            const auto columns = gesture.x.values.size();
            for (auto i = next++; i < missing.size() && ! stop && ! interruptRequested(); i = next++)
            {
                const auto at = missing[i];
                auto cell = player.play (at % columns, at / columns);
                if (! cell)
                    break;
                run.keepSound (at % columns, at / columns, player.sound());
                const std::lock_guard lock (mutex);
                cells[at] = std::move (cell);
                ++done;
            }
        }
        catch (...)
        {
            const std::lock_guard lock (mutex);
            if (! failure)
                failure = std::current_exception();
            stop = true;
        }
        const std::lock_guard lock (mutex);
        ++finished;
        changed.notify_all();
    }

    const MapGesture& gesture;
    MapCells& cells;
    const MapRun& run;
    std::vector<std::size_t> missing;
    std::atomic<std::size_t> next{ 0 };
    std::atomic<bool> stop{ false };
    std::mutex mutex; // of what follows and of `cells`
    std::condition_variable changed;
    std::size_t done = 0;
    int finished = 0;
    std::exception_ptr failure;
    std::vector<std::thread> threads;
};
} // namespace

bool computeCells (const MapGesture& gesture, MapCells& cells, const MapRun& run)
{
    Progress progress (Progress::styleFor (run.quiet));
    const auto begin = Time::now();
    std::exception_ptr failure;
    {
        Workers workers (gesture, cells, run);
        const auto all = static_cast<double> (cells.size()), missing = static_cast<double> (workers.toCompute());
        auto lastSave = begin;
        double saving = 0.0; // [s]
        while (workers.wait())
        {
            const auto done = static_cast<double> (workers.computed());
            if (done > 0.0)
                progress.showLeft ((all - missing + done) / all, secondsSince (begin) / done * (missing - done));
            if (secondsSince (lastSave) > std::max (saveInterval, saving / saveShare))
            {
                const auto before = Time::now();
                run.save (workers.copy());
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
    return std::all_of (cells.begin(), cells.end(), [] (const auto& cell) { return cell.has_value(); });
}
} // namespace kolophon
