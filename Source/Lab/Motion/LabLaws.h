// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Network.h"

#include "../../Physics/Friction/FrictionLaws-inl.h"

#include <algorithm>
#include <cmath>
#include <optional>

/** Friction curves of the laboratory beside those of the engine, in the engine's steps of a rigid law: curves with a
    peak at rest, and curves from tables. */
namespace kolophon::lab
{
/** Parameters of a friction curve with a peak: the contact holds up to `peak` times the friction of the slowest
    sliding. */
struct PeakedParameters : HWY_NAMESPACE::SetValuedParameters<double>
{
    double peak = 1.0;
};
inline double holdingFriction (const PeakedParameters& p)
{
    return p.peak * p.muStatic;
}

/** A friction curve of the engine's list with a peak. */
template <class Law>
struct Peaked : Law
{
    using Parameters = PeakedParameters;

    static Parameters prepare (const LawChoice& choice, double h)
    {
        return { Law::prepare (choice.knobs, h), choice.peak };
    }
    static HWY_NAMESPACE::ContactStep<double> solve (const Parameters& p, HWY_NAMESPACE::ContactState<double>& state,
                                                     const HWY_NAMESPACE::ContactPort<double>& port, double normalForce,
                                                     double h, int /*passes*/)
    {
        return HWY_NAMESPACE::solveThreeStates<typename Law::Curve> (p, state, port, normalForce, h);
    }
};

/** mu of a table at |v|: linear between its points, constant beyond the last. */
inline double tableAt (const std::vector<std::array<double, 2>>& table, double speed)
{
    const auto above = std::upper_bound (table.begin(), table.end(), speed,
                                         [] (double v, const std::array<double, 2>& point) { return v < point[0]; });
    if (above == table.begin())
        return table.front()[1];
    if (above == table.end())
        return table.back()[1];
    const auto below = above - 1;
    return (*below)[1] + ((*above)[1] - (*below)[1]) * (speed - (*below)[0]) / ((*above)[0] - (*below)[0]);
}

struct TableParameters : PeakedParameters
{
    std::vector<std::array<double, 2>> points;
};

/** First sliding state of a table that the contact reaches from its previous one, segment by segment: within each,

        f (u) = m u + b N mu (u) - C,      m = 1 + b sigma_2

    is linear. Where f (start) > 0 the search goes towards zero, else away from it, and ends at the first change of
    sign; beyond the last point f rises by m, so that the way up always ends. */
template <class Fall>
HWY_NAMESPACE::SlipBranch<double> findSlip (const TableParameters& p, double normalForce, double b, double C,
                                            double start)
{
    const double m = 1.0 + b * p.viscosity;
    const auto& points = p.points;
    const auto f = [&] (double u) { return m * u + b * normalForce * tableAt (points, u) - C; };
    const auto rootBetween = [] (double u, double fu, double w, double fw)
    { return fu == fw ? w : u + (w - u) * fu / (fu - fw); };
    HWY_NAMESPACE::SlipBranch<double> none { 0.0, 0.0, 1.0, 0.0 };
    if (! (C > 0.0))
        return none;
    double u = std::max (0.0, start), fu = f (u), passes = 1.0;
    std::optional<double> root;
    if (fu > 0.0)
    {
        for (auto i = points.size(); i-- > 0 && ! root;)
            if (const double w = points[i][0]; w < u)
            {
                const double fw = f (w);
                if (fw <= 0.0)
                    root = rootBetween (u, fu, w, fw);
                u = w;
                fu = fw;
                passes += 1.0;
            }
    }
    else
    {
        for (std::size_t i = 0; i < points.size() && ! root; ++i)
            if (const double w = points[i][0]; w > u)
            {
                const double fw = f (w);
                if (fw >= 0.0)
                    root = rootBetween (u, fu, w, fw);
                u = w;
                fu = fw;
                passes += 1.0;
            }
        if (! root)
            root = u - fu / m;
    }
    if (! root || ! (*root > 0.0))
        return none;
    const double g = normalForce * tableAt (points, *root), speed = (C - b * g) / m;
    return { speed, g + p.viscosity * speed, passes, 0.0 };
}

/** A friction curve from a table. */
struct TableLaw : HWY_NAMESPACE::SetValuedLaw<HWY_NAMESPACE::NoFall, double>
{
    using Parameters = TableParameters;
    static constexpr std::string_view id = "table";

    static Parameters prepare (const LawChoice& choice, double h)
    {
        auto p = HWY_NAMESPACE::SetValuedParameters<double>::from (choice.knobs, h);
        p.muStatic = p.muKinetic = choice.table.front()[1];
        return { { p, choice.peak }, choice.table };
    }
    static HWY_NAMESPACE::ContactStep<double> solve (const Parameters& p, HWY_NAMESPACE::ContactState<double>& state,
                                                     const HWY_NAMESPACE::ContactPort<double>& port, double normalForce,
                                                     double h, int /*passes*/)
    {
        return HWY_NAMESPACE::solveThreeStates<HWY_NAMESPACE::NoFall> (p, state, port, normalForce, h);
    }
    static HWY_NAMESPACE::FrictionFlow<double> flow (const Parameters& p, double normalForce, double /*elongation*/,
                                                     double v)
    {
        const double g = normalForce * tableAt (p.points, std::abs (v));
        return { v, std::copysign (g, v) + p.viscosity * v, g * std::abs (v) + p.viscosity * v * v };
    }
};
} // namespace kolophon::lab
