// SPDX-License-Identifier: GPL-3.0-or-later
// What moves knobs besides the hand: macros, the matrix and its sources, in hertz, cents, newtons and seconds.
#include "Support/FreeString.h"
#include "Support/Listener.h"
#include "Support/PreparedSynth.h"
#include "Support/Rounding.h"
#include "Synth/Modulation/ModulationSources.h"

#include <catch2/catch.hpp>

#include <complex>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Source = ModulationSource;

namespace
{
struct Link
{
    Source source;
    std::string_view id;
    double depth;
    double curve = 0.0;
};

Modulation matrix (std::initializer_list<Link> links)
{
    Modulation modulation;
    std::size_t slot = 0;
    for (const auto& link : links)
        modulation.slots[slot++] = { link.source, to (link.id, link.depth, link.curve) };
    return modulation;
}

Rendering played (const Patch& patch, const Modulation& modulation, const std::vector<PerformanceEvent>& events,
                  double seconds, int block = 512, ProbeBuffer* probes = nullptr)
{
    PreparedSynth synth (patch, freeRate);
    synth.setModulation (modulation);
    return render (synth, events, static_cast<int> (seconds * freeRate), block, probes);
}

/** The free string of FreeString.h, rung by `key`, under a modulation. */
std::vector<double> rung (const Patch& patch, const Modulation& modulation, std::vector<PerformanceEvent> events,
                          double seconds, int key = 69, double velocity = 80.0 / 127.0)
{
    events.push_back (noteOn (480, key, velocity));
    events.push_back (noteOff (480 + 4800, key));
    return played (patch, modulation, events, seconds).left;
}

/** Pitch against time: cents above A4 of each cycle, in its middle, 32 samples of latency ago. */
struct PitchPoint
{
    double time, cents;
};
std::vector<PitchPoint> pitches (const std::vector<double>& signal, double from, double to)
{
    const auto times = zeros (signal, from, to);
    std::vector<PitchPoint> points;
    for (std::size_t n = 0; n + 1 < times.size(); ++n)
        points.push_back ({ 0.5 * (times[n] + times[n + 1]) - 32.0 / freeRate,
                            -1200.0 * std::log2 (440.0 * (times[n + 1] - times[n])) });
    return points;
}

/** Mean, and what goes with the sine and the cosine of `frequency` [Hz], by least squares over whole cycles. */
struct Wave
{
    double mean = 0.0, sine = 0.0, cosine = 0.0;
};
Wave waveOf (const std::vector<PitchPoint>& points, double frequency)
{
    const double begin = points.front().time;
    const double end = begin + std::floor ((points.back().time - begin) * frequency) / frequency;
    Wave wave;
    double weights = 0.0;
    for (std::size_t n = 0; n + 1 < points.size() && points[n].time < end; ++n)
    {
        const double weight = points[n + 1].time - points[n].time, angle = 2.0 * pi * frequency * points[n].time;
        weights += weight;
        wave.mean += weight * points[n].cents;
        wave.sine += 2.0 * weight * points[n].cents * std::sin (angle);
        wave.cosine += 2.0 * weight * points[n].cents * std::cos (angle);
    }
    return { wave.mean / weights, wave.sine / weights, wave.cosine / weights };
}

/** [cents] by which 50 at a rate [Hz] are late, which stand still between points of the control grid: half of an
    interval. */
double late (double frequency)
{
    return 50.0 * 2.0 * pi * frequency * 0.5 * limits::controlInterval / freeRate;
}
constexpr double ofFit = 0.07; // [cents] of 50, to periods of 440 Hz that begin and end beside those of the wave

/** The contact of a held D4 that is pressed with 1 N, 0.2 m/s. */
std::vector<ProbeFrame> contact (Patch patch, const Modulation& modulation, double seconds,
                                 std::vector<PerformanceEvent> events = {})
{
    patch.handForceMode = 1.0;
    patch.handForce = 1.0;
    events.push_back (noteOn (100, 62, 80.0 / 127.0));
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (seconds * freeRate));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    played (patch, modulation, events, seconds, 512, &probes);
    frames.resize (probes.count);
    return frames;
}

} // namespace

TEST_CASE ("an LFO moves the pitch by its depth in cents, both ways, at its rate")
{
    // Fine goes from -100 to 100 cents: a depth of 0.25 is a quarter of 200 cents to either side.
    for (const double amount : { 100.0, -50.0 })
        for (const double rate : { 5.0, 1.3 })
        {
            const auto patch = freeString ({ { "mod.lfo1_rate", rate }, { "mod.amount_1", amount } });
            const auto signal = rung (patch, matrix ({ { Source::lfo1, "body.fine", 0.25 } }), {}, 2.5);
            const auto wave = waveOf (pitches (signal, 0.2, 2.5), rate);
            CAPTURE (amount, rate);
            CHECK_THAT (wave.mean, WithinAbs (0.0, ofFit));
            CHECK_THAT (wave.sine, WithinAbs (50.0 * amount / 100.0, ofFit)); // from zero upwards as the stream begins
            CHECK_THAT (wave.cosine, WithinAbs (0.0, late (rate) + ofFit));
        }
}

TEST_CASE ("an LFO keeps time with the song, tempo, bar and place")
{
    // 90 a minute: 1.5 quarters a second. The place 7.25 at sample 960 is a quarter of a beat's cycle.
    const auto patch = freeString ({ { "mod.lfo1_sync", 1.0 } });
    const std::vector<PerformanceEvent> song { event (0, Type::tempo, 0, 90.0), event (960, Type::position, 0, 7.25) };
    const auto signal = rung (patch, matrix ({ { Source::lfo1, "body.fine", 0.25 } }), song, 2.5);
    const auto wave = waveOf (pitches (signal, 0.2, 2.5), 1.5);
    const double angle = 2.0 * pi * (0.25 - 1.5 * 0.02); // at the stream's beginning
    CHECK_THAT (wave.sine, WithinAbs (50.0 * std::cos (angle), late (1.5) + ofFit));
    CHECK_THAT (wave.cosine, WithinAbs (50.0 * std::sin (angle), late (1.5) + ofFit));

    // A cycle of one bar of 3/4 at 180 a minute: 1 Hz.
    const auto bars = freeString ({ { "mod.lfo1_sync", 1.0 }, { "mod.lfo1_length", 3.0 } });
    const auto slow = rung (bars, matrix ({ { Source::lfo1, "body.fine", 0.25 } }),
                            { event (0, Type::tempo, 0, 180.0), event (0, Type::bar, 0, 3.0) }, 2.5);
    CHECK_THAT (waveOf (pitches (slow, 0.2, 2.5), 1.0).sine, WithinAbs (50.0, ofFit));
}

TEST_CASE ("a host may say where the song is at any sample: what it has known before moves nothing")
{
    // At 90 a minute sample n lies at n/32000 of a quarter note. Nothing of 100 samples falls on the control grid.
    const auto patch = freeString ({ { "mod.lfo1_sync", 1.0 } });
    std::vector<PerformanceEvent> song { event (0, Type::tempo, 0, 90.0), event (0, Type::position, 0, 0.0) };
    const auto modulation = matrix ({ { Source::lfo1, "out.level", 0.25 } });
    const auto once = rung (patch, modulation, song, 1.0);
    for (int sample = 100; sample < 48000; sample += 100)
        song.push_back (event (sample, Type::position, 0, sample / 32000.0));
    const auto often = rung (patch, modulation, song, 1.0);
    REQUIRE (often.size() == once.size());
    double peak = 0.0, worst = 0.0;
    for (std::size_t i = 0; i < once.size(); ++i)
    {
        peak = std::max (peak, std::abs (once[i]));
        worst = std::max (worst, std::abs (often[i] - once[i]));
    }
    CHECK (peak > listener::asSpeech);
    CHECK (worst < 1e-9 * peak); // 15 samples too late would be 1e-3
}

TEST_CASE ("an LFO that the key begins has its phase from there, and its own in every voice")
{
    const auto patch = freeString ({ { "mod.lfo1_trigger", 1.0 }, { "mod.lfo1_phase", 25.0 } });
    for (const int start : { 480, 5000 })
    {
        const auto signal = played (patch, matrix ({ { Source::lfo1, "body.fine", 0.25 } }),
                                    { noteOn (start, 69, 80.0 / 127.0), noteOff (start + 4800, 69) }, 2.5)
                                .left;
        const auto wave = waveOf (pitches (signal, 0.3, 2.5), 5.0);
        const double angle = 2.0 * pi * 5.0 * start / freeRate;
        CAPTURE (start);
        CHECK_THAT (wave.cosine, WithinAbs (50.0 * std::cos (angle), late (5.0) + ofFit));
        CHECK_THAT (wave.sine, WithinAbs (50.0 * std::sin (angle), late (5.0) + ofFit));
    }
}

TEST_CASE ("a sync'd cycle lasts as long as its name says")
{
    SongClock clock;
    clock.setBar (3.5);
    const double expected[] = { 28.0,      14.0, 7.0, 3.5,       2.0,   4.0 / 3.0, 1.5,       1.0,
                                2.0 / 3.0, 0.75, 0.5, 1.0 / 3.0, 0.375, 0.25,      1.0 / 6.0, 0.125 };
    const auto& menu = parameterTable()[findParameter ("mod.lfo1_length").value()];
    REQUIRE (menu.choices.size() == std::size (expected));
    for (std::size_t n = 0; n < std::size (expected); ++n)
        CHECK_THAT (lfoQuarters (static_cast<int> (n), clock), WithinRel (expected[n], 1e-15));
    CHECK (menu.choices[3] == "1 bar");
    CHECK (menu.choices[7] == "1/4");
    CHECK (menu.choices[9] == "1/8 dotted");
    CHECK (menu.choices[14] == "1/16 triplet");
}

TEST_CASE ("LFO shapes pass through their corners")
{
    auto patch = Patch::defaults();
    patch.lfo1Rate = 1.0;
    const auto& knob = knobs::lfos[0];
    const auto at = [&] (LfoShape shape, double phase)
    {
        patch.lfo1Shape = static_cast<double> (static_cast<int> (shape));
        patch.lfo1PhasePercent = 100.0 * phase;
        return Lfo().value (patch, knob, 1);
    };
    CHECK_THAT (at (LfoShape::sine, 1.0 / 12.0), WithinAbs (0.5, rounded));
    CHECK_THAT (at (LfoShape::triangle, 0.125), WithinAbs (0.5, rounded));
    CHECK_THAT (at (LfoShape::triangle, 0.25), WithinAbs (1.0, rounded));
    CHECK_THAT (at (LfoShape::triangle, 0.75), WithinAbs (-1.0, rounded));
    CHECK_THAT (at (LfoShape::rise, 0.75), WithinAbs (0.5, rounded));
    CHECK_THAT (at (LfoShape::fall, 0.75), WithinAbs (-0.5, rounded));
    CHECK (at (LfoShape::square, 0.49) == 1.0);
    CHECK (at (LfoShape::square, 0.51) == -1.0);
    CHECK (at (LfoShape::steps, 0.1) == at (LfoShape::steps, 0.9));

    // Steps and Wander: uniform in -1 … 1, another value for each cycle and each seed.
    Lfo lfo;
    SongClock clock;
    double sum = 0.0, squares = 0.0, before = 0.0;
    patch.lfo1PhasePercent = 50.0;
    for (int n = 0; n < 4000; ++n)
    {
        patch.lfo1Shape = static_cast<double> (static_cast<int> (LfoShape::steps));
        const double value = lfo.value (patch, knob, 7);
        REQUIRE (value != before);
        sum += before = value;
        squares += value * value;
        patch.modulationSeed = 1.0;
        REQUIRE (lfo.value (patch, knob, 7) != value);
        patch.modulationSeed = 0.0;
        lfo.move (patch, knob, clock, 1.0);
    }
    // Three standard errors of a uniform number, of variance 1/3, and of its square, of 4/45.
    CHECK_THAT (sum / 4000.0, WithinAbs (0.0, 3.0 * std::sqrt (1.0 / 3.0 / 4000.0)));
    CHECK_THAT (squares / 4000.0, WithinAbs (1.0 / 3.0, 3.0 * std::sqrt (4.0 / 45.0 / 4000.0)));
}

TEST_CASE ("an envelope takes its times, and its curve is a power of what is left")
{
    auto patch = Patch::defaults();
    patch.envelope1Attack = 0.2;
    patch.envelope1Hold = 0.1;
    patch.envelope1Decay = 0.4;
    patch.envelope1SustainPercent = 25.0;
    patch.envelope1Release = 0.5;
    for (const double curve : { 0.0, 1.0, -0.5 })
    {
        patch.envelope1Curve = curve;
        const double power = std::pow (4.0, curve);
        const auto expected = [power] (double t)
        {
            if (t < 0.2)
                return 1.0 - std::pow (1.0 - t / 0.2, power);
            if (t < 0.3)
                return 1.0;
            if (t < 0.7)
                return 0.25 + 0.75 * std::pow (1.0 - (t - 0.3) / 0.4, power);
            return t < 1.0 ? 0.25 : 0.25 * std::pow (std::max (0.0, 1.0 - (t - 1.0) / 0.5), power);
        };
        Envelope envelope;
        envelope.start();
        for (int n = 1; n <= 2000; ++n)
        {
            if (n == 1001)
                envelope.release();
            const double t = 0.001 * n, value = envelope.move (patch, knobs::envelopes[0], 0.001);
            CAPTURE (curve, t);
            REQUIRE_THAT (value, WithinAbs (expected (t), 1e-6 + (t > 1.499 && t < 1.501 ? 0.02 : 0.0)));
        }
    }

    // A key that comes while it falls begins where it is.
    patch.envelope1Curve = 0.0;
    Envelope again;
    again.start();
    again.move (patch, knobs::envelopes[0], 0.9);
    again.start();
    CHECK_THAT (again.move (patch, knobs::envelopes[0], 0.1), WithinAbs (0.25 + 0.75 * 0.5, rounded));
}

TEST_CASE ("an envelope falls for its release time when the key goes up")
{
    // Up at 0.11 s from 60 % of 200 cents times 0.5; the string is free from then on.
    const auto patch = freeString ({ { "mod.env1_attack", 0.0 },
                                     { "mod.env1_decay", 0.0 },
                                     { "mod.env1_sustain", 60.0 },
                                     { "mod.env1_release", 1.0 } });
    const auto signal = rung (patch, matrix ({ { Source::envelope1, "body.fine", 0.5 } }), {}, 1.5);
    const auto points = pitches (signal, 0.4, 1.4); // the steady pull of the bow has left the output's high-pass
    for (const auto& point : points)
        REQUIRE_THAT (point.cents, WithinAbs (60.0 * std::max (0.0, 1.0 - (point.time - 0.11)), 0.1));
}

TEST_CASE ("drift wanders between its limits, slower the longer one looks, and is the same for the same seed")
{
    auto patch = Patch::defaults();
    patch.driftRate = 4.0;
    Drift drift, again;
    double squares = 0.0, nearby = 0.0, apart = 0.0;
    std::vector<double> values;
    for (int n = 0; n < 40000; ++n)
    {
        drift.move (patch, 0.01);
        again.move (patch, 0.01);
        values.push_back (drift.value (patch, 3));
        REQUIRE (again.value (patch, 3) == values.back());
        REQUIRE (std::abs (values.back()) < 1.0);
        squares += values.back() * values.back();
    }
    for (std::size_t n = 0; n + 100 < values.size(); ++n)
    {
        nearby += std::pow (values[n + 1] - values[n], 2.0);
        apart += std::pow (values[n + 100] - values[n], 2.0);
    }
    CHECK_THAT (std::sqrt (squares / 40000.0), WithinAbs (0.42, 0.06));
    CHECK (apart > 100.0 * nearby); // 0.01 s against 1 s, at 4 Hz: it hardly moves, and has gone elsewhere
    CHECK (drift.value (patch, 4) != values.back());
    patch.modulationSeed = 5.0;
    CHECK (drift.value (patch, 3) != values.back());
}

TEST_CASE ("a source glides to its value under another seed or menu, and is exact otherwise")
{
    SourceGlide glide;
    CHECK (glide.over (0.25, 0.0, { 1.0 }, 0.25) == 0.25); // the first value is no jump
    CHECK (glide.over (-0.75, 0.25, { 1.0 }, 0.25) == -0.75);
    double heard = glide.over (0.25, -0.75, { 2.0 }, 0.25);
    CHECK_THAT (heard, WithinAbs (0.25 - 0.75, rounded)); // three quarters of the jump are left
    heard = glide.over (0.25, heard, { 2.0 }, 0.25);
    CHECK_THAT (heard, WithinAbs (0.25 - 0.5625, rounded));
    for (int n = 0; n < 100; ++n)
        heard = glide.over (0.25, heard, { 2.0 }, 0.25);
    CHECK (heard == 0.25);
    CHECK (glide.over (0.5, heard, { 3.0 }, 0.25) < 0.5);
    glide.arrive();
    CHECK (glide.over (0.5, heard, { 3.0 }, 0.25) == 0.5);
}

TEST_CASE ("a macro moves a knob by a fraction of its slider's travel, as far as the slider goes")
{
    Modulation modulation;
    modulation.macros[2].to = { to ("body.fine", 0.4) };
    modulation.macros[3].to = { to ("body.tune", -0.5), to ("body.fine", -1.0) };
    const auto cents = [&] (double three, double four)
    {
        const auto patch = freeString ({ { "macro.3", three }, { "macro.4", four } });
        return 1200.0 * std::log2 (meanFrequency (rung (patch, modulation, {}, 1.0), 0.5, 1.0) / 440.0);
    };
    CHECK_THAT (cents (50.0, 0.0), WithinAbs (40.0, 0.05));
    CHECK_THAT (cents (100.0, 0.0), WithinAbs (80.0, 0.05));
    CHECK_THAT (cents (0.0, 25.0), WithinAbs (-1200.0 - 50.0, 0.05));
    CHECK_THAT (cents (100.0, 75.0), WithinAbs (-3600.0 - 70.0, 0.2)); // 80 - 150 of it
    CHECK_THAT (cents (0.0, 75.0), WithinAbs (-3600.0 - 100.0, 0.2));  // the slider ends at -100

    // Sliders that are laid out logarithmically or as a cube.
    const auto speed = [] (double depth)
    {
        Modulation m;
        m.macros[0].to = { to ("hand.speed", depth) };
        auto patch = defaultsOfFormat1();
        patch.handBite = 100.0;
        patch.macro1Percent = 100.0;
        return contact (patch, m, 0.3).back().bowVelocity;
    };
    CHECK_THAT (speed (0.1), WithinRel (0.2 * std::pow (3.0 / 0.0005, 0.1), rounded));
    CHECK_THAT (speed (-0.2), WithinRel (0.2 * std::pow (3.0 / 0.0005, -0.2), rounded));
    CHECK_THAT (speed (0.9), WithinRel (3.0, rounded));

    ModulationRoutes::Target glide { static_cast<std::uint16_t> (findParameter ("voice.glide").value()), 0.0 };
    CHECK_THAT (movedBy (0.25, 5.0 * 0.125, glide), WithinRel (5.0 * std::pow (0.75, 3.0), rounded));
    CHECK_THAT (movedBy (0.5, 0.0, glide), WithinRel (5.0 * 0.125, rounded));
}

TEST_CASE ("a curve is a power of the source that keeps its sign")
{
    for (const double curve : { 1.0, 0.5, 0.0, -1.0 })
    {
        const auto cents = [curve] (Source source, const std::vector<PerformanceEvent>& events, double velocity)
        {
            const auto patch = freeString ({ { "voice.bend_range", 0.0 }, { "voice.velocity", 0.0 } });
            const auto signal =
                rung (patch, matrix ({ { source, "body.fine", 0.5, curve } }), events, 1.0, 69, velocity);
            return 1200.0 * std::log2 (meanFrequency (signal, 0.5, 1.0) / 440.0);
        };
        const double power = std::pow (4.0, curve);
        CAPTURE (curve);
        CHECK_THAT (cents (Source::velocity, {}, 0.4), WithinAbs (100.0 * std::pow (0.4, power), 0.05));
        CHECK_THAT (cents (Source::bend, { event (0, Type::pitchBend, 0, -0.4) }, 0.6),
                    WithinAbs (-100.0 * std::pow (0.4, power), 0.05));
    }
}

TEST_CASE ("every voice follows its own key, touch and release")
{
    const auto patch = freeString ({ { "hand.stroke", 1.0 } });
    const auto modulation = matrix ({ { Source::velocity, "body.fine", 0.5 },
                                      { Source::pressure, "body.fine", -0.3 },
                                      { Source::key, "body.fine", 0.64 } });
    const auto one =
        std::vector { noteOn (480, 69, 0.5), noteOff (5280, 69), event (600, Type::notePressure, 69, 0.5) };
    const auto other = std::vector { noteOn (480, 81, 0.25, 1), noteOff (5280, 81, 1) };
    auto both = one;
    both.insert (both.end(), other.begin(), other.end());
    const auto a = played (patch, modulation, one, 1.0).left, b = played (patch, modulation, other, 1.0).left;
    const auto sum = played (patch, modulation, both, 1.0).left;
    for (std::size_t n = 0; n < sum.size(); ++n)
        REQUIRE_THAT (sum[n], WithinAbs (a[n] + b[n], rounded));

    // 50 of velocity, -30 of pressure, (69 - 62)/64 of 128 for the key.
    CHECK_THAT (1200.0 * std::log2 (meanFrequency (a, 0.5, 1.0) / 440.0), WithinAbs (50.0 - 30.0 + 14.0, 0.05));
    CHECK_THAT (1200.0 * std::log2 (meanFrequency (b, 0.5, 1.0) / 880.0), WithinAbs (25.0 + 38.0, 0.05));
}

TEST_CASE ("controllers are sources of their own range")
{
    struct Case
    {
        Source source;
        std::vector<PerformanceEvent> events;
        double value;
    };
    for (const auto& c :
         { Case { Source::wheel, { control (0, 1, 0.5) }, 0.5 },
           Case { Source::breath, { control (0, 2, 0.25) }, 0.25 }, Case { Source::breath, {}, 0.0 },
           Case { Source::expression, { control (0, 11, 0.5) }, 0.5 }, Case { Source::expression, {}, 1.0 },
           Case { Source::pressure, { event (600, Type::channelPressure, 0, 0.75) }, 0.75 },
           Case { Source::slide, { control (0, 74, 0.5), control (600, 74, 0.9) }, 0.8 },
           Case { Source::release, {}, 0.5 }, Case { Source::macro2, {}, 0.3 } })
    {
        const auto patch = freeString ({ { "voice.vibrato_wheel", 0.0 }, { "macro.2", 30.0 } });
        const auto signal = rung (patch, matrix ({ { c.source, "body.fine", 0.4 } }), c.events, 1.0);
        CAPTURE (static_cast<int> (c.source));
        CHECK_THAT (1200.0 * std::log2 (meanFrequency (signal, 0.5, 1.0) / 440.0), WithinAbs (80.0 * c.value, 0.05));
    }
}

TEST_CASE ("controllers are smoothed over 5 ms, and taken as they stand when a note begins")
{
    const auto modulation = matrix ({ { Source::wheel, "hand.speed", 0.2 } });
    const auto speedAt = [&modulation] (int change, double seconds)
    {
        auto patch = defaultsOfFormat1();
        patch.handBite = 100.0;
        return contact (patch, modulation, seconds, { control (change, 1, 1.0) }).back().bowVelocity;
    };
    const double full = 0.2 * std::pow (6000.0, 0.2);
    CHECK_THAT (speedAt (0, 0.1), WithinRel (full, rounded));
    // 5 ms after the change, 1 - 1/e of the way in the slider's travel; a point of the grid is 0.67 ms.
    const double later = speedAt (9600, 0.2 + 0.005);
    CHECK_THAT (std::log (later / 0.2) / std::log (full / 0.2), WithinAbs (1.0 - std::exp (-1.0), 0.05));
}

TEST_CASE ("physics as sources: slips a second, and the energy that a string holds")
{
    // Force goes from 0.005 to 5000 N over its slider: a travel of 0.05 is a factor of 10^0.3.
    const auto newtons = [] (Source source, double& energy)
    {
        const auto frames = contact (defaultsOfFormat1(), matrix ({ { source, "hand.force", 0.05 } }), 1.0);
        double force = 0.0, count = 0.0;
        energy = 0.0;
        for (auto frame = frames.end() - 9600; frame != frames.end(); ++frame, ++count)
        {
            force += std::log10 (frame->normalForce);
            energy += std::log10 (frame->storedEnergy);
        }
        energy = std::pow (10.0, energy / count);
        return force / count / 0.3; // the source
    };
    double energy = 0.0;
    const double rate = std::pow (10.0, 4.0 * newtons (Source::slipRate, energy));
    CHECK_THAT (rate, WithinRel (293.66, 0.03)); // Helmholtz motion: one slip a period
    const double source = newtons (Source::energy, energy);
    CHECK_THAT (source, WithinAbs (std::log10 (energy / 1e-9) / 9.0, 0.003));

    // In Helmholtz motion the string slips for beta of the time: 0.13.
    CHECK_THAT (newtons (Source::slipFraction, energy), WithinAbs (0.13, 0.05));
    // It is bent nearly as far as it goes while it sticks.
    const double bristle = newtons (Source::bristle, energy);
    CHECK (bristle > 0.2);
    CHECK (bristle < 1.0);
}

TEST_CASE ("pressure as a source has its floor and its curve")
{
    // 0.6 over a floor of 0.2 is half of what is above it, to the power of two: a quarter of 50 cents.
    const auto patch = freeString ({ { "voice.press_floor", 20.0 }, { "voice.press_curve", 0.5 } });
    const auto modulation = matrix ({ { Source::pressure, "body.fine", 0.25 } });
    const auto cents = [&] (double pressure)
    {
        const auto signal = rung (patch, modulation, { event (0, Type::channelPressure, 0, pressure) }, 1.0);
        return 1200.0 * std::log2 (meanFrequency (signal, 0.5, 1.0) / 440.0);
    };
    CHECK_THAT (cents (0.6), WithinAbs (12.5, 0.1));
    CHECK_THAT (cents (0.15), WithinAbs (0.0, 0.1));
}

TEST_CASE ("the side-chain's level is a source")
{
    auto patch = defaultsOfFormat1();
    patch.handForceMode = 1.0;
    patch.handForce = 1.0;
    PreparedSynth synth (patch, freeRate);
    synth.setModulation (matrix ({ { Source::sideChain, "hand.force", 0.1 } }));
    std::vector<double> left (24000), right (24000), drive (24000);
    for (std::size_t n = 0; n < drive.size(); ++n)
        drive[n] = 0.5 * std::sqrt (2.0) * std::sin (0.3 * static_cast<double> (n));
    std::vector<ProbeFrame> frames (24000);
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    const auto key = noteOn (0, 62);
    synth.render ({ &key, 1 }, left.data(), right.data(), 24000, &probes, drive.data());
    CHECK_THAT (std::log10 (frames[probes.count - 1].normalForce) / 0.6, WithinAbs (0.5, 0.01));
}

TEST_CASE ("a swept pure tone has nothing beside it")
{
    // A Blackman-Harris window of four terms falls to -92 dB; a tone of 440 Hz that is swept by 50 cents keeps within
    // 440 Hz +- 60 Hz at that level. What is looked for are the images of the control grid, 3 kHz and its multiples.
    const auto loudestBeside = [] (const Patch& patch, const Modulation& modulation)
    {
        const auto signal = rung (patch, modulation, {}, 1.0);
        constexpr std::size_t length = 32768;
        std::vector<double> windowed (length);
        for (std::size_t n = 0; n < length; ++n)
        {
            const double x = 2.0 * pi * (static_cast<double> (n) + 0.5) / length;
            const double window =
                0.35875 - 0.48829 * std::cos (x) + 0.14128 * std::cos (2.0 * x) - 0.01168 * std::cos (3.0 * x);
            windowed[n] = window * signal[signal.size() - length + n];
        }
        const auto level = [&windowed] (double frequency)
        {
            std::complex<double> sum {}, turn = std::polar (1.0, -2.0 * pi * frequency / freeRate), phase { 1.0, 0.0 };
            for (const double sample : windowed)
            {
                sum += sample * phase;
                phase *= turn;
            }
            return std::abs (sum);
        };
        double tone = 0.0, beside = 0.0;
        for (double frequency = 400.0; frequency < 480.0; frequency += 1.0)
            tone = std::max (tone, level (frequency));
        for (const double image : { 3000.0, 6000.0, 9000.0 })
            for (double offset = -600.0; offset <= 600.0; offset += 4.0)
                beside = std::max (beside, level (image + offset));
        for (double frequency = 900.0; frequency < 2400.0; frequency += 10.0)
            beside = std::max (beside, level (frequency));
        return 20.0 * std::log10 (beside / tone);
    };
    const auto patch = freeString ({ { "mod.lfo1_rate", 5.0 } });
    CHECK (loudestBeside (patch, {}) < -90.0);
    CHECK (loudestBeside (patch, matrix ({ { Source::lfo1, "body.fine", 0.25 } })) < -90.0);
    CHECK (loudestBeside (patch, matrix ({ { Source::lfo1, "body.fine", 0.5 } })) < -90.0);
    CHECK (loudestBeside (patch, matrix ({ { Source::lfo1, "out.level", 6.0 / 72.0 } })) < -90.0);
    CHECK (loudestBeside (patch, matrix ({ { Source::lfo1, "body.impedance", 0.1 } })) < -90.0);
    CHECK (loudestBeside (patch, matrix ({ { Source::lfo1, "out.width", 0.25 } })) < -90.0);
}

TEST_CASE ("an empty matrix is none: the same bits")
{
    const std::vector events { noteOn (100, 57), noteOn (9000, 64), control (5000, 1, 0.7), noteOff (20000, 57) };
    auto patch = Patch::defaults();
    PreparedSynth plain (patch, freeRate);
    const auto expected = render (plain, events, 30000);
    CHECK (played (patch, {}, events, 30000 / freeRate) == expected);

    // Values of macros, of sources and of amounts move nothing by themselves.
    patch.macro1Percent = 70.0;
    patch.lfo1Rate = 11.0;
    patch.amount3Percent = 20.0;
    Modulation named;
    named.macros[0].name = "Bow";
    CHECK (played (patch, named, events, 30000 / freeRate) == expected);
    CHECK (routesOf (named).isEmpty());
}

TEST_CASE ("a link that comes while a note sounds fades in, one that stays goes on, one that goes fades out")
{
    PreparedSynth synth (freeString ({ { "macro.1", 100.0 } }), freeRate);
    auto signal = render (synth, { noteOn (480, 69, 80.0 / 127.0), noteOff (5280, 69) }, 24000).left;
    Modulation modulation;
    modulation.macros[0].to = { to ("body.fine", 0.25) };
    synth.setModulation (modulation);
    const auto after = render (synth, {}, 24000).left;
    signal.insert (signal.end(), after.begin(), after.end());
    for (const auto& point : pitches (signal, 0.45, 0.6))
    {
        // 50 cents, with a time constant of 10 ms from 0.5 s on; zeros lie half a cycle to either side.
        const double since = point.time - 0.5;
        const double expected = since < 0.0 ? 0.0 : 50.0 * (1.0 - std::exp (-since / 0.01));
        CAPTURE (point.time);
        REQUIRE_THAT (point.cents, WithinAbs (expected, 4.0));
    }
    CHECK_THAT (1200.0 * std::log2 (meanFrequency (signal, 0.7, 1.0) / 440.0), WithinAbs (50.0, 0.05));

    // And out, as fast; what takes its place comes in meanwhile, and where nothing is left nothing is modulated.
    modulation.macros[0].to = { to ("body.tune", 0.0) };
    synth.setModulation (modulation);
    const auto last = render (synth, {}, 24000).left;
    signal.insert (signal.end(), last.begin(), last.end());
    for (const auto& point : pitches (signal, 0.95, 1.1))
    {
        const double since = point.time - 1.0;
        CAPTURE (point.time);
        REQUIRE_THAT (point.cents, WithinAbs (since < 0.0 ? 50.0 : 50.0 * std::exp (-since / 0.01), 4.0));
    }
    CHECK_THAT (1200.0 * std::log2 (meanFrequency (signal, 1.2, 1.5) / 440.0), WithinAbs (0.0, 0.05));
}
