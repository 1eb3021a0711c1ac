// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Support/Listener.h"
#include "Support/Scene.h"
#include "Synth/Output/OutputStage.h"
#include "Synth/Rooms/Room.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
using Signal = std::vector<double>;
struct Ears
{
    Signal left, right;
};

/** Answer to an impulse of these sizes in the two channels. */
Ears impulseResponse (double rate, double t60, double seconds, double inLeft, double inRight)
{
    Room room;
    room.prepare (rate);
    room.aim (t60, true);
    const auto length = static_cast<std::size_t> (seconds * rate);
    Ears ears { Signal (length), Signal (length) };
    for (std::size_t n = 0; n < length; ++n)
        room.process (n == 0 ? inLeft : 0.0, n == 0 ? inRight : 0.0, ears.left[n], ears.right[n]);
    return ears;
}

/** Two resonances of Q 4 one after the other: a band of about a quarter of its centre. */
Signal bandAround (double frequency, const Signal& in, double rate)
{
    auto out = in;
    for (int pass = 0; pass < 2; ++pass)
    {
        const double w = 2.0 * pi * frequency / rate, a = std::sin (w) / 8.0;
        const double b0 = a / (1.0 + a), a1 = -2.0 * std::cos (w) / (1.0 + a), a2 = (1.0 - a) / (1.0 + a);
        double x1 = 0.0, x2 = 0.0, y1 = 0.0, y2 = 0.0;
        for (double& sample : out)
        {
            const double y = b0 * (sample - x2) - a1 * y1 - a2 * y2;
            x2 = std::exchange (x1, sample);
            y2 = std::exchange (y1, y);
            sample = y;
        }
    }
    return out;
}

/** Reverberation time around a frequency: Schroeder's backward integration over all four paths, slope by least squares
    from -5 to -35 dB (ISO 3382). */
double measuredT60 (double rate, double t60, double frequency)
{
    const double seconds = std::max (0.4, 1.1 * t60);
    Signal energy (static_cast<std::size_t> (seconds * rate));
    for (const bool leftIn : { true, false })
    {
        const auto ears = impulseResponse (rate, t60, seconds, leftIn ? 1.0 : 0.0, leftIn ? 0.0 : 1.0);
        for (const auto* side : { &ears.left, &ears.right })
        {
            const auto band = bandAround (frequency, *side, rate);
            for (std::size_t n = 0; n < energy.size(); ++n)
                energy[n] += band[n] * band[n];
        }
    }
    for (std::size_t n = energy.size() - 1; n > 0; --n)
        energy[n - 1] += energy[n];
    double count = 0.0, t = 0.0, y = 0.0, tt = 0.0, ty = 0.0;
    for (std::size_t n = 0; n < energy.size(); ++n)
    {
        const double level = 10.0 * std::log10 (energy[n] / energy[0]), time = static_cast<double> (n) / rate;
        if (level > -5.0 || level < -35.0)
            continue;
        count += 1.0;
        t += time;
        y += level;
        tt += time * time;
        ty += time * level;
    }
    return -60.0 * (count * tt - t * t) / (count * ty - t * y);
}

double energyOf (const Signal& signal)
{
    return std::inner_product (signal.begin(), signal.end(), signal.begin(), 0.0);
}

/** Share of samples beyond one standard deviation, over that of Gaussian noise (Abel & Huang 2006), in 25 ms around t.
    */
double echoDensity (const Signal& signal, double t, double rate)
{
    const auto half = static_cast<std::size_t> (0.0125 * rate), centre = static_cast<std::size_t> (t * rate);
    double square = 0.0, beyond = 0.0;
    for (std::size_t n = centre - half; n < centre + half; ++n)
        square += signal[n] * signal[n];
    const double deviation = std::sqrt (square / (2.0 * static_cast<double> (half)));
    for (std::size_t n = centre - half; n < centre + half; ++n)
        beyond += std::abs (signal[n]) > deviation ? 1.0 : 0.0;
    return beyond / (2.0 * static_cast<double> (half)) / std::erfc (1.0 / std::sqrt (2.0));
}
} // namespace

TEST_CASE ("the room's reverberation time at 1 kHz is what was asked for, at any rate, and high notes die sooner")
{
    struct Case
    {
        double rate, t60;
    };
    std::vector<Case> cases { { 44100.0, 0.5 }, { 44100.0, 1.4 }, { 48000.0, 1.4 },
                              { 48000.0, 4.0 }, { 96000.0, 1.0 }, { 192000.0, 0.7 } };
    if (longRun())
        for (const double rate : { 22050.0, 44100.0, 48000.0, 96000.0, 192000.0 })
            for (const double t60 : { 0.3, 0.8, 2.0, 6.0, 12.0 })
                cases.push_back ({ rate, t60 });
    for (const auto& c : cases)
    {
        CAPTURE (c.rate, c.t60);
        CHECK_THAT (measuredT60 (c.rate, c.t60, 1000.0), WithinRel (c.t60, listener::reverberation));
    }
    // The shortest: the first reflections and the all-passes, which do not depend on it, are still heard.
    CHECK_THAT (measuredT60 (48000.0, 0.2, 1000.0), WithinRel (0.2, 0.15));
    CHECK (measuredT60 (48000.0, 1.4, 4000.0) < 0.7 * 1.4);
    CHECK (measuredT60 (48000.0, 1.4, 8000.0) < 0.5 * 1.4);
    const double low = measuredT60 (48000.0, 2.0, 160.0);
    CHECK (low > 2.0);
    CHECK (low < 2.0 * Room::bassRatio * (1.0 + listener::reverberation));
}

TEST_CASE ("the room's echoes are as dense as noise 80 ms after the sound, with no flutter")
{
    for (const double t60 : { 0.5, 1.4, 6.0 })
    {
        std::vector<Signal> paths;
        for (const auto& in : { std::pair { 1.0, 0.0 }, { 0.0, 1.0 }, { 1.0, 1.0 } })
        {
            auto ears = impulseResponse (48000.0, t60, 0.8, in.first, in.second);
            paths.push_back (std::move (ears.left));
            paths.push_back (std::move (ears.right));
        }
        for (double t = 0.0925; t < 0.4; t += 0.025) // windows that begin at 80 ms
        {
            double mean = 0.0;
            for (const auto& path : paths)
                mean += echoDensity (path, t, 48000.0) / static_cast<double> (paths.size());
            CAPTURE (t60, t);
            CHECK (mean > 0.9);
        }
        // A flutter echo is a period: what follows 5 ms or more later must not resemble what came before; at 0.3, 10 dB
        // below it, it is half as loud.
        for (const auto& path : paths)
        {
            const auto resemblance = [&path] (std::ptrdiff_t lag)
            {
                const auto begin = path.begin() + 4800;
                return std::abs (std::inner_product (begin, begin + 14400, begin + lag, 0.0));
            };
            const double own = resemblance (0);
            double worst = 0.0;
            for (int lag = 240; lag < 4800; ++lag)
                worst = std::max (worst, resemblance (lag));
            CAPTURE (t60);
            CHECK (worst < 0.3 * own);
        }
    }
}

TEST_CASE ("the room's two ears hear different things equally loud, and their sum keeps the energy")
{
    for (const double t60 : { 0.4, 1.4, 6.0 })
    {
        const auto ears = impulseResponse (48000.0, t60, 1.2 * t60, 1.0, 1.0);
        const double left = energyOf (ears.left), right = energyOf (ears.right);
        const double both = std::inner_product (ears.left.begin(), ears.left.end(), ears.right.begin(), 0.0);
        CAPTURE (t60, left, right);
        constexpr double alike = 0.1; // 10 dB below what they have alone: half as loud
        CHECK (std::abs (both) / std::sqrt (left * right) < alike);
        CHECK_THAT (10.0 * std::log10 (left / right), WithinAbs (0.0, listener::level));
        Signal sum (ears.left.size());
        for (std::size_t n = 0; n < sum.size(); ++n)
            sum[n] = ears.left[n] + ears.right[n];
        CHECK_THAT (10.0 * std::log10 (energyOf (sum) / (left + right)),
                    WithinAbs (0.0, 10.0 * std::log10 (1.0 + alike)));
        CHECK (left < 1.0); // the room adds no more than it is given
    }
}

TEST_CASE ("a constant push does not pile up in the room, and leaves nothing behind")
{
    Room room;
    room.prepare (48000.0);
    room.aim (12.0, true);
    double left = 0.0, right = 0.0, before = 0.0;
    const auto push = [&] (double level, double seconds)
    {
        double largest = 0.0;
        for (int n = 0; n < static_cast<int> (48000.0 * seconds); ++n)
        {
            room.process (level, level, left, right);
            largest = std::max ({ largest, std::abs (left), std::abs (right) });
        }
        return largest;
    };
    before = push (1.0, 30.0);
    // Mixing keeps the norm and the shortest line lets g = 10^(-3 * 0.023/(12 bassRatio)) = 0.989 through, so that the
    // lines hold at most g/(1 - g) times the sqrt (2) that goes in; an ear adds 8 of them, at sqrt (0.8 (1 - 0.973)).
    CHECK (before < 0.15 * std::sqrt (8.0) * 90.0 * std::sqrt (2.0) + 3.0);
    const double settled = push (1.0, 5.0);
    CHECK_THAT (settled, WithinRel (push (1.0, 5.0), std::pow (10.0, -3.0 * 30.0 / (12.0 * Room::bassRatio))));
    push (0.0, 2.0 * 12.0 * Room::bassRatio);
    CHECK (push (0.0, 0.5) < 1e-5 * before);
}

TEST_CASE ("the room loses energy whatever its time does, and falls asleep")
{
    // At most 12 s at 1 kHz, bassRatio times as long at 0 Hz.
    const double leastLoss = std::pow (10.0, -0.1 * 0.9 * 60.0 / (12.0 * Room::bassRatio)); // a second
    for (std::uint64_t seed = 0; seed < 3; ++seed)
    {
        Random random (seed);
        Room room;
        room.prepare (44100.0);
        room.aim (12.0, true);
        double left = 0.0, right = 0.0;
        std::vector<double> seconds;
        for (int second = 0; second < 20; ++second)
        {
            double sum = 0.0;
            for (int n = 0; n < 44100; ++n)
            {
                if (n % 16 == 0)
                    room.aim (random.logUniform (2.0, 12.0), false);
                const double in = second == 0 ? random.uniform (-1, 1) : 0.0;
                room.process (in, -in, left, right);
                sum += left * left + right * right;
            }
            seconds.push_back (sum);
            if (second > 1)
                CHECK (seconds.back() <= seconds[seconds.size() - 2] * leastLoss);
        }
        for (int n = 0; n < 44100 * 20 && ! room.isQuiet(); ++n)
            room.process (0.0, 0.0, left, right);
        CHECK (room.isQuiet());
        room.process (0.0, 0.0, left, right);
        CHECK (left == 0.0);
        CHECK (right == 0.0);
    }
}

TEST_CASE ("an emptied room answers like a new one, bit for bit")
{
    Room old, fresh;
    old.prepare (48000.0);
    fresh.prepare (48000.0);
    double left = 0.0, right = 0.0;
    Noise dice (1);
    old.aim (5.0, true);
    for (int n = 0; n < 30000; ++n)
        old.process (dice.nextBipolar(), dice.nextBipolar(), left, right);
    old.reset();
    old.aim (1.4, true);
    fresh.aim (1.4, true);
    for (int n = 0; n < 30000; ++n)
    {
        const double in[2] = { dice.nextBipolar(), dice.nextBipolar() };
        double a[2], b[2];
        old.process (in[0], in[1], a[0], a[1]);
        fresh.process (in[0], in[1], b[0], b[1]);
        REQUIRE (a[0] == b[0]);
        REQUIRE (a[1] == b[1]);
    }
}

TEST_CASE ("the room's time glides without a click")
{
    const auto harshness = [] (bool smooth)
    {
        Room room;
        room.prepare (48000.0);
        room.aim (0.3, true);
        double now = 0.3, worst = 0.0, peak = 0.0;
        Signal out;
        for (int n = 0; n < 72000; ++n)
        {
            const double goal = n < 24000 ? 0.3 : n < 48000 ? 8.0 : 0.2;
            if (n % 16 == 0)
            {
                now += 0.033 * (goal - now); // as the engine's knobs glide
                room.aim (smooth ? now : goal, ! smooth);
            }
            double left = 0.0, right = 0.0;
            const double in = std::sin (2.0 * pi * 196.0 * n / 48000.0) * std::min (1.0, n / 4800.0);
            room.process (in, in, left, right);
            out.push_back (left);
            const double* s = &out.back();
            if (n >= 23000)
                worst = std::max (worst, std::abs (s[0] - 4.0 * s[-1] + 6.0 * s[-2] - 4.0 * s[-3] + s[-4]));
            peak = std::max (peak, std::abs (left));
        }
        return worst / peak;
    };
    CHECK (harshness (true) < 0.01 * harshness (false));
}

TEST_CASE ("a room that opens or closes round a held note does not click")
{
    const double rate = 48000.0;
    auto patch = Patch::defaults();
    patch.outBox = patch.outGuard = patch.outRoomPercent = 0.0;
    OutputStage stage;
    stage.prepare (rate);
    stage.aim (patch, { 1, 0.0 }, 0);
    Signal out;
    double now = 0.0;
    for (int segment = 0; segment < 4500; ++segment)
    {
        const double goal = segment >= 1000 && segment < 3000 ? 100.0 : 0.0;
        now += std::clamp (goal - now, -7.0, 7.0); // in some 10 ms
        patch.outRoomPercent = now;
        stage.aim (patch, { 1, 0.0 }, 32);
        double middle[32], side[32] = {}, left[32], right[32];
        for (int n = 0; n < 32; ++n)
            middle[n] = 0.25 * std::cos (2.0 * pi * 196.0 * (32 * segment + n) / rate);
        stage.process ({ middle, side }, { middle, side }, 1, left, right, 32);
        out.insert (out.end(), left, left + 32);
    }
    // The fourth difference lifts 9 kHz by 4 dB and half of the rate by 24 dB, 196 Hz by -129 dB.
    double worst = 0.0, dry = 0.0, wet = 0.0;
    for (std::size_t n = 20000; n < out.size(); ++n)
    {
        const double* s = &out[n];
        worst = std::max (worst, std::abs (s[0] - 4.0 * s[-1] + 6.0 * s[-2] - 4.0 * s[-3] + s[-4]));
        if (n < 32000)
            dry = std::max (dry, std::abs (s[0]));
        else if (n > 64000 && n < 96000)
            wet = std::max (wet, std::abs (s[0]));
    }
    CHECK (std::abs (wet / dry - 1.0) > 0.02); // the room is heard
    CHECK (20.0 * std::log10 (worst) < -70.0);
}

TEST_CASE ("without a share the room changes no bit, and once it has been left, none is left of it")
{
    const auto play = [] (const std::vector<PerformanceEvent>& more)
    {
        Synth synth;
        synth.prepare (48000.0);
        std::vector<PerformanceEvent> events { noteOn (0, 50), noteOn (4000, 57), noteOn (40000, 62) };
        events.insert (events.end(), more.begin(), more.end());
        return render (synth, events, 60000);
    };
    const auto dry = play ({});
    REQUIRE (play ({ setParameter (0, "out.room_size", 5.0) }) == dry);
    const auto visited = play ({ setParameter (10000, "out.room", 50.0), setParameter (20000, "out.room", 0.0) });
    REQUIRE (std::equal (dry.left.begin(), dry.left.begin() + 10000, visited.left.begin()));
    REQUIRE_FALSE (std::equal (dry.left.begin() + 10000, dry.left.begin() + 20000, visited.left.begin() + 10000));
    REQUIRE (std::equal (dry.left.begin() + 40000, dry.left.end(), visited.left.begin() + 40000)); // 0.4 s for the knob
    REQUIRE (std::equal (dry.right.begin() + 40000, dry.right.end(), visited.right.begin() + 40000));
}

TEST_CASE ("the room rings out after the strings, within the tail that is reported, into exact silence")
{
    PreparedSynth synth (
        patchWith ({ { "out.room", 100.0 }, { "out.room_size", 1.5 }, { "body.decay", 0.05 }, { "hand.lift", 2.0 } }));
    const double tail = synth.tailSeconds();
    REQUIRE (tail >= 2.0 * 1.5);
    REQUIRE (tail < 6.0);
    const auto note = render (synth, { noteOn (0, 60) }, 12000);
    const double loud = *std::max_element (note.left.begin(), note.left.end());
    const auto ring = render (synth, { noteOff (0, 60) }, static_cast<int> (48000.0 * tail));
    const auto levelAt = [&] (double t)
    {
        const auto at = ring.left.begin() + static_cast<std::ptrdiff_t> (t * 48000.0);
        return std::abs (*std::max_element (at, at + 4800));
    };
    REQUIRE (levelAt (0.75) > 1e-3 * loud); // half of T60: some 30 dB down, not silent
    REQUIRE (levelAt (tail - 0.2) < 1e-6 * loud);
    render (synth, {}, 96000);
    REQUIRE (synth.isSilent());
    const auto after = render (synth, {}, 4800);
    REQUIRE (*std::max_element (after.left.begin(), after.left.end()) == 0.0);
    REQUIRE (*std::min_element (after.left.begin(), after.left.end()) == 0.0);

    synth.setPatch (patchWith ({ { "out.room", 0.0 }, { "out.room_size", 12.0 }, { "body.decay", 0.3 } }));
    const double dry = synth.tailSeconds();
    synth.setPatch (patchWith ({ { "out.room", 1.0 }, { "out.room_size", 12.0 }, { "body.decay", 0.3 } }));
    REQUIRE (synth.tailSeconds() >= dry + 20.0);
}
