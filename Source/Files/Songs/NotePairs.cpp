// SPDX-License-Identifier: GPL-3.0-or-later
#include "NotePairs.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kolophon
{
namespace
{
using Type = PerformanceEvent::Type;
constexpr std::size_t keyCount = 16 * 128;

std::size_t keyOf (const PerformanceEvent& event) noexcept
{
    return static_cast<std::size_t> (event.channel & 15) * 128 + (event.index & 127u);
}

/** Number of notes open after each note-on and note-off that later offs can end. */
std::vector<std::uint32_t> endable (const std::vector<TickEvent>& events)
{
    std::vector<std::uint32_t> result (events.size(), 0);
    std::array<std::uint32_t, keyCount> now {};
    for (std::size_t i = events.size(); i-- > 0;)
    {
        const auto& event = events[i].event;
        if (event.type != Type::noteOn && event.type != Type::noteOff)
            continue;
        auto& count = now[keyOf (event)];
        result[i] = count;
        count = event.type == Type::noteOff ? count + 1 : (count > 0 ? count - 1 : 0);
    }
    return result;
}

TickEvent off (const TickEvent& note)
{
    return { note.tick, note.part, { 0, Type::noteOff, note.event.channel, note.event.index, 0.5 } };
}
} // namespace

std::vector<TickEvent> withPairedNotes (const std::vector<TickEvent>& events, Warnings& warnings)
{
    constexpr auto never = ~std::uint64_t { 0 };
    struct Key
    {
        std::uint32_t open = 0;
        std::uint64_t strayOff = never; // tick of an off without a note
    };
    std::vector<Key> keys (keyCount);
    const auto endsToCome = endable (events);
    std::vector<TickEvent> result;
    result.reserve (events.size());
    for (std::size_t i = 0; i < events.size(); ++i)
    {
        const auto& each = events[i];
        auto& key = keys[keyOf (each.event)];
        const auto about = [&each] (const std::string& what)
        {
            return what + " (key " + std::to_string (each.event.index) + " of channel " +
                   std::to_string (each.event.channel + 1) + ", tick " + std::to_string (each.tick) + ")";
        };
        if (each.event.type == Type::noteOn)
        {
            if (key.open > 0)
                result.push_back (off (each));
            ++key.open;
            result.push_back (each);
            if (key.open == 1 && endsToCome[i] == 0 && key.strayOff == each.tick)
            {
                warnings.add ("reversed", about ("a note-off before its note-on"));
                result.push_back (off (each));
                key.open = 0;
            }
            continue;
        }
        if (each.event.type == Type::noteOff)
        {
            const auto left = key.open > 0 ? std::min (key.open - 1, endsToCome[i]) : 0u;
            if (key.open > left + 1)
                warnings.add ("endless", about ("a note without a note-off, ended by the next note of its key"));
            if (key.open == 0)
                key.strayOff = each.tick;
            if (left == 0)
                result.push_back (each);
            key.open = left;
            continue;
        }
        if (each.event.type == Type::controller && Controller::endsKeys (each.event.index))
            for (std::size_t number = 0; number < 128; ++number)
                keys[static_cast<std::size_t> (each.event.channel & 15) * 128 + number].open = 0;
        result.push_back (each);
    }
    return result;
}
} // namespace kolophon
