// SPDX-License-Identifier: GPL-3.0-or-later
#include "TeachingCards.h"

#include "../Controls/IconButton.h"

namespace kolophon
{
// Long: a list of texts.
std::span<const TeachingCard> teachingCards ()
{
    static const TeachingCard cards[] = {
        { "Find Helmholtz",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "65 %" } },
          "Hold a key. The string is two straight lines, and the corner between them runs round it once a period. The "
          "bow "
          "sticks until the corner comes by, then the string slips back: one clean stripe in the raster.",
          "How wide is the stripe when Position is twice as large?",
          { "hand.position", "hand.pressure" },
          PictureKind::raster },
        { "Double slip",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "2 %" } },
          "Too light a bow cannot hold the string until the corner is back. It lets go a second time, and the raster "
          "has "
          "two stripes. The tone gets thin, and speaks an octave too high when the two are alike.",
          "At which Pressure does the second stripe go?",
          { "hand.pressure", "hand.speed" },
          PictureKind::raster },
        { "Crush it",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "170 %" } },
          "Too heavy a bow is not moved by the corner any more. The string is let go whenever it happens to be, and "
          "the "
          "raster turns to snow. Draw faster, or nearer to the middle, and it bears more.",
          "Does twice the speed bear twice the force, as Schelleng's line says?",
          { "hand.pressure", "hand.speed", "hand.position" },
          PictureKind::map },
        { "Why a hinge sings when slow",
          "Old Hinge",
          { { "hand.speed", "20 mm/s" } },
          "A door's weight hangs on a spring: the arm. Drawn slowly, the spring winds up, lets go, and winds up again. "
          "Drawn fast, friction has no time to grow, and it slides in silence.",
          "At which Speed does it stop singing?",
          { "hand.speed", "hand.stiffness" },
          PictureKind::loop },
        { "LuGre drifts",
          "Plain String",
          { { "contact.law", "LuGre" } },
          "LuGre's bristles give a little under any force, even one that is far too small to break them loose. Under a "
          "force that swings, that adds up: the contact drifts. A law with a breakaway of its own does not.",
          "Switch the law to Kolophon while you hold a note. What happens to the loop?",
          { "contact.law", "contact.breakaway" },
          PictureKind::loop },
        { "Where the energy goes",
          "First Light",
          { { "body.decay", "3 s" } },
          "The bow's work comes in from the left. Most of it turns into heat right under the bow; the body gets what "
          "is "
          "left, and loses it again. What the books leave over is the rounding of the numbers.",
          "What grows when Slide goes up: the heat, or the body's fraction?",
          { "contact.mu_kinetic", "body.decay" },
          PictureKind::energy },
        { "Light string, heavy string",
          "Plain String",
          { { "body.impedance", "1 kg/s" } },
          "Weight is the wave impedance: how much force a string answers a speed with. A heavy string bears more "
          "force, "
          "and needs more. The two lines in the map go up together.",
          "Which force does the lightest string sing with?",
          { "body.impedance", "hand.pressure" },
          PictureKind::map },
        { "The threshold of a wine glass",
          "Glass Rim",
          { { "hand.speed", "60 mm/s" } },
          "A rim has modes in pairs, two, three, four waves round it. The finger gives energy only while friction "
          "falls "
          "with speed faster than the glass loses it. Below that the glass is mute; above, it grows until it slips and "
          "sticks.",
          "How slowly may the finger go before the tone dies?",
          { "hand.speed", "hand.pressure", "body.decay" },
          PictureKind::spectrum },
    };
    return cards;
}

CardStrip::CardStrip (PluginProcessor& itsProcessor) : processor (itsProcessor)
{
    describe (*this, "Teaching cards", "One thing to find out: a sound, a few sentences, a question.");
    const auto add = [this] (juce::TextButton& button, const juce::String& title, const juce::String& help,
                             std::function<void()> action)
    {
        describe (button, title, help);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    const int count = static_cast<int> (teachingCards().size());
    add (previous, "Previous card", "Shows the card before this one; the sound stays.",
         [this, count] { show ((number + count - 1) % count); });
    add (next, "Next card", "Shows the card after this one; the sound stays.",
         [this, count] { show ((number + 1) % count); });
    add (setUpButton, "Set up the sound of this card",
         "Loads the sound that this card is about, in place of yours; Undo brings yours back.", [this] { setUp(); });
    add (close, "Close the cards", "Closes the cards; the sound stays.",
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
        processor.setCurrentProgram (static_cast<int> (*place));
    processor.bridge().change (
        [this, &card] (Patch& patch)
        {
            for (const auto& [id, text] : card.settings)
                if (const auto index = findParameter (id);
                    index && ! processor.bridge().parameters()[*index]->isLocked())
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
