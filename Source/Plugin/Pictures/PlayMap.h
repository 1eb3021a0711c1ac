// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bench/PlayTiles.h"
#include "../../Analysis/RowRules.h"
#include "Picture.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace kolophon
{
/** Map of regimes over all that Position and Pressure reach, as the engine plays them, computed tile by tile on a
    separate thread; with the theoretical limits and the bows that are played. Dragging plays there. [message] */
class PlayMap final : public Picture
{
public:
    static constexpr int columns = 18, rows = 13;

    explicit PlayMap (PictureContext& itsContext);
    ~PlayMap() override;

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;
    void lookAndFeelChanged () override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;

    /** Number of finished tiles, of columns * rows. */
    int finished () const;
    /** Places of the bows that are played, that of the latest note last. */
    std::vector<HandPlane::Place> bows () const;

    /** Adjacent tiles with the same letter, and the tile in which it is written. */
    struct Region
    {
        char letter;
        std::size_t size;
        int column, row;
    };
    static std::vector<Region> regionsOf (const std::array<char, columns * rows>& letters);

protected:
    void draw (juce::Graphics& g) override;

private:
    using Tiles = std::array<std::optional<RegimeMeasurement>, columns * rows>;
    /** One map: its instrument and key, the plane of its hand, and the tiles found so far. */
    struct Chart
    {
        Preset preset;
        int key;
        HandPlane plane;
        Tiles tiles {};
        int done = 0;
        bool isOfString () const noexcept { return bodyOf (preset.patch).model == BodyModel::string; }
    };
    static HandPlane::Place placeOf (int column, int row) noexcept
    {
        return { (column + 0.5) / columns, 1.0 - (row + 0.5) / rows };
    }
    HandPlane::Place placeOf (const HandPlane::Bow& bow) const;
    void follow ();
    void forget ();
    void work (std::shared_ptr<Chart> chart);
    void stopWorking ();
    juce::Point<float> toScreen (HandPlane::Place place) const;
    juce::Rectangle<float> plane () const;
    void makeImage (float scale);
    void drawTiles (int width, int height);
    void drawLetters (juce::Graphics& g, float width, float height) const;
    void paintLimits (juce::Graphics& g) const;
    void paintLegend (juce::Graphics& g) const;
    int legendHeight () const;
    void paintHands (juce::Graphics& g) const;
    void drag (const juce::MouseEvent& event);

    MouseHand hand;
    mutable std::mutex mutex;     // guards the chart's tiles
    std::shared_ptr<Chart> chart; // shown
    std::map<std::uint64_t, std::shared_ptr<Chart>> charts;
    std::thread worker;
    std::atomic<bool> stop { false };
    std::uint64_t shownPrint = 0, seenPrint = 0;
    int steadyFor = 0, drawn = -1;                        // ticks since a knob moved; tiles in the image, -1: no image
    std::vector<std::optional<HandPlane::Limits>> limits; // at columns and half-way between them
    std::uint64_t sound = 0;                              // that is shown
    juce::Image image;                                    // of the tiles, pixel by pixel
    float imageScale = 1.0f;                              // image pixels per pixel of the component
    std::array<char, columns * rows> letters {};          // per tile; 0: none
    bool showsHands = false;                              // true while a note sounds
    std::uint64_t version = 0;
};
} // namespace kolophon
