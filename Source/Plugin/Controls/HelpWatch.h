// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "StatusStrip.h"

namespace kolophon
{
/** A component with a help text beyond its title and help string, possibly one that depends on the place. The text also
    covers its child components; an empty one leaves the help to them. [message] */
class Explained
{
public:
    virtual ~Explained() = default;
    virtual SentenceLine::Help helpAt (juce::Point<int> place) const = 0;
};

/** Help for a place in a component, and the component that provides it: an enclosing Explained component, or the
    nearest one with a help text. No owner: no help. */
struct FoundHelp
{
    juce::Component* owner = nullptr;
    SentenceLine::Help help;
};
FoundHelp findHelp (juce::Component& component, juce::Point<int> place);

/** Shows the help of the component under the mouse or with the keyboard focus in the help line, for all components
    below one root. A control therefore only needs a help text. [message] */
class HelpWatch final : public juce::MouseListener, private juce::FocusChangeListener
{
public:
    HelpWatch (juce::Component& itsRoot, SentenceLine& itsSentence);
    ~HelpWatch() override;

    /** Shows the help for the centre of a component, as if the mouse pointed at it. */
    void explain (juce::Component& component);
    /** Updates the text: values can change while the mouse does not move. */
    void refresh ();
    /** Sets the component that holds the focus by default: it is explained when Tab reaches it, not when the focus
        returns. */
    void setResting (juce::Component& component) { resting = &component; }

    void mouseEnter (const juce::MouseEvent& event) override { point (event); }
    void mouseMove (const juce::MouseEvent& event) override { point (event); }
    void mouseExit (const juce::MouseEvent&) override { show (nullptr, {}); }

private:
    void globalFocusChanged (juce::Component* focused) override;
    void point (const juce::MouseEvent& event);
    void show (juce::Component* component, juce::Point<int> newPlace);

    juce::Component& root;
    SentenceLine& sentence;
    juce::Component::SafePointer<juce::Component> current, resting;
    juce::Point<int> place;
};
} // namespace kolophon
