// SPDX-License-Identifier: GPL-3.0-or-later
#include "Channels.h"

#include <utility>

namespace kolophon
{
namespace
{
/** Appends messages of one channel. */
struct ChannelMessages
{
    std::vector<PerformanceEvent>& all;
    int channel;
    bool selects = false; // a registered parameter has been selected

    void add (PerformanceEvent::Type type, int number, double value)
    {
        all.push_back ({ 0, type, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (number), value });
    }
    void control (int number, double value) { add (PerformanceEvent::Type::controller, number, value); }
    void data (int number, long value) { control (number, static_cast<double> (value) / 127.0); }
    void select (int rpn)
    {
        selects = true;
        data (Controller::rpnCoarse, rpn >> 7);
        data (Controller::rpnFine, rpn & 127);
    }

    /** Appends a registered parameter: both halves of its value, if one was entered, and the steps since then. */
    void enter (int rpn, bool wasEntered, long coarse, long fine, int steps)
    {
        if (! wasEntered && steps == 0)
            return;
        select (rpn);
        if (wasEntered)
            data (Controller::dataEntry, coarse);
        if (wasEntered && fine != 0)
            data (Controller::dataEntryFine, fine);
        for (int n = std::abs (steps); n > 0; --n)
            control (steps > 0 ? Controller::dataIncrement : Controller::dataDecrement, 0.0);
    }
};

constexpr std::pair<int, double ChannelState::*> heldControllers[] = {
    { Controller::modulation, &ChannelState::wheel }, { Controller::breath, &ChannelState::breath },
    { Controller::glideTime, &ChannelState::glide },  { Controller::volume, &ChannelState::volume },
    { Controller::pan, &ChannelState::pan },          { Controller::expression, &ChannelState::expression },
    { Controller::timbre, &ChannelState::timbre },    { Controller::soft, &ChannelState::soft },
};
constexpr std::pair<int, bool ChannelState::*> heldPedals[] = { { Controller::sustain, &ChannelState::sustained },
                                                                { Controller::glide, &ChannelState::glides } };
} // namespace

std::vector<PerformanceEvent> Channels::messages() const
{
    using Type = PerformanceEvent::Type;
    std::vector<PerformanceEvent> all;
    tunings.appendMessages (all);
    // Zones first, because an announcement resets channels. Two zones never have more than 14 members, see announce():
    // the second announcement takes none from the first.
    std::array<bool, 16> selects {};
    for (const auto& [manager, members] : { std::pair (0, lowerMembers), std::pair (15, upperMembers) })
        if (members > 0)
        {
            ChannelMessages sent { all, manager };
            sent.select (6);
            sent.data (Controller::dataEntry, members);
            selects[static_cast<std::size_t> (manager)] = true;
        }
    const ChannelState fresh;
    for (int channel = 0; channel < 16; ++channel)
    {
        const auto& state = (*this)[channel];
        ChannelMessages sent { all, channel, selects[static_cast<std::size_t> (channel)] };
        // The members of a zone have one bend range: the first one's messages set it for all.
        bool isSaid = false;
        for (int before = 0; before < channel && managerOf (channel) >= 0; ++before)
            isSaid = isSaid || managerOf (before) == managerOf (channel);
        const double whole = std::floor (state.bendRange);
        if (! isSaid)
            sent.enter (0, state.bendRange >= 0.0, std::lround (whole), std::lround (100.0 * (state.bendRange - whole)),
                        state.steps[0]);
        const long tuned = std::lround (state.fineCents * (8192.0 / 100.0)) + 8192;
        sent.enter (1, tuned != 8192, tuned / 128, tuned % 128, state.steps[1]);
        sent.enter (2, state.coarse != 0.0, std::lround (state.coarse) + 64, 0, state.steps[2]);
        sent.enter (3, state.tuningProgram != 0, state.tuningProgram, 0, 0);
        for (const auto& [number, member] : heldControllers)
        {
            const double value = state.*member;
            const int coarse = number < 32 ? pairs.coarseOf (channel, number) : 0;
            if (value == fresh.*member && coarse == 0)
                continue;
            if (number >= 32 || std::lround (value * 127.0) == coarse)
                sent.control (number, value);
            else // refined
            {
                sent.data (number, coarse);
                sent.data (number + 32, std::lround (value * 16383.0) - 128 * coarse);
            }
        }
        for (const auto& [number, member] : heldPedals)
            if (state.*member != fresh.*member)
                sent.control (number, state.*member ? 1.0 : 0.0);
        if (state.bend != 0.0)
            sent.add (Type::pitchBend, 0, state.bend);
        if (state.pressure != 0.0)
            sent.add (Type::channelPressure, 0, state.pressure);
        if (sent.selects || state.rpn != fresh.rpn)
            sent.select (state.rpn);
    }
    return all;
}
} // namespace kolophon
