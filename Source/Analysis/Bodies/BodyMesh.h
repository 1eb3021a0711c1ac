// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Feeds/PictureFeed.h"

#include <vector>

namespace kolophon
{
struct ModeTable;

/** A place or a direction in a drawing: x to the right, y down. */
struct MeshPoint
{
    float x = 0.0f, y = 0.0f;

    friend MeshPoint operator+ (MeshPoint a, MeshPoint b) noexcept { return { a.x + b.x, a.y + b.y }; }
    friend MeshPoint operator- (MeshPoint a, MeshPoint b) noexcept { return { a.x - b.x, a.y - b.y }; }
    friend MeshPoint operator* (MeshPoint a, float factor) noexcept { return { a.x * factor, a.y * factor }; }
    bool operator== (const MeshPoint&) const = default;
};

/** Geometry of a body as the Stage draws it: points at rest, their directions of motion, the displacement of each point
    per mode, and the lines that join the points. All values come from the tables that the engine plays. Coordinates are
    those of a picture three units wide and one high, centred at (0, 0). */
struct BodyMesh
{
    struct Line
    {
        std::vector<int> points;
        bool closed = false;
        float weight = 1.0f; // of the stroke
    };

    std::vector<MeshPoint> rest, direction; // direction: unit vectors
    std::vector<Line> lines;
    std::vector<std::vector<float>> fields;      // by mode, then by point: shape, see ModeTable
    std::vector<MeshPoint> path;                 // of the contact, at equal distances of position, 0 … 0.5
    std::vector<int> pathPoints;                 // the nearest point of each
    std::vector<std::vector<MeshPoint>> scenery; // parts that do not move: polygons
    std::vector<int> face;                       // outline of the filled area; empty: lines only
    enum class Touch { bow, finger, pad } touch = Touch::bow; // the exciter
    bool isString = false;
    float reach = 0.25f; // drawn size of the largest displacement, as a fraction of the picture's height

    /** Displacement of every point [m]. */
    std::vector<float> displacements (const ShapeFrame& frame) const;
    /** Point of the contact at rest for this position, and the inverse. */
    MeshPoint pointAt (double position) const;
    double positionAt (MeshPoint point) const;
    int nearestPoint (double position) const;
};

/** Mesh of the body at this index of bodyTable(); `custom`: modes from a file, or null. */
BodyMesh makeBodyMesh (int bodyType, const ModeTable* custom = nullptr);
} // namespace kolophon
