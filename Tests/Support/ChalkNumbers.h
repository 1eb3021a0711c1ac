// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon::test
{
/** Frequency [Hz] and growth [1/s] of the modes of chalk and board that rub, by how far the board is out of tune:
    eigenvalues of steady sliding, from an independent solver (ReferenceNumbers.md). */
struct ChalkNumbers
{
    double detune, f[3], growth[3];
};
inline constexpr ChalkNumbers chalkNumbers[] = {
    { -0.2,
      { 3081.826769849963, 955.0992305504972, 58.70276020516507 },
      { 129.9456762154996, 204.84842653436283, 79.45493604977577 } },
    { 0.0,
      { 3081.7230055682435, 1194.1726181517379, 58.657753145773015 },
      { 129.57328594072897, 206.84920414179646, 79.32636245785606 } },
    { 0.2,
      { 3081.5768883775304, 1433.8366325321167, 58.633432867224855 },
      { 129.04573993129543, 163.22248851965787, 79.25658235556396 } },
};
} // namespace kolophon::test
