// SPDX-License-Identifier: GPL-3.0-or-later
#include "CompareStrip.h"

#include "../../Analysis/RowRules.h"
#include "../Controls/IconButton.h"

#include <utility>

namespace kolophon
{
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
        TextButton::mouseDown (event);
}

void CompareStrip::SlotButton::mouseDrag (const juce::MouseEvent& event)
{
    if (! event.mods.isPopupMenu())
        TextButton::mouseDrag (event);
}

void CompareStrip::SlotButton::mouseUp (const juce::MouseEvent& event)
{
    if (! event.mods.isPopupMenu())
        TextButton::mouseUp (event);
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

CompareStrip::CompareStrip (ParameterBridge& itsBridge) : bridge (itsBridge)
{
    setTitle ("Compare");
    describe (slots, "Compare A and B",
              "Compares two contacts under the same hand, at matched level. The first click plays B.");
    slots.setMouseClickGrabsKeyboardFocus (false); // notes on the computer's keys stay possible
    slots.onClick = [this] { press(); };
    slots.showMenu = [this] { showMenu(); };
    addAndMakeVisible (slots);
    describe (stop, "Stop comparing", "Plays only contact A again.");
    stop.setMouseClickGrabsKeyboardFocus (false);
    stop.onClick = [this] { stopComparing(); };
    addChildComponent (stop);
}

SentenceLine::Help CompareStrip::SlotButton::helpAt (juce::Point<int>) const
{
    if (! comparing)
        return { "A | B", {}, getHelpText(), "off", palette::quietText };
    return { "A | B",
             {},
             "Click to hear the other contact; the knobs follow. Right-click or x stops comparing.",
             hearsB ? "Playing B" : "Playing A",
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
    slots.setDescription (comparing ? (hearsB ? "Playing B" : "Playing A") : "off");
    slots.repaint();
    stop.setVisible (comparing);
}

void CompareStrip::resized()
{
    auto area = getLocalBounds();
    stop.setBounds (area.removeFromRight (24));
    area.removeFromRight (4);
    slots.setBounds (area);
}
} // namespace kolophon
