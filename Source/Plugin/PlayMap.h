#pragma once

#include "../Analysis/PlayTiles.h"
#include "Picture.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace kolophon
{
/** Regimes over the plane of position and force: what the engine plays there, tile by tile on a thread of its own, with
    theory's limits, and where the hand is now. Dragging plays there. [message] */
class PlayMap final : public Picture
{
public:
    static constexpr int columns = 18, rows = 13;
    static constexpr double leftmost = 0.02, rightmost = 0.5; // positions

    explicit PlayMap (PictureContext& itsContext);
    ~PlayMap() override;

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;
    void lookAndFeelChanged () override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;

    /** Tiles that are done, of columns * rows. */
    int finished () const;

    /** Tiles side by side that show the same letter, and where that is written. */
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
    /** One map: which instrument and key, the forces of its rows, and what has been found so far. */
    struct Chart
    {
        Preset preset;
        Tuning tuning;
        int key = 57;
        double lowest = 0.01, highest = 10.0; // [N]
        Tiles tiles;
        int done = 0;
        double positionOf (int column) const;
        double forceOf (int row) const;
    };
    void follow (const Patch& patch);
    void work (std::shared_ptr<Chart> chart);
    void stopWorking ();
    juce::Point<float> toScreen (double position, double force) const;
    juce::Rectangle<float> plane () const;
    void makeImage (float scale);
    void drawTiles (int width, int height);
    void drawLetters (juce::Graphics& g, float width, float height) const;
    void paintLimits (juce::Graphics& g) const;
    void paintHands (juce::Graphics& g) const;
    void drag (const juce::MouseEvent& event);

    MouseHand hand;
    mutable std::mutex mutex;     // of the chart's tiles
    std::shared_ptr<Chart> chart; // shown
    std::map<std::uint64_t, std::shared_ptr<Chart>> charts;
    std::thread worker;
    std::atomic<bool> stop { false };
    std::uint64_t shownPrint = 0, seenPrint = 0;
    int steadyFor = 0, drawn = -1; // ticks since a knob moved; tiles in the image; -1: none
    ForceLimits limits;
    juce::Image image;                           // of the tiles, pixel by pixel
    float imageScale = 1.0f;                     // of its pixels to ours
    std::array<char, columns * rows> letters {}; // of its tiles; 0: none
    bool showsHands = false;                     // something sounds
    std::uint64_t version = 0;
};
} // namespace kolophon
