#pragma once

#include "StatusStrip.h"

namespace kolophon
{
/** A component that says of itself more than its title and help text, or other things at other places. What it says
    covers its parts, too; an empty text leaves the word to them. [message] */
class Explained
{
public:
    virtual ~Explained() = default;
    virtual SentenceLine::Help helpAt (juce::Point<int> place) const = 0;
};

/** What the help line says of a place in a component, and whose words those are: an Explained component around it, or
    the nearest one with a help text. No owner: nothing is said. */
struct FoundHelp
{
    juce::Component* owner = nullptr;
    SentenceLine::Help help;
};
FoundHelp findHelp (juce::Component& component, juce::Point<int> place);

/** Shows in the help line what the mouse is at, or what the keyboard has come to, for every component below one root.
    So a control needs words, and nothing that shows them. [message] */
class HelpWatch final : public juce::MouseListener, private juce::FocusChangeListener
{
public:
    HelpWatch (juce::Component& itsRoot, SentenceLine& itsSentence);
    ~HelpWatch() override;

    /** As if the mouse stood in the middle of it. */
    void explain (juce::Component& component);
    /** Renews the words: values change under a mouse that stands still. */
    void refresh ();
    /** Where the keyboard rests by itself: explained when Tab comes to it, not when it has it back. */
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
