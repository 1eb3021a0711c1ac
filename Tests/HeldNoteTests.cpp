// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;

namespace
{
/** Largest sample beyond 12 kHz of a stretch, by a windowed sinc. */
double peakAbove12kHz (const std::vector<double>& sound, int from, int to)
{
    constexpr int half = 40;
    constexpr double cut = 12000.0 / 48000.0;
    double largest = 0.0;
    for (int at = from; at < to; ++at)
    {
        double low = 0.0;
        for (int n = -half; n <= half; ++n)
        {
            const double sinc = n == 0 ? 2.0 * cut : std::sin (2.0 * pi * cut * n) / (pi * n);
            low += sinc * (0.5 + 0.5 * std::cos (pi * n / (half + 1.0))) * sound[static_cast<std::size_t> (at + n)];
        }
        largest = std::max (largest, std::abs (sound[static_cast<std::size_t> (at)] - low));
    }
    return largest;
}

/** A note of a factory preset, without its noise and its room; `modes` change in the middle. */
struct HeldNote
{
    static constexpr int change = 48000, length = 96000;
    Rendering sound;
    double residual;
    int partials = 0;

    HeldNote (const char* preset, int key, std::string_view modes, double before, double then)
    {
        auto patch = findFactoryPreset (preset)->patch;
        turn (
            patch,
            { { "surface.texture", 0.0 }, { "voice.humanise", 0.0 }, { "out.room", 0.0 }, { "quality.ledger", 1.0 } });
        turn (patch, { { modes, before } });
        PreparedSynth synth (patch);
        sound = render (synth, { noteOn (0, key), setParameter (change, modes, then) }, length);
        MeterFrame meters;
        synth.collectMeters (meters);
        residual = synth.ledger().relativeResidual();
        partials = meters.partials;
    }
};
} // namespace

TEST_CASE ("modes that come to a held note are not heard as a click, and none go before its end", "[heard]")
{
    struct Case
    {
        const char* preset;
        int key;
        std::string_view modes;
        double few, many;
    };
    const double softest = std::pow (10.0, -70.0 / 20.0); // -70 dBFS
    for (const auto& [preset, key, modes, few, many] :
         { Case { "Dark Cello", 36, "body.modes", 64.0, 128.0 }, Case { "Cello Gut", 55, "body.modes", 32.0, 64.0 },
           Case { "Glass Rim", 72, "body.modes", 4.0, 64.0 }, Case { "Cathedral Bowl", 60, "body.modes", 2.0, 64.0 },
           Case { "Bowed Marimba", 60, "body.modes", 4.0, 64.0 }, Case { "Spirit Voice", 72, "body.modes", 8.0, 64.0 },
           Case { "Bar on Bar", 60, "second_body.modes", 2.0, 24.0 } })
    {
        CAPTURE (preset, key, modes, few, many);
        const HeldNote held (preset, key, modes, few, few), grows (preset, key, modes, few, many),
            shrinks (preset, key, modes, many, few), full (preset, key, modes, many, many);
        double atOnce = 0.0;
        for (int n = HeldNote::change; n < HeldNote::change + 144; ++n) // 3 ms
        {
            const auto i = static_cast<std::size_t> (n);
            atOnce = std::max (atOnce, std::abs (grows.sound.left[i] - held.sound.left[i]));
        }
        CHECK (atOnce < softest);
        CHECK (peakAbove12kHz (grows.sound.left, HeldNote::change - 100, HeldNote::change + 24000) < softest);
        CHECK (grows.partials > held.partials);
        CHECK (grows.residual < booksClose);
        CHECK (shrinks.sound == full.sound);
    }
}
