// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"
#include "ControllerPairs.h"
#include "Performance.h"
#include "SentTuning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace kolophon
{
namespace Controller
{
inline constexpr int glideTime = 5, volume = 7, pan = 10, glide = 65, sostenuto = 66, soft = 67, nrpnFine = 98,
                     nrpnCoarse = 99;
} // namespace Controller

/** Current controller values of a MIDI channel. */
struct ChannelState
{
    double bend = 0.0;       // -1…1
    double bendRange = -1.0; // [semitones] set by RPN 0; negative: the patch's or MPE's default
    double fineCents = 0.0;  // [cent] by which RPN 1 tunes the channel
    double coarse = 0.0;     // [semitones] by which RPN 2 tunes the channel
    /** Number of data increments (CC96) minus data decrements (CC97) since RPN 0, 1 and 2 were entered. */
    std::array<int, 3> steps {};
    double pressure = 0.0, wheel = 0.0, expression = 1.0, timbre = 0.5; // 0…1
    double breath = -1.0; // 0…1; negative: no breath controller received yet
    double volume = 1.0;  // CC7, 0…1
    double pan = 0.5;     // CC10, 0 left … 1 right
    double glide = -1.0;  // CC5, 0…1 of Glide's slider; negative: the patch's
    double soft = 0.0;    // CC67, 0…1
    bool sustained = false;
    bool glides = true; // CC65: Glide is on
    int rpn = unselected;
    int tuningProgram = 0; // RPN 3, see SentTuning

    static constexpr int unselected = 0x3fff, maxSteps = 16383;

    /** CC10 as -1 left … 1 right. The middle is 64 of 127; with 14 bits, 8192 of 16383. */
    double place () const noexcept
    {
        const double value = 2.0 * pan - 1.0;
        return std::abs (value) < 0.008 ? 0.0 : value;
    }

    /** Applies a step of RPN 0, 1 or 2, up or down. */
    static int stepped (int steps, bool up) noexcept { return std::clamp (steps + (up ? 1 : -1), -maxSteps, maxSteps); }

    /** Tuning of the channel by RPN 1 and RPN 2 [semitones]: in steps of 100/8192 cents and of semitones; -1 … 1 and
        -64 … 63. */
    double tuning () const noexcept
    {
        const double fine = std::clamp (fineCents + steps[1] * (100.0 / 8192.0), -100.0, 8191.0 * 100.0 / 8192.0);
        return 0.01 * fine + std::clamp (coarse + steps[2], -64.0, 63.0);
    }

    bool operator== (const ChannelState&) const = default;
};

/** The sixteen channels and the MPE zones on them (MPE 1.0: RPN 6 on channel 1 or 16 opens a zone of member channels,
    each of which carries one note; the manager's messages go to the whole zone).

    A note combines its own channel with its manager's: bends, tunings and the distances of pan and CC74 from the middle
    add up; expression and volume multiply; of pressure, breath, wheel and soft pedal the stronger counts; a pedal on
    either holds.

    Hosts may drop or reorder the RPN 6 message, so that the user can also set MPE by hand: with Mpe::on and no zone
    announced, channel 1 manages all others. Under Mpe::off an announcement is stored but has no effect. [audio] */
class Channels
{
public:
    /** Resets everything except the user's MPE settings. */
    void reset () noexcept
    {
        states.fill ({});
        pairs.reset();
        lowerMembers = upperMembers = 0;
        tunings.reset();
    }

    /** Takes the user's MPE settings: the mode, and the range of a note's own bend [semitones] until the controller
        sends one. A change of mode changes the role of all channels, so that all are reset: none keeps an old bend or
        range. */
    void follow (Mpe newMpe, double newMemberRange) noexcept
    {
        if (newMpe != mpe)
        {
            states.fill ({});
            pairs.reset();
        }
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

    /** True if a message on `from` applies to notes of `channel`. */
    bool reaches (int from, int channel) const noexcept { return from == channel || managerOf (channel) == from; }

    /** Bend of a note on `channel` [semitones], including the manager's and the tuning of both channels. */
    double bendSemitones (int channel, double patchRange) const noexcept
    {
        const auto& own = (*this)[channel];
        const int manager = managerOf (channel);
        double bend = own.bend * range (own, manager >= 0 ? memberRange : patchRange) + own.tuning();
        if (manager >= 0)
        {
            const auto& zone = (*this)[manager];
            bend += zone.bend * range (zone, managerRange) + zone.tuning();
        }
        return bend;
    }

    /** Note [semitones] of a key on a channel if the instrument's own tuning is `own`: see SentTuning. */
    double noteOf (const Tuning& own, int channel, int key) const noexcept
    {
        return tunings.noteOf (own, (*this)[channel].tuningProgram, channel, key);
    }
    /** False for an unmapped key. */
    bool plays (const Tuning& own, int channel, int key) const noexcept
    {
        return own.plays (key) || tunings.has ((*this)[channel].tuningProgram, key);
    }
    /** Takes a tuning message; true if it was one. */
    bool tune (const PerformanceEvent& event) noexcept { return tunings.receive (event); }

    /** Position of the pitch wheels, own plus manager's, as a fraction of their ranges: -1 … 1. */
    double bend (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return std::clamp ((*this)[channel].bend + (manager >= 0 ? (*this)[manager].bend : 0.0), -1.0, 1.0);
    }
    /** CC74, 0 … 1. */
    double timbre (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        const double own = (*this)[channel].timbre;
        return manager >= 0 ? std::clamp (own + ((*this)[manager].timbre - 0.5), 0.0, 1.0) : own;
    }

    /** Controllers of a note on `channel`, combined with the manager's. */
    double pressure (int channel) const noexcept { return strongest (channel, &ChannelState::pressure); }
    double wheel (int channel) const noexcept { return strongest (channel, &ChannelState::wheel); }
    double expression (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        return (*this)[channel].expression * (manager >= 0 ? (*this)[manager].expression : 1.0);
    }
    double breath (int channel) const noexcept { return strongest (channel, &ChannelState::breath); }
    double soft (int channel) const noexcept { return strongest (channel, &ChannelState::soft); }
    /** Gain of CC7: 40 log10 (CC7) in dB, as in General MIDI 2. */
    double volume (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        const double fraction = (*this)[channel].volume * (manager >= 0 ? (*this)[manager].volume : 1.0);
        return fraction * fraction;
    }
    /** -1 left … 1 right. */
    double pan (int channel) const noexcept
    {
        const int manager = managerOf (channel);
        const double own = (*this)[channel].place();
        return manager >= 0 ? std::clamp (own + (*this)[manager].place(), -1.0, 1.0) : own;
    }
    /** Time [s] of a slide to the next key if the patch's is `glide`. Glide's slider is cubic. */
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
            case Controller::nrpnFine: // data entry then belongs to non-registered parameters
            case Controller::nrpnCoarse: state.rpn = ChannelState::unselected; break;
            case Controller::dataEntry: enter (channel, data); break;
            case Controller::dataEntryFine: refine (channel, data); break;
            case Controller::dataIncrement:
            case Controller::dataDecrement: step (channel, controller == Controller::dataIncrement); break;
            case Controller::resetAll:
                for (int each = 0; each < 16; ++each)
                    if (reaches (channel, each))
                        resetControllers (each);
                break;
            default: break;
        }
    }

    /** Returns the messages that bring freshly reset channels to the state of these, to the last bit: messages for
        control(), bends and pressures, in order. They are derived from the state, not from the received messages,
        because a message on one channel may have changed others, or may have had no effect. [any, of a copy] */
    std::vector<PerformanceEvent> messages () const;

private:
    double strongest (int channel, double ChannelState::*member) const noexcept
    {
        const int manager = managerOf (channel);
        const double own = (*this)[channel].*member;
        return manager >= 0 ? std::max (own, (*this)[manager].*member) : own;
    }

    static constexpr double longestGlide = 5.0, widestBend = 96.0; // [s], [semitones]
    static constexpr double managerRange = 2.0;                    // [semitones] until RPN 0 sets it (MPE 2.4)

    /** Performs "reset all controllers" by MIDI 1.0 recommended practice RP-015, which keeps registered parameters,
        CC5, CC7 and CC10. */
    void resetControllers (int channel) noexcept
    {
        auto& state = (*this)[channel];
        const auto before = state;
        state = ChannelState {};
        state.bendRange = before.bendRange;
        state.fineCents = before.fineCents;
        state.coarse = before.coarse;
        state.steps = before.steps;
        state.tuningProgram = before.tuningProgram;
        state.glide = before.glide;
        state.volume = before.volume;
        state.pan = before.pan;
        for (const int controller : { Controller::modulation, Controller::breath, Controller::expression })
            pairs.forget (channel, controller);
    }

    /** Takes the announced number of a zone's members; see MPE 2.2.3. */
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
        // A channel that enters or leaves a zone starts with centred controllers and default ranges.
        for (int channel = 0; channel < 16; ++channel)
            if (const int was = before[static_cast<std::size_t> (channel)], is = managerOf (channel);
                channel == manager || is == manager || was == manager || was != is)
            {
                (*this)[channel] = ChannelState {};
                pairs.forget (channel);
            }
    }

    /** Bend range of a channel [semitones]; a step of RPN 0 is a cent. */
    static double range (const ChannelState& state, double untilSet) noexcept
    {
        return std::clamp ((state.bendRange >= 0.0 ? state.bendRange : untilSet) + 0.01 * state.steps[0], 0.0,
                           widestBend);
    }

    /** Visits the channels that have a common bend range with this one; MPE 2.2.6: all members of a zone do. */
    template <class Visit>
    void eachWithRangeOf (int channel, Visit visit) noexcept
    {
        const int manager = managerOf (channel);
        for (int each = 0; each < 16; ++each)
            if (each == channel || (manager >= 0 && managerOf (each) == manager))
                visit ((*this)[each]);
    }

    /** Data entry, coarse: resets the fine half and the steps to 0. */
    void enter (int channel, int data) noexcept
    {
        auto& state = (*this)[channel];
        switch (state.rpn)
        {
            case 0:
                eachWithRangeOf (channel,
                                 [data] (ChannelState& each)
                                 {
                                     each.bendRange = std::min (static_cast<double> (data), widestBend);
                                     each.steps[0] = 0;
                                 });
                break;
            case 1:
                state.fineCents = (128.0 * data - 8192.0) * (100.0 / 8192.0);
                state.steps[1] = 0;
                break;
            case 2:
                state.coarse = data - 64.0;
                state.steps[2] = 0;
                break;
            case 3: state.tuningProgram = data < SentTuning::programs ? data : state.tuningProgram; break;
            case 6:
                if (channel == 0 || channel == 15)
                    announce (channel, std::min (data, 15));
                break;
            default: break;
        }
    }

    /** Data entry, fine. Like the coarse one, it resets the steps to 0. */
    void refine (int channel, int data) noexcept
    {
        auto& state = (*this)[channel];
        if (state.rpn == 0)
            eachWithRangeOf (channel,
                             [data] (ChannelState& each)
                             {
                                 if (each.bendRange >= 0.0)
                                     each.bendRange = std::floor (each.bendRange) + 0.01 * std::min (data, 99);
                                 each.steps[0] = 0;
                             });
        else if (state.rpn == 1 || state.rpn == 2)
            state.steps[static_cast<std::size_t> (state.rpn)] = 0;
        if (state.rpn == 1)
        {
            const double coarse = std::floor ((state.fineCents * (8192.0 / 100.0) + 8192.5) / 128.0);
            state.fineCents = (128.0 * coarse + data - 8192.0) * (100.0 / 8192.0);
        }
    }

    /** Data increment and decrement; their data value is ignored. */
    void step (int channel, bool up) noexcept
    {
        auto& state = (*this)[channel];
        const auto move = [up] (int& steps) { steps = ChannelState::stepped (steps, up); };
        if (state.rpn == 0)
            eachWithRangeOf (channel, [&move] (ChannelState& each) { move (each.steps[0]); });
        else if (state.rpn == 1 || state.rpn == 2)
            move (state.steps[static_cast<std::size_t> (state.rpn)]);
        else if (state.rpn == 3)
            state.tuningProgram = std::clamp (state.tuningProgram + (up ? 1 : -1), 0, SentTuning::programs - 1);
    }

    std::array<ChannelState, 16> states {};
    ControllerPairs pairs;
    SentTuning tunings;
    int lowerMembers = 0, upperMembers = 0; // as announced
    Mpe mpe = Mpe::automatic;
    double memberRange = 48.0;
};
} // namespace kolophon
