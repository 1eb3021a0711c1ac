// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/PatchChoices.h"

#include <array>

namespace kolophon
{
/** The open strings of a bowed instrument, as keys, lowest first: each is a voice. */
struct Fingerboard
{
    static constexpr int strings = 4;
    std::array<int, strings> open;

    /** Returns the instrument of voice.strings; null if any voice may play any key. */
    static const Fingerboard* of (const Patch& patch) noexcept
    {
        static constexpr Fingerboard boards[] = {
            { { 55, 62, 69, 76 } }, // violin: G3 D4 A4 E5
            { { 48, 55, 62, 69 } }, // viola: C3 G3 D4 A4
            { { 36, 43, 50, 57 } }, // cello: C2 G2 D3 A3
            { { 28, 33, 38, 43 } }, // bass: E1 A1 D2 G2
        };
        const auto choice = choiceOf<&Patch::voiceStrings> (patch);
        return choice != Strings::free ? &boards[static_cast<int> (choice) - 1] : nullptr;
    }

    bool reaches (int string, int key) const noexcept { return key >= open[static_cast<std::size_t> (string)]; }
    bool isOpen (int string, int key) const noexcept { return key == open[static_cast<std::size_t> (string)]; }

    /** Chooses the string for a key: the highest that has it and is not `isOccupied`, near the nut as a player would. Else
        the highest that has it; keys below the lowest string are played on that, as if it were tuned down. */
    template <class IsOccupied>
    int stringFor (int key, IsOccupied isOccupied) const noexcept
    {
        int own = 0;
        for (int string = strings - 1; string >= 0; --string)
            if (reaches (string, key))
            {
                if (! isOccupied (string))
                    return string;
                own = own > 0 ? own : string;
            }
        return own;
    }
};
} // namespace kolophon
