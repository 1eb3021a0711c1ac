// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Output/BackDesk.h"
#include "Synth/Output/Decimator.h"
#include "Synth/Output/OutputStage.h"

#include <catch2/catch.hpp>

#include <complex>

using namespace kolophon;
using namespace kolophon::test;
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

/** A desk that gets a click in its first control interval and silence after it, until long after it has fallen asleep:
    its two channels without the box and the two with it, where each interval is cut after `first` samples. */
std::vector<double> clickOfDesk (int first)
{
    constexpr int interval = limits::controlInterval, intervals = 4500;
    static constexpr double none[2 * interval] = {};
    double click[2 * interval] = {};
    click[0] = 1e-3;
    auto desk = std::make_unique<BackDesk>();
    desk->prepare (48000.0, 1);
    desk->wake();
    std::vector<double> sound;
    for (int n = 0; n < intervals; ++n)
    {
        desk->aim ({ 1, 0 }, 1.0, interval);
        for (int from = 0; from < interval; from = from == 0 ? first : interval)
        {
            BackDesk::Samples bare {}, intoFront {}, boxed {};
            const BackDesk::Ears ears { { click, none }, { click, none } };
            const int samples = from == 0 ? first : interval - first;
            if (desk->isAwake())
                desk->process (n + from == 0 ? &ears : nullptr, none, 1, bare, intoFront, boxed, samples);
            for (int i = 0; i < samples; ++i)
                sound.insert (sound.end(), { bare[0][i], bare[1][i], boxed[0][i], boxed[1][i] });
        }
    }
    CHECK_FALSE (desk->isAwake());
    return sound;
}
} // namespace

TEST_CASE ("a desk falls asleep after 0.1 s below -200 dBFS, however its blocks are cut")
{
    const auto whole = clickOfDesk (limits::controlInterval);
    const auto lastAbove = [&whole] (double level) // [samples]
    {
        const auto last =
            std::find_if (whole.rbegin(), whole.rend(), [level] (double x) { return std::abs (x) > level; });
        return static_cast<double> (whole.rend() - last) / 4.0;
    };
    CHECK_THAT (lastAbove (0.0) - lastAbove (1e-10), WithinAbs (4800.0, 1.0 * limits::controlInterval));
    for (const int first : { 1, 2, 7, 16, 30, 31 })
        CHECK ((clickOfDesk (first) == whole));
}

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
        double out = 0.0;
        rate.process (samples, oversampling, &out, 1);
        if (n < 64)
            continue;
        // Within what half a high-rate sample of delay can make, and no gap.
        REQUIRE_THAT (out, WithinAbs (wave (n - RateChanger::delay), 2.0 * pi * frequency * 0.55));
    }
}

TEST_CASE ("what leaves is free of a mean, whatever pulls at the strings")
{
    for (const int box : { 0, 1, 2 })
    {
        PreparedSynth synth (
            patchWith ({ { "out.box", static_cast<double> (box) }, { "hand.stroke", 1.0 } })); // down-bows
        const auto sound = render (synth, { noteOn (0, 45, 1.0) }, 4 * 48000);
        double sum = 0.0, square = 0.0;
        for (std::size_t n = 2 * 48000; n < sound.left.size(); ++n)
        {
            sum += sound.left[n];
            square += sound.left[n] * sound.left[n];
        }
        const double mean = sum / (2.0 * 48000.0), rms = std::sqrt (square / (2.0 * 48000.0));
        CHECK (rms > listener::asSpeech);
        CHECK (std::abs (mean) < 1e-3 * rms);
    }
}

TEST_CASE ("the ear guard counts the samples that it holds down, and only those")
{
    const auto guarded = [] (double levelDb)
    {
        PreparedSynth synth (patchWith ({ { "out.guard", 1.0 }, { "out.level", levelDb } }));
        const auto sound = render (synth, { noteOn (0, 45, 1.0), noteOn (0, 52, 1.0), noteOn (0, 57, 1.0) }, 48000);
        MeterFrame frame, latest;
        while (synth.collectMeters (frame))
            latest = frame;
        double peak = 0.0;
        for (const double sample : sound.left)
            peak = std::max (peak, std::abs (sample));
        return std::pair (latest.guardedSamples, peak);
    };
    const auto [quietCount, quietPeak] = guarded (-30.0);
    CHECK (quietCount == 0);
    CHECK (quietPeak < 0.5);
    const auto [loudCount, loudPeak] = guarded (12.0);
    CHECK (loudPeak <= 0.8912509381337457); // -1 dBFS
    CHECK (loudCount > 1000);
    CHECK (loudCount <= 48000);
}

TEST_CASE ("a pull that stays is not heard, and leaves no mean")
{
    // A step through two poles at 8 Hz: its integral is 0. One pole would leave 1/(2 pi 8 Hz) = 0.0199 s of it.
    constexpr double rate = 48000.0;
    auto patch = Patch::defaults();
    patch.outBoxMixPercent = patch.outRoomPercent = patch.outLevelDb = 0.0;
    patch.outGuard = 0.0;
    patch.humanTurningPercent = 0.0; // no walls, which share its loudness
    OutputStage stage;
    stage.prepare (rate);
    stage.aim (patch, {}, 0);
    std::vector<double> pull (OutputStage::maxSamples, 1.0), side (OutputStage::maxSamples, 0.0), left (pull),
        right (pull);
    double largest = 0.0, sum = 0.0;
    for (int n = 0; n < static_cast<int> (rate) / OutputStage::maxSamples; ++n)
    {
        stage.process ({ pull.data(), side.data() }, { pull.data(), side.data() }, 1, left.data(), right.data(),
                       OutputStage::maxSamples);
        for (const double sample : left)
        {
            largest = std::max (largest, sample);
            sum += sample / rate;
        }
    }
    CHECK (largest > 0.9); // of the step, while it is new
    CHECK_THAT (sum, WithinAbs (0.0, rounded));
}
