// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayMap.h"

#include "../../Analysis/Bench/RegimeSigns.h"
#include "../../Analysis/RowRules.h"
#include "../../Core/Text/NumberText.h"
#include "../Drawing/LookAndFeel.h"

#include <algorithm>
#include <cmath>
#include <utility>

/** Painting of the map: tiles with their letters, limits, hands and the legend. */
namespace kolophon
{
namespace
{
constexpr float axis = 15.0f;                           // [px]
constexpr int trail = 120;                              // shots: two seconds
constexpr int legendLine = 15, oneLegendLineFrom = 400; // [px]

/** The regime's colour as a ground for letters in the colour of text. */
juce::Colour tileColour (Regime regime)
{
    constexpr float share = 0.36f;
    return regime == Regime::none
               ? juce::Colour (palette::raised)
               : palette::panel.interpolatedWith (juce::Colour (0xff000000 | signOf (regime).colour), share);
}
} // namespace

int PlayMap::legendHeight() const
{
    return legendLine * (getWidth() >= oneLegendLineFrom ? 1 : 2);
}

juce::Rectangle<float> PlayMap::plane() const
{
    return getLocalBounds().toFloat().withTrimmedBottom (axis + static_cast<float> (legendHeight()));
}

juce::Point<float> PlayMap::toScreen (HandPlane::Place place) const
{
    const auto area = plane();
    return { area.getX() + static_cast<float> (place.across) * area.getWidth(),
             area.getBottom() - static_cast<float> (place.up) * area.getHeight() };
}

/** Place of a bow that is played. */
HandPlane::Place PlayMap::placeOf (const HandPlane::Bow& bow) const
{
    return chart->plane.placeOf (bow, HandPlane::knobsOf (context.patch));
}

/** Draws the tiles; unfinished ones show the nearest coarser tile. */
void PlayMap::drawTiles (int width, int height)
{
    image = juce::Image (juce::Image::RGB, width, height, true, juce::SoftwareImageType());
    juce::Graphics g (image);
    g.fillAll (palette::raised);
    letters.fill (0);
    const std::scoped_lock lock (mutex);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
            const std::optional<RegimeMeasurement>* tile = nullptr;
            for (const int step : { 1, 2, 4 })
                if (const auto& its =
                        chart->tiles[static_cast<std::size_t> (row / step * step * columns + column / step * step)];
                    its && tile == nullptr)
                    tile = &its;
            if (tile == nullptr)
                continue;
            const auto regime = (*tile)->regime;
            letters[static_cast<std::size_t> (row * columns + column)] =
                signOf (regime).of (chart->isOfString()).letter;
            g.setColour (tileColour (regime));
            const auto edge = [] (int place, int of, int pixels) { return place * pixels / of; }; // without gaps
            const int x = edge (column, columns, image.getWidth()), y = edge (row, rows, image.getHeight());
            g.fillRect (juce::Rectangle<int>::leftTopRightBottom (x, y, edge (column + 1, columns, image.getWidth()),
                                                                  edge (row + 1, rows, image.getHeight())));
        }
    g.addTransform (juce::AffineTransform::scale (imageScale));
    drawLetters (g, plane().getWidth() / columns, plane().getHeight() / rows);
}

/** Draws a line between regimes, and in every region its letter, so that the map is readable without colours. */
void PlayMap::drawLetters (juce::Graphics& g, float width, float height) const
{
    const auto letterAt = [this] (int column, int row) -> char
    {
        const bool inside = column >= 0 && row >= 0 && column < columns && row < rows;
        return inside ? letters[static_cast<std::size_t> (row * columns + column)] : '\0';
    };
    g.setColour (palette::panel.withAlpha (0.7f));
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
            const float x = static_cast<float> (column) * width, y = static_cast<float> (row) * height;
            if (column > 0 && letterAt (column, row) != letterAt (column - 1, row))
                g.fillRect (juce::Rectangle<float> (x - 0.5f, y, 1.0f, height));
            if (row > 0 && letterAt (column, row) != letterAt (column, row - 1))
                g.fillRect (juce::Rectangle<float> (x, y - 0.5f, width, 1.0f));
        }
    for (const auto& region : regionsOf (letters))
    {
        constexpr std::size_t large = 6; // tiles
        const bool isLarge = region.size >= large;
        g.setColour (palette::text.withAlpha (isLarge ? 0.95f : 0.7f));
        g.setFont (LookAndFeel::font (isLarge ? 15.0f : 12.0f, isLarge));
        g.drawText (juce::String::charToString (static_cast<juce::juce_wchar> (region.letter)),
                    juce::Rectangle<float> (22.0f, 18.0f)
                        .withCentre ({ (static_cast<float> (region.column) + 0.5f) * width,
                                       (static_cast<float> (region.row) + 0.5f) * height }),
                    juce::Justification::centred, false);
    }
}

void PlayMap::paintLimits (juce::Graphics& g) const
{
    for (const auto line : { &HandPlane::Limits::largest, &HandPlane::Limits::smallest })
    {
        juce::Path path;
        bool begun = false;
        for (std::size_t i = 0; i < limits.size(); ++i)
        {
            const double up = limits[i] ? (*limits[i]).*line : -1.0;
            if (up < 0.0 || up > 1.0)
                continue;
            const auto point = toScreen ({ 0.5 * static_cast<double> (i) / columns, up });
            std::exchange (begun, true) ? path.lineTo (point) : path.startNewSubPath (point);
        }
        g.setColour (palette::text);
        strokeDashed (g, path, 1.4f, { 5.0f, 3.0f });
    }
}

void PlayMap::paintHands (juce::Graphics& g) const
{
    const auto* now = context.data.shape();
    if (now == nullptr || ! showsHands)
        return;
    if (! context.reducedMotion)
    {
        juce::Path path;
        bool begun = false;
        for (int back = trail; back >= 0; back -= 3)
            if (const auto* shot = context.data.shape (back); shot != nullptr && shot->contact.normalForce > 0.0f)
            {
                const auto point =
                    toScreen (placeOf ({ std::abs (static_cast<double> (shot->contact.bowVelocity)), shot->position,
                                         static_cast<double> (shot->contact.normalForce) }));
                std::exchange (begun, true) ? path.lineTo (point) : path.startNewSubPath (point);
            }
        g.setColour (palette::stick.withAlpha (0.55f));
        g.strokePath (path, juce::PathStrokeType (2.0f));
    }
    const auto all = bows();
    for (const auto& each : all)
    {
        const float size = &each == &all.back() ? 11.0f : 7.0f;
        const auto place = juce::Rectangle<float> (size, size).withCentre (toScreen (each));
        g.setColour (palette::ground);
        g.fillEllipse (place.expanded (1.5f));
        g.setColour (palette::stick);
        g.fillEllipse (place);
    }
}

std::vector<HandPlane::Place> PlayMap::bows() const
{
    std::vector<HandPlane::Place> places;
    const auto* now = context.data.shape();
    if (now == nullptr || chart == nullptr)
        return places;
    const auto add = [&] (const VoiceDot& dot)
    {
        if (dot.sounds && dot.normalForce > 0.0f)
            places.push_back (placeOf ({ std::abs (static_cast<double> (dot.speed)), static_cast<double> (dot.position),
                                         static_cast<double> (dot.normalForce) }));
    };
    for (std::size_t v = 0; v < now->voices.size(); ++v)
        if (static_cast<int> (v) != now->voice)
            add (now->voices[v]);
    if (now->voice >= 0)
        add (now->voices[static_cast<std::size_t> (now->voice)]);
    return places;
}

void PlayMap::draw (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    if (chart == nullptr)
        return paintEmpty (g, "Computing map…");
    if (bodyOf (chart->preset.patch).model == BodyModel::block)
        return paintEmpty (g, "No map for the block");
    auto& device = g.getInternalContext();
    makeImage (device.getPhysicalPixelScaleFactor());
    g.setImageResamplingQuality (juce::Graphics::lowResamplingQuality); // no interpolation
    g.drawImageTransformed (image, juce::AffineTransform::scale (1.0f / imageScale));
    {
        juce::Graphics::ScopedSaveState clip (g);
        g.reduceClipRegion (plane().toNearestInt());
        paintLimits (g);
        paintHands (g);
    }
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    const auto words = getLocalBounds().withTrimmedBottom (legendHeight()).removeFromBottom (static_cast<int> (axis));
    const auto& position = parameterTable()[*findParameter ("hand.position")];
    g.drawText (toJuce (significant (position.minimum, 6)), words, juce::Justification::centredLeft, false);
    g.drawText (juce::String::fromUTF8 ("Position →  ") + toJuce (chart->plane.up().label) +
                    juce::String::fromUTF8 (" ↑"),
                words, juce::Justification::centred, false);
    g.drawText (toJuce (significant (position.maximum, 6)), words, juce::Justification::centredRight, false);
    paintLegend (g);
}

/** Explains the letters of the regimes that occur. */
void PlayMap::paintLegend (juce::Graphics& g) const
{
    constexpr int tile = 13, besideTile = 4, betweenEntries = 8; // [px]
    const auto all = getLocalBounds().removeFromBottom (legendHeight());
    const auto font = LookAndFeel::font (12.0f);
    auto line = all.withHeight (legendLine);
    for (std::size_t i = 0; i < regimeSigns.size(); ++i)
    {
        const auto& sign = regimeSigns[i].of (chart->isOfString());
        if (sign.letter == 0 || std::find (letters.begin(), letters.end(), sign.letter) == letters.end())
            continue;
        const juce::String name (sign.brief);
        const int width = tile + besideTile + font.getStringWidth (name) + 2;
        if (width > line.getWidth())
            line = all.withTrimmedTop (legendLine);
        auto entry = line.removeFromLeft (width);
        line.removeFromLeft (betweenEntries);
        const auto chip = entry.removeFromLeft (tile).withSizeKeepingCentre (tile, tile);
        g.setColour (tileColour (static_cast<Regime> (i)));
        g.fillRect (chip);
        g.setFont (font);
        g.setColour (palette::text);
        g.drawText (juce::String::charToString (static_cast<juce::juce_wchar> (sign.letter)), chip.expanded (2, 0),
                    juce::Justification::centred, false);
        g.setColour (palette::quietText);
        g.drawText (name, entry.withTrimmedLeft (besideTile), juce::Justification::centredLeft, false);
    }
}

/** Creates a new image if size or scale have changed. */
void PlayMap::makeImage (float scale)
{
    const auto area = plane() * scale;
    const int width = juce::jmax (1, juce::roundToInt (area.getWidth())),
              height = juce::jmax (1, juce::roundToInt (area.getHeight()));
    if (! image.isNull() && image.getWidth() == width && image.getHeight() == height)
        return;
    imageScale = scale;
    drawTiles (width, height);
}
} // namespace kolophon
