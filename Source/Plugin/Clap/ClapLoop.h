// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapHost.h"

#include <memory>

namespace kolophon::clap
{
/** Runs JUCE's messages on the host's main thread. Where JUCE has a loop of its own (macOS, Windows), nothing is to be
    done. On Linux the host watches JUCE's file descriptors; else it has a timer; else a thread of ours asks it for
    callbacks. [main] */
class Loop
{
public:
    Loop (const clap_plugin_t& plugin, const Host& host);
    ~Loop();
    Loop (const Loop&) = delete;
    Loop& operator= (const Loop&) = delete;

    /** The host says that this descriptor can be read. */
    void onFd (int fd);
    /** Runs all messages that wait. */
    void dispatch ();
    /** The same, if callbacks are the only way to it. */
    void dispatchIfPolled ();

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation;
};

extern const PluginPosixFd posixFdExtension;
extern const clap_plugin_timer_support_t timerExtension;
} // namespace kolophon::clap
