// SPDX-License-Identifier: GPL-3.0-or-later
// Long: packs, their arithmetic and their functions are one vocabulary, read together.
// Included once per instruction set (Highway's pattern for code that several targets share): no #pragma once.
#if defined(KOLOPHON_PHYSICS_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_LANES_INL_H
  #undef KOLOPHON_PHYSICS_LANES_INL_H
 #else
  #define KOLOPHON_PHYSICS_LANES_INL_H
 #endif

 #include <hwy/highway.h>
 #if HWY_TARGET == HWY_WASM
  #include "WasmLanes-inl.h"
 #endif

 #include <bit>
 #include <cmath>
 #include <cstdint>
 #include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
 #if HWY_TARGET == HWY_WASM
namespace hn = wasm;
 #else
namespace hn = hwy::HWY_NAMESPACE;
 #endif

/** The scalar of the physics. Bodies, friction laws and the contact loop are templates on `Real`, which is

        double   one contact at a time: tests, tools, laboratories
        Pack    eight voices at once, one in each lane: the engine

    Lanes are independent of each other. A product and a sum that are rounded once are explicit in the source: mulAdd()
    and its like are one fused operation on every machine that has it (AVX2, AVX-512, NEON, and std::fma for a double),
    and the compiler contracts no other operations. So a voice computes the same bits whatever the width of the
    machine's registers, and as a double. Machines without a fused operation round twice, and their output is the same
    to about 1e-12 of its peak. Minimum and maximum are written with select() because instruction sets disagree about
    the sign of zero there.

    A Pack is one register if a register holds eight doubles, else two, four or eight registers: independent work that
    fills the pipeline while a contact waits for its own division. */
using RegisterTag = hn::CappedTag<double, 8>;
using RegisterBitsTag = hn::RebindToUnsigned<RegisterTag>;

struct RegisterMask
{
    hn::Mask<RegisterTag> m;
};

/** One vector register. */
struct Register
{
    hn::Vec<RegisterTag> v;

    Register() = default; // trivial: a generated constructor would not carry the target's attribute
    HWY_INLINE Register (double value) : v (hn::Set (RegisterTag(), value)) {}
    HWY_INLINE explicit Register (hn::Vec<RegisterTag> vector) : v (vector) {}
};

HWY_INLINE Register operator+ (Register a, Register b)
{
    return Register (hn::Add (a.v, b.v));
}
HWY_INLINE Register operator- (Register a, Register b)
{
    return Register (hn::Sub (a.v, b.v));
}
HWY_INLINE Register operator* (Register a, Register b)
{
    return Register (hn::Mul (a.v, b.v));
}
HWY_INLINE Register operator/ (Register a, Register b)
{
    return Register (hn::Div (a.v, b.v));
}
HWY_INLINE Register operator- (Register a)
{
    return Register (hn::Neg (a.v));
}
HWY_INLINE Register mulAdd (Register a, Register b, Register c)
{
    return Register (hn::MulAdd (a.v, b.v, c.v));
}
HWY_INLINE Register mulSub (Register a, Register b, Register c)
{
    return Register (hn::MulSub (a.v, b.v, c.v));
}
HWY_INLINE Register negMulAdd (Register a, Register b, Register c)
{
    return Register (hn::NegMulAdd (a.v, b.v, c.v));
}
HWY_INLINE RegisterMask operator<(Register a, Register b)
{
    return { hn::Lt (a.v, b.v) };
}
HWY_INLINE RegisterMask operator<= (Register a, Register b)
{
    return { hn::Le (a.v, b.v) };
}
HWY_INLINE RegisterMask operator> (Register a, Register b)
{
    return { hn::Gt (a.v, b.v) };
}
HWY_INLINE RegisterMask operator| (RegisterMask a, RegisterMask b)
{
    return { hn::Or (a.m, b.m) };
}
HWY_INLINE RegisterMask operator& (RegisterMask a, RegisterMask b)
{
    return { hn::And (a.m, b.m) };
}
HWY_INLINE RegisterMask operator!(RegisterMask a)
{
    return { hn::Not (a.m) };
}
HWY_INLINE bool allTrue (RegisterMask a)
{
    return hn::AllTrue (RegisterTag(), a.m);
}

HWY_INLINE bool anyTrue (RegisterMask a)
{
    return ! hn::AllFalse (RegisterTag(), a.m);
}

HWY_INLINE Register select (RegisterMask condition, Register yes, Register no)
{
    return Register (hn::IfThenElse (condition.m, yes.v, no.v));
}
HWY_INLINE Register unless (RegisterMask condition, Register a)
{
    return Register (hn::IfThenZeroElse (condition.m, a.v));
}
HWY_INLINE Register ifNegative (Register a, Register yes, Register no)
{
    return Register (hn::IfNegativeThenElse (a.v, yes.v, no.v));
}
HWY_INLINE Register turned (Register a, Register by)
{
    return Register (hn::Xor (a.v, hn::And (by.v, hn::SignBit (RegisterTag()))));
}
HWY_INLINE Register maximum (Register a, Register b)
{
    return Register (hn::Max (a.v, b.v));
}
HWY_INLINE Register minimum (Register a, Register b)
{
    return Register (hn::Min (a.v, b.v));
}
HWY_INLINE Register squareRoot (Register a)
{
    return Register (hn::Sqrt (a.v));
}
HWY_INLINE Register absolute (Register a)
{
    return Register (hn::Abs (a.v));
}
HWY_INLINE Register copySign (Register magnitude, Register sign)
{
    return Register (hn::CopySign (magnitude.v, sign.v));
}

/** a b + c, rounded once. */
HWY_INLINE double mulAdd (double a, double b, double c)
{
 #if defined(__wasm_relaxed_simd__)
    return hn::GetLane (mulAdd (Register (a), Register (b), Register (c)).v);
 #elif HWY_NATIVE_FMA || HWY_TARGET == HWY_STATIC_TARGET
    return std::fma (a, b, c); // calls the C library if the compiler may not assume the instruction
 #else
    return a * b + c;
 #endif
}
/** a b - c, rounded once. */
HWY_INLINE double mulSub (double a, double b, double c)
{
    return mulAdd (a, b, -c);
}
/** c - a b, rounded once. */
HWY_INLINE double negMulAdd (double a, double b, double c)
{
    return mulAdd (-a, b, c);
}

HWY_INLINE bool allTrue (bool condition)
{
    return condition;
}
HWY_INLINE bool anyTrue (bool condition)
{
    return condition;
}

HWY_INLINE double select (bool condition, double yes, double no)
{
    return condition ? yes : no;
}
/** a, or 0 where the condition holds. */
HWY_INLINE double unless (bool condition, double a)
{
    return condition ? 0.0 : a;
}
/** Selects by the sign of a, which must not be -0: registers do this without a comparison. */
HWY_INLINE double ifNegative (double a, double yes, double no)
{
    return a < 0.0 ? yes : no;
}
/** a, with its sign reversed where the other's is negative. */
HWY_INLINE double turned (double a, double by)
{
    return a * std::copysign (1.0, by);
}
/** The larger of two numbers that are not zeros of different signs: larger() and smaller() in one instruction. */
HWY_INLINE double maximum (double a, double b)
{
    return a > b ? a : b;
}
HWY_INLINE double minimum (double a, double b)
{
    return a < b ? a : b;
}
HWY_INLINE double squareRoot (double a)
{
    return std::sqrt (a);
}
HWY_INLINE double absolute (double a)
{
    return std::fabs (a);
}
HWY_INLINE double copySign (double magnitude, double sign)
{
    return std::copysign (magnitude, sign);
}

/** Two registers or pairs side by side, as one number type. */
template <class Half>
struct PackPairMask
{
    Half low, high;
};

template <class Half>
struct PackPair
{
    Half low, high;

    PackPair() = default;
    HWY_INLINE PackPair (double value) : low (value), high (value) {}
    HWY_INLINE PackPair (Half first, Half second) : low (first), high (second) {}

    friend HWY_INLINE PackPair operator+ (PackPair a, PackPair b) { return { a.low + b.low, a.high + b.high }; }
    friend HWY_INLINE PackPair operator- (PackPair a, PackPair b) { return { a.low - b.low, a.high - b.high }; }
    friend HWY_INLINE PackPair operator* (PackPair a, PackPair b) { return { a.low * b.low, a.high * b.high }; }
    friend HWY_INLINE PackPair operator/ (PackPair a, PackPair b) { return { a.low / b.low, a.high / b.high }; }
    friend HWY_INLINE PackPair operator- (PackPair a) { return { -a.low, -a.high }; }
    friend HWY_INLINE PackPair mulAdd (PackPair a, PackPair b, PackPair c)
    {
        return { mulAdd (a.low, b.low, c.low), mulAdd (a.high, b.high, c.high) };
    }
    friend HWY_INLINE PackPair mulSub (PackPair a, PackPair b, PackPair c)
    {
        return { mulSub (a.low, b.low, c.low), mulSub (a.high, b.high, c.high) };
    }
    friend HWY_INLINE PackPair negMulAdd (PackPair a, PackPair b, PackPair c)
    {
        return { negMulAdd (a.low, b.low, c.low), negMulAdd (a.high, b.high, c.high) };
    }
    friend HWY_INLINE auto operator<(PackPair a, PackPair b) { return both (a.low < b.low, a.high < b.high); }
    friend HWY_INLINE auto operator<= (PackPair a, PackPair b) { return both (a.low <= b.low, a.high <= b.high); }
    friend HWY_INLINE auto operator> (PackPair a, PackPair b) { return both (a.low > b.low, a.high > b.high); }

private:
    template <class Mask>
    static HWY_INLINE PackPairMask<Mask> both (Mask low, Mask high)
    {
        return { low, high };
    }
};

template <class Mask>
HWY_INLINE PackPairMask<Mask> operator| (PackPairMask<Mask> a, PackPairMask<Mask> b)
{
    return { a.low | b.low, a.high | b.high };
}
template <class Mask>
HWY_INLINE PackPairMask<Mask> operator& (PackPairMask<Mask> a, PackPairMask<Mask> b)
{
    return { a.low & b.low, a.high & b.high };
}
template <class Mask>
HWY_INLINE PackPairMask<Mask> operator!(PackPairMask<Mask> a)
{
    return { ! a.low, ! a.high };
}
template <class Mask>
HWY_INLINE bool allTrue (PackPairMask<Mask> a)
{
    return allTrue (a.low) && allTrue (a.high);
}
template <class Mask>
HWY_INLINE bool anyTrue (PackPairMask<Mask> a)
{
    return anyTrue (a.low | a.high);
}
template <class Mask, class Half>
HWY_INLINE PackPair<Half> unless (PackPairMask<Mask> condition, PackPair<Half> a)
{
    return { unless (condition.low, a.low), unless (condition.high, a.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> ifNegative (PackPair<Half> a, PackPair<Half> yes, PackPair<Half> no)
{
    return { ifNegative (a.low, yes.low, no.low), ifNegative (a.high, yes.high, no.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> turned (PackPair<Half> a, PackPair<Half> by)
{
    return { turned (a.low, by.low), turned (a.high, by.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> maximum (PackPair<Half> a, PackPair<Half> b)
{
    return { maximum (a.low, b.low), maximum (a.high, b.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> minimum (PackPair<Half> a, PackPair<Half> b)
{
    return { minimum (a.low, b.low), minimum (a.high, b.high) };
}
template <class Mask, class Half>
HWY_INLINE PackPair<Half> select (PackPairMask<Mask> condition, PackPair<Half> yes, PackPair<Half> no)
{
    return { select (condition.low, yes.low, no.low), select (condition.high, yes.high, no.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> squareRoot (PackPair<Half> a)
{
    return { squareRoot (a.low), squareRoot (a.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> absolute (PackPair<Half> a)
{
    return { absolute (a.low), absolute (a.high) };
}
template <class Half>
HWY_INLINE PackPair<Half> copySign (PackPair<Half> magnitude, PackPair<Half> sign)
{
    return { copySign (magnitude.low, sign.low), copySign (magnitude.high, sign.high) };
}

template <int registers>
struct PackOf;
template <>
struct PackOf<1>
{
    using Type = Register;
};
template <int registers>
struct PackOf
{
    using Type = PackPair<typename PackOf<registers / 2>::Type>;
};
using Pack = typename PackOf<8 / static_cast<int> (hn::MaxLanes (RegisterTag()))>::Type;

/** Pack of the contact loop: two registers if one holds less than eight. Wider packs would spill, and take minutes to
    compile for sixteen laws. */
using LoopPack =
    typename PackOf<hn::MaxLanes (RegisterTag()) == 8 ? 1 : (hn::MaxLanes (RegisterTag()) == 1 ? 1 : 2)>::Type;

template <class Real>
HWY_INLINE Real larger (Real a, Real b)
{
    return select (a > b, a, b);
}
template <class Real>
HWY_INLINE Real smaller (Real a, Real b)
{
    return select (a < b, a, b);
}

/** Layout of a Real in memory: `count` neighbouring doubles, aligned to all of them. */
template <class Real>
struct Lanes;

template <>
struct Lanes<double>
{
    static constexpr int count = 1;
    static HWY_INLINE double load (const double* from) { return *from; }
    static HWY_INLINE void store (double value, double* to) { *to = value; }
};

template <>
struct Lanes<Register>
{
    static constexpr int count = static_cast<int> (hn::MaxLanes (RegisterTag()));
    static HWY_INLINE Register load (const double* from) { return Register (hn::Load (RegisterTag(), from)); }
    static HWY_INLINE void store (Register value, double* to) { hn::Store (value.v, RegisterTag(), to); }
};

template <class Half>
struct Lanes<PackPair<Half>>
{
    static constexpr int count = 2 * Lanes<Half>::count;
    static HWY_INLINE PackPair<Half> load (const double* from)
    {
        return { Lanes<Half>::load (from), Lanes<Half>::load (from + Lanes<Half>::count) };
    }
    static HWY_INLINE void store (PackPair<Half> value, double* to)
    {
        Lanes<Half>::store (value.low, to);
        Lanes<Half>::store (value.high, to + Lanes<Half>::count);
    }
};
static_assert (Lanes<Pack>::count == 8 && 8 % Lanes<LoopPack>::count == 0);

/** Sum of a pack's lanes, neighbours first, then pairs of neighbours, then those: the same bits with registers of any
    width. */
HWY_INLINE double sumOf (Register a)
{
    constexpr RegisterTag tag;
    auto v = a.v;
    if constexpr (Lanes<Register>::count >= 2)
        v = hn::Add (v, hn::Reverse2 (tag, v));
    if constexpr (Lanes<Register>::count >= 4)
        v = hn::Add (v, hn::Reverse4 (tag, v));
    if constexpr (Lanes<Register>::count >= 8)
        v = hn::Add (v, hn::Reverse8 (tag, v));
    return hn::GetLane (v);
}
template <class Half>
HWY_INLINE double sumOf (PackPair<Half> a)
{
    return sumOf (a.low) + sumOf (a.high);
}

// Adding this number pushes a value's fraction out of the significand: round to nearest, ties to even.
inline constexpr double roundingMagic = 6755399441055744.0; // 1.5 x 2^52

template <class Real>
HWY_INLINE Real nearestInteger (Real x)
{
    return (x + Real (roundingMagic)) - Real (roundingMagic);
}

/** 2^k for an integer k in -1022 … 1023, given as `pushed` = k + (roundingMagic + 1023). */
HWY_INLINE double powerOfPushed (double pushed)
{
    return std::bit_cast<double> (std::bit_cast<std::uint64_t> (pushed) << 52);
}
HWY_INLINE Register powerOfPushed (Register pushed)
{
    return Register (hn::BitCast (RegisterTag(), hn::ShiftLeft<52> (hn::BitCast (RegisterBitsTag(), pushed.v))));
}
template <class Half>
HWY_INLINE PackPair<Half> powerOfPushed (PackPair<Half> pushed)
{
    return { powerOfPushed (pushed.low), powerOfPushed (pushed.high) };
}

/** 2^k for an integer k in -1022 … 1023: writes k into the exponent bits. */
template <class Real>
HWY_INLINE Real powerOfTwo (Real k)
{
    return powerOfPushed (k + Real (roundingMagic + 1023.0));
}

/** Two neighbouring numbers of a table. */
template <class Real>
struct LookedUp
{
    Real first, second;
};

/** Entry of a table of pairs at an integer that is given as `pushed` = index + roundingMagic. The table has `size`
    pairs, a power of two, and repeats. */
template <int size>
HWY_INLINE LookedUp<double> lookUp (const double* pairs, double pushed)
{
    const double* const pair = pairs + 2 * (std::bit_cast<std::uint64_t> (pushed) & (size - 1));
    return { pair[0], pair[1] };
}
template <int size>
HWY_INLINE LookedUp<Register> lookUp (const double* pairs, Register pushed)
{
 #if HWY_TARGET == HWY_SCALAR
    const auto pair = lookUp<size> (pairs, hn::GetLane (pushed.v));
    return { Register (pair.first), Register (pair.second) };
 #else
    constexpr int count = Lanes<Register>::count;
    constexpr RegisterBitsTag bitsTag;
    alignas (64) std::uint64_t bytes[count]; // from the table's beginning; a pair has sixteen
    hn::Store (hn::And (hn::ShiftLeft<4> (hn::BitCast (bitsTag, pushed.v)), hn::Set (bitsTag, 16 * (size - 1))),
               bitsTag, bytes);
    // Loads the pairs of the even lanes beside one another, and those of the odd ones: two shuffles sort them.
    const auto from = [&]<int lanes> (auto& self, std::integral_constant<int, lanes>, int lane) HWY_ATTR
    {
        constexpr hn::FixedTag<double, lanes> tag;
        if constexpr (lanes == 2)
            return hn::LoadU (tag,
                              reinterpret_cast<const double*> (reinterpret_cast<const char*> (pairs) + bytes[lane]));
        else
        {
            constexpr std::integral_constant<int, lanes / 2> half;
            return hn::Combine (tag, self (self, half, lane + lanes / 2), self (self, half, lane));
        }
    };
    constexpr std::integral_constant<int, count> all;
    const auto even = from (from, all, 0), odd = from (from, all, 1);
    return { Register (hn::InterleaveLower (RegisterTag(), even, odd)),
             Register (hn::InterleaveUpper (RegisterTag(), even, odd)) };
 #endif
}
template <int size, class Half>
HWY_INLINE LookedUp<PackPair<Half>> lookUp (const double* pairs, PackPair<Half> pushed)
{
    const auto low = lookUp<size> (pairs, pushed.low), high = lookUp<size> (pairs, pushed.high);
    return { { low.first, high.first }, { low.second, high.second } };
}

/** exp (x) - 1 for |x| <= ln (2) / 2, to 1 ulp of exp (x): Taylor to order 13, Estrin's grouping for short chains. */
template <class Real>
HWY_INLINE Real expMinusOneNearZero (Real x)
{
    const Real x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
    const Real p23 = Real (1.0 / 2.0) + x * Real (1.0 / 6.0);
    const Real p45 = Real (1.0 / 24.0) + x * Real (1.0 / 120.0);
    const Real p67 = Real (1.0 / 720.0) + x * Real (1.0 / 5040.0);
    const Real p89 = Real (1.0 / 40320.0) + x * Real (1.0 / 362880.0);
    const Real pab = Real (1.0 / 3628800.0) + x * Real (1.0 / 39916800.0);
    const Real pcd = Real (1.0 / 479001600.0) + x * Real (1.0 / 6227020800.0);
    const Real low = p23 + x2 * p45;
    const Real mid = p67 + x2 * p89;
    const Real top = pab + x2 * pcd;
    return x + x2 * ((low + x4 * mid) + x8 * top);
}

/** exp (x) within 2 ulp for x <= 700; 0 below -700. Implemented here so that every machine has the same bits. */
template <class Real>
HWY_INLINE Real exponential (Real x)
{
    const Real inside = larger (smaller (x, Real (700.0)), Real (-700.0));
    const Real k = nearestInteger (inside * Real (1.4426950408889634));
    const Real r = (inside - k * Real (6.93147180369123816490e-01)) - k * Real (1.90821492927058770002e-10);
    return select (x < Real (-700.0), Real (0.0), (Real (1.0) + expMinusOneNearZero (r)) * powerOfTwo (k));
}

/** offset + scale 2^(-x^2); the power within 2 ulp, and less than 1e-289 from |x| = 31 on. exp (-y^2) is obtained with
    x = y sqrt (log2 e). The scale is applied before the polynomial is complete, to shorten the chain by the
    multiplication at its end. */
template <class Real>
HWY_INLINE Real bell (Real x, Real scale, Real offset)
{
    const Real inside = minimum (absolute (x), Real (31.0)), pushing (roundingMagic + 1023.0);
    const Real pushed = negMulAdd (inside, inside, pushing);     // k + pushing, with k the integer nearest to -x^2
    const Real r = negMulAdd (inside, inside, pushing - pushed); // -x^2 - k, in +-1/2
    const Real scaled = scale * powerOfPushed (pushed);
    // 2^r with the least largest relative error, 5e-18, by Remez in 60 digits; rounded to doubles, 2e-17.
    const Real r2 = r * r, r4 = r2 * r2;
    const Real p01 = mulAdd (r, Real (6.93147180559945286e-01), Real (1.0));
    const Real p23 = mulAdd (r, Real (5.55041086648210835e-02), Real (2.40226506959101360e-01));
    const Real p45 = mulAdd (r, Real (1.33335581465581334e-03), Real (9.61812910759149604e-03));
    const Real p67 = mulAdd (r, Real (1.52527336842478015e-05), Real (1.54035304607648416e-04));
    const Real p89 = mulAdd (r, Real (1.01781254862589420e-07), Real (1.32154333889709095e-06));
    const Real pab = mulAdd (r, Real (4.44525714045885321e-10), Real (7.07411220358116221e-09));
    const Real low = mulAdd (r2, p23, p01), mid = mulAdd (r2, p67, p45), top = mulAdd (r2, pab, p89);
    return mulAdd (scaled, mulAdd (r4, mulAdd (r4, top, mid), low), offset);
}

/** exp (x) - 1, accurate near zero. */
template <class Real>
HWY_INLINE Real exponentialMinusOne (Real x)
{
    return select (absolute (x) < Real (0.34), expMinusOneNearZero (x), exponential (x) - Real (1.0));
}

/** A positive normal number as 2^exponent times a fraction in [1, 2). */
template <class Real>
struct Fraction
{
    Real exponent, fraction;
};
HWY_INLINE Fraction<double> splitExponent (double x)
{
    const auto bits = std::bit_cast<std::uint64_t> (x);
    return { std::bit_cast<double> ((bits >> 52) | 0x4330000000000000u) - (4503599627370496.0 + 1023.0),
             std::bit_cast<double> ((bits & 0xfffffffffffffu) | 0x3ff0000000000000u) };
}
HWY_INLINE Fraction<Register> splitExponent (Register x)
{
    const RegisterBitsTag tag;
    const auto bits = hn::BitCast (tag, x.v);
    const auto whole = hn::Or (hn::ShiftRight<52> (bits), hn::Set (tag, 0x4330000000000000u));
    const auto rest = hn::Or (hn::And (bits, hn::Set (tag, 0xfffffffffffffu)), hn::Set (tag, 0x3ff0000000000000u));
    return { Register (hn::BitCast (RegisterTag(), whole)) - Register (4503599627370496.0 + 1023.0),
             Register (hn::BitCast (RegisterTag(), rest)) };
}
template <class Half>
HWY_INLINE Fraction<PackPair<Half>> splitExponent (PackPair<Half> x)
{
    const auto low = splitExponent (x.low), high = splitExponent (x.high);
    return { { low.exponent, high.exponent }, { low.fraction, high.fraction } };
}

/** ln (x) within 3 ulp for normal x > 0; zero and subnormal numbers give about -709. */
template <class Real>
HWY_INLINE Real logarithm (Real x)
{
    const auto parts = splitExponent (x);
    const auto upper = parts.fraction > Real (1.4142135623730951);
    const Real m = select (upper, Real (0.5) * parts.fraction, parts.fraction);
    const Real e = select (upper, parts.exponent + Real (1.0), parts.exponent);
    const Real s = (m - Real (1.0)) / (m + Real (1.0)); // ln m = 2 artanh s, |s| < 0.172
    const Real z = s * s;
    Real sum (1.0 / 21.0);
    for (const double odd : { 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0 })
        sum = sum * z + Real (1.0 / odd);
    return (e * Real (1.90821492927058770002e-10) + (s + s) * (Real (1.0) + z * sum)) +
           e * Real (6.93147180369123816490e-01);
}

/** base^exponent for base >= 0; 0 to any positive power is 0. */
template <class Real>
HWY_INLINE Real power (Real base, Real exponent)
{
    return select (base > Real (1e-300), exponential (exponent * logarithm (base)), Real (0.0));
}

template <class Real>
struct SineCosine
{
    Real sine, cosine;
};

/** sin (x) and cos (x) for |x| <= 1e5, absolute error below 3e-16. Reduction in three parts after Cody & Waite,
    polynomials of Cephes (Moshier) on +-pi/4. */
template <class Real>
HWY_INLINE SineCosine<Real> sineCosine (Real x)
{
    const Real q = nearestInteger (x * Real (0.63661977236758134308));
    const Real r = ((x - q * Real (1.57079625129699707031e0)) - q * Real (7.54978941586159635335e-8)) -
                   q * Real (5.39030285815811905290e-15);
    const Real z = r * r;

    Real s (1.58962301576546568060e-10);
    s = s * z - Real (2.50507477628578072866e-8);
    s = s * z + Real (2.75573136213857245213e-6);
    s = s * z - Real (1.98412698295895385996e-4);
    s = s * z + Real (8.33333333332211858878e-3);
    s = s * z - Real (1.66666666666666307295e-1);
    const Real sine = r + (r * z) * s;

    Real c (-1.13585365213876817300e-11);
    c = c * z + Real (2.08757008419747316778e-9);
    c = c * z - Real (2.75573141792967388112e-7);
    c = c * z + Real (2.48015872888517045348e-5);
    c = c * z - Real (1.38888888888730564116e-3);
    c = c * z + Real (4.16666666666665929218e-2);
    const Real cosine = (Real (1.0) - z * Real (0.5)) + (z * z) * c;

    // The quadrant in -2 … 2: 0 keeps sine and cosine, +-1 exchanges them, +-2 reverses both signs.
    const Real quarter = q - Real (4.0) * nearestInteger (q * Real (0.25));
    const auto swapped = (absolute (quarter) < Real (1.5)) & (Real (0.5) < absolute (quarter));
    const Real minusOne (-1.0), one (1.0);
    const Real sineSign = select ((quarter < Real (-0.5)) | (Real (1.5) < quarter), minusOne, one);
    const Real cosineSign =
        select ((absolute (quarter) > Real (1.5)) | ((quarter > Real (0.5)) & (quarter < Real (1.5))), minusOne, one);
    return { sineSign * select (swapped, cosine, sine), cosineSign * select (swapped, sine, cosine) };
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
