// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Support/Listener.h"
#include "Support/NamedBody.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Hands/Human.h"
#include "Synth/VoiceParts/BowHand.h"

#include <catch2/catch.hpp>

#include <complex>
#include <numeric>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** What a hand adds to a stroke by itself: how much, how fast, and always the same. */
namespace
{
Patch onlyPart (std::string_view id, double human = 100.0)
{
    auto patch = patchWith ({ { "voice.humanise", human },
                              { "human.strokes", 0.0 },
                              { "human.drift", 0.0 },
                              { "human.tremor", 0.0 },
                              { "human.texture", 0.0 },
                              { "human.finger", 0.0 } });
    turn (patch, { { id, 100.0 } });
    return patch;
}

/** A stroke's moments every `tick` seconds, the bow going at a steady speed [m/s]. */
std::vector<Human::Moment> strokeOf (const Patch& patch, std::uint64_t seed, double seconds, double tick,
                                     double speed = 0.2)
{
    Human player;
    player.begin (Noise (seed));
    std::vector<Human::Moment> moments;
    for (int i = 0; i < static_cast<int> (seconds / tick + 0.5); ++i)
    {
        player.move (patch, tick, speed, Human::updatesAt (i * tick, (i + 1) * tick).finger);
        moments.push_back (player.now());
    }
    return moments;
}

template <class Value>
double rms (const std::vector<Human::Moment>& moments, Value value)
{
    double sum = 0.0;
    for (const auto& moment : moments)
        sum += value (moment) * value (moment);
    return std::sqrt (sum / static_cast<double> (moments.size()));
}

/** Mean over many strokes of 20 s of the power of `value` between two frequencies, over all of it but what is below
    0.1 Hz. */
template <class Value>
double powerBetween (const Patch& patch, double lowest, double highest, double speed, Value value)
{
    double within = 0.0, all = 0.0;
    constexpr int count = 2000;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
    {
        const auto moments = strokeOf (patch, seed, 20.0, 0.01, speed);
        std::vector<double> windowed;
        for (int n = 0; n < count; ++n)
            windowed.push_back (value (moments[static_cast<std::size_t> (n)]) *
                                (0.5 - 0.5 * std::cos (2.0 * pi * n / count)));
        for (int bin = 2; bin < count / 2; bin += 1)
        {
            std::complex<double> x = 0.0;
            const auto turn = std::polar (1.0, -2.0 * pi * bin / count);
            std::complex<double> phasor = 1.0;
            for (const double sample : windowed)
            {
                x += sample * phasor;
                phasor *= turn;
            }
            const double frequency = bin / 20.0;
            all += std::norm (x);
            within += frequency >= lowest && frequency < highest ? std::norm (x) : 0.0;
        }
    }
    return within / all;
}

double speedOf (const Human::Moment& moment)
{
    return moment.speed - 1.0;
}
double forceOf (const Human::Moment& moment)
{
    return moment.force - 1.0;
}
double centsOf (const Human::Moment& moment)
{
    return moment.cents;
}
double octavesOfPlace (const Human::Moment& moment)
{
    return std::log2 (moment.place);
}
double octavesOfHair (const Human::Moment& moment)
{
    return std::log2 (moment.hair);
}

const std::vector<PerformanceEvent> fewNotes { noteOn (0, 50),      noteOn (1003, 69),       noteOff (9000, 50),
                                               noteOn (11111, 62),  control (12000, 1, 0.7), noteOff (20000, 69),
                                               noteOff (21000, 62), noteOn (21500, 62, 0.9) };

/** The second half of a stroke on A4, both ears together: the first stroke, or the one after it. */
std::vector<double> strokeOnA4 (const Patch& patch, int number)
{
    PreparedSynth synth (patch);
    std::vector<PerformanceEvent> events;
    for (int i = 0; i <= number; ++i)
    {
        events.push_back (noteOn (96000 * i, 69));
        events.push_back (noteOff (96000 * i + 48000, 69));
    }
    const auto out = render (synth, events, 96000 * number + 48000);
    std::vector<double> half;
    for (std::size_t n = out.left.size() - 24000; n < out.left.size(); ++n)
        half.push_back (out.left[n] + out.right[n]);
    return half;
}

/** Largest normalised correlation of two sounds, one of them moved by less than two periods of 109 samples. */
double correlation (const std::vector<double>& a, const std::vector<double>& b)
{
    constexpr int reach = 218;
    const auto begin = a.begin() + reach, end = a.end() - reach;
    double largest = -1.0;
    const double power = std::inner_product (begin, end, begin, 0.0);
    for (int shift = -reach; shift <= reach; ++shift)
    {
        const auto other = b.begin() + reach + shift;
        const double theirs = std::inner_product (other, other + (end - begin), other, 0.0);
        largest = std::max (largest, std::inner_product (begin, end, other, 0.0) / std::sqrt (power * theirs));
    }
    return largest;
}
} // namespace

TEST_CASE ("every part of Human moves what it says by as much as it says", "[human]")
{
    struct Case
    {
        std::string_view part;
        double speed, force, cents, place, hair; // rms, the last two in octaves
    };
    // The course of a stroke is x (t) - x (0), of mean square 2 (1 - cos w t), over 30 s and 0.06 to 0.24 Hz;
    // of its speed, what grows is halved, so that five eighths of the square are left.
    double square = 0.0;
    for (int i = 0; i < 1000; ++i)
    {
        const double angle = 2.0 * pi * 30.0 * 0.06 * std::exp2 (2.0 * (i + 0.5) / 1000.0);
        square += 2.0 * (1.0 - std::sin (angle) / angle) / 1000.0;
    }
    const double course = std::sqrt (square);
    // Fingers: 3, 3 and 1.5 cents, independent of one another.
    for (const auto& c :
         { Case { "human.drift", std::hypot (0.1, 0.3 * course * std::sqrt (0.625)), std::hypot (0.12, 0.12 * course),
                  0.0, 0.07, 0.35 },
           Case { "human.tremor", 0.06, 0.08, 0.0, 0.0, 0.0 }, Case { "human.texture", 0.06, 0.1, 0.0, 0.0, 0.0 },
           Case { "human.finger", 0.0, 0.0, std::sqrt (9.0 + 9.0 + 2.25), 0.0, 0.0 } })
    {
        CAPTURE (c.part);
        // Four hundred strokes know the rms of a course that is slower than they last to a twentieth.
        const double expected[] { c.speed, c.force, c.cents, c.place, c.hair };
        double squares[5] {}, mean = 0.0;
        constexpr double count = 400 * 3000;
        for (std::uint64_t seed = 0; seed < 400; ++seed)
            for (const auto& m : strokeOf (onlyPart (c.part), seed, 30.0, 0.01))
            {
                const double all[] { speedOf (m), forceOf (m), centsOf (m), octavesOfPlace (m), octavesOfHair (m) };
                for (std::size_t k = 0; k < 5; ++k)
                    squares[k] += all[k] * all[k] / count;
                mean += m.cents / count;
            }
        for (std::size_t k = 0; k < 5; ++k)
            CHECK_THAT (std::sqrt (squares[k]), WithinAbs (expected[k], 0.05 * expected[k] + rounded));
        // Nobody plays sharp by it: 4.5 cents, of which 0.25 Hz and faster are known anew every 2 s; three errors.
        CHECK_THAT (mean, WithinAbs (0.0, 3.0 * 4.5 / std::sqrt (400.0 * 15.0)));
        const auto half = strokeOf (onlyPart (c.part, 50.0), 3, 1.0, 0.01),
                   whole = strokeOf (onlyPart (c.part), 3, 1.0, 0.01);
        CHECK_THAT (half[50].speed - 1.0, WithinAbs (0.5 * (whole[50].speed - 1.0), rounded));
        CHECK_THAT (half[50].cents, WithinAbs (0.5 * whole[50].cents, rounded));
    }
}

TEST_CASE ("drift is 1/f noise, tremor lies at 6 to 10 Hz, the finger trembles at 4 to 7", "[human]")
{
    // 1/f: equal powers in equal numbers of octaves, here one; slower is the course of the stroke. Of ten tones over
    // 5.23 octaves an edge cuts half a tone in or out: of 1.9, in twelve strokes, 0.11 rms below 1.5 Hz and 0.08 above.
    CHECK_THAT (powerBetween (onlyPart ("human.drift"), 0.75, 1.5, 0.2, speedOf) /
                    powerBetween (onlyPart ("human.drift"), 1.5, 3.0, 0.2, speedOf),
                WithinAbs (1.0, 0.2));
    // Nothing that moves all partials together, as fast as a vibrato moves each its own way.
    constexpr double leak = 0.001; // of what a window of Hann's leaves beyond its two nearest bins
    CHECK (powerBetween (onlyPart ("human.drift"), 3.2, 50.0, 0.2, speedOf) < leak);
    CHECK (powerBetween (onlyPart ("human.tremor"), 5.9, 10.1, 0.2, forceOf) > 1.0 - leak);
    CHECK_THAT (powerBetween (onlyPart ("human.finger"), 3.9, 7.1, 0.2, centsOf), WithinAbs (9.0 / 20.25, leak));
    // It rolls by as much as it trembles, at 0.25 to 2.5 Hz: within a note, where a listener hears it move.
    CHECK_THAT (powerBetween (onlyPart ("human.finger"), 0.2, 2.6, 0.2, centsOf), WithinAbs (9.0 / 20.25, leak));
}

TEST_CASE (
    "a finger on a rim judders at 10 to 25 Hz, a bow on metal or wood three fifths of that, on a string not at all",
    "[human]")
{
    const std::pair<std::string_view, double> bodies[] { { "Glass", 0.15 }, { "Bowl", 0.15 },     { "Saw", 0.09 },
                                                         { "Plate", 0.09 }, { "Free bar", 0.09 }, { "String", 0.0 } };
    for (const auto& [body, judder] : bodies)
    {
        CAPTURE (body);
        auto patch = onlyPart ("human.tremor");
        patch.bodyType = bodyNamed (body);
        std::vector<Human::Moment> all;
        for (std::uint64_t seed = 0; seed < 40; ++seed)
            for (const auto& moment : strokeOf (patch, seed, 10.0, 0.01))
                all.push_back (moment);
        // Tones of a fixed size: two that are 1 Hz apart share 1/(2 pi 10) of their power over 10 s; of forty strokes.
        const double error = 3.0 / (2.0 * pi * 10.0 * std::sqrt (40.0));
        CHECK_THAT (rms (all, speedOf), WithinRel (std::hypot (0.06, judder), error));
        CHECK_THAT (rms (all, forceOf), WithinRel (0.08, error)); // the hand presses as before
        // The tremor ends at 10 Hz, where the judder begins: the first of its twelve tones over 1.3 octaves lies below
        // 10.3 Hz in two strokes of five.
        const double share = judder * judder / (judder * judder + 0.0036), below = std::log2 (1.03) / 1.3;
        if (judder > 0.0)
            CHECK_THAT (powerBetween (patch, 10.3, 25.0, 0.2, speedOf),
                        WithinAbs (share * (1.0 - below), 2.0 * share * 0.5 / (12.0 * std::sqrt (12.0))));
    }
}

TEST_CASE ("no two vibratos go at one rate, and none keeps its own", "[human]")
{
    // 8 % rms from stroke to stroke, by a sum of three uniform numbers, and 6 % within a stroke.
    constexpr int strokes = 300;
    double between = 0.0, within = 0.0, mean = 0.0, depths = 0.0, together = 0.0;
    for (std::uint64_t seed = 0; seed < strokes; ++seed)
    {
        const auto moments = strokeOf (onlyPart ("human.finger"), seed, 12.0, 0.01);
        double own = 0.0;
        for (const auto& moment : moments)
            own += (moment.rate - 1.0) / static_cast<double> (moments.size());
        mean += own / strokes;
        between += own * own / strokes;
        for (const auto& moment : moments)
        {
            const double rate = moment.rate - 1.0 - own, depth = moment.vibrato - 1.0;
            within += rate * rate / static_cast<double> (moments.size() * strokes);
            depths += depth * depth / static_cast<double> (moments.size() * strokes);
            together += rate * depth / static_cast<double> (moments.size() * strokes);
        }
    }
    // Three standard errors of so many strokes; within one, of six times as many independent moments.
    const double error = 3.0 / std::sqrt (strokes), ofSpread = error / std::sqrt (2.0);
    CHECK_THAT (mean, WithinAbs (0.0, error * 0.08));
    CHECK_THAT (std::sqrt (between), WithinRel (0.08, ofSpread));
    CHECK_THAT (std::sqrt (within), WithinRel (0.06, ofSpread / std::sqrt (6.0)));
    CHECK_THAT (std::sqrt (depths), WithinRel (0.2, ofSpread / std::sqrt (6.0)));
    CHECK_THAT (together / std::sqrt (within * depths), WithinAbs (0.0, error / std::sqrt (3.0))); // each its own way
    for (const auto& moment : strokeOf (onlyPart ("human.drift"), 1, 1.0, 0.01))
        REQUIRE (moment.rate == 1.0);
}

TEST_CASE ("hair and rosin lie along the bow: twice the speed meets them twice as fast", "[human]")
{
    const auto patch = onlyPart ("human.texture");
    const auto slow = strokeOf (patch, 9, 2.0, 0.001, 0.1), fast = strokeOf (patch, 9, 1.0, 0.001, 0.2),
               back = strokeOf (patch, 9, 0.1, 0.001, 0.0);
    for (std::size_t n = 0; n < fast.size(); ++n)
        REQUIRE_THAT (slow[2 * n + 1].force, WithinAbs (fast[n].force, rounded));
    for (const auto& moment : back)
        REQUIRE (moment.force == back[0].force); // a bow at rest stays where it is
    // To and fro over the same hair.
    Human player;
    player.begin (Noise (4));
    std::vector<double> there;
    for (int n = 0; n < 500; ++n)
    {
        player.move (patch, 0.001, 0.3, true);
        there.push_back (player.now().force);
    }
    for (int n = 499; n > 0; --n)
    {
        player.move (patch, 0.001, -0.3, true);
        REQUIRE_THAT (player.now().force, WithinAbs (there[static_cast<std::size_t> (n - 1)], rounded));
    }
}

TEST_CASE ("a stroke is the same for every sample rate and every cut of time", "[human]")
{
    auto patch = onlyPart ("human.drift");
    patch.humanTremorPercent = patch.humanFingerPercent = 100.0;
    const auto coarse = strokeOf (patch, 21, 2.0, 16.0 / 44100.0), fine = strokeOf (patch, 21, 2.0, 8.0 / 44100.0);
    int steps = 0;
    for (std::size_t n = 0; 2 * n + 1 < fine.size(); ++n)
    {
        REQUIRE_THAT (coarse[n].speed, WithinAbs (fine[2 * n + 1].speed, rounded));
        // The finger moves every 2.5 ms, at 150 cents a second rms: four times that.
        REQUIRE_THAT (coarse[n].cents, WithinAbs (fine[2 * n + 1].cents, 1.5));
        steps += n > 0 && coarse[n].cents != coarse[n - 1].cents ? 1 : 0;
    }
    CHECK_THAT (steps, WithinAbs (800, 1)); // every 2.5 ms of 2 s
    CHECK (std::abs (strokeOf (patch, 22, 1.0, 0.001)[500].speed - strokeOf (patch, 21, 1.0, 0.001)[500].speed) > 1e-4);
}

TEST_CASE ("a bow that ends turns round, and the note goes on", "[human]")
{
    auto patch = onlyPart ("human.strokes");
    patch.humanStrokesPercent = 0.0;
    patch.humanBowLength = 0.3;
    Human player;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
    {
        player.begin (Noise (seed));
        int ticks = 0, first = 0;
        for (int changes = 0; changes < 2; ++ticks)
        {
            player.move (patch, 0.001, changes == 0 ? 0.2 : -0.2, true);
            changes += player.turnsBow() ? 1 : 0;
            first = changes == 0 ? ticks + 1 : first;
        }
        constexpr double way = 0.0002; // [m] of a tick
        CHECK (first * way >= 0.24 - way);
        CHECK (first * way <= 0.3);
        CHECK (std::abs (ticks - 2 * first) <= 2); // and back again: a tick at either end
    }

    Synth synth;
    synth.prepare (48000.0);
    patch.humanBowLength = 0.1; // 0.4 to 0.5 s at 0.2 m/s
    synth.setPatch (patch);
    std::vector<ProbeFrame> frames (48000);
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, { noteOn (0, 69, 80.0 / 127.0) }, 48000, 256, &probes);
    int turned = 0;
    for (std::size_t n = 1; n < probes.count; ++n)
        turned += frames[n].bowVelocity * frames[n - 1].bowVelocity < 0.0 ? 1 : 0;
    CHECK (turned >= 1);
    CHECK (turned <= 2);
    CHECK_THAT (std::abs (frames[14400].bowVelocity), WithinRel (0.2, rounded));
    CHECK_THAT (frames[36000].bowVelocity, WithinRel (-frames[14400].bowVelocity, rounded));
}

/** Milliseconds from rest to 99 % of full speed of the last of the strokes that begin at these times [s]. */
double riseOf (Patch patch, std::initializer_list<double> times, double velocity, int key = 62)
{
    patch.humanDriftPercent = patch.humanTremorPercent = patch.humanTexturePercent = 0.0;
    PreparedSynth synth (patch);
    std::vector<PerformanceEvent> events;
    int start = 0;
    for (const double time : times)
    {
        start = static_cast<int> (48000.0 * time);
        events.push_back (noteOn (start, key + static_cast<int> (events.size()), velocity));
    }
    std::vector<ProbeFrame> frames (48000 * 4);
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, events, start + 144000, 256, &probes);
    const double full = std::abs (frames[probes.count - 1].bowVelocity);
    std::size_t rest = 0, there = probes.count - 1;
    for (std::size_t n = 1; n < probes.count; ++n)
    {
        const double now = frames[n].bowVelocity;
        rest = std::abs (now) < 1e-3 * full || now * frames[n - 1].bowVelocity < 0.0 ? n : rest; // or it turns
    }
    while (there > rest && std::abs (frames[there - 1].bowVelocity) > 0.99 * full)
        --there;
    return static_cast<double> (there - rest) / 48.0;
}

TEST_CASE ("a living hand begins in its own time, quicker for hard keys and in quick passages", "[human]")
{
    auto patch = patchWith ({ { "voice.humanise", 50.0 },
                              { "human.strokes", 100.0 },
                              { "voice.mode", 0.0 },
                              { "voice.guide", 0.0 },
                              { "voice.response", static_cast<double> (static_cast<int> (Response::player)) },
                              { "hand.speed", 0.2 },
                              { "hand.bite", 5.0 } });
    constexpr int strokes = 200;
    const double quicker = std::exp2 (-4.5 * 47.0 / 127.0), shortest = 12.0 + 1000.0 / 293.66; // [ms]
    constexpr double late = 1500.0 * limits::controlInterval / 48000.0; // [ms]: a point of the grid, and half of one
    std::vector<double> usual;                                          // [octaves over 1 ms]
    // 0.2 m/s at 5 m/s^2 are 40 ms; eight times that, of which 0.5 s is the most, and 0.8 octaves rms either way.
    const double median = std::log2 (0.99 * 320.0 / std::pow (1.0 + std::pow (0.64, 4.0), 0.25));
    const double spread = std::hypot (0.8, 0.5 / std::sqrt (3.0));
    double sum = 0.0, squares = 0.0;
    for (int seed = 0; seed < strokes; ++seed)
    {
        patch.voiceSeed = seed;
        const double rise = riseOf (patch, { 0.0 }, 80.0 / 127.0);
        usual.push_back (std::log2 (rise));
        sum += usual.back() / strokes;
        squares += usual.back() * usual.back() / strokes;
        if (seed >= 8)
            continue;
        CAPTURE (seed, rise);
        CHECK_THAT (riseOf (patch, { 0.0 }, 1.0), WithinAbs (std::max (quicker * rise, 0.99 * shortest), late));
        const double quick = riseOf (patch, { 0.0, 0.1 }, 80.0 / 127.0);
        CAPTURE (quick);
        CHECK_THAT (quick, WithinAbs (0.99 * 10.0, late)); // a tenth of 0.1 s
        // A chord is no passage: three spreads below the median.
        CHECK (std::log2 (riseOf (patch, { 0.0, 0.02 }, 80.0 / 127.0)) > median - 3.0 * spread);
    }
    std::sort (usual.begin(), usual.end());
    // Three standard errors, of the median 1.25 of those of the mean.
    const double error = 3.0 * spread / std::sqrt (1.0 * strokes);
    CHECK_THAT (usual[strokes / 2], WithinAbs (median, 1.25 * error));
    CHECK_THAT (std::sqrt (squares - sum * sum), WithinAbs (spread, error / std::sqrt (2.0)));
    patch.voiceHumanisePercent = 0.0;
    CHECK_THAT (riseOf (patch, { 0.0 }, 80.0 / 127.0), WithinAbs (0.99 * 40.0, late));
}

namespace
{
/** Normal force [N] of the last of three strokes on `key` that begin 94 ms apart, `seconds` after it began; the other
    parts of the hand stand still. */
double forceInPassage (int key, double seconds, double apart = 0.094)
{
    const auto patch = patchWith ({ { "voice.humanise", 50.0 },
                                    { "human.drift", 0.0 },
                                    { "human.tremor", 0.0 },
                                    { "human.texture", 0.0 },
                                    { "voice.guide", 0.0 },
                                    { "hand.force_mode", 1.0 },
                                    { "hand.force", 1.0 },
                                    { "voice.mode", 0.0 } });
    PreparedSynth synth (patch);
    std::vector<PerformanceEvent> events;
    for (int n = 0; n < 3; ++n)
        events.push_back (noteOn (static_cast<int> (48000.0 * apart * n), key, 80.0 / 127.0));
    std::vector<ProbeFrame> frames (48000 * 2);
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, events, static_cast<int> (48000.0 * (2.0 * apart + seconds)) + 48, 256, &probes);
    return frames[probes.count - 1].normalForce;
}
} // namespace

TEST_CASE ("a low note of a quick passage begins under a lighter bow, and a long one ends under the usual force",
           "[human]")
{
    // E1, 41.2 Hz: 3.9 periods lie between two strokes, of 24 that need no help, so that 0.3 is the least. C4: 24.6.
    // Times are known to a point of the control grid, of 94 ms.
    constexpr double interval = limits::controlInterval / 48000.0;
    CHECK_THAT (forceInPassage (28, 0.09) / forceInPassage (28, 0.5), WithinAbs (0.3, rounded));
    CHECK_THAT (forceInPassage (40, 0.09) / forceInPassage (40, 0.5),
                WithinRel (0.094 * 82.41 / 24.0, interval / 0.094));
    CHECK_THAT (forceInPassage (53, 0.09) / forceInPassage (53, 0.5),
                WithinRel (0.094 * 174.6 / 24.0, interval / 0.094));
    CHECK_THAT (forceInPassage (60, 0.09) / forceInPassage (60, 0.5), WithinAbs (1.0, rounded));
    // On its way back, in a straight line from the end of one interval to that of the next: the force follows in 4 ms.
    const double start = 0.094 * 82.41 / 24.0, perSecond = (1.0 - start) / 0.094, age = 0.141 + 0.001;
    CHECK_THAT (forceInPassage (40, 0.141) / forceInPassage (40, 0.5),
                WithinAbs (start + (age - 0.094 - 0.004) * perSecond, interval * perSecond));
    CHECK_THAT (forceInPassage (40, 0.28, 0.3) / forceInPassage (40, 0.9, 0.3), WithinAbs (1.0, rounded)); // no passage
}

TEST_CASE ("the tilt of the bow differs from stroke to stroke by up to 2.5 octaves of hair either way", "[human]")
{
    auto patch = onlyPart ("human.strokes");
    double squares = 0.0, most = 0.0;
    for (std::uint64_t seed = 0; seed < 600; ++seed)
    {
        BowHand hand;
        hand.start (patch, Noise (seed));
        const double octaves = std::log2 (hand.variation().hair);
        squares += octaves * octaves / 600.0;
        most = std::max (most, std::abs (octaves));
    }
    CHECK (most < 2.5);
    CHECK_THAT (std::sqrt (squares),
                WithinRel (2.5 / std::sqrt (3.0), 3.0 * std::sqrt (0.2 / 600.0))); // uniform; three errors
    patch.humanStrokesPercent = 0.0;
    BowHand steady;
    steady.start (patch, Noise (1));
    CHECK (steady.variation().hair == 1.0);
}

TEST_CASE ("a bow starts from rest without a jump, whatever the hand does", "[human]")
{
    for (const int body : { 0, bodyNamed ("Free bar"), bodyNamed ("Glass") })
        for (int seed = 0; seed < 10; ++seed)
        {
            auto patch = patchWith ({ { "voice.humanise", 100.0 },
                                      { "human.strokes", 0.0 },
                                      { "human.drift", 400.0 },
                                      { "human.tremor", 400.0 },
                                      { "voice.guide", 0.0 },
                                      { "hand.speed", 0.3 },
                                      { "hand.bite", 2.0 } });
            patch.bodyType = body;
            patch.voiceSeed = seed;
            PreparedSynth synth (patch);
            std::vector<ProbeFrame> frames (48000);
            ProbeBuffer probes { frames.data(), frames.size(), 0 };
            render (synth, { noteOn (0, 62, 80.0 / 127.0) }, 96, 256, &probes); // 2 ms, of 150
            // 2 m/s^2; one point of the grid ahead, and what the shaking hand adds from the second point on.
            for (std::size_t n = 0; n < probes.count && frames[n].time < 0.0006; ++n)
                REQUIRE (std::abs (frames[n].bowVelocity) <= 2.0 * 0.0007);
        }
}

TEST_CASE ("without Human its parts change no bit", "[human]")
{
    const auto play = [] (std::initializer_list<std::pair<std::string_view, double>> settings)
    {
        PreparedSynth synth (patchWith (settings));
        return render (synth, fewNotes, 24000);
    };
    const auto plain = play ({});
    CHECK (play ({ { "human.strokes", 200.0 },
                   { "human.drift", 400.0 },
                   { "human.tremor", 400.0 },
                   { "human.texture", 0.0 },
                   { "human.finger", 300.0 },
                   { "human.bow", 0.02 },
                   { "voice.seed", 3.0 } }) == plain);
    CHECK (play ({ { "voice.humanise", 1.0 } }) != plain);
}

TEST_CASE ("no stroke of a living hand is like another, and in tune they are all", "[human]")
{
    auto living = patchWith (
        { { "voice.humanise", 50.0 }, { "surface.texture", 20.0 }, { "surface.grain", 1e-4 }, { "hand.stroke", 1.0 } });
    auto still = living;
    still.voiceHumanisePercent = still.surfaceTexturePercent = 0.0;
    // Of two sounds whose partials differ by so many decibels rms.
    const auto alike = [] (double decibels) { return 1.0 - 0.5 * std::pow (gainFromDb (decibels) - 1.0, 2); };
    CHECK (correlation (strokeOnA4 (still, 0), strokeOnA4 (still, 1)) > alike (listener::level / 3.0));
    CHECK (correlation (strokeOnA4 (living, 0), strokeOnA4 (living, 1)) < alike (listener::halfAsMuch));
    CHECK (strokeOnA4 (living, 1) == strokeOnA4 (living, 1));
}

TEST_CASE ("all fingers move at the same times, 400 a second", "[human]")
{
    const auto patch = onlyPart ("human.finger");
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
    {
        INFO (rate << " Hz");
        const double tick = 16.0 / rate;
        Human early, late;
        early.begin (Noise (1));
        late.begin (Noise (2));
        int moves = 0;
        double before = 0.0, lateBefore = 0.0;
        for (int i = 0; i < static_cast<int> (2.0 / tick); ++i)
        {
            const bool move = Human::updatesAt ((i - 1) * tick, i * tick).finger;
            early.move (patch, tick, 0.2, move);
            const bool earlyMoved = early.now().cents != before;
            before = early.now().cents;
            if (i * tick < 0.5 + 0.3 * tick)
                continue;
            const bool starts = (i - 1) * tick < 0.5 + 0.3 * tick;
            late.move (patch, tick, 0.2, move); // begins somewhere between two moves
            const bool lateMoved = late.now().cents != lateBefore;
            lateBefore = late.now().cents;
            if (starts)
                REQUIRE (lateMoved); // its own place at once
            else
                REQUIRE (lateMoved == earlyMoved);
            moves += i * tick >= 1.0 && earlyMoved ? 1 : 0;
        }
        CHECK (std::abs (moves - 400) <= 1);
    }
}

TEST_CASE ("whoever plans the bow alone plans what a whole plan would", "[human]")
{
    // A controller that nothing follows, at every point of the control grid: something was done, a whole plan is due.
    const auto play = [] (const Patch& patch, bool disturbed)
    {
        auto events = fewNotes;
        events.insert (events.end(), { event (14000, Type::pitchBend, 0, 0.7), control (16000, 11, 0.4),
                                       event (18000, Type::notePressure, 62, 0.8) });
        for (int at = 0; disturbed && at < 30000; at += limits::controlInterval)
            events.push_back (control (at, 3, 0.5));
        PreparedSynth synth (patch);
        return render (synth, events, 30000);
    };
    // The instrument as it comes, in each way to divide keys among strings, with slides and an ear; then any patch.
    for (const double mode : { 0.0, 1.0, 2.0 })
        for (const double glide : { 0.0, 0.05 })
        {
            CAPTURE (mode, glide);
            auto patch = Patch::defaults();
            patch.voiceMode = mode;
            patch.voiceGlide = glide;
            patch.voicePitchLockPercent = 100.0;
            REQUIRE (Human::moves (patch));
            REQUIRE (play (patch, true) == play (patch, false));
        }
    const int count = rounds (4, 400);
    for (int seed = 0; seed < count; ++seed)
    {
        CAPTURE (seed);
        auto patch = Random (static_cast<std::uint64_t> (seed)).patch();
        patch.voiceHumanisePercent = 60.0;
        patch.voiceVibratoCents = 0.0;
        REQUIRE (play (patch, true) == play (patch, false));
    }
    // A section waits with its vibrato for the arm, whoever plans.
    auto patch = Patch::defaults();
    patch.sectionPlayers = 4.0;
    for (const double cents : { 0.0, 15.0, 60.0 })
        for (const double spread : { 0.0, 8.0 })
        {
            CAPTURE (cents, spread);
            patch.voiceVibratoCents = cents;
            patch.sectionTuningCents = spread;
            CHECK (play (patch, true) == play (patch, false));
        }
}
