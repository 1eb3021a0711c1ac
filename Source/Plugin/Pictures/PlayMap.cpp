// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayMap.h"

#include "../../Analysis/RowRules.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Drawing/LookAndFeel.h"
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
                const auto found = player.play (placeOf (column, row), [this] { return stop.load(); });
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
void PlayMap::follow()
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
        HandPlane plane (preset.patch, tuningOf (preset), key);
        known = std::make_shared<Chart> (Chart { std::move (preset), key, std::move (plane) });
    }
    chart = known;
    if (charts.size() > maxCharts)
        std::erase_if (charts, [this] (const auto& each) { return each.second != chart; });
    limits.clear();
    for (int i = 0; i <= 2 * columns; ++i)
        limits.push_back (chart->plane.limits (0.5 * i / columns));
    drawn = -1;
    image = {};
    if (bodyOf (chart->preset.patch).model != BodyModel::block && chart->done < columns * rows)
        worker = std::thread ([this, its = chart] { work (its); });
}

int PlayMap::finished() const
{
    const std::scoped_lock lock (mutex);
    return chart != nullptr ? chart->done : 0;
}

/** Clears the map of a sound that another one has replaced. */
void PlayMap::forget()
{
    stopWorking();
    chart = nullptr;
    shownPrint = seenPrint = 0;
    limits.clear();
    letters.fill (0);
    image = {};
    redraw();
}

void PlayMap::advance (int tick)
{
    if (std::exchange (sound, context.data.sound()) != context.data.sound())
        forget();
    if (tick % askedEvery == 4)
        follow();
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
    if (context.data.isLive() && context.data.shape() != nullptr)
        return context.data.words();
    const int done = finished();
    if (done < columns * rows)
        return "computing the map: " + juce::String (100 * done / (columns * rows)) + " %";
    const auto& up = chart->plane.up();
    return juce::MidiMessage::getMidiNoteName (chart->key, true, true, 4) + ", " + toJuce (up.label) + " " +
           toJuce (formatShown (up, up.minimum)) + " to " + toJuce (formatShown (up, up.maximum));
}

juce::String PlayMap::table() const
{
    juce::String text ("position,force [N],regime,slips per period\n"); // as played
    if (chart == nullptr)
        return text;
    const std::scoped_lock lock (mutex);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            if (const auto& tile = chart->tiles[static_cast<std::size_t> (row * columns + column)])
            {
                const auto played = chart->plane.played (placeOf (column, row));
                text << toJuce (fixed (played.patch.handPosition, 5)) << "," << toJuce (significant (played.force, 5))
                     << "," << toJuce (regimeName (tile->regime)) << "," << toJuce (fixed (tile->slipsPerPeriod, 3))
                     << "\n";
            }
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

/** Moves the knobs to the mouse. */
void PlayMap::drag (const juce::MouseEvent& event)
{
    const auto area = plane();
    const auto along = [] (float offset, float length)
    { return juce::jlimit (0.0, 1.0, static_cast<double> (offset / length)); };
    const auto turn = [this] (const ParamInfo& its, double place) { hand.turn (its.id, its.fromNormalised (place)); };
    turn (parameterTable()[*findParameter ("hand.position")], along (event.position.x - area.getX(), area.getWidth()));
    turn (chart->plane.up(), 1.0 - along (event.position.y - area.getY(), area.getHeight()));
}
} // namespace kolophon
