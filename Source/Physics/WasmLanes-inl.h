// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_WASM_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_WASM_LANES_INL_H
  #undef KOLOPHON_PHYSICS_WASM_LANES_INL_H
 #else
  #define KOLOPHON_PHYSICS_WASM_LANES_INL_H
 #endif

 #include <hwy/highway.h>

 #include <cstddef>
 #include <cstdint>
 #include <wasm_simd128.h>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Highway's operations on doubles, as far as Lanes-inl.h and TwoSums-inl.h use them, on WebAssembly: Highway 1.0 has
    none there. A register holds two. With relaxed SIMD a product and a sum are rounded once if the processor can: every
    one with AVX2 or NEON; the page tests it before it takes that module. */
namespace wasm
{
template <class Number, std::size_t largest>
struct CappedTag
{
    static_assert (sizeof (Number) == 8 && largest >= 2);
};
template <class Number, std::size_t count>
using FixedTag = CappedTag<Number, count>;
template <class Tag>
using RebindToUnsigned = CappedTag<std::uint64_t, 8>;
template <class Tag>
using Vec = v128_t;
template <class Tag>
using Mask = v128_t;
template <class Vector>
using DFromV = CappedTag<double, 8>;
template <class Tag>
using Half = Tag;

template <class Tag>
constexpr std::size_t MaxLanes (Tag)
{
    return 2;
}

template <std::size_t largest>
HWY_INLINE v128_t Set (CappedTag<double, largest>, double value)
{
    return wasm_f64x2_splat (value);
}
template <std::size_t largest>
HWY_INLINE v128_t Set (CappedTag<std::uint64_t, largest>, std::uint64_t bits)
{
    return wasm_i64x2_splat (static_cast<std::int64_t> (bits));
}
template <class Tag, class Number>
HWY_INLINE v128_t Load (Tag, const Number* from)
{
    return wasm_v128_load (from);
}
template <class Tag, class Number>
HWY_INLINE v128_t LoadU (Tag, const Number* from)
{
    return wasm_v128_load (from);
}
template <class Tag, class Number>
HWY_INLINE void Store (v128_t value, Tag, Number* to)
{
    wasm_v128_store (to, value);
}
template <class Tag, class Number>
HWY_INLINE void StoreU (v128_t value, Tag, Number* to)
{
    wasm_v128_store (to, value);
}
HWY_INLINE double GetLane (v128_t a)
{
    return wasm_f64x2_extract_lane (a, 0);
}
template <class Tag>
HWY_INLINE v128_t BitCast (Tag, v128_t a)
{
    return a;
}

HWY_INLINE v128_t Add (v128_t a, v128_t b)
{
    return wasm_f64x2_add (a, b);
}
HWY_INLINE v128_t Sub (v128_t a, v128_t b)
{
    return wasm_f64x2_sub (a, b);
}
HWY_INLINE v128_t Mul (v128_t a, v128_t b)
{
    return wasm_f64x2_mul (a, b);
}
HWY_INLINE v128_t Div (v128_t a, v128_t b)
{
    return wasm_f64x2_div (a, b);
}
HWY_INLINE v128_t Neg (v128_t a)
{
    return wasm_f64x2_neg (a);
}
HWY_INLINE v128_t Abs (v128_t a)
{
    return wasm_f64x2_abs (a);
}
HWY_INLINE v128_t Sqrt (v128_t a)
{
    return wasm_f64x2_sqrt (a);
}
 #if defined(__wasm_relaxed_simd__)
HWY_INLINE v128_t MulAdd (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_relaxed_madd (a, b, c);
}
HWY_INLINE v128_t MulSub (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_relaxed_madd (a, b, wasm_f64x2_neg (c));
}
HWY_INLINE v128_t NegMulAdd (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_relaxed_nmadd (a, b, c);
}
 #else
HWY_INLINE v128_t MulAdd (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_add (wasm_f64x2_mul (a, b), c);
}
HWY_INLINE v128_t MulSub (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_sub (wasm_f64x2_mul (a, b), c);
}
HWY_INLINE v128_t NegMulAdd (v128_t a, v128_t b, v128_t c)
{
    return wasm_f64x2_sub (c, wasm_f64x2_mul (a, b));
}
 #endif
/** a > b ? a : b, as SSE2's instruction; Min and the comparisons are SSE2's, too. */
HWY_INLINE v128_t Max (v128_t a, v128_t b)
{
    return wasm_f64x2_pmax (b, a);
}
HWY_INLINE v128_t Min (v128_t a, v128_t b)
{
    return wasm_f64x2_pmin (b, a);
}

HWY_INLINE v128_t Lt (v128_t a, v128_t b)
{
    return wasm_f64x2_lt (a, b);
}
HWY_INLINE v128_t Le (v128_t a, v128_t b)
{
    return wasm_f64x2_le (a, b);
}
HWY_INLINE v128_t Gt (v128_t a, v128_t b)
{
    return wasm_f64x2_gt (a, b);
}
HWY_INLINE v128_t And (v128_t a, v128_t b)
{
    return wasm_v128_and (a, b);
}
HWY_INLINE v128_t Or (v128_t a, v128_t b)
{
    return wasm_v128_or (a, b);
}
HWY_INLINE v128_t Xor (v128_t a, v128_t b)
{
    return wasm_v128_xor (a, b);
}
HWY_INLINE v128_t Not (v128_t a)
{
    return wasm_v128_not (a);
}
template <class Tag>
HWY_INLINE v128_t SignBit (Tag)
{
    return wasm_f64x2_splat (-0.0);
}
template <class Tag>
HWY_INLINE bool AllTrue (Tag, v128_t mask)
{
    return wasm_i64x2_all_true (mask);
}
template <class Tag>
HWY_INLINE bool AllFalse (Tag, v128_t mask)
{
    return ! wasm_v128_any_true (mask);
}
HWY_INLINE v128_t IfThenElse (v128_t mask, v128_t yes, v128_t no)
{
 #if defined(__wasm_relaxed_simd__)
    return wasm_i64x2_relaxed_laneselect (yes, no, mask); // one instruction; exact, because masks are of whole lanes
 #else
    return wasm_v128_bitselect (yes, no, mask);
 #endif
}
HWY_INLINE v128_t IfThenZeroElse (v128_t mask, v128_t no)
{
    return wasm_v128_andnot (no, mask);
}
HWY_INLINE v128_t IfNegativeThenElse (v128_t a, v128_t yes, v128_t no)
{
    return IfThenElse (wasm_f64x2_lt (a, wasm_f64x2_const_splat (0.0)), yes, no); // cheaper than a shift by 63 bits
}
HWY_INLINE v128_t CopySign (v128_t magnitude, v128_t sign)
{
    return wasm_v128_bitselect (sign, magnitude, wasm_f64x2_splat (-0.0));
}
template <int bits>
HWY_INLINE v128_t ShiftLeft (v128_t a)
{
    return wasm_i64x2_shl (a, bits);
}
template <int bits>
HWY_INLINE v128_t ShiftRight (v128_t a)
{
    return wasm_u64x2_shr (a, bits);
}
template <class Tag>
HWY_INLINE v128_t InterleaveLower (Tag, v128_t a, v128_t b)
{
    return wasm_i64x2_shuffle (a, b, 0, 2);
}
template <class Tag>
HWY_INLINE v128_t InterleaveUpper (Tag, v128_t a, v128_t b)
{
    return wasm_i64x2_shuffle (a, b, 1, 3);
}
template <class Tag>
HWY_INLINE v128_t Reverse2 (Tag, v128_t a)
{
    return wasm_i64x2_shuffle (a, a, 1, 0);
}

// Operations of wider registers: named in branches of other targets, never called.
template <class Tag>
v128_t Reverse4 (Tag, v128_t);
template <class Tag>
v128_t Reverse8 (Tag, v128_t);
template <class Tag>
v128_t Combine (Tag, v128_t, v128_t);
template <class Tag>
v128_t LowerHalf (Tag, v128_t);
v128_t LowerHalf (v128_t);
template <class Tag>
v128_t UpperHalf (Tag, v128_t);
v128_t SwapAdjacentBlocks (v128_t);
} // namespace wasm
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
