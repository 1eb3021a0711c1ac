// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the presets of strings follow a player's fingers: sixteenths and trills.
#include "Files/PresetFile.h"
#include "Support/Level.h"
#include "Support/Scene.h"

#include <array>
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

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
    Synth synth;
    synth.prepare (rate);
    synth.setPatch (patch);
    const auto out = render (synth, events, static_cast<int> (at (seconds)));
    auto both = out.left;
    std::transform (both.begin(), both.end(), out.right.begin(), both.begin(), std::plus());
    return both;
}

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
        const auto out = play (findFactoryPreset (player.preset)->patch, events, 1.5);
        std::array<double, 2> loudest { -200.0, -200.0 }, softest { 200.0, 200.0 }; // of either key
        for (int n = 3; n < 15; ++n)
        {
            const double from = n / 12.0 + 0.02, to = (n + 1) / 12.0;
            const double level = levelDb (out, static_cast<int> (at (from)), static_cast<int> (at (to)));
            const auto key = static_cast<std::size_t> (n % 2);
            loudest[key] = std::max (loudest[key], level);
            softest[key] = std::min (softest[key], level);
            CAPTURE (n);
            CHECK (likenessAfterPeriodOf (player.key + (n % 2 == 1 ? 2 : 0), out, from, to - 0.02) > 0.85);
        }
        for (const std::size_t key : { 0u, 1u })
            CHECK (loudest[key] - softest[key] < 4.0);
        CHECK (std::abs (loudest[0] - loudest[1]) < 9.0); // neighbours lie differently in the box
    }
}

TEST_CASE ("sixteenths at 160 beats a minute speak on presets of strings when slurred, on violins also when detached",
           "[heard]")
{
    const double length = 60.0 / 160.0 / 4.0;
    for (const double held : { 1.1, 0.8 })
        for (const auto& player : players)
        {
            if (held < 1.0 && player.key < 65)
                continue; // a low string needs a longer stroke, in life, too
            CAPTURE (player.preset, held);
            const int scale[] = { 0, 2, 4, 5, 7, 9, 11, 12, 11, 9, 7, 5, 4, 2, 0 };
            std::vector<PerformanceEvent> events;
            for (int n = 0; n < 15; ++n)
            {
                events.push_back (noteOn (static_cast<int> (at (n * length)), player.key + scale[n], 0.7));
                events.push_back (noteOff (static_cast<int> (at ((n + held) * length)), player.key + scale[n]));
            }
            const auto out = play (findFactoryPreset (player.preset)->patch, events, 2.0);
            int speaks = 0;
            for (int n = 1; n < 15; ++n)
                speaks += likenessAfterPeriodOf (player.key + scale[n], out, n * length + 0.03,
                                                 (n + std::min (held, 1.0)) * length - 0.02) > 0.7
                              ? 1
                              : 0;
            CHECK (speaks >= (held < 1.0 ? 12 : 13)); // of 14
        }
}

TEST_CASE ("a key that is repeated four times a second dips by less than 4 dB, detached or not", "[guide][heard]")
{
    const auto [preset, key] = GENERATE (table<std::string_view, int> ({ { "First Light", 67 },
                                                                         { "Violin Steel", 72 },
                                                                         { "Violin Gut", 69 },
                                                                         { "Viola Nylon", 60 },
                                                                         { "Dark Cello", 48 },
                                                                         { "Cello Steel", 52 },
                                                                         { "Bass Steel", 40 } }));
    const double gate = GENERATE (0.24, 0.2); // [s] that the key is down
    CAPTURE (preset, gate);
    auto patch = findFactoryPreset (preset)->patch;
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
    CHECK (dips / 6.0 < 4.0);
}
