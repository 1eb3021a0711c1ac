// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <cmath>
#include <numbers>
#include <utility>

/** Uniform bars: bending after Euler and Bernoulli, corrected for shear and rotary inertia after Timoshenko.

    Mode shapes are the classical ones with mean square 1 over the length, so that the modal mass is the bar's mass:

        free-free       ch + cos - c (sh + sin)      cos b ch b =  1      c = (ch b - cos b)/(sh b - sin b)
        clamped-free    ch - cos - c (sh - sin)      cos b ch b = -1      c = (ch b + cos b)/(sh b + sin b)
        clamped-clamped ch - cos - c (sh - sin)      cos b ch b =  1      c as free-free
        hinged-hinged   sqrt (2) sin                 b = n pi

    at b x/L. The growing exponential is multiplied by its factor 1 - c in closed form, which decreases as fast as it
    grows. */
namespace kolophon::bars
{
enum class Ends { free, clampedFree, clamped, hinged };

/** n-th root, n = 1, 2, …, to the last digit. */
inline double root (Ends ends, int n)
{
    using std::numbers::pi;
    if (ends == Ends::hinged)
        return n * pi;
    const double sign = ends == Ends::clampedFree ? -1.0 : 1.0;
    double b = ends == Ends::clampedFree ? (n - 0.5) * pi : (n + 0.5) * pi;
    for (int i = 0; i < 50; ++i) // cos b - sign/ch b = 0: nearly linear there
    {
        const double f = std::cos (b) - sign / std::cosh (b);
        const double slope = -std::sin (b) + sign * std::sinh (b) / (std::cosh (b) * std::cosh (b));
        const double before = std::exchange (b, b - f / slope);
        if (b == before)
            break;
    }
    return b;
}

/** Shape of the mode with root b at x/L = 0 … 1; clamped-free is clamped at 0. */
inline double shape (Ends ends, double b, double x)
{
    if (ends == Ends::hinged)
        return std::sqrt (2.0) * std::sin (b * x);
    const bool cantilever = ends == Ends::clampedFree;
    const double s = cantilever ? 1.0 : -1.0; // of cos b and sin b in c
    const double small = std::exp (-b),
                 denominator = 1.0 - small * small + 2.0 * s * small * std::sin (b); // 2 e^-b (sh b + s sin b)
    const double c = (1.0 + small * small + 2.0 * s * small * std::cos (b)) / denominator;
    // (1 - c) e^(b x)/2, where 1 - c = 2 e^-b (-e^-b + s (sin b - cos b))/denominator
    const double growing = std::exp (b * (x - 1.0)) * (-small + s * (std::sin (b) - std::cos (b))) / denominator;
    const double falling = 0.5 * (1.0 + c) * std::exp (-b * x);
    const double wave = std::cos (b * x) - c * std::sin (b * x);
    return growing + falling + (ends == Ends::free ? wave : -wave);
}

/** Correction factor of an Euler-Bernoulli frequency by Timoshenko's theory, for a wave number b/L: the lower branch of

        (r k)^4 g X^2 - (1 + (r k)^2 (1 + g)) X + 1 = 0,   X = (w/w_EB)^2,   g = E/(kappa G),   r: radius of gyration

    exact for hinged ends, close for the others (the end conditions are Euler-Bernoulli's). */
inline double timoshenko (double b, double gyrationOverLength, double shearRatio = 3.1)
{
    const double q = b * b * gyrationOverLength * gyrationOverLength;
    const double A = q * q * shearRatio, B = 1.0 + q * (1.0 + shearRatio);
    return std::sqrt (2.0 / (B + std::sqrt (B * B - 4.0 * A)));
}

inline constexpr double gyration = 0.005; // r/L of a slender bar: thickness about 1/60 of the length

inline void build (ModeTable& table, Ends ends, double pickupLeft, double pickupRight)
{
    const double first = root (ends, 1), firstFactor = timoshenko (first, gyration);
    double resolved[ModeTable::places] = {};
    for (int n = 1; n <= 48; ++n)
    {
        const double b = root (ends, n);
        const int mode = table.add ((b / first) * (b / first) * timoshenko (b, gyration) / firstFactor);
        const auto m = static_cast<std::size_t> (mode);
        // The path begins where the first mode moves most: at a free end, or in the middle of a bar that is fixed at
        // both ends.
        const auto along = [ends] (double position)
        { return ends == Ends::clampedFree ? 1.0 - 2.0 * position : (ends == Ends::free ? position : 0.5 - position); };
        for (int place = 0; place < ModeTable::places; ++place)
        {
            const double value = shape (ends, b, along (ModeTable::placeOf (place)));
            table.shape[m][static_cast<std::size_t> (place)] = value;
            resolved[place] += value * value / (table.ratio[m] * table.ratio[m]);
        }
        table.left[m] = shape (ends, b, pickupLeft);
        table.right[m] = shape (ends, b, pickupRight);
    }
    // Compliance of the omitted modes: the squares of the shapes are 1 on average, the ratios continue as b^2.
    double rest = 0.0;
    for (int n = 49; n < 4000; ++n)
    {
        const double b = (n + 0.5) * std::numbers::pi;
        rest += std::pow (first / b, 4);
    }
    table.leftOut.fill (rest);
}

inline constexpr std::string_view normalisation =
    "Mean square 1 over the length: every modal mass is the mass M of the bar.";
inline constexpr std::string_view source =
    "Bending after Euler and Bernoulli, roots and shapes as in textbooks (Fletcher & Rossing, The Physics of Musical "
    "Instruments; ch. 2 (unverified)); T after Timoshenko, Phil. Mag. 41 (1921) 744-746. Roots, mean squares, the "
    "dispersion relation and the static deflection under a load are tested.";
inline constexpr std::string_view remarks = "T is exact for hinged ends; the others keep the end conditions of Euler "
                                            "and Bernoulli. Torsion of the bar is left out.";

inline constexpr BodyInfo freeBar {
    "Free bar",
    "A bar with free ends: metallophone, claves, bowed crotale.",
    "from an end (0) to the middle (0.5)",
    [] (ModeTable& t) { build (t, Ends::free, 0.0, 0.31); },
    "f_n ~ b_n^2 T(b_n),  cos b ch b = 1:  b = 4.7300, 7.8532, 10.9956, 14.1372 ...\n"
    "shape  ch + cos - c (sh + sin)  at b x/L,  c = (ch b - cos b)/(sh b - sin b)\n"
    "T^2 = X:  q^2 g X^2 - (1 + q (1 + g)) X + 1 = 0,  q = (0.005 b)^2,  g = E/(kappa G) "
    "= 3.1",
    normalisation,
    source,
    "Struck, it is a glockenspiel: 1 : 2.75 : 5.38. Bowed at the end, it gives one long harmonic tone within cents of "
    "the first mode. Towards that mode's node, 0.22, the third mode sings; beyond it, the second (0.2 to 0.25 and 0.3 "
    "to 0.35, C4 by default).",
    remarks
};
inline constexpr BodyInfo cantilever {
    "Tongue",
    "A bar clamped at one end: nail violin, kalimba, comb.",
    "from the free end (0) to the clamp (0.5)",
    [] (ModeTable& t) { build (t, Ends::clampedFree, 1.0, 0.57); },
    "f_n ~ b_n^2 T(b_n),  cos b ch b = -1:  b = 1.8751, 4.6941, 7.8548, 10.9955 ...\n"
    "shape  ch - cos - c (sh - sin)  at b x/L from the clamp,  c = (ch b + cos b)/(sh "
    "b + sin b)\n"
    "T as the free bar's",
    normalisation,
    source,
    "A hollow, pure tone: the second mode lies more than two and a half octaves above the first. From 0.3 on the "
    "second mode sings; near the clamp (0.4) nothing sounds.",
    remarks
};
inline constexpr BodyInfo clampedBar { "Clamped bar",
                                       "A bar clamped at both ends.",
                                       "from the middle (0) to a clamp (0.5)",
                                       [] (ModeTable& t) { build (t, Ends::clamped, 0.23, 0.41); },
                                       "f_n ~ b_n^2 T(b_n),  cos b ch b = 1:  the free bar's\n"
                                       "shape  ch - cos - c (sh - sin)  at b x/L,  c = (ch b - cos b)/(sh b - sin b)\n"
                                       "T as the free bar's",
                                       normalisation,
                                       source,
                                       "The free bar's pitches from other positions. The middle speaks best, without "
                                       "every second mode. At 0.2 the second mode sings, from 0.3 on the third.",
                                       remarks };
inline constexpr BodyInfo hingedBar {
    "Hinged bar",
    "A bar on two hinges: frequencies as the squares 1, 4, 9, 16.",
    "from the middle (0) to a hinge (0.5)",
    [] (ModeTable& t)
    {
        build (t, Ends::hinged, 0.23, 0.41);
        t.tightening = 1.0;
    },
    "f_n ~ b_n^2 T(b_n),  b = n pi\n"
    "shape  sqrt(2) sin(n pi x/L)\n"
    "T as the free bar's",
    normalisation,
    source,
    "Its modes are the squares, members of one harmonic series, so that a struck hinged bar has the clearest pitch of "
    "all bars. Near a hinge, from 0.35 on, it sings two octaves up.",
    remarks
};
} // namespace kolophon::bars
