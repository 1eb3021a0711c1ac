// SPDX-License-Identifier: GPL-3.0-or-later
#include "OpenedWindows.h"

namespace kolophon
{
namespace
{
void repaintAll (juce::Component& component)
{
    component.repaint();
    for (auto* child : component.getChildren())
        repaintAll (*child);
}
} // namespace

OpenedWindows::OpenedWindows()
{
    juce::Desktop::getInstance().addFocusChangeListener (this);
}

OpenedWindows::~OpenedWindows()
{
    juce::Desktop::getInstance().removeFocusChangeListener (this);
    for (auto* window : known)
        window->removeComponentListener (this);
}

/** Finds new dialogs by the keyboard focus, which they request when they open. */
void OpenedWindows::globalFocusChanged (juce::Component* focused)
{
    auto* window = focused != nullptr ? focused->getTopLevelComponent() : nullptr;
    const bool isDialog = dynamic_cast<juce::FileChooserDialogBox*> (window) != nullptr ||
                          dynamic_cast<juce::DialogWindow*> (window) != nullptr;
    if (! isDialog || known.contains (window))
        return;
    known.add (window);
    window->addComponentListener (this);
}

/** Repaints at once, and again when the X server has resized the window. */
void OpenedWindows::componentMovedOrResized (juce::Component& window, bool, bool wasResized)
{
    if (! wasResized)
        return;
    constexpr int soon = 120; // [ms]
    juce::Timer::callAfterDelay (soon,
                                 [safe = juce::Component::SafePointer (&window)]
                                 {
                                     if (safe != nullptr)
                                         repaintAll (*safe);
                                 });
}

void OpenedWindows::componentBeingDeleted (juce::Component& window)
{
    known.removeFirstMatchingValue (&window);
}
} // namespace kolophon
