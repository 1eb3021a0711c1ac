#pragma once

#include "HelpWatch.h"
#include "ParameterBridge.h"

namespace kolophon
{
/** What a menu offers about the two contacts, each item as the player's hand would do it knob by knob. */
void addContactItems (juce::PopupMenu& menu, ParameterBridge& bridge);

/** "A | B": the first press begins a comparison and hears B, further ones change sides; "x" ends it. [message] */
class CompareStrip final : public juce::Component
{
public:
    explicit CompareStrip (ParameterBridge& bridge);

    void refresh (const Patch& patch);
    void resized () override;

private:
    class SlotButton final : public juce::TextButton, public Explained
    {
    public:
        using TextButton::TextButton;
        bool comparing = false, hearsB = false;
        SentenceLine::Help helpAt (juce::Point<int>) const override;
        std::function<void()> showMenu;

        // A right click must not press: a button doesn't ask which side of the mouse it was.
        void mouseDown (const juce::MouseEvent&) override;
        void mouseDrag (const juce::MouseEvent&) override;
        void mouseUp (const juce::MouseEvent&) override;
        void paintButton (juce::Graphics&, bool over, bool down) override;
    };

    void press ();
    void stopComparing ();
    void showMenu ();

    ParameterBridge& bridge;
    SlotButton slots { "A | B" };
    juce::TextButton stop { "x" };
};
} // namespace kolophon
