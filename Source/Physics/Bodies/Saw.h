// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <vector>

/** A musical saw: a blade, bent into an S, whose vibration is trapped where the S has no curvature.

    A thin strip of width W, thickness h and length W l is bent along its length to the curvature b (x); x is in widths.
    Flat, it can bend across its width at no lower frequency than a free bar of that length. Where it is curved, bending
    across also lengthens it, and the least frequency at which such a wave can run is higher:

        w_c^2 = w_flat^2 + E b^2/rho

    At the inflection of an S it is lowest, and a mode is trapped there, out of reach of the hands that hold the ends
    (Scott & Woodhouse 1992, "Vibration of an elastic strip with varying curvature"; Shankar, Bryde & Mahadevan 2022,
    "Geometric control of topological dynamics in a singing saw"; abstracts read only; the equations below are derived
    here).

    Marguerre's shallow shell with one shape across, w = f (x) p (y), stress function c = g (x) q (y): p is the j-th
    free bar's mode with root r and q = p''/r^2, which is the clamped bar's: edges without moment and force. In units of
    W and W^2 sqrt (rho h/D), D = E h^3/(12 (1 - v^2)), and with the curvature k (x) = sqrt (12 (1 - v^2)) W^2 b/h

        W^2 f = f'''' - 2 s f'' + r^4 f + k G       energy: integral of f''^2 + r^4 f^2 - 2 v t f f'' + 2 (1 - v) u f'^2
        g'''' - 2 t g'' + r^4 g = r^4 k f, G = g    energy: integral of g''^2 + r^4 g^2 + 2 v t g g'' + 2 (1 + v) t g'^2

        a = (ch r - cos r)/(sh r - sin r), t = a r (a r - 2), u = a r (a r + 6) (integrals of q'^2 and p'^2),
        s = (1 - v) u + v t

    so that the strip of one curvature has W^2 = r^4 + k^2 for waves that are long. The ends are clamped. By finite
    elements (HermiteElement.h) for f and g. For a gentle bend k = m x the well is an oscillator's:

        W^2 = r^4 + (2 n + 1) m sqrt (2 s), n = 0, 1, …,   f = exp (-m x^2/(2 sqrt (2 s)))

    Omitted: the coupling of shapes across with each other and with bending and twisting of the whole strip. With two
    more shapes and bending included, the first six modes of the blade below change by 0.1 to 0.6 % (verified
    separately).

    Loss: the steel's own, and that of the hands at the ends, over `grip` widths of each. There the blade loses `hold`
    of its energy per radian, so that a mode loses in proportion to the fraction of its f^2 that lies there. A flat
    blade is damped, an S rings. */
namespace kolophon::saws
{
struct Blade
{
    double length;        // l, in widths
    double middle, slope; // k = middle + slope x, x from the middle; per width
};

struct Mode
{
    double frequency; // in the units above
    double held;      // fraction of f^2 within `grip` of the ends
    std::vector<double> deflection, slope;
};

struct Modes
{
    std::vector<double> nodes; // -l/2 … l/2
    std::vector<Mode> modes;   // rising

    /** f at x: mean square 1 over the blade, positive a little to the right of the middle. */
    double shape (const Mode& mode, double x) const noexcept;
};

/** Width of the grips [widths], and the loss factor there: the first mode of the flat blade has a Q of 68. */
inline constexpr double grip = 0.5, hold = 1.0;

inline constexpr int usualElements = 48;

/** Computes the modes whose shape across is that of the `transposed`-th free bar, 1, 2, … */
Modes solve (Blade blade, int transposed, int elements = usualElements);

/** A blade four widths long: 15 cm wide, 1 mm thick, bent to 30 cm of radius at its ends. The first mode's frequency is
    1.61 times that of the flat blade, and it extends 0.23 widths to each side (root of the mean of x^2 f^2). */
inline constexpr Blade singing { 4.0, 0.0, 120.0 };

/** Builds the table; the path runs along the edge of the blade, from the inflection to half a width beside it. */
void build (ModeTable& table, Blade blade);

inline constexpr BodyInfo saw {
    "Saw",
    "A blade bent into an S, which traps its tone where the blade is straight.",
    "at the edge, from the inflection (0) to half a blade's width beside it (0.5)",
    [] (ModeTable& t) { build (t, singing); },
    "W^2 f = f - 2 s f + r^4 f + k g,  g - 2 t g'' + r^4 g = r^4 k f,  k = 120 x\n"
    "clamped at both ends, 2 widths from the inflection;  w = f(x) times a free bar's mode "
    "of root r across\n"
    "loss factor: 1/Q + the fraction of f^2 in the gripped ends, half a width each",
    "Mean square 1 over the blade: every modal mass is the mass M of the blade. The trapped tone moves a small part of "
    "the blade and feels light.",
    "After Scott & Woodhouse, \"Vibration of an elastic strip with varying curvature\" (1992), and Shankar, Bryde & "
    "Mahadevan, \"Geometric control of topological dynamics in a singing saw\", PNAS 119 (2022) e2117241119; abstracts "
    "read only, equations derived. Tested: the flat blade, the gentle bend (an oscillator) and the cut-off. With more "
    "bend the tone gets higher, narrower and longer; without an inflection the blade has no trapped tone.",
    "A tone as pure as a voice, for slides: one finger, pitch wheel and Glide. Away from the inflection the tone "
    "fades, and lossy modes speak instead.",
    "The S does not change with the key. A player moves it along a tapering blade; here the key changes the pitch. "
    "Bending and twisting of the whole strip are left out."
};
} // namespace kolophon::saws
