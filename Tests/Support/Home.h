// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Host.h"

#include "Plugin/Presets/UserPresets.h"

#include <cstdlib>

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // what JUCE's own loop calls
}

namespace kolophon
{
/** Delivers what has been posted. */
inline void pump ()
{
    for (int quiet = 0; quiet < 3; ++quiet)
        while (juce::dispatchNextMessageOnSystemQueue (true))
            quiet = 0;
}

/** A home of its own, gone at the end: a test neither reads nor writes the player's files. */
struct Home
{
    Home() : place (juce::File::createTempFile ("home"))
    {
        place.createDirectory();
        if (const auto* now = std::getenv ("HOME"))
            before = now;
        ::setenv ("HOME", place.getFullPathName().toRawUTF8(), 1);
        REQUIRE (UserPresets::folder().isAChildOf (place));
    }
    ~Home()
    {
        before.empty() ? ::unsetenv ("HOME") : ::setenv ("HOME", before.c_str(), 1);
        place.deleteRecursively();
    }
    juce::File place;
    std::string before;
};

/** A press of the left button at a place in a component, as a window would send it. */
inline juce::MouseEvent pressAt (juce::Component& component, juce::Point<int> place)
{
    const auto at = place.toFloat();
    const auto now = juce::Time::getCurrentTime();
    return { juce::Desktop::getInstance().getMainMouseSource(),
             at,
             juce::ModifierKeys (juce::ModifierKeys::leftButtonModifier),
             juce::MouseInputSource::defaultPressure,
             0.0f,
             0.0f,
             0.0f,
             0.0f,
             &component,
             &component,
             now,
             at,
             now,
             1,
             false };
}

/** Presses what lies on top at a place of `parent`. */
inline void pressOn (juce::Component& parent, juce::Point<int> place)
{
    auto* top = parent.getComponentAt (place);
    REQUIRE (top != nullptr);
    top->mouseDown (pressAt (*top, top->getLocalPoint (&parent, place)));
}
} // namespace kolophon
