// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayableRange.h"

#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double leftmostPlace = 0.01, rightmostPlace = 0.5;
constexpr int places = 48;       // positions that are tried
constexpr double softest = 0.02; // of full force: Pressure is logarithmic, and has no value for none

bool isAbsolute (const Patch& patch) noexcept
{
    return choiceOf<&Patch::handForceMode> (patch) == ForceMode::absolute;
}
} // namespace

void PlayableRange::follow (const Patch& newPatch, const PictureData& data)
{
    const auto* shape = data.live();
    const bool touches = shape != nullptr && shape->contact.normalForce > 0.0f;
    now.reset();
    if (touches)
        now = Moment { std::abs (static_cast<double> (shape->contact.bowVelocity)),
                       static_cast<double> (shape->contact.normalForce), shape->position };
    const int newKey = shape != nullptr ? shape->key : key;
    if (isKnown && newKey == key && newPatch == patch)
        return;
    isKnown = true;
    patch = newPatch;
    key = newKey;
    tuning = tuningOf (session.currentPreset());
    measure();
}

/** Pressure that stands for a force at a position [%]: 100 at full force, 0 at a tenth of it. */
double PlayableRange::pressureOf (double force, double position) const
{
    const double full = fullForceOf (patch, tuning, key, position);
    return 100.0 * (1.0 + std::log10 (std::max (force / full, softest)));
}

void PlayableRange::measure()
{
    forceRange.reset();
    pressureRange.reset();
    positionRange.reset();
    std::vector<double> tried { patch.handPosition };
    for (int i = 0; i < places; ++i)
        tried.push_back (leftmostPlace * std::pow (rightmostPlace / leftmostPlace, i / (places - 1.0)));
    const auto limits = forceLimitsOf (patch, tuning, key, tried);
    const auto speaks = [&limits] (std::size_t i, double force)
    { return std::isfinite (limits.largest[i]) && force >= limits.smallest[i] && force <= limits.largest[i]; };
    if (limits.largest.size() != tried.size())
        return;
    if (limits.smallest[0] < limits.largest[0])
    {
        forceRange = juce::Range<double> (limits.smallest[0], limits.largest[0]);
        pressureRange = juce::Range<double> (pressureOf (forceRange->getStart(), patch.handPosition),
                                             pressureOf (forceRange->getEnd(), patch.handPosition));
    }
    for (std::size_t i = 1; i < tried.size(); ++i)
    {
        const double force = isAbsolute (patch) ? patch.handForce
                                                : fullForceOf (patch, tuning, key, tried[i]) *
                                                      std::pow (10.0, 0.01 * patch.handPressurePercent - 1.0);
        if (! speaks (i, force))
            continue;
        const juce::Range<double> here (tried[i], tried[i]);
        positionRange = positionRange ? positionRange->getUnionWith (here) : here;
    }
}

ParameterRow::Played PlayableRange::of (const ParamInfo& info) const
{
    ParameterRow::Played played;
    const auto at = [&info] (double value)
    { return static_cast<float> (info.toNormalised (std::clamp (value, info.minimum, info.maximum))); };
    const auto shade = [&at] (const std::optional<juce::Range<double>>& its) -> std::optional<juce::Range<float>>
    {
        if (! its)
            return std::nullopt;
        return juce::Range<float> (at (its->getStart()), at (its->getEnd()));
    };
    if (info.id == "hand.position")
        played.speaks = shade (positionRange);
    if (info.id == "hand.force")
        played.speaks = shade (forceRange);
    if (info.id == "hand.pressure")
        played.speaks = shade (pressureRange);
    if (! now)
        return played;
    if (info.id == "hand.speed")
        played.now = at (now->speed);
    if (info.id == "hand.position")
        played.now = at (now->position);
    if (info.id == "hand.force")
        played.now = at (now->force);
    if (info.id == "hand.pressure" && ! isAbsolute (patch))
        played.now = at (pressureOf (now->force, now->position));
    return played;
}
} // namespace kolophon
