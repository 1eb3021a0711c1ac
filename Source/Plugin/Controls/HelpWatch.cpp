// SPDX-License-Identifier: GPL-3.0-or-later
#include "HelpWatch.h"

namespace kolophon
{
FoundHelp findHelp (juce::Component& component, juce::Point<int> place)
{
    FoundHelp plain;
    for (auto* each = &component; each != nullptr; each = each->getParentComponent())
    {
        if (const auto* explained = dynamic_cast<const Explained*> (each))
            if (auto help = explained->helpAt (each->getLocalPoint (&component, place)); help.text.isNotEmpty())
                return { each, std::move (help) };
        if (plain.owner == nullptr && each->getHelpText().isNotEmpty())
            plain = { each, { each->getTitle(), {}, each->getHelpText(), {}, {} } };
    }
    return plain;
}

HelpWatch::HelpWatch (juce::Component& itsRoot, SentenceLine& itsSentence) : root (itsRoot), sentence (itsSentence)
{
    root.addMouseListener (this, true);
    juce::Desktop::getInstance().addFocusChangeListener (this);
}

HelpWatch::~HelpWatch()
{
    juce::Desktop::getInstance().removeFocusChangeListener (this);
    root.removeMouseListener (this);
}

void HelpWatch::explain (juce::Component& component)
{
    show (&component, component.getLocalBounds().getCentre());
}

void HelpWatch::point (const juce::MouseEvent& event)
{
    show (event.eventComponent, event.getPosition());
}

void HelpWatch::globalFocusChanged (juce::Component* focused)
{
    if (focused == nullptr || ! root.isParentOf (focused))
        return;
    if (focused != resting || juce::KeyPress::isKeyCurrentlyDown (juce::KeyPress::tabKey))
        explain (*focused);
}

void HelpWatch::show (juce::Component* component, juce::Point<int> newPlace)
{
    current = component;
    place = newPlace;
    refresh();
}

void HelpWatch::refresh()
{
    bool isThere = current != nullptr;
    for (auto* each = current.getComponent(); isThere && each != nullptr && each != &root;
         each = each->getParentComponent())
        isThere = each->isVisible();
    sentence.showHelp (isThere ? findHelp (*current, place).help : SentenceLine::Help());
}
} // namespace kolophon
