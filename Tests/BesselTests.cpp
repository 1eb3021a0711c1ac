// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Bodies/Bessel.h"
#include "Physics/Bodies/Plates.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace kolophon;
using Catch::Matchers::WithinRel;

namespace
{
struct Value
{
    int order;
    double x, J, Y, I, K;
};

/** By mpmath 1.3 with forty digits; as far as they go, the digits are those of Abramowitz & Stegun, tables 9.1, 9.2,
    9.4, 9.8, 9.9 and 9.11 (numbers unverified). Power series, Temme's series and both continued fractions occur. */
constexpr Value values[] = {
    { 0, 0.1, 0.99750156206604003, -1.5342386513503668, 1.0025015629340956, 2.4270690247020166 },
    { 3, 0.5, 0.0025637299945872441, -42.059494304723883, 0.0026451119689902859, 62.057909529930256 },
    { 0, 1.0, 0.76519768655796655, 0.088256964215676958, 1.2660658777520083, 0.42102443824070833 },
    { 1, 1.0, 0.44005058574493352, -0.78121282130028872, 0.56515910399248503, 0.60190723019723457 },
    { 10, 1.0, 2.6306151236874532e-10, -121618014.27868919, 2.7529480398368736e-10, 180713289.90102945 },
    { 0, 2.0, 0.22389077914123567, 0.51037567264974512, 2.2795853023360673, 0.11389387274953344 },
    { 0, 5.0, -0.1775967713143383, -0.30851762524903378, 27.239871823604447, 0.0036910983340425943 },
    { 2, 5.0, 0.046565116277752216, 0.36766288260552452, 17.505614966624236, 0.00530894371222346 },
    { 10, 10.0, 0.20748610663335886, -0.35981415218340272, 21.891706163723371, 0.00161425530039067 },
    { 20, 10.0, 1.1513369247813398e-5, -1597.483848269626, 0.00012507997356449476, 178.74427820770548 },
    { 30, 20.0, 0.00012401536360354328, -114.97814626308341, 0.082132462497325631, 0.16883087719470801 },
    { 1, 50.0, -0.097511828125175138, -0.056795668562014768, 2.9030785901035568e+20, 3.4441022267175556e-23 },
};
} // namespace

TEST_CASE ("Bessel functions have the values of published tables", "[bodies]")
{
    for (const auto& v : values)
    {
        CAPTURE (v.order, v.x);
        CHECK_THAT (bessel::J (v.order, v.x), WithinRel (v.J, 1e-13));
        CHECK_THAT (bessel::Y (v.order, v.x), WithinRel (v.Y, 1e-13));
        CHECK_THAT (bessel::I (v.order, v.x), WithinRel (v.I, 1e-13));
        CHECK_THAT (bessel::K (v.order, v.x), WithinRel (v.K, 1e-13));
    }
    CHECK (bessel::J (0, 0.0) == 1.0);
    CHECK (bessel::J (3, 0.0) == 0.0);
    CHECK (bessel::I (0, 0.0) == 1.0);
    CHECK (bessel::I (1, 0.0) == 0.0);
}

TEST_CASE ("Bessel functions of neighbouring orders keep their Wronskians", "[bodies]")
{
    // Abramowitz & Stegun 9.1.16 and 9.6.15 (numbers unverified). The products of J and Y alternate in size, so that
    // the error is compared with the larger one.
    for (int n = 0; n <= 24; ++n)
        for (double x = 0.05; x < 60.0; x *= 1.07)
        {
            CAPTURE (n, x);
            const double forth = bessel::J (n + 1, x) * bessel::Y (n, x),
                         back = bessel::J (n, x) * bessel::Y (n + 1, x);
            CHECK (std::abs (forth - back - 2.0 / (std::numbers::pi * x)) <
                   1e-12 * (std::abs (forth) + std::abs (back)));
            CHECK_THAT (bessel::I (n, x) * bessel::K (n + 1, x) + bessel::I (n + 1, x) * bessel::K (n, x),
                        WithinRel (1.0 / x, 1e-12));
        }
}

TEST_CASE ("the zeros of Bessel functions are those of published tables", "[bodies]")
{
    // As above; Abramowitz & Stegun, table 9.5 (number unverified).
    CHECK_THAT (plates::besselZeros (0, 5).front(), WithinRel (2.4048255576957728, 1e-12));
    CHECK_THAT (plates::besselZeros (0, 5).back(), WithinRel (14.930917708487786, 1e-12));
    CHECK_THAT (plates::besselZeros (1, 1).back(), WithinRel (3.8317059702075123, 1e-12));
    CHECK_THAT (plates::besselZeros (2, 1).back(), WithinRel (5.1356223018406826, 1e-12));
    CHECK_THAT (plates::besselZeros (5, 3).back(), WithinRel (15.700174079711671, 1e-12));
}
