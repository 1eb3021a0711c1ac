#include "PlayableRange.h"

#include "../../Files/PresetFile.h"

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
    return static_cast<int> (patch.handForceMode) == static_cast<int> (ForceMode::absolute);
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
    tuning = tuningOf (processor.currentPreset());
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
        forceRange = juce::Range<double> (limits.smallest[0], limits.largest[0]);
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
    const auto between = [&at] (double low, double high) -> std::optional<juce::Range<float>>
    { return juce::Range<float> (at (low), at (high)); };
    if (info.id == "hand.speed" && now)
        played.now = at (now->speed);
    else if (info.id == "hand.position")
    {
        if (now)
            played.now = at (now->position);
        if (positionRange)
            played.speaks = between (positionRange->getStart(), positionRange->getEnd());
    }
    else if (info.id == "hand.force" || info.id == "hand.pressure")
    {
        const bool isForce = info.id == "hand.force";
        const auto inUnits = [&] (double force, double position)
        { return isForce ? force : pressureOf (force, position); };
        if (now)
            played.now = at (inUnits (now->force, now->position));
        if (forceRange)
            played.speaks = between (inUnits (forceRange->getStart(), patch.handPosition),
                                     inUnits (forceRange->getEnd(), patch.handPosition));
    }
    return played;
}
} // namespace kolophon
