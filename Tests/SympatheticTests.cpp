// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Level.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Strings/SympatheticStrings.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinRel;

namespace
{
/** Strength of a partial at `frequency` in `samples`, by a Hann-windowed Fourier sum. */
double levelAt (const std::vector<double>& samples, std::size_t begin, std::size_t end, double frequency)
{
    double c = 0.0, s = 0.0, sum = 0.0;
    for (std::size_t n = begin; n < end; ++n)
    {
        const double window =
            std::pow (std::sin (pi * (static_cast<double> (n - begin) + 0.5) / static_cast<double> (end - begin)), 2);
        const double angle = 2.0 * pi * frequency * static_cast<double> (n) / 48000.0;
        c += window * samples[n] * std::cos (angle);
        s += window * samples[n] * std::sin (angle);
        sum += window;
    }
    return 2.0 * std::sqrt (c * c + s * s) / sum;
}
} // namespace

TEST_CASE ("strings that nobody bows ring on after the one that shares their pitch, and not after the others")
{
    const auto tailAt = [] (int key, double frequency, double percent)
    {
        PreparedSynth synth (patchWith ({ { "out.sympathetic", percent },
                                          { "out.sympathetic_tuning", 0.0 },
                                          { "body.decay", 0.15 },
                                          { "out.box", 0.0 },
                                          { "hand.lift_time", 0.01 },
                                          { "quality.ledger", 1.0 } }));
        const auto out = render (synth, { noteOn (0, key), noteOff (48000, key) }, 3 * 48000);
        CHECK (synth.ledger().relativeResidual() <= booksClose);
        CHECK (synth.ledger().generatorSteps == 0);
        return levelAt (out.left, 2 * 48000, 3 * 48000, frequency) / levelAt (out.left, 24000, 48000, frequency);
    };
    const double D3 = 440.0 * std::exp2 ((50.0 - 69.0) / 12.0);
    const double with = tailAt (50, D3, 60.0), without = tailAt (50, D3, 0.0);
    CAPTURE (with, without);
    CHECK (with > listener::asSpeech);
    CHECK (without < 1e-4);
    // a quarter-tone off, no string of theirs answers
    PreparedSynth synth (patchWith ({ { "out.sympathetic", 60.0 },
                                      { "body.decay", 0.15 },
                                      { "out.box", 0.0 },
                                      { "body.fine", 50.0 },
                                      { "hand.lift_time", 0.01 } }));
    const auto off = render (synth, { noteOn (0, 50), noteOff (48000, 50) }, 3 * 48000);
    const double beside = D3 * std::exp2 (0.5 / 12.0);
    CHECK (levelAt (off.left, 2 * 48000, 3 * 48000, beside) < 0.2 * with * levelAt (off.left, 24000, 48000, beside));
}

TEST_CASE ("strings on a bridge that hardly gives way play as they do without one")
{
    constexpr int samples = 4000;
    std::vector<double> drive (samples);
    for (std::size_t n = 0; n < drive.size(); ++n)
        drive[n] = 0.8 + 0.3 * std::sin (2.0 * pi * 40.0 * static_cast<double> (n) / 48000.0);
    const auto play = [&drive] (const Settings& settings, double percent, int voices, double laterBody)
    {
        Synth synth;
        synth.prepare (48000.0);
        auto patch = patchWith (settings);
        turn (patch, { { "out.sympathetic", percent } });
        synth.setPatch (patch);
        std::vector<PerformanceEvent> events;
        for (int voice = 0; voice < voices; ++voice)
            events.push_back (noteOn (0, 40 + 3 * voice));
        events.push_back (setParameter (samples / 2, "body.type", laterBody));
        Rendering out { std::vector<double> (samples), std::vector<double> (samples) };
        synth.render (events, out.left.data(), out.right.data(), samples, nullptr, drive.data());
        return out;
    };
    const auto compare = [&play] (const Settings& settings, int voices, double laterBody = 0.0)
    {
        const auto free = play (settings, 0.0, voices, laterBody), tied = play (settings, 1e-4, voices, laterBody);
        double peak = 0.0, difference = 0.0;
        for (const auto ear : { &Rendering::left, &Rendering::right })
            for (std::size_t n = 0; n < samples; ++n)
            {
                peak = std::max (peak, std::abs ((free.*ear)[n]));
                difference = std::max (difference, std::abs ((free.*ear)[n] - (tied.*ear)[n]));
            }
        CAPTURE (voices, peak, difference);
        CHECK (peak > 1e-5);
        CHECK (difference > 0.0); // it does give way
        CHECK (difference <= 1e-6 * peak);
    };
    const double laws = static_cast<double> (lawTable().size());
    for (double law = 0.0; law < laws; ++law)
        for (const int voices : { 2, 12 })
            for (const double ledger : { 0.0, 1.0 })
            {
                CAPTURE (law, ledger);
                compare ({ { "contact.law", law }, { "quality.ledger", ledger } }, voices);
            }
    compare ({ { "hand.drive", 2.0 } }, 12);
    compare ({ { "hand.kind", 2.0 }, { "surface.texture", 30.0 }, { "surface.ageing", 50.0 } }, 12);
    for (double body = 1.0; body < static_cast<double> (bodyTable().size());
         ++body) // strings become blocks, a pickup two
    {
        CAPTURE (body);
        compare ({ { "hand.drive", 2.0 } }, 12, body);
    }
}
