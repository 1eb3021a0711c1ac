// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiPorts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;
constexpr std::size_t channelCount = 16;
using PortChannels = std::array<bool, channelCount>;

bool isTuningOfAll (const PerformanceEvent& event) noexcept
{
    return event.type == Type::tuneKey || event.type == Type::tuneAll;
}

/** True if a port's controllers set up an MPE zone: registered parameter 6 of channel 1 or 16. */
bool setsUpMpe (const std::vector<TickEvent>& events, std::uint8_t port)
{
    constexpr int zone = 6;
    std::array<std::array<int, 2>, channelCount> chosen {};
    for (auto& each : chosen)
        each.fill (127);
    for (const auto& each : events)
    {
        if (each.port != port || each.event.type != Type::controller)
            continue;
        const auto channel = each.event.channel & 15u;
        const int data = static_cast<int> (std::lround (each.event.value * 127.0));
        if (each.event.index == Controller::rpnCoarse)
            chosen[channel][0] = data;
        else if (each.event.index == Controller::rpnFine)
            chosen[channel][1] = data;
        else if (each.event.index == Controller::dataEntry && chosen[channel] == std::array { 0, zone } && data > 0 &&
                 (channel == 0 || channel == 15))
            return true;
    }
    return false;
}

/** Channels of the instrument by port and channel; none for those without notes. */
using Places = std::map<std::uint8_t, std::array<std::optional<std::uint8_t>, channelCount>>;

Places placesOf (const std::map<std::uint8_t, PortChannels>& notes, PortChannels used, Warnings& warnings)
{
    Places places;
    for (auto port = std::next (notes.begin()); port != notes.end(); ++port)
        for (std::size_t channel = 0; channel < channelCount; ++channel)
        {
            if (! port->second[channel])
                continue;
            const auto isUnused = std::find (used.begin(), used.end(), false);
            const auto place = ! used[channel] ? channel : static_cast<std::size_t> (isUnused - used.begin());
            if (place == channelCount)
                warnings.add ("ports", "more than 16 channels: channel " + std::to_string (channel + 1) +
                                           " of MIDI port " + std::to_string (port->first + 1) +
                                           " shares a channel with another port");
            places[port->first][channel] = static_cast<std::uint8_t> (place == channelCount ? channel : place);
            used[places[port->first][channel].value()] = true;
        }
    return places;
}
} // namespace

void separatePorts (std::vector<TickEvent>& events, Warnings& warnings)
{
    std::map<std::uint8_t, PortChannels> notes;
    for (const auto& each : events)
        if (each.event.type == Type::noteOn)
            notes[each.port][each.event.channel & 15u] = true;
    if (notes.empty() || std::all_of (events.begin(), events.end(),
                                      [&] (const TickEvent& each) { return each.port == notes.begin()->first; }))
        return;
    const auto first = notes.begin()->first;
    PortChannels used {};
    used.fill (setsUpMpe (events, first));
    for (const auto& each : events)
        if (each.port == first && ! isTuningOfAll (each.event))
            used[each.event.channel & 15u] = true;
    auto places = placesOf (notes, used, warnings);
    std::erase_if (events,
                   [&] (const TickEvent& each)
                   {
                       if (each.port == first)
                           return false;
                       if (isTuningOfAll (each.event))
                           warnings.add ("port tuning", "a tuning sent to MIDI port " + std::to_string (each.port + 1) +
                                                            " alone; skipped");
                       return isTuningOfAll (each.event) || ! places[each.port][each.event.channel & 15u];
                   });
    for (auto& each : events)
        if (each.port != first)
            each.event.channel = *places[each.port][each.event.channel & 15u];
}
} // namespace kolophon
