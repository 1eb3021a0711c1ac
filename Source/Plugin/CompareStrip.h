#pragma once

#include "ParameterBridge.h"
#include "StatusStrip.h"

#include <functional>

namespace kolophon
{
/** A button that explains itself in the sentence line, to the mouse and to the keyboard. [message] */
class HelpButton : public juce::TextButton
{
public:
    /** `face` stands on it, `title` is read out. `help` is asked whenever the sentence is shown. */
    HelpButton (const juce::String& face, const juce::String& title, SentenceLine& sentence,
                std::function<SentenceLine::Help()> help);
    ~HelpButton() override;

    /** Renews the sentence, if it stands there. */
    void updateHelp ();

    void mouseEnter (const juce::MouseEvent&) override;
    void mouseExit (const juce::MouseEvent&) override;
    void focusGained (FocusChangeType) override;
    void focusLost (FocusChangeType) override;

private:
    SentenceLine& sentence;
    std::function<SentenceLine::Help()> help;
};

/** What a menu offers about the two contacts, each item as the player's hand would do it knob by knob. */
void addContactItems (juce::PopupMenu& menu, ParameterBridge& bridge);

/** "A | B": the first press begins a comparison and hears B, further ones change sides; "x" ends it. [message] */
class CompareStrip final : public juce::Component
{
public:
    CompareStrip (ParameterBridge& bridge, SentenceLine& sentence);

    void refresh (const Patch& patch);
    void resized () override;

private:
    class SlotButton final : public HelpButton
    {
    public:
        using HelpButton::HelpButton;
        bool comparing = false, hearsB = false;
        std::function<void()> showMenu;

        // A right click must not press: a button doesn't ask which side of the mouse it was.
        void mouseDown (const juce::MouseEvent&) override;
        void mouseDrag (const juce::MouseEvent&) override;
        void mouseUp (const juce::MouseEvent&) override;
        void paintButton (juce::Graphics&, bool over, bool down) override;
    };

    SentenceLine::Help help () const;
    void press ();
    void stopComparing ();
    void showMenu ();

    ParameterBridge& bridge;
    SlotButton slots;
    HelpButton stop;
};
} // namespace kolophon
