#include "CompareStrip.h"

#include "LookAndFeel.h"
#include "RowRules.h"

#include <utility>

namespace kolophon
{
namespace
{
constexpr auto stopWords = "Only the contact of slot A is played again.";
}

HelpButton::HelpButton (const juce::String& face, const juce::String& title, SentenceLine& itsSentence,
                        std::function<SentenceLine::Help()> itsHelp)
    : TextButton (face), sentence (itsSentence), help (std::move (itsHelp))
{
    setTitle (title);
}

HelpButton::~HelpButton()
{
    sentence.clear (this);
}

void HelpButton::updateHelp()
{
    if (sentence.explains (this))
        sentence.showHelp (this, help());
}

void HelpButton::mouseEnter (const juce::MouseEvent& event)
{
    TextButton::mouseEnter (event);
    sentence.showHelp (this, help());
}

void HelpButton::mouseExit (const juce::MouseEvent& event)
{
    TextButton::mouseExit (event);
    sentence.clear (this);
}

void HelpButton::focusGained (FocusChangeType cause)
{
    TextButton::focusGained (cause);
    sentence.showHelp (this, help());
}

void HelpButton::focusLost (FocusChangeType cause)
{
    TextButton::focusLost (cause);
    sentence.clear (this);
}

//======================================================================================================================
void addContactItems (juce::PopupMenu& menu, ParameterBridge& bridge)
{
    menu.addItem ("Copy A to B", [&bridge] { bridge.change ([] (Patch& patch) { patch.contactB = patch.contact; }); });
    menu.addItem ("Copy B to A", [&bridge] { bridge.change ([] (Patch& patch) { patch.contact = patch.contactB; }); });
    menu.addItem ("Swap",
                  [&bridge] { bridge.change ([] (Patch& patch) { std::swap (patch.contact, patch.contactB); }); });
}

void CompareStrip::SlotButton::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu())
        showMenu();
    else
        HelpButton::mouseDown (event);
}

void CompareStrip::SlotButton::mouseDrag (const juce::MouseEvent& event)
{
    if (! event.mods.isPopupMenu())
        HelpButton::mouseDrag (event);
}

void CompareStrip::SlotButton::mouseUp (const juce::MouseEvent& event)
{
    if (! event.mods.isPopupMenu())
        HelpButton::mouseUp (event);
}

void CompareStrip::SlotButton::paintButton (juce::Graphics& g, bool over, bool down)
{
    getLookAndFeel().drawButtonBackground (g, *this, {}, over, down);
    auto area = getLocalBounds().toFloat().reduced (3.0f);
    const auto middle = area.getCentreX();
    g.setFont (LookAndFeel::font (13.0f, true));
    for (const bool isB : { false, true })
    {
        const auto half = isB ? area : area.removeFromLeft (area.getWidth() / 2.0f);
        const bool lit = comparing && hearsB == isB;
        if (lit)
        {
            g.setColour (palette::stick);
            g.fillRoundedRectangle (half.reduced (1.0f, 0.0f), 3.0f);
        }
        g.setColour (lit ? palette::ground : (comparing || isB ? palette::quietText : palette::text));
        g.drawText (isB ? "B" : "A", half, juce::Justification::centred, false);
    }
    if (! comparing)
    {
        g.setColour (palette::quietText);
        g.drawVerticalLine (juce::roundToInt (middle), 8.0f, static_cast<float> (getHeight()) - 8.0f);
    }
}

CompareStrip::CompareStrip (ParameterBridge& itsBridge, SentenceLine& sentence)
    : bridge (itsBridge), slots ("A | B", "Compare A and B", sentence, [this] { return help(); }),
      stop ("x", "Stop comparing", sentence,
            [] {
                return SentenceLine::Help { "Stop comparing", {}, stopWords, {}, {} };
            })
{
    setTitle ("Compare");
    slots.setHelpText (help().text);
    stop.setHelpText (stopWords);
    slots.setMouseClickGrabsKeyboardFocus (false); // who compares while playing on the computer's keys goes on playing
    slots.onClick = [this] { press(); };
    slots.showMenu = [this] { showMenu(); };
    addAndMakeVisible (slots);
    stop.setMouseClickGrabsKeyboardFocus (false);
    stop.onClick = [this] { stopComparing(); };
    addChildComponent (stop);
}

SentenceLine::Help CompareStrip::help() const
{
    if (! slots.comparing)
        return { "A | B",
                 {},
                 "Compares two contacts under the same hand, at matched level. The first press hears B.",
                 "off",
                 palette::quietText };
    return { "A | B",
             {},
             "Press to hear the other contact; its knobs come with it. Right-click or x: stop comparing.",
             slots.hearsB ? "B is heard" : "A is heard",
             palette::stick };
}

void CompareStrip::press()
{
    bridge.change (
        [] (Patch& patch)
        {
            const bool toB = patch.compareOn < 0.5 || heardSlot (patch) == Slot::a;
            patch.compareOn = 1.0;
            patch.compareSlot = static_cast<double> (toB ? Slot::b : Slot::a);
        });
    refresh (bridge.patch());
}

void CompareStrip::stopComparing()
{
    bridge.change ([] (Patch& patch) { patch.compareOn = 0.0; });
    refresh (bridge.patch());
}

void CompareStrip::showMenu()
{
    juce::PopupMenu menu;
    menu.addItem ("Stop comparing", slots.comparing, false, [this] { stopComparing(); });
    menu.addSeparator();
    addContactItems (menu, bridge);
    menu.setLookAndFeel (&getLookAndFeel());
    menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (slots).withDeletionCheck (*this));
}

void CompareStrip::refresh (const Patch& patch)
{
    const bool comparing = patch.compareOn >= 0.5, hearsB = heardSlot (patch) == Slot::b;
    if (comparing == slots.comparing && hearsB == slots.hearsB)
        return;
    slots.comparing = comparing;
    slots.hearsB = hearsB;
    slots.setDescription (comparing ? (hearsB ? "B is heard" : "A is heard") : "off");
    slots.repaint();
    stop.setVisible (comparing);
    slots.updateHelp();
}

void CompareStrip::resized()
{
    auto area = getLocalBounds();
    stop.setBounds (area.removeFromRight (24));
    area.removeFromRight (4);
    slots.setBounds (area);
}
} // namespace kolophon
