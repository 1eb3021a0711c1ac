// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace kolophon
{
/** The modes of the sympathetic strings in SIMD lanes; SympatheticStrings.h has the equations. Odd partials of all
    strings at even places. Plain data. */
struct alignas (64) SympatheticModes
{
    static constexpr int count = 120;
    static_assert (count % 8 == 0);
    using Values = std::array<double, count>;

    alignas (64) Values Q {}, S {}, D {}, tap {}, lossYY {}, lossYV {}, lossVV {}, x1 {},
        x2 {}; // as ModeSlot, and the losses of ModeStep
};

/** Functions that run on the best instruction set of the machine, with the same bits on each (see Physics/Lanes-inl.h).
    [audio] */
namespace sympathetic
{
struct Swing
{
    double odd, even; // [N] at the bridge, by partials
    double lost;      // [J], if requested
};

/** One free step of the modes, without the bridge. */
Swing swing (SympatheticModes& modes, bool booked) noexcept;

/** Moves the bridge by `shortening` [sqrt (J)/N]. */
void pull (SympatheticModes& modes, double shortening) noexcept;

double energy (const SympatheticModes& modes) noexcept; // [J]
} // namespace sympathetic
} // namespace kolophon
