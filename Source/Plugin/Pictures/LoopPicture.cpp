// SPDX-License-Identifier: GPL-3.0-or-later
#include "LoopPicture.h"

#include "../../Analysis/SteadyFriction.h"
#include "../../Core/NumberText.h"
#include "../Controls/LookAndFeel.h"
#include "SvgGraphics.h"

#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int every = 5, everyCurve = 12;                // ticks
constexpr double knee = 0.1;                             // [m/s] below which the axis is linear
constexpr double shownPeriods = 2.0, longestShown = 0.2; // periods of the loop; [s]
constexpr std::size_t maxPoints = 260;
constexpr float bottom = 14.0f; // [px] for the axis

double bent (double velocity)
{
    return std::asinh (velocity / knee);
}

/** True if a point of a curve, or a line from it to a neighbour, is visible at speeds up to this one on either side. */
bool reaches (const std::vector<juce::Point<double>>& curve, std::size_t i, double fastest)
{
    const auto isSeen = [&curve, fastest] (std::size_t at) { return std::abs (curve[at].x) <= fastest; };
    return isSeen (i) || (i > 0 && isSeen (i - 1)) || (i + 1 < curve.size() && isSeen (i + 1));
}
} // namespace

bool LoopPicture::followContact (Side& side, const Contact& contact)
{
    if (side.isKnown && side.contact == contact)
        return false;
    side.contact = contact;
    side.isKnown = true;
    side.steady.clear();
    constexpr int count = 33;
    std::vector<double> speeds;
    for (int i = 0; i < count; ++i)
        speeds.push_back (knee * std::sinh (bent (3.0) * (i + 0.02) / (count - 1)));
    const auto curve = steadyFriction (contact, speeds);
    for (std::size_t i = count; i-- > 0;)
        side.steady.emplace_back (-speeds[i], -curve[i]);
    for (std::size_t i = 0; i < count; ++i)
        side.steady.emplace_back (speeds[i], curve[i]);
    return true;
}

/** Number of the latest moments that are drawn. */
std::uint64_t LoopPicture::drawnMoments (Slot slot) const
{
    const auto* now = context.data.shape();
    if (now == nullptr || now->momentInterval <= 0.0)
        return 0;
    const double seconds = juce::jmin (shownPeriods * now->period, longestShown);
    return juce::jmin (static_cast<std::uint64_t> (seconds / now->momentInterval),
                       context.data.end (slot) - juce::jmin (context.data.begin (slot), context.data.end (slot)));
}

void LoopPicture::followLoop (Side& side, Slot slot)
{
    side.loop.clear();
    side.heat = 0.0;
    const auto* now = context.data.shape();
    const auto end = context.data.end (slot);
    if (now == nullptr || end == 0)
        return;
    const double seconds = juce::jmin (shownPeriods * now->period, longestShown);
    const auto begin = end - drawnMoments (slot);
    const auto stride = juce::jmax<std::uint64_t> (1, (end - begin) / maxPoints);
    for (auto i = begin; i < end; ++i)
    {
        const auto& m = context.data.moment (slot, i);
        const double v = static_cast<double> (m.relativeVelocity), F = static_cast<double> (m.frictionForce);
        side.heat += F * v * now->momentInterval * now->period / seconds;
        if ((i - begin) % stride == 0 && m.normalForce > 0.0f)
            side.loop.emplace_back (v, F / static_cast<double> (m.normalForce));
    }
}

void LoopPicture::advance (int tick)
{
    const bool looksAtKnobs = tick % everyCurve == 2, looksAtSound = tick % every == 2;
    bool isNew = false;
    if (looksAtKnobs)
    {
        const auto& patch = context.patch;
        const bool wasComparing = std::exchange (comparing, patch.compareOn >= 0.5);
        isNew = comparing != wasComparing;
        isNew = followContact (a, patch.contact) || isNew;
        if (comparing)
            isNew = followContact (b, patch.contactB) || isNew;
    }
    if (isNew || (looksAtSound && context.data.version() != version))
    {
        version = context.data.version();
        followLoop (a, Slot::a);
        if (comparing)
            followLoop (b, Slot::b);
        fitAxes();
        redraw();
    }
}

/** Fits the axes to all drawn points. They grow at once and shrink in steps. */
void LoopPicture::fitAxes()
{
    constexpr double beside = 1.2, above = 1.15, shrinksAt = 1.6; // relative to the contents
    const auto fit = [] (double& axis, double wanted, double room)
    {
        if (wanted * 1.02 > axis || shrinksAt * wanted < axis)
            axis = room * wanted;
    };
    double speed = 0.0, force = 0.3;
    for (const auto* side : { &a, &b })
        if (side == &a || comparing)
            for (const auto& point : side->loop)
            {
                speed = juce::jmax (speed, 0.05, std::abs (point.x));
                force = juce::jmax (force, std::abs (point.y));
            }
    if (speed > 0.0)
        fit (fastest, speed, beside);
    for (const auto* side : { &a, &b })
        if (side == &a || comparing)
            for (std::size_t i = 0; i < side->steady.size(); ++i)
                if (reaches (side->steady, i, fastest))
                    force = juce::jmax (force, std::abs (side->steady[i].y));
    fit (strongest, force, above);
}

juce::String LoopPicture::caption() const
{
    if (a.loop.empty())
        return {};
    const auto* now = context.data.shape();
    const auto& side = now != nullptr && now->slot == Slot::b ? b : a;
    return "heat " + engineering (side.heat, "J") + " per period";
}

/** Lists every moment of the drawn periods, as published by the engine. */
juce::String LoopPicture::table() const
{
    juce::String text ("slot,time [s],bow velocity [m/s],relative velocity [m/s],friction force [N],normal force [N],"
                       "bristle elongation [m],contact\n");
    const auto* now = context.data.shape();
    if (now == nullptr)
        return text;
    static constexpr const char* names[] = { "lifted", "stick", "slip" };
    const auto exact = [] (float value) { return toJuce (scientific (static_cast<double> (value), 8)); };
    for (const auto slot : { Slot::a, Slot::b })
    {
        if (slot == Slot::b && ! comparing)
            break;
        const auto end = context.data.end (slot);
        for (auto i = end - juce::jmin (end, drawnMoments (slot)); i < end; ++i)
        {
            const auto& m = context.data.moment (slot, i);
            text << (slot == Slot::a ? "A," : "B,")
                 << toJuce (fixed (-static_cast<double> (end - i) * now->momentInterval, 8)) << ","
                 << exact (m.bowVelocity) << "," << exact (m.relativeVelocity) << "," << exact (m.frictionForce) << ","
                 << exact (m.normalForce) << "," << exact (m.elongation) << "," << names[static_cast<int> (m.phase)]
                 << "\n";
        }
    }
    return text;
}

juce::Point<float> LoopPicture::toScreen (juce::Point<double> point) const
{
    const auto area = getLocalBounds().toFloat().withTrimmedBottom (bottom);
    return { area.getCentreX() + static_cast<float> (bent (point.x) / bent (fastest)) * 0.5f * area.getWidth(),
             area.getCentreY() - static_cast<float> (point.y / strongest) * 0.5f * area.getHeight() };
}

void LoopPicture::paintSteady (juce::Graphics& g, const Side& side, bool isB) const
{
    juce::Path steady;
    for (std::size_t i = 0; i < side.steady.size(); ++i)
        i == 0 ? steady.startNewSubPath (toScreen (side.steady[i])) : steady.lineTo (toScreen (side.steady[i]));
    g.setColour (palette::quietText);
    strokeCurve (g, steady, 1.3f, { isB ? 2.0f : 5.0f, 4.0f });
}

void LoopPicture::paintSide (juce::Graphics& g, const Side& side, juce::Colour colour, bool isB) const
{
    // Like phosphor: older parts are fainter.
    constexpr std::size_t pieces = 3;
    const auto count = side.loop.size();
    for (std::size_t piece = 0; piece < pieces && count > pieces; ++piece)
    {
        juce::Path path;
        const auto from = piece * count / pieces, to = (piece + 1) * count / pieces;
        path.startNewSubPath (toScreen (side.loop[from]));
        for (auto i = from + 1; i < juce::jmin (to + 1, count); ++i)
            path.lineTo (toScreen (side.loop[i]));
        g.setColour (colour.withAlpha (0.3f + 0.35f * static_cast<float> (piece)));
        strokeCurve (g, path, 1.4f);
    }
    if (count == 0)
        return;
    const auto head = juce::Rectangle<float> (7.0f, 7.0f).withCentre (toScreen (side.loop.back()));
    g.setColour (colour);
    isB ? g.fillRect (head) : g.fillEllipse (head);
}

void LoopPicture::paintAxes (juce::Graphics& g) const
{
    g.fillAll (palette::panel);
    const auto area = getLocalBounds().toFloat().withTrimmedBottom (bottom);
    g.setColour (palette::line);
    g.drawHorizontalLine (juce::roundToInt (area.getCentreY()), area.getX(), area.getRight());
    g.drawVerticalLine (juce::roundToInt (area.getCentreX()), area.getY(), area.getBottom());
    {
        juce::Graphics::ScopedSaveState clip (g);
        g.reduceClipRegion (area.toNearestInt());
        paintSteady (g, a, false);
        if (comparing)
            paintSteady (g, b, true);
    }
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (11.0f));
    const auto words = getLocalBounds().removeFromBottom (static_cast<int> (bottom));
    g.drawText (toJuce (fixed (-fastest, 2)), words, juce::Justification::centredLeft, false);
    g.drawText ("sliding speed [m/s]", words, juce::Justification::centred, false);
    g.drawText (toJuce (fixed (fastest, 2)), words, juce::Justification::centredRight, false);
    auto key = getLocalBounds().removeFromTop (14).reduced (2, 0);
    g.drawText ("F/N " + toJuce (fixed (strongest, 2)), key, juce::Justification::centredLeft, false);
    if (! comparing)
        return;
    const auto sign = [&] (const char* name, juce::Colour colour, bool isRound)
    {
        auto place = key.removeFromRight (26).toFloat();
        g.setColour (colour);
        const auto mark = place.removeFromRight (12.0f).withSizeKeepingCentre (7.0f, 7.0f);
        isRound ? g.fillEllipse (mark) : g.fillRect (mark);
        g.drawText (name, place, juce::Justification::centredRight, false);
    };
    sign ("B", palette::slotB, false);
    sign ("A", palette::stick, true);
}

void LoopPicture::draw (juce::Graphics& g)
{
    paintAxes (g);
    g.reduceClipRegion (getLocalBounds().withTrimmedBottom (static_cast<int> (bottom)));
    paintSide (g, a, palette::stick, false);
    if (comparing)
        paintSide (g, b, palette::slotB, true);
}
} // namespace kolophon
