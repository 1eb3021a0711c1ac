#include "Saw.h"

#include "Bars.h"
#include "HermiteElement.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace kolophon::saws
{
namespace
{
constexpr double poisson = 0.3;

/** Integrals of two shapes N of nodes: N N, N' N', N'' N'', N N'' made symmetric, k N N, and N N in the grips. */
struct Matrices
{
    Eigen::MatrixXd mass, slope, bend, mixed, curved, held;
};

Matrices assemble (const Blade& blade, const std::vector<double>& nodes)
{
    const auto size = static_cast<Eigen::Index> (2 * nodes.size());
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero (size, size);
    Matrices m { none, none, none, none, none, none };
    for (std::size_t element = 0; element + 1 < nodes.size(); ++element)
    {
        const double h = nodes[element + 1] - nodes[element];
        const auto corner = static_cast<Eigen::Index> (2 * element);
        const auto add = [corner] (Eigen::MatrixXd& to, const Eigen::Matrix4d& what)
        { to.block<4, 4> (corner, corner) += what; };
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
                add (m.held, weight * w * w.transpose());
        }
    }
    return m;
}
} // namespace

double Modes::shape (const Mode& mode, double x) const noexcept
{
    return hermite::between (nodes, mode.deflection, mode.slope, std::clamp (x, nodes.front(), nodes.back()));
}

Modes solve (Blade blade, int across, int elements)
{
    Modes found;
    for (int i = 0; i <= elements; ++i)
        found.nodes.push_back (blade.length * (static_cast<double> (i) / elements - 0.5));
    const auto m = assemble (blade, found.nodes);

    const double r = bars::root (bars::Ends::free, across), r4 = r * r * r * r;
    const double ar = r * (std::cosh (r) - std::cos (r)) / (std::sinh (r) - std::sin (r));
    const double t = ar * (ar - 2.0), u = ar * (ar + 6.0);
    const Eigen::MatrixXd stretch =
        (m.bend + r4 * m.mass + 2.0 * poisson * t * m.mixed + 2.0 * (1.0 + poisson) * t * m.slope) / r4;
    const Eigen::MatrixXd flat =
        m.bend + r4 * m.mass - 2.0 * poisson * t * m.mixed + 2.0 * (1.0 - poisson) * u * m.slope;
    const Eigen::MatrixXd stiffness = flat + m.curved * stretch.llt().solve (m.curved);

    const Eigen::Index inside = stiffness.rows() - 4; // without deflection and slope of the clamps
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver (stiffness.block (2, 2, inside, inside),
                                                                            m.mass.block (2, 2, inside, inside));
    for (Eigen::Index i = 0; i < inside; ++i)
    {
        Eigen::VectorXd all = Eigen::VectorXd::Zero (stiffness.rows());
        all.segment (2, inside) = solver.eigenvectors().col (i);
        Mode mode { std::sqrt (solver.eigenvalues() (i)), all.dot (m.held * all), {}, {} };
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
    return found;
}

void build (ModeTable& table, Blade blade)
{
    constexpr int shapesAcross = 12, listed = 96;
    struct Found
    {
        double frequency;
        int across;
        std::size_t along;
    };
    std::vector<Found> modes;
    std::vector<Modes> solved;
    for (int across = 1; across <= shapesAcross; ++across)
    {
        solved.push_back (solve (blade, across));
        for (std::size_t along = 0; along < solved.back().modes.size(); ++along)
            modes.push_back ({ solved.back().modes[along].frequency, across, along });
    }
    std::sort (modes.begin(), modes.end(), [] (const Found& a, const Found& b) { return a.frequency < b.frequency; });
    const double inflection = blade.slope != 0.0 ? -blade.middle / blade.slope : 0.0;
    for (const auto& f : modes)
    {
        const auto& family = solved[static_cast<std::size_t> (f.across - 1)];
        const auto& mode = family.modes[f.along];
        const double ratio = f.frequency / modes[0].frequency, root = bars::root (bars::Ends::free, f.across);
        const auto value = [&] (double x, double y)
        { return family.shape (mode, inflection + x) * bars::shape (bars::Ends::free, root, y); };
        const double edge = bars::shape (bars::Ends::free, root, 0.0);
        const int m = table.count < listed ? table.add (ratio, hold * mode.held) : -1;
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const double here = family.shape (mode, inflection + ModeTable::placeOf (place)) * edge;
            if (m >= 0)
                table.shape[static_cast<std::size_t> (m)][static_cast<std::size_t> (place)] = here;
            else
                table.leftOut[static_cast<std::size_t> (place)] += here * here / (ratio * ratio);
        }
        if (m >= 0)
        {
            table.left[static_cast<std::size_t> (m)] = value (-0.2, 0.08);
            table.right[static_cast<std::size_t> (m)] = value (0.14, 0.93);
        }
    }
}
} // namespace kolophon::saws
