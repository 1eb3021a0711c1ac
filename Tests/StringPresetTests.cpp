// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the presets of strings follow a player's fingers: sixteenths and trills.
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Support/Level.h"
#include "Support/Listener.h"
#include "Support/Scene.h"

#include <array>
#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <functional>
#include <numeric>
#include <utility>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
constexpr double rate = 48000.0;
constexpr int second = 48000;

std::size_t at (double seconds)
{
    return static_cast<std::size_t> (seconds * rate);
}

/** How much a stretch is like itself one period of `key` later, within 30 cents: 1 for a steady note. */
double likenessAfterPeriodOf (int key, const std::vector<double>& signal, double from, double to)
{
    double best = -1.0;
    const double period = rate / (440.0 * std::exp2 ((key - 69) / 12.0));
    for (double cents = -30.0; cents <= 30.0; cents += 5.0)
    {
        const double lag = period * std::exp2 (cents / 1200.0);
        const auto whole = static_cast<std::size_t> (lag);
        const double part = lag - static_cast<double> (whole);
        double both = 0.0, one = 0.0, other = 0.0;
        for (auto n = at (from); n < at (to); ++n)
        {
            const double later = signal[n + whole] + part * (signal[n + whole + 1] - signal[n + whole]);
            both += signal[n] * later;
            one += signal[n] * signal[n];
            other += later * later;
        }
        best = std::max (best, both / std::sqrt (one * other + 1e-30));
    }
    return best;
}

/** The sum of both ears: each hears the box its own way. */
std::vector<double> play (const Patch& patch, const std::vector<PerformanceEvent>& events, double seconds)
{
    PreparedSynth synth (patch, rate);
    const auto out = render (synth, events, static_cast<int> (at (seconds)));
    auto both = out.left;
    std::transform (both.begin(), both.end(), out.right.begin(), both.begin(), std::plus());
    return both;
}

/** How much a note is like itself after its period where its tone has four times the power of all else, 6 dB. */
constexpr double speaking = 4.0 / (4.0 + 1.0);

struct Player
{
    const char* preset;
    int key;
};
constexpr Player players[] = { { "First Light", 67 }, { "Violin Steel", 76 }, { "Violin Gut", 69 },
                               { "Viola Nylon", 60 }, { "Cello Steel", 59 },  { "Dark Cello", 48 } };
} // namespace

TEST_CASE ("a trill of twelve notes a second speaks on presets of strings, each note as loud as the next")
{
    for (const auto& player : players)
    {
        CAPTURE (player.preset);
        std::vector<PerformanceEvent> events { noteOn (0, player.key, 0.7) };
        for (int n = 0; n < 6; ++n)
        {
            events.push_back (noteOn (static_cast<int> (at ((2 * n + 3) / 12.0)), player.key + 2, 0.7));
            events.push_back (noteOff (static_cast<int> (at ((2 * n + 4) / 12.0)), player.key + 2));
        }
        auto patch = findFactoryPreset (player.preset)->patch;
        patch.outRoomPercent = 0.0; // in which notes before would be heard
        const auto out = play (patch, events, 1.5);
        std::array<double, 2> loudest { -200.0, -200.0 }, softest { 200.0, 200.0 }; // of either key
        for (int n = 3; n < 15; ++n)
        {
            const double from = n / 12.0 + 0.02, to = (n + 1) / 12.0;
            const double level = levelDb (out, static_cast<int> (at (from)), static_cast<int> (at (to)));
            const auto key = static_cast<std::size_t> (n % 2);
            loudest[key] = std::max (loudest[key], level);
            softest[key] = std::min (softest[key], level);
            CAPTURE (n);
            // The box of the dark cello rings for most of a note at its pitch (60 ms at 200 Hz and Q 40).
            CHECK (likenessAfterPeriodOf (player.key + (n % 2 == 1 ? 2 : 0), out, from, to - 0.02) > speaking);
        }
        for (const std::size_t key : { 0u, 1u })
            CHECK (loudest[key] - softest[key] < 4.0);                      // twice what is noticed, either way
        CHECK (std::abs (loudest[0] - loudest[1]) < listener::dynamicStep); // neighbours lie differently in the box
    }
}

namespace
{
constexpr int scale[] = { 0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0 };
constexpr double sixteenth = 60.0 / 160.0 / 4.0, gate = 0.8;

/** Sixteenths at 160 beats a minute, held for so much of their length. */
std::vector<PerformanceEvent> sixteenthsFrom (int key, double held = gate)
{
    std::vector<PerformanceEvent> events;
    for (int n = 0; n < 15; ++n)
    {
        events.push_back (noteOn (static_cast<int> (at (n * sixteenth)), key + scale[n], 0.7));
        events.push_back (noteOff (static_cast<int> (at ((n + held) * sixteenth)), key + scale[n]));
    }
    return events;
}
} // namespace

TEST_CASE ("slurred sixteenths at 160 beats a minute speak on presets of strings", "[heard]")
{
    for (const auto& player : players)
    {
        CAPTURE (player.preset);
        const auto out = play (findFactoryPreset (player.preset)->patch, sixteenthsFrom (player.key, 1.1), 2.0);
        for (int n = 1; n < 15; ++n)
            CHECK (likenessAfterPeriodOf (player.key + scale[n], out, n * sixteenth + 0.03,
                                          (n + 1) * sixteenth - 0.02) > speaking);
    }
}

TEST_CASE ("detached sixteenths at 160 beats a minute find their motion on cellos and basses, all but one of fourteen",
           "[heard]")
{
    // On the string alone; LineTests.cpp hears cellos in their boxes, where the notes before ring on. A note speaks if
    // it repeats itself after its period, within the time that the key is down, and not after half of it: there its odd
    // partials are upside down. With a ninth of the power of the even ones, 9.5 dB less, the octave is not yet twice as
    // loud as the note.
    constexpr double odd = 1.0 / 9.0, anOctaveUp = (1.0 - odd) / (1.0 + odd);
    for (const auto& [preset, key] :
         { std::pair ("Cello Gut", 48), std::pair ("Cello Steel", 43), std::pair ("Dark Cello", 48),
           std::pair ("Bass Steel", 40), std::pair ("Bass Colossus", 40), std::pair ("Cello Gut", 36),
           std::pair ("Cello Steel", 36), std::pair ("Dark Cello", 36), std::pair ("Bass Colossus", 33),
           std::pair ("Bass Steel", 33) })
    {
        auto patch = findFactoryPreset (preset)->patch;
        patch.outRoomPercent = patch.outBoxMixPercent = 0.0;
        const auto out = play (patch, sixteenthsFrom (key), 2.0);
        int speaks = 0;
        for (int n = 1; n < 15; ++n) // the first is not known to be short
        {
            const double period = 1.0 / (440.0 * std::exp2 ((key + scale[n] - 69) / 12.0));
            const double from = n * sixteenth + 0.03, to = (n + gate) * sixteenth - period;
            const double whole = likenessAfterPeriodOf (key + scale[n], out, from, to),
                         half = likenessAfterPeriodOf (key + scale[n] + 12, out, from, to);
            speaks += whole > speaking && half < anOctaveUp * whole ? 1 : 0;
        }
        CAPTURE (preset, key);
        CHECK (speaks >= 13);
    }
}

TEST_CASE ("in a quick passage a bow is at its speed within 15 ms, whether it lands or turns round")
{
    auto patch = findFactoryPreset ("Bass Steel")->patch;
    patch.humanDriftPercent = patch.humanTremorPercent = patch.humanTexturePercent = 0.0; // which move it all the time
    for (const double phrasing : { patch.voicePhrasingPercent, 0.0 })
    {
        patch.voicePhrasingPercent = phrasing;
        PreparedSynth synth (patch, rate);
        std::vector<ProbeFrame> frames (at (8.0));
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        render (synth, sixteenthsFrom (28), static_cast<int> (at (1.5)), 512, &probes);
        frames.resize (probes.count);
        // [dB] by which a phrase grows: 6 at 60 % in 0.4 s; without one a bow that is slower is not heard.
        const double stillGrows = std::max (listener::level, 6.0 * (0.1 / 0.4) * phrasing / 60.0);
        for (int n = 1; n < 15; ++n)
        {
            double fast = 0.0, slow = 0.0; // [m/s] after 15 ms and at the end
            for (const auto& frame : frames)
            {
                const double time = frame.time - n * sixteenth;
                fast = time < 0.0155 ? std::abs (frame.bowVelocity) : fast;
                slow = time < 0.9 * gate * sixteenth ? std::abs (frame.bowVelocity) : slow;
            }
            CAPTURE (phrasing, n, fast, slow);
            CHECK (fast > gainFromDb (-stillGrows) * slow);
        }
    }
}

namespace
{
/** Levels [dB] of a note's partials, each 4 ms under a Blackman window of six periods, from `from` to `to` seconds. The
    sway of its pitch is warped out, by the phase of the first. */
std::vector<std::vector<double>> levelsOfPartials (const std::vector<double>& sound, double pitch, int count,
                                                   double from, double to)
{
    const auto length = static_cast<std::size_t> (6.0 * rate / pitch);
    std::vector<double> window (length);
    for (std::size_t i = 0; i < length; ++i)
    {
        const double x = 2.0 * pi * static_cast<double> (i) / static_cast<double> (length - 1);
        window[i] = 0.42 - 0.5 * std::cos (x) + 0.08 * std::cos (2.0 * x);
    }
    const auto amplitude = [&] (const std::vector<double>& of, std::size_t start, double frequency)
    {
        std::complex<double> sum;
        for (std::size_t i = 0; i < length; ++i)
            sum += window[i] * of[start + i] *
                   std::polar (1.0, -2.0 * pi * frequency / rate * static_cast<double> (start + i));
        return sum;
    };
    // Time at which the first partial has turned by so much as it would at an even pitch.
    constexpr std::size_t hop = 96;
    std::vector<double> turned;
    for (auto start = at (from); start < at (to); start += hop)
    {
        const double angle = std::arg (amplitude (sound, start, pitch)) / (2.0 * pi);
        turned.push_back (turned.empty() ? angle : angle + std::round (turned.back() - angle));
    }
    std::vector<double> even;
    std::size_t frame = 0;
    const auto phaseAt = [&] (std::size_t k) { return static_cast<double> (k * hop) * pitch / rate + turned[k]; };
    for (double phase = phaseAt (0); frame + 1 < turned.size(); phase += pitch / rate)
    {
        while (frame + 1 < turned.size() && phaseAt (frame + 1) <= phase)
            ++frame;
        if (frame + 1 == turned.size())
            break;
        const double part = (phase - phaseAt (frame)) / (phaseAt (frame + 1) - phaseAt (frame));
        const double time = static_cast<double> (at (from) + length / 2) + (static_cast<double> (frame) + part) * hop;
        const auto whole = static_cast<std::size_t> (time);
        const double rest = time - static_cast<double> (whole);
        even.push_back (sound[whole] + rest * (sound[whole + 1] - sound[whole]));
    }
    std::vector<std::vector<double>> levels (static_cast<std::size_t> (count));
    for (int n = 1; n <= count; ++n)
        for (std::size_t start = 0; start + length < even.size(); start += 2 * hop)
            levels[static_cast<std::size_t> (n - 1)].push_back (
                20.0 * std::log10 (std::abs (amplitude (even, start, n * pitch)) + 1e-12));
    return levels;
}

/** What moves within a third of a second: less the mean over as much around it. */
std::vector<double> quickPart (const std::vector<double>& levels)
{
    constexpr std::size_t reach = 42; // of 4 ms
    std::vector<double> quick;
    for (std::size_t i = reach; i + reach < levels.size(); ++i)
        quick.push_back (levels[i] - std::accumulate (levels.begin() + static_cast<std::ptrdiff_t> (i - reach),
                                                      levels.begin() + static_cast<std::ptrdiff_t> (i + reach + 1),
                                                      0.0) /
                                         (2.0 * reach + 1.0));
    return quick;
}
} // namespace

// Recorded violins with vibrato (two libraries, 18 notes, the same measure): each partial moves by 2.5 to 3.9 dB, and
// the median correlation of two is 0.17, of single notes -0.13 to 0.54. A hand that shakes moves them all alike. If
// eight partials go up or down by chance, the mean of their 28 pairs is off by 28^-1/2, and by half of that in four
// notes.
TEST_CASE ("a violin's vibrato moves each partial its own way, and its hands do not move all together", "[heard]")
{
    constexpr double leastRecorded = 2.5, mostRecorded = 3.9, recordedTogether = 0.17;
    struct Moved
    {
        double by = 0.0, together = 0.0; // [dB], correlation of two partials: means
    };
    const auto movedIn = [] (const Patch& patch)
    {
        constexpr int keys[] { 64, 69, 74, 79 }, count = 8;
        Moved moved;
        for (const int key : keys)
        {
            const auto sound = play (patch, { noteOn (0, key, 0.63) }, 4.0);
            std::vector<std::vector<double>> levels;
            for (const auto& level : levelsOfPartials (sound, 440.0 * std::exp2 ((key - 69) / 12.0), count, 1.2, 3.7))
                levels.push_back (quickPart (level));
            for (std::size_t i = 0; i < levels.size(); ++i)
            {
                const auto product = [&levels] (std::size_t a, std::size_t b)
                { return std::inner_product (levels[a].begin(), levels[a].end(), levels[b].begin(), 0.0); };
                moved.by += std::sqrt (product (i, i) / static_cast<double> (levels[i].size())) / (4.0 * count);
                for (std::size_t k = 0; k < i; ++k)
                    moved.together += product (i, k) / std::sqrt (product (i, i) * product (k, k)) / (4.0 * 28.0);
            }
        }
        return moved;
    };
    for (const char* preset : { "Violin Gut", "Violin Steel" })
    {
        auto patch = findFactoryPreset (preset)->patch;
        const auto moved = movedIn (patch);
        patch.voiceVibratoCents = 0.0;
        const auto byHand = movedIn (patch);
        CAPTURE (preset, moved.by, moved.together, byHand.by);
        CHECK ((moved.by > leastRecorded && moved.by < mostRecorded));
        CHECK (moved.together < recordedTogether);
        CHECK (byHand.by < leastRecorded); // the rest is the vibrato's
    }
}

// With Phrasing a slur dips by 4 to 6 dB (LineTests.cpp); an even line does by less.
TEST_CASE ("without Phrasing, a key that is repeated four times a second dips by less than a phrased slur",
           "[guide][heard]")
{
    const auto [preset, key] = GENERATE (table<std::string_view, int> ({ { "First Light", 67 },
                                                                         { "Violin Steel", 72 },
                                                                         { "Violin Gut", 69 },
                                                                         { "Viola Nylon", 60 },
                                                                         { "Dark Cello", 48 },
                                                                         { "Cello Steel", 52 },
                                                                         { "Bass Steel", 40 } }));
    constexpr double leastOfSlur = 4.0;       // [dB]
    const double gate = GENERATE (0.24, 0.2); // [s] that the key is down
    CAPTURE (preset, gate);
    auto patch = findFactoryPreset (preset)->patch;
    patch.voicePhrasingPercent = 0.0;
    patch.voiceHumanisePercent = patch.outRoomPercent = 0.0;
    std::vector<PerformanceEvent> events;
    for (int i = 0; i < 8; ++i)
    {
        events.push_back (noteOn (i * second / 4, key));
        events.push_back (noteOff (i * second / 4 + static_cast<int> (gate * second), key));
    }
    const auto both = play (patch, events, 2.0);
    const auto level = [&both] (double from, double seconds)
    {
        const auto first = static_cast<int> (from * second);
        return levelDb (both, first, first + static_cast<int> (seconds * second));
    };
    double dips = 0.0;
    for (int i = 2; i < 8; ++i)
    {
        double lowest = 100.0;
        for (double time = 0.25 * i - 0.05; time < 0.25 * i + 0.15; time += 0.005)
            lowest = std::min (lowest, level (time, 0.025));
        dips += level (0.25 * i - 0.15, 0.1) - lowest;
    }
    CHECK (dips / 6.0 < leastOfSlur);
}
