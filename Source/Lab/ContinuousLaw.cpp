#include "ContinuousLaw.h"
#include "WithLaw.h"

#include "../Files/ShallowJson.h"

#include <cmath>

namespace kolophon::lab
{
namespace
{
using namespace HWY_NAMESPACE;

ContinuousLaw::Family familyOf (std::string_view id)
{
    using Family = ContinuousLaw::Family;
    if (id == "armstrong")
        return Family::armstrong;
    if (id == "karnopp")
        return Family::karnopp;
    if (id == "switch")
        return Family::leine;
    if (id == "dds5")
        return Family::dds5;
    if (id == "modelica")
        return Family::modelica;
    return Family::threeStates;
}

/** Nobody should look for a step in the parameters: where they need one, they get this. */
constexpr double noStep = 1.0;
} // namespace

template <class Law>
void ContinuousLaw::take()
{
    names.assign (std::begin (Law::modes), std::end (Law::modes));
    const auto parameters = Law::prepare (knobs, noStep);
    if constexpr (! Law::sticksAtEnd)
    {
        kind = Family::bristle;
        if constexpr (requires { Law::largestFriction (parameters); })
            most = Law::largestFriction (parameters);
        else
            most = parameters.muStatic;
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
    }
    else
    {
        kind = familyOf (Law::info.id);
        staticFriction = most = parameters.muStatic;
        slidingFlow = [parameters] (double N, double memory, double strength, double v) -> Flow
        {
            if constexpr (requires { Law::lagged (parameters, memory); })
            {
                const auto flow = Law::flow (parameters, N, memory, strength, v);
                return { flow.force, flow.power, 0.0, 0.0 };
            }
            else
            {
                (void) strength;
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
        take<Coulomb<double>>();
        kind = Family::sign;
        names = { "at rest", "forward", "backward" };
        return;
    }
    if (choice.id == "discontinuous")
    {
        take<HybridThree<double>>();
        kind = Family::discontinuous;
        names = { "inside", "outside +", "outside -" };
        return;
    }
    if (! withLaw (choice.id, [this]<class Law>() { take<Law>(); }))
        throw Refusal ("law \"" + choice.id + "\" is not known");
    if (choice.id == "kolophon")
        corners = Borders::kolophon;
    else if (choice.id == "thermal")
        corners = Borders::thermal;
    else if (choice.id == "dupont")
        corners = Borders::dupont;
    else if (choice.id == "dahl")
        ends = knobs.dahlExponent < 1.0;
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
    return std::pow (lacking, knobs.dahlExponent);
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

int ContinuousLaw::borderCount() const noexcept
{
    return corners == Borders::none ? 0 : (corners == Borders::dupont ? 2 : 1);
}

std::array<double, 2> ContinuousLaw::borders (double normalForce, double elongation, double memory, double v) const
{
    const double spring = stiffness (normalForce) * elongation, load = std::copysign (1.0, v) * spring;
    const double ratio = v * knobs.inverseStribeckVelocity;
    const double share = corners == Borders::thermal ? std::exp (-memory) : std::exp (-ratio * ratio);
    const double g = normalForce * (knobs.muKinetic + (knobs.muStatic - knobs.muKinetic) * share);
    if (corners == Borders::dupont)
        return { load - knobs.breakaway * knobs.muKinetic * normalForce, load - g };
    return { load + knobs.damping * std::abs (v) - knobs.breakaway * g, -1.0 };
}
} // namespace kolophon::lab
