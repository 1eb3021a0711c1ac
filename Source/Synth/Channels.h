#pragma once

#include "Patch.h"
#include "Performance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
/** What a MIDI channel's controllers say at the moment. */
struct ChannelState
{
    double bend = 0.0;       // -1…1
    double bendRange = -1.0; // [semitones] set by RPN 0; negative: the patch's or MPE's default
    double pressure = 0.0, wheel = 0.0, expression = 1.0, timbre = 0.5; // 0…1
    double breath = -1.0; // 0…1; negative: no breath controller has spoken yet
    bool sustained = false;
    int rpn = unselected;

    static constexpr int unselected = 0x3fff;
};

/** The sixteen channels and the MPE zones on them (MPE 1.0: RPN 6 on channel 1 or 16 opens a zone of member channels,
    each of which carries one note; the manager's messages go to the whole zone).

    Hosts may lose that message on its way, or bring it in disorder, so that a player can also say it by hand: with
    Mpe::on and no zone announced, channel 1 manages all others. Under Mpe::off an announcement is kept and not obeyed.
    [audio] */
class Channels
{
public:
    /** Forgets everything but the player's wish. */
    void reset () noexcept
    {
        const auto wish = mpe;
        const double range = memberRange;
        *this = Channels {};
        follow (wish, range);
    }

    /** What the player wants of MPE, and how far a note's own bend reaches [semitones] until the controller says. */
    void follow (Mpe newMpe, double newMemberRange) noexcept
    {
        mpe = newMpe;
        memberRange = newMemberRange;
    }

    ChannelState& operator[] (int channel) noexcept { return states[static_cast<std::size_t> (channel & 15)]; }
    const ChannelState& operator[] (int channel) const noexcept
    {
        return states[static_cast<std::size_t> (channel & 15)];
    }

    /** Manager channel of the zone that `channel` is a member of, or -1. */
    int managerOf (int channel) const noexcept
    {
        if (mpe == Mpe::off)
            return -1;
        const bool unannounced = lowerMembers == 0 && upperMembers == 0;
        if (channel >= 1 && channel <= (mpe == Mpe::on && unannounced ? 15 : lowerMembers))
            return 0;
        if (channel <= 14 && channel >= 15 - upperMembers)
            return 15;
        return -1;
    }

    /** True when a message on `from` is meant for the notes of `channel`. */
    bool reaches (int from, int channel) const noexcept { return from == channel || managerOf (channel) == from; }

    /** Bend of a note on `channel` [semitones], the manager's included. */
    double bendSemitones (int channel, double patchRange) const noexcept
    {
        const auto& own = (*this)[channel];
        const int manager = managerOf (channel);
        const double defaultRange = manager >= 0 ? memberRange : patchRange;
        double bend = own.bend * (own.bendRange >= 0.0 ? own.bendRange : defaultRange);
        if (manager >= 0)
        {
            const auto& zone = (*this)[manager];
            bend += zone.bend * (zone.bendRange >= 0.0 ? zone.bendRange : 2.0);
        }
        return bend;
    }

    /** The wheels behind it, as a fraction of their ranges: -1 … 1. */
    double bend (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return std::clamp ((*this)[channel].bend + (manager >= 0 ? (*this)[manager].bend : 0.0), -1.0, 1.0);
    }
    double timbre (int channel) const noexcept { return (*this)[channel].timbre; }

    /** Controllers of a note on `channel`, the manager's folded in. */
    double pressure (int channel) const noexcept { return strongest (channel, &ChannelState::pressure); }
    double wheel (int channel) const noexcept { return strongest (channel, &ChannelState::wheel); }
    double expression (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return (*this)[channel].expression * (manager >= 0 ? (*this)[manager].expression : 1.0);
    }
    double breath (int channel) const noexcept { return strongest (channel, &ChannelState::breath); }
    bool sustained (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return (*this)[channel].sustained || (manager >= 0 && (*this)[manager].sustained);
    }

    /** Takes a controller message (value 0…1), registered parameters included. */
    void control (int channel, int controller, double value) noexcept
    {
        auto& state = (*this)[channel];
        const int data = static_cast<int> (std::lround (value * 127.0));
        switch (controller)
        {
            case Controller::modulation: state.wheel = value; break;
            case Controller::breath: state.breath = value; break;
            case Controller::expression: state.expression = value; break;
            case Controller::timbre: state.timbre = value; break;
            case Controller::sustain: state.sustained = value >= 0.5; break;
            case Controller::rpnCoarse: state.rpn = (state.rpn & 0x7f) | (data << 7); break;
            case Controller::rpnFine: state.rpn = (state.rpn & 0x3f80) | data; break;
            case Controller::dataEntry: enter (channel, data); break;
            case Controller::dataEntryFine:
                if (state.rpn == 0 && state.bendRange >= 0.0)
                    state.bendRange = std::floor (state.bendRange) + 0.01 * std::min (data, 99);
                break;
            case Controller::resetAll: resetControllers (state); break;
            default: break;
        }
    }

private:
    double strongest (int channel, double ChannelState::*member) const noexcept
    {
        const int manager = managerOf (channel);
        const double own = (*this)[channel].*member;
        return manager >= 0 ? std::max (own, (*this)[manager].*member) : own;
    }

    /** MIDI 1.0 recommended practice RP-015: what "reset all controllers" resets, and what it leaves. */
    static void resetControllers (ChannelState& state) noexcept
    {
        const double range = state.bendRange;
        state = ChannelState {};
        state.bendRange = range;
    }

    void enter (int channel, int data) noexcept
    {
        auto& state = (*this)[channel];
        if (state.rpn == 0)
        {
            const int manager = managerOf (channel);
            if (manager < 0)
                state.bendRange = data;
            else // MPE 2.2.6: a member's bend range is every member's
                for (int member = 0; member < 16; ++member)
                    if (managerOf (member) == manager)
                        (*this)[member].bendRange = data;
        }
        else if (state.rpn == 6 && (channel == 0 || channel == 15))
        {
            const int members = std::min (data, 15);
            int& own = channel == 0 ? lowerMembers : upperMembers;
            int& other = channel == 0 ? upperMembers : lowerMembers;
            own = members;
            other = std::min (other, std::max (0, 14 - members));
            // MPE 2.2.3: a new zone starts with centred controllers and default ranges.
            for (int member = 0; member < 16 && mpe != Mpe::off; ++member)
                if (member == channel || managerOf (member) == channel)
                    (*this)[member] = ChannelState {};
        }
    }

    std::array<ChannelState, 16> states {};
    int lowerMembers = 0, upperMembers = 0; // as announced
    Mpe mpe = Mpe::automatic;
    double memberRange = 48.0;
};
} // namespace kolophon
