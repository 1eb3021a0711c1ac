// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContinuousLaw.h"
#include "../Motion/WithLaw.h"

#include "../../Core/Error.h"

#include <cmath>
#include <tuple>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;

/** Navarro-López (2009), eqs. (7) to (9), with the states that an integrator with event location needs: inside the band
    v stays where it came in. */
constexpr AutomatonEdge discontinuousEdges[] = {
    { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::pushed, Towards::pull },
    { ContactPhase::slip, Guard::entersBand, When::holds, ContactPhase::rest },
    { ContactPhase::slip, Guard::entersBand, When::always, ContactPhase::pushed, Towards::pull },
    { ContactPhase::slip, Guard::comesToRest, When::holds, ContactPhase::rest, Towards::same, Jump::toRest },
    { ContactPhase::slip, Guard::comesToRest, When::always, ContactPhase::slip, Towards::pull },
    { ContactPhase::pushed, Guard::canHold, When::always, ContactPhase::rest },
    { ContactPhase::pushed, Guard::leavesBand, When::always, ContactPhase::slip, Towards::motion },
    { ContactPhase::pushed, Guard::leavesBackwards, When::always, ContactPhase::slip, Towards::motion }
};

/** Largest friction at rest, over N, of a rigid law. */
template <class Parameters>
double largestAtRest (const Parameters& parameters)
{
    return holdingFriction (parameters);
}

/** Stands for the time step in parameters that need one: the laws here don't use it. */
constexpr double noStep = 1.0;
} // namespace

template <class Law>
void ContinuousLaw::set (const LawChoice& choice)
{
    names.assign (std::begin (Law::modes), std::end (Law::modes));
    const auto parameters = parametersOf<Law> (choice, noStep);
    if constexpr (! Law::sticksAtEnd)
    {
        if constexpr (requires { Law::largestFriction (parameters); })
            largest = Law::largestFriction (parameters);
        else
            largest = parameters.muStatic;
        bristleFlow = [] (const Knobs& k, double N, double x, double memory, double v) -> Flow
        {
            const auto p = Law::prepare (k, noStep);
            if constexpr (requires { Law::heating (p, N, v, memory); })
            {
                const auto flow = Law::flow (p, N, x, v, memory);
                return { flow.force, flow.power, v - flow.plasticVelocity, Law::heating (p, N, flow.power, memory) };
            }
            else
            {
                const auto flow = Law::flow (p, N, x, v);
                return { flow.force, flow.power, v - flow.plasticVelocity, 0.0 };
            }
        };
        if constexpr (requires { Law::corners (parameters, 1.0, 1.0, 1.0, 1.0); })
        {
            cornerCount = std::tuple_size_v<decltype (Law::corners (parameters, 1.0, 1.0, 1.0, 1.0))>;
            bristleCorners = [parameters] (double N, double spring, double memory, double v)
            {
                const auto found = Law::corners (parameters, N, spring, memory, v);
                return std::array { found[0], found.size() > 1 ? found.back() : -1.0 };
            };
        }
        if constexpr (requires { Law::exponentAtEnd (parameters); })
            endExponent = Law::exponentAtEnd (parameters);
    }
    else
    {
        edges = Law::automaton;
        lags = requires
        {
            Law::lagged (parameters, 0.0);
        };
        staticFriction = largest = largestAtRest (parameters);
        slidingFlow = [parameters] (double N, double memory, double strength, double v) -> Flow
        {
            if constexpr (requires { Law::lagged (parameters, memory); })
            {
                const auto flow = Law::flow (parameters, N, memory, strength, v);
                return { flow.force, flow.power, 0.0, 0.0 };
            }
            else
            {
                (void)strength;
                const auto flow = Law::flow (parameters, N, memory, v);
                return { flow.force, flow.power, 0.0, 0.0 };
            }
        };
    }
}

ContinuousLaw::ContinuousLaw (const LawChoice& choice) : knobs (choice.knobs)
{
    if (choice.id == "coulomb_sign")
    {
        set<Coulomb<double>> (choice);
        edges = {};
        names = { "at rest", "forward", "backward" };
        return;
    }
    if (choice.id == "discontinuous")
    {
        set<HybridThree<double>> (choice);
        edges = discontinuousEdges;
        statelessToo = true;
        names = { "inside", "outside +", "outside -" };
        return;
    }
    if (! withLaw (choice, [&]<class Law>() { set<Law> (choice); }))
        throw InputError ("unknown law \"" + choice.id + "\"");
}

int ContinuousLaw::modeOf (ContactPhase phase, double sign) const noexcept
{
    const int side = sign > 0.0 ? 0 : 1;
    switch (phase)
    {
        case ContactPhase::slip: return 1 + side;
        case ContactPhase::pushed:
        case ContactPhase::waiting: return names.size() > 3 ? 3 + side : 0;
        case ContactPhase::rest:
        case ContactPhase::decay: break;
    }
    return 0;
}

std::vector<std::string> ContinuousLaw::modeNames() const
{
    return names;
}

ContinuousLaw::Flow ContinuousLaw::bristle (double normalForce, double elongation, double memory, double v) const
{
    auto stiff = knobs; // the laws know k = stiffness + stiffnessPerForce N: the series compliance goes in here
    stiff.stiffness = stiffness (normalForce);
    stiff.stiffnessPerForce = 0.0;
    return bristleFlow (stiff, normalForce, elongation, memory, v);
}

ContinuousLaw::Flow ContinuousLaw::sliding (double normalForce, double memory, double strength, double v) const
{
    return slidingFlow (normalForce, memory, strength, v);
}

double ContinuousLaw::captured (double strength, double memory) const
{
    const double ratio = memory * knobs.inverseStribeckVelocity;
    return std::min (strength, staticFriction - knobs.muKinetic) / (1.0 + ratio * ratio);
}

double ContinuousLaw::aged (double strength, double seconds) const
{
    const double full = staticFriction - knobs.muKinetic, base = std::min (strength, full);
    return seconds > 0.0 ? base + (full - base) * (seconds / (seconds + knobs.ageingTime)) : base;
}

double ContinuousLaw::arrival (double lacking) const
{
    return std::pow (lacking, endExponent);
}

double ContinuousLaw::stiffness (double normalForce) const
{
    const double bare = knobs.stiffness + knobs.stiffnessPerForce * normalForce;
    return bare / (1.0 + bare * knobs.residualCompliance);
}

double ContinuousLaw::stiffnessSlope (double normalForce) const
{
    const double series = 1.0 + (knobs.stiffness + knobs.stiffnessPerForce * normalForce) * knobs.residualCompliance;
    return knobs.stiffnessPerForce / (series * series);
}

std::array<double, 2> ContinuousLaw::borders (double normalForce, double elongation, double memory, double v) const
{
    if (cornerCount == 0)
        return { -1.0, -1.0 };
    return bristleCorners (normalForce, stiffness (normalForce) * elongation, memory, v);
}
} // namespace kolophon::lab
