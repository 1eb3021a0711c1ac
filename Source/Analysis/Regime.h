#pragma once

#include "SteadyTone.h"

#include <string_view>

namespace kolophon
{
/** What a bowed string does, told from when its contact slips. */
enum class Regime {
    none,         // the contact never slips: the bow is off, at rest, or holds the string
    helmholtz,    // one slip a period of the string
    multipleSlip, // several slips a period, the same ones every period
    anomalousLow, // repeats itself after longer than the string's period: by more than 8 %, up to twice
    raucous,      // slips and sticks without repeating itself
    constantSlip  // never sticks
};

/** "none", "Helmholtz", "multiple slip", "anomalous low", "raucous", "constant slip". */
std::string_view regimeName (Regime regime) noexcept;

/** A stretch of motion, judged. */
struct RegimeMeasurement
{
    Regime regime = Regime::none;
    double period = 0.0;         // after which it repeats itself [samples]; 0 where it does not
    double slipsPerPeriod = 0.0; // of the string's own period
    double slipFraction = 0.0;   // of the time
    double jitter = 0.0;         // standard deviation of the period over its mean
};

/** How far a period may be from the string's own and still be the string's: as helmholtzOnset() has it. */
inline constexpr double regimeTolerance = 0.08;

/** Largest jitter of a motion that repeats itself. */
inline constexpr double regimeJitter = 0.03;

/** Judges the slip phases between the samples `from` and `to` of a string with the given `period` [samples].

    Two slips with less than 5 % of a period between them are one, and a slip shorter than 1 % of a period is none (the
    ripples of a stiff bristle). Then the smallest number of slips, up to eight, after which the motion repeats itself
    with less than regimeJitter gives its period.

    A motion whose every slip comes a period of the string after the one before, to within regimeTolerance, is Helmholtz
    motion, with a subharmonic or without; and so is one that repeats itself after each slip and this period, though a
    slip or two came later than that. What repeats itself after more than two periods, and several slips, is
    raucous. */
RegimeMeasurement motionOf (std::span<const SlipPhase> phases, std::int64_t from, std::int64_t to, double period);

/** Samples from the first slip to the onset of Helmholtz motion (helmholtzOnset()): the pre-Helmholtz transient of an
    attack; nothing where Helmholtz motion does not come. */
std::optional<std::int64_t> transientOf (std::span<const SlipPhase> phases, double period);

/** Longest transient of a perfect attack [periods]. */
inline constexpr double perfectTransient = 1.2;

/** What is left of slip phases when short pauses are bridged and short slips left out: what motionOf() and
    transientOf() look at. */
std::vector<SlipPhase> wholeSlips (std::span<const SlipPhase> phases, double period);
} // namespace kolophon
