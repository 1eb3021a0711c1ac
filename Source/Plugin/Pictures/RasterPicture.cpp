// SPDX-License-Identifier: GPL-3.0-or-later
#include "RasterPicture.h"

#include "../../Core/Text/NumberText.h"
#include "../../Core/Ticks.h"
#include "../Drawing/LookAndFeel.h"

#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int periodHeight = 2, tickHeight = 15, axisHeight = 2 * tickHeight; // [px]
constexpr int ticksPerRaster = 5;                                             // ticks
constexpr double slowest = 0.1;                                               // [s] longer periods are divided

/** Moment at which this fraction of a line has passed. */
std::uint64_t momentAt (std::uint64_t begin, std::uint64_t end, double fraction)
{
    return begin + static_cast<std::uint64_t> (fraction * static_cast<double> (end - begin));
}
} // namespace

std::vector<RasterPicture::Row> RasterPicture::rows() const
{
    std::vector<Row> found;
    const auto* now = context.data.shape();
    if (now == nullptr || now->momentInterval <= 0.0)
        return found;
    const auto wanted = static_cast<std::size_t> (juce::jmax (1, image.getHeight() / periodHeight));
    const auto contact = shownContact();
    if (now->period > slowest)
    {
        const auto length = static_cast<std::uint64_t> (slowest / now->momentInterval);
        auto end = context.data.end (contact);
        end -= end % length; // keeps lines at their place
        while (found.size() < wanted && end >= context.data.begin (contact) + length)
        {
            found.push_back ({ end - length, end });
            end -= length;
        }
        return found;
    }
    const auto begins = context.data.periods (contact, wanted + 1);
    for (std::size_t i = begins.size(); i-- > 1;)
        if (const auto length = begins[i] - begins[i - 1];
            static_cast<double> (length) * now->momentInterval < 3.0 * now->period)
            found.push_back ({ begins[i - 1], begins[i] });
    return found;
}

void RasterPicture::advance (int tick)
{
    const bool isOther = touching != context.touching();
    if (tick % ticksPerRaster != 1 || (context.data.version() == version && ! isOther))
        return;
    touching = context.touching();
    version = context.data.version();
    drawLines();
    redraw();
}

/** Fraction of a period that is drawn: up to a round one behind the slips, which begin each line, with room; all of it
    if slips come later, or lines are pieces of a period. Single slips at other times don't count. */
double RasterPicture::fractionOf (const std::vector<Row>& lines, WatchedContact contact) const
{
    constexpr int bins = 40;
    constexpr std::uint64_t stride = 3; // a glance suffices
    constexpr double rare = 0.03, room = 1.3;
    if (isSlow || lines.empty() || contact.touching != Touching::bow)
        return 1.0;
    std::array<std::size_t, bins> slips {};
    for (const auto& line : lines)
    {
        std::array<bool, bins> seen {};
        for (auto i = line.begin; i < line.end; i += stride)
            if (context.data.moment (contact, i).phase == ContactMotion::slip)
                seen[static_cast<std::size_t> (bins * (i - line.begin) / (line.end - line.begin))] = true;
        for (std::size_t bin = 0; bin < bins; ++bin)
            slips[bin] += seen[bin] ? 1 : 0;
    }
    double last = 1.0 / bins;
    for (std::size_t bin = 0; bin < bins; ++bin)
        if (static_cast<double> (slips[bin]) > rare * static_cast<double> (lines.size()))
            last = static_cast<double> (bin + 1) / bins;
    for (const double round : { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8 })
        if (round >= room * last)
            return round;
    return 1.0;
}

void RasterPicture::drawLines()
{
    if (image.isNull())
        return;
    image.duplicateIfShared(); // the displayed recording keeps its image
    image.clear (image.getBounds(), palette::panel);
    const auto lines = rows();
    hasRows = ! lines.empty();
    isSlow = hasRows && context.data.shape()->period > slowest;
    const auto contact = shownContact();
    drawnFraction = fractionOf (lines, contact);
    const auto phaseAt = [this] (int x) { return drawnFraction * x / image.getWidth(); };
    const juce::Image::BitmapData pixels (image, juce::Image::BitmapData::writeOnly);
    const juce::PixelARGB stick = palette::stickArea.getPixelARGB();
    const juce::PixelARGB slip = palette::slipArea.getPixelARGB(), lifted = palette::raised.getPixelARGB();
    const juce::PixelARGB stripe = palette::slipArea.interpolatedWith (palette::ground, 0.45f).getPixelARGB();
    for (std::size_t r = 0; r < lines.size(); ++r)
        for (int x = 0; x < image.getWidth(); ++x)
        {
            const auto from = momentAt (lines[r].begin, lines[r].end, phaseAt (x));
            const auto to = juce::jmax (from + 1, momentAt (lines[r].begin, lines[r].end, phaseAt (x + 1)));
            int slips = 0, touches = 0;
            for (auto i = from; i < to; ++i)
            {
                const auto phase = context.data.moment (contact, i).phase;
                slips += phase == ContactMotion::slip ? 1 : 0;
                touches += phase == ContactMotion::lifted ? 0 : 1;
            }
            const bool isSlip = 2 * slips > touches;
            for (int line = 0; line < periodHeight; ++line)
            {
                const int y = static_cast<int> (r) * periodHeight + line;
                const auto& colour = touches == 0 ? lifted : (! isSlip ? stick : (x + y) / 2 % 2 == 0 ? slip : stripe);
                reinterpret_cast<juce::PixelRGB*> (pixels.getPixelPointer (x, y))->set (colour);
            }
        }
    slipFraction = fractionIn (lines, contact, ContactMotion::slip);
    touchFraction = 1.0 - fractionIn (lines, contact, ContactMotion::lifted);
}

/** Fraction of the time of the newest lines in which the contact is in this phase. */
double RasterPicture::fractionIn (const std::vector<Row>& lines, WatchedContact contact, ContactMotion phase) const
{
    constexpr std::size_t newest = 30;
    std::uint64_t inPhase = 0, all = 0;
    for (std::size_t r = 0; r < juce::jmin (newest, lines.size()); ++r)
        for (auto i = lines[r].begin; i < lines[r].end; ++i, ++all)
            inPhase += context.data.moment (contact, i).phase == phase ? 1 : 0;
    return all > 0 ? static_cast<double> (inPhase) / static_cast<double> (all) : 0.0;
}

/** The contact that is drawn, in the slot that is heard. */
WatchedContact RasterPicture::shownContact() const
{
    const auto* now = context.data.shape();
    return { now != nullptr ? now->slot : Slot::a, touching };
}

juce::String RasterPicture::caption() const
{
    if (! hasRows)
        return {};
    const auto percent = [] (double fraction) { return juce::String (juce::roundToInt (100.0 * fraction)); };
    return contactName() +
           (context.showsStop() ? "touches " + percent (touchFraction) : "slips " + percent (slipFraction)) +
           " % of the time";
}

juce::String RasterPicture::table() const
{
    juce::String text ("line,phase,state\n");
    const auto lines = rows();
    static constexpr const char* names[] = { "lifted", "stick", "slip" };
    const auto contact = shownContact();
    for (std::size_t r = 0; r < lines.size(); ++r)
        for (auto i = lines[r].begin; i < lines[r].end; ++i)
            text << static_cast<int> (r) << ","
                 << toJuce (fixed (static_cast<double> (i - lines[r].begin) /
                                       static_cast<double> (lines[r].end - lines[r].begin),
                                   5))
                 << "," << names[static_cast<int> (context.data.moment (contact, i).phase)] << "\n";
    return text;
}

void RasterPicture::resized()
{
    const int height = getHeight() - axisHeight;
    if (getWidth() > 0 && height > periodHeight)
        image = juce::Image (juce::Image::RGB, getWidth(), height / periodHeight * periodHeight, true,
                             juce::SoftwareImageType());
    drawLines();
    redraw();
}

void RasterPicture::lookAndFeelChanged()
{
    drawLines();
    redraw();
}

void RasterPicture::draw (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    if (! hasRows)
        return touching == Touching::bow ? paintEmpty (g) : paintEmpty (g, "Play a note that it touches");
    g.setImageResamplingQuality (juce::Graphics::lowResamplingQuality);
    g.drawImageAt (image, 0, 0);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    auto foot = getLocalBounds().removeFromBottom (axisHeight);
    const auto scale = foot.removeFromTop (tickHeight);
    const juce::String unit (isSlow ? "ms" : "period");
    const int unitWidth = LookAndFeel::font (12.0f).getStringWidth (unit) + 4;
    g.drawText (unit, scale, juce::Justification::centredRight, false);
    const double last = isSlow ? 1e3 * slowest : drawnFraction;
    for (const double tick : roundTicks (0.0, last, 5))
    {
        const auto place = juce::Rectangle<float> (34.0f, static_cast<float> (tickHeight))
                               .withCentre ({ static_cast<float> (tick / last) * static_cast<float> (getWidth()),
                                              scale.toFloat().getCentreY() });
        const auto text = toJuce (significant (tick, 3));
        if (tick == 0.0)
            g.drawText (text, place.withX (0.0f), juce::Justification::centredLeft, false);
        else if (place.getRight() < static_cast<float> (getWidth() - unitWidth))
            g.drawText (text, place, juce::Justification::centred, false);
    }
    paintLegend (g, foot);
}

void RasterPicture::paintLegend (juce::Graphics& g, juce::Rectangle<int> line) const
{
    for (const bool isSlip : { true, false })
    {
        if (isSlip && context.showsStop())
            continue;
        const auto chip = line.removeFromLeft (13).withSizeKeepingCentre (13, 10).toFloat();
        g.setColour (isSlip ? palette::slipArea : palette::stickArea);
        g.fillRect (chip);
        g.setColour (palette::slipArea.interpolatedWith (palette::ground, 0.45f));
        for (float x = 0.0f; isSlip && x < 12.0f; x += 4.0f)
            g.drawLine (chip.getX() + x, chip.getBottom(), juce::jmin (chip.getRight(), chip.getX() + x + 6.0f),
                        chip.getY(), 1.5f);
        g.setColour (palette::quietText);
        g.drawText (isSlip                ? "slip"
                    : context.showsStop() ? "touch"
                                          : "stick",
                    line.removeFromLeft (46).withTrimmedLeft (5), juce::Justification::centredLeft, false);
    }
    g.drawText ("newest on top", line, juce::Justification::centredRight, false);
}
} // namespace kolophon
