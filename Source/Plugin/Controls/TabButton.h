// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "IconButton.h"
#include "SourceDrag.h"

namespace kolophon
{
/** A tab on the lower edge of a strip: the chosen one is open towards the page below it and has the page's colour.
    Its strip paints the edge, paintTabEdge(). A source of modulation that is held over it opens it. [message] */
class TabButton final : public juce::Button, public juce::DragAndDropTarget, private juce::Timer
{
public:
    TabButton (const juce::String& text, const juce::String& title, const juce::String& help) : Button (title)
    {
        setButtonText (text);
        describe (*this, title, help);
    }

    bool isInterestedInDragSource (const SourceDetails& details) override
    {
        return draggedSource (details).has_value();
    }
    void itemDragEnter (const SourceDetails&) override { startTimer (opensAfter); }
    void itemDragExit (const SourceDetails&) override { stopTimer(); }
    void itemDropped (const SourceDetails&) override { stopTimer(); }
    static constexpr int opensAfter = 350; // [ms]

    void paintButton (juce::Graphics& g, bool over, bool) override
    {
        constexpr float corner = 6.0f;
        auto area = getLocalBounds().toFloat();
        const bool isChosen = getToggleState();
        if (isChosen || over)
        {
            juce::Path tab;
            tab.addRoundedRectangle (area.getX() + 0.5f, area.getY() + 0.5f, area.getWidth() - 1.0f,
                                     area.getHeight() + corner, corner);
            g.setColour (isChosen ? palette::ground : palette::raised);
            g.reduceClipRegion (isChosen ? getLocalBounds() : getLocalBounds().withTrimmedBottom (1));
            g.fillPath (tab);
            g.setColour (isChosen ? palette::line.brighter (0.15f) : palette::line);
            g.strokePath (tab, juce::PathStrokeType (1.0f));
        }
        if (isChosen)
        {
            g.setColour (palette::stick);
            g.fillRoundedRectangle (area.removeFromTop (3.0f).reduced (corner, 0.0f), 1.5f);
        }
        if (hasKeyboardFocus (false))
        {
            g.setColour (palette::text);
            g.drawRoundedRectangle (getLocalBounds().toFloat().reduced (3.0f), 4.0f, 1.0f);
        }
        g.setColour (isChosen || over ? palette::text : palette::quietText);
        g.setFont (LookAndFeel::font (14.0f, isChosen));
        g.drawText (getButtonText(), getLocalBounds(), juce::Justification::centred, false);
    }

private:
    void timerCallback () override
    {
        stopTimer();
        if (onClick)
            onClick();
    }
};

/** Fills the strip above a page, and draws the edge that the chosen tab interrupts. */
inline void paintTabEdge (juce::Graphics& g, juce::Rectangle<int> strip)
{
    g.setColour (palette::panel);
    g.fillRect (strip);
    g.setColour (palette::line.brighter (0.15f));
    g.fillRect (strip.removeFromBottom (1));
}

/** A button that stops everything: an octagon with an exclamation mark, in the colour of alarms. [message] */
class StopButton final : public juce::Button
{
public:
    explicit StopButton (const juce::String& text) : Button (text) { setButtonText (text); }

    void paintButton (juce::Graphics& g, bool over, bool down) override
    {
        const auto area = getLocalBounds().toFloat();
        g.setColour (palette::alarm.withAlpha (down ? 0.45f : (over ? 0.3f : 0.12f)));
        g.fillRoundedRectangle (area, 4.0f);
        g.setColour (hasKeyboardFocus (false) ? palette::text : palette::alarm.withAlpha (0.7f));
        g.drawRoundedRectangle (area.reduced (0.5f), 4.0f, 1.0f);
        const auto sign = juce::Rectangle<float> (15.0f, 15.0f).withCentre ({ 16.0f, area.getCentreY() });
        juce::Path octagon;
        octagon.addPolygon (sign.getCentre(), 8, 0.5f * sign.getWidth(), juce::MathConstants<float>::pi / 8.0f);
        octagon.addRectangle (sign.withSizeKeepingCentre (1.8f, 6.0f).translated (0.0f, -1.5f));
        octagon.addEllipse (sign.withSizeKeepingCentre (2.0f, 2.0f).translated (0.0f, 3.8f));
        octagon.setUsingNonZeroWinding (false); // the mark is cut out
        g.setColour (palette::alarm);
        g.fillPath (octagon);
        g.setFont (LookAndFeel::font (13.0f));
        g.drawText (getButtonText(), getLocalBounds().withTrimmedLeft (28), juce::Justification::centredLeft, false);
    }
};
} // namespace kolophon
