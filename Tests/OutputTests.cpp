#include "Core/Units.h"
#include "Support/Scene.h"
#include "Synth/Decimator.h"

#include <catch2/catch.hpp>

#include <complex>

using namespace kolophon;
using Catch::Matchers::WithinAbs;

namespace
{
/** Impulse response of the decimator at the high rate: an impulse at each of the two phases gives every second tap. */
std::vector<double> highRateResponse ()
{
    std::vector<double> response (130, 0.0);
    for (int phase = 0; phase < 2; ++phase)
    {
        Decimator decimator;
        for (int n = 0; n < 66; ++n)
        {
            const double out = decimator.process (n == 0 && phase == 0 ? 1.0 : 0.0, n == 0 && phase == 1 ? 1.0 : 0.0);
            const int lag = 2 * n - phase;
            if (lag >= 0 && lag < 130)
                response[static_cast<std::size_t> (lag)] = out;
        }
    }
    return response;
}

double gainDb (const std::vector<double>& response, double frequency) // of the high rate
{
    std::complex<double> sum = 0.0;
    for (std::size_t n = 0; n < response.size(); ++n)
        sum += response[n] * std::polar (1.0, -2.0 * pi * frequency * static_cast<double> (n));
    return dbFromGain (std::abs (sum));
}
} // namespace

TEST_CASE ("the decimator passes 20 kHz at 44.1 kHz unchanged and lets nothing fold below it")
{
    const auto response = highRateResponse();
    for (double f = 0.0; f <= 0.5 * 0.4535; f += 0.0005)
        REQUIRE_THAT (gainDb (response, f), WithinAbs (0.0, 0.001));
    for (double f = 0.5 * (1.0 - 0.4535); f <= 0.5; f += 0.0005)
        REQUIRE (gainDb (response, f) < -89.0);
}

TEST_CASE ("the decimator is linear in phase: symmetric, and late by exactly what it says")
{
    const auto response = highRateResponse();
    for (std::size_t n = 0; n <= 64; ++n)
        REQUIRE (response[64 - n] == response[64 + n]);
    REQUIRE_THAT (response[64], WithinAbs (0.5, 1e-15)); // 64 samples of the high rate = 32 of the low one
}

TEST_CASE ("the decimator is linear")
{
    test::Random random (21);
    Decimator one, other, both;
    for (int n = 0; n < 500; ++n)
    {
        const double a[2] = { random.uniform (-1, 1), random.uniform (-1, 1) };
        const double b[2] = { random.uniform (-1, 1), random.uniform (-1, 1) };
        const double sum = 0.3 * one.process (a[0], a[1]) - 2.0 * other.process (b[0], b[1]);
        REQUIRE_THAT (both.process (0.3 * a[0] - 2.0 * b[0], 0.3 * a[1] - 2.0 * b[1]), WithinAbs (sum, 1e-14));
    }
}

TEST_CASE ("a slow wave comes equally late with and without oversampling, also across a switch")
{
    const double frequency = 0.01; // of the low rate
    const auto wave = [&] (double t) { return std::sin (2.0 * pi * frequency * t); };
    RateChanger rate;
    for (int n = 0; n < 1200; ++n)
    {
        const int oversampling = (n / 300) % 2 == 0 ? 1 : 2;
        const double samples[2] = { wave (n), wave (n + 0.5) };
        const double out = rate.process (samples, oversampling);
        if (n < 64)
            continue;
        // Within what half a high-rate sample of delay can make, and no gap.
        REQUIRE_THAT (out, WithinAbs (wave (n - RateChanger::delay), 2.0 * pi * frequency * 0.55));
    }
}
