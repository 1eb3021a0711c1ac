// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "TakeFiles.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace kolophon
{
/** Renders takes in a background thread, one order at a time. [message; its own threads inside] */
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
        std::uint64_t version = 0;    // changes with every change of the state
        std::vector<TakeEntry> takes; // written so far, in their order; without their samples
        std::filesystem::path folder; // folder of the takes
        std::string error, command;   // one sentence; shell command that renders them again
    };

    /** Starts an order; ignored while another one runs. Errors of the order appear in state().error. */
    void start (TakeOrder order);
    /** Ends as soon as possible; finished takes are kept. */
    void cancel () noexcept { cancelled = true; }
    /** Progress or result. */
    State state () const;
    /** The same number as State::version, without a lock. */
    std::uint64_t version () const noexcept { return changes.load(); }

private:
    void run (const TakeOrder& order);

    std::thread thread;
    std::atomic<bool> cancelled { false };
    std::atomic<std::uint64_t> changes { 0 };
    mutable std::mutex guard;
    State now; // protected by guard
};
} // namespace kolophon
