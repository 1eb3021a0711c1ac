// SPDX-License-Identifier: GPL-3.0-or-later
#include "EditorPace.h"

#include <utility>

namespace kolophon
{
bool EditorPace::isDue()
{
    constexpr double interval = 1000.0 / 60.0, early = 2.0; // [ms]
    const double now = juce::Time::getMillisecondCounterHiRes();
    if (now < next - early)
        return false;
    next = juce::jmax (next + interval, now);
    return true;
}

bool EditorPace::canBeSeen (const juce::Component& editor)
{
    constexpr int calls = 15;
    const auto* peer = editor.getPeer();
    if (asked++ % calls == 0)
        minimised = peer != nullptr && peer->isMinimised();
    bool isVisibleInAll = true;
    for (const auto* its = &editor; its != nullptr; its = its->getParentComponent())
        isVisibleInAll = isVisibleInAll && its->isVisible();
    return isVisibleInAll && ! minimised && peer != nullptr;
}

bool EditorPace::refreshes (bool isPlaying) const noexcept
{
    constexpr int asleep = 150; // refreshes, after which the meters have fallen
    return tick % (quiet < asleep || isPlaying ? 2 : 6) == 0;
}

bool AudioWatch::isSilent (std::uint32_t blocks)
{
    constexpr juce::uint32 patience = 1000; // [ms]
    const auto now = juce::Time::getMillisecondCounter();
    if (std::exchange (seen, blocks) != blocks)
        lastAt = now;
    return now - lastAt > patience;
}
} // namespace kolophon
