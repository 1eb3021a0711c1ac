// SPDX-License-Identifier: GPL-3.0-or-later
#include "KnobMark.h"

#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
namespace
{
using Style = ParameterRow::Style;
constexpr float width = 2.5f; // [px] of the band

/** Coordinates of a straight track in the row. */
struct Straight
{
    juce::Rectangle<float> track;

    juce::Point<float> at (float place) const
    {
        return { track.getX() + place * track.getWidth(), track.getBottom() + 0.5f };
    }
};

Straight straightOf (juce::Slider& slider)
{
    const auto area = slider.getBounds().toFloat();
    const auto first = static_cast<float> (slider.getPositionOfValue (0.0)),
               last = static_cast<float> (slider.getPositionOfValue (1.0));
    const auto its = LookAndFeel::trackOf (LookAndFeel::trackKindOf (slider), area.getHeight());
    return { { area.getX() + first, area.getY() + its.middle - 0.5f * its.thickness, last - first, its.thickness } };
}

struct Round
{
    juce::Point<float> centre;
    float radius, start, end;

    float angle (float place) const { return start + place * (end - start); }
};

Round roundOf (juce::Slider& slider)
{
    const auto area = slider.getBounds().toFloat();
    const auto turn = slider.getRotaryParameters();
    return { area.getCentre(), 0.5f * juce::jmin (area.getWidth(), area.getHeight()) - 0.5f, turn.startAngleRadians,
             turn.endAngleRadians };
}
} // namespace

juce::Rectangle<int> markArea (Style style, juce::Slider& slider, std::optional<float> place)
{
    if (style == Style::knob)
        return slider.getBounds().expanded (1); // plus half the arc's width
    const auto straight = straightOf (slider);
    auto area = straight.track.expanded (4.0f);
    if (place)
        area = area.withWidth (7.0f).withCentre ({ straight.at (*place).x, area.getCentreY() });
    return area.getSmallestIntegerContainer();
}

void paintMark (juce::Graphics& g, Style style, juce::Slider& slider, const KnobMotion::Mark& mark)
{
    g.setColour (palette::modulation);
    if (style == Style::knob)
    {
        const auto round = roundOf (slider);
        juce::Path arc;
        arc.addCentredArc (round.centre.x, round.centre.y, round.radius, round.radius, 0.0f, round.angle (mark.from),
                           round.angle (mark.to), true);
        g.strokePath (arc, juce::PathStrokeType (1.6f));
        g.setColour (palette::text);
        const float angle = round.angle (mark.now);
        g.drawLine ({ round.centre.getPointOnCircumference (round.radius - 5.0f, angle),
                      round.centre.getPointOnCircumference (round.radius, angle) },
                    2.0f);
        return;
    }
    const auto straight = straightOf (slider);
    const auto from = straight.at (mark.from), to = straight.at (mark.to), now = straight.at (mark.now);
    g.fillRect (juce::Rectangle<float> (from, to).withHeight (width));
    g.setColour (palette::text);
    g.fillRect (juce::Rectangle<float> (2.0f, straight.track.getHeight() + 4.0f)
                    .withCentre ({ now.x, straight.track.getCentreY() + 0.5f }));
}

void paintPointer (juce::Graphics& g, juce::Rectangle<float> area)
{
    juce::Path pointer;
    pointer.addTriangle (area.getTopLeft(), area.getTopRight(), { area.getCentreX(), area.getBottom() });
    g.setColour (palette::panel);
    g.strokePath (pointer, { 2.0f, juce::PathStrokeType::curved });
    g.setColour (palette::text);
    g.fillPath (pointer);
}

void paintPadlock (juce::Graphics& g, juce::Rectangle<float> area)
{
    g.setColour (palette::text);
    const auto body = area.removeFromBottom (0.58f * area.getHeight());
    g.fillRoundedRectangle (body, 1.2f);
    juce::Path shackle;
    const auto arch = area.reduced (0.22f * area.getWidth(), 0.0f);
    shackle.startNewSubPath (arch.getX(), body.getY());
    shackle.lineTo (arch.getX(), arch.getCentreY() + 0.5f);
    shackle.addArc (arch.getX(), arch.getY() + 0.7f, arch.getWidth(), arch.getHeight(),
                    -juce::MathConstants<float>::halfPi, juce::MathConstants<float>::halfPi);
    shackle.lineTo (arch.getRight(), body.getY());
    g.strokePath (shackle, juce::PathStrokeType (1.3f));
}

void paintArmed (juce::Graphics& g, juce::Rectangle<float> area)
{
    juce::Path frame, dashes;
    frame.addRoundedRectangle (area, 4.0f);
    const float pattern[] = { 5.0f, 4.0f };
    juce::PathStrokeType (1.5f).createDashedStroke (dashes, frame, pattern, 2);
    g.setColour (palette::stick);
    g.fillPath (dashes);
}
} // namespace kolophon
