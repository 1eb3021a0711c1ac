// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** While it lives, JUCE's message thread runs no timer and delivers no message. What has timers is destroyed in one:
    for hosts that do not run JUCE's messages, a thread of the wrapper does, and juce::Timer::stopTimer() does not wait
    for a callback that is on its way or at work there. [any but audio]

    A message thread that does not answer is waited for no longer than three seconds: a host may block it while it waits
    for this thread, and then nothing runs there anyway. */
class MessagePause
{
public:
    MessagePause();
    MessagePause (const MessagePause&) = delete;
    MessagePause& operator= (const MessagePause&) = delete;

private:
    juce::MessageManager::Lock lock;
};
} // namespace kolophon
