// SPDX-License-Identifier: GPL-3.0-or-later
#include "TeachingCards.h"

#include "../../Files/Presets/PresetFile.h"
#include "../Controls/IconButton.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

namespace kolophon
{
CardStrip::CardStrip (InstrumentSession& itsSession) : session (itsSession)
{
    describe (*this, "Teaching cards", "An experiment: a sound, a few sentences, a question.");
    const auto add = [this] (juce::TextButton& button, const juce::String& title, const juce::String& help,
                             std::function<void()> action)
    {
        describe (button, title, help);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    const int count = static_cast<int> (teachingCards().size());
    add (previous, "Previous card", "Shows the previous card; keeps the sound.",
         [this, count] { show ((number + count - 1) % count); });
    add (next, "Next card", "Shows the next card; keeps the sound.", [this, count] { show ((number + 1) % count); });
    add (setUpButton, "Set up the sound of this card",
         "Loads the sound of this card in place of yours. Undo restores yours.", [this] { setUp(); });
    add (close, "Close the cards", "Closes the cards and keeps the sound.",
         [this]
         {
             if (onClose)
                 onClose();
         });
}

void CardStrip::show (int newNumber)
{
    number = newNumber;
    const auto& card = teachingCards()[static_cast<std::size_t> (number)];
    setDescription (toJuce (card.title) + ". " + toJuce (card.words) + " " + toJuce (card.question));
    if (onShow)
        onShow (card);
    repaint();
}

/** Loads the card's preset and sets some knobs. */
void CardStrip::setUp()
{
    const auto& card = teachingCards()[static_cast<std::size_t> (number)];
    if (const auto place = findFactoryPlace (card.preset))
        session.setCurrentProgram (static_cast<int> (*place));
    session.bridge().change (
        [this, &card] (Patch& patch)
        {
            for (const auto& [id, text] : card.settings)
                if (const auto index = findParameter (id); index && ! session.bridge().parameters()[*index]->isLocked())
                    if (const auto value = parseValue (parameterTable()[*index], text))
                        parameterTable()[*index].in (patch) = value.value();
        });
}

void CardStrip::resized()
{
    auto buttons = getLocalBounds().reduced (12, 10).removeFromRight (152);
    auto upper = buttons.removeFromTop (32);
    previous.setBounds (upper.removeFromLeft (34));
    next.setBounds (upper.removeFromRight (34));
    buttons.removeFromTop (8);
    setUpButton.setBounds (buttons.removeFromLeft (72));
    close.setBounds (buttons.removeFromRight (72));
}

void CardStrip::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().toFloat(), 6.0f);
    const auto& card = teachingCards()[static_cast<std::size_t> (number)];
    auto area = getLocalBounds().reduced (12, 8).withTrimmedRight (168);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (14.0f, true));
    g.drawText (toJuce (card.title), area.removeFromTop (20), juce::Justification::centredLeft, false);
    g.setColour (palette::stick);
    g.setFont (LookAndFeel::font (13.0f));
    g.drawText (toJuce (card.question), area.removeFromBottom (20), juce::Justification::centredLeft, false);
    g.setColour (palette::text);
    g.drawFittedText (toJuce (card.words), area, juce::Justification::centredLeft, 4, 0.9f);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText (juce::String (number + 1) + " of " + juce::String (static_cast<int> (teachingCards().size())),
                previous.getRight(), previous.getY(), next.getX() - previous.getRight(), previous.getHeight(),
                juce::Justification::centred, false);
}
} // namespace kolophon
