// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_TWO_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_TWO_SUMS_INL_H
  #undef KOLOPHON_SYNTH_TWO_SUMS_INL_H
 #else
  #define KOLOPHON_SYNTH_TWO_SUMS_INL_H
 #endif

 #include "../../Physics/Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
 #if HWY_TARGET != HWY_SCALAR
using PairTag = hn::CappedTag<double, 2>;

/** sumOf() of two registers at once, with half of the operations: neighbours first, then pairs of neighbours. */
template <class Vector>
HWY_INLINE auto sumsOf (Vector a, Vector b)
{
    constexpr hn::DFromV<Vector> all;
    constexpr hn::Half<decltype (all)> half;
    constexpr auto lanes = hn::MaxLanes (all);
    const auto ofPairs = hn::Add (hn::InterleaveLower (all, a, b), hn::InterleaveUpper (all, a, b));
    if constexpr (lanes == 2)
        return ofPairs;
    else if constexpr (lanes == 4)
        return hn::Add (hn::LowerHalf (half, ofPairs), hn::UpperHalf (half, ofPairs));
    else
    {
        const auto ofFour = hn::Add (ofPairs, hn::SwapAdjacentBlocks (ofPairs));
        return hn::LowerHalf (hn::Add (hn::LowerHalf (half, ofFour), hn::UpperHalf (half, ofFour)));
    }
}

/** Two sums, stored in neighbouring places of memory. */
struct TwoSums
{
    hn::Vec<PairTag> v;

    HWY_INLINE void store (double* to) const { hn::StoreU (v, PairTag(), to); }
    HWY_INLINE void addTo (double* to) const { hn::StoreU (hn::Add (hn::LoadU (PairTag(), to), v), PairTag(), to); }
};
 #endif

/** The same if a register holds one number, or none is used. */
struct TwoScalars
{
    double first, second;

    HWY_INLINE void store (double* to) const
    {
        to[0] = first;
        to[1] = second;
    }
    HWY_INLINE void addTo (double* to) const
    {
        to[0] += first;
        to[1] += second;
    }
};

HWY_INLINE double sumOf (double only)
{
    return only;
}

/** Both sums, with the bits of sumOf(). */
template <class Real>
HWY_INLINE auto twoSumsOf (Real a, Real b)
{
    return TwoScalars { sumOf (a), sumOf (b) };
}
 #if HWY_TARGET != HWY_SCALAR
HWY_INLINE TwoSums twoSumsOf (Register a, Register b)
{
    return { sumsOf (a.v, b.v) };
}
template <class Half>
HWY_INLINE TwoSums twoSumsOf (PackPair<Half> a, PackPair<Half> b)
{
    return { hn::Add (twoSumsOf (a.low, b.low).v, twoSumsOf (a.high, b.high).v) };
}
 #endif
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
