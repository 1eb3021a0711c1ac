// SPDX-License-Identifier: GPL-3.0-or-later
#include "Performance.h"

namespace kolophon
{
std::optional<PerformanceEvent> eventFromMidi (std::span<const std::uint8_t> bytes, int offset) noexcept
{
    if (bytes.size() < 2 || bytes[0] < 0x80 || bytes[0] >= 0xf0)
        return std::nullopt;

    using Type = PerformanceEvent::Type;
    const int kind = bytes[0] & 0xf0;
    const auto channel = static_cast<std::uint8_t> (bytes[0] & 0x0f);
    const bool twoDataBytes = kind != 0xc0 && kind != 0xd0;
    if (bytes.size() < (twoDataBytes ? 3u : 2u) || bytes[1] > 127 || (twoDataBytes && bytes[2] > 127))
        return std::nullopt;

    const auto first = static_cast<std::uint16_t> (bytes[1]);
    const double second = twoDataBytes ? bytes[2] / 127.0 : 0.0;
    switch (kind)
    {
        case 0x80: return PerformanceEvent { offset, Type::noteOff, channel, first, second };
        case 0x90:
            if (bytes[2] == 0) // MIDI 1.0: a note-off of velocity 64
                return PerformanceEvent { offset, Type::noteOff, channel, first, 64.0 / 127.0 };
            return PerformanceEvent { offset, Type::noteOn, channel, first, second };
        case 0xa0: return PerformanceEvent { offset, Type::notePressure, channel, first, second };
        case 0xb0: return PerformanceEvent { offset, Type::controller, channel, first, second };
        case 0xd0: return PerformanceEvent { offset, Type::channelPressure, channel, 0, first / 127.0 };
        case 0xe0:
        {
            const int bend = bytes[1] + 128 * bytes[2] - 8192;
            return PerformanceEvent { offset, Type::pitchBend, channel, 0, bend / 8192.0 };
        }
        default: return std::nullopt;
    }
}
} // namespace kolophon
