// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Units.h"

#include <cmath>
#include <vector>

/** Sounds whose numbers are known from how they are made. */
namespace kolophon::test
{
constexpr double madeRate = 48000.0; // [Hz]

/** `value` of each time [s]. */
template <class Value>
std::vector<double> made (double seconds, Value value)
{
    std::vector<double> signal;
    for (int n = 0; n < static_cast<int> (seconds * madeRate); ++n)
        signal.push_back (value (n / madeRate));
    return signal;
}

inline double sine (double cycles)
{
    return std::sin (2.0 * pi * cycles);
}
} // namespace kolophon::test
