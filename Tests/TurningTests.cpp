// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Scene.h"
#include "Synth/Output/SoundingBox.h"
#include "Synth/Rooms/NearWalls.h"
#include "Synth/Rooms/PlayerTurn.h"

#include <catch2/catch.hpp>

#include <complex>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr double rate = 48000.0;
constexpr int violin = 1;

/** Response of the violin's left ear at a frequency, turned by an angle of this sine. */
std::complex<double> responseAt (double frequency, double turned)
{
    SoundingBox box;
    box.prepare (rate);
    box.aim ({ violin, 1 }, 1.0, 0, turned);
    std::complex<double> sum = 0.0;
    for (int n = 0; n < 9600; ++n)
    {
        double left = n == 0 ? 1.0 : 0.0, right = left;
        box.process (&left, &right, 1);
        sum += left * std::polar (1.0, -2.0 * pi * frequency * n / rate);
    }
    return sum;
}

/** [dB] rms difference of levels between a box turned and not, over a band of 64 frequencies. */
double changeOver (double from, double to, double turned)
{
    double squares = 0.0;
    for (int i = 0; i < 64; ++i)
    {
        const double f = from * std::pow (to / from, i / 63.0);
        const double change = 20.0 * std::log10 (std::abs (responseAt (f, turned)) / std::abs (responseAt (f, 0.0)));
        squares += change * change / 64.0;
    }
    return std::sqrt (squares);
}

/** Answer of one channel to an impulse in both, with a player who stands still. */
std::vector<double> echoesOf (double walls, double aside = 0.0)
{
    NearWalls room;
    room.prepare (rate);
    room.aim ({ .turned = 0.0, .aside = aside, .nearer = 0.0, .walls = walls }, 0);
    std::vector<double> answer;
    for (int n = 0; n < 4800; ++n)
    {
        double left = n == 0 ? 1.0 : 0.0, right = left;
        room.process (&left, &right, 1);
        answer.push_back (left);
    }
    return answer;
}
} // namespace

TEST_CASE ("a violin radiates the same wherever it turns below 300 Hz, and otherwise above 2 kHz", "[turning]")
{
    // k a = 1 at 430 Hz. A mode's phase turns by k x sin phi, with x even between -a and a. At 2 to 5 kHz and 30
    // degrees it is 1.3 rad rms and more, so that two angles have little in common: levels of two independent sums of
    // many modes differ by 5.6 sqrt (2) = 7.9 dB rms. At 200 to 300 Hz it is below 0.17 rad rms.
    CHECK (changeOver (200.0, 300.0, 0.5) < 1.0);
    // Over 0.9 octaves by e the resonances, a forty-fourth wide, are 25 independent levels: 7.9/sqrt (50) dB, twice.
    CHECK_THAT (changeOver (2000.0, 5000.0, 0.5), WithinAbs (7.9, 2.3));
    CHECK_THAT (std::arg (responseAt (250.0, 0.5) / responseAt (250.0, 0.0)),
                WithinAbs (0.0, 0.5 * 250.0 / 430.0)); // k a sin phi
}

TEST_CASE ("a slow pull makes no sound, however the box is turned", "[turning]")
{
    for (const double turned : { 0.0, 0.2, -0.9 })
        CHECK_THAT (std::abs (responseAt (0.0, turned)), WithinAbs (0.0, 0.05));
}

TEST_CASE ("turning back leaves nothing behind", "[turning]")
{
    SoundingBox turned, still;
    for (auto* box : { &turned, &still })
    {
        box->prepare (rate);
        box->aim ({ violin, 1 }, 1.0, 0);
    }
    for (int tick = 0; tick < 60; ++tick)
    {
        turned.aim ({ violin, 1 }, 1.0, 32, tick < 40 ? 0.01 * tick : 0.0);
        still.aim ({ violin, 1 }, 1.0, 32);
        double left[32], right[32], left2[32], right2[32];
        for (int n = 0; n < 32; ++n)
            left[n] = right[n] = left2[n] = right2[n] = std::sin (0.3 * (32 * tick + n));
        turned.process (left, right, 32);
        still.process (left2, right2, 32);
        double most = 0.0;
        for (int n = 0; n < 32; ++n)
            most = std::max (most, std::abs (left[n] - left2[n]));
        CAPTURE (tick);
        if (tick > 10 && tick <= 40)
            CHECK (most > 1e-3);
        if (tick == 0 || tick > 41)
            CHECK (most == 0.0);
    }
}

TEST_CASE ("walls nearby: the first echo is the ceiling's, and they are as loud as none", "[turning]")
{
    // From 1.3 m over the floor to 1.7 m, 1.4 m on, 1.9 m to the side and 0.25 m to the left of the middle, under a
    // ceiling of 2.9 m: 0.4 m up directly, 1.6 and 1.2 m by the ceiling.
    const double plan = 1.4 * 1.4 + 1.9 * 1.9 + 0.25 * 0.25;
    const double direct = std::sqrt (plan + 0.4 * 0.4), byCeiling = std::sqrt (plan + 2.8 * 2.8);
    const auto answer = echoesOf (1.0);
    const int first = static_cast<int> (rate * (byCeiling - direct) / 343.0);
    const auto largest = [&answer] (int from, int to)
    {
        double peak = 0.0;
        for (int n = from; n <= to; ++n)
            peak = std::max (peak, std::abs (answer[static_cast<std::size_t> (n)]));
        return peak;
    };
    CHECK (largest (1, first - 1) == 0.0);
    CHECK (largest (first, first + 1) > 0.1 * answer[0]);

    double power = 0.0; // mean over 300 frequencies where walls neither swallow much nor are small
    for (int i = 0; i < 300; ++i)
    {
        std::complex<double> sum = 0.0;
        for (std::size_t n = 0; n < answer.size(); ++n)
            sum += answer[n] * std::polar (1.0, -2.0 * pi * (300.0 + 5.0 * i) * static_cast<double> (n) / rate);
        power += std::norm (sum) / 300.0;
    }
    // Echoes of 20 ms repeat their pattern every 50 Hz: 30 independent powers, each with a deviation of itself:
    // 0.8 dB, twice.
    CHECK_THAT (10.0 * std::log10 (power), WithinAbs (0.0, 1.6));
    CHECK (largest (2400, 4799) < 0.01); // the last one within 50 ms
    const auto none = echoesOf (0.0);
    CHECK (none[0] == 1.0);
    CHECK (std::count (none.begin(), none.end(), 0.0) == static_cast<int> (none.size()) - 1);
}

TEST_CASE ("a player's step moves the echoes", "[turning]")
{
    const auto here = echoesOf (1.0), there = echoesOf (1.0, 0.06);
    double same = 0.0, power = 0.0;
    for (std::size_t n = 1; n < here.size(); ++n)
    {
        same += here[n] * there[n];
        power += here[n] * here[n];
    }
    CHECK (here[0] == there[0]);
    CHECK (same < 0.5 * power); // 6 cm are 8 samples at most
}

TEST_CASE ("walls are heard by those who ask for more turning than the usual", "[turning]")
{
    const auto wallsAt = [] (double turning, double human)
    {
        auto patch = Patch::defaults();
        patch.humanTurningPercent = turning;
        patch.voiceHumanisePercent = human;
        PlayerTurn player;
        player.move (patch, 3.0, true);
        return player.now().walls;
    };
    CHECK (wallsAt (Patch::defaults().humanTurningPercent, 100.0) == 0.0);
    CHECK_THAT (wallsAt (300.0, 50.0), WithinAbs (0.5, 1e-12));
    CHECK_THAT (wallsAt (400.0, 50.0), WithinAbs (1.0, 1e-12));
    CHECK_THAT (wallsAt (400.0, 25.0), WithinAbs (0.5, 1e-12));
    CHECK (wallsAt (400.0, 0.0) == 0.0);
}

TEST_CASE ("a player turns by 10 degrees, no faster than people do, and not at all without Human", "[turning]")
{
    auto patch = Patch::defaults();
    patch.voiceHumanisePercent = patch.humanTurningPercent = 100.0;
    double squares = 0.0, quickest = 0.0, most = 0.0;
    int count = 0;
    for (int seed = 1; seed <= 20; ++seed)
    {
        PlayerTurn player;
        patch.voiceSeed = seed;
        player.move (patch, 0.0, true);
        double before = player.now().turned;
        for (int tick = 1; tick < 3000; ++tick)
        {
            player.move (patch, 0.02 * tick, false);
            const double now = player.now().turned;
            squares += now * now;
            ++count;
            quickest = std::max (quickest, std::abs (now - before) / 0.02);
            most = std::max (most, std::abs (now));
            CHECK_THAT (player.now().aside, WithinAbs (0.35 * now, 1e-3));
            before = now;
        }
    }
    // Twenty players of 60 s, who take some 6 s to be elsewhere: 9.7/sqrt (400) degrees, 1.5 times.
    CHECK_THAT (std::asin (std::sqrt (squares / count)) * 180.0 / pi, WithinAbs (9.7, 0.7));
    CHECK (quickest < 2.0);
    CHECK (most < 0.65);
    patch.voiceHumanisePercent = 0.0;
    PlayerTurn still;
    still.move (patch, 7.0, true);
    CHECK (still.now().turned == 0.0);
    CHECK (still.now().walls == 0.0);
    patch.voiceHumanisePercent = 100.0;
    patch.bodyType = 1.0; // not a string: it stands
    still.move (patch, 7.0, true);
    CHECK (still.now().walls == 0.0);
}

TEST_CASE ("a turning player makes the same bits in blocks of any size", "[turning]")
{
    const auto sound = [] (int block)
    {
        auto patch = Patch::defaults();
        patch.humanTurningPercent = 400.0; // with walls
        PreparedSynth synth (patch);
        return render (synth, { noteOn (0, 67), noteOff (20000, 67) }, 24000, [block] { return block; });
    };
    CHECK (sound (512) == sound (37));
}
