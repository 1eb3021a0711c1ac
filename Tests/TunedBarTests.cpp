// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Bodies/Bars.h"
#include "Physics/Bodies/Discs.h"
#include "Physics/Bodies/TunedBars.h"
#include "Support/Listener.h"

#include <catch2/catch.hpp>

#include <memory>
#include <utility>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr std::pair<tunedbars::Cut, const double*> tuned[] = {
    { tunedbars::marimbaCut, tunedbars::marimbaRatios },
    { tunedbars::vibraphoneCut, tunedbars::vibraphoneRatios },
};

/** Integral of thickness times two shapes over the bar, over its mass, by Simpson: the mass matrix between two modes,
    without the model's own way of assembling it. */
double meanProduct (const tunedbars::Modes& bar, tunedbars::Cut cut, std::size_t a, std::size_t b)
{
    const int n = 8000;
    double sum = 0.0, mass = 0.0;
    for (int i = 0; i <= n; ++i)
    {
        const double x = static_cast<double> (i) / n, weight = i == 0 || i == n ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
        const double heavy = weight * tunedbars::thickness (cut, x);
        mass += heavy;
        sum += heavy * bar.shape (bar.modes[a], x) * bar.shape (bar.modes[b], x);
    }
    return sum / mass;
}

/** Sum over the listed modes and what is left out. */
double compliance (const ModeTable& table, std::size_t place)
{
    double sum = table.leftOut[place];
    for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
        sum += std::pow (table.shape[m][place] / table.ratio[m], 2);
    return sum;
}
} // namespace

TEST_CASE ("a bar without a cut has the modes of the uniform bar's closed form")
{
    const auto bar = tunedbars::solve ({ 0.0, 0.5, 2.0 });
    for (int n = 1; n <= 32; ++n)
    {
        const double b = bars::root (bars::Ends::free, n);
        const auto& mode = bar.modes[static_cast<std::size_t> (n - 1)];
        CAPTURE (n);
        // A model of given shapes: to a fiftieth of five cents where a bar sounds, to five cents above.
        CHECK_THAT (mode.frequency, WithinRel (b * b, n <= 8 ? 0.02 * listener::ratio : listener::ratio));
        CHECK (mode.frequency > b * b * (1.0 - 1e-9)); // a model of given shapes is stiffer than the bar
        CHECK (mode.even == (n % 2 == 1));
        for (int i = 0; n <= 8 && i <= 100; ++i)
            CHECK_THAT (bar.shape (mode, 0.01 * i), WithinAbs (bars::shape (bars::Ends::free, b, 0.01 * i), 1e-3));
    }
}

TEST_CASE ("a marimba's and a vibraphone's bar are tuned, and the tuner finds their cuts")
{
    for (const auto& [cut, wanted] : tuned)
    {
        const auto bar = tunedbars::solve (cut), fine = tunedbars::solve (cut, 40, 100);
        CAPTURE (cut.depth, cut.width, cut.power);
        for (const auto* model : { &bar, &fine })
        {
            CHECK_THAT (model->modes[1].frequency / model->modes[0].frequency,
                        WithinRel (wanted[0], 0.02 * listener::ratio));
            CHECK_THAT (model->modes[2].frequency / model->modes[0].frequency,
                        WithinRel (wanted[1], 0.02 * listener::ratio));
        }
        for (std::size_t n = 0; n < 32; ++n) // those that are listed
            CHECK_THAT (bar.modes[n].frequency,
                        WithinRel (fine.modes[n].frequency, n < 8 ? 0.02 * listener::ratio : listener::ratio));
        for (const double start : { 0.45, 0.52 })
        {
            const auto found = tunedbars::tune (wanted[0], wanted[1], { 0.5, start, cut.power });
            CHECK_THAT (found.depth, WithinAbs (cut.depth, 1e-6));
            CHECK_THAT (found.width, WithinAbs (cut.width, 1e-6));
        }
    }
}

TEST_CASE ("a tuned bar's shapes are orthogonal with the mass of the bar, and balance about its middle")
{
    for (const auto& [cut, wanted] : tuned)
    {
        const auto bar = tunedbars::solve (cut);
        CAPTURE (cut.power);
        for (std::size_t a = 0; a < 12; ++a)
            for (std::size_t b = 0; b <= a; ++b)
            {
                CAPTURE (a, b);
                CHECK_THAT (meanProduct (bar, cut, a, b), WithinAbs (a == b ? 1.0 : 0.0, 1e-6));
            }
        for (const std::size_t n : { 19, 31 })
            CHECK_THAT (meanProduct (bar, cut, n, n), WithinAbs (1.0, 1e-6));
        for (std::size_t n = 0; n < 32; ++n) // nothing of a lift or a turn
        {
            double lift = 0.0, turn = 0.0;
            for (int i = 0; i < 8000; ++i)
            {
                const double x = (i + 0.5) / 8000.0, heavy = tunedbars::thickness (cut, x) / 8000.0;
                lift += heavy * bar.shape (bar.modes[n], x);
                turn += heavy * bar.shape (bar.modes[n], x) * (x - 0.5);
            }
            CAPTURE (n);
            CHECK_THAT (lift, WithinAbs (0.0, 1e-5));
            CHECK_THAT (turn, WithinAbs (0.0, 1e-5));
        }
    }
}

TEST_CASE ("a tuned bar's table holds its modes, and yields as a finer model does")
{
    for (const auto& [cut, wanted] : tuned)
    {
        auto table = std::make_unique<ModeTable>();
        tunedbars::build (*table, cut, 0.04, 0.43);
        REQUIRE (table->count == 32);
        CHECK_THAT (table->ratio[1], WithinRel (wanted[0], 0.02 * listener::ratio));
        CHECK_THAT (table->ratio[2], WithinRel (wanted[1], 0.02 * listener::ratio));
        for (std::size_t m = 1; m < 32; ++m)
            CHECK (table->ratio[m] > table->ratio[m - 1]);
        const auto fine = tunedbars::solve (cut, 32, 48);
        for (const std::size_t place : { 0, 17, 40, 64, 90, 128 })
        {
            double sum = 0.0;
            const double x = ModeTable::placeOf (static_cast<int> (place));
            for (const auto& mode : fine.modes)
                sum += std::pow (fine.shape (mode, x) * fine.modes[0].frequency / mode.frequency, 2);
            CAPTURE (place);
            CHECK_THAT (compliance (*table, place), WithinRel (sum, 1e-4)); // 0.001 dB
        }
    }
}

TEST_CASE ("a disc clamped inside has the frequencies of Blevins' table and of its own equation")
{
    // Blevins 1979 after Leissa 1969, b/a = 0.5, Poisson's ratio 0.3: 0 … 3 nodal diameters, three figures.
    const double half[] = { 13.0, 13.3, 14.7, 18.5 };
    for (int n = 0; n < 4; ++n)
    {
        const double k = discs::waveNumbers (n, 0.5, 0.3, 8.0).at (0);
        CHECK_THAT (k * k, WithinAbs (half[n] + 0.025, 0.075)); // the third figure rounded, or cut off
    }
    // b/a = 0.1: our own figures. Many nodal diameters keep still in the middle, and the clamp counts for nothing:
    // there the equation of the free disc without a hole, which has J and I only, holds as well.
    const double tenth[] = { 4.2374, 3.4781, 5.6227, 12.4505, 21.8356 };
    for (int n = 0; n < 5; ++n)
    {
        const double k = discs::waveNumbers (n, 0.1, 0.3, 8.0).at (0);
        CHECK_THAT (k * k, WithinAbs (tenth[n], 0.5e-4));
    }
    const auto free = [] (int n, double k)
    {
        const double J = bessel::J (n, k), I = bessel::I (n, k);
        const double slopeJ = n * J - k * bessel::J (n + 1, k);
        const double slopeI = n * I + k * bessel::I (n + 1, k);
        const double momentJ = -k * k * J - 0.7 * (slopeJ - n * n * J);
        const double momentI = k * k * I - 0.7 * (slopeI - n * n * I);
        const double forceJ = -k * k * slopeJ - 0.7 * n * n * (slopeJ - J);
        const double forceI = k * k * slopeI - 0.7 * n * n * (slopeI - I);
        return momentJ * forceI - momentI * forceJ;
    };
    for (int n = 8; n <= 20; n += 4)
        for (const double k : discs::waveNumbers (n, 0.1, 0.3, 18.0))
        {
            CAPTURE (n, k);
            CHECK (free (n, k * (1.0 - 1e-5)) * free (n, k * (1.0 + 1e-5)) < 0.0);
        }
}

TEST_CASE ("a disc's modes of one number of nodal diameters are orthogonal, still at the clamp, and none is missing")
{
    int count = 0;
    for (int n = 0; n <= 24; ++n)
    {
        const auto waves = discs::waveNumbers (n, 0.1, 0.3, 24.0);
        count += static_cast<int> (waves.size()) * (n == 0 ? 1 : 2);
        std::vector<std::array<double, ModeTable::places>> shapes;
        for (const double k : waves)
            shapes.push_back (discs::alongRadius (n, k, 0.1));
        for (std::size_t a = 0; a < shapes.size(); ++a)
        {
            CAPTURE (n, waves[a]);
            CHECK_THAT (shapes[a].back(), WithinAbs (0.0, 1e-9));
            if (n < 6) // leaves it level, as a parabola: beyond, hardly at all
                CHECK_THAT (shapes[a][126] / shapes[a][127], WithinAbs (4.0, 0.6));
            for (std::size_t b = 0; b <= a; ++b)
            {
                double sum = 0.0;
                for (std::size_t place = 0; place < ModeTable::places; ++place)
                {
                    const double weight = place == 0 || place == 128 ? 1.0 : (place % 2 == 1 ? 4.0 : 2.0);
                    const double r = 1.0 - 0.9 * static_cast<double> (place) / 128.0;
                    sum += weight * shapes[a][place] * shapes[b][place] * r;
                }
                const double product = sum * 0.9 / (3.0 * 128.0) * 2.0 / 0.99 / (n == 0 ? 1.0 : 2.0);
                CHECK_THAT (product, WithinAbs (a == b ? 1.0 : 0.0, 1e-4));
            }
        }
        // One that is missing would leave a gap of at least twice pi/(1 - b), 7.
        if (n > 0 && n < 23)
        {
            CHECK (waves[0] > n);
            CHECK (waves[0] < n + 1.7);
        }
        for (std::size_t a = 1; a < waves.size(); ++a)
        {
            CHECK (waves[a] - waves[a - 1] > 2.9);
            CHECK (waves[a] - waves[a - 1] < 5.6);
        }
    }
    CHECK (count > 0.25 * 0.99 * 24.0 * 24.0); // Weyl: area k^2/4 pi, and what a free edge adds
    CHECK (count < 1.2 * 0.25 * 0.99 * 24.0 * 24.0);
}

TEST_CASE ("a disc's table holds pairs that are nearly alike")
{
    auto table = std::make_unique<ModeTable>();
    discs::build (*table, 0.1, 0.001);
    REQUIRE (table->count == 96);
    CHECK_THAT (table->ratio[1], WithinRel (1.001, 1e-12)); // one nodal diameter first, twice
    CHECK_THAT (table->ratio[2], WithinRel (4.2374 / 3.4781, 1e-4));
    for (std::size_t m = 1; m < 96; ++m)
        CHECK (table->ratio[m] > table->ratio[m - 1]);
    for (const std::size_t place : { 0, 32, 64, 96 })
    {
        CHECK (table->leftOut[place] > 0.0);
        CHECK (table->leftOut[place] < 0.05 * compliance (*table, place));
    }
}
