// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/EnergyLedger.h"
#include "../Control/Tuning.h"
#include "../Resonances/SympatheticModes.h"

namespace kolophon
{
/** Sympathetic strings, shared by all voices: they rest on the same bridge and sound when it moves.

    The bridge is a resistance 1/Y. All strings on it, bowed and sympathetic, pull it with the sum of their forces
    F = sum tap_n x1_n; it gives way at Y F, which shortens every mode by x1_n' = -tap_n Y F. Over a step h that is

        F(h) = F exp (-Y T h),  T = sum tap_n^2            x1_n -= tap_n F (1 - exp (-Y T h))/T

    exactly, for any Y, T and h: energy is exchanged between the strings, and (F^2 - F(h)^2)/(2 T) >= 0 is lost to the
    bridge. Between two such steps the strings swing freely, by the exact flow of ModalBank-inl.h. */
class SympatheticStrings
{
public:
    static constexpr int strings = 12, partials = 10;

    /** Tunes the strings. `set` of strings as in the menu out.sympathetic_tuning; `decay` T60 [s]; each string has the
        pitch of its key under `tuning`. The state stays: retuning does no work. */
    void tune (int set, double decay, double timeStep, const Tuning& tuning = equalTuning) noexcept;

    /** Sets the strings to rest. Returns the energy [J] that was in them. */
    double silence () noexcept;

    /** One step without the bridge; its loss is kept for book(), if the books are open. Stores the force at the bridge
        in odd, even [N], by partials. */
    void swing (bool booksAreOpen = true) noexcept;

    /** Moves the bridge by `shortening` [sqrt (J)/N] = F (1 - exp (-Y T h))/T. */
    void pull (double shortening) noexcept;

    double stiffness () const noexcept { return tapSquares; } // T of these strings [N^2/J]
    double force () const noexcept { return odd + even; }
    double energy () const noexcept; // [J]

    /** Books the step: `received` [J] from the other strings, `atBridge` [J] lost there. */
    void book (double received, double atBridge) noexcept;

    /** Sets the opening balance to the energy that is in the strings now. */
    void openBooks () noexcept { booked = energy(); }

    double odd = 0.0, even = 0.0; // [N] at the bridge, after swing()
    EnergyLedger ledger;

private:
    static_assert (SympatheticModes::count == strings * partials);
    SympatheticModes modes;
    double tapSquares = 0.0; // T [N^2/J]
    double lost = 0.0;       // [J] in the step of the last swing()
    double booked = 0.0;     // [J] closing balance
};
} // namespace kolophon
