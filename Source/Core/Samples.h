// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

namespace kolophon
{
/** A sample of the engine in the precision of a host or file. What is subnormal in that precision is a zero of the same
    sign: subnormal numbers slow down what comes after, and whether a conversion flushes them is a setting of the
    thread, different in every host. Compared before the conversion, so that no setting matters. */
template <class Sample>
Sample sampleOf (double value) noexcept
{
    constexpr auto smallest = static_cast<double> (std::numeric_limits<Sample>::min());
    return static_cast<Sample> (std::abs (value) < smallest ? std::copysign (0.0, value) : value);
}
} // namespace kolophon
