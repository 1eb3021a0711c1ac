// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** When an editor advances its moving components, and when it refreshes all of them. [message] */
class EditorPace
{
public:
    /** True at the display's refreshes, sixty times per second on average at any rate of the display. */
    bool isDue ();
    /** True if the window can be seen. The window system, another process, is asked only four times per second. */
    bool canBeSeen (const juce::Component& editor);
    /** Number of the next advance. */
    int advance () noexcept { return ++tick; }
    /** Number of advances so far. */
    int ticks () const noexcept { return tick; }
    /** True if this advance refreshes: every second one; fewer once nothing has moved for a while. */
    bool refreshes (bool isPlaying) const noexcept;
    /** Takes at a refresh if anything moves. */
    void note (bool moves) noexcept { quiet = moves ? 0 : quiet + 1; }

private:
    int tick = 0, asked = 0; // asked: calls since the window system was asked whether the window is minimised
    bool minimised = false;
    double next = 0.0; // [ms]
    int quiet = 0;     // refreshes since the last movement
};

/** Notices that no audio is processed. [message] */
class AudioWatch
{
public:
    /** True if the count of processed blocks has stood still for a second. */
    bool isSilent (std::uint32_t blocks);

private:
    std::uint32_t seen = 0;
    juce::uint32 lastAt = juce::Time::getMillisecondCounter();
};
} // namespace kolophon
