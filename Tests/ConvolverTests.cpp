// SPDX-License-Identifier: GPL-3.0-or-later
// The box "Measured": convolution, sample rates, loudness, and how it comes and goes in the instrument.
#include "Core/Units.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Boxes/Boxes.h"
#include "Synth/Output/BoxResponse.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <complex>
#include <cstring>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

namespace
{
using Signal = std::vector<double>;

Signal noise (std::uint64_t seed, std::size_t length, double decay = 0.0)
{
    Random random (seed);
    Signal signal;
    for (std::size_t n = 0; n < length; ++n)
        signal.push_back (random.uniform (-1.0, 1.0) * std::exp (-decay * static_cast<double> (n)));
    return signal;
}

/** Direct convolution at one sample. */
double convolved (const Signal& response, const Signal& in, std::size_t n)
{
    long double sum = 0.0;
    for (std::size_t k = 0; k < response.size() && k <= n; ++k)
        sum += static_cast<long double> (response[k]) * in[n - k];
    return static_cast<double> (sum);
}

double sumOfMagnitudes (const Signal& signal)
{
    double sum = 0.0;
    for (const double sample : signal)
        sum += std::abs (sample);
    return sum;
}

template <class BlockSizes>
void process (Convolver& convolver, Signal& left, Signal& right, BlockSizes next)
{
    for (std::size_t done = 0; done < left.size();)
    {
        const auto count = std::min (left.size() - done, static_cast<std::size_t> (next()));
        convolver.process (&left[done], &right[done], static_cast<int> (count));
        done += count;
    }
}

std::shared_ptr<const BoxResponse> responseOf (Signal left, Signal right = {}, double rate = 48000.0)
{
    return std::make_shared<const BoxResponse> (BoxResponse { rate, std::move (left), std::move (right) });
}

/** A mode that rings: a peak of `gain` at its frequency, 1/Q wide. */
Signal ringing (double frequency, double seconds, double rate, std::size_t length)
{
    Signal signal;
    for (std::size_t n = 0; n < length; ++n)
    {
        const double t = static_cast<double> (n) / rate;
        signal.push_back (std::exp (-t / seconds) * std::sin (2.0 * pi * frequency * t));
    }
    return signal;
}

std::complex<double> spectrumAt (const Signal& signal, double frequency, double rate)
{
    std::complex<double> sum = 0.0;
    for (std::size_t n = 0; n < signal.size(); ++n)
        sum += signal[n] * std::polar (1.0, -2.0 * pi * frequency * static_cast<double> (n) / rate);
    return sum;
}

/** Square of the K-weighting at 48 kHz, by the coefficients of ITU-R BS.1770-4. */
double weighting (double frequency)
{
    const auto z = std::polar (1.0, -2.0 * pi * frequency / 48000.0);
    const auto shelf = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z * z) /
                       (1.0 - 1.69065929318241 * z + 0.73248077421585 * z * z);
    const auto pass = (1.0 - 2.0 * z + z * z) / (1.0 - 1.99004745483398 * z + 0.99007225036621 * z * z);
    return std::norm (shelf * pass);
}

/** A patch whose sound depends on the box in nothing but the box. */
Patch plain (double box, double mix = 100.0)
{
    return patchWith ({ { "out.box", box },
                        { "out.box_mix", mix },
                        { "out.room", 0.0 },
                        { "out.guard", 0.0 },
                        { "voice.response", placeOfChoice (Response::direct) } });
}

Rendering played (const Patch& patch, const std::shared_ptr<const BoxResponse>& response, int samples, int block = 512,
                  double rate = 48000.0)
{
    Synth synth;
    if (response != nullptr)
        synth.setBoxResponse (response);
    synth.prepare (rate);
    synth.setPatch (patch);
    return render (synth, { noteOn (100, 57), noteOn (5000, 64), noteOff (9000, 57) }, samples, block);
}
} // namespace

TEST_CASE ("a response of any length is convolved without latency, and blocks of any size give the same bits")
{
    // Round each border between direct taps and partitions of 64, 512 and 4096.
    for (const std::size_t length : { 1u, 63u, 64u, 65u, 128u, 1000u, 1024u, 1025u, 2500u, 8192u, 8193u, 21000u })
        for (const bool stereo : { false, true })
        {
            CAPTURE (length, stereo);
            const auto left = noise (1, length, 3.0 / static_cast<double> (length)),
                       right = stereo ? noise (2, length, 2.0 / static_cast<double> (length)) : Signal();
            const Signal in[] = { noise (3, 2 * length + 9000), noise (4, 2 * length + 9000) };
            Convolver one (left, right), other (left, right);
            auto outLeft = in[0], outRight = in[1], sameLeft = in[0], sameRight = in[1];
            process (one, outLeft, outRight, [] { return 32; });
            Random random (5);
            process (other, sameLeft, sameRight, [&] { return random.integer (1, 100); });
            REQUIRE (outLeft == sameLeft);
            REQUIRE (outRight == sameRight);
            for (std::size_t n = 0; n < outLeft.size(); n += n < 300 ? 1 : 97)
            {
                REQUIRE_THAT (outLeft[n], WithinAbs (convolved (left, in[0], n), 1e-14 * sumOfMagnitudes (left)));
                REQUIRE_THAT (outRight[n], WithinAbs (convolved (stereo ? right : left, in[1], n),
                                                      1e-14 * sumOfMagnitudes (stereo ? right : left)));
            }
        }
}

TEST_CASE ("a convolution that is reset sounds like a new one, and is quiet once everything has passed")
{
    const auto response = noise (6, 20000, 1e-4);
    Convolver used (response, {}), fresh (response, {});
    auto left = noise (7, 7777), right = left;
    process (used, left, right, [] { return 32; });
    used.reset();
    CHECK (used.isQuiet());
    left = right = noise (8, 30000);
    auto sameLeft = left, sameRight = left;
    process (used, left, right, [] { return 32; });
    process (fresh, sameLeft, sameRight, [] { return 32; });
    CHECK (left == sameLeft);
    CHECK (right == sameRight);

    // An echo alone: nothing is heard for a long time, and yet it will come.
    Signal echo (30000);
    echo.back() = 1.0;
    Convolver late (echo, {});
    Signal click (64), silence (64);
    click[3] = 1.0;
    process (late, click, silence, [] { return 32; });
    for (int block = 1; block < 600; ++block)
    {
        Signal a (64), b (64);
        process (late, a, b, [] { return 32; });
        CAPTURE (block);
        if (block < 468) // 30002 is in block 468
            REQUIRE_FALSE (late.isQuiet());
        if (block == 468)
            REQUIRE_THAT (a[30002 % 64], WithinAbs (1.0, rounded));
    }
    CHECK (late.isQuiet());
}

TEST_CASE ("a response is as loud as the bare force, by the K-weighted power of a saw tooth over the keys")
{
    CHECK (loudnessGain ({ 48000.0, { 1.0 }, {} }) == 1.0);
    CHECK (loudnessGain ({ 8000.0, { 1.0 }, {} }) == 1.0); // what lies above its range is not compared
    CHECK_THAT (loudnessGain ({ 48000.0, { 0.0, 0.0, -0.01 }, {} }), WithinAbs (100.0, 100.0 * rounded));
    CHECK (loudnessGain ({ 48000.0, { 0.0, 0.0 }, {} }) == 0.0);
    // Half in one ear alone: half of the power.
    CHECK_THAT (loudnessGain ({ 48000.0, { 1.0 }, { 0.0 } }), WithinAbs (std::sqrt (2.0), rounded));
    Signal comb (301);
    comb[0] = 1.0;
    comb[300] = 0.7;
    Signal decay;
    for (int n = 0; n < 2000; ++n)
        decay.push_back (std::exp (-0.01 * n));
    for (const auto& response : { comb, decay, ringing (440.0, 0.02, 48000.0, 6000) })
    {
        double bare = 0.0, boxed = 0.0;
        for (double key = 33.0; key <= 84.0; key += 0.125)
            for (int n = 1; n <= 48; ++n)
            {
                const double f = n * 440.0 * std::exp2 ((key - 69.0) / 12.0);
                if (f > 24000.0)
                    break;
                const double power = weighting (f) / (n * n);
                bare += power;
                // Every tenth partial's spectrum would do; sums of few samples are quick.
                std::complex<double> sum = 0.0, phase = 1.0;
                const auto turn = std::polar (1.0, -2.0 * pi * f / 48000.0);
                for (const double sample : response)
                {
                    sum += sample * phase;
                    phase *= turn;
                }
                boxed += power * std::norm (sum);
            }
        CHECK_THAT (dbFromGain (loudnessGain ({ 48000.0, response, {} })),
                    WithinAbs (10.0 * std::log10 (bare / boxed), 0.05 * listener::level));
    }
}

TEST_CASE ("at another sample rate a response has the same spectrum, and one sample stays one")
{
    const double rate = 48000.0;
    Signal modes (16000);
    for (const double f : { 280.0, 1100.0, 3700.0, 6200.0 })
    {
        const auto one = ringing (f, 0.03, rate, modes.size());
        for (std::size_t n = 0; n < modes.size(); ++n)
            modes[n] += one[n];
    }
    for (const double host : { 22050.0, 44099.9, 44100.0, 88200.0, 96000.0, 192000.0 })
    {
        const auto there = atRate ({ rate, modes, {} }, host);
        CHECK (there.sampleRate == host);
        CHECK (there.right.empty());
        CHECK_THAT (there.seconds(), WithinAbs (static_cast<double> (modes.size()) / rate, 2.0 / host));
        // Relative to the peak of the strongest mode, 0.03 s x 48 kHz/2.
        for (double f = 100.0; f < 9000.0; f *= 1.37)
        {
            CAPTURE (host, f);
            const auto off = std::abs (spectrumAt (there.left, f, host) - spectrumAt (modes, f, rate));
            CHECK (off / 720.0 < (f < 3000.0 ? 1e-3 : 3e-3));
        }
    }
    const auto click = atRate ({ rate, { 1.0, 0.0, 0.0 }, { 0.0, 0.5, 0.0 } }, 44100.0);
    CHECK_THAT (click.left[0], WithinAbs (1.0, rounded));
    REQUIRE (click.right.size() == click.left.size());
    CHECK (atRate ({ rate, modes, {} }, rate).left == modes);
}

TEST_CASE ("a measured box is the convolution of the bare force, from its first sample on, at full mix and in part")
{
    constexpr int samples = 20000;
    const auto bare = played (plain (0.0), nullptr, samples);
    CHECK (played (plain (boxes::measured), nullptr, samples) == bare); // without a response
    const auto click = played (plain (boxes::measured), responseOf ({ 0.25 }), samples);
    for (std::size_t n = 0; n < samples; ++n)
        REQUIRE_THAT (click.left[n], WithinAbs (bare.left[n], rounded));

    const auto left = noise (9, 9000, 6e-4), right = noise (10, 9000, 5e-4);
    const double gain = loudnessGain ({ 48000.0, left, right });
    for (const double mix : { 1.0, 0.3 })
    {
        const auto boxed = played (plain (boxes::measured, 100.0 * mix), responseOf (left, right), samples);
        for (std::size_t n = 0; n < samples; n += n < 400 ? 1 : 61)
        {
            CAPTURE (mix, n);
            REQUIRE_THAT (
                boxed.left[n],
                WithinAbs ((1.0 - mix) * bare.left[n] + mix * gain * convolved (left, bare.left, n), rounded));
            REQUIRE_THAT (
                boxed.right[n],
                WithinAbs ((1.0 - mix) * bare.right[n] + mix * gain * convolved (right, bare.right, n), rounded));
        }
    }
}

TEST_CASE ("a measured box has the same bits in every block size, after a rest, and after another sample rate")
{
    const auto response = responseOf (noise (11, 12000, 4e-4), noise (12, 12000, 4e-4), 44100.0);
    auto patch = plain (boxes::measured, 60.0);
    turn (patch, { { "voice.response", placeOfChoice (Response::player) },
                   { "body.decay", 0.05 },
                   { "hand.lift", 2.0 },
                   { "hand.stroke", 1.0 } });
    const auto sound = played (patch, response, 30000);
    for (const int block : { 1, 17, 64, 511, 30000 })
        CHECK (played (patch, response, 30000, block) == sound);

    PreparedSynth synth (patch, 96000.0);
    synth.setBoxResponse (response);
    render (synth, { noteOn (0, 50) }, 10000);
    synth.prepare (48000.0);
    CHECK (render (synth, { noteOn (100, 57), noteOn (5000, 64), noteOff (9000, 57) }, 30000) == sound);
    // A rest in between, of any length.
    PreparedSynth rested (patch);
    rested.setBoxResponse (response);
    render (rested, { noteOn (0, 57), noteOff (4000, 57) }, 48000 * 4 + 11, 100);
    REQUIRE (rested.isResting());
    const auto again = render (rested, { noteOn (13, 57), noteOff (4013, 57) }, 9000, 77);
    PreparedSynth fresh (patch);
    fresh.setBoxResponse (response);
    const auto first = render (fresh, { noteOn (13, 57), noteOff (4013, 57) }, 9000, 1);
    CHECK (again == first);
}

TEST_CASE ("responses that come on a held note cross-fade without a click, and the latest one stays")
{
    const auto dark = responseOf (ringing (180.0, 0.02, 48000.0, 8000)),
               bright = responseOf (ringing (900.0, 0.01, 48000.0, 5000)), wide = responseOf (noise (13, 3000, 2e-3));
    const auto play = [&] (bool changes, bool moves)
    {
        Synth synth;
        synth.prepare (48000.0);
        auto patch = plain (boxes::measured);
        turn (patch, { { "surface.texture", 0.0 }, { "voice.humanise", 0.0 } });
        synth.setPatch (patch);
        synth.setBoxResponse (changes ? dark : wide);
        Rendering all;
        const auto more = [&] (std::vector<PerformanceEvent> events, int samples)
        {
            const auto part = render (synth, events, samples, 64);
            all.left.insert (all.left.end(), part.left.begin(), part.left.end());
        };
        more ({ noteOn (0, 45) }, 24000);
        if (changes)
            synth.setBoxResponse (bright);
        more ({}, 300); // 6 ms: during the fade
        if (changes)
            synth.setBoxResponse (wide);
        more ({}, 9700);
        if (moves)
            more ({ setParameter (0, "out.box", 0.0) }, 3000),
                more ({ setParameter (0, "out.box", boxes::measured) }, 3000);
        return all.left;
    };
    // The fourth difference lifts 6 kHz by 70 dB over 110 Hz, what a click is made of.
    const auto harshness = [] (const Signal& signal, std::size_t from, std::size_t to)
    {
        double worst = 0.0;
        for (std::size_t n = from; n < to; ++n)
            worst = std::max (worst, std::abs (signal[n] - 4.0 * signal[n - 1] + 6.0 * signal[n - 2] -
                                               4.0 * signal[n - 3] + signal[n - 4]));
        return worst;
    };
    const auto changed = play (true, true), always = play (false, true);
    // The slips of the string are in both; the brightest box makes the most of them.
    const double steady = std::max (harshness (always, 12000, 23000), harshness (changed, 30000, 33000));
    CHECK (harshness (changed, 23900, 30000) < 1.05 * steady);
    for (std::size_t n = 33000; n < 34000; ++n)
        REQUIRE_THAT (changed[n], WithinAbs (always[n], rounded));
}

TEST_CASE ("energy accounts do not know which box radiates, and a tail lasts as long as its response")
{
    const auto account = [] (double box)
    {
        Synth synth;
        synth.prepare (48000.0);
        auto patch = plain (box);
        turn (patch, { { "quality.ledger", 1.0 } });
        synth.setPatch (patch);
        synth.setBoxResponse (responseOf (noise (14, 5000, 1e-3)));
        render (synth, { noteOn (0, 57) }, 12000);
        return synth.ledger();
    };
    const auto bare = account (0.0), boxed = account (boxes::measured);
    CHECK (std::memcmp (&bare, &boxed, sizeof bare) == 0);

    Synth synth;
    synth.prepare (48000.0);
    auto patch = plain (boxes::measured);
    turn (patch, { { "body.decay", 0.05 }, { "hand.lift", 2.0 }, { "voice.humanise", 0.0 } });
    synth.setPatch (patch);
    const double before = synth.tailSeconds();
    Signal echo (72000);
    echo.front() = 1.0;
    echo.back() = 0.5;
    synth.setBoxResponse (responseOf (echo));
    CHECK_THAT (synth.tailSeconds() - before, WithinAbs (1.5, rounded));
    // The note is over long before its echo, which is nevertheless heard.
    const auto sound = render (synth, { noteOn (0, 69), noteOff (4800, 69) }, 96000);
    double direct = 0.0, echoed = 0.0;
    for (std::size_t n = 0; n < 20000; ++n)
    {
        direct = std::max (direct, std::abs (sound.left[n]));
        echoed = std::max (echoed, std::abs (sound.left[n + 71999]));
    }
    CHECK_THAT (dbFromGain (echoed / direct), WithinAbs (-6.02, 0.005));
}
