// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Performance.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** Keys that are down, on any channel, for windows: the audio thread follows events, any thread asks. */
class KeysDown
{
public:
    // [audio]
    void follow (const PerformanceEvent& event) noexcept
    {
        using Type = PerformanceEvent::Type;
        const auto bit = std::uint64_t { 1 } << (event.index & 63);
        auto& half = halves[(event.index >> 6) & 1];
        if (event.type == Type::noteOn)
            half.fetch_or (bit, std::memory_order_relaxed);
        else if (event.type == Type::noteOff)
            half.fetch_and (~bit, std::memory_order_relaxed);
        else if (event.type == Type::controller && Controller::endsKeys (event.index))
            forget();
    }
    void forget () noexcept
    {
        for (auto& half : halves)
            half.store (0, std::memory_order_relaxed);
    }

    bool contains (int key) const noexcept // [any]
    {
        return (halves[static_cast<std::size_t> (key >> 6) & 1].load (std::memory_order_relaxed) >> (key & 63) & 1) !=
               0;
    }

private:
    std::array<std::atomic<std::uint64_t>, 2> halves {};
};
} // namespace kolophon
