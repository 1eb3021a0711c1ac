// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Regime.h"

#include <array>
#include <cstdint>

namespace kolophon
{
/** Letter and short name of a regime on a map. */
struct RegimeName
{
    char letter; // 0: none
    const char* brief;
};

/** Colour and names of a regime, for the editor, figures and pages alike. Colours by Okabe and Ito ("Color universal
    design") and greys, distinguishable with every kind of colour vision; the letter alone suffices, too. What has no
    travelling corner has no Helmholtz motion, and names of its own. */
struct RegimeSign
{
    std::uint32_t colour; // 0xrrggbb
    RegimeName ofString, ofOthers;

    constexpr const RegimeName& of (bool isString) const noexcept { return isString ? ofString : ofOthers; }
};

/** In the order of the enumeration. */
inline constexpr std::array<RegimeSign, 6> regimeSigns { {
    { 0xffffff, { 0, "no slip" }, { 0, "no slip" } },                 // none
    { 0x0072b2, { 'H', "Helmholtz" }, { '1', "one slip" } },          // helmholtz
    { 0xf0e442, { '2', "several slips" }, { '2', "several slips" } }, // multipleSlip
    { 0xd55e00, { 'L', "low" }, { 'L', "low" } },                     // anomalousLow
    { 0x8c8c8c, { 'R', "raucous" }, { 'I', "irregular" } },           // raucous
    { 0xd9d9d9, { '~', "no stick" }, { '~', "slides" } },             // constantSlip
} };

/** Records slips for shownMotion(), of a string with this period [samples]. In a period, contact and surface pass each
    other by as much as the bow moves. Of that a slip takes at least half an equal share of eight, the most slips that a
    motion is told to have; less is hair that springs, when a hand has slowed the bow down faster than the string. */
inline SlipRecorder shownSlips (double period)
{
    constexpr double leastFraction = 1.0 / 16.0;
    return SlipRecorder { SlipRecorder::usualThreshold, leastFraction * period };
}

/** The motion as a raster of periods shows it, for pictures: motionOf(), but a motion that slips once per period, nine
    times of ten within a third of one, is called so however uneven it is. A flageolet's is: its string has a longer
    period of its own. */
RegimeMeasurement shownMotion (std::span<const SlipPhase> phases, std::int64_t from, std::int64_t to, double period);

constexpr const RegimeSign& signOf (Regime regime) noexcept
{
    return regimeSigns[static_cast<std::size_t> (regime)];
}

} // namespace kolophon
