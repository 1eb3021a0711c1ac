// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Synth/Control/Performance.h"
#include "kolophon.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace kolophon::library
{
/** Events that wait for the samples at which they happen, sorted by time; at equal times, in the order of add().
    Offsets count from the next sample to be rendered. [audio] */
class EventQueue
{
public:
    bool empty () const noexcept { return first == end; }
    bool hasRoomFor (std::size_t count) const noexcept { return events.size() - (end - first) >= count; }
    void clear () noexcept { first = end = 0; }

    /** Adds an event; there must be room. */
    void add (const PerformanceEvent& event) noexcept
    {
        if (end == events.size())
            moveToFront();
        auto place = end++;
        for (; place > first && events[place - 1].offset > event.offset; --place)
            events[place] = events[place - 1];
        events[place] = event;
    }

    /** Removes and returns the events of the next `count` samples; valid until the next call of add(). The offsets of
        the others then count from behind these samples. */
    std::span<const PerformanceEvent> pop (int count) noexcept
    {
        const auto begin = first;
        while (first < end && events[first].offset < count)
            ++first;
        for (auto later = first; later < end; ++later)
            events[later].offset -= count;
        return std::span (events).subspan (begin, first - begin);
    }

private:
    void moveToFront () noexcept
    {
        std::copy (events.begin() + static_cast<std::ptrdiff_t> (first),
                   events.begin() + static_cast<std::ptrdiff_t> (end), events.begin());
        end -= first;
        first = 0;
    }

    std::array<PerformanceEvent, KOLOPHON_MOST_EVENTS> events {};
    std::size_t first = 0, end = 0;
};
} // namespace kolophon::library
