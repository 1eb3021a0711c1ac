// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Threads/SharedWork.h"
#include "Support/Scene.h"
#include "Synth/Feeds/MeterFrame.h"
#include "Synth/Voices/PlayerTraits.h"

#include <catch2/catch.hpp>

#include <complex>
#include <numbers>
#include <thread>

/** Several players of one note: who they are, when they come, and that nothing of the engine's promises is lost. */
using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
Patch sectionOf (double players, Settings settings = {})
{
    auto patch = Patch::defaults();
    turn (patch, { { "section.players", players } });
    turn (patch, settings);
    return patch;
}

/** Mean and standard deviation. */
std::pair<double, double> statistics (const std::vector<double>& values)
{
    double sum = 0.0, squares = 0.0;
    for (const double value : values)
        sum += value;
    const double mean = sum / static_cast<double> (values.size());
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return { mean, std::sqrt (squares / static_cast<double> (values.size())) };
}

double levelOf (const Patch& patch, double seconds)
{
    PreparedSynth synth (patch);
    const auto sound = render (synth, { noteOn (0, 69) }, static_cast<int> (48000.0 * seconds));
    double squares = 0.0;
    for (std::size_t n = 48000; n < sound.left.size(); ++n)
        squares += sound.left[n] * sound.left[n];
    return 10.0 * std::log10 (squares / static_cast<double> (sound.left.size() - 48000));
}

int stringsIn (const Patch& patch, const std::vector<PerformanceEvent>& events, int samples)
{
    PreparedSynth synth (patch);
    render (synth, events, samples);
    MeterFrame frame;
    REQUIRE (synth.collectMeters (frame));
    return frame.voicesAwake;
}
} // namespace

TEST_CASE ("players of a section begin as far apart in time and pitch as the knobs say", "[section]")
{
    // Sums of three uniform deviates have a mean size of 13/16 (by integration).
    constexpr double meanSize = 0.8125, rows = 1.5 * 1.5 / 343.0; // [s] mean of sixteen chairs in rows of four
    const auto meanLag = [&] (double together, double velocity)
    {
        const auto patch = sectionOf (16, { { "section.together", together } });
        double sum = 0.0;
        for (int player = 0; player < 16; ++player)
            for (std::uint64_t stroke = 0; stroke < 2000; ++stroke)
                sum += PlayerTraits (7, player).lag (patch, stroke, velocity);
        return sum / 32000.0 - rows;
    };
    CHECK_THAT (meanLag (0.0, 80.0 / 127.0), WithinRel (0.060 * meanSize, 0.02));
    CHECK_THAT (meanLag (50.0, 80.0 / 127.0), WithinRel (0.030 * meanSize, 0.02));
    CHECK_THAT (meanLag (0.0, 0.0), WithinRel (0.120 * meanSize, 0.02));
    CHECK_THAT (meanLag (0.0, 1.0), WithinRel (0.030 * meanSize, 0.02));
    CHECK_THAT (meanLag (100.0, 0.5), WithinAbs (0.0, 1e-12));

    std::vector<double> first, later, last;
    const auto patch = sectionOf (16, { { "section.tuning", 10.0 } });
    for (std::uint64_t stroke = 0; stroke < 20000; ++stroke)
    {
        const auto chair = PlayerTraits (3, 5).chair (patch, stroke);
        first.push_back (chair.centsAt (0.0));
        later.push_back (chair.centsAt (0.1));
        last.push_back (chair.centsAt (2.0));
    }
    CHECK_THAT (statistics (first).second, WithinRel (10.0, 0.02));
    CHECK_THAT (statistics (later).second, WithinRel (10.0 * (0.35 + 0.65 / std::numbers::e), 0.02));
    CHECK_THAT (statistics (last).second, WithinRel (3.5, 0.02));
    CHECK_THAT (statistics (last).first, WithinAbs (0.0, 0.1));
}

TEST_CASE ("many players are louder by the sum of their powers", "[section]")
{
    const Settings alike { { "section.width", 0.0 },  { "section.tuning", 50.0 }, { "out.level", -30.0 },
                           { "voice.humanise", 0.0 }, { "voice.phrasing", 0.0 },  { "voice.vibrato", 0.0 } };
    const double alone = levelOf (sectionOf (1, alike), 10.0);
    for (const int players : { 4, 16 })
    {
        CAPTURE (players);
        double power = 0.0;
        for (int player = 0; player < players; ++player)
            power += std::pow (10.0, -0.08 * (player / 4)); // 0.8 dB a row
        CHECK_THAT (levelOf (sectionOf (players, alike), 10.0) - alone, WithinAbs (10.0 * std::log10 (power), 1.0));
    }
}

TEST_CASE ("the level of a partial of a section varies as a sum of independent players", "[section]")
{
    // The fundamental's amplitude in windows of 0.1 s. Rayleigh: standard deviation over mean = sqrt (4/pi - 1) =
    // 0.523. Alone it is steady.
    const auto spread = [] (double players)
    {
        PreparedSynth synth (sectionOf (players, { { "section.tuning", 50.0 },
                                                   { "section.width", 0.0 },
                                                   { "voice.vibrato", 0.0 },
                                                   { "voice.humanise", 0.0 },
                                                   { "voice.phrasing", 0.0 },
                                                   { "out.level", -30.0 },
                                                   { "body.modes", 16.0 } }));
        constexpr int window = 4800, count = 200;
        const auto sound = render (synth, { noteOn (0, 69) }, 48000 + window * count);
        std::vector<double> amplitudes;
        for (int w = 0; w < count; ++w)
        {
            std::complex<double> sum;
            for (int n = 0; n < window; ++n)
                sum += sound.left[static_cast<std::size_t> (48000 + w * window + n)] *
                       (1.0 - std::cos (2.0 * std::numbers::pi * n / window)) *
                       std::polar (1.0, -2.0 * std::numbers::pi * 440.0 * n / 48000.0);
            amplitudes.push_back (std::abs (sum));
        }
        const auto [mean, deviation] = statistics (amplitudes);
        return deviation / mean;
    };
    CHECK (spread (1.0) < 0.15);
    CHECK_THAT (spread (16.0), WithinAbs (0.523, 0.12));
}

TEST_CASE ("a chord has every player on every key, or divides them", "[section]")
{
    const std::vector<PerformanceEvent> chord { noteOn (0, 48), noteOn (100, 55), noteOn (200, 64), noteOn (300, 72) };
    CHECK (stringsIn (sectionOf (1), chord, 48000) == 4);
    CHECK (stringsIn (sectionOf (8), chord, 48000) == 32);
    // The first player has every key, all others one each.
    CHECK (stringsIn (sectionOf (8, { { "section.divisi", 1.0 } }), chord, 48000) == 4 + 7);
    CHECK (stringsIn (sectionOf (8, { { "section.divisi", 1.0 } }), { noteOn (0, 48) }, 48000) == 8);
}

TEST_CASE ("players come and go while a chord sounds", "[section]")
{
    const auto with = [] (std::vector<PerformanceEvent> more, int samples)
    {
        std::vector<PerformanceEvent> events { noteOn (0, 60), noteOn (100, 67) };
        events.insert (events.end(), more.begin(), more.end());
        return stringsIn (sectionOf (1, { { "hand.lift", 2.0 }, { "body.decay", 0.05 } }), events, samples);
    };
    const auto players = [] (int at, double count) { return setParameter (at, "section.players", count); };
    CHECK (with ({}, 48000) == 2);
    CHECK (with ({ players (24000, 16.0) }, 72000) == 32);
    CHECK (with ({ players (24000, 16.0), players (72000, 3.0) }, 192000) == 6);
    CHECK (with ({ players (24000, 16.0), noteOff (72000, 60), noteOff (72000, 67) }, 240000) == 0);
}

TEST_CASE ("the last player of a section has the level of its fraction, and the knob makes no click", "[section]")
{
    // Nothing of these strings lies above 4.7 kHz, which eight differences lower by 82 dB; of a jump they leave 35/256.
    const auto partOfJump = [] (const std::vector<double>& sound, std::size_t from)
    {
        double most = 0.0;
        for (std::size_t n = from; n + 8 < sound.size(); ++n)
        {
            constexpr double binomials[] = { 1, -8, 28, -56, 70, -56, 28, -8, 1 };
            double sum = 0.0;
            for (std::size_t k = 0; k < 9; ++k)
                sum += binomials[k] * sound[n + k];
            most = std::max (most, std::abs (sum) / 35.0);
        }
        return 20.0 * std::log10 (most);
    };
    const auto play = [] (const Patch& patch, std::vector<PerformanceEvent> more, int samples)
    {
        PreparedSynth synth (patch);
        std::vector<PerformanceEvent> events { noteOn (0, 48), noteOn (100, 55), noteOn (200, 64) };
        events.insert (events.end(), more.begin(), more.end());
        return render (synth, events, samples).left;
    };
    const Settings plain { { "body.modes", 14.0 },    { "body.torsion", 0.0 },    { "voice.humanise", 0.0 },
                           { "voice.phrasing", 0.0 }, { "surface.texture", 0.0 }, { "out.box", 0.0 },
                           { "out.level", -40.0 } };
    const auto turned = [] (int at, double players) { return setParameter (at, "section.players", players); };
    std::vector<PerformanceEvent> slowly;
    for (int step = 0; step <= 150; ++step)
        slowly.push_back (turned (48000 + 480 * step, 1.0 + 0.1 * step));
    for (const auto& turns :
         { std::vector { turned (48000, 16.0) }, slowly, std::vector { turned (48000, 16.0), turned (96000, 1.0) } })
        CHECK (partOfJump (play (sectionOf (1, plain), turns, 168000), 24000) < -70.0);

    // Half a player more is a quarter of its power.
    const auto level = [&] (double players)
    {
        auto patch = sectionOf (players, plain);
        turn (patch, { { "section.tuning", 50.0 }, { "section.width", 0.0 } });
        return std::pow (10.0, 0.1 * levelOf (patch, 12.0));
    };
    const double one = level (1.0), two = level (2.0), between = level (1.5);
    CHECK_THAT ((between - one) / (two - one), WithinAbs (0.25, 0.1));
}

TEST_CASE ("threads that help to play a section change no bit", "[section]")
{
    const auto play = [] (int threads, double sympathetic)
    {
        PreparedSynth synth (
            sectionOf (12, { { "quality.ledger", 1.0 }, { "out.sympathetic", sympathetic }, { "compare.on", 1.0 } }));
        const std::vector<PerformanceEvent> events { noteOn (0, 43), noteOn (500, 62), noteOn (900, 67),
                                                     noteOff (20000, 43),
                                                     setParameter (22000, "section.players", 5.5) };
        SharedWork work (std::this_thread::yield);
        synth.workWith (&work);
        std::vector<std::thread> helpers;
        for (int helper = 1; helper < threads; ++helper)
            helpers.emplace_back ([&work] { work.help(); });
        std::pair<Rendering, double> result;
        result.first = render (synth, events, 30000);
        result.second = synth.ledger().workIn;
        work.end();
        for (auto& helper : helpers)
            helper.join();
        return result;
    };
    for (const double sympathetic : { 0.0, 60.0 })
    {
        CAPTURE (sympathetic);
        const auto alone = play (1, sympathetic);
        CHECK (alone.second > 0.0);
        for (const int threads : { 2, 3, 7 })
            CHECK (play (threads, sympathetic) == alone);
    }
}

TEST_CASE ("a section keeps books and bits, however blocks are cut", "[section]")
{
    std::vector<PerformanceEvent> events { noteOn (0, 43),      noteOn (500, 62),    noteOff (20000, 43),
                                           noteOn (20300, 45),  noteOff (30000, 62), control (31000, 64, 1.0),
                                           noteOff (31500, 45), noteOn (33333, 50),  control (36000, 64, 0.0),
                                           noteOff (45000, 50) };
    for (const auto& [at, count] : { std::pair { 5000, 16.0 }, { 26000, 2.0 }, { 35000, 9.0 } })
        events.push_back (setParameter (at, "section.players", count));
    for (const double bowing : { 0.0, 1.0 })
        for (const double sympathetic : { 0.0, 60.0 })
        {
            CAPTURE (bowing, sympathetic);
            const auto play = [&] (int block, double& worst)
            {
                PreparedSynth synth (sectionOf (3, { { "section.bowing", bowing },
                                                     { "section.divisi", bowing },
                                                     { "out.sympathetic", sympathetic },
                                                     { "human.bow", 0.05 },
                                                     { "quality.ledger", 1.0 } }));
                const auto sound = render (synth, events, 60000, block);
                worst = synth.ledger().relativeResidual();
                CHECK (synth.ledger().generatorSteps == 0);
                return sound;
            };
            double worst = 1.0, other = 1.0;
            const auto whole = play (60000, worst);
            CHECK (worst < 1e-13);
            CHECK (play (37, other) == whole);
            CHECK (other < 1e-13);
        }
}
