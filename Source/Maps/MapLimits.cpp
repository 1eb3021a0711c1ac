// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapLimits.h"

#include "../Analysis/Bench/PatchExperiment.h"
#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Parameters/PatchChoices.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double steadySpeed = 0.01; // largest relative difference between the bow speeds of the cells

/** True if friction falls as exp (-(v/v_s)^2) from static to kinetic. */
bool fallsAsGaussian (const Contact& contact)
{
    const double exponent = lawTable()[static_cast<std::size_t> (contact.law)].fallExponent;
    return (exponent < 0.0 ? contact.stribeckExponent : exponent) == 2.0;
}

/** Reason why the patch violates the assumptions of the theory; empty if it doesn't. */
std::string whyNot (const MapGesture& gesture)
{
    const auto& p = gesture.preset.patch;
    if (gesture.x.parameter->id != "hand.position" || gesture.y.parameter->id != "hand.force")
        return "the map is not hand.force (y) over hand.position (x)";
    if (bodyTable()[static_cast<std::size_t> (p.bodyType)].model != BodyModel::string)
        return "the body is not a string";
    if (choiceOf<&Patch::handKind> (p) != HandKind::rigid)
        return "the hand yields";
    if (choiceOf<&Patch::handDrive> (p) != Drive::keys)
        return "the hand's speed is not constant";
    if (! fallsAsGaussian (p.contact))
        return "the law's friction is not a Gaussian of the speed";
    if (p.contact.viscosity > 0.0)
        return "friction has a viscous part";
    if (p.surfaceTexturePercent > 0.0 || p.surfaceAgeingPercent > 0.0)
        return "the surface is rough, ages, or the bow is wide";
    if (p.outSympatheticPercent > 0.0)
        return "sympathetic strings make the bridge yield";
    if (p.voiceHumanisePercent > 0.0)
        return "Human moves the bow";
    if (p.voicePhrasingPercent > 0.0)
        return "Phrasing moves the bow";
    return {};
}

/** The bow's speed, if it is the same in all cells. */
std::optional<double> commonSpeed (const MapTotals& totals)
{
    const double slowest = totals.slowest, fastest = totals.fastest;
    return slowest > 0.0 && fastest - slowest <= steadySpeed * fastest ? std::optional (0.5 * (slowest + fastest))
                                                                       : std::nullopt;
}
} // namespace

MapLimits limitsOfMap (const MapGesture& gesture, const MapTotals& totals)
{
    MapLimits limits;
    const auto patch = admissible (gesture.preset.patch);
    limits.noLargest = limits.noSmallest = whyNot (gesture);
    if (! limits.noLargest.empty())
        return limits;
    const auto speed = commonSpeed (totals);
    if (! speed)
    {
        limits.noLargest = limits.noSmallest = "the bow's speed differs between cells";
        return limits;
    }
    limits.bowSpeed = *speed;
    if (patch.bodyAirLoss > 0.0 || patch.bodyBendingLoss > 0.0)
        limits.noSmallest = "the string has losses (air, bending) that the sum does not include";
    for (const double position : gesture.x.values)
    {
        const auto e = experimentOf (patch, tuningOf (gesture.preset), gesture.key, position, *speed);
        if (const double largest = schellengMaximum (e); std::isfinite (largest))
            limits.largest.push_back ({ position, largest });
        if (const double minimum = modalMinimum (e);
            limits.noSmallest.empty() && std::isfinite (minimum) && minimum > 0.0)
            limits.smallest.push_back ({ position, minimum });
    }
    return limits;
}
} // namespace kolophon
