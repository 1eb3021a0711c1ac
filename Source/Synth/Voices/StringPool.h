// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Strings/StringSet.h"
#include "Voice.h"
#include "VoiceChoice.h"

#include <array>
#include <limits>

namespace kolophon
{
/** Gives every voice its string: string s is lane s % VoiceGroup::lanes of group s / VoiceGroup::lanes, in both slots.
    The voices of the first player have strings of their own, the first ones. All other players share the rest: a voice
    takes the first free one when it starts, so that the strings that sound lie close together, and gives it back when
    it falls asleep. Once several groups are full, those of a desk keep together: they are mixed at once, and have as
    many partials. [audio] */
class StringPool
{
public:
    StringPool (StringSet& slotA, StringSet& slotB) noexcept : slots { &slotA, &slotB } {}

    /** Binds a voice to a free string. */
    void bind (Voice& voice, int string) noexcept
    {
        const auto g = static_cast<std::size_t> (string / VoiceGroup::lanes);
        for (auto* slot : slots)
            slot->groups.use (static_cast<int> (g));
        voice.bind (slots[0]->groups[g], slots[1]->groups[g], string);
        players[static_cast<std::size_t> (string)] = &voice;
        strings = std::max (strings, string + 1);
    }

    /** Binds a voice of a further player in this row, which is at rest, to a free string. */
    void bindFree (Voice& voice, int row) noexcept
    {
        int string = limits::maxVoices;
        while (on (string) != nullptr)
            ++string;
        constexpr int many = limits::maxVoices + 4 * VoiceGroup::lanes;
        if (const int its = string < many ? -1 : freeAt (row); its >= 0)
            string = its;
        bind (voice, string);
    }

    void giveBack (Voice& voice) noexcept
    {
        players[static_cast<std::size_t> (voice.string())] = nullptr;
        voice.unbind();
        while (strings > limits::maxVoices && on (strings - 1) == nullptr)
            --strings;
    }

    /** Forgets all voices: each that plays on is bound anew. */
    void clear () noexcept
    {
        players = {};
        strings = 0;
    }

    /** The voice that plays a string; null: it is free. */
    Voice* on (int string) const noexcept { return players[static_cast<std::size_t> (string)]; }

    /** The note of a held voice as all players hold it. One that has just begun is not yet as loud as it will be: it is
        louder than any other. */
    NoteStanding standingOf (const Voice& its) const noexcept
    {
        constexpr double beginning = 1.0; // [s]
        NoteStanding note { 0, its.keys().age() < beginning ? std::numeric_limits<double>::infinity() : 0.0 };
        for (int s = 0; s < strings; ++s)
            if (const auto* each = on (s); each != nullptr && each->isHeld() && ! each->isYielding() &&
                                           each->plays (its.channel(), its.key()) &&
                                           each->noteNumber() == its.noteNumber())
            {
                ++note.players;
                note.power += each->heardPower();
            }
        return note;
    }

    /** All strings from here on are free. */
    int end () const noexcept { return strings; }

    /** Books, in both slots, energy that a string lost when it was silenced. */
    void bookRemainder (int string, const Remainder& left) noexcept
    {
        slots[0]->books.bookRest (string, left.main);
        slots[1]->books.bookRest (string, left.shadow);
    }

private:
    /** The first free string of a group that no other row plays; -1 if all of them are taken. */
    int freeAt (int row) const noexcept
    {
        for (int first = limits::maxVoices; first < limits::maxStrings; first += VoiceGroup::lanes)
        {
            int free = -1;
            bool isOurs = true;
            for (int s = first; s < first + VoiceGroup::lanes; ++s)
                if (on (s) == nullptr)
                    free = free < 0 ? s : free;
                else
                    isOurs = isOurs && on (s)->desk() == row;
            if (isOurs && free >= 0)
                return free;
        }
        return -1;
    }

    StringSet* slots[2]; // A and B, the engine's
    std::array<Voice*, limits::maxStrings> players {};
    int strings = 0;
};
} // namespace kolophon
