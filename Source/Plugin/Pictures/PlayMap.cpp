// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayMap.h"

#include "../../Core/NumberText.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Controls/LookAndFeel.h"
#include "../Pages/RowRules.h"
#include "SvgGraphics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int every = 5, settled = 24, askedEvery = 6, tilesEvery = 18; // ticks
constexpr std::size_t maxCharts = 12;
constexpr float axis = 14.0f; // [px]
constexpr int trail = 120;    // shots: two seconds

/** Colour and letter of a regime: either suffices to identify it. */
struct Sign
{
    juce::Colour colour;
    const char* letter;
};
Sign signOf (const RegimeMeasurement& motion)
{
    switch (motion.regime)
    {
        case Regime::none: return { palette::raised, "" };
        case Regime::helmholtz: return { palette::energy, "H" };
        case Regime::multipleSlip: return { palette::slip, "2" };
        case Regime::anomalousLow: return { palette::slotB, "L" };
        case Regime::raucous: return { palette::heat, "R" };
        case Regime::constantSlip: return { palette::slip.withMultipliedAlpha (0.5f), "~" };
    }
    return { palette::raised, "" };
}

/** The preset with everything that a map depends on: all but the position of the hand. */
Preset mapped (const PluginProcessor& processor)
{
    auto preset = processor.currentPreset();
    preset.patch.handPosition = 0.13;
    preset.patch.handForce = 1.0;
    preset.patch.handPressurePercent = 65.0;
    preset.patch.outLevelDb = 0.0;
    return preset;
}
} // namespace

std::vector<PlayMap::Region> PlayMap::regionsOf (const std::array<char, columns * rows>& letters)
{
    std::vector<Region> regions;
    std::array<bool, columns * rows> seen {};
    for (std::size_t first = 0; first < letters.size(); ++first)
    {
        if (seen[first] || letters[first] == 0)
            continue;
        std::vector<std::size_t> tiles { first };
        seen[first] = true;
        double x = 0.0, y = 0.0;
        for (std::size_t i = 0; i < tiles.size(); ++i)
        {
            const int column = static_cast<int> (tiles[i]) % columns, row = static_cast<int> (tiles[i]) / columns;
            x += column;
            y += row;
            for (const auto& [dx, dy] : { std::pair (1, 0), std::pair (-1, 0), std::pair (0, 1), std::pair (0, -1) })
            {
                if (column + dx < 0 || column + dx >= columns || row + dy < 0 || row + dy >= rows)
                    continue;
                const auto next = static_cast<std::size_t> ((row + dy) * columns + column + dx);
                if (! std::exchange (seen[next], seen[next] || letters[next] == letters[first]) && seen[next])
                    tiles.push_back (next);
            }
        }
        // The region's tile nearest to its centroid: the centroid of a bent region can lie in another one.
        const auto many = static_cast<double> (tiles.size());
        const auto off = [&] (std::size_t tile) {
            return std::hypot (static_cast<int> (tile) % columns - x / many,
                               static_cast<int> (tile) / columns - y / many);
        };
        const auto best = *std::min_element (tiles.begin(), tiles.end(),
                                             [&] (std::size_t one, std::size_t two) { return off (one) < off (two); });
        regions.push_back (
            { letters[first], tiles.size(), static_cast<int> (best) % columns, static_cast<int> (best) / columns });
    }
    return regions;
}

double PlayMap::Chart::positionOf (int column) const
{
    return leftmost * std::pow (rightmost / leftmost, (column + 0.5) / columns);
}

double PlayMap::Chart::forceOf (int row) const
{
    return highest * std::pow (lowest / highest, (row + 0.5) / rows);
}

PlayMap::PlayMap (PictureContext& itsContext) : Picture (itsContext, PictureKind::map), hand (itsContext.processor)
{
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
}

PlayMap::~PlayMap()
{
    stopWorking();
}

void PlayMap::stopWorking()
{
    stop = true;
    if (worker.joinable())
        worker.join();
    stop = false;
}

/** Computes the tiles from coarse to fine, so that an approximate map is visible at once. */
void PlayMap::work (std::shared_ptr<Chart> its)
{
    juce::Thread::setCurrentThreadName ("Kolophon map");
    TilePlayer player (its->preset, its->key);
    for (const int step : { 4, 2, 1 })
        for (int row = 0; row < rows; row += step)
            for (int column = 0; column < columns; column += step)
            {
                const auto at = static_cast<std::size_t> (row * columns + column);
                {
                    const std::scoped_lock lock (mutex);
                    if (its->tiles[at])
                        continue;
                }
                const auto found =
                    player.play (its->positionOf (column), its->forceOf (row), [this] { return stop.load(); });
                if (! found)
                    return;
                {
                    const std::scoped_lock lock (mutex);
                    its->tiles[at] = *found;
                    ++its->done;
                }
                juce::Thread::sleep (1); // yields to other threads
            }
}

/** Starts another map if the instrument or the key has changed, once no knob has moved for a while. */
void PlayMap::follow (const Patch& patch)
{
    const auto* shape = context.data.shape();
    const int key = shape != nullptr ? shape->key : 57;
    auto preset = mapped (context.processor);
    const auto print = presetFingerprint (preset) * 131 + static_cast<std::uint64_t> (key);
    steadyFor = print == seenPrint ? steadyFor + askedEvery : 0;
    seenPrint = print;
    if (print == shownPrint || steadyFor < settled || hand.isPressing() || context.processor.isNonRealtime())
        return;
    stopWorking();
    shownPrint = print;
    auto& known = charts[print];
    if (known == nullptr)
    {
        known = std::make_shared<Chart>();
        known->tuning = tuningOf (preset);
        known->preset = std::move (preset);
        known->key = key;
        const double full = fullForceOf (patch, known->tuning, key, 0.13);
        known->lowest = full / 60.0;
        known->highest = full * 6.0;
    }
    chart = known;
    if (charts.size() > maxCharts)
        std::erase_if (charts, [this] (const auto& each) { return each.second != chart; });
    std::vector<double> positions;
    for (int i = 0; i <= 2 * columns; ++i)
        positions.push_back (leftmost * std::pow (rightmost / leftmost, 0.5 * i / columns));
    limits = forceLimitsOf (patch, chart->tuning, key, positions);
    drawn = -1;
    image = {};
    if (bodyOf (patch).model != BodyModel::block && chart->done < columns * rows)
        worker = std::thread ([this, its = chart] { work (its); });
}

int PlayMap::finished() const
{
    const std::scoped_lock lock (mutex);
    return chart != nullptr ? chart->done : 0;
}

void PlayMap::advance (int tick)
{
    if (tick % askedEvery == 4)
        follow (context.patch);
    if (tick % every != 1)
        return;
    const int done = finished();
    const bool hasTiles = done != drawn && (drawn < 0 || tick % tilesEvery == 1);
    const bool isQuiet = std::exchange (showsHands, context.data.isLive()) == context.data.isLive();
    if (! hasTiles && isQuiet && context.data.version() == version && ! hand.isPressing())
        return;
    version = context.data.version();
    if (hasTiles)
    {
        drawn = done;
        image = {};
    }
    redraw();
}

juce::Rectangle<float> PlayMap::plane() const
{
    return getLocalBounds().toFloat().withTrimmedBottom (axis);
}

juce::Point<float> PlayMap::toScreen (double position, double force) const
{
    const auto area = plane();
    const double x = std::log (position / leftmost) / std::log (rightmost / leftmost);
    const double y = std::log (force / chart->highest) / std::log (chart->lowest / chart->highest);
    return { area.getX() + static_cast<float> (juce::jlimit (0.0, 1.0, x)) * area.getWidth(),
             area.getY() + static_cast<float> (juce::jlimit (0.0, 1.0, y)) * area.getHeight() };
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
            const auto sign = signOf (**tile);
            letters[static_cast<std::size_t> (row * columns + column)] = sign.letter[0];
            g.setColour (palette::panel.interpolatedWith (sign.colour, 0.36f));
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
        g.setFont (LookAndFeel::font (isLarge ? 15.0f : 10.0f, isLarge));
        g.drawText (juce::String::charToString (static_cast<juce::juce_wchar> (region.letter)),
                    juce::Rectangle<float> (22.0f, 18.0f)
                        .withCentre ({ (static_cast<float> (region.column) + 0.5f) * width,
                                       (static_cast<float> (region.row) + 0.5f) * height }),
                    juce::Justification::centred, false);
    }
}

void PlayMap::paintLimits (juce::Graphics& g) const
{
    for (const auto* line : { &limits.largest, &limits.smallest })
    {
        juce::Path path;
        bool begun = false;
        for (std::size_t i = 0; i < line->size(); ++i)
        {
            const double position = leftmost * std::pow (rightmost / leftmost, 0.5 * static_cast<double> (i) / columns);
            if (! std::isfinite ((*line)[i]) || (*line)[i] < chart->lowest || (*line)[i] > chart->highest)
                continue;
            const auto point = toScreen (position, (*line)[i]);
            std::exchange (begun, true) ? path.lineTo (point) : path.startNewSubPath (point);
        }
        g.setColour (palette::text);
        strokeCurve (g, path, 1.4f, { 5.0f, 3.0f });
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
                const auto point = toScreen (shot->position, static_cast<double> (shot->contact.normalForce));
                std::exchange (begun, true) ? path.lineTo (point) : path.startNewSubPath (point);
            }
        g.setColour (palette::stick.withAlpha (0.55f));
        strokeCurve (g, path, 2.0f);
    }
    for (std::size_t v = 0; v < now->voices.size(); ++v)
        if (const auto& dot = now->voices[v]; dot.sounds && dot.normalForce > 0.0f)
        {
            const bool isLatest = static_cast<int> (v) == now->voice;
            const float size = isLatest ? 11.0f : 7.0f;
            const auto place =
                juce::Rectangle<float> (size, size)
                    .withCentre (toScreen (static_cast<double> (dot.position), static_cast<double> (dot.normalForce)));
            g.setColour (palette::ground);
            g.fillEllipse (place.expanded (1.5f));
            g.setColour (palette::stick);
            g.fillEllipse (place);
        }
}

void PlayMap::draw (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    if (chart == nullptr)
        return paintEmpty (g, "Computing map…");
    if (bodyOf (chart->preset.patch).model == BodyModel::block)
        return paintEmpty (g, "No map for the block");
    auto& device = g.getInternalContext();
    makeImage (device.isVectorDevice() ? 1.0f : device.getPhysicalPixelScaleFactor());
    g.setImageResamplingQuality (juce::Graphics::lowResamplingQuality); // no interpolation
    g.drawImageTransformed (image, juce::AffineTransform::scale (1.0f / imageScale));
    {
        juce::Graphics::ScopedSaveState clip (g);
        g.reduceClipRegion (plane().toNearestInt());
        paintLimits (g);
        paintHands (g);
    }
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (11.0f));
    const auto words = getLocalBounds().removeFromBottom (static_cast<int> (axis));
    g.drawText (toJuce (significant (leftmost, 6)), words, juce::Justification::centredLeft, false);
    g.drawText (juce::String::fromUTF8 ("position →  force ↑"), words, juce::Justification::centred, false);
    g.drawText (toJuce (significant (rightmost, 6)), words, juce::Justification::centredRight, false);
}

juce::String PlayMap::caption() const
{
    if (chart == nullptr)
        return {};
    if (context.data.isLive() && context.data.shape() != nullptr &&
        bodyOf (chart->preset.patch).model == BodyModel::string)
        return PictureData::wordsOf (context.data.regime());
    const int done = finished();
    return done < columns * rows ? juce::String (100 * done / (columns * rows)) + " % played"
                                 : juce::MidiMessage::getMidiNoteName (chart->key, true, true, 4) + ", " +
                                       engineering (chart->lowest, "N") + " to " + engineering (chart->highest, "N");
}

juce::String PlayMap::table() const
{
    juce::String text ("position,force [N],regime,slips per period\n");
    if (chart == nullptr)
        return text;
    const std::scoped_lock lock (mutex);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            if (const auto& tile = chart->tiles[static_cast<std::size_t> (row * columns + column)])
                text << toJuce (fixed (chart->positionOf (column), 5)) << ","
                     << toJuce (fixed (chart->forceOf (row), 5)) << "," << toJuce (regimeName (tile->regime)) << ","
                     << toJuce (fixed (tile->slipsPerPeriod, 3)) << "\n";
    return text;
}

void PlayMap::lookAndFeelChanged()
{
    image = {};
    redraw();
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

void PlayMap::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu() || chart == nullptr)
        return;
    hand.press (context.data.live());
    drag (event);
}

void PlayMap::mouseDrag (const juce::MouseEvent& event)
{
    if (hand.isPressing())
        drag (event);
}

void PlayMap::mouseUp (const juce::MouseEvent&)
{
    hand.release();
}

/** Moves the hand to the mouse. Pressure is logarithmic in the force: 100 % is the highest force for the note, 0 % a
    tenth of it. */
void PlayMap::drag (const juce::MouseEvent& event)
{
    const auto area = plane();
    const double x = juce::jlimit (0.0, 1.0, static_cast<double> ((event.position.x - area.getX()) / area.getWidth()));
    const double y = juce::jlimit (0.0, 1.0, static_cast<double> ((event.position.y - area.getY()) / area.getHeight()));
    const double position = leftmost * std::pow (rightmost / leftmost, x);
    const double force = chart->highest * std::pow (chart->lowest / chart->highest, y);
    hand.turn ("hand.position", position);
    const auto patch = context.processor.bridge().patch();
    if (choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute)
        hand.turn ("hand.force", force);
    else
        hand.turn ("hand.pressure",
                   100.0 * (1.0 + std::log10 (force / fullForceOf (patch, chart->tuning, chart->key, position))));
}
} // namespace kolophon
