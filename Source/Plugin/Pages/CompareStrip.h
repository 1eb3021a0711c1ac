// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/HelpWatch.h"
#include "../Session/ParameterBridge.h"

namespace kolophon
{
/** Adds menu items that copy or swap the two contacts; each changes the parameters as gestures, like the player's hand.
    */
void addContactItems (juce::PopupMenu& menu, ParameterBridge& bridge);

/** Buttons for comparing two contacts. "A | B": the first press starts a comparison and plays B, further presses switch
    sides; "x" ends it. [message] */
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

        // A right click must not press: juce::Button does not check which mouse button was used.
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
