#pragma once

#include "../Synth/PictureFeed.h"

#include <JuceHeader.h>

#include <vector>

namespace kolophon
{
struct ModeTable;

/** A body as the Stage draws it: points at rest, in which direction each moves, how far each mode moves it, and
    which of
    them are joined by lines. Everything comes from the tables that the engine plays. Coordinates are of a picture three
    units wide and one high, its middle at (0, 0). [message] */
struct BodyMesh
{
    struct Line
    {
        std::vector<int> points;
        bool closed = false;
        float weight = 1.0f; // of the stroke
    };

    std::vector<juce::Point<float>> rest, direction; // direction: unit vectors
    std::vector<Line> lines;
    std::vector<std::vector<float>> fields; // by mode, then by point: shape, see ModeTable
    std::vector<juce::Point<float>> path;   // of the contact, at equal distances of position, 0 … 0.5
    std::vector<int> pathPoints;            // the nearest point of each
    juce::Path scenery;                     // what doesn't move
    std::vector<int> face;                  // points round what is filled; empty: lines alone
    enum class Touch { bow, finger, pad } touch = Touch::bow; // what rubs it
    bool isString = false;
    float reach = 0.25f; // of the picture's height: how large the largest displacement is drawn

    /** The displacement of every point [m]. */
    std::vector<float> displacements (const ShapeFrame& frame) const;
    /** Where the contact at this position is at rest, and the other way round. */
    juce::Point<float> pointAt (double position) const;
    double positionAt (juce::Point<float> point) const;
    int nearestPoint (double position) const;
};

/** The body at this place of bodyTable(); `custom`: modes from a file, or null. */
BodyMesh makeBodyMesh (int bodyType, const ModeTable* custom = nullptr);
} // namespace kolophon
