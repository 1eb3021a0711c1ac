// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Lanes-inl.h"

/** Elementary functions for the control code with arithmetic of our own: C libraries differ in the last bit, and the
    same performance must give the same bits on every machine. Errors: see Lanes-inl.h. */
namespace kolophon::portable
{
namespace target = kolophon::HWY_NAMESPACE;

inline double exp (double x) noexcept
{
    return target::exponential (x);
}
inline double exponentialMinusOne (double x) noexcept
{
    return target::exponentialMinusOne (x);
}
inline double exp2 (double x) noexcept
{
    return target::exponential (0.69314718055994530942 * x);
}
inline double exp10 (double x) noexcept
{
    return target::exponential (2.30258509299404568402 * x);
}
inline double log (double x) noexcept
{
    return target::logarithm (x);
}
inline double power (double base, double exponent) noexcept
{
    return target::power (base, exponent);
}
inline double sin (double x) noexcept
{
    return target::sineCosine (x).sine;
}
inline double tan (double x) noexcept
{
    const auto both = target::sineCosine (x);
    return both.sine / both.cosine;
}

/** Caches the last value of a function, for arguments that seldom change: same value, less work. */
template <double (*function) (double) noexcept>
class Remembered
{
public:
    double operator() (double x) noexcept
    {
        if (x != argument)
        {
            argument = x;
            value = function (x);
        }
        return value;
    }

private:
    double argument = 0.0, value = function (0.0);
};
} // namespace kolophon::portable
