// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** A note as a section plays it. */
struct NoteStanding
{
    int players = 1;    // that hold it
    double power = 0.0; // of their strings, as they are heard
};

/** The held voice whose note loses a player: of those that another player holds as well, the quietest, at equal power
    the oldest; -1: none. So a section thins its quietest note out down to one player before it touches the
    next one. [audio] */
template <class Voices, class StandingOf>
int voiceToSpare (const Voices& voices, int count, StandingOf standingOf) noexcept
{
    int best = -1;
    double least = 0.0;
    for (int v = 0; v < count; ++v)
    {
        const auto& its = voices[static_cast<std::size_t> (v)];
        const NoteStanding note = standingOf (its);
        const bool isOlder = best >= 0 && its.order() < voices[static_cast<std::size_t> (best)].order();
        if (note.players > 1 && (best < 0 || note.power < least || (note.power == least && isOlder)))
        {
            best = v;
            least = note.power;
        }
    }
    return best;
}

/** Chooses one of the first `count` voices for a new key: the string that sounds this key already, unless another note
    with a number of its own holds it; else one at rest; else the faintest of those in release; else one to spare; else
    the one with the oldest stroke. [audio] */
template <class Voices, class StandingOf>
int chooseVoice (const Voices& voices, int count, int channel, int key, std::uint32_t note,
                 StandingOf standingOf) noexcept
{
    const auto voice = [&voices](int v) -> const auto&
    {
        return voices[static_cast<std::size_t> (v)];
    };
    int unused = -1, faintest = -1, oldest = 0;
    for (int v = 0; v < count; ++v)
    {
        if (voice (v).plays (channel, key) &&
            (note == 0 || ! voice (v).isHeld() || voice (v).noteNumber() == note || voice (v).noteNumber() == 0))
            return v;
        if (! voice (v).isAwake())
        {
            if (unused < 0)
                unused = v;
        }
        else if (! voice (v).isHeld() && (faintest < 0 || voice (v).lastEnergy() < voice (faintest).lastEnergy()))
            faintest = v;
        if (voice (v).order() < voice (oldest).order())
            oldest = v;
    }
    if (unused >= 0 || faintest >= 0)
        return unused >= 0 ? unused : faintest;
    const int spare = voiceToSpare (voices, count, standingOf);
    return spare >= 0 ? spare : oldest;
}
} // namespace kolophon
