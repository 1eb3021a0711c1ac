// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModalStep.h"

#include <cmath>

namespace kolophon::lab::modal
{
namespace
{
/** P_0 … P_count-1 at x in [-1, 1]. */
template <int count>
Eigen::Matrix<double, count, 1> legendre (double x)
{
    Eigen::Matrix<double, count, 1> p;
    p[0] = 1.0;
    p[1] = x;
    for (int k = 1; k + 1 < count; ++k)
        p[k + 1] = ((2.0 * k + 1.0) * x * p[k] - k * p[k - 1]) / (k + 1.0);
    return p;
}

/** Roots of f in [-1, 1], one where it changes its sign between two neighbours of a fine grid. */
template <class Function>
void rootsOf (Function f, int count, double* out)
{
    constexpr int cells = 20000;
    for (int i = 0, found = 0; i < cells && found < count; ++i)
    {
        double low = -1.0 + 2.0 * i / cells, high = -1.0 + 2.0 * (i + 1.0) / cells;
        const double below = f (low);
        if (below * f (high) > 0.0)
            continue;
        for (int k = 0; k < 60; ++k)
        {
            const double middle = 0.5 * (low + high);
            (f (middle) * below > 0.0 ? low : high) = middle;
        }
        out[found++] = 0.5 * (low + high);
    }
}

/** q and q' after t under no force, from 1 m and from 1 m/s, for any damping. */
struct Free
{
    double qq, qu, uq, uu;

    Free (double w, double s, double t)
    {
        const double square = (w - s) * (w + s), root = std::sqrt (std::abs (square)), angle = root * t,
                     decay = std::exp (-s * t);
        double cosine = 1.0, sine = t; // sin (w_d t)/w_d
        if (square > 0.0 && angle > 1e-8)
            cosine = std::cos (angle), sine = std::sin (angle) / root;
        else if (angle > 1e-8)
            cosine = std::cosh (angle), sine = std::sinh (angle) / root;
        qq = decay * (cosine + s * sine);
        qu = decay * sine;
        uq = -w * w * qu;
        uu = decay * (cosine - s * sine);
    }
};
} // namespace

Collocation::Collocation()
{
    std::array<double, points> y {};
    rootsOf ([] (double at) { return legendre<points + 1> (at)[points]; }, points, y.data());
    for (std::size_t p = 0; p < points; ++p)
    {
        const auto P = legendre<points + 1> (y[p]);
        const double slope = points * (P[points - 1] - y[p] * P[points]) / (1.0 - y[p] * y[p]);
        x[p] = 0.5 * (1.0 + y[p]);
        weight[p] = 1.0 / ((1.0 - y[p] * y[p]) * slope * slope);
    }
    // Radau's of the right side are the roots of P_s - P_(s-1): 1, and these.
    std::array<double, stages> r {};
    const auto radau = [] (double at)
    {
        const auto p = legendre<stages + 1> (at);
        return p[stages] - p[stages - 1];
    };
    rootsOf (radau, stages - 1, r.data());
    r[stages - 1] = 1.0;
    Square vandermonde;
    for (int i = 0; i < stages; ++i)
    {
        c[i] = 0.5 * (1.0 + r[static_cast<std::size_t> (i)]);
        vandermonde.row (i) = legendre<stages> (2.0 * c[i] - 1.0).transpose();
    }
    series = vandermonde.fullPivLu().inverse();
    integral.setZero();
    for (int i = 0; i < stages; ++i)
        for (int p = 0; p < points; ++p)
        {
            const auto at = static_cast<std::size_t> (p);
            auto row = basis[static_cast<std::size_t> (i)].row (p);
            row = legendre<stages> (2.0 * c[i] * x[at] - 1.0).transpose() * series;
            integral.row (i) += c[i] * weight[at] * row;
        }
    const auto place = [this] (int k) { return k == 0 ? 0.0 : c[k - 1]; };
    for (int i = 0; i <= stages; ++i)
    {
        barycentric[i] = 1.0;
        for (int k = 0; k <= stages; ++k)
            if (k != i)
                barycentric[i] /= 4.0 * (place (i) - place (k));
    }
}

Eigen::Matrix<double, stages + 1, 1> Collocation::between (double fraction) const
{
    Eigen::Matrix<double, stages + 1, 1> weights;
    for (int i = 0; i <= stages; ++i)
    {
        const double distance = fraction - (i == 0 ? 0.0 : c[i - 1]);
        if (distance == 0.0)
            return Eigen::Matrix<double, stages + 1, 1>::Unit (i);
        weights[i] = barycentric[i] / distance;
    }
    return weights / weights.sum();
}

const Collocation& collocation ()
{
    static const Collocation table;
    return table;
}

Step::Step (const LinearBody& body, double h)
{
    const auto& table = collocation();
    const int n = body.size();
    for (auto* one : { &qq, &qu, &uq, &uu })
        one->resize (n, stages);
    place.assign (static_cast<std::size_t> (n), Square::Zero());
    speed = place;
    contactSpeed.setZero();
    contactHold = pushedSpeed = pushedHold = contactSpeed;
    for (int m = 0; m < n; ++m)
    {
        const double w = body.frequency[m], s = body.decay[m], phi = body.contact[m], psi = body.pushed[m];
        auto &Q = place[static_cast<std::size_t> (m)], &U = speed[static_cast<std::size_t> (m)];
        for (int i = 0; i < stages; ++i)
        {
            const Free there (w, s, table.c[i] * h);
            qq (m, i) = there.qq;
            qu (m, i) = there.qu;
            uq (m, i) = there.uq;
            uu (m, i) = there.uu;
            const double length = table.c[i] * h;
            const auto& basis = table.basis[static_cast<std::size_t> (i)];
            for (int p = 0; p < points; ++p)
            {
                const auto at = static_cast<std::size_t> (p);
                const Free impulse (w, s, length * (1.0 - table.x[at]));
                Q.row (i) += length * table.weight[at] * impulse.qu * basis.row (p);
                U.row (i) += length * table.weight[at] * impulse.uu * basis.row (p);
            }
        }
        const Square hold = 2.0 * s * U + w * w * Q;
        contactSpeed += phi * phi * U;
        contactHold += phi * phi * hold;
        pushedSpeed += phi * psi * U;
        pushedHold += phi * psi * hold;
    }
}
} // namespace kolophon::lab::modal
