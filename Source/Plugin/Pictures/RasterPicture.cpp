// SPDX-License-Identifier: GPL-3.0-or-later
#include "RasterPicture.h"

#include "../../Core/NumberText.h"
#include "../Controls/LookAndFeel.h"

#include <cmath>

namespace kolophon
{
namespace
{
constexpr int periodHeight = 2, axisHeight = 16; // [px]
constexpr int ticksPerRaster = 5;                // ticks
constexpr double slowest = 0.1;                  // [s] longer periods are divided

/** Moment at which piece `bin` begins, of `bins` equal pieces from `begin` to `end`. */
std::uint64_t edge (std::uint64_t begin, std::uint64_t end, int bin, int bins)
{
    return begin + (end - begin) * static_cast<std::uint64_t> (bin) / static_cast<std::uint64_t> (bins);
}
} // namespace

std::vector<RasterPicture::Row> RasterPicture::rows() const
{
    std::vector<Row> found;
    const auto* now = context.data.shape();
    if (now == nullptr || now->momentInterval <= 0.0)
        return found;
    const auto wanted = static_cast<std::size_t> (juce::jmax (1, image.getHeight() / periodHeight));
    if (now->period > slowest)
    {
        const auto length = static_cast<std::uint64_t> (slowest / now->momentInterval);
        auto end = context.data.end (now->slot);
        end -= end % length; // keeps lines at their place
        while (found.size() < wanted && end >= context.data.begin (now->slot) + length)
        {
            found.push_back ({ end - length, end });
            end -= length;
        }
        return found;
    }
    const auto begins = context.data.periods (now->slot, wanted + 1);
    for (std::size_t i = begins.size(); i-- > 1;)
        if (const auto length = begins[i] - begins[i - 1];
            static_cast<double> (length) * now->momentInterval < 3.0 * now->period)
            found.push_back ({ begins[i - 1], begins[i] });
    return found;
}

void RasterPicture::advance (int tick)
{
    if (tick % ticksPerRaster != 1 || context.data.version() == version)
        return;
    version = context.data.version();
    drawLines();
    redraw();
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
    const auto slot = hasRows ? context.data.shape()->slot : Slot::a;
    const juce::Image::BitmapData pixels (image, juce::Image::BitmapData::writeOnly);
    const juce::PixelARGB stick = palette::stickArea.getPixelARGB();
    const juce::PixelARGB slip = palette::slipArea.getPixelARGB(), lifted = palette::raised.getPixelARGB();
    const juce::PixelARGB stripe = palette::slipArea.interpolatedWith (palette::ground, 0.45f).getPixelARGB();
    std::uint64_t slipping = 0, all = 0;
    for (std::size_t r = 0; r < lines.size(); ++r)
        for (int x = 0; x < image.getWidth(); ++x)
        {
            const auto from = edge (lines[r].begin, lines[r].end, x, image.getWidth());
            const auto to = juce::jmax (from + 1, edge (lines[r].begin, lines[r].end, x + 1, image.getWidth()));
            int slips = 0, touches = 0;
            for (auto i = from; i < to; ++i)
            {
                const auto phase = context.data.moment (slot, i).phase;
                slips += phase == ContactMotion::slip ? 1 : 0;
                touches += phase == ContactMotion::lifted ? 0 : 1;
            }
            const bool isSlip = 2 * slips > touches;
            if (r < 30)
                slipping += isSlip ? 1 : 0, ++all;
            for (int line = 0; line < periodHeight; ++line)
            {
                const int y = static_cast<int> (r) * periodHeight + line;
                const auto& colour = touches == 0 ? lifted : (! isSlip ? stick : (x + y) / 2 % 2 == 0 ? slip : stripe);
                reinterpret_cast<juce::PixelRGB*> (pixels.getPixelPointer (x, y))->set (colour);
            }
        }
    slipFraction = all > 0 ? static_cast<double> (slipping) / static_cast<double> (all) : 0.0;
}

juce::String RasterPicture::caption() const
{
    return hasRows ? "slips " + juce::String (juce::roundToInt (100.0 * slipFraction)) + " % of the time"
                   : juce::String();
}

juce::String RasterPicture::table() const
{
    juce::String text ("line,phase,state\n");
    const auto lines = rows();
    static constexpr const char* names[] = { "lifted", "stick", "slip" };
    for (std::size_t r = 0; r < lines.size(); ++r)
        for (auto i = lines[r].begin; i < lines[r].end; ++i)
            text << static_cast<int> (r) << ","
                 << toJuce (fixed (static_cast<double> (i - lines[r].begin) /
                                       static_cast<double> (lines[r].end - lines[r].begin),
                                   5))
                 << "," << names[static_cast<int> (context.data.moment (context.data.shape()->slot, i).phase)] << "\n";
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
        return paintEmpty (g);
    g.setImageResamplingQuality (juce::Graphics::lowResamplingQuality);
    g.drawImageAt (image, 0, 0);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (11.0f));
    const auto axis = getLocalBounds().removeFromBottom (axisHeight);
    g.drawText (isSlow ? "100 ms" : "one period", axis, juce::Justification::centred, false);
    g.drawText ("slip", axis, juce::Justification::centredLeft, false);
    g.drawText ("stick", axis, juce::Justification::centredRight, false);
}
} // namespace kolophon
