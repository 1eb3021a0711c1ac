#pragma once

#include "TakeFiles.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace kolophon
{
/** Renders takes on a thread of its own, one order at a time. [message; its own threads inside] */
class TakeRunner
{
public:
    TakeRunner() = default;
    ~TakeRunner();
    TakeRunner (const TakeRunner&) = delete;
    TakeRunner& operator= (const TakeRunner&) = delete;

    struct State
    {
        bool isRunning = false, wasCancelled = false;
        int wanted = 0;
        std::uint64_t version = 0;    // another one when anything here has changed
        std::vector<TakeEntry> takes; // that were written, in their order; without their samples
        std::filesystem::path folder; // where they lie
        std::string error, command;   // one sentence; how a shell gets them again
    };

    /** Begins; does nothing while an order is carried out. What can't be had is state().error. */
    void start (TakeOrder order);
    /** Ends as soon as it can; what is finished stays. */
    void cancel () noexcept { cancelled = true; }
    /** How far it is, or how it ended. */
    State state () const;
    /** The same number as State's. */
    std::uint64_t version () const noexcept { return changes.load(); }

private:
    void run (const TakeOrder& order);

    std::thread thread;
    std::atomic<bool> cancelled { false };
    std::atomic<std::uint64_t> changes { 0 };
    mutable std::mutex guard;
    State now; // under it
};
} // namespace kolophon
