// SPDX-License-Identifier: GPL-3.0-or-later
#include "TeachingCards.h"

#include "../../Files/PresetFile.h"
#include "../Controls/IconButton.h"
#include "../Processor/InstrumentSession.h"
#include "../Processor/ParameterBridge.h"

namespace kolophon
{
// Long: a list of texts.
std::span<const TeachingCard> teachingCards ()
{
    static const TeachingCard cards[] = {
        { "Find Helmholtz",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "65 %" } },
          "Hold a key. The string forms two straight lines, and the corner between them runs round it once per period. "
          "The bow sticks until the corner arrives, then the string slips back: one clean stripe in the raster.",
          "Double Position. How does the width of the stripe change?",
          { "hand.position", "hand.pressure" },
          PictureKind::raster },
        { "Double slip",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "2 %" } },
          "Too light a bow cannot hold the string until the corner returns. The string slips a second time, and the "
          "raster shows two stripes. The tone gets thin; when the stripes are alike, it sounds an octave too high.",
          "At which Pressure does the second stripe disappear?",
          { "hand.pressure", "hand.speed" },
          PictureKind::raster },
        { "Crush it",
          "Plain String",
          { { "voice.guide", "0 %" }, { "hand.pressure", "170 %" } },
          "Too heavy a bow holds the string even when the corner arrives. The string slips at irregular times, and the "
          "raster turns to snow. A faster bow, or one nearer to the middle, tolerates more force.",
          "Schelleng's line predicts that twice the speed tolerates twice the force. Does it?",
          { "hand.pressure", "hand.speed", "hand.position" },
          PictureKind::map },
        { "The slow hinge sings",
          "Old Hinge",
          { { "hand.speed", "20 mm/s" } },
          "A door's weight hangs on a spring: the arm. Under a slow hand the spring winds up, releases, and winds up "
          "again. Under a fast hand friction has no time to grow, and the hinge slides silently.",
          "At which Speed does it stop singing?",
          { "hand.speed", "hand.stiffness" },
          PictureKind::loop },
        { "LuGre drifts",
          "Plain String",
          { { "contact.law", "LuGre" } },
          "LuGre's bristles yield slightly under any force, even far below breakaway. Under an alternating force the "
          "steps add up: the contact drifts. A law with its own breakaway does not drift.",
          "Switch the law to Kolophon while you hold a note. How does the loop change?",
          { "contact.law", "contact.breakaway" },
          PictureKind::loop },
        { "Energy flow",
          "First Light",
          { { "body.decay", "3 s" } },
          "The bow's work enters from the left. Most of it turns into heat under the bow; the body receives the rest, "
          "and loses it again. The remainder of the balance is rounding error.",
          "Raise Sliding grip. Which grows: the heat, or the body's fraction?",
          { "contact.mu_kinetic", "body.decay" },
          PictureKind::energy },
        { "Light string, heavy string",
          "Plain String",
          { { "body.impedance", "1 kg/s" } },
          "Weight is the wave impedance: the ratio of force to velocity on the string. A heavy string tolerates more "
          "force, and needs more. Both lines in the map rise together.",
          "At which force does the lightest string sing?",
          { "body.impedance", "hand.pressure" },
          PictureKind::map },
        { "The threshold of a wine glass",
          "Glass Rim",
          { { "hand.speed", "60 mm/s" } },
          "The modes of a rim come in pairs, with two, three, four waves round it. The finger adds energy only while "
          "friction falls with speed faster than the glass loses energy. Below that slope the glass is silent; above "
          "it, the tone grows until the finger sticks and slips.",
          "How slowly can the finger move before the tone dies?",
          { "hand.speed", "hand.pressure", "body.decay" },
          PictureKind::spectrum },
    };
    return cards;
}

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
