// SPDX-License-Identifier: GPL-3.0-or-later
#include "EnergyPicture.h"

#include "../../Core/Text/NumberText.h"
#include "../Drawing/LookAndFeel.h"

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
    if (shape == nullptr || (! readings.empty() && shape->time < readings.back().time))
        readings.clear(); // silence, or the engine was reset
    if (shape != nullptr && (readings.empty() || meters.workIn != readings.back().meters.workIn))
        readings.push_back ({ shape->time, meters });
    while (readings.size() > 2 && readings.back().time - readings[1].time > window)
        readings.pop_front();
    const auto before = now;
    now = {};
    if (const double seconds = readings.empty() ? 0.0 : readings.back().time - readings.front().time; seconds > 0.05)
    {
        const auto &first = readings.front().meters, &last = readings.back().meters;
        now = { (last.workIn - first.workIn) / seconds,
                (last.frictionLoss - first.frictionLoss) / seconds,
                (last.bodyLoss - first.bodyLoss) / seconds,
                (last.storedEnergy - first.storedEnergy) / seconds,
                {},
                {} };
        for (std::size_t side = 0; side < now.sideWork.size(); ++side)
        {
            now.sideWork[side] = (last.sideWork[side] - first.sideWork[side]) / seconds;
            now.sideHeat[side] = (last.sideLoss[side] - first.sideLoss[side]) / seconds;
        }
    }
    const auto* seen = context.data.shape();
    const Totals totals { meters.workIn, meters.storedEnergy,
                          seen != nullptr ? seen->bodyEnergy + seen->secondEnergy : 0.0,
                          seen != nullptr ? seen->bristleEnergy : 0.0 };
    const bool flowMoves = now != before;
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
           withSuperscript (toJuce (scientific (meters.relativeResidual, 1)));
}

juce::String EnergyPicture::table() const
{
    const auto& m = context.data.meters;
    juce::String text ("account,energy [J],power [W]\n");
    const auto row = [&text] (const char* name, double energy, double power)
    { text << name << "," << toJuce (scientific (energy, 9)) << "," << toJuce (scientific (power, 9)) << "\n"; };
    row ("work of the bow", m.workIn - m.sideWork[0] - m.sideWork[1], now.bowWork());
    row ("work of the side contact", m.sideWork[0], now.sideWork[0]);
    row ("friction heat under the bow", m.frictionLoss - m.sideLoss[0] - m.sideLoss[1], now.bowHeat());
    row ("heat at the side contact", m.sideLoss[0], now.sideHeat[0]);
    row ("heat under the finger", m.sideLoss[1], now.sideHeat[1]);
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
    const auto write = [&g] (juce::Rectangle<int> line, const juce::String& name, const juce::String& energy)
    {
        g.setColour (palette::quietText);
        g.drawText (name, line, juce::Justification::centredLeft, false);
        g.setColour (palette::text);
        g.drawText (energy, line.withTrimmedRight (4), juce::Justification::centredRight, false);
    };
    const auto* shape = context.data.shape();
    auto columnOne = totals.removeFromLeft (totals.getWidth() / 2).withTrimmedRight (6);
    write (columnOne.removeFromTop (17), "work", engineering (meters.workIn, "J"));
    write (columnOne, "stored", engineering (meters.storedEnergy, "J"));
    const bool isPair = shape != nullptr && shape->secondBody >= 0;
    if (isPair)
        write (totals.removeFromTop (17), "bodies",
               engineering (shape->bodyEnergy, "J") + " + " + engineering (shape->secondEnergy, "J"));
    else
        write (totals.removeFromTop (17), "body", engineering (shape != nullptr ? shape->bodyEnergy : 0.0, "J"));
    write (totals, "bristle", engineering (shape != nullptr ? shape->bristleEnergy : 0.0, "J"));
}

/** Powers that come in, from the top: hands that give, and the store if it does. */
std::vector<EnergyPicture::Branch> EnergyPicture::sources() const
{
    std::vector<Branch> all { { "bow", now.bowWork(), palette::stick.withAlpha (0.85f) },
                              { "side contact", now.sideWork[0], palette::slotB.withAlpha (0.75f) },
                              { "store", -now.stored, palette::stored.withAlpha (0.6f) } };
    std::erase_if (all, [] (const Branch& branch) { return branch.power <= 0.0 && branch.name != "bow"; });
    return all;
}

/** Powers that go out, from the top: what is missing on the left, a hand that takes, stands here. */
std::vector<EnergyPicture::Branch> EnergyPicture::branches() const
{
    std::vector<Branch> all { { "friction", now.bowHeat(), palette::heat } };
    const auto addIf = [&all] (bool isThere, const char* name, double power, juce::Colour colour)
    {
        if (isThere)
            all.push_back ({ name, power, colour });
    };
    const bool isStop = choiceOf<&Patch::sideKind> (context.patch) == SideContact::stop;
    addIf (now.sideHeat[0] != 0.0, isStop ? "stop" : "side contact", now.sideHeat[0], palette::heat.darker (0.3f));
    addIf (now.sideHeat[1] != 0.0, "finger", now.sideHeat[1], palette::heat.darker (0.5f));
    addIf (now.sideWork[0] < 0.0, "second bow", -now.sideWork[0], palette::slotB);
    all.push_back ({ "body", now.body, palette::slip });
    all.push_back ({ "stored", juce::jmax (0.0, now.stored), palette::stored });
    return all;
}

/** Paints the flow: bands from the left are the work of the hands and energy that the body returns from its store. */
void EnergyPicture::paintFlow (juce::Graphics& g, juce::Rectangle<float> area) const
{
    const auto all = sources();
    double in = 0.0;
    for (const auto& source : all)
        in += juce::jmax (0.0, source.power);
    if (in < 1e-9)
    {
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (13.0f));
        g.drawText ("no energy flow", area, juce::Justification::centred, false);
        return;
    }
    const float height = area.getHeight() - 44.0f;
    const float left = area.getX() + 8.0f, right = area.getRight() - 8.0f, middle = left + 0.32f * (right - left);
    float from = area.getY() + 20.0f;
    juce::String words;
    for (const auto& source : all)
    {
        const auto size = static_cast<float> (juce::jmax (0.0, source.power) / in) * height;
        g.setColour (source.colour);
        if (size > 0.0f)
            g.fillPath (band (left, middle, from, size, from, size));
        from += size;
        if (source.name != "store")
            words << (words.isEmpty() ? "" : ", ") << source.name << " " << engineering (source.power, "W");
    }
    paintBranches (g, area, branches(), middle, right - labelWidth, height, in);
    g.setColour (palette::text);
    g.drawText (words, juce::Rectangle<float> (left, area.getY(), right - labelWidth - left, 16.0f),
                juce::Justification::centredLeft, false);
}

/** Paints the bands from `middle` to their names at `end`; `height` is as wide as the power `in` [W]. */
void EnergyPicture::paintBranches (juce::Graphics& g, juce::Rectangle<float> area, const std::vector<Branch>& branches,
                                   float middle, float end, float height, double in)
{
    constexpr float line = 17.0f;
    const float space = 0.5f * (area.getHeight() - height) * 3.0f / static_cast<float> (branches.size());
    float from = area.getY() + 20.0f, to = area.getY(), lowest = area.getY();
    g.setFont (LookAndFeel::font (12.0f));
    for (std::size_t i = 0; i < branches.size(); ++i)
    {
        const auto& branch = branches[i];
        const float size = static_cast<float> (juce::jmax (0.0, branch.power) / in) * height,
                    later = line * static_cast<float> (branches.size() - 1 - i);
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
}
} // namespace kolophon
