// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

/** Scalars that the friction laws run on in tests: one that carries units, one that carries a derivative. The law's own
    source is compiled on them; `select`, `exponential` … are found beside them. */
namespace kolophon::test
{
/** A number with its unit as powers of metre, kilogram and second. Adding or comparing unlike units throws; a plain
    zero fits everywhere, and so does what it multiplies or what divides it. */
struct Dim
{
    double value = 0.0;
    std::array<double, 3> unit {}; // m, kg, s

    Dim() = default;
    Dim (double number) : value (number) {}
    Dim (double number, std::array<double, 3> itsUnit) : value (number), unit (itsUnit) {}

    bool isPlainZero () const { return value == 0.0 && unit == std::array<double, 3> {}; }
    bool fits (const Dim& other) const { return unit == other.unit || isPlainZero() || other.isPlainZero(); }
};

inline std::string unitName (const Dim& d)
{
    return "[m^" + std::to_string (d.unit[0]) + " kg^" + std::to_string (d.unit[1]) + " s^" +
           std::to_string (d.unit[2]) + "]";
}
inline void mustFit (const Dim& a, const Dim& b, const char* what)
{
    if (! a.fits (b))
        throw std::logic_error (std::string (what) + " of " + unitName (a) + " and " + unitName (b));
}
inline std::array<double, 3> unitOf (const Dim& a, const Dim& b)
{
    return a.unit == std::array<double, 3> {} ? b.unit : a.unit;
}
inline void mustBePlain (const Dim& a, const char* what)
{
    if (a.unit != std::array<double, 3> {})
        throw std::logic_error (std::string (what) + " of " + unitName (a));
}
inline Dim combine (const Dim& a, const Dim& b, double value, double sign)
{
    Dim result (value);
    for (std::size_t i = 0; i < 3; ++i)
        result.unit[i] = a.unit[i] + sign * b.unit[i];
    return result;
}

inline Dim operator+ (const Dim& a, const Dim& b)
{
    mustFit (a, b, "sum");
    return { a.value + b.value, unitOf (a, b) };
}
inline Dim operator- (const Dim& a, const Dim& b)
{
    mustFit (a, b, "difference");
    return { a.value - b.value, unitOf (a, b) };
}
inline Dim operator- (const Dim& a)
{
    return { -a.value, a.unit };
}
inline Dim operator* (const Dim& a, const Dim& b)
{
    return a.isPlainZero() || b.isPlainZero() ? Dim() : combine (a, b, a.value * b.value, 1.0);
}
inline Dim operator/ (const Dim& a, const Dim& b)
{
    return a.isPlainZero() ? a : combine (a, b, a.value / b.value, -1.0);
}
inline bool operator<(const Dim& a, const Dim& b)
{
    mustFit (a, b, "comparison");
    return a.value < b.value;
}
inline bool operator<= (const Dim& a, const Dim& b)
{
    mustFit (a, b, "comparison");
    return a.value <= b.value;
}
inline bool operator> (const Dim& a, const Dim& b)
{
    return b < a;
}

inline Dim select (bool condition, const Dim& yes, const Dim& no)
{
    mustFit (yes, no, "choice");
    return condition ? yes : no;
}
inline Dim absolute (const Dim& a)
{
    return { std::abs (a.value), a.unit };
}
inline Dim copySign (const Dim& magnitude, const Dim& sign)
{
    return { std::copysign (magnitude.value, sign.value), magnitude.unit };
}
inline Dim squareRoot (const Dim& a)
{
    return { std::sqrt (a.value), { a.unit[0] / 2, a.unit[1] / 2, a.unit[2] / 2 } };
}
inline Dim exponential (const Dim& a)
{
    mustBePlain (a, "exponential");
    return std::exp (a.value);
}
inline Dim bell (const Dim& x, const Dim& scale, const Dim& offset)
{
    mustBePlain (x, "bell");
    return offset + scale * Dim (std::exp2 (-x.value * x.value));
}
inline Dim exponentialMinusOne (const Dim& a)
{
    mustBePlain (a, "exponential");
    return std::expm1 (a.value);
}
inline Dim power (const Dim& a, const Dim& b)
{
    mustBePlain (a, "power");
    mustBePlain (b, "exponent");
    return std::pow (a.value, b.value);
}
struct DimSineCosine
{
    Dim sine, cosine;
};
inline DimSineCosine sineCosine (const Dim& a)
{
    mustBePlain (a, "sine");
    return { std::sin (a.value), std::cos (a.value) };
}

/** A number with its derivative: exact slopes, without a difference quotient. */
struct Dual
{
    double value = 0.0, slope = 0.0;

    Dual() = default;
    Dual (double number) : value (number) {}
    Dual (double number, double itsSlope) : value (number), slope (itsSlope) {}
};

inline Dual operator+ (Dual a, Dual b)
{
    return { a.value + b.value, a.slope + b.slope };
}
inline Dual operator- (Dual a, Dual b)
{
    return { a.value - b.value, a.slope - b.slope };
}
inline Dual operator- (Dual a)
{
    return { -a.value, -a.slope };
}
inline Dual operator* (Dual a, Dual b)
{
    return { a.value * b.value, a.slope * b.value + a.value * b.slope };
}
inline Dual operator/ (Dual a, Dual b)
{
    return { a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value) };
}
inline bool operator<(Dual a, Dual b)
{
    return a.value < b.value;
}
inline bool operator<= (Dual a, Dual b)
{
    return a.value <= b.value;
}
inline bool operator> (Dual a, Dual b)
{
    return a.value > b.value;
}

inline Dual select (bool condition, Dual yes, Dual no)
{
    return condition ? yes : no;
}
inline Dual absolute (Dual a)
{
    return a.value < 0.0 ? -a : a;
}
inline Dual copySign (Dual magnitude, Dual sign)
{
    return std::signbit (magnitude.value) == std::signbit (sign.value) ? magnitude : -magnitude;
}
inline Dual squareRoot (Dual a)
{
    return { std::sqrt (a.value), a.slope / (2.0 * std::sqrt (a.value)) };
}
inline Dual exponential (Dual a)
{
    return { std::exp (a.value), std::exp (a.value) * a.slope };
}
inline Dual bell (Dual x, Dual scale, Dual offset)
{
    const double height = std::exp2 (-x.value * x.value);
    return offset + scale * Dual (height, -2.0 * std::log (2.0) * x.value * height * x.slope);
}
inline Dual exponentialMinusOne (Dual a)
{
    return { std::expm1 (a.value), std::exp (a.value) * a.slope };
}
inline Dual power (Dual a, Dual b)
{
    const double whole = std::pow (a.value, b.value);
    return { whole, b.value * std::pow (a.value, b.value - 1.0) * a.slope + whole * std::log (a.value) * b.slope };
}
struct DualSineCosine
{
    Dual sine, cosine;
};
inline DualSineCosine sineCosine (Dual a)
{
    return { { std::sin (a.value), std::cos (a.value) * a.slope },
             { std::cos (a.value), -std::sin (a.value) * a.slope } };
}
} // namespace kolophon::test
