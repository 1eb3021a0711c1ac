// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyMesh.h"

#include "../../Physics/Bodies/ModeTable.h"
#include "../../Synth/Bodies/BodyTable.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace kolophon
{
namespace
{
using std::numbers::pi;
constexpr int pathCount = 65;

float distance (MeshPoint a, MeshPoint b)
{
    return std::hypot (a.x - b.x, a.y - b.y);
}

MeshPoint at (double x, double y)
{
    return { static_cast<float> (x), static_cast<float> (y) };
}

/** Adds points along a line, s from 0 to 1, all with the same direction of motion; field (mode, s). */
void addLine (BodyMesh& mesh, int points, int modes, const std::function<MeshPoint (double)>& place,
              const std::function<MeshPoint (double)>& direction, const std::function<double (int, double)>& field,
              float weight, bool closed = false)
{
    BodyMesh::Line line;
    line.weight = weight;
    line.closed = closed;
    mesh.fields.resize (static_cast<std::size_t> (modes));
    for (int i = 0; i < points; ++i)
    {
        const double s = static_cast<double> (i) / (closed ? points : points - 1);
        line.points.push_back (static_cast<int> (mesh.rest.size()));
        mesh.rest.push_back (place (s));
        mesh.direction.push_back (direction (s));
        for (int m = 0; m < modes; ++m)
            mesh.fields[static_cast<std::size_t> (m)].push_back (static_cast<float> (field (m, s)));
    }
    mesh.lines.push_back (std::move (line));
}

void addTriangle (BodyMesh& mesh, MeshPoint a, MeshPoint b, MeshPoint c)
{
    mesh.scenery.push_back ({ a, b, c });
}

/** Adds a rectangle by its upper left corner and its size. */
void addRectangle (BodyMesh& mesh, double x, double y, double width, double height)
{
    mesh.scenery.push_back ({ at (x, y), at (x + width, y), at (x + width, y + height), at (x, y + height) });
}

/** Adds an ellipse round the centre of the picture, by its half axes. */
void addEllipse (BodyMesh& mesh, double across, double down)
{
    constexpr int corners = 48;
    std::vector<MeshPoint> polygon;
    for (int i = 0; i < corners; ++i)
        polygon.push_back (at (across * std::cos (2.0 * pi * i / corners), down * std::sin (2.0 * pi * i / corners)));
    mesh.scenery.push_back (std::move (polygon));
}

void addPath (BodyMesh& mesh, const std::function<MeshPoint (double)>& place)
{
    for (int i = 0; i < pathCount; ++i)
    {
        const auto point = place (0.5 * i / (pathCount - 1));
        mesh.path.push_back (point);
        const auto nearest =
            std::min_element (mesh.rest.begin(), mesh.rest.end(),
                              [point] (MeshPoint a, MeshPoint b) { return distance (a, point) < distance (b, point); });
        mesh.pathPoints.push_back (static_cast<int> (nearest - mesh.rest.begin()));
    }
}

const auto up = [] (double) { return at (0.0, -1.0); };

BodyMesh stringMesh ()
{
    BodyMesh mesh;
    mesh.isString = true;
    mesh.reach = 0.33f;
    const auto place = [] (double s) { return at (-1.36 + 2.72 * s, 0.0); };
    addLine (
        mesh, 161, ShapeFrame::maxModes, place, up,
        [] (int m, double s) { return std::sqrt (2.0) * std::sin ((m + 1) * pi * s); }, 2.0f);
    addPath (mesh, place);
    for (const double x : { -1.36, 1.36 })
        addTriangle (mesh, at (x, 0.0), at (x - 0.035, 0.13), at (x + 0.035, 0.13));
    return mesh;
}

double along (const ModeTable& table, int mode, double position)
{
    return ModeTable::at (table.shape[static_cast<std::size_t> (mode)], position);
}

/** Mesh of a bar whose path is half of it, from an end or from the middle; the other half mirrors it. */
BodyMesh barMesh (const ModeTable& table, bool pathFromMiddle, bool clamped)
{
    BodyMesh mesh;
    const auto place = [] (double s) { return at (-1.2 + 2.4 * s, 0.0); };
    const auto field = [&table, pathFromMiddle] (int m, double s)
    {
        const double toEnd = std::min (s, 1.0 - s), position = pathFromMiddle ? 0.5 - toEnd : toEnd;
        const double parity = s > 0.5 && m % 2 == 1 ? -1.0 : 1.0;
        return parity * along (table, m, position);
    };
    addLine (mesh, 97, table.count, place, up, field, 7.0f);
    addPath (mesh, [&] (double p) { return place (pathFromMiddle ? 0.5 - p : p); });
    if (clamped)
        for (const double x : { -1.2, 1.2 })
            addRectangle (mesh, x > 0.0 ? x : x - 0.1, -0.12, 0.1, 0.24);
    else // free: supports at the nodes of its first mode
        for (const double s : { pathFromMiddle ? 0.0 : 0.224, pathFromMiddle ? 1.0 : 0.776 })
            addTriangle (mesh, place (s) + at (0.0, 0.04), place (s) + at (-0.04, 0.14), place (s) + at (0.04, 0.14));
    return mesh;
}

/** Mesh of a bar whose path is all of it: 0 is its free end, 0.5 its clamped end. */
BodyMesh tongueMesh (const ModeTable& table)
{
    BodyMesh mesh;
    const auto place = [] (double s) { return at (-1.1 + 2.2 * s, 0.0); };
    addLine (
        mesh, 81, table.count, place, up, [&] (int m, double s) { return along (table, m, 0.5 * s); }, 6.0f);
    addPath (mesh, [&] (double p) { return place (2.0 * p); });
    addRectangle (mesh, 1.1, -0.2, 0.14, 0.4);
    return mesh;
}

/** Mesh of a rim, seen from above. The table's shape is the motion along the rim; its slope along the rim is the radial
    motion. */
BodyMesh rimMesh (const ModeTable& table)
{
    BodyMesh mesh;
    mesh.reach = 0.1f;
    const auto outward = [] (double s) { return at (std::cos (2.0 * pi * s), -std::sin (2.0 * pi * s)); };
    const auto place = [&] (double s) { return outward (s) * 0.36f; };
    const auto radial = [&table] (int m, double s)
    {
        const double d = 1.0 / 256.0;
        const auto tangential = [&] (double turn) { return along (table, m, 0.5 * (turn - std::floor (turn))); };
        return (tangential (s + d) - tangential (s - d)) / (4.0 * pi * d);
    };
    addLine (mesh, 128, table.count, place, outward, radial, 4.0f, true);
    mesh.face = mesh.lines[0].points;
    mesh.touch = BodyMesh::Touch::finger;
    addPath (mesh, [&] (double p) { return place (2.0 * p); });
    addEllipse (mesh, 0.05, 0.05);
    return mesh;
}

/** Angular order of a pair of modes, in waves around the centre: on the path, a ray at an angle, the two appear as
    cosine and sine of it. 0: a single mode. */
struct RoundMode
{
    int waves = 0;
    bool sine = false;
};
std::vector<RoundMode> roundModes (const ModeTable& table, double angle, double widestSplit)
{
    std::vector<RoundMode> found (static_cast<std::size_t> (table.count));
    for (std::size_t m = 0; m + 1 < found.size(); ++m)
    {
        if (table.ratio[m + 1] > table.ratio[m] * (1.0 + widestSplit))
            continue;
        double cosine = 0.0, sine = 0.0; // where the two are largest
        for (std::size_t place = 0; place < ModeTable::places; ++place)
            if (std::hypot (table.shape[m][place], table.shape[m + 1][place]) > std::hypot (cosine, sine))
                cosine = table.shape[m][place], sine = table.shape[m + 1][place];
        double best = 1e9;
        for (int n = 1; n <= 24; ++n)
            if (const double off = std::abs (cosine * std::sin (n * angle) - sine * std::cos (n * angle)); off < best)
                best = off, found[m].waves = found[m + 1].waves = n;
        found[m + 1].sine = true;
        ++m;
    }
    return found;
}

/** Mesh of a round body seen from the side, path along a ray; `inner`: end of the ray, as a fraction of the radius. */
BodyMesh roundMesh (const ModeTable& table, double angle, bool fromRim, double inner)
{
    BodyMesh mesh;
    mesh.reach = 0.14f;
    const auto modes = roundModes (table, angle, 2e-3);
    const auto place = [] (double r, double a) { return at (1.05 * r * std::cos (a), 0.36 * r * std::sin (a)); };
    const auto field = [&] (int m, double r, double a)
    {
        const auto& mode = modes[static_cast<std::size_t> (m)];
        const double position = fromRim ? 0.5 * (1.0 - r) / (1.0 - inner) : 0.5 * r;
        const double seen = mode.sine ? std::sin (mode.waves * angle) : std::cos (mode.waves * angle);
        const double there = mode.sine ? std::sin (mode.waves * a) : std::cos (mode.waves * a);
        return along (table, m, position) / (std::abs (seen) > 1e-6 ? seen : 1e-6) * there;
    };
    constexpr int rings = 6, spokes = 12;
    for (int i = 1; i <= rings; ++i)
    {
        const double r = inner + (1.0 - inner) * i / rings;
        addLine (
            mesh, 60, table.count, [&] (double s) { return place (r, 2.0 * pi * s); }, up,
            [&] (int m, double s) { return field (m, r, 2.0 * pi * s); }, i == rings ? 2.0f : 0.8f, true);
    }
    mesh.face = mesh.lines.back().points;
    for (int i = 0; i < spokes; ++i)
    {
        const double a = 2.0 * pi * i / spokes;
        addLine (
            mesh, 13, table.count, [&] (double s) { return place (inner + (1.0 - inner) * s, a); }, up,
            [&] (int m, double s) { return field (m, inner + (1.0 - inner) * s, a); }, 0.8f);
    }
    addPath (mesh, [&] (double p) { return place (fromRim ? 1.0 - 2.0 * p * (1.0 - inner) : 2.0 * p, angle); });
    if (inner > 0.0)
    {
        addEllipse (mesh, 0.105, 0.036);
        mesh.touch = BodyMesh::Touch::pad;
    }
    return mesh;
}

/** Mesh of a hinged plate 1 : 0.73, whose modes are identified by their frequencies: m^2 + n^2/0.73^2. */
BodyMesh plateMesh (const ModeTable& table)
{
    BodyMesh mesh;
    mesh.reach = 0.14f;
    constexpr double aspect = 1.0 / 0.73;
    std::vector<std::pair<int, int>> waves;
    for (int mode = 0; mode < table.count; ++mode)
    {
        const double wanted = table.ratio[static_cast<std::size_t> (mode)] * (1.0 + aspect * aspect);
        std::pair<int, int> best { 1, 1 };
        double off = 1e9;
        for (int m = 1; m <= 40; ++m)
            for (int n = 1; n <= 40; ++n)
                if (const double d = std::abs (m * m + n * n * aspect * aspect - wanted); d < off)
                    off = d, best = { m, n };
        waves.push_back (best);
    }
    const auto place = [] (double x, double y) { return at (2.0 * (x - 0.5) + 0.55 * (0.5 - y), 0.75 * (y - 0.5)); };
    const auto field = [&] (int m, double x, double y)
    {
        const auto& [across, deep] = waves[static_cast<std::size_t> (m)];
        return 2.0 * std::sin (across * pi * x) * std::sin (deep * pi * y);
    };
    for (int i = 0; i <= 10; ++i)
        addLine (
            mesh, 41, table.count, [&] (double s) { return place (s, 0.1 * i); }, up,
            [&] (int m, double s) { return field (m, s, 0.1 * i); }, i % 10 == 0 ? 2.0f : 0.8f);
    for (int i = 0; i <= 14; ++i)
        addLine (
            mesh, 25, table.count, [&] (double s) { return place (i / 14.0, s); }, up,
            [&] (int m, double s) { return field (m, i / 14.0, s); }, i % 14 == 0 ? 2.0f : 0.8f);
    // Around the edge: the first line across, the last one down, and back.
    mesh.face = mesh.lines[0].points;
    const auto addEdge = [&mesh] (const std::vector<int>& points, bool backwards)
    {
        for (std::size_t i = 0; i < points.size(); ++i)
            mesh.face.push_back (points[backwards ? points.size() - 1 - i : i]);
    };
    addEdge (mesh.lines.back().points, false);
    addEdge (mesh.lines[10].points, true);
    addEdge (mesh.lines[11].points, true);
    addPath (mesh, [&] (double p) { return place (0.5 - p, 0.5 - 0.93 * p); });
    return mesh;
}

/** Mesh of a blade bent into an S. The table covers half a width to each side of the inflection; farther out a trapped
    mode decays. */
BodyMesh sawMesh (const ModeTable& table)
{
    BodyMesh mesh;
    const auto place = [] (double s)
    { return at (-1.2 + 2.4 * s, 0.28 * std::sin (2.0 * pi * (s - 0.5)) * (1.0 - 0.4 * s)); };
    const auto across = [&] (double s)
    {
        const auto tangent = place (std::min (1.0, s + 0.01)) - place (std::max (0.0, s - 0.01));
        return MeshPoint { tangent.y, -tangent.x } * (1.0f / std::hypot (tangent.x, tangent.y));
    };
    const auto field = [&table] (int m, double s)
    {
        const double x = 4.0 * (s - 0.5), side = std::abs (x); // in widths
        const double middle = std::abs (along (table, m, 0.0)), edge = std::abs (along (table, m, 0.12));
        const double parity = x < 0.0 && middle < 0.5 * edge ? -1.0 : 1.0;
        return parity * along (table, m, std::min (side, 0.5)) * (side > 0.5 ? std::exp (-6.0 * (side - 0.5)) : 1.0);
    };
    addLine (mesh, 121, table.count, place, across, field, 4.0f);
    addPath (mesh, [&] (double p) { return place (0.5 + 0.25 * p); });
    addRectangle (mesh, -1.32, -0.1, 0.12, 0.2);
    addRectangle (mesh, 1.2, -0.1, 0.12, 0.2);
    return mesh;
}

/** Mesh of a body from a file: a line along its path, since a file contains no other geometry. If the file has a single
    point, the whole line moves up and down. */
BodyMesh fileMesh (const ModeTable& table)
{
    BodyMesh mesh;
    const auto isLevel = [] (const auto& shape)
    { return std::all_of (shape.begin(), shape.end(), [&] (double its) { return its == shape[0]; }); };
    const bool isOnePlace = std::all_of (table.shape.begin(), table.shape.begin() + table.count, isLevel);
    const double reach = isOnePlace ? 0.4 : 1.2;
    const auto place = [reach] (double s) { return at (reach * (2.0 * s - 1.0), 0.0); };
    addLine (
        mesh, ModeTable::places, table.count, place, up, [&] (int m, double s) { return along (table, m, 0.5 * s); },
        isOnePlace ? 9.0f : 5.0f);
    addPath (mesh, [&] (double p) { return place (2.0 * p); });
    addRectangle (mesh, -reach, -0.004, 2.0 * reach, 0.008);
    for (const double end : { -reach, reach })
        addRectangle (mesh, end - 0.006, -0.06, 0.012, 0.12);
    return mesh;
}
} // namespace

std::vector<float> BodyMesh::displacements (const ShapeFrame& frame) const
{
    std::vector<float> z (rest.size(), 0.0f);
    // Shapes are divided by the root of the body's mass, for a string Z_0/(2 f_0).
    const double mass = isString ? frame.impedance / (2.0 * frame.fundamental) : frame.mass;
    if (! (mass > 0.0))
        return z;
    const auto modes = std::min (static_cast<std::size_t> (frame.modes), fields.size());
    for (std::size_t m = 0; m < modes; ++m)
    {
        const auto q = static_cast<float> (frame.displacement (static_cast<int> (m)) / std::sqrt (mass));
        if (std::abs (q) < 1e-12f)
            continue;
        const auto& field = fields[m];
        for (std::size_t i = 0; i < z.size(); ++i)
            z[i] += q * field[i];
    }
    return z;
}

MeshPoint BodyMesh::pointAt (double position) const
{
    if (path.empty())
        return {};
    const double place = std::clamp (position, 0.0, 0.5) * 2.0 * (pathCount - 1);
    // The contact of a string can be on either half.
    if (isString)
        return at (-1.36 + 2.72 * std::clamp (position, 0.0, 1.0), 0.0);
    const auto i = std::min (static_cast<std::size_t> (place), path.size() - 2);
    const auto fraction = static_cast<float> (place - static_cast<double> (i));
    return path[i] + (path[i + 1] - path[i]) * fraction;
}

double BodyMesh::positionAt (MeshPoint point) const
{
    if (path.empty())
        return 0.0;
    const auto nearest =
        std::min_element (path.begin(), path.end(),
                          [point] (MeshPoint a, MeshPoint b) { return distance (a, point) < distance (b, point); });
    return 0.5 * static_cast<double> (nearest - path.begin()) / (pathCount - 1);
}

int BodyMesh::nearestPoint (double position) const
{
    if (pathPoints.empty())
        return 0;
    const double place = std::clamp (position, 0.0, 0.5) * 2.0 * (pathCount - 1);
    return pathPoints[std::min (static_cast<std::size_t> (place + 0.5), pathPoints.size() - 1)];
}

BodyMesh makeBodyMesh (int bodyType, const ModeTable* custom)
{
    const auto& info = bodyTable()[static_cast<std::size_t> (bodyType)];
    if (info.model == BodyModel::string)
        return stringMesh();
    if (info.model == BodyModel::block)
        return {};
    if (info.isFromFile && custom != nullptr)
        return fileMesh (*custom);
    const auto& table = *modesOf (bodyType);
    if (info.closedPath || info.isFromFile) // the bell
        return rimMesh (table);
    if (info.name == "Tongue")
        return tongueMesh (table);
    if (info.name == "Clamped bar" || info.name == "Hinged bar")
        return barMesh (table, true, info.name == "Clamped bar");
    if (info.name == "Plate")
        return plateMesh (table);
    if (info.name == "Membrane")
        return roundMesh (table, 0.4, false, 0.0);
    if (info.name == "Disc")
        return roundMesh (table, 0.37, true, 0.1);
    if (info.name == "Saw")
        return sawMesh (table);
    if (info.name.ends_with ("bar"))
        return barMesh (table, false, false);
    return tongueMesh (table); // the other bodies with a straight path
}
} // namespace kolophon
