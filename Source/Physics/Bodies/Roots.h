// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace kolophon
{
/** Finds the zero of a function between two places at which it has opposite signs, to thirteen digits: regula falsi
    after Illinois, which halves the value at an end that is kept. */
template <class Function>
double rootBetween (const Function& function, double old, double now, double atOld, double atNow)
{
    for (int i = 0; i < 60; ++i)
    {
        const double correction = -atNow * (now - old) / (atNow - atOld), there = function (now + correction);
        if (there * atNow < 0.0)
        {
            old = now;
            atOld = atNow;
        }
        else
            atOld *= 0.5;
        now += correction;
        atNow = there;
        if (there == 0.0 || std::abs (correction) < 1e-13 * std::abs (now))
            break;
    }
    return now;
}
} // namespace kolophon
