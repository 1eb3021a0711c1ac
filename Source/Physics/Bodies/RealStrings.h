// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <numbers>
#include <string_view>

/** Real strings, and the knob settings for them. One open string each; stopping it shortens it and keeps Z_0, so that
    their presets have no Impedance track.

        Z_0 = sqrt (T mu)   B = pi^2 E I/(T L^2), I = pi D^4/64    f_t/f_0 = sqrt (G/rho)/(2 L f_0), rho = 4 mu/(pi D^2)
        s_a = pi D sqrt (pi rho_a eta_a 1 kHz)/mu                    Z_t/Z_0 = i f_t/f_0, i = polar inertia/(mu (D/2)^2)

    with i = 1/2 for a string of one material. E is that of a solid string of the same stiffness: for a wound one it is
    the core's, averaged over the section.

    Sources. [P]: T, L, D, mu, E as measured by Percival on instruments (artifastring, constants/strings_*.h, read at
    commit 78ed7f5; thesis, Glasgow 2013, not read). The materials are inferred: a density of 8400 kg/m^3 with 199 GPa
    is plain steel, 1400 with 7 GPa plain gut; windings over a core of 5 GPa are called nylon, of 24 GPa steel. T60 and
    Q are fitted to his ring times of the first ten partials, with air and bending as below (within +-30 %, of the
    viola's +70 %): they include the loss at the bridge. [M]: lengths, tensions and diameters after makers' lists
    (unverified). E of gut, 6.0 GPa: Woodhouse & Lynch-Aird, Acta Acust. u. Acust. 105 (2019) 516, as cited elsewhere.
    T60 and Q are those of the string named beside it. Loss factor of bending: steel 4.5e-3, Issanchou et al., J. Sound
    Vib. 393 (2017) 229-251, as in code that cites it; nylon and gut: orders of magnitude (unverified). A wound cello
    string: f_t/f_0 = 5.2 as cited elsewhere, Z_t/Z_0 = 3.3 (unverified), both after Mansour, Woodhouse & Scavone, Acta
    Acust. u. Acust. 102 (2016). Q_t = 45, 34, 20 for steel, gut and nylon (unverified), after Woodhouse & Loach, Acta
    Acust. u. Acust. 85 (1999) 734-740, which finds it the same at all frequencies. For gut G = E/6 is a guess: its
    fibres run along. */
namespace kolophon::realstrings
{
struct RealString
{
    std::string_view preset;
    int key;                                       // open, MIDI
    double length, tension, density, diameter;     // L [m], T [N], mu [kg/m], D [m]
    double young, bendingLoss;                     // E [Pa], d
    double torsionRatio, gyration, torsionQuality; // f_t/f_0, i, Q_t
    double decay, quality;                         // T60 [s], Q
};

inline constexpr double airDensity = 1.2, airViscosity = 1.8e-5; // [kg/m^3], [Pa s]

inline double impedance (const RealString& s)
{
    return std::sqrt (s.tension * s.density);
}

inline double fundamental (const RealString& s)
{
    return std::sqrt (s.tension / s.density) / (2.0 * s.length);
}

inline double inharmonicity (const RealString& s)
{
    using std::numbers::pi;
    return pi * pi * pi * s.young * std::pow (s.diameter, 4) / (64.0 * s.tension * s.length * s.length);
}

inline double airLoss (const RealString& s)
{
    using std::numbers::pi;
    return pi * s.diameter * std::sqrt (pi * airDensity * airViscosity * 1000.0) / s.density;
}

/** Z_t/Z_0. */
inline constexpr double torsionImpedance (const RealString& s)
{
    return s.gyration * s.torsionRatio;
}

inline constexpr RealString strings[] = {
    // [P] violin II, E: G = 77 GPa
    { "Violin Steel", 76, 0.320, 75.1, 4.18e-4, 2.52e-4, 1.99e11, 0.0045, 7.15, 0.5, 45.0, 7.3, 1480.0 },
    // [P] violin I, A
    { "Violin Gut", 69, 0.325, 49.5, 6.02e-4, 7.37e-4, 7.33e9, 0.06, 3.24, 0.5, 34.0, 7.9, 1265.0 },
    // [P] viola II, C
    { "Viola Nylon", 48, 0.367, 63.3, 6.93e-3, 9.02e-4, 4.62e9, 0.04, 5.2, 0.63, 20.0, 20.0, 953.0 },
    // [P] cello III, A
    { "Cello Steel", 57, 0.694, 147.6, 1.59e-3, 7.81e-4, 2.35e10, 0.0045, 5.2, 0.63, 45.0, 9.6, 919.0 },
    // [M] A of plain gut, 1300 kg/m^3; as the violin's gut
    { "Cello Gut", 57, 0.690, 140.0, 1.52e-3, 1.22e-3, 6.0e9, 0.06, 2.90, 0.5, 34.0, 7.9, 1265.0 },
    // [M] A of rope-core steel, wound; as [P] cello III, C
    { "Bass Steel", 33, 1.060, 290.0, 2.13e-2, 2.10e-3, 1.2e10, 0.0045, 5.2, 0.63, 45.0, 20.0, 540.0 },
};
} // namespace kolophon::realstrings
