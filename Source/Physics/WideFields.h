// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Small matrices of several contacts, see Contacts/WideBow-inl.h: of packs in the loops, of arrays of all lanes in a
    VoiceGroup. */
namespace kolophon
{
/** The upper half of a symmetric matrix, row by row. */
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

/** Three vectors of three components. */
template <class Real>
struct ThreeVectors
{
    Real v[3][3]; // [component][vector]
};

/** Calls visit (entry, entry of the other, …) for all. */
template <class Visit, class First, class... Others>
constexpr void eachEntry (Visit&& visit, ThreeVectors<First>& first, Others&&... others)
{
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            visit (first.v[i][k], others.v[i][k]...);
}
} // namespace kolophon
