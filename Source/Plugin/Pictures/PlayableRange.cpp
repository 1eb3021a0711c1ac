// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayableRange.h"

#include "../../Files/Presets/PresetFile.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "Picture.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int places = 96;          // of the position's slider that are tried
constexpr int callsPerNumber = 10;  // so that numbers can be read
constexpr double noticeable = 0.02; // relative difference from the knob
} // namespace

void PlayableRange::follow (const Patch& newPatch, const PictureData& data)
{
    const auto* shape = data.live();
    const bool touches = shape != nullptr && shape->contact.normalForce > 0.0f;
    now.reset();
    if (touches)
        now = HandPlane::Bow { std::abs (static_cast<double> (shape->contact.bowVelocity)), shape->position,
                               static_cast<double> (shape->contact.normalForce) };
    if (! now || ! written || ++calls % callsPerNumber == 0)
        written = now;
    const int newKey = shape != nullptr ? shape->key : key;
    if (plane && newKey == key && newPatch == patch)
        return;
    patch = newPatch;
    key = newKey;
    plane.emplace (patch, tuningOf (session.currentPreset()), key);
    measure();
}

void PlayableRange::measure()
{
    upSpeaks.reset();
    acrossSpeaks.reset();
    const auto knobs = HandPlane::knobsOf (patch);
    if (const auto limits = plane->limits (knobs.across); limits && limits->smallest <= 1.0 && limits->largest >= 0.0)
        upSpeaks = juce::Range<float> (static_cast<float> (std::max (0.0, limits->smallest)),
                                       static_cast<float> (std::min (1.0, limits->largest)));
    for (int i = 0; i <= places; ++i)
    {
        const double across = static_cast<double> (i) / places;
        if (const auto limits = plane->limits (across); ! limits || ! limits->contain (knobs.up))
            continue;
        const juce::Range<float> here (static_cast<float> (across), static_cast<float> (across));
        acrossSpeaks = acrossSpeaks ? acrossSpeaks->getUnionWith (here) : here;
    }
}

/** The number that is played, in its unit: of Pressure the force, else only one that differs from the knob. */
juce::String PlayableRange::numberOf (const ParamInfo& info, const HandPlane::Bow& its) const
{
    if (info.id == "hand.pressure")
        return engineering (its.force, "N");
    const auto [asked, played] = info.id == "hand.speed"   ? std::pair (patch.handSpeed, its.speed)
                                 : info.id == "hand.force" ? std::pair (patch.handForce, its.force)
                                                           : std::pair (patch.handPosition, its.position);
    if (std::abs (played - asked) <= noticeable * std::abs (asked))
        return {};
    return toJuce (formatShown (info, played));
}

ParameterRow::Played PlayableRange::of (const ParamInfo& info) const
{
    ParameterRow::Played played;
    const bool isAcross = info.id == "hand.position", isUp = plane && info.id == plane->up().id;
    if (isAcross || isUp)
        played.speaks = isAcross ? acrossSpeaks : upSpeaks;
    if (! now || ! (isAcross || isUp || info.id == "hand.speed"))
        return played;
    const auto at = [&info] (double value)
    { return static_cast<float> (info.toNormalised (std::clamp (value, info.minimum, info.maximum))); };
    if (info.id == "hand.pressure")
        played.now = static_cast<float> (plane->placeOf (*now, HandPlane::knobsOf (patch)).up);
    else
        played.now = at (isAcross ? now->position : isUp ? now->force : now->speed);
    played.number = numberOf (info, *written);
    return played;
}
} // namespace kolophon
