// SPDX-License-Identifier: GPL-3.0-or-later
#include "ParameterRow.h"

#include "../../Core/Text/NumberText.h"
#include "../Drawing/LookAndFeel.h"

#include <algorithm>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int rowSide = 12;                                                   // [px] left and right of a row's content
constexpr int knobWidth = 50, unusedKnob = 30, knobLine = 17, besideKnob = 5; // [px]

constexpr int leastHit = 20; // [px] height of what can be clicked

float fontHeight (ParameterRow::Style style) noexcept
{
    return style == ParameterRow::Style::play ? 15.0f : 13.0f;
}

/** Rounds a value set by hand to a readable number that can be typed again: four significant digits. */
double readable (double value)
{
    return numberIn (significant (value, 4)).value_or (value);
}
} // namespace

ParameterRow::ParameterRow (TableParameter& itsParameter, juce::Colour accent, SentenceLine& itsSentence,
                            juce::AudioProcessorEditor& itsEditor, Style itsStyle)
    : style (itsStyle), parameter (itsParameter), sentence (itsSentence),
      editor (itsEditor), caption { toJuce (itsParameter.info.label), toJuce (itsParameter.info.label) },
      shown (itsParameter.exactValue() + 1.0)
{
    setTitle (caption.label);
    if (parameter.info.scale == Scale::menu)
        makeMenu();
    else if (parameter.info.scale == Scale::toggle)
        makeSwitch (accent);
    else
        makeSlider (accent);
    refresh();
}

void ParameterRow::addControl (juce::Component& control)
{
    const auto& info = parameter.info;
    control.setTitle (toJuce (info.label));
    control.setDescription (toJuce (info.help));
    control.setHelpText (toJuce (info.help));
    control.addMouseListener (this, true);
    addAndMakeVisible (control);
}

void ParameterRow::makeSlider (juce::Colour accent)
{
    const auto& info = parameter.info;
    slider = std::make_unique<Knob> (style == Style::knob ? juce::Slider::RotaryVerticalDrag
                                                          : juce::Slider::LinearHorizontal,
                                     juce::Slider::NoTextBox);
    LookAndFeel::setTrackKind (*slider, trackKind());
    const double steps = info.maximum - info.minimum;
    slider->setRange (0.0, 1.0, info.isDiscrete() ? 1.0 / steps : 0.0);
    slider->setColour (juce::Slider::trackColourId, accent);
    slider->setSliderSnapsToMousePosition (false);
    slider->setWantsKeyboardFocus (true);
    slider->setDoubleClickReturnValue (true, info.toNormalised (info.defaultValue));
    slider->setVelocityModeParameters (0.4, 1, 0.0, true, juce::ModifierKeys::ctrlAltCommandModifiers);
    if (info.minimum < 0.0 && info.scale == Scale::linear && info.maximum == -info.minimum)
        slider->getProperties().set ("origin", 0.5);
    slider->textFromValueFunction = [this] (double) { return valueShown(); };
    slider->valueFromTextFunction = [this] (const juce::String& text)
    { return static_cast<double> (parameter.getValueForText (text)); };
    slider->onDragStart = [this] { gesture.begin(); };
    slider->onDragEnd = [this] { gesture.end(); };
    slider->onValueChange = [this]
    {
        const auto& its = parameter.info;
        const double normalised = slider->getValue();
        const bool isDefault = normalised == its.toNormalised (its.defaultValue);
        change (isDefault ? its.defaultValue : its.nearestValid (readable (its.fromNormalised (normalised))));
    };
    addControl (*slider);
    makeValueText();
}

void ParameterRow::makeValueText()
{
    const auto placed = style == Style::knob ? juce::Justification::centredLeft : juce::Justification::centredRight;
    valueText.below = slider.get();
    valueText.setFont (LookAndFeel::font (fontHeight (style)));
    valueText.setJustificationType (placed);
    valueText.setBorderSize ({ 0, style == Style::knob ? 0 : 2, 0, 0 });
    valueText.setMinimumHorizontalScale (0.8f);
    valueText.setEditable (true, true, false);
    valueText.onEditorShow = [this, placed]
    {
        if (auto* entry = valueText.getCurrentTextEditor())
        {
            entry->setJustification (placed);
            entry->setText (toJuce (formatValue (parameter.info, parameter.exactValue())), false);
            entry->selectAll();
        }
    };
    valueText.onEditorHide = [this]
    {
        if (! std::exchange (valueText.isClicked, false))
            return;
        // After a click and a typed entry the text no longer wants the keyboard, once the entry field is closed.
        const juce::Component::SafePointer<ParameterRow> safe (this);
        juce::MessageManager::callAsync (
            [safe]
            {
                if (safe != nullptr && safe->valueText.hasKeyboardFocus (true))
                    safe->valueText.giveAwayKeyboardFocus();
            });
    };
    valueText.onTextChange = [this] { typed(); };
    addControl (valueText);
    valueText.setTitle (caption.label + " value");
    valueText.setWantsKeyboardFocus (false); // Return on the slider opens it: one Tab stop per knob
}

/** A drag over the value moves the slider as one that began beside it. */
void ParameterRow::ValueText::mouseDrag (const juce::MouseEvent& event)
{
    if (below == nullptr || isBeingEdited() || ! event.mouseWasDraggedSinceMouseDown())
        return;
    const auto there = event.getEventRelativeTo (below);
    if (! std::exchange (isDragging, true))
        below->mouseDown (there);
    below->mouseDrag (there);
}

void ParameterRow::ValueText::mouseUp (const juce::MouseEvent& event)
{
    if (std::exchange (isDragging, false))
        below->mouseUp (event.getEventRelativeTo (below));
    else
        Label::mouseUp (event);
}

void ParameterRow::makeMenu()
{
    menu = std::make_unique<Menu>();
    menu->setRepaintsOnMouseActivity (true);
    int id = 1;
    for (const auto choice : parameter.info.choices)
        menu->addItem (toJuce (choice), id++);
    menu->onChange = [this] { change (static_cast<double> (menu->getSelectedId() - 1)); };
    addControl (*menu);
}

void ParameterRow::makeSwitch (juce::Colour accent)
{
    button = std::make_unique<juce::ToggleButton>();
    button->setColour (juce::ToggleButton::tickColourId, accent);
    button->onClick = [this] { change (button->getToggleState() ? 1.0 : 0.0); };
    addControl (*button);
}

void ParameterRow::change (double value)
{
    // A drag can continue after its row is hidden, if the host selects another law meanwhile.
    if (value == parameter.exactValue() || use.now == RowUse::hidden)
        return;
    sentence.clearError();
    gesture.change (value);
    refresh();
}

void ParameterRow::typed()
{
    const auto text = valueText.getText().toStdString(), name = caption.called.toStdString();
    ParamInfo named = parameter.info;
    named.id = name; // in what is said about it
    const auto result = parseValue (named, text);
    sentence.clearError();
    if (! result)
        sentence.showError (toJuce (result.error().what()));
    else if (text != formatValue (named, parameter.exactValue()))
        change (result.value());
    valueText.setText (valueShown(), juce::dontSendNotification);
}

juce::String ParameterRow::valueShown() const
{
    return withSuperscript (toJuce (formatShown (parameter.info, parameter.exactValue())));
}

bool ParameterRow::setUse (RowUse newUse, std::string_view reason)
{
    use.whyUnheard = reason;
    if (newUse == use.now)
        return false;
    const bool wasHidden = std::exchange (use.now, newUse) == RowUse::hidden, isHidden = newUse == RowUse::hidden;
    if (isHidden)
    {
        gesture.end();
        valueText.hideEditor (true);
    }
    setVisible (! isHidden);
    setAlpha (newUse == RowUse::inUse ? 1.0f : 0.42f);
    return wasHidden != isHidden;
}

void ParameterRow::setHighlit (bool shouldBe)
{
    if (std::exchange (marks.isHighlit, shouldBe) != shouldBe)
        repaint();
}

void ParameterRow::setLabel (const juce::String& newLabel)
{
    if (newLabel == caption.label)
        return;
    caption.label = newLabel;
    setTitle (newLabel);
    repaint();
}

void ParameterRow::setCalled (const juce::String& newName)
{
    if (newName == caption.called)
        return;
    setLabel (caption.called = newName);
    for (auto* control : getChildren())
        control->setTitle (control == &valueText ? newName + " value" : newName);
}

void ParameterRow::hideLabel()
{
    caption.isShown = false;
    repaint();
}

void ParameterRow::setChooser (Chooser chooser)
{
    menu->instead = [this, chooser = std::move (chooser)]
    {
        menu->hidePopup();
        chooser (*menu, menu->getSelectedId() - 1,
                 [safe = juce::Component::SafePointer (this)] (int choice)
                 {
                     if (safe != nullptr)
                         safe->change (static_cast<double> (choice));
                 });
    };
}

void ParameterRow::setHeadings (const std::function<juce::String (int)>& headingOf)
{
    menu->clear (juce::dontSendNotification);
    juce::String heading;
    for (int i = 0; i < static_cast<int> (parameter.info.choices.size()); ++i)
    {
        if (const auto next = headingOf (i); next != heading)
            menu->addSectionHeading (heading = next);
        menu->addItem (toJuce (parameter.info.choices[static_cast<std::size_t> (i)]), i + 1);
    }
    menu->setSelectedId (static_cast<int> (parameter.exactValue()) + 1, juce::dontSendNotification);
}

SentenceLine::Help ParameterRow::helpAt (juce::Point<int>) const
{
    const auto& its = parameter.info;
    auto words = ownHelp ? ownHelp()
                         : SentenceLine::Help { caption.called, toJuce (its.symbol), toJuce (its.help),
                                                toJuce (formatRange (its)), palette::quietText };
    if (! use.whyUnheard.empty())
        words.text = (use.now == RowUse::faint ? "Cannot be heard at the current settings. "
                                               : "Has no effect at the current settings. ") +
                     toJuce (use.whyUnheard) + " " + words.text;
    if (marks.isArmed)
        words.text = "Move a MIDI controller to learn it. Esc cancels.";
    else if (moved.mark.isMoved)
        words.text = "Modulated by " + moved.by->sourcesOf (moved.place) + ". " + words.text;
    if (marks.isLocked)
        words.text = "Locked. " + words.text;
    if (played.speaks)
        words.text << " Shaded: what speaks with these knobs, before Dynamics and modulation.";
    if (played.number.isNotEmpty())
        words.text << " Played now: " << played.number << ".";
    return words;
}

void ParameterRow::refresh()
{
    const double now = parameter.exactValue();
    const bool stays = now == shown;
    shown = now;
    refreshMarks();
    if (stays)
        return;
    if (menu != nullptr)
        menu->setSelectedId (static_cast<int> (now) + 1, juce::dontSendNotification);
    if (button != nullptr)
        button->setToggleState (now >= 0.5, juce::dontSendNotification);
    if (slider != nullptr)
    {
        if (! slider->isMouseButtonDown())
            slider->setValue (parameter.info.toNormalised (now), juce::dontSendNotification);
        if (! valueText.isBeingEdited())
            valueText.setText (valueShown(), juce::dontSendNotification);
        if (played.number.isNotEmpty())
            repaint(); // beside the value
    }
}

//======================================================================================================================
LookAndFeel::TrackKind ParameterRow::trackKind() const noexcept
{
    return style == Style::play ? LookAndFeel::TrackKind::play : LookAndFeel::TrackKind::line;
}

/** Area of a knob's label, value and note, one below the other. */
juce::Rectangle<int> ParameterRow::words() const
{
    const int beside = (caption.isUsed ? knobWidth : unusedKnob) + besideKnob;
    return getLocalBounds().reduced (2, 0).withTrimmedLeft (beside).withSizeKeepingCentre (getWidth() - 4 - beside,
                                                                                           3 * knobLine);
}

void ParameterRow::setNote (const juce::String& newNote, bool used)
{
    if (newNote == caption.note && used == caption.isUsed)
        return;
    caption.note = newNote;
    caption.isUsed = used;
    resized();
    repaint();
}

ParameterRow::MenuWidth ParameterRow::menuWidth (int rowWidth) const
{
    if (menu == nullptr)
        return {};
    const auto font = LookAndFeel::font (fontHeight (Style::line));
    int longest = 0;
    for (const auto choice : parameter.info.choices)
        longest = juce::jmax (longest, textWidth (font, toJuce (choice)));
    return { longest + LookAndFeel::besideMenuText, rowWidth - 2 * rowSide - textWidth (font, caption.label) - 8 };
}

void ParameterRow::resized()
{
    auto area = getLocalBounds().reduced (rowSide, 0);
    if (slider != nullptr && style == Style::knob)
    {
        slider->setBounds (getLocalBounds().reduced (2, 0).withWidth (caption.isUsed ? knobWidth : unusedKnob));
        valueText.setBounds (words().withTrimmedTop (knobLine).withHeight (knobLine));
    }
    else if (slider != nullptr)
    {
        const int radius = LookAndFeel::thumbRadius (trackKind()),
                  text = LookAndFeel::textHeight (trackKind(), getHeight());
        slider->setBounds (area.expanded (radius, 0)); // the track is as long as the text
        // In a low row the value reaches over the track, where a drag moves the thumb all the same.
        const int high = juce::jmax (text, leastHit);
        valueText.setBorderSize ({ 0, 2, high - text, 0 });
        valueText.setBounds (area.removeFromRight (92).withHeight (high));
    }
    if (menu != nullptr)
    {
        // Choices are never compressed; a label without enough room is.
        const auto [wanted, room] = menuWidth (getWidth());
        const int squeezed =
            juce::roundToInt (0.14 * textWidth (LookAndFeel::font (13.0f), caption.label)); // allowed compression
        const int width = juce::jlimit (wanted, juce::jmax (wanted, commonMenuWidth), room + squeezed);
        menu->setBounds (
            area.removeFromRight (width).withSizeKeepingCentre (width, juce::jlimit (20, 24, getHeight() - 2)));
    }
    if (button != nullptr)
        button->setBounds (
            area.removeFromRight (58).withSizeKeepingCentre (58, juce::jlimit (20, 24, getHeight() - 2)));
}

void ParameterRow::paint (juce::Graphics& g)
{
    auto area = getLocalBounds().reduced (rowSide, 0);
    if (marks.isHighlit)
    {
        g.setColour (palette::stick);
        g.drawRoundedRectangle (getLocalBounds().toFloat().reduced (rowSide - 8.0f, 0.5f), 4.0f, 1.5f);
    }
    if (! caption.isShown)
        return;
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (fontHeight (style), style == Style::play));
    if (slider != nullptr && style == Style::knob)
    {
        auto lines = words();
        g.setColour (caption.isUsed ? palette::text : palette::quietText);
        g.drawFittedText (caption.label, lines.removeFromTop (knobLine), juce::Justification::centredLeft, 1, 0.7f);
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawText (caption.note, lines.withTrimmedTop (knobLine), juce::Justification::centredLeft, false);
        return;
    }
    if (slider != nullptr)
        area.setHeight (LookAndFeel::textHeight (trackKind(), getHeight()));
    if (menu != nullptr)
        area.setRight (menu->getX() - 4);
    if (button != nullptr)
        area.setRight (button->getX() - 4);
    g.drawFittedText (caption.label, area, juce::Justification::centredLeft, 1, 0.8f);
}

void ParameterRow::mouseDown (const juce::MouseEvent& event)
{
    valueText.isClicked = event.eventComponent == &valueText;
    if (event.mods.isPopupMenu())
        showMenu();
}

bool ParameterRow::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress (juce::KeyPress::F10Key, juce::ModifierKeys::shiftModifier, 0))
        return showMenu(), true;
    if (slider != nullptr && key == juce::KeyPress::returnKey)
        return valueText.showEditor(), true;
    if (key == juce::KeyPress::deleteKey || key == juce::KeyPress::backspaceKey)
        return change (parameter.info.defaultValue), true;
    return false;
}
} // namespace kolophon
