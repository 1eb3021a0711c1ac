// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Threads/SharedWork.h"
#include "Support/Listener.h"
#include "Support/LongRun.h"
#include "Support/Rounding.h"
#include "Support/Sections.h"
#include "Synth/Output/OutputStage.h"
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

} // namespace

TEST_CASE ("players of a section begin as far apart in time and pitch as the knobs say", "[section]")
{
    // Sums of three uniform deviates, of variance 1, have a mean size of 13/16 (by integration), which varies by
    // sqrt (1 - (13/16)^2); bounds are three standard errors.
    constexpr double meanSize = 0.8125;
    const double ofSize = 3.0 * std::sqrt (1.0 - meanSize * meanSize) / meanSize / std::sqrt (32000.0);
    const auto meanLag = [&] (double together, double velocity)
    {
        const auto patch = sectionOf (16, { { "section.together", together } });
        double sum = 0.0;
        for (int player = 0; player < 16; ++player)
            for (std::uint64_t stroke = 0; stroke < 2000; ++stroke)
                sum += PlayerTraits (7, player).lag (patch, stroke, velocity);
        return sum / 32000.0;
    };
    CHECK_THAT (meanLag (0.0, 80.0 / 127.0), WithinRel (0.060 * meanSize, ofSize));
    CHECK_THAT (meanLag (50.0, 80.0 / 127.0), WithinRel (0.030 * meanSize, ofSize));
    CHECK_THAT (meanLag (0.0, 0.0), WithinRel (0.120 * meanSize, ofSize));
    CHECK_THAT (meanLag (0.0, 1.0), WithinRel (0.030 * meanSize, ofSize));
    CHECK_THAT (meanLag (100.0, 0.5), WithinAbs (0.0, rounded));

    std::vector<double> first, later, last;
    const auto patch = sectionOf (16, { { "section.tuning", 10.0 } });
    for (std::uint64_t stroke = 0; stroke < 20000; ++stroke)
    {
        const auto chair = PlayerTraits (3, 5).chair (patch, stroke);
        first.push_back (chair.centsAt (0.0));
        later.push_back (chair.centsAt (0.1));
        last.push_back (chair.centsAt (2.0));
    }
    const double ofMean = 3.0 / std::sqrt (20000.0), ofSpread = ofMean * std::sqrt (1.6) / 2.0; // kurtosis 2.6
    CHECK_THAT (statistics (first).second, WithinRel (10.0, ofSpread));
    CHECK_THAT (statistics (later).second, WithinRel (10.0 * (0.35 + 0.65 / std::numbers::e), ofSpread));
    CHECK_THAT (statistics (last).second, WithinRel (3.5, ofSpread));
    CHECK_THAT (statistics (last).first, WithinAbs (0.0, 3.5 * ofMean));
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
            power += std::pow (1.0 + 0.1 * (player / 4), -2.0); // 15 m away, 1.5 m more for each row
        CHECK_THAT (levelOf (sectionOf (players, alike), 10.0) - alone,
                    WithinAbs (10.0 * std::log10 (power), listener::level));
    }
}

TEST_CASE ("players are as late and as soft as the way of their sound makes them", "[section]")
{
    for (int player = 0; player < 16; ++player)
    {
        const PlayerTraits traits (1, player);
        const double back = 15.0 + 1.5 * (player / 4), aside = 4.0 * 0.5 * traits.placeOfChair();
        CHECK_THAT (traits.chair (sectionOf (16, { { "section.width", 50.0 } }), 3).gain,
                    WithinRel (player == 0 ? 1.0 : 15.0 / std::hypot (back, aside), 1e-12));
    }
    // The same signal at the first desk and at another one, without a box and with equal ones: 1.5 m a row at 343 m/s.
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
        for (int row = 1; row < 4; ++row)
        {
            CAPTURE (rate, row);
            auto patch = Patch::defaults();
            turn (patch, { { "out.box", 0.0 }, { "out.room", 0.0 }, { "out.width", 0.0 }, { "out.guard", 0.0 } });
            const auto play = [&] (bool isBehind)
            {
                auto stage = std::make_unique<OutputStage>();
                stage->prepare (rate);
                stage->aim (patch, HeldChord { 1, 0.0 }, 0);
                std::vector<double> sound;
                for (int block = 0; block < 90; ++block)
                {
                    std::array<double, 32> none {}, click {}, left {}, right {};
                    click[5] = block == 0 ? 0.01 : 0.0;
                    OutputStage::Behind behind {};
                    const auto& ofFront = isBehind ? none : click;
                    const OutputStage::Heard its { click.data(), none.data() };
                    behind.sounds[static_cast<std::size_t> (row - 1)] = isBehind;
                    behind.ears[static_cast<std::size_t> (row - 1)][0] = its;
                    behind.ears[static_cast<std::size_t> (row - 1)][1] = its;
                    stage->process ({ ofFront.data(), none.data() }, { ofFront.data(), none.data() }, 1, left.data(),
                                    right.data(), 32, behind);
                    sound.insert (sound.end(), left.begin(), left.end());
                }
                return sound;
            };
            const auto front = play (false), back = play (true);
            const auto late = static_cast<std::size_t> (std::lround (1.5 * row / 343.0 * rate));
            double worst = 0.0;
            for (std::size_t n = 0; n < back.size(); ++n)
                worst = std::max (worst, std::abs (back[n] - (n < late ? 0.0 : front[n - late])));
            CHECK (worst < 1e-15);
        }
}

TEST_CASE ("each desk of a section has a box of its own, of the same kind", "[section]")
{
    // A click through desk and box: desks differ, as two characters of the menu do, and desk and character are one.
    const auto answer = [] (double character, int row)
    {
        auto patch = Patch::defaults();
        turn (patch, { { "out.box", 1.0 },
                       { "out.box_mix", 100.0 },
                       { "out.box_character", character },
                       { "out.room", 0.0 },
                       { "out.guard", 0.0 },
                       { "human.turning", 0.0 }, // each desk turns in its own way
                       { "section.players", 16.0 } });
        auto stage = std::make_unique<OutputStage>();
        stage->prepare (48000.0);
        stage->aim (patch, HeldChord { 1, 0.0 }, 0);
        std::vector<double> sound;
        for (int block = 0; block < 200; ++block)
        {
            std::array<double, 32> none {}, click {}, left {}, right {};
            click[0] = block == 0 ? 0.01 : 0.0;
            const OutputStage::Heard its { click.data(), none.data() }, nothing { none.data(), none.data() };
            OutputStage::Behind behind {};
            if (row > 0)
            {
                behind.sounds[static_cast<std::size_t> (row - 1)] = true;
                behind.ears[static_cast<std::size_t> (row - 1)][0] = its;
                behind.ears[static_cast<std::size_t> (row - 1)][1] = its;
            }
            stage->process (row > 0 ? nothing : its, row > 0 ? nothing : its, 1, left.data(), right.data(), 32, behind);
            sound.insert (sound.end(), left.begin(), left.end());
        }
        const auto late = std::lround (1.5 * row / 343.0 * 48000.0);
        return std::vector<double> (sound.begin() + late, sound.begin() + late + 5000);
    };
    const auto apart = [] (const std::vector<double>& a, const std::vector<double>& b)
    {
        double difference = 0.0, sum = 0.0;
        for (std::size_t n = 0; n < a.size(); ++n)
        {
            difference += (a[n] - b[n]) * (a[n] - b[n]);
            sum += 0.5 * (a[n] * a[n] + b[n] * b[n]);
        }
        return difference / sum;
    };
    const auto first = answer (1.0, 0);
    for (int row = 1; row < 4; ++row)
    {
        CAPTURE (row);
        CHECK (apart (first, answer (1.0, row)) > 0.1);
        CHECK (apart (answer (1.0 + 250.0 * row, 0), answer (1.0, row)) < 1e-20);
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
    // Three standard errors, 0.43/sqrt (n) each, of n = 100: neighbouring windows beat alike.
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

TEST_CASE ("desks behind go without partials first where these are short", "[section]")
{
    // One key of 64 partials, of up to four: all are granted, or a share of those that the player has.
    const auto partials = [] (double players, double most)
    {
        PreparedSynth synth (sectionOf (
            players,
            { { "quality.partials", most }, { "voice.count", 4.0 }, { "body.modes", 64.0 }, { "body.torsion", 0.0 } }));
        render (synth, { noteOn (0, 36) }, 24000);
        MeterFrame frame;
        REQUIRE (synth.collectMeters (frame));
        return frame.partials;
    };
    const int front = partials (4, 2048);
    CHECK (front == 4 * 64);
    CHECK (partials (16, 2048) == 16 * 64);
    const int scarce = partials (4, 160), all = partials (16, 160);
    CHECK (scarce < front);
    CHECK (all > scarce);
    CHECK (all < 4 * scarce - 12);
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
    CHECK_THAT (10.0 * std::log10 ((between - one) / (two - one)),
                WithinAbs (10.0 * std::log10 (0.25), listener::level));
}

TEST_CASE ("a section keeps its books, and makes no click, whoever comes and goes on held chords", "[section]")
{
    // As above: nothing of these strings but a jump lies where eight differences leave it.
    const Settings plain { { "body.modes", 14.0 },    { "body.torsion", 0.0 },    { "voice.humanise", 0.0 },
                           { "voice.phrasing", 0.0 }, { "surface.texture", 0.0 }, { "out.box", 0.0 },
                           { "out.level", -40.0 },    { "quality.ledger", 1.0 } };
    for (int seed = 1; seed <= rounds (2, 60); ++seed)
    {
        CAPTURE (seed);
        Noise dice (static_cast<std::uint64_t> (seed));
        const auto below = [&dice] (int count) { return static_cast<int> (dice.nextUniform() * count); };
        PreparedSynth synth (sectionOf (1.0 + below (16), plain));
        std::vector<PerformanceEvent> events;
        for (int key = 0, count = seed == 1 ? 16 : 1 + below (16); key < count; ++key)
            events.push_back (noteOn (100 * key, 36 + 2 * key));
        for (int at = 24000; at < 120000; at += 1 + below (12000))
            events.push_back (setParameter (at, "section.players",
                                            below (3) == 0 ? 1.0 + 15.0 * dice.nextUniform() : 1.0 + below (16)));
        const auto sound = render (synth, events, 130000, 1 + below (700)).left;
        CHECK (partOfJump (sound, 24000) < -70.0);
        CHECK (synth.ledger().relativeResidual() < booksClose);
        CHECK (synth.ledger().generatorSteps == 0);
    }
}

TEST_CASE ("a player who is heard alone is that player's part of the whole", "[section]")
{
    constexpr int players = 6;
    const auto play = [] (int alone)
    {
        PreparedSynth synth (sectionOf (players, { { "out.guard", 0.0 }, { "out.room", 0.0 } }));
        synth.hearPlayer (alone);
        return render (synth, { noteOn (24000, 55), noteOn (30000, 62), noteOff (60000, 55) }, 96000).left;
    };
    const auto whole = play (Synth::allPlayers);
    std::vector<double> sum (whole.size());
    for (int player = 0; player < players; ++player)
    {
        const auto part = play (player);
        double most = 0.0;
        for (std::size_t n = 0; n < sum.size(); ++n)
        {
            sum[n] += part[n];
            most = std::max (most, std::abs (part[n]));
        }
        CHECK (most > 0.003);
    }
    double worst = 0.0;
    for (std::size_t n = 0; n < sum.size(); ++n)
        worst = std::max (worst, std::abs (sum[n] - whole[n]));
    CHECK (worst < 1e-12);
    CHECK (play (players) == whole); // nobody sits there
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
