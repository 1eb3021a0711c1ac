// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace kolophon
{
/** Combines the coarse half of a controller (CC 0 to 31) and its fine half (CC 32 to 63) to 14 bits, MIDI 1.0. A coarse
    half alone counts as 7 bits, so that 127 is the maximum; the fine half that follows refines it. [audio] */
class ControllerPairs
{
public:
    void reset () noexcept
    {
        for (auto& channel : coarse)
            channel.fill (0);
    }

    /** Discards the coarse half of one controller of a channel. */
    void forget (int channel, int controller) noexcept { keptOf (channel, controller) = 0; }
    void forget (int channel) noexcept { coarse[static_cast<std::size_t> (channel & 15)].fill (0); }

    /** Coarse half that a following fine one would refine, 0 … 127. */
    int coarseOf (int channel, int controller) const noexcept
    {
        return coarse[static_cast<std::size_t> (channel & 15)][static_cast<std::size_t> (controller & 31)];
    }

    /** Returns controller and value 0 … 1 of a message: the coarse half's number, if both halves form one
        controller. */
    std::pair<int, double> join (int channel, int controller, double value) noexcept
    {
        if (controller < 0 || controller >= 64 || controller == dataEntry || controller == dataEntry + 32)
            return { controller, value };
        auto& kept = keptOf (channel, controller);
        const int data = static_cast<int> (std::lround (value * 127.0));
        if (controller < 32)
        {
            kept = static_cast<std::uint8_t> (data);
            return { controller, value };
        }
        return { controller - 32, (128 * kept + data) / 16383.0 };
    }

private:
    std::uint8_t& keptOf (int channel, int controller) noexcept
    {
        return coarse[static_cast<std::size_t> (channel & 15)][static_cast<std::size_t> (controller & 31)];
    }

    static constexpr int dataEntry = 6; // of registered parameters, whose halves have different meanings
    std::array<std::array<std::uint8_t, 32>, 16> coarse {};
};
} // namespace kolophon
