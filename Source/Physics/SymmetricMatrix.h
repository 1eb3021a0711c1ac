// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** The upper half of a symmetric matrix, row by row: of packs in the loops, of arrays of all lanes in a VoiceGroup. */
template <class Real, int size>
struct Symmetric
{
    Real a[size * (size + 1) / 2];

    static constexpr int place (int row, int column)
    {
        const int low = row < column ? row : column, high = row < column ? column : row;
        return low * size - low * (low + 1) / 2 + high;
    }
    const Real& at (int row, int column) const { return a[place (row, column)]; }
    Real& at (int row, int column) { return a[place (row, column)]; }
};
} // namespace kolophon
