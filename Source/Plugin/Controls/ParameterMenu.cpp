// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Drawing/LookAndFeel.h"
#include "KnobMark.h"

#include <cmath>
#include <utility>

/** Parts of ParameterRow around its value: marks, and the context menu. */
namespace kolophon
{
namespace
{
/** The copied value, for systems whose clipboard does not work. [message] */
juce::String& copiedValue ()
{
    static juce::String text;
    return text;
}

/** Text that can be pasted. */
juce::String textToPaste ()
{
    constexpr int longest = 40;
    const auto text = juce::SystemClipboard::getTextFromClipboard().trim();
    return text.isEmpty() ? copiedValue() : (text.length() < longest ? text : juce::String());
}
} // namespace

void ParameterRow::setMotion (const KnobMotion& itsMotion)
{
    moved.by = &itsMotion;
    moved.place = *findParameter (parameter.info.id);
}

/** Updates the marks around the knob's value. */
void ParameterRow::refreshMarks()
{
    const bool nowLocked = parameter.isLocked(), nowArmed = isArmed && isArmed();
    if (nowLocked != marks.isLocked || nowArmed != marks.isArmed)
    {
        marks.isLocked = nowLocked;
        marks.isArmed = nowArmed;
        setDescription (nowLocked ? "Locked" : "");
        repaint();
    }
    if (moved.by == nullptr || slider == nullptr)
        return;
    const auto now = moved.by->markOf (moved.place, shown);
    auto& mark = moved.mark;
    if (now == mark)
        return;
    const bool tickAlone = now.isMoved && mark.isMoved && now.from == mark.from && now.to == mark.to;
    const auto before = std::exchange (mark, now);
    repaint (tickAlone ? markArea (style, *slider, before.now).getUnion (markArea (style, *slider, now.now))
                       : markArea (style, *slider));
}

juce::Rectangle<int> ParameterRow::pointerArea (float at) const
{
    const auto area = slider->getBounds().toFloat();
    const auto track = LookAndFeel::trackOf (trackKind(), area.getHeight());
    const auto first = static_cast<float> (slider->getPositionOfValue (0.0)),
               last = static_cast<float> (slider->getPositionOfValue (1.0));
    return juce::Rectangle<float> (12.0f, 8.0f)
        .withCentre ({ area.getX() + first + at * (last - first), area.getY() + track.middle - 7.0f })
        .getSmallestIntegerContainer();
}

/** Repaints only what has moved, and a pointer only if it has moved by a pixel. */
void ParameterRow::setPlayed (const Played& newPlayed)
{
    if (slider == nullptr)
        return;
    const bool stays =
        played.now && newPlayed.now && std::abs (*played.now - *newPlayed.now) * static_cast<float> (getWidth()) < 1.0f;
    if (! stays && newPlayed.now != played.now)
    {
        for (const auto& its : { played.now, newPlayed.now })
            if (its)
                repaint (pointerArea (*its).expanded (3)); // with the points of its outline
        played.now = newPlayed.now;
    }
    if (std::exchange (played.number, newPlayed.number) != newPlayed.number)
        repaint (numberArea());
    if (std::exchange (played.speaks, newPlayed.speaks) != newPlayed.speaks)
    {
        LookAndFeel::setShaded (*slider, newPlayed.speaks);
        slider->repaint();
    }
}

/** Space between the label and the value. */
juce::Rectangle<int> ParameterRow::numberArea() const
{
    constexpr int beside = 6;
    const auto value = valueText.getBounds();
    const int labelled = textWidth (LookAndFeel::font (15.0f, true), caption.label),
              valued = textWidth (valueText.getFont(), valueText.getText());
    return getLocalBounds()
        .withHeight (LookAndFeel::textHeight (trackKind(), getHeight()))
        .withLeft (getLocalBounds().getX() + labelled + 12 + beside)
        .withRight (value.getRight() - valued - beside);
}

/** Draws what is played: the sign of the pointer, and its number. */
void ParameterRow::paintNumber (juce::Graphics& g) const
{
    auto area = numberArea();
    const auto font = LookAndFeel::font (12.0f);
    const int sign = 12, wanted = sign + textWidth (font, played.number);
    if (wanted > area.getWidth())
        return;
    area = area.removeFromRight (wanted);
    paintPointer (g, area.removeFromLeft (sign).toFloat().withSizeKeepingCentre (8.0f, 6.0f));
    g.setColour (palette::quietText);
    g.setFont (font);
    g.drawText (played.number, area, juce::Justification::centredRight, false);
}

/** Padlock before the label, or above that of a knob. */
juce::Rectangle<float> ParameterRow::padlockArea() const
{
    const auto size = juce::Rectangle<float> (9.0f, 11.0f);
    switch (style)
    {
        case Style::line:
        case Style::play:
            return size.withPosition (
                1.0f, 0.5f * static_cast<float> (LookAndFeel::textHeight (trackKind(), getHeight())) - 5.5f);
        case Style::knob: break; // in the corner beside the circle
    }
    return size;
}

void ParameterRow::paintOverChildren (juce::Graphics& g)
{
    if (moved.mark.isMoved && slider != nullptr)
        paintMark (g, style, *slider, moved.mark);
    if (played.now)
        paintPointer (g, pointerArea (*played.now).toFloat().reduced (1.0f));
    if (played.number.isNotEmpty())
        paintNumber (g);
    if (marks.isAwaiting)
    {
        g.setColour (palette::modulation);
        g.drawRoundedRectangle (getLocalBounds().toFloat().reduced (3.0f, 1.0f), 4.0f, 2.0f);
    }
    if (marks.isArmed)
        paintArmed (g, getLocalBounds().toFloat().reduced (4.0f, 0.5f));
    if (marks.isLocked)
        paintPadlock (g, padlockArea());
}

bool ParameterRow::isInterestedInDragSource (const SourceDetails& details)
{
    return onSourceDropped != nullptr && use.now != RowUse::hidden && draggedSource (details).has_value();
}

void ParameterRow::setAwaiting (bool shouldBe)
{
    if (std::exchange (marks.isAwaiting, shouldBe) != shouldBe)
        repaint();
}

void ParameterRow::itemDropped (const SourceDetails& details)
{
    setAwaiting (false);
    if (const auto source = draggedSource (details); source && onSourceDropped)
        onSourceDropped (*source);
}

void ParameterRow::showMenu()
{
    auto entries = contextMenu();
    entries.setLookAndFeel (&getLookAndFeel());
    entries.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (*this).withDeletionCheck (*this));
}

juce::PopupMenu ParameterRow::contextMenu()
{
    const auto safe = juce::Component::SafePointer (this);
    const auto& its = parameter.info;
    juce::PopupMenu entries;
    const auto offer = [&] (const juce::String& words, std::optional<double> value)
    {
        entries.addItem (words, value.has_value(), false,
                         [safe, value]
                         {
                             if (safe != nullptr)
                                 safe->change (*value);
                         });
    };
    offer ("Default: " + toJuce (formatValue (its, its.defaultValue)), its.defaultValue);
    const auto text = toJuce (formatValue (its, parameter.exactValue()));
    entries.addItem ("Copy " + text,
                     [text]
                     {
                         copiedValue() = text;
                         juce::SystemClipboard::copyTextToClipboard (text);
                     });
    if (const auto pasted = parseValue (its, textToPaste().toStdString()))
        offer ("Paste " + toJuce (formatValue (its, *pasted)), *pasted);
    else
        offer ("Paste", {});
    if (addToMenu)
        addToMenu (entries);
    if (const auto* host = editor.getHostContext())
        if (const auto hostMenu = host->getContextMenuForParameter (&parameter))
            entries.addSubMenu ("Host", hostMenu->getEquivalentPopupMenu());
    return entries;
}
} // namespace kolophon
