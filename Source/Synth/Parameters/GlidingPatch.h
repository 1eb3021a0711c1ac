// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Patch.h"

#include <cstddef>

namespace kolophon
{
/** Smooths parameters between the player's settings and the strings: continuous ones glide exponentially on the control
    grid; menus, switches and counts jump. [audio] */
class GlidingPatch
{
public:
    /** Takes a whole patch: parameters whose setting differs take it at once, the others go on gliding; values out of
        range are clamped. Returns false if none differs. */
    bool setPatch (const Patch& patch) noexcept;

    /** Sets one parameter of the table, by its index, without gliding. Returns false if it has
        this value already. */
    bool jump (std::size_t parameter, double value) noexcept;

    /** Sets one parameter of the table, by its index; a value out of range is clamped. */
    void set (std::size_t parameter, double value) noexcept;

    /** Ends all glides at their targets; returns false without glides. */
    bool arrive () noexcept;

    /** Advances by one control interval at `sampleRate` [Hz]; returns false if nothing moved. */
    bool move (double sampleRate) noexcept;

    bool isSettled () const noexcept { return settled; }     // no parameter is gliding
    const Patch& target () const noexcept { return goal; }   // as the player set it
    const Patch& playing () const noexcept { return heard; } // as the strings play it, within all limits
    std::uint64_t number () const noexcept { return made; }  // revision of playing()

private:
    Patch goal = Patch::defaults();
    Patch now = Patch::defaults();   // gliding towards `goal`
    Patch heard = Patch::defaults(); // admissible (now)
    bool settled = true;             // now has reached goal
    std::uint64_t made = 1;          // revision of `heard`
};
} // namespace kolophon
