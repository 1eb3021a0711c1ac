// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureTrackView.h"

#include "../Drawing/LookAndFeel.h"

/** Painting of a gesture track. */
namespace kolophon
{
namespace
{
constexpr float pointSize = 8.0f, handleSize = 6.0f; // [px]
constexpr std::size_t mostDrawn = 1000;              // points of a trace: one per pixel
} // namespace

void GestureTrackView::setPlayhead (double time)
{
    if (time == playhead)
        return;
    const auto column = [this] (double at)
    {
        return at < 0.0
                   ? juce::Rectangle<float>()
                   : juce::Rectangle<float> (placeOf (at, 0.0).x - 2.0f, 0.0f, 4.0f, static_cast<float> (getHeight()));
    };
    for (const double at : { playhead, time })
        if (at >= 0.0)
            repaint (column (at).getSmallestIntegerContainer());
    playhead = time;
}

void GestureTrackView::setTrace (const std::vector<drawing::HandMoment>* moments, double unit)
{
    trace = moments;
    traceUnit = unit;
    repaint();
}

void GestureTrackView::paintAxis (juce::Graphics& g) const
{
    const auto area = plot();
    const auto its = axis();
    const auto lines = its.lines();
    const bool hasRoom = area.getHeight() / static_cast<float> (lines.size() - 1) >= 15.0f;
    g.setFont (LookAndFeel::font (12.0f));
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const float y = placeOf (0.0, lines[i]).y;
        const bool isNeutral = lines[i] == (kind == GestureTrackKind::force ? 1.0 : 0.0);
        g.setColour (palette::line.withMultipliedAlpha (isNeutral ? 1.0f : 0.45f));
        g.drawHorizontalLine (juce::roundToInt (y), area.getX(), area.getRight());
        if (i % 2 == 1 && ! hasRoom)
            continue;
        const juce::Rectangle<float> place (50.0f, y - 7.0f, static_cast<float> (gutter) - 57.0f, 14.0f);
        if (! g.clipRegionIntersects (place.getSmallestIntegerContainer()))
            continue;
        g.setColour (palette::quietText);
        g.drawText (toJuce (its.label (lines[i])), place, juce::Justification::centredRight, false);
    }
    const auto time = edit.timeAxis();
    const double every = time.lineEvery (static_cast<double> (area.getWidth()), leastLine);
    g.setColour (palette::line.withMultipliedAlpha (0.45f));
    for (int i = 0; i * every <= time.length * (1.0 + 1e-9); ++i)
        g.drawVerticalLine (juce::roundToInt (placeOf (i * every / time.length, 0.0).x), area.getY(), area.getBottom());
}

void GestureTrackView::paintCurve (juce::Graphics& g) const
{
    const auto area = plot();
    // During playback two thin stripes are repainted sixty times per second: only points within them are drawn.
    constexpr int beside = 4; // [px]
    juce::Path curve;
    const int columns = juce::roundToInt (area.getWidth());
    const auto seen = g.getClipBounds().toFloat();
    const int first = juce::jlimit (0, columns, juce::roundToInt (seen.getX() - area.getX()) - beside),
              last = juce::jlimit (0, columns, juce::roundToInt (seen.getRight() - area.getX()) + beside);
    const bool isFlat = track().count == 0;
    for (int i = isFlat ? 0 : first; i <= (isFlat ? columns : last); i += isFlat ? columns : 1)
    {
        const double time = static_cast<double> (i) / columns;
        const auto at = placeOf (time, track().at (time, range().neutral));
        i == (isFlat ? 0 : first) ? curve.startNewSubPath (at) : curve.lineTo (at);
    }
    const float dashes[] = { 5.0f, 4.0f };
    g.setColour (colour());
    if (isFlat)
        juce::PathStrokeType (1.5f).createDashedStroke (curve, curve, dashes, 2), g.fillPath (curve);
    else
        g.strokePath (curve, juce::PathStrokeType (2.0f, juce::PathStrokeType::curved));
    for (int i = 0; i + 1 < track().count; ++i)
    {
        if (! hasHandle (i))
            continue;
        juce::Path diamond;
        diamond.addPolygon (handleOf (i), 4, (over.arc == i ? 1.4f : 1.0f) * 0.7f * handleSize);
        g.setColour (palette::panel);
        g.fillPath (diamond);
        g.setColour (colour());
        g.strokePath (diamond, juce::PathStrokeType (1.2f));
    }
    for (int i = 0; i < track().count; ++i)
    {
        const auto& point = track().points[static_cast<std::size_t> (i)];
        const auto at = placeOf (point.time, point.value);
        const bool chosen = i == edit.selected (kind);
        const float size = pointSize * (chosen || i == over.point ? 1.35f : 1.0f);
        g.setColour (chosen ? palette::text : colour());
        g.fillEllipse (juce::Rectangle<float> (size, size).withCentre (at));
        if (chosen) // an additional ring
            g.drawEllipse (juce::Rectangle<float> (size + 6.0f, size + 6.0f).withCentre (at), 1.2f);
    }
}

void GestureTrackView::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().toFloat(), 6.0f);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (13.0f, true));
    if (const juce::Rectangle<int> name (10, 4, 44, 18); g.clipRegionIntersects (name))
        g.drawText (nameOf (kind), name, juce::Justification::centredLeft, false);
    paintAxis (g);
    paintCurve (g);
    const auto area = plot();
    const auto strokeOf = [&] (const auto& points)
    {
        juce::Path path;
        bool begun = false;
        for (const auto& [time, value] : points)
        {
            const auto at = placeOf (time, juce::jlimit (range().lowest, range().highest, value));
            begun ? path.lineTo (at) : path.startNewSubPath (at);
            begun = true;
        }
        g.setColour (palette::text);
        g.strokePath (path, juce::PathStrokeType (1.2f));
    };
    std::vector<std::pair<double, double>> line;
    if (drag == Drag::pencil)
        for (const auto& point : pencil.line())
            line.emplace_back (point.time, point.value);
    else if (trace != nullptr && trace->size() > 1)
        for (std::size_t i = 0, every = 1 + trace->size() / mostDrawn; i < trace->size(); i += every)
            line.emplace_back (((*trace)[i].seconds - trace->front().seconds) /
                                   (trace->back().seconds - trace->front().seconds),
                               (*trace)[i].values[static_cast<std::size_t> (kind)] / traceUnit);
    if (line.size() > 1)
        strokeOf (line);
    if (playhead >= 0.0)
    {
        g.setColour (palette::text);
        g.fillRect (juce::Rectangle<float> (placeOf (playhead, 0.0).x - 0.5f, area.getY(), 1.0f, area.getHeight()));
    }
    if (hasKeyboardFocus (true))
    {
        g.setColour (palette::text);
        g.drawRoundedRectangle (getLocalBounds().toFloat().reduced (0.5f), 6.0f, 1.0f);
    }
}
} // namespace kolophon
