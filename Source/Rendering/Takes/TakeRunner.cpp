// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakeRunner.h"

#include <algorithm>
#include <utility>

namespace kolophon
{
TakeRunner::~TakeRunner()
{
    cancelled = true;
    if (thread.joinable())
        thread.join();
}

void TakeRunner::start (TakeOrder order)
{
    if (state().isRunning)
        return;
    if (thread.joinable())
        thread.join();
    cancelled = false;
    {
        const std::scoped_lock lock (guard);
        now = {};
        now.isRunning = true;
        now.wanted = order.count;
        now.folder = order.folder;
        now.version = ++changes;
    }
    thread = std::thread ([this, moved = std::move (order)] { run (moved); });
}

void TakeRunner::run (const TakeOrder& order)
{
    std::string error;
    try
    {
        auto plan = valueOrThrow (planTakes (order));
        plan.session.stopped = [this] { return cancelled.load(); };
        {
            const std::scoped_lock lock (guard);
            now.command = plan.files.command;
            now.version = ++changes;
        }
        writeTakes (plan,
                    [this] (const TakeEntry& entry)
                    {
                        const std::scoped_lock lock (guard);
                        auto& takes = now.takes;
                        takes.insert (std::upper_bound (takes.begin(), takes.end(), entry,
                                                        [] (const TakeEntry& a, const TakeEntry& b)
                                                        { return a.take.number < b.take.number; }),
                                      entry);
                        now.version = ++changes;
                    });
    }
    catch (const std::exception& reason) // invalid order, write error, out of memory
    {
        error = reason.what();
    }
    const std::scoped_lock lock (guard);
    now.isRunning = false;
    now.wasCancelled = cancelled;
    now.error = error;
    now.version = ++changes;
}

TakeRunner::State TakeRunner::state() const
{
    const std::scoped_lock lock (guard);
    return now;
}
} // namespace kolophon
