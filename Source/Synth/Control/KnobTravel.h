// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** Knobs moved by a host's modulation, for the whole instrument or for one note. A travel is a fraction of the knob's
    slider, -1 … 1. [audio] */
class KnobTravel
{
public:
    static constexpr std::size_t knobs = sizeof (Patch) / sizeof (double); // at least the table's size

    /** Moves a knob that canBeModulated() by `travel`; 0 releases it. `number` is the revision from now on, and must be
        new. Returns false if nothing has changed. */
    bool set (std::size_t parameter, double travel, std::uint64_t number) noexcept;
    void clear (std::uint64_t number) noexcept;

    bool isEmpty () const noexcept { return moved.none(); }
    double of (std::size_t parameter) const noexcept { return travels[parameter]; }
    /** Changes with the travels; 0: nothing was ever moved. */
    std::uint64_t revision () const noexcept { return latest; }

    /** Moves the knobs of a patch by the sum of both. */
    static void move (Patch& patch, const KnobTravel& common, const KnobTravel& own) noexcept;

private:
    std::array<double, knobs> travels {};
    std::bitset<knobs> moved;
    std::uint64_t latest = 0;
};
} // namespace kolophon
