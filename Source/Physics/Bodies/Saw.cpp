// SPDX-License-Identifier: GPL-3.0-or-later
#include "Saw.h"

#include "Bars.h"
#include "HermiteElement.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace kolophon::saws
{
namespace
{
constexpr double poisson = 0.3;

/** Integrals of two shapes N of nodes: N N, N' N', N'' N'', N N'' made symmetric, k N N; and N N in the grips, element
    by element, with the first unknown of each. */
struct Matrices
{
    Eigen::MatrixXd mass, slope, bend, mixed, curved;
    std::vector<std::pair<Eigen::Index, Eigen::Matrix4d>> held;

    double heldOf (const Eigen::VectorXd& shape) const
    {
        double sum = 0.0;
        for (const auto& [corner, integral] : held)
            sum += shape.segment<4> (corner).dot (integral * shape.segment<4> (corner));
        return sum;
    }
};

Matrices assemble (const Blade& blade, const std::vector<double>& nodes)
{
    const auto size = static_cast<Eigen::Index> (2 * nodes.size());
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero (size, size);
    Matrices m { none, none, none, none, none, {} };
    for (std::size_t element = 0; element + 1 < nodes.size(); ++element)
    {
        const double h = nodes[element + 1] - nodes[element];
        const auto corner = static_cast<Eigen::Index> (2 * element);
        const auto add = [corner] (Eigen::MatrixXd& to, const Eigen::Matrix4d& what)
        { to.block<4, 4> (corner, corner) += what; };
        Eigen::Matrix4d held = Eigen::Matrix4d::Zero();
        for (const auto& [s, abscissaWeight] : hermite::gauss)
        {
            const double weight = h * abscissaWeight, x = nodes[element] + s * h, k = blade.middle + blade.slope * x;
            const Eigen::Vector4d w = hermite::value (s, h), first = hermite::slope (s, h);
            const Eigen::Vector4d second = hermite::curvature (s, h);
            add (m.mass, weight * w * w.transpose());
            add (m.slope, weight * first * first.transpose());
            add (m.bend, weight * second * second.transpose());
            add (m.mixed, 0.5 * weight * (w * second.transpose() + second * w.transpose()));
            add (m.curved, weight * k * w * w.transpose());
            if (std::abs (x) > 0.5 * blade.length - grip)
                held += weight * w * w.transpose();
        }
        if (! held.isZero (0.0))
            m.held.emplace_back (corner, held);
    }
    return m;
}

/** One unknown, or two with equal or opposite values. */
struct Unknown
{
    Eigen::Index first, second;
    double sign; // of the second; 0: only one

    double scale () const { return sign == 0.0 ? 1.0 : std::sqrt (0.5); }
    void add (double value, Eigen::VectorXd& to) const
    {
        to (first) += scale() * value;
        to (second) += sign * scale() * value;
    }
};
using Basis = std::vector<Unknown>;

/** Transforms a matrix of the nodes' unknowns into two bases, for rows and columns. */
Eigen::MatrixXd inBasis (const Eigen::MatrixXd& m, const Basis& rows, const Basis& columns)
{
    Eigen::MatrixXd out (static_cast<Eigen::Index> (rows.size()), static_cast<Eigen::Index> (columns.size()));
    for (Eigen::Index j = 0; j < out.cols(); ++j)
        for (Eigen::Index i = 0; i < out.rows(); ++i)
        {
            const auto &a = rows[static_cast<std::size_t> (i)], &b = columns[static_cast<std::size_t> (j)];
            out (i, j) = a.scale() * b.scale() *
                         (m (a.first, b.first) + b.sign * m (a.first, b.second) +
                          a.sign * (m (a.second, b.first) + b.sign * m (a.second, b.second)));
        }
    return out;
}

/** Independent groups of shapes: unknowns of f and of g, those of f that are clamped first. */
struct SplitBasis
{
    Basis f, g;
    std::size_t clamped;
};

/** If the curvature is even or odd about the middle, an even f stays even, so that half as many unknowns at a time are
    solved in an eighth of the time. */
std::vector<SplitBasis> basesOf (Blade blade, int elements)
{
    const Eigen::Index last = 2 * elements; // its deflection; its slope follows
    std::vector<SplitBasis> bases;
    if (blade.middle != 0.0 && blade.slope != 0.0)
    {
        Basis all;
        for (const Eigen::Index first : { Eigen::Index (0), last, Eigen::Index (2) })
            for (Eigen::Index i = first; i < (first == 2 ? last : first + 2); ++i)
                all.push_back ({ i, i, 0.0 });
        bases.push_back ({ all, all, 4 });
        return bases;
    }
    Basis even, odd;
    for (Eigen::Index i = 0; i / 2 * 2 < elements; ++i) // deflections of equal sign, and slopes of opposite sign
    {
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        const Eigen::Index mirrored = last - i + 2 * (i % 2);
        even.push_back ({ i, mirrored, sign });
        odd.push_back ({ i, mirrored, -sign });
    }
    if (elements % 2 == 0)
    {
        even.push_back ({ elements, elements, 0.0 });
        odd.push_back ({ elements + 1, elements + 1, 0.0 });
    }
    const bool isEven = blade.slope == 0.0;
    bases.push_back ({ even, isEven ? even : odd, 2 });
    bases.push_back ({ odd, isEven ? odd : even, 2 });
    return bases;
}

std::vector<double> nodesOf (const Blade& blade, int elements)
{
    std::vector<double> nodes;
    for (int i = 0; i <= elements; ++i)
        nodes.push_back (blade.length * (static_cast<double> (i) / elements - 0.5));
    return nodes;
}

Modes solve (const Blade& blade, int transposed, const std::vector<double>& nodes, const Matrices& m)
{
    Modes found { nodes, {} };
    const int elements = static_cast<int> (nodes.size()) - 1;
    const double r = bars::root (bars::Ends::free, transposed), r4 = r * r * r * r;
    const double ar = r * (std::cosh (r) - std::cos (r)) / (std::sinh (r) - std::sin (r));
    const double t = ar * (ar - 2.0), u = ar * (ar + 6.0);
    const Eigen::MatrixXd stretch =
        (m.bend + r4 * m.mass + 2.0 * poisson * t * m.mixed + 2.0 * (1.0 + poisson) * t * m.slope) / r4;
    const Eigen::MatrixXd flat =
        m.bend + r4 * m.mass - 2.0 * poisson * t * m.mixed + 2.0 * (1.0 - poisson) * u * m.slope;

    for (const auto& [f, g, clamped] : basesOf (blade, elements))
    {
        const Eigen::MatrixXd curved = inBasis (m.curved, g, f);
        const Eigen::MatrixXd stiffness =
            inBasis (flat, f, f) + curved.transpose() * inBasis (stretch, g, g).llt().solve (curved);
        const auto inside = static_cast<Eigen::Index> (f.size() - clamped);
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver (
            stiffness.bottomRightCorner (inside, inside), inBasis (m.mass, f, f).bottomRightCorner (inside, inside));
        for (Eigen::Index i = 0; i < inside; ++i)
        {
            Eigen::VectorXd all = Eigen::VectorXd::Zero (m.mass.rows());
            for (Eigen::Index n = 0; n < inside; ++n)
                f[static_cast<std::size_t> (n) + clamped].add (solver.eigenvectors() (n, i), all);
            Mode mode { std::sqrt (solver.eigenvalues() (i)), m.heldOf (all), {}, {} };
            all *= std::sqrt (blade.length);
            for (Eigen::Index node = 0; node < all.size(); node += 2)
            {
                mode.deflection.push_back (all (node));
                mode.slope.push_back (all (node + 1));
            }
            if (found.shape (mode, 1e-3 * blade.length) < 0.0)
                for (auto* values : { &mode.deflection, &mode.slope })
                    for (double& value : *values)
                        value = -value;
            found.modes.push_back (std::move (mode));
        }
    }
    std::sort (found.modes.begin(), found.modes.end(),
               [] (const Mode& a, const Mode& b) { return a.frequency < b.frequency; });
    return found;
}
} // namespace

double Modes::shape (const Mode& mode, double x) const noexcept
{
    return hermite::placeOf (std::clamp (x, nodes.front(), nodes.back()), nodes).between (mode.deflection, mode.slope);
}

Modes solve (Blade blade, int transposed, int elements)
{
    const auto nodes = nodesOf (blade, elements);
    return solve (blade, transposed, nodes, assemble (blade, nodes));
}

void build (ModeTable& table, Blade blade)
{
    constexpr int shapesAcross = 12, listed = 96;
    struct Found
    {
        double frequency;
        int transposed;
        std::size_t along;
    };
    /** One family of modes, and its shape across at the edge and at the two pickups. */
    struct Family
    {
        Modes modes;
        double edge, left, right;
    };
    std::vector<Found> modes;
    std::vector<Family> solved;
    const auto nodes = nodesOf (blade, usualElements);
    const auto matrices = assemble (blade, nodes);
    for (int transposed = 1; transposed <= shapesAcross; ++transposed)
    {
        const auto shapeAt = [root = bars::root (bars::Ends::free, transposed)] (double y)
        { return bars::shape (bars::Ends::free, root, y); };
        solved.push_back (
            { solve (blade, transposed, nodes, matrices), shapeAt (0.0), shapeAt (0.08), shapeAt (0.93) });
        const auto& found = solved.back().modes.modes;
        for (std::size_t along = 0; along < found.size(); ++along)
            modes.push_back ({ found[along].frequency, transposed, along });
    }
    std::sort (modes.begin(), modes.end(), [] (const Found& a, const Found& b) { return a.frequency < b.frequency; });
    const double inflection = blade.slope != 0.0 ? -blade.middle / blade.slope : 0.0;
    const auto beside = [&] (double x)
    { return hermite::placeOf (std::clamp (inflection + x, nodes.front(), nodes.back()), nodes); };
    std::vector<hermite::Place> path;
    for (int place = 0; place < ModeTable::places; ++place)
        path.push_back (beside (ModeTable::placeOf (place)));
    for (const auto& f : modes)
    {
        const auto& family = solved[static_cast<std::size_t> (f.transposed - 1)];
        const auto& mode = family.modes.modes[f.along];
        const auto shapeAt = [&] (const hermite::Place& place) { return place.between (mode.deflection, mode.slope); };
        const double ratio = f.frequency / modes[0].frequency;
        const int m = table.count < listed ? table.add (ratio, hold * mode.held) : -1;
        for (std::size_t place = 0; place < path.size(); ++place)
        {
            const double here = shapeAt (path[place]) * family.edge;
            if (m >= 0)
                table.shape[static_cast<std::size_t> (m)][place] = here;
            else
                table.leftOut[place] += here * here / (ratio * ratio);
        }
        if (m >= 0)
        {
            table.left[static_cast<std::size_t> (m)] = shapeAt (beside (-0.2)) * family.left;
            table.right[static_cast<std::size_t> (m)] = shapeAt (beside (0.14)) * family.right;
        }
    }
}
} // namespace kolophon::saws
