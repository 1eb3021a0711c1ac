// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Notes/NoteMeasures.h"
#include "Analysis/Notes/RecordedStrings.h"
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Rendering/Measuring/MeasuredNotes.h"
#include "Rendering/Measuring/PresetCard.h"
#include "Support/Listener.h"
#include "Support/Partials.h"
#include "Support/Rounding.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Synthetic notes whose fluctuations are known in closed form. */
namespace
{
constexpr double rate = 48000.0;
using Course = std::function<double (double seconds)>;

/** 2.5 s of partials 1/k up to 20 kHz, an octave 6 dB apart, with a phase of its own in radians added to the first
    partial's, and a level [dB]. */
std::vector<double> note (double pitch, const Course& phase, const Course& level)
{
    std::vector<double> signal (static_cast<std::size_t> (2.5 * rate));
    const Partials partials (std::min (40, static_cast<int> (std::ceil (20000.0 / pitch)) - 1));
    for (std::size_t n = 0; n < signal.size(); ++n)
    {
        const double t = static_cast<double> (n) / rate;
        signal[n] = 0.2 * partials.at (2.0 * pi * pitch * t + phase (t)) * gainFromDb (level (t));
    }
    return signal;
}
double still (double)
{
    return 0.0;
}

/** Frequency modulation by `cents` to either side at `frequency`, as a phase. */
Course wobble (double pitch, double cents, double frequency)
{
    const double deviation = pitch * (std::exp2 (cents / 1200.0) - 1.0);
    return [deviation, frequency] (double t) { return -deviation / frequency * std::cos (2.0 * pi * frequency * t); };
}

/** Gaussian white noise of this rms: twelve uniform numbers make a normal one. */
std::vector<double> noise (double rms, std::size_t length, std::uint64_t seed = 17)
{
    Noise source (seed);
    std::vector<double> signal (length);
    for (auto& x : signal)
    {
        for (int i = 0; i < 12; ++i)
            x += source.nextUniform() - 0.5;
        x *= rms;
    }
    return signal;
}

NoteMeasures measured (const std::vector<double>& signal, std::optional<double> known = {})
{
    const auto result = measureNote (signal, rate, known);
    INFO ((result ? "" : result.error().what()));
    REQUIRE (result);
    return *result;
}
} // namespace

TEST_CASE ("a steady note has the partials it is made of, and no fluctuation", "[measures]")
{
    const double pitch = GENERATE (41.2034, 220.0, 659.2551, 1318.51);
    const auto m = measured (note (pitch, still, still));
    CHECK_THAT (centsFromRatio (m.pitch / pitch), WithinAbs (0.0, 0.001));
    // [dB] of a partial of a thirtieth of the first, whose images lie 90 dB below it where it is read between samples.
    const double images = 20.0 * std::log10 (1.0 + 30.0 * gainFromDb (-90.0));
    double power = 0.0, amplitude = 0.0, weighted = 0.0;
    const int partials = std::min ({ 30, static_cast<int> (16000.0 / pitch) });
    for (int k = 1; k <= partials; ++k)
    {
        power += 1.0 / k / k;
        amplitude += 1.0 / k;
        weighted += 1.0;
    }
    for (int k = 1; k <= partials; ++k)
        CHECK_THAT (m.partials[static_cast<std::size_t> (k - 1)],
                    WithinAbs (-10.0 * std::log10 (k * k * power), images));
    CHECK (std::isnan (m.partials[29]) == (30 * pitch > 16000.0));
    CHECK_THAT (m.centroid, WithinAbs (weighted / amplitude, images));
    CHECK_THAT (m.slope, WithinAbs (-20.0 * std::log10 (2.0), images));
    CHECK (m.harmonicsToNoise > 90.0);
    // A thousandth of the least that recorded violins have.
    const auto least = [] (std::string_view measure)
    { return 0.001 * recordedQuantiles (StringFamily::violin, measure)->low; };
    CHECK (m.jitter < least ("jitter"));
    CHECK (m.shimmer < least ("shimmer"));
    for (const double modulation : m.modulation)
        CHECK (modulation < least ("shimmer"));
    for (const double colour : m.attack)
        CHECK_THAT (colour, WithinAbs (1.0, gainFromDb (0.1 * listener::level) - 1.0));
    // Half a Hann window of two periods, 10 ms at least: a jump is not seen any faster.
    CHECK (m.onset < std::max (0.005, 0.55 / pitch) * 1000.0);
}

TEST_CASE ("jitter and vibrato are the rms of the pitch above and below 10 Hz", "[measures]")
{
    const double pitch = GENERATE (220.0, 659.2551);
    const auto fast = measured (note (pitch, wobble (pitch, 5.0, 20.0), still));
    CHECK_THAT (fast.jitter, WithinRel (5.0 / std::sqrt (2.0), 0.01));
    CHECK (fast.vibrato < 0.05);
    const auto slow = measured (note (pitch, wobble (pitch, 20.0, 5.5), still));
    CHECK_THAT (slow.vibrato, WithinRel (20.0 / std::sqrt (2.0), 0.02));
    CHECK (slow.jitter < 0.1);
    CHECK (slow.pitchTremble < 0.1);
    CHECK_THAT (measured (note (pitch, wobble (pitch, 5.0, 12.0), still)).pitchTremble,
                WithinRel (5.0 / std::sqrt (2.0), 0.01));
    CHECK (slow.harmonicsToNoise > 55.0); // vibrato is no noise
    CHECK_THAT (slow.partials[9], WithinAbs (measured (note (pitch, still, still)).partials[9], 0.05));
}

TEST_CASE ("jitter is what was put in from 10 to 50 Hz, or to a third of the pitch, beside vibrato, noise and tremor",
           "[measures]")
{
    // Ten tones that modulate the pitch, alike or falling as 1/f: rms by Pythagoras, of those within the band.
    const double pitch = GENERATE (50.0, 82.4, 130.8, 220.0, 440.0, 800.0);
    const bool falls = GENERATE (false, true), isDisturbed = GENERATE (false, true);
    CAPTURE (pitch, falls, isDisturbed);
    constexpr std::array tones { 7.7, 11.3, 14.9, 20.3, 23.9, 29.6, 33.1, 38.7, 42.2, 46.4, 53.8 }; // [Hz]
    std::vector<Course> wobbles;
    double square = 0.0;
    for (const double tone : tones)
    {
        const double cents = falls ? 20.0 / tone : 1.0;
        wobbles.push_back (wobble (pitch, cents, tone));
        square += tone >= 10.0 && tone < std::min (50.0, pitch / 3.0) ? 0.5 * cents * cents : 0.0;
    }
    if (isDisturbed)
        wobbles.push_back (wobble (pitch, 20.0, 5.5));
    const auto phase = [&wobbles] (double t)
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < wobbles.size(); ++i)
            sum += wobbles[i](t + 0.37 * static_cast<double> (i));
        return sum;
    };
    const auto level = [isDisturbed] (double t) { return isDisturbed ? 0.5 * std::sin (2.0 * pi * 13.0 * t) : 0.0; };
    auto signal = note (pitch, phase, level);
    if (isDisturbed)
    {
        const auto hiss = noise (0.0005, signal.size());
        for (std::size_t n = 0; n < signal.size(); ++n)
            signal[n] += hiss[n];
    }
    CHECK_THAT (measured (signal, pitch).jitter, WithinRel (std::sqrt (square), isDisturbed ? 0.06 : 0.015));
}

TEST_CASE ("noise among the partials pretends no jitter", "[measures]")
{
    // Ten tones between 11 and 47 Hz; white noise so many dB below the partials, as far as 16 kHz.
    const double pitch = GENERATE (160.0, 220.0, 440.0, 880.0), harmonicsToNoise = GENERATE (22.0, 30.0);
    const double cents = GENERATE (0.0, 0.25);
    CAPTURE (pitch, harmonicsToNoise, cents);
    std::vector<Course> wobbles;
    for (int i = 0; i < 10; ++i)
        wobbles.push_back (wobble (pitch, cents, 11.0 + 4.0 * i));
    const auto phase = [&wobbles] (double t)
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < wobbles.size(); ++i)
            sum += wobbles[i](t + 0.37 * static_cast<double> (i));
        return sum;
    };
    const auto clean = note (pitch, phase, still);
    double power = 0.0, squares = 0.0;
    for (const double x : clean)
        power += x * x / static_cast<double> (clean.size());
    constexpr int count = 6;
    for (std::uint64_t seed = 0; seed < count; ++seed)
    {
        auto signal = clean;
        const auto hiss =
            noise (std::sqrt (power * std::pow (10.0, -0.1 * harmonicsToNoise) * 1.5), clean.size(), seed);
        for (std::size_t n = 0; n < signal.size(); ++n)
            signal[n] += hiss[n];
        const double jitter = measured (signal, pitch).jitter;
        squares += jitter * jitter / count;
    }
    // 0.25 cents ten times: 0.56 cents.
    CHECK_THAT (std::sqrt (squares), WithinAbs (cents * std::sqrt (5.0), cents > 0.0 ? 0.05 * 0.56 : 0.2));
}

TEST_CASE ("shimmer and modulation are the rms of the level in their bands", "[measures]")
{
    struct Case
    {
        double frequency;
        std::size_t band;
    };
    const auto c = GENERATE (Case { 2.0, 0 }, Case { 5.5, 1 }, Case { 12.0, 2 }, Case { 24.0, 3 }, Case { 40.0, 4 });
    CAPTURE (c.frequency);
    const auto m =
        measured (note (440.0, still, [&c] (double t) { return 0.6 * std::sin (2.0 * pi * c.frequency * t); }));
    // A Hann window of five periods, L = 11.4 ms, lets through sinc (f L)/(1 - (f L)^2).
    const double x = c.frequency * 5.0 / 440.0, heard = std::sin (pi * x) / (pi * x) / (1.0 - x * x);
    CHECK_THAT (m.modulation[c.band], WithinRel (0.6 / std::sqrt (2.0) * heard, 0.01));
    for (std::size_t i = 0; i < m.modulation.size(); ++i)
        if (i != c.band)
            CHECK (m.modulation[i] < 0.02);
    CHECK ((m.shimmer > 0.3) == (c.frequency > 10.0));
}

TEST_CASE ("noise is measured between the partials", "[measures]")
{
    const double pitch = GENERATE (98.0, 440.0), rms = GENERATE (0.0002, 0.004);
    auto signal = note (pitch, still, still);
    const auto hiss = noise (rms, signal.size());
    for (std::size_t n = 0; n < signal.size(); ++n)
        signal[n] += hiss[n];
    // White noise up to 24 kHz, of which 16 kHz are looked at; partials of amplitude 0.2/k.
    double all = 0.0, middle = 0.0, middleNoise = 0.0, allNoise = 0.0;
    for (int k = 1; k * pitch < 16000.0; ++k)
    {
        const double power = k <= 40 ? 0.5 * 0.04 / k / k : 0.0, density = rms * rms / 24000.0 * pitch;
        all += power;
        allNoise += density;
        if (k * pitch >= 2000.0 && k * pitch < 8000.0)
        {
            middle += power;
            middleNoise += density;
        }
    }
    const auto m = measured (signal);
    // Noise of a band that has n independent values is known to n^-1/2: of 16 and 6 kHz, of the 2.3 s that are looked
    // at and of the 5 of 16 bins between two partials; three errors.
    const auto errors = [] (double hertz)
    { return 10.0 * std::log10 (1.0 + 3.0 / std::sqrt (hertz * 2.3 * 5.0 / 16.0)); };
    CHECK_THAT (m.harmonicsToNoise, WithinAbs (10.0 * std::log10 (all / allNoise), errors (16000.0)));
    CHECK_THAT (m.floor, WithinAbs (10.0 * std::log10 (middleNoise / middle), errors (6000.0)));
}

TEST_CASE ("onset is the time from a tenth to nine tenths of the power", "[measures]")
{
    const double length = GENERATE (0.05, 0.2, 0.5);
    auto signal = note (220.0, still, still);
    for (std::size_t n = 0; n < signal.size(); ++n)
        signal[n] *= std::min (1.0, static_cast<double> (n) / rate / length);
    // The power of a straight rise is at 0.1 after 0.316 and at 0.9 after 0.949 of it.
    CHECK_THAT (measured (signal).onset, WithinAbs (632.5 * length, 1.0)); // a step of the levels
}

TEST_CASE ("a third octave holds what lies in it", "[measures]")
{
    // Partials of 1000 Hz: 1, 2, 3 … kHz, of which 4 and 5 lie in bands of their own, and 6 and 7 in that of 6350 Hz.
    const auto m = measured (note (1000.0, still, still));
    double power = 0.0;
    for (int k = 1; k < 20; ++k)
        power += 1.0 / k / k;
    const auto band = [&m] (int n) { return m.thirdOctaves[static_cast<std::size_t> (n - firstThirdOctave)]; };
    CHECK_THAT (band (0), WithinAbs (-10.0 * std::log10 (power), rounded));
    CHECK_THAT (band (6), WithinAbs (10.0 * std::log10 (1.0 / 16.0 / power), rounded));
    CHECK_THAT (band (8), WithinAbs (10.0 * std::log10 ((1.0 / 36.0 + 1.0 / 49.0) / power), rounded));
    CHECK (band (1) <= -90.0);      // the least that is told
    CHECK (std::isnan (band (-3))); // 500 Hz: below the note
}

TEST_CASE ("what is no note is refused with its reason", "[measures]")
{
    const auto refusal = [] (const std::vector<double>& signal)
    {
        const auto result = measureNote (signal, rate);
        return result ? std::string ("measured") : std::string (result.error().what());
    };
    CHECK_THAT (refusal (std::vector<double> (96000, 0.0)), Contains ("silent"));
    CHECK_THAT (refusal (std::vector<double> (4800, 0.5)), Contains ("lasts 0.10 s"));
    CHECK_THAT (refusal (noise (0.1, 96000)), Contains ("no pitch"));
    auto broken = note (440.0, still, still);
    broken[1000] = std::numeric_limits<double>::quiet_NaN();
    CHECK_THAT (refusal (broken), Contains ("not numbers"));
    auto brief = note (440.0, still, still);
    std::fill (brief.begin() + 19200, brief.end(), 0.0);
    CHECK_THAT (refusal (brief), Contains ("steady part"));
}

TEST_CASE ("distances: 0 for what lies within, the order of 1 for a sawtooth and for white noise", "[measures]")
{
    const auto range = recordedQuantiles (StringFamily::violin, "hnr").value();
    CHECK (range.low == 24.3);
    CHECK (range.middle == 28.6);
    CHECK (range.high == 35.6);
    CHECK (outside ("hnr", "dB", 30.0, range) == 0.0);
    CHECK_THAT (outside ("hnr", "dB", 46.9, range), WithinAbs (1.0, 1e-9));           // 11.3 dB over 35.6
    const auto shimmer = recordedQuantiles (StringFamily::violin, "shimmer").value(); // 0.252 to 2.15 dB
    CHECK_THAT (outside ("shimmer", "dB", 0.252 * 0.252 / 2.15, shimmer), WithinAbs (1.0, 1e-9));
    CHECK (outside ("shimmer", "dB", 0.0, shimmer) == outside ("shimmer", "dB", 0.005, shimmer));
    CHECK_FALSE (recordedQuantiles (StringFamily::violin, "50 Hz"));
    CHECK (recordedQuantiles (StringFamily::bass, "50 Hz")->high == -17.1);

    std::vector<NoteDistance> saws, hisses;
    for (const double pitch : { 220.0, 440.0, 880.0 })
    {
        saws.push_back (distanceFrom (StringFamily::violin, measured (note (pitch, still, still))));
        hisses.push_back (distanceFrom (StringFamily::violin, measured (noise (0.1, 96000), pitch)));
    }
    CHECK_THAT (meanOf (saws).mean, WithinAbs (1.3, 0.3));
    CHECK_THAT (meanOf (hisses).mean, WithinAbs (1.0, 0.3));
}

TEST_CASE ("presets of strings pass for recordings, and without their hands they don't", "[measures][preset][heard]")
{
    // Three notes of each; Resources/Docs/Realism.md has thirty-four.
    const std::pair<const char*, StringFamily> presets[] = {
        { "Bass Steel", StringFamily::bass },   { "Cello Gut", StringFamily::cello },
        { "Viola Nylon", StringFamily::viola }, { "First Light", StringFamily::violin },
        { "Violin Gut", StringFamily::violin }, { "Violin Steel", StringFamily::violin },
    };
    constexpr int lowest[] = { 28, 36, 48, 55 };
    std::vector<NoteDistance> all;
    for (const auto& [name, family] : presets)
    {
        CAPTURE (name);
        auto preset = *findFactoryPreset (name);
        NoteSession session;
        const int first = lowest[static_cast<std::size_t> (family)];
        session.keys = { first + 7, first + 17, first + 27 };
        session.seconds = 2.0;
        session.family = family;
        const auto distance = [&]
        {
            std::vector<NoteDistance> distances;
            for (const auto& played : measurePreset (preset, session))
            {
                distances.push_back (played.distance.value());
                CHECK_THAT (
                    centsFromRatio (played.measures.pitch / frequencyFromNote (session.keys[distances.size() - 1])),
                    WithinAbs (0.0, 8.0));
            }
            return meanOf (distances);
        };
        all.push_back (distance());
        CHECK (all.back().mean < 0.2);
        if (family != StringFamily::violin)
            continue;
        preset.patch.voiceHumanisePercent = preset.patch.surfaceTexturePercent = 0.0;
        CHECK (distance().mean > 0.2); // twice what passes
    }
    CHECK (meanOf (all).mean < 0.11);
}

TEST_CASE ("rubbed glass beats slowly, and stands above its noise, as recorded glass does", "[measures][heard]")
{
    // Recorded rubbed glass: at least 44 dB of harmonics over noise. Its level swings at 0.5 to 5 Hz by more than 2 dB,
    // as the finger runs round the pairs of its modes, and at 9 to 26 Hz by less than one.
    const auto synth = PresetPlayer::instrument();
    for (const auto* name : { "Armonica", "Verrophone", "Glass Rim", "Wet Rim", "Glass on Glass", "Cathedral Bowl" })
    {
        CAPTURE (name);
        const auto& preset = *findFactoryPreset (name);
        PresetPlayer player (preset, synth);
        CHECK (player.measure ("beats") > 2.0);
        CHECK (player.measure ("judder") < 0.8);
        CHECK (player.measure ("judder") > 0.05); // a hand, not a machine
        NoteSession session;
        session.keys = { preset.info.middleKey() };
        CHECK (measurePreset (preset, session).front().measures.harmonicsToNoise > 40.0);
    }
    for (const auto* name : { "Ghost Saw", "Crying Blade", "Bowed Vibes", "Bowed Bar" })
    {
        CAPTURE (name);
        PresetPlayer player (*findFactoryPreset (name), synth);
        CHECK (player.measure ("judder") < 0.8);
        CHECK (player.measure ("judder") > 0.2);
    }
}

TEST_CASE ("measure speaks of files and of presets, as text, table and JSON", "[measures][tool]")
{
    const ToolFolder bench;
    REQUIRE (bench.run ("render --note A3 --seconds 1.2 --tail 0.3 -o a.wav --quiet").code == 0);
    const auto text = bench.run ("measure a.wav --family violin");
    CHECK (text.code == 0);
    CHECK_THAT (text.out, Contains ("a.wav") && Contains ("distance") && Contains ("shimmer"));
    const auto notes = nlohmann::json::parse (bench.run ("measure a.wav --json").out);
    REQUIRE (notes.size() == 1);
    CHECK_THAT (notes[0]["pitch"].get<double>(), WithinAbs (220.0, 0.5));
    CHECK_FALSE (notes[0].contains ("distance"));
    CHECK (bench.run ("measure --notes A3,E4 --seconds 1 --family violin --csv t.csv --quiet").out.empty());
    const auto table = contents (bench.folder / "work/t.csv");
    CHECK (std::count (table.begin(), table.end(), '\n') == 4); // heading, two notes, their mean
    CHECK_THAT (table, Contains ("partial 30 [dB]") && Contains ("loudness [LUFS]") && Contains ("outside: am") &&
                           Contains ("\nmean,"));
    // One thread or several: the same.
    CHECK (bench.run ("measure --notes A3,E4 --seconds 1 --jobs 1 --json").out ==
           bench.run ("measure --notes A3,E4 --seconds 1 --jobs 3 --json").out);
}

TEST_CASE ("measure refuses what it can't measure", "[measures][tool]")
{
    const ToolFolder bench;
    std::ofstream (bench.folder / "work/no.wav") << "no sound";
    REQUIRE (bench.run ("render --note A3 --seconds 0.2 --tail 0 -o brief.wav --quiet").code == 0);
    struct Case
    {
        std::string arguments, words;
        int code;
    };
    const Case cases[] {
        { "measure", "sound files, or a preset's --notes", 2 },
        { "measure brief.wav --notes A3", "not both", 2 },
        { "measure brief.wav -p 'Dark Cello'", "go with --notes", 2 },
        { "measure brief.wav --family trombone", "bass, cello, viola, violin", 2 },
        { "measure brief.wav --note A3,A4", "not a chord", 2 },
        { "measure --notes A3 --note A3", "--note is the pitch of a file", 2 },
        { "measure --notes H3", "H3", 2 },
        { "measure brief.wav --csv t.txt", "t.txt", 2 },
        { "measure none.wav", "none.wav", 3 },
        { "measure no.wav", "no.wav: this is not a WAV", 3 },
        { "measure brief.wav", "brief.wav: it lasts 0.20 s", 3 },
    };
    for (const auto& wrong : cases)
    {
        CAPTURE (wrong.arguments);
        const auto outcome = bench.run (wrong.arguments);
        CHECK (outcome.code == wrong.code);
        CHECK (outcome.out.empty());
        CHECK_THAT (outcome.err, Contains (wrong.words));
    }
}
