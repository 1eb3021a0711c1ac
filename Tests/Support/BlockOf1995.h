// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Physics/Friction/ContactFields.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

/** A block of 1 kg, pushed, pulled and shaken: table R.1 of ReferenceNumbers.md, made by another program. */
namespace kolophon::test
{
/** Canudas de Wit, Olsson, Astrom & Lischinsky 1995, at N = 1 N: sigma_0 = 1e5 N/m, sigma_1 = sqrt (1e5) N s/m,
    sigma_2 = 0.4 N s/m, F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s; breakaway 0.7 where a law has one. */
inline void set1995 (ContactKnobs<double>& k, double literal)
{
    k.muStatic = 1.5;
    k.muKinetic = 1.0;
    k.inverseStribeckVelocity = 1.0 / 1e-3;
    k.stiffness = 1e5;
    k.damping = std::sqrt (1e5);
    k.viscosity = 0.4;
    k.breakaway = 0.7;
    k.literal = literal;
}

/** A column, as it is printed. */
struct BlockColumn
{
    const char *name, *law; // the law's id
    double literal;
    std::array<double, 8> position;  // A [um]
    std::array<double, 8> breakaway; // C [N]
    struct
    {
        double period, slip, jump, fastest, springMost, springLeast;
    } stickSlip;  // D [s, s, m, m/s, N, N]
    double drift; // E [nm/s]
};

inline constexpr BlockColumn lugre1995 { "LuGre",
                                         "lugre",
                                         1.0,
                                         { 44.8579, 45.3119, 35.2989, -9.5635, -10.0174, -0.0045, 44.8579, 45.3119 },
                                         { 1.4324, 1.3944, 1.3132, 1.2200, 1.0986, 1.0245, 1.0042, 1.0075 },
                                         { 6.3627, 2.7028, 0.6349, 0.3698, 1.5080, 0.7412 },
                                         13661.0 };
inline constexpr BlockColumn kelvinVoigt { "KV",
                                           "lugre",
                                           0.0,
                                           { 44.9435, 45.4013, 35.3862, -9.5618, -10.0196, -0.0045, 44.9435, 45.4013 },
                                           { 1.4300, 1.3897, 1.3015, 1.1970, 1.0555, 1.0036, 1.0025, 1.0010 },
                                           { 6.3641, 2.7026, 0.6351, 0.3699, 1.5082, 0.7411 },
                                           13992.0 };
inline constexpr BlockColumn dupontSine { "Dupont-sine", // the printed one: the table has constant sigma_1
                                          "dupont",
                                          1.0,
                                          { 25.3229, 25.6247, 11.3793, -13.9481, -14.2500, -0.0045, 25.3229, 25.6247 },
                                          { 1.4435, 1.4175, 1.3686, 1.3185, 1.2570, 1.2178, 1.1905, 1.1720 },
                                          { 6.3759, 2.7009, 0.6363, 0.3708, 1.5098, 0.7401 },
                                          0.0 };
inline constexpr BlockColumn elastoplasticKelvinVoigt {
    "EP-KV",
    "kolophon",
    0.0,
    { 18.5579, 18.6346, 4.3892, -14.1733, -14.2500, -0.0045, 18.5579, 18.6346 },
    { 1.4707, 1.4530, 1.4127, 1.3614, 1.2838, 1.2278, 1.1800, 1.1388 },
    { 6.4536, 2.6904, 0.6441, 0.3768, 1.5201, 0.7335 },
    0.0
};
inline constexpr std::array blockColumns { lugre1995, kelvinVoigt, dupontSine, elastoplasticKelvinVoigt };

/** Row D: the block behind a spring of 2 N/m whose end moves at 0.1 m/s, watched for 40 s. A slip is faster than
    20 mm/s: with this limit every printed digit comes out. The first slip starts from a fresh bristle and is left out.
    */
class StickSlip
{
public:
    static constexpr double k = 2.0, drawn = 0.1, limit = 0.02;

    static double push (double time, double position) { return k * (drawn * time - position); }

    void watch (double time, double position, double velocity)
    {
        if ((before < limit) != (velocity < limit))
        {
            const double fraction = (limit - before) / (velocity - before);
            (before < limit ? begins : ends).push_back (then + fraction * (time - then));
            (before < limit ? from : to).push_back (there + fraction * (position - there));
        }
        before = velocity;
        then = time;
        there = position;
        if (begins.size() > 1)
        {
            fastest = std::max (fastest, velocity);
            most = std::max (most, push (time, position));
            least = std::min (least, push (time, position));
        }
    }

    /** 0.2 % */
    void check (const BlockColumn& column) const
    {
        using Catch::Matchers::WithinRel;
        REQUIRE (ends.size() >= 5);
        const auto& expected = column.stickSlip;
        CHECK_THAT ((begins[4] - begins[1]) / 3.0, WithinRel (expected.period, 2e-3));
        CHECK_THAT (ends[4] - begins[4], WithinRel (expected.slip, 2e-3));
        CHECK_THAT (to[4] - from[4], WithinRel (expected.jump, 2e-3));
        CHECK_THAT (fastest, WithinRel (expected.fastest, 2e-3));
        CHECK_THAT (most, WithinRel (expected.springMost, 2e-3));
        CHECK_THAT (least, WithinRel (expected.springLeast, 2e-3));
    }

    std::vector<double> begins, ends; // [s] of slips

private:
    std::vector<double> from, to; // [m]
    double before = 0.0, then = 0.0, there = 0.0, fastest = 0.0, most = 0.0, least = 1e9;
};
} // namespace kolophon::test
