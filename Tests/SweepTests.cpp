// SPDX-License-Identifier: GPL-3.0-or-later
// Pure tones whose pitch is swept fast and far, against the frequency-modulated sine that they are meant to be: its
// spectrum is computed here from the law of the wheel alone, and nothing may stand beside it.
#include "Core/KaiserWindow.h"
#include "Support/FreeString.h"
#include "Support/PreparedSynth.h"

#include <catch2/catch.hpp>

#include <complex>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
constexpr double sweepRate = 5.0; // [Hz]
constexpr int tick = limits::controlInterval;

/** Discrete Fourier transform of 2^n values, by halves (Cooley and Tukey 1965). */
std::vector<std::complex<double>> transform (const std::vector<double>& signal)
{
    const std::size_t size = signal.size();
    std::vector<std::complex<double>> x (signal.begin(), signal.end());
    for (std::size_t i = 1, j = 0; i < size; ++i)
    {
        std::size_t bit = size / 2;
        for (; (j & bit) != 0; bit /= 2)
            j ^= bit;
        j ^= bit;
        if (i < j)
            std::swap (x[i], x[j]);
    }
    for (std::size_t half = 1; half < size; half *= 2)
    {
        std::vector<std::complex<double>> turns (half);
        for (std::size_t k = 0; k < half; ++k)
            turns[k] = std::polar (1.0, -pi * static_cast<double> (k) / static_cast<double> (half));
        for (std::size_t begin = 0; begin < size; begin += 2 * half)
            for (std::size_t k = 0; k < half; ++k)
            {
                const auto a = x[begin + k], b = x[begin + k + half] * turns[k];
                x[begin + k] = a + b;
                x[begin + k + half] = a - b;
            }
    }
    return x;
}

/** Amplitudes of the last 2^17 samples, in a window whose side lobes lie at -130 dB. */
std::vector<double> amplitudes (const std::vector<double>& signal)
{
    constexpr std::size_t length = 131072;
    std::vector<double> windowed (length);
    for (std::size_t n = 0; n < length; ++n)
        windowed[n] = signal[signal.size() - length + n] *
                      kaiserWindow ((2.0 * static_cast<double> (n) + 1.0) / length - 1.0, 18.0);
    const auto spectrum = transform (windowed);
    std::vector<double> amplitude (length / 2);
    for (std::size_t k = 0; k < amplitude.size(); ++k)
        amplitude[k] = std::abs (spectrum[k]);
    return amplitude;
}

/** What stands beside a swept tone, over its loudest line [dB], and where [Hz]; and how far the lines themselves are
    from theirs [dB], of those within 40 dB of the loudest. */
struct Beside
{
    double loudest, frequency, lines;
};

/** The tone's law: a sine of 440 Hz whose pitch goes `cents` either way. Its amplitude goes with the root of the
    frequency, the string's pull at the bridge, sqrt (f Z_0), at constant energy, and falls with s = ln 1000/T60 +
    pi f/Q. It gets in a straight line where the pitch is in the mean: half a stretch later. */
std::vector<double> sweptSine (const Patch& patch, double cents, int samples)
{
    std::vector<double> signal (static_cast<std::size_t> (samples));
    double phase = 0.0, level = 0.0;
    for (std::size_t n = 0; n < signal.size(); ++n)
    {
        const double bent = cents * std::sin (2.0 * pi * sweepRate * static_cast<double> (n) / freeRate);
        const double frequency = 440.0 * std::exp2 (bent / 1200.0);
        const double before =
            cents * std::sin (2.0 * pi * sweepRate * (static_cast<double> (n) - 0.5 * tick) / freeRate);
        signal[n] = std::exp (level) * std::sin (phase) * std::exp2 (0.5 * before / 1200.0);
        phase += 2.0 * pi * frequency / freeRate;
        level -= (std::log (1000.0) / patch.bodyDecay + pi * frequency / patch.bodyQuality) / freeRate;
    }
    return signal;
}

Beside compared (const std::vector<double>& signal, const std::vector<double>& expected)
{
    const auto is = amplitudes (signal), meant = amplitudes (expected);
    const double largest = *std::max_element (is.begin(), is.end());
    const double reference = *std::max_element (meant.begin(), meant.end());
    Beside found { 0.0, 0.0, 0.0 };
    for (std::size_t k = 200; k < is.size(); ++k)
    {
        double here = 0.0;
        for (std::size_t near = k - 6; near < std::min (meant.size(), k + 7); ++near)
            here = std::max (here, meant[near] / reference);
        const double mine = is[k] / largest, beside = mine - 1.06 * here;
        if (beside > found.loudest)
            found = { beside, static_cast<double> (k) * freeRate / 131072.0, found.lines };
        if (meant[k] / reference > 0.01)
            found.lines = std::max (found.lines, std::abs (20.0 * std::log10 (mine / (meant[k] / reference))));
    }
    found.loudest = 20.0 * std::log10 (found.loudest + 1e-15);
    return found;
}

constexpr int sweptSamples = 20000 + 131072;

/** A stretch between two points of the grid has the pitch of its first in the mean: those are the means of a sine that
    goes further, by x/sin x with x = pi f T. At an octave that moves the weaker lines by half a decibel. */
double further ()
{
    const double x = pi * sweepRate * tick / freeRate;
    return x / std::sin (x);
}

std::vector<PerformanceEvent> sweep (const Patch& patch, double cents)
{
    std::vector<PerformanceEvent> events { noteOn (480, 69, 80.0 / 127.0), noteOff (5280, 69) };
    for (int n = 0; n < sweptSamples; n += tick)
        events.push_back (
            event (n, Type::pitchBend, 0,
                   std::sin (2.0 * pi * sweepRate * n / freeRate) * 0.01 * cents / patch.voiceBendRangeSemitones));
    return events;
}

std::vector<double> played (const Patch& patch, const std::vector<PerformanceEvent>& events,
                            const Modulation& modulation = {})
{
    PreparedSynth synth (patch, freeRate);
    synth.setModulation (modulation);
    return render (synth, events, sweptSamples).left;
}
} // namespace

TEST_CASE ("a pure tone swept by the wheel has nothing beside the spectrum of frequency modulation")
{
    // What the wheel's sine comes to when it is followed in 5 ms, point by point of the control grid.
    const double keeps = std::exp (-tick / freeRate / 0.005);
    const auto turn = std::polar (1.0, -2.0 * pi * sweepRate * tick / freeRate);
    const double followed = further() * std::abs ((1.0 - keeps) / (1.0 - keeps * turn));
    const auto patch = freeString ({ { "voice.bend_range", 12.0 } });
    for (const double cents : { 25.0, 100.0, 200.0, 400.0, 1200.0 })
    {
        const auto found =
            compared (played (patch, sweep (patch, cents)), sweptSine (patch, followed * cents, sweptSamples));
        CAPTURE (cents, found.loudest, found.frequency);
        CHECK (found.loudest < -90.0);
        CHECK (found.lines < 0.05);
    }
}

TEST_CASE ("a pure tone swept by an oscillator has nothing beside it either")
{
    // Tune goes from -48 to 48 semitones.
    // A key's place on the stage and its weight go with Tune, the wheel leaves them alone.
    const auto patch =
        freeString ({ { "mod.lfo1_rate", sweepRate }, { "body.impedance_track", 0.0 }, { "out.width", 0.0 } });
    for (const double cents : { 200.0, 1200.0 })
    {
        Modulation modulation;
        modulation.slots[0] = { ModulationSource::lfo1, { *findParameter ("body.tune"), 0.01 * cents / 96.0, 0.0 } };
        const auto found = compared (played (patch, { noteOn (480, 69, 80.0 / 127.0), noteOff (5280, 69) }, modulation),
                                     sweptSine (patch, further() * cents, sweptSamples));
        CAPTURE (cents, found.loudest, found.frequency);
        CHECK (found.loudest < -90.0);
        CHECK (found.lines < 0.05);
    }
}
