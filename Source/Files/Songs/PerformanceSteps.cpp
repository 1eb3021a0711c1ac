// SPDX-License-Identifier: GPL-3.0-or-later
#include "PerformanceSteps.h"

#include "../../Synth/Parameters/ParameterTable.h"

#include <optional>
#include <utility>

namespace kolophon
{
namespace
{
/** The thing given to a synth under a number; nullopt: the synth's default. */
template <class Thing>
std::optional<Thing> thingOf (const std::map<std::uint32_t, std::optional<Thing>>& things, std::uint32_t number)
{
    const auto found = things.find (number);
    return found != things.end() ? found->second : std::nullopt;
}

/** An event of a log as something that is done between two blocks; nothing for what happens inside of them. */
std::function<void (Synth&)> actOf (const LoggedEvent& logged, const GivenThings& given)
{
    switch (logged.kind)
    {
        case LoggedEvent::Kind::event: return {};
        case LoggedEvent::Kind::reset: return [] (Synth& synth) { synth.reset(); };
        case LoggedEvent::Kind::knob: break; // several are one patch
        case LoggedEvent::Kind::gesture:
            return [gesture = thingOf (given.gestures, logged.number)] (Synth& synth)
            { synth.setGesture (gesture.value_or (DrawnGesture::door())); };
        case LoggedEvent::Kind::body:
            return [body = thingOf (given.bodies, logged.number)] (Synth& synth) { giveBody (synth, body); };
        case LoggedEvent::Kind::box:
            return [box = thingOf (given.boxes, logged.number)] (Synth& synth) { giveBox (synth, box); };
        case LoggedEvent::Kind::modulation:
            return [modulation = thingOf (given.modulations, logged.number).value_or (Modulation())] (Synth& synth)
            { synth.setModulation (modulation); };
        case LoggedEvent::Kind::tuning:
            return [tuning = valueOrThrow (tuningOf (thingOf (given.tunings, logged.number).value_or (KeyTuning())))] (
                       Synth& synth) { synth.setTuning (tuning); };
    }
    return {};
}

/** Knobs that took their values at once, all at the same sample. */
std::function<void (Synth&)> patchOf (std::vector<PerformanceEvent> knobs)
{
    return [knobs = std::move (knobs)] (Synth& synth)
    {
        auto patch = synth.patch();
        for (const auto& knob : knobs)
            parameterTable()[knob.index].in (patch) = knob.value;
        synth.setPatch (patch);
    };
}
} // namespace

std::vector<StampedEvent> stamped (const RecordedPerformance& performance)
{
    std::vector<StampedEvent> events;
    for (const auto& event : performance.log.controllers)
        events.push_back ({ 0, event, {} });
    const auto& logged = performance.log.events;
    for (std::size_t i = 0; i < logged.size();)
    {
        const auto& first = logged[i];
        std::vector<PerformanceEvent> knobs;
        for (; i < logged.size() && logged[i].kind == LoggedEvent::Kind::knob && logged[i].sample == first.sample; ++i)
            knobs.push_back (logged[i].event);
        if (knobs.empty())
            events.push_back ({ first.sample, first.event, actOf (logged[i++], performance.given) });
        else
            events.push_back ({ first.sample, {}, patchOf (std::move (knobs)) });
    }
    return events;
}
} // namespace kolophon
