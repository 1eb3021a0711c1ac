// SPDX-License-Identifier: GPL-3.0-or-later
#include "Modulation.h"

#include "../../Physics/PortableMath.h"
#include "ParameterTable.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr std::array<std::string_view, modulationSourceCount> names { "",
                                                                      "Velocity",
                                                                      "Release",
                                                                      "Pressure",
                                                                      "Slide",
                                                                      "Bend",
                                                                      "Key",
                                                                      "Wheel",
                                                                      "Breath",
                                                                      "Expression",
                                                                      "Envelope 1",
                                                                      "Envelope 2",
                                                                      "LFO 1",
                                                                      "LFO 2",
                                                                      "Drift",
                                                                      "Gesture",
                                                                      "Gesture force",
                                                                      "Macro 1",
                                                                      "Macro 2",
                                                                      "Macro 3",
                                                                      "Macro 4",
                                                                      "Macro 5",
                                                                      "Macro 6",
                                                                      "Macro 7",
                                                                      "Macro 8",
                                                                      "Slip rate",
                                                                      "Energy",
                                                                      "Bristle",
                                                                      "Slip fraction",
                                                                      "Side-chain",
                                                                      "Gesture place" };

/** True for parameters of macros and sources, which are moved before all others. */
bool isInner (std::size_t parameter) noexcept
{
    const auto group = parameterTable()[parameter].group;
    return group == "Macro" || group == "Modulation";
}

/** Adds a route if its target can be modulated. */
void add (ModulationRoutes& routes, ModulationSource source, std::uint8_t slot, const ModulationTarget& to) noexcept
{
    if (to.parameter >= parameterTable().size() || ! canBeModulated (parameterTable()[to.parameter]))
        return;
    routes.add (
        { source, slot, 0, std::clamp (to.depth, -1.0, 1.0), to.curve == 0.0 ? 1.0 : portable::exp2 (2.0 * to.curve) },
        modulationTarget (to.parameter));
}

ModulationSource macroSource (std::size_t n) noexcept
{
    return static_cast<ModulationSource> (static_cast<std::size_t> (ModulationSource::macro1) + n);
}
} // namespace

std::span<const std::string_view, modulationSourceCount> modulationSourceNames () noexcept
{
    return names;
}

bool canBeModulated (const ParamInfo& parameter) noexcept
{
    return ! parameter.isDiscrete();
}

bool Modulation::movesNothing() const noexcept
{
    return std::all_of (macros.begin(), macros.end(), [] (const Macro& m) { return m.to.empty(); }) &&
           std::all_of (slots.begin(), slots.end(), [] (const Slot& s) { return s.source == ModulationSource::none; });
}

bool ModulationRoutes::add (Route route, const Target& target) noexcept
{
    if (routeCount == capacity)
        return false;
    std::size_t t = 0;
    while (t < targetCount && targets[t].parameter != target.parameter)
        ++t;
    if (t == targetCount)
        targets[targetCount++] = target;
    route.target = static_cast<std::uint16_t> (t);
    routes[routeCount++] = route;
    uses.set (static_cast<std::size_t> (route.source));
    return true;
}

ModulationRoutes routesOf (const Modulation& modulation) noexcept
{
    ModulationRoutes routes;
    for (const bool inner : { true, false })
    {
        for (std::size_t n = 0; n < modulation.macros.size(); ++n)
            for (const auto& to : modulation.macros[n].to)
                if (isInner (to.parameter) == inner)
                    add (routes, macroSource (n), ModulationRoutes::noSlot, to);
        for (std::size_t n = 0; n < modulation.slots.size(); ++n)
            if (const auto& slot = modulation.slots[n];
                slot.source != ModulationSource::none && isInner (slot.to.parameter) == inner)
                add (routes, slot.source, static_cast<std::uint8_t> (n), slot.to);
        if (inner)
            routes.endInner();
    }
    return routes;
}

double bentBy (double exponent, double source) noexcept
{
    if (exponent == 1.0)
        return source;
    return source < 0.0 ? -portable::power (-source, exponent) : portable::power (source, exponent);
}

ModulationRoutes::Target modulationTarget (std::size_t parameter) noexcept
{
    const auto& row = parameterTable()[parameter];
    return { static_cast<std::uint16_t> (parameter),
             row.scale == Scale::log ? portable::log (row.maximum / row.minimum) : 0.0 };
}

double movedBy (double travel, double value, const ModulationRoutes::Target& target) noexcept
{
    if (travel == 0.0)
        return value;
    const auto& row = parameterTable()[target.parameter];
    const double span = row.maximum - row.minimum;
    switch (row.scale)
    {
        case Scale::log: value *= portable::exp (travel * target.wholeTravel); break;
        case Scale::power:
        {
            const double place = portable::power (std::max (0.0, (value - row.minimum) / span), 1.0 / 3.0) + travel;
            const double inside = std::clamp (place, 0.0, 1.0);
            value = row.minimum + span * inside * inside * inside;
            break;
        }
        default: value += travel * span; break;
    }
    return std::clamp (value, row.minimum, row.maximum);
}
} // namespace kolophon
