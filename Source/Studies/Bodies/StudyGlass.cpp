// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofGlass
{
using lab::Fields;

struct Settings
{
    Patch patch;
    int key, diameters;
    double rate, seconds, settle, hop, slowest, fastest, shownSeconds;
    std::vector<double> speeds;
    Expectation ratio;
};

struct Rim
{
    std::vector<double> sound, envelope; // rms over each hop
    double pulse = 0.0, depth = 0.0;     // rate of the strongest pulsation [Hz], and its amplitude over the mean
};

Rim rub (const Settings& s, double speed, bool keepsSound)
{
    const FloatEnvironment environment;
    auto patch = s.patch;
    set (patch, "hand.speed", speed);
    BodyBench bench (patch, s.key, s.rate);
    const auto hop = std::max (1l, std::lround (s.hop * s.rate)), settle = std::lround (s.settle * s.rate);
    Rim rim;
    for (auto n = settle; n > 0; --n)
        bench.play();
    double mean = 0.0;
    for (auto left = std::lround ((s.seconds - s.settle) * s.rate) / hop; left > 0; --left)
    {
        double sum = 0.0;
        for (long n = 0; n < hop; ++n)
        {
            bench.play();
            sum += bench.output() * bench.output();
            if (keepsSound)
                rim.sound.push_back (bench.output());
        }
        rim.envelope.push_back (std::sqrt (sum / static_cast<double> (hop)));
        mean += rim.envelope.back();
    }
    const auto count = static_cast<double> (rim.envelope.size());
    mean /= count;
    // strongest periodic component of the envelope, under a Hann window
    const auto strength = [&] (double f)
    {
        double c = 0.0, d = 0.0;
        for (std::size_t i = 0; i < rim.envelope.size(); ++i)
        {
            const double place = (static_cast<double> (i) + 0.5) / count, window = std::pow (std::sin (pi * place), 2);
            const double angle = 2.0 * pi * f * static_cast<double> (i) * static_cast<double> (hop) / s.rate;
            c += window * (rim.envelope[i] - mean) * std::cos (angle);
            d += window * (rim.envelope[i] - mean) * std::sin (angle);
        }
        return 4.0 * std::hypot (c, d) / count;
    };
    const double step = 0.1 / (s.seconds - s.settle);
    double best = 0.0;
    for (double f = s.slowest; f < s.fastest; f += step)
        if (const double now = strength (f); now > best)
        {
            best = now;
            rim.pulse = f;
        }
    double low = rim.pulse - step, high = rim.pulse + step; // golden section
    for (int i = 0; i < 30; ++i)
    {
        const double a = high - 0.618033988749895 * (high - low), b = low + 0.618033988749895 * (high - low);
        (strength (a) > strength (b) ? high : low) = strength (a) > strength (b) ? b : a;
    }
    rim.pulse = 0.5 * (low + high);
    rim.depth = mean > 0.0 ? best / mean : 0.0;
    return rim;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const double radius = s.patch.bodyRadius;
    const auto expected = [&] (double speed) { return 2.0 * s.diameters * speed / (2.0 * pi * radius); };
    const auto shown = s.speeds.size() / 2;
    std::vector<std::optional<Rim>> rims (s.speeds.size());
    StudyWorkers workers (context, static_cast<double> (rims.size()));
    workers.each (rims.size(), static_cast<double> (rims.size()),
                  [&] (std::size_t i) { rims[i] = rub (s, s.speeds[i], i == shown); });
    StudyResult result;
    result.interrupted = workers.stopped();
    Table table { "",
                  { "speed of the finger [m/s]", "turns per second", "pulsation [Hz]", "2 n turns per second [Hz]",
                    "ratio", "depth over mean level" },
                  {},
                  { { .title = "The finger and the pulsation",
                      .x = "speed of the finger [m/s]",
                      .y = { "2 n turns per second [Hz]" } },
                    { .title = "The finger and the pulsation",
                      .x = "speed of the finger [m/s]",
                      .y = { "pulsation [Hz]" },
                      .marks = true } } };
    for (std::size_t i = 0; i < rims.size(); ++i)
    {
        if (! rims[i])
            continue;
        const double v = s.speeds[i], f = expected (v);
        result.checks.push_back (
            check ("pulsation over 2 n turns per second at " + text (v) + " m/s", "", rims[i]->pulse / f, s.ratio));
        table.rows.push_back ({ v, v / (2.0 * pi * radius), rims[i]->pulse, f, rims[i]->pulse / f, rims[i]->depth });
    }
    result.tables.push_back (std::move (table));
    if (rims[shown])
    {
        const auto& rim = *rims[shown];
        Table level { "level",
                      { "time [s]", "level over its highest" },
                      {},
                      { { .title = "Level at " + text (s.speeds[shown]) + " m/s",
                          .x = "time [s]",
                          .y = { "level over its highest" } } } };
        const auto count = std::min (rim.envelope.size(), static_cast<std::size_t> (s.shownSeconds / s.hop));
        const auto end = rim.envelope.begin() + static_cast<std::ptrdiff_t> (count);
        const double largest = count > 0 ? *std::max_element (rim.envelope.begin(), end) : 1.0;
        for (std::size_t i = 0; i < count; ++i)
            level.rows.push_back ({ (static_cast<double> (i) + 0.5) * s.hop, rim.envelope[i] / largest });
        result.tables.push_back (std::move (level));
        result.sounds.push_back (
            { "rim", "The rim of the glass at " + text (s.speeds[shown]) + " m/s.", rim.sound, s.rate });
    }
    result.caption = "A finger runs round the rim of a glass (R = " + text (1e3 * radius) +
                     " mm): the pattern of n = " + std::to_string (s.diameters) +
                     " nodal diameters follows it, and the sound at one place swells and fades 2 n times per turn.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->patch = readPatch (f, "patch", "Parameters of the instrument, by id; the study sets the speed.",
                          { { "body.type", 6.0 },
                            { "body.round", 1.0 },
                            { "body.radius", 0.03 },
                            { "body.mass", 0.09 },
                            { "body.decay", 0.3 },
                            { "body.quality", 300.0 },
                            { "contact.viscosity", 0.1 } });
    s->key = f.integer ("key", 0, 127, "Key of the note.", 72);
    s->diameters = f.integer ("nodal_diameters", 1, 16, "Number n of the mode that speaks.", 2);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 48000.0);
    s->settle = f.number ("settle", { 0.0, 60.0, " s" }, "Time before the measurement.", 2.0);
    s->seconds = f.number ("seconds", { 1.0, 600.0, " s" }, "Length of each note.", 10.0);
    if (! f.describing() && s->seconds < s->settle + 1.0)
        f.refuse ("seconds", "leaves less than a second to measure; allowed: from " + text (s->settle + 1.0) + " s");
    s->hop = f.number ("hop", { 1e-4, 0.1, " s" }, "Time over which levels are averaged.", 0.005);
    s->slowest = f.number ("slowest", { 0.01, 100.0, " Hz" }, "Slowest pulsation searched.", 0.5);
    s->fastest = f.number ("fastest", { 0.1, 1000.0, " Hz" }, "Fastest pulsation searched.", 20.0);
    s->speeds = f.numbers ("speeds", { 5e-4, 3.0, " m/s" }, 1, 64, "Speeds of the finger.");
    s->shownSeconds =
        f.number ("shown_seconds", { 0.1, 60.0, " s" }, "Speed of the finger in the picture of the level.", 2.0);
    s->ratio = { 1.0, 0.99, 1.01, "ReferenceNumbers.md R.12" };
    readExpectation (f, "ratio", "Pulsation over 2 n turns per second.", s->ratio);
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofGlass

const Study glass { "glass", "A finger that runs round the rim of a glass, and the pulsation of its sound.",
                    ofGlass::prepare };
} // namespace kolophon::study
