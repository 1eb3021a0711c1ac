// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Control/Channels.h"
#include "../Hands/Phrase.h"
#include "../Parameters/Patch.h"

#include <array>
#include <cstddef>

namespace kolophon
{
/** Remembers the last note of each hand, which tells the next one how fast the music goes. With Phrasing each channel
    has its hand, all members of an MPE zone one; without, all channels have the same. [audio] */
class HandMemory
{
public:
    static constexpr double chordTime = 0.04; // [s] within which keys form a chord

    void forget () noexcept { hands = {}; }

    /** Circumstances of a note that begins now: the time since the one before; within a chord, since the one before
        that chord. */
    template <class Voices>
    NotePrompt promptOf (const Voices& voices, const Channels& channels, const Patch& patch, int channel, int key,
                         double velocity) noexcept
    {
        auto& hand = of (channel, channels, patch);
        const auto* last = hand.voice >= 0 ? &voices[static_cast<std::size_t> (hand.voice)] : nullptr;
        const bool isKnown = last != nullptr && last->isAwake() && &of (last->channel(), channels, patch) == &hand;
        const double age = isKnown ? last->keys().age() : NotePrompt::unknown;
        hand.interval = age < chordTime ? hand.interval : age;
        const NotePrompt prompt { velocity, hand.interval, isKnown ? hand.held : NotePrompt::unknown,
                                  isKnown ? key - hand.key : 0 };
        hand.key = key;
        return prompt;
    }

    /** Notes the voice that plays the hand's note, with the bow's direction. */
    void play (int voice, double direction, int channel, const Channels& channels, const Patch& patch) noexcept
    {
        auto& hand = of (channel, channels, patch);
        hand.voice = voice;
        hand.direction = direction;
    }
    /** Voice and direction of the hand's latest note; -1 of none. */
    int voiceOf (int channel, const Channels& channels, const Patch& patch) noexcept
    {
        return of (channel, channels, patch).voice;
    }
    double directionOf (int channel, const Channels& channels, const Patch& patch) noexcept
    {
        return of (channel, channels, patch).direction;
    }
    /** Notes how long [s] the hand's key was down. */
    void release (double held, int channel, const Channels& channels, const Patch& patch) noexcept
    {
        of (channel, channels, patch).held = held;
    }

private:
    struct Hand
    {
        int voice = -1, key = 0;
        double direction = -1.0;           // of the bow
        double interval = 0.0;             // [s] between the latest two notes; chords count as one
        double held = NotePrompt::unknown; // [s] that the latest key was down
    };
    Hand& of (int channel, const Channels& channels, const Patch& patch) noexcept
    {
        const int manager = channels.managerOf (channel);
        return hands[patch.voicePhrasingPercent > 0.0 ? static_cast<std::size_t> (manager >= 0 ? manager : channel)
                                                      : 0];
    }

    std::array<Hand, 16> hands {};
};
} // namespace kolophon
