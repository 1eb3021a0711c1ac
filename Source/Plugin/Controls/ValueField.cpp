// SPDX-License-Identifier: GPL-3.0-or-later
#include "ValueField.h"

#include "../../Synth/Parameters/ParameterTable.h"
#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
Result<double> typedNumber (const juce::String& text, const juce::String& title, double low, double high,
                            const char* unit, bool isWhole)
{
    const auto name = title.toStdString();
    const std::string_view shown (unit);
    const double perUnit = shown == "ms" ? 1e3 : 1.0; // the table's times are in seconds
    const auto known = shown == "ms" || shown == "s" ? Unit::second
                       : shown == "%"                ? Unit::percent
                       : shown == "dB"               ? Unit::decibel
                                                     : Unit::none;
    const ParamInfo info { name,
                           {},
                           name,
                           {},
                           known,
                           low / perUnit,
                           high / perUnit,
                           low / perUnit,
                           isWhole ? Scale::integer : Scale::linear,
                           {},
                           {} };
    auto body = text.trim();
    if (const auto sign = juce::String::fromUTF8 ("±"); body.startsWith (sign)) // sign of a range
        body = body.substring (sign.length()).trim();
    for (const auto* level : { "LUFS", "dBFS" }) // other names of dB levels
        if (known == Unit::decibel && body.endsWithIgnoreCase (level))
            body = body.dropLastCharacters (4).trim();
    const bool isBare = body.containsOnly ("0123456789.+-eE");
    return parseValue (info, (isBare ? body + " " + unit : body).toStdString())
        .map ([perUnit] (double value) { return value * perUnit; });
}

ValueField::ValueField (const juce::String& itsName, const juce::String& itsHelp, SentenceLine& itsSentence)
    : sentence (itsSentence), name (itsName), help (itsHelp)
{
    setTitle (name);
    value.setTitle (name + " value");
    value.setHelpText (help);
    value.setFont (LookAndFeel::font (13.0f));
    value.setJustificationType (juce::Justification::centredRight);
    value.setBorderSize ({ 0, 6, 0, 6 });
    value.setMinimumHorizontalScale (0.8f);
    value.setEditable (true, true, false);
    value.addMouseListener (this, false);
    value.onEditorShow = [this]
    {
        if (auto* entry = value.getCurrentTextEditor())
        {
            entry->setJustification (juce::Justification::centredRight);
            entry->selectAll();
        }
    };
    value.onTextChange = [this]
    {
        const auto wrong = typed ? typed (value.getText()) : juce::String();
        if (wrong.isNotEmpty())
            sentence.showError (wrong);
        else
            sentence.clearError();
        refresh();
    };
    addAndMakeVisible (value);
}

void ValueField::setNameWidth (int newWidth)
{
    nameWidth = newWidth;
    resized();
}

int ValueField::spaceForName() const
{
    return nameWidth > 0 ? nameWidth : textWidth (LookAndFeel::font (13.0f), name) + 8;
}

void ValueField::refresh()
{
    if (! value.isBeingEdited() && text)
        value.setText (text(), juce::dontSendNotification);
}

void ValueField::resized()
{
    value.setBounds (getLocalBounds().withTrimmedLeft (spaceForName()));
}

void ValueField::paint (juce::Graphics& g)
{
    g.setColour (palette::raised.withMultipliedAlpha (isEnabled() ? 1.0f : 0.5f));
    g.fillRoundedRectangle (value.getBounds().toFloat(), 4.0f);
    g.setColour (palette::text.withMultipliedAlpha (isEnabled() ? 1.0f : 0.5f));
    g.setFont (LookAndFeel::font (13.0f));
    g.drawText (name, getLocalBounds().withWidth (spaceForName()), juce::Justification::centredLeft, false);
}

void ValueField::mouseWheelMove (const juce::MouseEvent& event, const juce::MouseWheelDetails& wheel)
{
    if (! turn || ! isEnabled() || wheel.deltaY == 0.0f)
        return Component::mouseWheelMove (event, wheel);
    turn ((wheel.deltaY > 0.0f ? 1.0 : -1.0) * (event.mods.isCommandDown() ? 0.1 : 1.0));
    refresh();
}

bool ValueField::keyPressed (const juce::KeyPress& key)
{
    const double fine = key.getModifiers().isCommandDown() ? 0.1 : 1.0;
    if (key == juce::KeyPress::returnKey)
        return value.showEditor(), true;
    if (turn && (key.isKeyCode (juce::KeyPress::upKey) || key.isKeyCode (juce::KeyPress::downKey)))
    {
        turn (key.isKeyCode (juce::KeyPress::upKey) ? fine : -fine);
        return refresh(), true;
    }
    return false;
}

void ValueField::enablementChanged()
{
    value.setColour (juce::Label::textColourId, palette::text.withMultipliedAlpha (isEnabled() ? 1.0f : 0.5f));
    repaint();
}
} // namespace kolophon
