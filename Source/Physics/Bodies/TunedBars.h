// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BodyInfo.h"

#include <vector>

/** Bars tuned by a cut in the underside, as marimbas and vibraphones have them.

    A rectangular bar of length 1 whose thickness, over that of its ends, is an arch between the places (1 - width)/2
    and (1 + width)/2:

        t (x) = 1                            outside
        t (x) = 1 - depth (1 - |s|^power)    inside, s = (x - 1/2)/(width/2)

    A parabola (power 2) is sufficient for a marimba. At any width, the third mode is at most at 9.4 while the second is
    at 4: a vibraphone needs the flatter bottom and steeper flanks of power 4.

    Bending after Euler and Bernoulli, (t^3 w'')'' = W^2 t w with free ends, W = w L^2 sqrt (12 rho/E)/t_end, by finite
    elements: cubic Hermite in deflection and slope. Shear, rotary inertia and the shift of the neutral line are
    omitted: real bars have their high modes lower. Bars are symmetric, so that one half is solved twice: with zero
    slope in the middle (even modes) and zero deflection there (odd ones). */
namespace kolophon::tunedbars
{
struct Cut
{
    double depth, width, power;
};

/** Thickness at x = 0 … 1 over that of the ends. */
double thickness (Cut cut, double x) noexcept;

/** Mass relative to that of the uncut bar. */
double mass (Cut cut) noexcept;

/** Nodal values of a mode in the left half; shapes are sqrt (M) times the mass-normalised ones and positive at x =
    0. */
struct Mode
{
    double frequency; // W; for the bar without a cut the square of bars::root
    bool even;        // about the middle
    std::vector<double> deflection, slope;
};

struct Modes
{
    std::vector<double> nodes; // 0 … 1/2
    std::vector<Mode> modes;   // all modes of the model except the two rigid ones, rising

    /** Shape of a mode at x = 0 … 1. */
    double shape (const Mode& mode, double x) const noexcept;
};

/** Computes the modes with `outside` elements from the end to the arch, `inside` from there to the middle. */
Modes solve (Cut cut, int outside = 16, int inside = 24);

/** Finds the cut that makes the first three modes 1 : second : third, by Newton's method from `start`, with its
    power. */
Cut tune (double second, double third, Cut start);

/** Ratios of second and third mode to the first, and the results of `tune` for them. */
inline constexpr double marimbaRatios[] = { 4.0, 9.2 }, vibraphoneRatios[] = { 4.0, 10.0 };
inline constexpr Cut marimbaCut { 0.552746, 0.527141, 2.0 }, vibraphoneCut { 0.558098, 0.440778, 4.0 };

void build (ModeTable& table, Cut cut, double pickupLeft, double pickupRight);

inline constexpr std::string_view normalisation =
    "Mean square 1 over the length, weighted with the thickness: every modal mass is the mass M of the cut bar.";
inline constexpr std::string_view source =
    "Euler and Bernoulli's bar with free ends, by finite elements; the cut is tuned by Newton's method, as a maker "
    "does "
    "with a file. The ratios are those that marimbas and vibraphones are tuned to (Fletcher & Rossing, The "
    "Physics of Musical Instruments, ch. 19, as cited elsewhere: marimba 1 : 4 : 9.2 to 10, vibraphone 1 : 4 : 10; "
    "ours "
    "are 9.2 and 10). Tested: the uniform bar's closed form, orthogonality, convergence.";
inline constexpr std::string_view remarks =
    "Shear, rotary inertia and the shift of the neutral line are left out: real bars have their high modes lower. The "
    "tube below a bar is left out; a box can stand for it.";

inline constexpr BodyInfo marimba {
    "Marimba bar",
    "A wooden bar with an arch cut into its underside: modes 1 : 4 : 9.2.",
    "from an end (0) to the middle (0.5)",
    [] (ModeTable& t) { build (t, marimbaCut, 0.04, 0.43); },
    "(t^3 w'')'' = W^2 t w,  free ends,  t(x) = 1 - 0.553 (1 - s^2)+,  s = (x/L - "
    "1/2)/0.264",
    normalisation,
    source,
    "Struck: the double octave of the cut. Bowed at the end it sings the first mode alone, "
    "as players do with a cello bow; between 0.2 and 0.35 the second, two octaves up.",
    remarks
};
inline constexpr BodyInfo vibraphone {
    "Vibraphone bar",
    "A metal bar with an arch cut into its underside: modes 1 : 4 : 10.",
    "from an end (0) to the middle (0.5)",
    [] (ModeTable& t) { build (t, vibraphoneCut, 0.04, 0.43); },
    "(t^3 w'')'' = W^2 t w,  free ends,  t(x) = 1 - 0.558 (1 - s^4)+,  s = (x/L - "
    "1/2)/0.220",
    normalisation,
    source,
    "As the marimba's, with the third mode a little higher, three octaves and a third "
    "up. With a long decay it is the bowed vibraphone of film music.",
    remarks
};
} // namespace kolophon::tunedbars
