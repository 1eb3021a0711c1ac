#pragma once

#include "ControllerPairs.h"
#include "Patch.h"
#include "Performance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon
{
namespace Controller
{
inline constexpr int glideTime = 5, volume = 7, pan = 10, glide = 65, sostenuto = 66, soft = 67, nrpnFine = 98,
                     nrpnCoarse = 99;
} // namespace Controller

/** What a MIDI channel's controllers say at the moment. */
struct ChannelState
{
    double bend = 0.0;       // -1…1
    double bendRange = -1.0; // [semitones] set by RPN 0; negative: the patch's or MPE's default
    double pressure = 0.0, wheel = 0.0, expression = 1.0, timbre = 0.5; // 0…1
    double breath = -1.0; // 0…1; negative: no breath controller has spoken yet
    double volume = 1.0;  // CC7, 0…1
    double pan = 0.5;     // CC10, 0 left … 1 right
    double glide = -1.0;  // CC5, 0…1 of Glide's slider; negative: the patch's
    double soft = 0.0;    // CC67, 0…1
    bool sustained = false;
    bool glides = true; // CC65: whether Glide is on
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

    /** What the player wants of MPE, and how far a note's own bend reaches [semitones] until the controller says.
        Another wish makes other channels of all of them: none keeps a bend or a range from before. */
    void follow (Mpe newMpe, double newMemberRange) noexcept
    {
        if (newMpe != mpe)
            states.fill ({});
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
    double soft (int channel) const noexcept { return strongest (channel, &ChannelState::soft); }
    /** Gain of CC7: 40 log10 of it in dB, as General MIDI 2 has it. */
    double volume (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        const double fraction = (*this)[channel].volume * (manager >= 0 ? (*this)[manager].volume : 1.0);
        return fraction * fraction;
    }
    /** -1 left … 1 right, of the zone where there is one. */
    double pan (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        // 64 of 127 is the middle; a pan of 14 bits has it at 8192 of 16383.
        const double value = 2.0 * ((*this)[manager >= 0 ? manager : channel].pan) - 1.0;
        return std::abs (value) < 0.008 ? 0.0 : value;
    }
    /** Time [s] of a slide to the next key, where the patch's is `glide`. Glide's slider is laid out as a cube. */
    double glideTime (int channel, double glide) const noexcept
    {
        const int manager = managerOf (channel);
        const auto& state = (*this)[manager >= 0 ? manager : channel];
        const double asked = state.glide >= 0.0 ? longestGlide * state.glide * state.glide * state.glide : glide;
        return state.glides ? asked : 0.0;
    }
    bool sustained (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return (*this)[channel].sustained || (manager >= 0 && (*this)[manager].sustained);
    }

    /** Takes a controller message (value 0…1), registered parameters and halves of 14 bits included. */
    void control (int channel, int message, double sent) noexcept
    {
        const auto [controller, value] = pairs.join (channel, message, sent);
        auto& state = (*this)[channel];
        const int data = static_cast<int> (std::lround (value * 127.0));
        switch (controller)
        {
            case Controller::modulation: state.wheel = value; break;
            case Controller::breath: state.breath = value; break;
            case Controller::expression: state.expression = value; break;
            case Controller::timbre: state.timbre = value; break;
            case Controller::glideTime: state.glide = value; break;
            case Controller::volume: state.volume = value; break;
            case Controller::pan: state.pan = value; break;
            case Controller::glide: state.glides = value >= 0.5; break;
            case Controller::soft: state.soft = value; break;
            case Controller::sustain: state.sustained = value >= 0.5; break;
            case Controller::rpnCoarse: state.rpn = (state.rpn & 0x7f) | (data << 7); break;
            case Controller::rpnFine: state.rpn = (state.rpn & 0x3f80) | data; break;
            case Controller::nrpnFine: // what follows is of parameters that are not registered
            case Controller::nrpnCoarse: state.rpn = ChannelState::unselected; break;
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

    static constexpr double longestGlide = 5.0, widestBend = 96.0; // [s], [semitones]

    /** MIDI 1.0 recommended practice RP-015: what "reset all controllers" resets, and what it leaves: bend range, CC5,
        CC7 and CC10. */
    static void resetControllers (ChannelState& state) noexcept
    {
        const auto before = state;
        state = ChannelState {};
        state.bendRange = before.bendRange;
        state.glide = before.glide;
        state.volume = before.volume;
        state.pan = before.pan;
    }

    /** Members of the zones as they are announced; see MPE 2.2.3. */
    void announce (int manager, int members) noexcept
    {
        std::array<int, 16> before {};
        for (int channel = 0; channel < 16; ++channel)
            before[static_cast<std::size_t> (channel)] = managerOf (channel);
        int& own = manager == 0 ? lowerMembers : upperMembers;
        int& other = manager == 0 ? upperMembers : lowerMembers;
        own = members;
        other = std::min (other, std::max (0, 14 - members));
        if (mpe == Mpe::off)
            return;
        // Who enters or leaves a zone starts with centred controllers and default ranges.
        for (int channel = 0; channel < 16; ++channel)
            if (const int was = before[static_cast<std::size_t> (channel)], is = managerOf (channel);
                channel == manager || is == manager || was == manager || was != is)
                (*this)[channel] = ChannelState {};
    }

    void enter (int channel, int data) noexcept
    {
        auto& state = (*this)[channel];
        if (state.rpn == 0)
        {
            const double range = std::min (static_cast<double> (data), widestBend);
            const int manager = managerOf (channel);
            if (manager < 0)
                state.bendRange = range;
            else // MPE 2.2.6: a member's bend range is every member's
                for (int member = 0; member < 16; ++member)
                    if (managerOf (member) == manager)
                        (*this)[member].bendRange = range;
        }
        else if (state.rpn == 6 && (channel == 0 || channel == 15))
            announce (channel, std::min (data, 15));
    }

    std::array<ChannelState, 16> states {};
    ControllerPairs pairs;
    int lowerMembers = 0, upperMembers = 0; // as announced
    Mpe mpe = Mpe::automatic;
    double memberRange = 48.0;
};
} // namespace kolophon
