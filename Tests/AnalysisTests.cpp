// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Support/LongRun.h"
#include "Support/Partials.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace kolophon;
using Catch::Matchers::WithinAbs;

namespace
{
constexpr double rate = 48000.0;

/** Partials n f0 with amplitude 1/n, as the string of a bow has. */
std::vector<double> tone (double frequency, int partials, std::size_t length = longestFrame)
{
    std::vector<double> signal;
    const test::Partials below (std::min (partials, static_cast<int> (std::ceil (0.5 * rate / frequency)) - 1));
    for (std::size_t n = 0; n < length; ++n)
        signal.push_back (below.at (2.0 * pi * frequency * static_cast<double> (n) / rate));
    return signal;
}

void add (std::vector<double>& signal, double frequency, double amplitude)
{
    for (std::size_t n = 0; n < signal.size(); ++n)
        signal[n] += amplitude * std::sin (2.0 * pi * frequency * static_cast<double> (n) / rate);
}

double energy (int partials)
{
    double sum = 0.0;
    for (int k = 1; k <= partials; ++k)
        sum += 0.5 / k / k;
    return sum;
}

/** Slips that begin every `period` samples, at the given shares of it, each lasting `length` samples. */
std::vector<SlipPhase> slips (int periods, int period, std::vector<double> fractions, int length)
{
    std::vector<SlipPhase> phases;
    for (int k = 0; k < periods; ++k)
        for (const double fraction : fractions)
        {
            const auto begin = k * period + std::lround (fraction * period);
            phases.push_back ({ begin, begin + length });
        }
    return phases;
}
} // namespace

TEST_CASE ("a sine or a bowed tone of known pitch is measured to a twentieth of a cent", "[analysis]")
{
    const auto partials = GENERATE (1, 3, 40);
    const auto note = GENERATE (33, 45, 62, 69, 93);
    const auto offset =
        GENERATE (from_range (test::longRun() ? std::vector { -37.3, 0.0, 0.7, 12.25 } : std::vector { -37.3, 0.7 }));
    const auto length = GENERATE (std::size_t { 20000 }, std::size_t { 65536 });
    const double nominal = frequencyFromNote (note), frequency = nominal * ratioFromSemitones (offset / 100.0);
    INFO (partials << " partials, note " << note << ", " << offset << " cents, " << length << " samples");
    const auto found = fundamentalFrequency (tone (frequency, partials, length), rate, 0.45 * nominal, 3.2 * nominal);
    REQUIRE (found.has_value());
    CHECK_THAT (centsFromRatio (*found / nominal), WithinAbs (offset, 0.05));
}

TEST_CASE ("a tone of the double or half frequency is heard as such", "[analysis]")
{
    for (const double factor : { 0.5, 2.0, 3.0 })
    {
        const auto found = fundamentalFrequency (tone (factor * 196.0, 20), rate, 0.45 * 196.0, 3.2 * 196.0);
        REQUIRE (found.has_value());
        CHECK_THAT (*found, WithinAbs (factor * 196.0, 0.01));
    }
}

TEST_CASE ("noise, silence, a short signal and one that is not a number have no pitch", "[analysis]")
{
    Noise noise { 1 };
    std::vector<double> signal (longestFrame);
    for (auto& x : signal)
        x = noise.nextUniform() - 0.5;
    CHECK_FALSE (fundamentalFrequency (signal, rate, 90.0, 600.0));
    CHECK_FALSE (fundamentalFrequency (std::vector<double> (longestFrame, 0.0), rate, 90.0, 600.0));
    CHECK_FALSE (fundamentalFrequency (std::vector<double> (longestFrame, 0.25), rate, 90.0, 600.0));
    CHECK_FALSE (fundamentalFrequency (tone (196.0, 3, 4000), rate, 90.0, 600.0));
    CHECK_FALSE (fundamentalFrequency ({}, rate, 90.0, 600.0));
    auto broken = tone (196.0, 3);
    broken[1000] = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE (fundamentalFrequency (broken, rate, 90.0, 600.0));
    CHECK_FALSE (nonHarmonicDb (broken, rate, 196.0));
    CHECK_FALSE (nonHarmonicDb (std::vector<double> (longestFrame, 0.0), rate, 196.0));
    CHECK_FALSE (nonHarmonicDb (tone (27.5, 3, 8192), rate, 27.5)); // 4.7 bins apart
}

TEST_CASE ("a sine on a bin reads its amplitude in the spectrum", "[analysis]")
{
    std::vector<double> signal (longestFrame);
    add (signal, 1000.0 * rate / longestFrame, 0.25);
    const auto amplitudes = amplitudeSpectrum (signal);
    REQUIRE (amplitudes.size() == longestFrame / 2 + 1);
    CHECK_THAT (amplitudes[1000], WithinAbs (0.25, 1e-9));
    CHECK (amplitudes[1010] < 1e-9);
    CHECK (frameLength (70000) == 65536);
    CHECK (frameLength (65535) == 32768);
    CHECK (frameLength (0) == 0);
}

TEST_CASE ("a partial that is none reads its energy against all", "[analysis]")
{
    const auto level = GENERATE (-20.0, -40.0, -60.0);
    const double fundamental = 196.0 * ratioFromSemitones (0.1); // between bins
    auto signal = tone (fundamental, 30);
    const double fraction = std::pow (10.0, level / 10.0);
    add (signal, 3.5 * fundamental, std::sqrt (2.0 * energy (30) * fraction / (1.0 - fraction)));
    const auto found = nonHarmonicDb (signal, rate, fundamental);
    REQUIRE (found.has_value());
    CHECK_THAT (*found, WithinAbs (level, level < -50.0 ? 0.5 : 0.2));
}

TEST_CASE ("a pure tone has next to no energy between its harmonics, whatever pull it rides on", "[analysis]")
{
    for (const double frequency : { 55.1, 196.3, 659.4, 1760.2 })
    {
        auto signal = tone (frequency, 100);
        for (auto& x : signal)
            x += 3.0;
        CHECK (nonHarmonicDb (signal, rate, frequency).value() < -72.0);
    }
}

TEST_CASE ("slip phases are the runs of fast sliding under pressure, and a gap in time ends one", "[analysis]")
{
    SlipRecorder recorder;
    std::int64_t sample = 100;
    for (const double velocity : { 0.0, 0.09, 1.0, -0.11, 0.1, 0.5, 0.0, 0.2, 0.2 })
        recorder.add (sample++, velocity, -0.2, 1.0);
    recorder.add (sample++, 0.5, 0.2, 0.0);
    recorder.add (200, 0.5, 0.2, 1.0);
    CHECK (recorder.phases() == std::vector<SlipPhase> { { 102, 104 }, { 105, 106 }, { 107, 109 }, { 200, 201 } });

    // The bow's way of three samples: 5 + 0.55, 2.5, then 1 + 1 + 0.9.
    SlipRecorder longer (0.5, 3.0);
    sample = 0;
    for (const double velocity : { 1.0, -0.11, 0.1, 0.5, 0.0, 0.2, 0.2, 0.18, 0.0, 0.2, 0.2, 0.2, 0.05 })
        longer.add (sample++, velocity, -0.2, 1.0);
    CHECK (longer.phases() == std::vector<SlipPhase> { { 0, 2 }, { 9, 12 } });
}

TEST_CASE ("Helmholtz motion sets in with the first of eight successive single slips", "[analysis]")
{
    CHECK (helmholtzOnset (slips (9, 240, { 0.0 }, 30), 240.0) == 0);
    CHECK_FALSE (helmholtzOnset (slips (8, 240, { 0.0 }, 30), 240.0)); // nine onsets make eight periods
    CHECK_FALSE (helmholtzOnset ({}, 240.0));

    // Two slips a period, evenly spaced or not, are not Helmholtz motion, nor is a tone 9 % flat.
    CHECK_FALSE (helmholtzOnset (slips (50, 240, { 0.0, 0.5 }, 30), 240.0));
    CHECK_FALSE (helmholtzOnset (slips (50, 240, { 0.0, 0.3 }, 30), 240.0));
    CHECK_FALSE (helmholtzOnset (slips (50, 262, { 0.0 }, 30), 240.0));
    CHECK (helmholtzOnset (slips (50, 258, { 0.0 }, 30), 240.0) == 0);

    // A slip that sticks for less than 5 % of the period is one; for more, two.
    CHECK (helmholtzOnset (slips (50, 240, { 0.0, 40.0 / 240.0 }, 30), 240.0) == 0);
    CHECK_FALSE (helmholtzOnset (slips (50, 240, { 0.0, 43.0 / 240.0 }, 30), 240.0));

    // An irregular start, then seven good periods, one bad, then good ones for ever.
    auto phases = slips (8, 240, { 0.0 }, 30);
    for (auto& phase : phases)
        phase = { phase.begin + 1000, phase.end + 1000 };
    phases.insert (phases.begin(), { { 10, 20 }, { 100, 150 }, { 500, 600 } });
    CHECK_FALSE (helmholtzOnset (phases, 240.0));
    for (const auto& phase : slips (20, 240, { 0.0 }, 30))
        phases.push_back ({ phase.begin + 3100, phase.end + 3100 });
    CHECK (helmholtzOnset (phases, 240.0) == 3100);
}
