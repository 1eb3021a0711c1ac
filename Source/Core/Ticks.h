// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/** Round numbers for the axes of figures, pictures and editors: 1, 2 or 5 times a power of ten. [any but audio] */
namespace kolophon
{
/** Smallest round step that is not smaller than `least`, up to a rounding. Precondition: least > 0. */
double roundStepFrom (double least) noexcept;

/** Round step nearest to `wanted`: up to 1.5, 3.5 and 7.5 times a power of ten, the steps are 1, 2 and 5 times as
    large. Precondition: wanted > 0. */
double roundStepNear (double wanted) noexcept;

/** Multiples of a round step from `low` to `high`, at most `maxCount`. Empty if `maxCount` or the range is. */
std::vector<double> roundTicks (double low, double high, int maxCount);

/** Round values between the ends of an axis, about eight: multiples of a round step; of a logarithmic axis longer than
    an octave, 1, 2 and 5 times powers of ten, and fewer of them over many decades. Only `low` if the ends are too
    close. */
std::vector<double> axisTicks (double low, double high, bool logarithmic);
} // namespace kolophon
