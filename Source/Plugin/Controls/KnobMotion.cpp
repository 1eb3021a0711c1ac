// SPDX-License-Identifier: GPL-3.0-or-later
#include "KnobMotion.h"

#include "../../Synth/Parameters/Modulation.h"
#include "../../Synth/Parameters/ModulationKnobs.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <algorithm>

namespace kolophon
{
namespace
{
/** True for sources from -1 to 1; the others range from 0 to 1. */
bool goesBothWays (ModulationSource source) noexcept
{
    using Source = ModulationSource;
    switch (source)
    {
        case Source::slide:
        case Source::bend:
        case Source::key:
        case Source::lfo1:
        case Source::lfo2:
        case Source::drift:
        case Source::gesture:
        case Source::gestureForce: return true;
        default: return false;
    }
}
} // namespace

KnobMotion::KnobMotion (InstrumentSession& itsSession)
    : session (itsSession), changes (itsSession.modulationChanges()), routing (itsSession.modulation())
{
    follow (session.bridge().patch());
    measure();
}

void KnobMotion::follow (const Patch& patch)
{
    session.pictures().collect (moved);
    bool stale = false;
    for (std::size_t n = 0; n < amounts.size(); ++n)
        if (const double amount = 0.01 * patch.*knobs::amounts[n]; amount != amounts[n])
            amounts[n] = amount, stale = true;
    if (const auto now = session.modulationChanges(); now != changes)
    {
        changes = now;
        routing = session.modulation();
        stale = true;
    }
    if (stale)
        measure();
}

void KnobMotion::measure()
{
    reaches.assign (parameterTable().size(), {});
    for (const auto& macro : routing.macros)
        for (const auto& to : macro.to)
            add (to, 1.0, false);
    for (std::size_t n = 0; n < routing.slots.size(); ++n)
        if (const auto& slot = routing.slots[n]; slot.source != ModulationSource::none)
            add (slot.to, amounts[n], goesBothWays (slot.source));
}

void KnobMotion::add (const ModulationTarget& to, double amount, bool bipolar)
{
    const double travel = to.depth * amount;
    if (to.parameter >= reaches.size() || travel == 0.0)
        return;
    auto& reach = reaches[to.parameter];
    reach.isMoved = true;
    reach.high += bipolar ? std::abs (travel) : std::max (0.0, travel);
    reach.low += bipolar ? -std::abs (travel) : std::min (0.0, travel);
}

KnobMotion::Mark KnobMotion::markOf (std::size_t parameter, double value) const
{
    const auto& reach = reaches[parameter];
    if (! reach.isMoved)
        return {};
    const auto& info = parameterTable()[parameter];
    const double place = info.toNormalised (value);
    const auto at = [place] (double travel) { return static_cast<float> (std::clamp (place + travel, 0.0, 1.0)); };
    Mark mark { true, at (reach.low), at (reach.high), at (0.0) };
    for (std::size_t t = 0; t < moved.count; ++t)
        if (moved.parameter[t] == parameter)
            mark.now = static_cast<float> (
                info.toNormalised (std::clamp (static_cast<double> (moved.value[t]), info.minimum, info.maximum)));
    return mark;
}

juce::String KnobMotion::sourcesOf (std::size_t parameter) const
{
    juce::StringArray names;
    for (std::size_t n = 0; n < routing.macros.size(); ++n)
        for (const auto& to : routing.macros[n].to)
            if (to.parameter == parameter)
            {
                const auto& name = routing.macros[n].name;
                names.addIfNotAlreadyThere (name.empty() ? "Macro " + juce::String (static_cast<int> (n) + 1)
                                                         : toJuce (name));
            }
    for (const auto& slot : routing.slots)
        if (slot.source != ModulationSource::none && slot.to.parameter == parameter)
            names.addIfNotAlreadyThere (toJuce (modulationSourceNames()[static_cast<std::size_t> (slot.source)]));
    return names.joinIntoString (", ");
}
} // namespace kolophon
