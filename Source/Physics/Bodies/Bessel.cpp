// SPDX-License-Identifier: GPL-3.0-or-later
#include "Bessel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

/** For x^2 < 10 (n + 1), J and I are their power series (Abramowitz & Stegun 9.1.10, 9.6.10). Elsewhere a continued
    fraction gives the ratio of derivative and function of the one that shrinks with n, and a recurrence, stable
    downwards, takes it to an order m below the turning point x. There a second equation, Temme's series (J. Comput.
    Phys. 19 (1975) 324-337 and 21 (1976) 343-350) below x = 2 and Steed's continued fraction above, gives the other
    function; their Wronskian fixes the scale, and a recurrence, stable upwards, takes the other one back to n. Press &
    al., Numerical Recipes in C, 2nd edition, 6.7.

    The order of operations is that of GCC's standard library (tr1/bessel_function.tcc, tr1/modified_bessel_func.tcc),
    from which presets got the bits of their bodies at first; for integer orders only, so that m is 0 below x = 2, and
    Temme's gamma functions are constants. */
namespace kolophon::bessel
{
namespace
{
using std::numbers::pi, std::numbers::egamma;
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double seriesBelow = 2.0; // x
constexpr int mostTerms = 15000;    // a fraction needs about x of them

struct Pair
{
    double first, second; // J and Y, or I and K
};

/** A function at an order, and the one above it or its derivative. */
struct Two
{
    double value, other;
};

double powerSeries (int n, double x, double sign)
{
    if (x == 0.0)
        return n == 0 ? 1.0 : 0.0;
    const double half = x / 2.0;
    double logarithm = n * std::log (half);
    logarithm -= std::lgamma (n + 1.0);
    const double quarter = sign * half * half;
    double sum = 1.0, term = 1.0;
    for (int i = 1; i < 200; ++i)
    {
        term *= quarter / (static_cast<double> (i) * (static_cast<double> (n) + i));
        sum += term;
        if (std::abs (term / sum) < epsilon)
            break;
    }
    return std::exp (logarithm) * sum;
}

bool withinSeries (int n, double x)
{
    return x * x < 10.0 * (n + 1.0);
}

constexpr double least = 0x1p-511; // root of the least normal number

/** J_n with an arbitrary factor, and its derivative, by Lentz's method. */
Two startOfJ (int n, double x)
{
    const double inverse = 1.0 / x, twice = 2.0 * inverse;
    const auto notZero = [] (double value) { return std::abs (value) < least ? least : value; };
    double ratio = std::max (n * inverse, least), b = twice * n, d = 0.0, c = ratio;
    int sign = 1;
    for (int i = 1; i <= mostTerms; ++i)
    {
        b += twice;
        d = notZero (b - d);
        c = notZero (b - 1.0 / c);
        d = 1.0 / d;
        const double factor = c * d;
        ratio *= factor;
        if (d < 0.0)
            sign = -sign;
        if (std::abs (factor - 1.0) < epsilon)
            break;
    }
    const double value = sign * least;
    return { value, ratio * value };
}

/** Y_0 and Y_1 below x = 2. */
Two temmeY (double x)
{
    const double half = x / 2.0, step = -half * half;
    double f = 2.0 / pi * (-egamma - std::log (half)), p = 1.0 / pi, c = 1.0, sum = f, above = p;
    for (int i = 1; i <= mostTerms; ++i)
    {
        f = (i * f + p + p) / (i * i);
        c *= step / i;
        p /= i;
        const double more = c * f;
        sum += more;
        above += c * p - i * more;
        if (std::abs (more) < epsilon * (1.0 + std::abs (sum)))
            break;
    }
    return { -sum, -above * (2.0 * (1.0 / x)) };
}

/** Real and imaginary part of Steed's continued fraction (J' + i Y')/(J + i Y) for the order m. */
Two steed (double m, double x)
{
    double a = 0.25 - m * m, q = 1.0, p = -(1.0 / x) / 2.0;
    double bi = 2.0;
    const double br = 2.0 * x;
    double factor = a * (1.0 / x) / (p * p + q * q);
    double cr = br + q * factor, ci = bi + p * factor;
    double size = br * br + bi * bi;
    double dr = br / size, di = -bi / size;
    const auto advance = [&] () // by the factor c d
    {
        const double real = cr * dr - ci * di, imaginary = cr * di + ci * dr;
        const double both = p * real - q * imaginary;
        q = p * imaginary + q * real;
        p = both;
        return std::abs (real - 1.0) + std::abs (imaginary);
    };
    advance();
    for (int i = 2; i <= mostTerms; ++i)
    {
        a += 2 * (i - 1);
        bi += 2.0;
        dr = a * dr + br;
        di = a * di + bi;
        if (std::abs (dr) + std::abs (di) < least)
            dr = least;
        factor = a / (cr * cr + ci * ci);
        cr = br + cr * factor;
        ci = bi - ci * factor;
        if (std::abs (cr) + std::abs (ci) < least)
            cr = least;
        size = dr * dr + di * di;
        dr /= size;
        di /= -size;
        if (advance() < epsilon)
            break;
    }
    return { p, q };
}

Pair ordinary (int n, double x)
{
    const double inverse = 1.0 / x, twice = 2.0 * inverse, wronskian = twice / pi;
    const int down = x < seriesBelow ? n : std::max (0, static_cast<int> (n - x + 1.5));
    const double m = n - down;

    const Two start = startOfJ (n, x);
    Two j = start; // at m, in the end
    double factor = n * inverse;
    for (int i = down; i >= 1; --i)
    {
        const double below = factor * j.value + j.other;
        factor -= inverse;
        j.other = factor * below - j.value;
        j.value = below;
    }
    if (j.value == 0.0)
        j.value = epsilon;
    const double slope = j.other / j.value;

    double scale = 0.0; // J_m
    Two y {};           // Y_m, Y_(m + 1)
    if (x < seriesBelow)
    {
        y = temmeY (x);
        scale = wronskian / (-y.other - slope * y.value);
    }
    else
    {
        const auto [p, q] = steed (m, x);
        const double gamma = (p - slope) / q;
        scale = std::copysign (std::sqrt (wronskian / ((p - slope) * gamma + q)), j.value);
        y.value = gamma * scale;
        y.other = m * inverse * y.value - (p + q / gamma) * y.value;
    }
    for (int i = 1; i <= down; ++i)
        y = { y.other, (m + i) * twice * y.other - y.value };
    return { scale / j.value * start.value, y.value };
}

/** I_n with an arbitrary factor, and its derivative. */
Two startOfI (int n, double x)
{
    const double inverse = 1.0 / x, twice = 2.0 * inverse, value = 10.0 * epsilon;
    double ratio = std::max (n * inverse, value), b = twice * n, d = 0.0, c = ratio;
    for (int i = 1; i <= mostTerms; ++i)
    {
        b += twice;
        d = 1.0 / (b + d);
        c = b + 1.0 / c;
        const double factor = c * d;
        ratio *= factor;
        if (std::abs (factor - 1.0) < epsilon)
            break;
    }
    return { value, ratio * value };
}

/** K_0 and K_1 below x = 2. */
Two temmeK (double x)
{
    const double half = x / 2.0, step = half * half;
    double f = -egamma - std::log (half), p = 0.5, c = 1.0, sum = f, above = p;
    for (int i = 1; i <= mostTerms; ++i)
    {
        f = (i * f + p + p) / (i * i);
        c *= step / i;
        p /= i;
        const double more = c * f;
        sum += more;
        above += c * (p - i * f);
        if (std::abs (more) < epsilon * std::abs (sum))
            break;
    }
    return { sum, above * (2.0 * (1.0 / x)) };
}

/** K_0 and K_1 from x = 2 on, by Steed's method. */
Two steedK (double x)
{
    constexpr double quarter = 0.25;
    double b = 2.0 * (1.0 + x), d = 1.0 / b, change = d, fraction = d, before = 0.0, now = 1.0;
    double q = quarter, c = quarter, a = -quarter, sum = 1.0 + q * change;
    for (int i = 2; i <= mostTerms; ++i)
    {
        a -= 2 * (i - 1);
        c = -a * c / i;
        const double next = (before - b * now) / a;
        before = now;
        now = next;
        q += c * next;
        b += 2.0;
        d = 1.0 / (b + a * d);
        change = (b * d - 1.0) * change;
        fraction += change;
        const double more = q * change;
        sum += more;
        if (std::abs (more / sum) < epsilon)
            break;
    }
    const double value = std::sqrt (pi / (2.0 * x)) * std::exp (-x) / sum;
    return { value, value * (x + 0.5 - quarter * fraction) * (1.0 / x) };
}

Pair modified (int n, double x)
{
    const double inverse = 1.0 / x, twice = 2.0 * inverse;
    const Two start = startOfI (n, x);
    Two i = start; // at 0, in the end
    double factor = n * inverse;
    for (int order = n; order >= 1; --order)
    {
        const double below = factor * i.value + i.other;
        factor -= inverse;
        i.other = factor * below + i.value;
        i.value = below;
    }
    Two k = x < seriesBelow ? temmeK (x) : steedK (x);
    const double scale = inverse / (i.other / i.value * k.value + k.other); // I_0
    for (int order = 1; order <= n; ++order)
        k = { k.other, order * twice * k.other + k.value };
    return { scale * start.value / i.value, k.value };
}
} // namespace

double J (int n, double x)
{
    return withinSeries (n, x) ? powerSeries (n, x, -1.0) : ordinary (n, x).first;
}

double Y (int n, double x)
{
    return ordinary (n, x).second;
}

double I (int n, double x)
{
    return withinSeries (n, x) ? powerSeries (n, x, 1.0) : modified (n, x).first;
}

double K (int n, double x)
{
    return modified (n, x).second;
}
} // namespace kolophon::bessel
