// SPDX-License-Identifier: GPL-3.0-or-later
#include "MessagePause.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace kolophon
{
namespace
{
constexpr std::chrono::seconds patience { 3 };
}

MessagePause::MessagePause()
{
    const auto* const messages = juce::MessageManager::getInstanceWithoutCreating();
    if (messages == nullptr || messages->currentThreadHasLockedMessageManager())
        return;
    std::mutex mutex;
    std::condition_variable answered;
    bool isOver = false;
    std::thread watch;
    try
    {
        watch = std::thread (
            [&]
            {
                std::unique_lock waiting (mutex);
                if (! answered.wait_for (waiting, patience, [&] { return isOver; }))
                    lock.abort();
            });
    }
    catch (const std::system_error&)
    {
        return; // no thread is to be had: without one it might wait for ever
    }
    lock.tryEnter();
    {
        const std::scoped_lock telling (mutex);
        isOver = true;
    }
    answered.notify_one();
    watch.join();
}
} // namespace kolophon
