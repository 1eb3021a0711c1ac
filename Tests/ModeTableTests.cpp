// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/Bodies/Bodies.h"
#include "Physics/Bodies/Cup.h"
#include "Support/NamedBody.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Bodies/PrecomputedTables.h"
#include "Synth/Output/BoxLoudnessTables.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <memory>
#include <numbers>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Bodies that are tables of modes: each against its own closed form, and all against the contract of bodies. */
namespace
{
/** Mean square of a bar's shape over its length, by Simpson. */
double meanSquare (bars::Ends ends, double b)
{
    const int n = 4000;
    double sum = 0.0;
    for (int i = 0; i <= n; ++i)
    {
        const double value = bars::shape (ends, b, static_cast<double> (i) / n);
        sum += value * value * (i == 0 || i == n ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0));
    }
    return sum / (3.0 * n);
}

std::vector<int> tableBodies ()
{
    std::vector<int> found;
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
        if (bodyTable()[i].build != nullptr)
            found.push_back (static_cast<int> (i));
    return found;
}
} // namespace

TEST_CASE ("bars have the roots, ratios and shapes of the textbook")
{
    // ReferenceNumbers.md R.10
    constexpr double lastFigure = 0.5e-6; // of six decimals
    const double freeRoots[] = { 4.730041, 7.853205, 10.995608, 14.137165 };
    const double tongueRoots[] = { 1.875104, 4.694091, 7.854757 };
    for (int n = 1; n <= 4; ++n)
    {
        CHECK_THAT (bars::root (bars::Ends::free, n), WithinAbs (freeRoots[n - 1], lastFigure));
        CHECK_THAT (bars::root (bars::Ends::clamped, n), WithinAbs (freeRoots[n - 1], lastFigure));
    }
    for (int n = 1; n <= 3; ++n)
        CHECK_THAT (bars::root (bars::Ends::clampedFree, n), WithinAbs (tongueRoots[n - 1], lastFigure));
    for (const auto ends : { bars::Ends::free, bars::Ends::clampedFree, bars::Ends::clamped, bars::Ends::hinged })
        for (const int n : { 1, 2, 5, 20, 48 })
        {
            const double b = bars::root (ends, n);
            CAPTURE (static_cast<int> (ends), n, b);
            CHECK_THAT (meanSquare (ends, b), WithinAbs (1.0, 1e-11)); // modal mass = mass of the bar
            const double end = ends == bars::Ends::hinged ? 0.0 : 2.0;
            CHECK_THAT (std::abs (bars::shape (ends, b, 1.0)),
                        WithinAbs (ends == bars::Ends::clamped ? 0.0 : end, rounded));
            CHECK_THAT (std::abs (bars::shape (ends, b, 0.0)),
                        WithinAbs (ends == bars::Ends::free ? 2.0 : 0.0, rounded));
        }
    // Slender enough, Timoshenko is Euler-Bernoulli; a thick bar's hinged mode follows the dispersion relation itself.
    CHECK_THAT (bars::timoshenko (4.73, 1e-6), WithinAbs (1.0, 1e-9));
    for (const double b : { pi, 5.0 * pi, 20.0 * pi })
    {
        const double r = 0.02, g = 3.1, x = std::pow (bars::timoshenko (b, r, g), 2), q = b * b * r * r;
        CHECK_THAT (q * q * g * x * x - (1.0 + q * (1.0 + g)) * x + 1.0, WithinAbs (0.0, 1e-12));
    }
}

TEST_CASE ("glass, plate and membrane have the ratios of their closed forms")
{
    CHECK_THAT (glass::ringRatio (3), WithinAbs (2.8284, 0.5e-4)); // n (n^2 - 1)/sqrt (n^2 + 1) over n = 2
    CHECK_THAT (glass::ringRatio (4), WithinAbs (5.4233, 0.5e-4));
    const auto zeros = plates::besselZeros (0, 3);
    CHECK_THAT (zeros[0], WithinAbs (2.404826, 0.5e-6)); // Abramowitz & Stegun, table 9.5
    CHECK_THAT (zeros[2], WithinAbs (8.653728, 0.5e-6));
    CHECK_THAT (plates::besselZeros (1, 1)[0], WithinAbs (3.831706, 0.5e-6));
    for (const int body : tableBodies())
    {
        const auto& table = *modesOf (body);
        CAPTURE (bodyTable()[static_cast<std::size_t> (body)].name);
        CHECK (table.count >= 2);
        CHECK (table.ratio[0] == 1.0);
        for (std::size_t m = 1; m < static_cast<std::size_t> (table.count); ++m)
            CHECK (table.ratio[m] >= table.ratio[m - 1]);
    }
}

/** Rayleigh's quotient of a cup by quadrature over its wall, from the displacements of a motion that does not stretch
    it: strains and changes of curvature by differences, the liquid by Bernoulli's pressure on the wall. R = 1. */
static double cupQuotient (int n, const glass::Cup& cup)
{
    const double height = 1.0 / cup.radiusOverHeight, e = 1e-4;
    const auto w = [&] (double z, double a) { return z / height * std::cos (n * a); };
    const auto v = [&] (double z, double a) { return -z / (n * height) * std::sin (n * a); };
    const auto u = [&] (double, double a) { return -std::cos (n * a) / (n * n * height); };
    const auto along = [e] (auto f, double z, double a) { return (f (z, a + e) - f (z, a - e)) / (2.0 * e); };
    const auto up = [e] (auto f, double z, double a) { return (f (z + e, a) - f (z - e, a)) / (2.0 * e); };
    double bending = 0.0, motion = 0.0, stretch = 0.0;
    constexpr int steps = 200;
    for (int i = 0; i < steps; ++i)
        for (int j = 0; j < 64; ++j)
        {
            const double z = (i + 0.5) / steps * height, a = (j + 0.3) * 2.0 * std::numbers::pi / 64.0;
            const auto slope = [&] (double zz, double aa) { return along (w, zz, aa) - v (zz, aa); };
            const double round = along (slope, z, a), twist = up (slope, z, a);
            bending += round * round + 2.0 * (1.0 - cup.poisson) * twist * twist;
            stretch = std::max ({ stretch, std::abs (along (v, z, a) + w (z, a)),
                                  std::abs (along (u, z, a) + up (v, z, a)), std::abs (up (u, z, a)) });
            const double wet = z < cup.fill * height ? cup.load / n : 0.0; // phi = r^n w'/n: its value at the wall
            motion += w (z, a) * w (z, a) * (1.0 + wet) + v (z, a) * v (z, a) + u (z, a) * u (z, a);
        }
    CHECK (stretch < 1e-6);
    return std::sqrt (bending / motion);
}

TEST_CASE ("glass as a cup: without a foot the ring, otherwise the energies of its displacements")
{
    for (const int n : { 2, 3, 6 })
    {
        CHECK_THAT (glass::cupFrequency (n, {}) / glass::cupFrequency (2, {}), WithinRel (glass::ringRatio (n), 1e-12));
        for (const auto& cup : { glass::Cup { 0.6, 0.22, 0.0, 0.0 }, glass::Cup { 0.3, 0.34, 8.0, 0.5 },
                                 glass::Cup { 1.2, 0.0, 12.0, 1.0 } })
        {
            CAPTURE (n, cup.radiusOverHeight, cup.fill);
            CHECK_THAT (glass::cupFrequency (n, cup), WithinRel (cupQuotient (n, cup), 1e-4));
        }
    }
}

TEST_CASE ("the tables that the program was built with are what the solvers give, bit for bit")
{
    std::size_t numbers = 0;
    for (const int body : tableBodies())
    {
        const auto solved = solvedModes (body);
        CAPTURE (bodyTable()[static_cast<std::size_t> (body)].name);
        CHECK (std::memcmp (modesOf (body), solved.get(), sizeof (ModeTable)) == 0); // where it has gaps, they are zero
        ++numbers;
        ModeTable::eachNumber (*solved, [&numbers] (double) { ++numbers; });
    }
    CHECK (finishedBodyNumbers().size() == numbers);
    std::vector<double> boxes;
    boxLoudness::Tables::eachNumber (*boxLoudness::solvedTables(),
                                     [&boxes] (double number) { boxes.push_back (number); });
    const auto finished = finishedBoxNumbers();
    REQUIRE (finished.size() == boxes.size());
    CHECK (std::memcmp (finished.data(), boxes.data(), finished.size_bytes()) == 0);
}

TEST_CASE ("a skin's shapes have mean square 1 over the disc")
{
    const auto solved = solvedModes (bodyNamed ("Membrane"));
    const auto& table = *solved;
    // Along a ray, cos^2 + sin^2 of a pair is that of both for every direction: pairs have 2, the round modes 1.
    for (int m = 0; m + 1 < 40;)
    {
        const auto i = static_cast<std::size_t> (m);
        const bool isPair = table.ratio[i + 1] == table.ratio[i];
        double sum = 0.0;
        for (int place = 0; place < ModeTable::places; ++place) // Simpson over r dr
        {
            const auto at = static_cast<std::size_t> (place);
            const double r = 2.0 * ModeTable::placeOf (place), both = isPair ? table.shape[i + 1][at] : 0.0;
            const double weight = place == 0 || place == ModeTable::places - 1 ? 1.0 : (place % 2 == 1 ? 4.0 : 2.0);
            sum += weight * 2.0 * r * (table.shape[i][at] * table.shape[i][at] + both * both);
        }
        CAPTURE (m, isPair);
        CHECK_THAT (sum / (3.0 * (ModeTable::places - 1)), WithinRel (isPair ? 2.0 : 1.0, 1e-4));
        m += isPair ? 2 : 1;
    }
}

TEST_CASE ("a ring's shapes along the rim have mean square 1/(n^2 + 1)")
{
    // Radial motion n times the tangential one, mean square 1 of both together: what the finger meets has 1/(n^2 + 1).
    const auto solved = solvedModes (bodyNamed ("Glass"));
    const auto& table = *solved;
    for (std::size_t m = 0; m < 12; ++m)
    {
        const double n = 2.0 + static_cast<double> (m / 2);
        double sum = 0.0;
        for (std::size_t place = 0; place + 1 < ModeTable::places; ++place) // the last place is the first
            sum += table.shape[m][place] * table.shape[m][place];
        CAPTURE (m);
        CHECK_THAT (sum / (ModeTable::places - 1), WithinRel (1.0 / (n * n + 1.0), rounded));
    }
}

TEST_CASE ("Warp raises a body's ratios to its power")
{
    // r = shape/w: what Warp leaves of it is the ratio of the frequencies.
    const auto& table = *modesOf (tableBodies().front());
    const auto contact = [&table] (double warp)
    {
        auto group = std::make_unique<VoiceGroup>();
        group->clear();
        group->wanted.pickups = true;
        group->table.fill (&table);
        group->wanted.sounding = 8;
        group->string.soundingCount.fill (8.0);
        group->string.fundamental.fill (110.0);
        group->body.warp.fill (warp);
        lanes::updateBodies (*group, 1.0 / 192000.0);
        return group;
    };
    const auto plain = contact (1.0);
    for (const double warp : { 0.8, 1.1 })
    {
        const auto warped = contact (warp);
        for (std::size_t m = 0; m < 8; ++m)
        {
            CAPTURE (warp, m);
            CHECK_THAT (plain->standing.slots[m].r[0] / warped->standing.slots[m].r[0],
                        WithinRel (std::pow (table.ratio[m], warp - 1.0), rounded));
        }
    }
}

TEST_CASE ("a bowed free bar sings its first mode, a few cents sharp, as loud as the bow is fast")
{
    // ReferenceNumbers.md R.11: 220 Hz, 0.3 kg, rubbed at its end, sigma_0 = 5e5, sigma_1 = 2; 1 N at 0.1 m/s and 5 N
    // at 0.3 m/s. f0 +0.9 … +5.8 cents, surface velocity 1.01 … 1.13 v_b. (Our contact is half a percent inside the
    // end.)
    for (const auto& [force, speed] : { std::pair { 1.0, 0.1 }, std::pair { 5.0, 0.3 } })
    {
        Synth synth;
        synth.prepare (48000.0);
        auto patch = patchWith ({ { "body.type", 2.0 },
                                  { "hand.speed", speed },
                                  { "hand.position", 0.005 },
                                  { "hand.force_mode", 1.0 },
                                  { "hand.force", force },
                                  { "body.impedance_track", 0.0 },
                                  { "contact.bristle", 1.0 },
                                  { "contact.stiffness", 5e5 },
                                  { "contact.bristle_damping", 2.0 },
                                  { "contact.stribeck_speed", 0.2 },
                                  { "voice.velocity", 0.0 } });
        REQUIRE (bodyTable()[2].name == "Free bar");
        synth.setPatch (patch);
        std::vector<ProbeFrame> frames (144000);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, { noteOn (0, 57) }, 144000, 512, &probes); // A3: 220 Hz
        double most = 0.0, crossings = 0.0, first = 0.0, last = 0.0;
        for (std::size_t n = 96000; n + 1 < frames.size(); ++n)
        {
            const double a = frames[n].surfaceVelocity, b = frames[n + 1].surfaceVelocity;
            most = std::max (most, std::abs (a));
            if (a < 0.0 && b >= 0.0)
            {
                last = static_cast<double> (n) + a / (a - b);
                if (crossings++ == 0.0)
                    first = last;
            }
        }
        const double f = (crossings - 1.0) * 48000.0 / (last - first);
        CAPTURE (speed, f, most);
        CHECK_THAT (1200.0 * std::log2 (f / 220.0), WithinAbs (3.4, 3.4));
        CHECK (most > 0.98 * speed);
        CHECK (most < 1.25 * speed);
    }
}
