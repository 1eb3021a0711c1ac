// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapLoop.h"

#include "ClapPlugin.h"

#include <JuceHeader.h>

#if JUCE_LINUX || JUCE_BSD
 #include <JuceEventLoop.h>

 #include <poll.h>

 #include <algorithm>
 #include <atomic>
 #include <chrono>
 #include <system_error>
 #include <thread>
 #include <vector>
#endif

namespace kolophon::clap
{
#if JUCE_LINUX || JUCE_BSD
namespace
{
constexpr std::uint32_t timerPeriod = 16; // [ms]
constexpr int mostMessages = 256;         // at a time: the host waits
} // namespace

struct Loop::Implementation final : juce::LinuxEventLoopInternal::Listener
{
    explicit Implementation (const Host& itsHost) : host (itsHost)
    {
        if (host.fds != nullptr)
        {
            juce::LinuxEventLoopInternal::registerLinuxEventLoopListener (*this);
            fdCallbacksChanged();
            return;
        }
        if (host.timers != nullptr && host.timers->register_timer (host.host, timerPeriod, &timer))
            return;
        timer = CLAP_INVALID_ID;
        try
        {
            thread = std::thread ([this] { askForCallbacks(); });
        }
        catch (const std::system_error&) // it plays without
        {
            host.tell (logWarning, "Kolophon's editor gets no messages: the system starts no further thread");
        }
    }
    ~Implementation() override
    {
        ends = true;
        if (thread.joinable())
            thread.join();
        if (host.fds != nullptr)
        {
            juce::LinuxEventLoopInternal::deregisterLinuxEventLoopListener (*this);
            for (const int fd : watched)
                host.fds->unregisterFd (host.host, fd);
        }
        else if (timer != CLAP_INVALID_ID)
            host.timers->unregister_timer (host.host, timer);
    }

    void askForCallbacks ()
    {
        while (! ends)
        {
            std::this_thread::sleep_for (std::chrono::milliseconds (timerPeriod));
            host.requestCallback();
        }
    }

    void fdCallbacksChanged () override
    {
        const auto now = juce::LinuxEventLoopInternal::getRegisteredFds();
        const auto has = [] (const std::vector<int>& all, int fd)
        { return std::find (all.begin(), all.end(), fd) != all.end(); };
        for (const int fd : watched)
            if (! has (now, fd))
                host.fds->unregisterFd (host.host, fd);
        for (const int fd : now)
            if (! has (watched, fd))
                host.fds->registerFd (host.host, fd, posixFdRead);
        watched = now;
    }

    static void dispatch ()
    {
        for (int done = 0; done < mostMessages; ++done)
        {
            bool any = false;
            for (const int fd : juce::LinuxEventLoopInternal::getRegisteredFds())
            {
                pollfd one { fd, POLLIN, 0 };
                if (poll (&one, 1, 0) > 0)
                {
                    juce::LinuxEventLoopInternal::invokeEventLoopCallbackForFd (fd);
                    any = true;
                }
            }
            if (! any)
                return;
        }
    }

    const Host& host;
    std::vector<int> watched;
    clap_id timer = CLAP_INVALID_ID;
    std::atomic<bool> ends { false };
    std::thread thread;
};

Loop::Loop (const clap_plugin_t&, const Host& host) : implementation (std::make_unique<Implementation> (host)) {}
Loop::~Loop() = default;

void Loop::onFd (int fd)
{
    juce::LinuxEventLoopInternal::invokeEventLoopCallbackForFd (fd);
}

void Loop::dispatch()
{
    Implementation::dispatch();
}

void Loop::dispatchIfPolled()
{
    if (implementation->thread.joinable())
        dispatch();
}
#else
struct Loop::Implementation
{
};
Loop::Loop (const clap_plugin_t&, const Host&) {}
Loop::~Loop() = default;
void Loop::onFd (int) {}
void Loop::dispatch() {}
void Loop::dispatchIfPolled() {}
#endif

const PluginPosixFd posixFdExtension { [] (const clap_plugin_t* plugin, int fd, std::uint32_t)
                                       { Plugin::of (plugin).loop().onFd (fd); } };
const clap_plugin_timer_support_t timerExtension { [] (const clap_plugin_t* plugin, clap_id)
                                                   { Plugin::of (plugin).loop().dispatch(); } };
} // namespace kolophon::clap
