// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/** JUCE's file descriptors and their callbacks on Linux, for hosts that watch them: a header of a module, under the
    name that the version of JUCE has for it. */
#if __has_include(<juce_events/native/juce_EventLoopInternal_linux.h>)
 #include <juce_events/native/juce_EventLoopInternal_linux.h>
#else
 #include <juce_events/native/juce_linux_EventLoopInternal.h>
#endif
