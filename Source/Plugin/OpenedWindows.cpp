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
    for (auto* window : taken)
        window->removeComponentListener (this);
}

/** A dialog asks for the keyboard as soon as it opens. */
void OpenedWindows::globalFocusChanged (juce::Component* focused)
{
    auto* window = focused != nullptr ? focused->getTopLevelComponent() : nullptr;
    const bool isDialog = dynamic_cast<juce::FileChooserDialogBox*> (window) != nullptr ||
                          dynamic_cast<juce::DialogWindow*> (window) != nullptr;
    if (! isDialog || taken.contains (window))
        return;
    taken.add (window);
    window->addComponentListener (this);
}

/** Once now, and once when the server has made the room. */
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
    taken.removeFirstMatchingValue (&window);
}
} // namespace kolophon
