// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <numbers>

/** Conversions between the units of users and SI, in which the instrument computes. */
namespace kolophon
{
using std::numbers::pi;

/** Decay rate s [1/s] of an amplitude exp (-s t) that falls by 60 dB in `t60` [s]:  s = ln (1000) / T60. */
inline constexpr double decayRateFromT60 (double t60) noexcept
{
    return 6.907755278982137 / t60;
}
inline constexpr double t60FromDecayRate (double decayRate) noexcept
{
    return 6.907755278982137 / decayRate;
}

inline double gainFromDb (double levelDb) noexcept
{
    return std::pow (10.0, levelDb / 20.0);
}
inline double dbFromGain (double gain) noexcept
{
    return 20.0 * std::log10 (gain);
}

inline constexpr double minus1Dbfs = 0.8912509381337456; // peak, full scale 1: the highest that is written

inline constexpr double gravity = 9.81; // [m/s^2]

inline constexpr double toMilli = 1e3, toMicro = 1e6; // from SI to the units of axes and tables

inline constexpr double centsPerNeper = 1731.2340490667561; // 1200/ln 2

inline double ratioFromSemitones (double semitones) noexcept
{
    return std::exp2 (semitones / 12.0);
}
inline double centsFromRatio (double ratio) noexcept
{
    return 1200.0 * std::log2 (ratio);
}

/** Frequency [Hz] of a (fractional) MIDI note number in equal temperament, A4 = note 69 = 440 Hz. */
inline double frequencyFromNote (double note) noexcept
{
    return 440.0 * ratioFromSemitones (note - 69.0);
}
} // namespace kolophon
