// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Notes/SteadyTone.h"

#include <string_view>

namespace kolophon
{
/** Motion of a bowed string, classified by the times of its slips. */
enum class Regime {
    none,         // the contact never slips: the bow is off, at rest, or holds the string
    helmholtz,    // one slip per period of the string
    multipleSlip, // several slips per period, the same ones in every period
    anomalousLow, // repeats with a longer period than the string's: by more than 8 %, up to twice
    raucous,      // slips and sticks without repetition
    constantSlip  // never sticks
};

/** Name of a regime: "none", "Helmholtz", "multiple slip", "anomalous low", "raucous", "constant slip". */
std::string_view regimeName (Regime regime) noexcept;

/** Classification of a segment of motion. */
struct RegimeMeasurement
{
    Regime regime = Regime::none;
    double period = 0.0;         // of the motion [samples]; 0 if it does not repeat
    double slipsPerPeriod = 0.0; // per period of the string
    double slipFraction = 0.0;   // of the time
    double jitter = 0.0;         // standard deviation of the period over its mean
};

/** Largest relative deviation of a period from the string's own; the same as in helmholtzOnset(). */
inline constexpr double regimeTolerance = 0.08;

/** Largest jitter of a motion that counts as periodic. */
inline constexpr double regimeJitter = 0.03;

/** Classifies the slip phases between the samples `from` and `to` of a string with the given `period` [samples].

    Two slips with less than 5 % of a period between them count as one, and slips shorter than 1 % of a period are
    ignored (ripples of a stiff bristle). The period is then that of the smallest number of slips, up to eight, after
    which the motion repeats with a jitter below regimeJitter.

    Helmholtz motion is a motion in which every slip comes one period of the string after the one before, to within
    regimeTolerance, with or without a subharmonic; also one that repeats after each slip and this period, even if
    one or two slips came later. A motion that repeats only after several slips and more than two periods is raucous. */
RegimeMeasurement motionOf (std::span<const SlipPhase> phases, std::int64_t from, std::int64_t to, double period);

/** Duration of the pre-Helmholtz transient of an attack: samples from the first slip to the onset of Helmholtz
    motion (helmholtzOnset()); nullopt without such an onset. */
std::optional<std::int64_t> transientOf (std::span<const SlipPhase> phases, double period);

/** Longest transient of a perfect attack [periods]. */
inline constexpr double perfectTransient = 1.2;

/** Merges slips that short pauses separate and removes short slips: the input of motionOf() and transientOf(). */
std::vector<SlipPhase> wholeSlips (std::span<const SlipPhase> phases, double period);
} // namespace kolophon
