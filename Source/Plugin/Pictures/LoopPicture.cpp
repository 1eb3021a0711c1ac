// SPDX-License-Identifier: GPL-3.0-or-later
#include "LoopPicture.h"

#include "../../Analysis/Bench/SteadyFriction.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Ticks.h"
#include "../Drawing/LookAndFeel.h"

#include <algorithm>
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
constexpr float bottom = 16.0f, left = 32.0f; // [px] for the axes

double bent (double velocity)
{
    return std::asinh (velocity / knee);
}

double unbent (double place)
{
    return knee * std::sinh (place);
}

/** True if a point of a curve, or a line from it to a neighbour, is visible at these speeds. */
bool reaches (const std::vector<juce::Point<double>>& curve, std::size_t i, juce::Range<double> speeds)
{
    const auto isSeen = [&curve, speeds] (std::size_t at)
    { return curve[at].x >= speeds.getStart() && curve[at].x <= speeds.getEnd(); };
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

/** Number of the latest moments that are drawn: two periods, and more of a contact that hops, which is in the air for
    longer. */
std::uint64_t LoopPicture::drawnMoments (Slot slot) const
{
    const auto* now = context.data.shape();
    if (now == nullptr || now->momentInterval <= 0.0)
        return 0;
    const WatchedContact its { slot, touching };
    const auto end = context.data.end (its), available = end - juce::jmin (context.data.begin (its), end);
    const auto wanted =
        static_cast<std::uint64_t> (juce::jmin (shownPeriods * now->period, longestShown) / now->momentInterval);
    const auto longest = juce::jmin (available, static_cast<std::uint64_t> (longestShown / now->momentInterval));
    std::uint64_t count = 0, touched = 0;
    bool hops = false, touches = false; // of a hop, the contact before it is drawn from its landing on
    for (; count < longest && (count < wanted || 4 * touched < wanted || (hops && touches)); ++count)
    {
        touches = context.data.moment (its, end - 1 - count).normalForce > 0.0f;
        touched += touches ? 1 : 0;
        hops = hops || ! touches;
    }
    return count;
}

void LoopPicture::followLoop (Side& side, Slot slot)
{
    side.loop.clear();
    side.landings.clear();
    side.heat = side.inAir = 0.0;
    side.pressed = {};
    const auto* now = context.data.shape();
    const auto count = drawnMoments (slot);
    if (now == nullptr || count == 0)
        return;
    const WatchedContact its { slot, touching };
    const auto end = context.data.end (its), begin = end - count;
    const auto stride = juce::jmax<std::uint64_t> (1, count / maxPoints);
    bool isAway = false;
    std::uint64_t away = 0;
    for (auto i = begin; i < end; ++i)
    {
        const auto& m = context.data.moment (its, i);
        const double v = static_cast<double> (m.relativeVelocity), F = static_cast<double> (m.frictionForce),
                     N = static_cast<double> (m.normalForce);
        side.heat += F * v * now->period / static_cast<double> (count);
        away += N > 0.0 ? 0 : 1;
        if (N > 0.0)
            side.pressed =
                side.pressed.isEmpty() ? juce::Range<double> (N, N * (1.0 + 1e-9)) : side.pressed.getUnionWith (N);
        const bool lands = isAway && N > 0.0;
        isAway = N <= 0.0;
        if (isAway || (! lands && (i - begin) % stride != 0))
            continue;
        if (lands)
            side.landings.push_back (side.loop.size());
        side.loop.emplace_back (v, F / N);
    }
    side.inAir = static_cast<double> (away) / static_cast<double> (count);
}

void LoopPicture::advance (int tick)
{
    const bool looksAtKnobs = tick % everyCurve == 2, looksAtSound = tick % every == 2;
    bool isNew = false;
    if (looksAtKnobs)
    {
        const auto& patch = context.patch;
        const bool wasComparing = std::exchange (comparing, patch.compareOn >= 0.5);
        const auto wasTouching = std::exchange (touching, context.touching());
        isNew = comparing != wasComparing || touching != wasTouching;
        isNew = followContact (a, contactOf (touching, patch.contact, patch)) || isNew;
        if (comparing)
            isNew = followContact (b, contactOf (touching, patch.contactB, patch)) || isNew;
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

/** Fits the axes to what moves: the loop, zero, and the curve of steady sliding at the speeds of the loop. They grow at
    once and shrink in steps. */
void LoopPicture::fitAxes()
{
    constexpr double beside = 0.08, shrinksAt = 1.7, leastSpeed = 0.05, leastForce = 0.3;
    const auto fit = [] (juce::Range<double>& axis, juce::Range<double> wanted, double least)
    {
        wanted = wanted.getUnionWith (0.0);
        const auto room = juce::jmax (least, wanted.getLength());
        if (! axis.contains (wanted) || shrinksAt * room < axis.getLength())
            axis = { wanted.getStart() - beside * room, wanted.getStart() + (1.0 + 2.0 * beside) * room };
    };
    const auto eachSide = [this] (auto look)
    {
        look (a);
        if (comparing)
            look (b);
    };
    juce::Range<double> speed, force;
    bool isEmpty = true;
    eachSide (
        [&] (const Side& side)
        {
            for (const auto& point : side.loop)
            {
                speed = speed.getUnionWith (bent (point.x));
                force = force.getUnionWith (point.y);
                isEmpty = false;
            }
        });
    if (! isEmpty)
        fit (bentSpeeds, speed, bent (leastSpeed));
    // The steady curve counts on the side of zero on which the loop slips.
    const juce::Range<double> seen (unbent (bentSpeeds.getStart()), unbent (bentSpeeds.getEnd()));
    const bool isForward = isEmpty || speed.getEnd() >= -speed.getStart();
    eachSide (
        [&] (const Side& side)
        {
            for (std::size_t i = 0; i < side.steady.size(); ++i)
                if (reaches (side.steady, i, seen) && (isEmpty || (side.steady[i].x > 0.0) == isForward))
                    force = force.getUnionWith (side.steady[i].y);
        });
    fit (forces, force, leastForce);
}

juce::Rectangle<double> LoopPicture::axes() const noexcept
{
    return juce::Rectangle<double>::leftTopRightBottom (unbent (bentSpeeds.getStart()), forces.getStart(),
                                                        unbent (bentSpeeds.getEnd()), forces.getEnd());
}

juce::String LoopPicture::caption() const
{
    if (a.loop.empty())
        return {};
    const auto* now = context.data.shape();
    const auto& side = now != nullptr && now->slot == Slot::b ? b : a;
    auto words = contactName();
    if (choiceOf<&Patch::normalKind> (context.session.bridge().patch()) == NormalForce::given)
        return words + "heat " + engineering (side.heat, "J") + " per period";
    constexpr double rarely = 0.01;
    if (side.inAir > rarely)
        words << "in the air " << juce::roundToInt (100.0 * side.inAir) << juce::String::fromUTF8 (" % · ");
    words << "pressed " << engineering (side.pressed.getStart(), "N") << juce::String::fromUTF8 (" … ")
          << engineering (side.pressed.getEnd(), "N");
    return words;
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
        const WatchedContact its { slot, touching };
        const auto end = context.data.end (its);
        for (auto i = end - juce::jmin (end, drawnMoments (slot)); i < end; ++i)
        {
            const auto& m = context.data.moment (its, i);
            text << (slot == Slot::a ? "A," : "B,")
                 << toJuce (fixed (-static_cast<double> (end - i) * now->momentInterval, 8)) << ","
                 << exact (m.bowVelocity) << "," << exact (m.relativeVelocity) << "," << exact (m.frictionForce) << ","
                 << exact (m.normalForce) << "," << exact (m.elongation) << "," << names[static_cast<int> (m.phase)]
                 << "\n";
        }
    }
    return text;
}

/** Area of the curves, clear of the numbers of both axes. */
juce::Rectangle<float> LoopPicture::plane() const
{
    return getLocalBounds().toFloat().withTrimmedBottom (bottom).withTrimmedLeft (left);
}

juce::Point<float> LoopPicture::toScreen (juce::Point<double> point) const
{
    const auto area = plane();
    const auto across = (bent (point.x) - bentSpeeds.getStart()) / bentSpeeds.getLength(),
               up = (point.y - forces.getStart()) / forces.getLength();
    return { area.getX() + static_cast<float> (across) * area.getWidth(),
             area.getBottom() - static_cast<float> (up) * area.getHeight() };
}

void LoopPicture::paintSteady (juce::Graphics& g, const Side& side, bool isB) const
{
    juce::Path steady;
    for (std::size_t i = 0; i < side.steady.size(); ++i)
        i == 0 ? steady.startNewSubPath (toScreen (side.steady[i])) : steady.lineTo (toScreen (side.steady[i]));
    g.setColour (palette::quietText);
    strokeDashed (g, steady, 1.3f, { isB ? 2.0f : 5.0f, 4.0f });
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
            if (std::binary_search (side.landings.begin(), side.landings.end(), i))
                path.startNewSubPath (toScreen (side.loop[i]));
            else
                path.lineTo (toScreen (side.loop[i]));
        g.setColour (colour.withAlpha (0.3f + 0.35f * static_cast<float> (piece)));
        g.strokePath (path, juce::PathStrokeType (1.4f));
    }
    if (count == 0)
        return;
    g.setColour (colour);
    for (const auto landing : side.landings)
        g.drawEllipse (juce::Rectangle<float> (6.0f, 6.0f).withCentre (toScreen (side.loop[landing])), 1.2f);
    const auto head = juce::Rectangle<float> (7.0f, 7.0f).withCentre (toScreen (side.loop.back()));
    g.setColour (colour);
    isB ? g.fillRect (head) : g.fillEllipse (head);
}

/** Ticks of the bent axis: round speeds that have room beside each other. */
std::vector<double> LoopPicture::speedTicks() const
{
    constexpr float apart = 40.0f; // [px]
    const auto seen = axes();
    std::vector<double> ticks { 0.0 };
    for (const double decade : { 10.0, 1.0, 0.1, 0.01, 0.001 })
        for (const double factor : { 1.0, 5.0, 2.0 })
            for (const double sign : { 1.0, -1.0 })
            {
                const double speed = sign * factor * decade;
                const float x = toScreen ({ speed, 0.0 }).x;
                const bool hasRoom = std::none_of (ticks.begin(), ticks.end(),
                                                   [&] (double other) {
                                                       return std::abs (toScreen ({ other, 0.0 }).x - x) < apart;
                                                   });
                if (hasRoom && speed > seen.getX() && speed < seen.getRight())
                    ticks.push_back (speed);
            }
    return ticks;
}

void LoopPicture::paintTicks (juce::Graphics& g) const
{
    const auto area = plane();
    g.setFont (LookAndFeel::font (12.0f));
    const auto unit = LookAndFeel::font (12.0f).getStringWidth ("m/s") + 4;
    for (const double speed : speedTicks())
    {
        const float x = toScreen ({ speed, 0.0 }).x;
        g.setColour (speed == 0.0 ? palette::line.brighter (0.3f) : palette::line.withAlpha (0.6f));
        g.drawVerticalLine (juce::roundToInt (x), area.getY(), area.getBottom());
        const auto place = juce::Rectangle<float> (38.0f, bottom).withCentre ({ x, area.getBottom() + 0.5f * bottom });
        g.setColour (palette::quietText);
        if (place.getX() >= 0.0f && place.getRight() <= area.getRight() - static_cast<float> (unit))
            g.drawText (toJuce (significant (speed, 3)), place, juce::Justification::centred, false);
    }
    g.drawText ("m/s", getLocalBounds().removeFromBottom (static_cast<int> (bottom)), juce::Justification::centredRight,
                false);
    for (const double force : roundTicks (forces.getStart(), forces.getEnd(), getHeight() > 220 ? 8 : 4))
    {
        const float y = toScreen ({ 0.0, force }).y;
        g.setColour (std::abs (force) < 1e-9 ? palette::line.brighter (0.3f) : palette::line.withAlpha (0.6f));
        g.drawHorizontalLine (juce::roundToInt (y), area.getX(), area.getRight());
        const auto place = juce::Rectangle<float> (0.0f, y - 7.0f, left - 4.0f, 14.0f);
        g.setColour (palette::quietText);
        if (place.getY() >= 16.0f && place.getBottom() <= area.getBottom() + 7.0f)
            g.drawText (toJuce (significant (std::abs (force) < 1e-9 ? 0.0 : force, 3)), place,
                        juce::Justification::centredRight, false);
    }
}

void LoopPicture::paintAxes (juce::Graphics& g) const
{
    g.fillAll (palette::panel);
    paintTicks (g);
    {
        juce::Graphics::ScopedSaveState clip (g);
        g.reduceClipRegion (plane().toNearestInt());
        paintSteady (g, a, false);
        if (comparing)
            paintSteady (g, b, true);
    }
    auto key = getLocalBounds().removeFromTop (15).reduced (2, 0);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText ("F/N", key, juce::Justification::centredLeft, false);
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
    if (context.showsStop())
    {
        g.fillAll (palette::panel);
        return paintEmpty (g, "A stop has no friction; see Raster");
    }
    paintAxes (g);
    g.reduceClipRegion (plane().toNearestInt());
    paintSide (g, a, palette::stick, false);
    if (comparing)
        paintSide (g, b, palette::slotB, true);
}
} // namespace kolophon
