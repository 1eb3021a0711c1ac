// SPDX-License-Identifier: GPL-3.0-or-later
#include "TunedBars.h"

#include "HermiteElement.h"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace kolophon::tunedbars
{
namespace
{
struct Matrices
{
    Eigen::MatrixXd stiffness, inertia; // of one half: deflection and slope of node 0, of node 1, …
};

/** Gauss's rule is exact for a parabola cubed, and practically exact for the steeper arch on a short element. */
Matrices assemble (Cut cut, const std::vector<double>& nodes)
{
    const auto size = static_cast<Eigen::Index> (2 * nodes.size());
    Matrices m { Eigen::MatrixXd::Zero (size, size), Eigen::MatrixXd::Zero (size, size) };
    for (std::size_t element = 0; element + 1 < nodes.size(); ++element)
    {
        const double h = nodes[element + 1] - nodes[element];
        const auto corner = static_cast<Eigen::Index> (2 * element);
        auto stiffness = m.stiffness.block<4, 4> (corner, corner), inertia = m.inertia.block<4, 4> (corner, corner);
        for (const auto& [s, abscissaWeight] : hermite::gauss)
        {
            const double t = thickness (cut, nodes[element] + s * h), weight = h * abscissaWeight;
            const Eigen::Vector4d w = hermite::value (s, h), bend = hermite::curvature (s, h);
            stiffness += weight * t * t * t * bend * bend.transpose();
            inertia += weight * t * w * w.transpose();
        }
    }
    return m;
}

/** Modes of the half with zero slope (even) or deflection (odd) in the middle, without the rigid one: translation of
    the even half, rotation of the odd one. */
void solveHalf (const Matrices& whole, bool even, double scale, std::vector<Mode>& modes)
{
    const Eigen::Index size = whole.stiffness.rows(), held = size - (even ? 1 : 2);
    Eigen::Array<Eigen::Index, Eigen::Dynamic, 1> kept (size - 1);
    for (Eigen::Index i = 0; i < kept.size(); ++i)
        kept (i) = i < held ? i : i + 1;
    const Eigen::MatrixXd stiffness = whole.stiffness (kept, kept), inertia = whole.inertia (kept, kept);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver (stiffness, inertia);
    for (Eigen::Index i = 1; i < solver.eigenvalues().size(); ++i)
    {
        Eigen::VectorXd all = Eigen::VectorXd::Zero (size);
        all (kept) = solver.eigenvectors().col (i) * (solver.eigenvectors() (0, i) < 0.0 ? -scale : scale);
        Mode mode { std::sqrt (solver.eigenvalues() (i)), even, {}, {} };
        for (Eigen::Index node = 0; node < size; node += 2)
        {
            mode.deflection.push_back (all (node));
            mode.slope.push_back (all (node + 1));
        }
        modes.push_back (std::move (mode));
    }
}
} // namespace

double thickness (Cut cut, double x) noexcept
{
    const double s = std::abs (2.0 * x - 1.0) / cut.width;
    return s < 1.0 ? 1.0 - cut.depth * (1.0 - std::pow (s, cut.power)) : 1.0;
}

double mass (Cut cut) noexcept
{
    return 1.0 - cut.depth * cut.width * cut.power / (cut.power + 1.0);
}

double Modes::shape (const Mode& mode, double x) const noexcept
{
    const bool mirrored = x > 0.5;
    const double place = std::clamp (mirrored ? 1.0 - x : x, 0.0, 0.5);
    const double value = hermite::placeOf (place, nodes).between (mode.deflection, mode.slope);
    return mirrored && ! mode.even ? -value : value;
}

Modes solve (Cut cut, int outside, int inside)
{
    Modes found;
    const double edge = 0.5 * (1.0 - cut.width);
    for (int i = 0; i < outside; ++i)
        found.nodes.push_back (edge * i / outside);
    for (int i = 0; i <= inside; ++i)
        found.nodes.push_back (edge + (0.5 - edge) * i / inside);
    const auto matrices = assemble (cut, found.nodes);
    const double scale = std::sqrt (0.5 * mass (cut)); // from a half's modal mass 1 to a bar's modal mass M
    solveHalf (matrices, true, scale, found.modes);
    solveHalf (matrices, false, scale, found.modes);
    std::sort (found.modes.begin(), found.modes.end(),
               [] (const Mode& a, const Mode& b) { return a.frequency < b.frequency; });
    return found;
}

Cut tune (double second, double third, Cut start)
{
    const auto miss = [=] (Cut cut)
    {
        const auto found = solve (cut);
        const double first = found.modes[0].frequency;
        return Eigen::Vector2d { std::log (found.modes[1].frequency / first / second),
                                 std::log (found.modes[2].frequency / first / third) };
    };
    constexpr double step = 1e-5;
    for (int i = 0; i < 20; ++i)
    {
        const Eigen::Vector2d here = miss (start);
        if (here.norm() < 1e-9)
            break;
        Eigen::Matrix2d slope;
        slope.col (0) = (miss ({ start.depth + step, start.width, start.power }) - here) / step;
        slope.col (1) = (miss ({ start.depth, start.width + step, start.power }) - here) / step;
        const Eigen::Vector2d correction = -slope.partialPivLu().solve (here);
        const double fraction = std::min (1.0, 0.1 / correction.norm()); // limits the step, far from the linear range
        start.depth = std::clamp (start.depth + fraction * correction (0), 0.05, 0.95);
        start.width = std::clamp (start.width + fraction * correction (1), 0.1, 0.95);
    }
    return start;
}

void build (ModeTable& table, Cut cut, double pickupLeft, double pickupRight)
{
    constexpr std::size_t listed = 32; // 0.25 % sharp at most; beyond, the elements are too long
    const auto found = solve (cut);
    for (std::size_t i = 0; i < found.modes.size(); ++i)
    {
        const auto& mode = found.modes[i];
        const double ratio = mode.frequency / found.modes[0].frequency;
        const int m = i < listed ? table.add (ratio) : -1;
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const double value = found.shape (mode, ModeTable::placeOf (place));
            if (m >= 0)
                table.shape[static_cast<std::size_t> (m)][static_cast<std::size_t> (place)] = value;
            else
                table.leftOut[static_cast<std::size_t> (place)] += value * value / (ratio * ratio);
        }
        if (m >= 0)
        {
            table.left[static_cast<std::size_t> (m)] = found.shape (mode, pickupLeft);
            table.right[static_cast<std::size_t> (m)] = found.shape (mode, pickupRight);
        }
    }
}
} // namespace kolophon::tunedbars
