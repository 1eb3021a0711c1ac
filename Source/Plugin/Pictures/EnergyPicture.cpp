// SPDX-License-Identifier: GPL-3.0-or-later
#include "EnergyPicture.h"

#include "../../Core/NumberText.h"
#include "../Controls/LookAndFeel.h"

#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int every = 6;             // ticks
constexpr double window = 0.25;      // [s]
constexpr float labelWidth = 108.0f; // [px]

/** Band between two verticals, from one height to another. */
juce::Path band (float left, float right, float fromTop, float fromHeight, float toTop, float toHeight)
{
    const float middle = 0.5f * (left + right);
    juce::Path path;
    path.startNewSubPath (left, fromTop);
    path.cubicTo (middle, fromTop, middle, toTop, right, toTop);
    path.lineTo (right, toTop + toHeight);
    path.cubicTo (middle, toTop + toHeight, middle, fromTop + fromHeight, left, fromTop + fromHeight);
    path.closeSubPath();
    return path;
}
} // namespace

void EnergyPicture::advance (int tick)
{
    if (tick % every != 3)
        return;
    const auto& meters = context.data.meters;
    const auto* shape = context.data.live();
    if (! meters.ledgerOn || context.data.isPaused())
        return;
    if (shape == nullptr || (! readings.empty() && shape->time < readings.back().at))
        readings.clear(); // silence, or the engine was reset
    if (shape != nullptr && (readings.empty() || meters.workIn != readings.back().meters.workIn))
        readings.push_back ({ shape->time, meters });
    while (readings.size() > 2 && readings.back().at - readings[1].at > window)
        readings.pop_front();
    const auto before = now;
    now = {};
    if (const double seconds = readings.empty() ? 0.0 : readings.back().at - readings.front().at; seconds > 0.05)
    {
        const auto &first = readings.front().meters, &last = readings.back().meters;
        now = { (last.workIn - first.workIn) / seconds, (last.frictionLoss - first.frictionLoss) / seconds,
                (last.bodyLoss - first.bodyLoss) / seconds, (last.storedEnergy - first.storedEnergy) / seconds };
    }
    const auto* seen = context.data.shape();
    const Totals totals { meters.workIn, meters.storedEnergy,
                          seen != nullptr ? seen->bodyEnergy + seen->secondEnergy : 0.0,
                          seen != nullptr ? seen->bristleEnergy : 0.0 };
    const bool flowMoves = now.work != before.work || now.body != before.body || now.friction != before.friction ||
                           now.stored != before.stored;
    if (flowMoves || (tick % 60 < every && totals != shownTotals))
    {
        shownTotals = totals;
        redraw();
    }
}

juce::String EnergyPicture::caption() const
{
    const auto& meters = context.data.meters;
    if (! meters.ledgerOn)
        return {};
    const bool good = meters.relativeResidual <= LedgerView::tolerance;
    return juce::String::fromUTF8 (good ? "✓ energy balanced to " : "✗ energy off by ") +
           toJuce (scientific (meters.relativeResidual, 1));
}

juce::String EnergyPicture::table() const
{
    const auto& m = context.data.meters;
    juce::String text ("account,energy [J],power [W]\n");
    const auto row = [&text] (const char* name, double energy, double power)
    { text << name << "," << toJuce (scientific (energy, 9)) << "," << toJuce (scientific (power, 9)) << "\n"; };
    row ("work of the bow", m.workIn, now.work);
    row ("friction heat", m.frictionLoss, now.friction);
    row ("body loss", m.bodyLoss, now.body);
    row ("stored", m.storedEnergy, now.stored);
    text << "residual of the worst step divided by peak energy," << toJuce (scientific (m.relativeResidual, 3))
         << ",\n";
    return text;
}

void EnergyPicture::draw (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    const auto& meters = context.data.meters;
    if (! meters.ledgerOn)
        return paintEmpty (g);
    auto area = getLocalBounds().reduced (6, 2);
    auto totals = area.removeFromBottom (34);
    paintFlow (g, area.toFloat());

    g.setFont (LookAndFeel::font (12.0f));
    const auto write = [&g] (juce::Rectangle<int> line, const juce::String& name, double energy)
    {
        g.setColour (palette::quietText);
        g.drawText (name, line, juce::Justification::centredLeft, false);
        g.setColour (palette::text);
        g.drawText (engineering (energy, "J"), line.withTrimmedRight (4), juce::Justification::centredRight, false);
    };
    const auto* shape = context.data.shape();
    auto columnOne = totals.removeFromLeft (totals.getWidth() / 2).withTrimmedRight (6);
    write (columnOne.removeFromTop (17), "work", meters.workIn);
    write (columnOne, "stored", meters.storedEnergy);
    const bool isPair = shape != nullptr && shape->secondBody >= 0;
    write (totals.removeFromTop (17), isPair ? "both bodies" : "body",
           shape != nullptr ? shape->bodyEnergy + shape->secondEnergy : 0.0);
    write (totals, "bristle", shape != nullptr ? shape->bristleEnergy : 0.0);
}

/** Paints the flow. The band from the left is the bow's work; energy that the body returns from its store comes in from
    above. */
void EnergyPicture::paintFlow (juce::Graphics& g, juce::Rectangle<float> area) const
{
    const double given = juce::jmax (0.0, -now.stored), kept = juce::jmax (0.0, now.stored);
    const double in = juce::jmax (0.0, now.work) + given;
    if (in < 1e-9)
    {
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (13.0f));
        g.drawText ("no energy flow", area, juce::Justification::centred, false);
        return;
    }
    const float height = area.getHeight() - 44.0f, top = area.getY() + 20.0f;
    const auto wide = [in, height] (double power)
    { return static_cast<float> (juce::jmax (0.0, power) / in) * height; };
    const float left = area.getX() + 8.0f, right = area.getRight() - 8.0f, middle = left + 0.32f * (right - left);
    g.setColour (palette::stick.withAlpha (0.85f));
    g.fillPath (band (left, middle, top, wide (now.work), top, wide (now.work)));
    g.setColour (palette::stored.withAlpha (0.6f));
    if (given > 0.0)
        g.fillPath (band (left, middle, top + wide (now.work), wide (given), top + wide (now.work), wide (given)));

    struct Branch
    {
        const char* name;
        double power;
        juce::Colour colour;
    };
    const std::array<Branch, 3> branches { { { "friction", now.friction, palette::heat },
                                             { "body", now.body, palette::slip },
                                             { "stored", kept, palette::stored } } };
    constexpr float line = 17.0f;
    const float end = right - labelWidth, space = (area.getHeight() - height) / 2.0f;
    float from = top, to = area.getY(), lowest = area.getY();
    g.setFont (LookAndFeel::font (12.0f));
    for (std::size_t i = 0; i < branches.size(); ++i)
    {
        const auto& branch = branches[i];
        const float size = wide (branch.power), later = line * static_cast<float> (branches.size() - 1 - i);
        to += space * 0.6f;
        g.setColour (branch.colour.withAlpha (0.8f));
        if (size > 0.2f)
            g.fillPath (band (middle, end, from, size, to, size));
        from += size;
        const float y = juce::jlimit (lowest, area.getBottom() - later - line, to + 0.5f * size - 0.5f * line);
        lowest = y + line;
        auto label = juce::Rectangle<float> (end + 5.0f, y, labelWidth - 5.0f, line);
        g.setColour (palette::quietText);
        g.drawText (branch.name, label, juce::Justification::centredLeft, false);
        g.setColour (palette::text);
        g.drawText (engineering (branch.power, "W"), label, juce::Justification::centredRight, false);
        to += juce::jmax (size, 3.0f);
    }
    const auto words = "bow " + engineering (now.work, "W");
    const auto label = juce::Rectangle<float> (left, area.getY(), 90.0f, 16.0f);
    g.setColour (palette::text);
    g.drawText (words, label, juce::Justification::centredLeft, false);
}
} // namespace kolophon
