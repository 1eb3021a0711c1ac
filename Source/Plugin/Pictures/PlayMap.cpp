// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayMap.h"

#include "../../Analysis/RowRules.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Drawing/LookAndFeel.h"
#include "../Drawing/SvgGraphics.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int every = 5, settled = 24, askedEvery = 6, tilesEvery = 18; // ticks
constexpr std::size_t maxCharts = 12;

/** The preset with everything that a map depends on: all but the position of the hand. */
Preset mapped (const InstrumentSession& session)
{
    auto preset = session.currentPreset();
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

PlayMap::PlayMap (PictureContext& itsContext) : Picture (itsContext, PictureKind::map), hand (itsContext.session)
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
    auto preset = mapped (context.session);
    const auto print = presetFingerprint (preset) * 131 + static_cast<std::uint64_t> (key);
    steadyFor = print == seenPrint ? steadyFor + askedEvery : 0;
    seenPrint = print;
    if (print == shownPrint || steadyFor < settled || hand.isPressing() || context.session.isRenderingOffline())
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

juce::String PlayMap::caption() const
{
    if (chart == nullptr)
        return {};
    if (context.data.isLive() && context.data.shape() != nullptr &&
        bodyOf (chart->preset.patch).model == BodyModel::string)
        return PictureData::wordsOf (context.data.regime());
    const int done = finished();
    return done < columns * rows ? "computing the map: " + juce::String (100 * done / (columns * rows)) + " %"
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

void PlayMap::mouseDown (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu() || chart == nullptr)
        return;
    context.sentence.clearError();
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
    const auto patch = context.session.bridge().patch();
    if (choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute)
        hand.turn ("hand.force", force);
    else
        hand.turn ("hand.pressure",
                   100.0 * (1.0 + std::log10 (force / fullForceOf (patch, chart->tuning, chart->key, position))));
}
} // namespace kolophon
