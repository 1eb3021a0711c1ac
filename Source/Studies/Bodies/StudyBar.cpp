// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/FloatEnvironment.h"
#include "../../Core/Units.h"
#include "../StudyKit.h"
#include "../StudyMaps.h"
#include "../StudyTone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofBowedBar
{
using lab::Fields;

struct Cell
{
    double force, speed;
    bool drawn;
    Expectation speaks, cents, partials, amplitude, second;
};

struct Settings
{
    Patch patch;
    int key, partials;
    double rate, seconds, measured, threshold, near, shift, apart;
    Axis forces, speeds;
    double mapSeconds;
    std::vector<Cell> cells;
};

/** Tone of a bowed bar, at the end of the note. */
struct Tone
{
    std::vector<double> surface, sound; // [m/s]; output
    double amplitude = 0.0;             // maximum of the surface velocity over the bow's speed
    std::optional<double> frequency;    // [Hz], of the surface velocity
};

Tone play (const Settings& s, double force, double speed, double seconds)
{
    const FloatEnvironment environment;
    auto patch = s.patch;
    set (patch, "hand.force", force);
    set (patch, "hand.speed", speed);
    BodyBench bench (patch, s.key, s.rate);
    const auto steps = std::lround (seconds * s.rate),
               kept = std::lround (std::min (s.measured, 0.6 * seconds) * s.rate);
    Tone tone;
    double bow = 0.0;
    for (long n = 0; n < steps; ++n)
    {
        bench.play();
        if (n < steps - kept)
            continue;
        tone.surface.push_back (bench.surfaceVelocity());
        tone.sound.push_back (bench.output());
        tone.amplitude = std::max (tone.amplitude, std::abs (bench.surfaceVelocity()));
        bow = std::max (bow, std::abs (bench.bowVelocity()));
    }
    tone.amplitude /= std::max (bow, 1e-12);
    const double f = bench.lines()[0].frequency;
    if (tone.amplitude > s.threshold)
        tone.frequency = fundamentalFrequency (tone.surface, s.rate, 0.4 * f, std::min (20.0 * f, 0.2 * s.rate));
    return tone;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto forces = s.forces.middles(), speeds = s.speeds.middles();
    const auto count = forces.size() * speeds.size();
    const double mapWork = s.mapSeconds * static_cast<double> (count),
                 cellWork = s.seconds * static_cast<double> (s.cells.size());
    StudyWorkers workers (context, mapWork + cellWork);
    std::vector<std::optional<Tone>> tones (s.cells.size());
    workers.each (tones.size(), cellWork,
                  [&] (std::size_t i) { tones[i] = play (s, s.cells[i].force, s.cells[i].speed, s.seconds); });
    struct Pitch
    {
        double amplitude, frequency; // 0: silent
    };
    std::vector<std::optional<Pitch>> map (count);
    workers.each (count, mapWork,
                  [&] (std::size_t i)
                  {
                      const auto tone = play (s, forces[i / speeds.size()], speeds[i % speeds.size()], s.mapSeconds);
                      map[i] = Pitch { tone.amplitude, tone.frequency.value_or (0.0) };
                  });

    StudyResult result;
    result.interrupted = workers.stopped();
    const auto lines = BodyBench (s.patch, s.key, s.rate).lines();
    const double first = lines[0].frequency;
    Table cells { "cells",
                  { "bow force [N]", "bow speed [m/s]", "speaks", "f_0 [Hz]", "f_0 over mode 1 [cents]",
                    "amplitude over v_b", "worst partial [cents]", "mode 2 under f_0 [dB]" },
                  {} };
    Table spectra { "spectra",
                    { "cell", "frequency [kHz]", "level [dB of the loudest]" },
                    {},
                    { { .title = "Surface velocity, by force and speed",
                        .x = "frequency [kHz]",
                        .y = { "level [dB of the loudest]" },
                        .by = "cell" } } };
    for (std::size_t i = 0; i < s.cells.size(); ++i)
    {
        if (! tones[i])
            continue;
        const auto& c = s.cells[i];
        const auto& tone = *tones[i];
        const auto at = ", " + text (c.force) + " N, " + text (c.speed) + " m/s";
        result.checks.push_back (check ("speaks" + at, "", tone.frequency ? 1.0 : 0.0, c.speaks));
        const double nothing = std::numeric_limits<double>::quiet_NaN();
        double cents = nothing, worst = nothing, second = nothing;
        if (tone.frequency)
        {
            const double f = frequencyNear (tone.surface, s.rate, *tone.frequency);
            cents = centsFromRatio (f / first);
            worst = 0.0;
            for (int n = 2; n <= s.partials; ++n)
                worst =
                    std::max (worst, std::abs (centsFromRatio (frequencyNear (tone.surface, s.rate, n * f) / (n * f))));
            // the stiffness of the contact may shift it
            const double shifted = lines[1].frequency;
            second = dbFromGain (strongestBetween (tone.surface, s.rate, shifted * (1.0 - s.shift),
                                                   shifted * (1.0 + s.shift), f, s.apart) /
                                 std::abs (lineAt (tone.surface, s.rate, f)));
            result.checks.push_back (check ("f_0 over mode 1" + at, "cents", cents, c.cents));
            result.checks.push_back (
                check ("partials 2 to " + std::to_string (s.partials) + " off the harmonics, the worst" + at, "cents",
                       worst, c.partials));
            result.checks.push_back (
                check ("amplitude of the surface velocity over v_b" + at, "", tone.amplitude, c.amplitude));
            result.checks.push_back (check ("strongest line near mode 2 against f_0" + at, "dB", second, c.second));
        }
        cells.rows.push_back ({ c.force, c.speed, tone.frequency ? 1.0 : 0.0, tone.frequency.value_or (nothing), cents,
                                tone.amplitude, worst, second });
        if (! c.drawn)
            continue;
        addSpectrum (spectra, static_cast<double> (spectra.views[0].kinds.size()), tone.surface, s.rate, 8.5 * first,
                     -120.0);
        spectra.views[0].kinds.push_back ({ text (c.force) + " N, " + text (c.speed) + " m/s" });
        result.sounds.push_back ({ "bowed-" + std::to_string (i + 1),
                                   "The bar under " + text (c.force) + " N at " + text (c.speed) + " m/s.", tone.sound,
                                   s.rate });
    }
    result.tables.push_back (std::move (cells));
    Table table { "map",
                  { "bow force [N]", "bow speed [m/s]", "amplitude over v_b", "f_0 over mode 1 [cents]",
                    "kind (0 mode 1, 1 another pitch, 2 no pitch, 3 silent)" },
                  {},
                  { { .title = "Map of pitches",
                      .x = "bow speed [m/s]",
                      .y = { "bow force [N]" },
                      .by = "kind (0 mode 1, 1 another pitch, 2 no pitch, 3 silent)",
                      .kinds = { { "mode 1", "#4f97c9" },
                                 { "another pitch", "#eba06b" },
                                 { "no pitch", "#9a9a9a" },
                                 { "silent", "#e6e6e6" } },
                      .marks = true,
                      .logX = true,
                      .logY = true } } };
    for (std::size_t i = 0; i < count; ++i)
    {
        if (! map[i])
            continue;
        const double cents = map[i]->frequency > 0.0 ? centsFromRatio (map[i]->frequency / first)
                                                     : std::numeric_limits<double>::quiet_NaN();
        const bool loud = map[i]->amplitude > s.threshold, tuned = std::abs (cents) < s.near;
        table.rows.push_back ({ forces[i / speeds.size()], speeds[i % speeds.size()], map[i]->amplitude, cents,
                                tuned                     ? 0.0
                                : ! loud                  ? 3.0
                                : map[i]->frequency > 0.0 ? 1.0
                                                          : 2.0 });
    }
    result.tables.push_back (std::move (table));
    result.tables.push_back (std::move (spectra));
    result.caption =
        "A free bar of " + text (first) +
        " Hz bowed at its end: the map shows where it speaks, the spectra are of its surface. The spectrum "
        "is harmonic, although the bar's modes are not.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->patch = readPatch (f, "patch", "Parameters of the instrument, by id; the study sets speed and force.",
                          { { "body.type", 2.0 },
                            { "hand.position", 0.005 },
                            { "body.impedance_track", 0.0 },
                            { "contact.bristle", 1.0 },
                            { "contact.stiffness", 5e5 },
                            { "contact.bristle_damping", 2.0 },
                            { "contact.stribeck_speed", 0.16 },
                            { "body.decay", 10.0 },
                            { "body.quality", 100.0 } });
    set (s->patch, "hand.force_mode", static_cast<double> (ForceMode::absolute));
    s->key = f.integer ("key", 0, 127, "Key of the note.", 57);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 48000.0);
    s->seconds = f.number ("seconds", { 0.5, 60.0, " s" }, "Length of each note.", 4.0);
    s->measured = f.number ("measured", { 0.2, 30.0, " s" }, "Length of the analysed end.", 2.0);
    s->partials = f.integer ("partials", 2, 16, "Highest partial compared with the harmonics.", 4);
    s->threshold =
        f.number ("threshold", { 0.0, 10.0 }, "Lower limit of speech, as a fraction of the bow's speed.", 0.5);
    s->near = f.number ("near", { 0.1, 600.0, " cents" }, "Largest deviation from mode 1 that counts as mode 1.", 50.0);
    s->shift =
        f.number ("second_shift", { 0.0, 0.5 }, "Distance above its frequency within which mode 2 is searched.", 0.05);
    s->apart = f.number ("second_apart", { 0.1, 1000.0, " Hz" },
                         "Smallest distance of mode 2's line from the harmonics.", 10.0);
    s->forces = readAxis (f, "forces", "Forces of the map.", " N", { 0.1, 30.0, 16 });
    s->speeds = readAxis (f, "speeds", "Speeds of the map.", " m/s", { 0.02, 1.0, 16 });
    s->mapSeconds = f.number ("map_seconds", { 0.3, 60.0, " s" }, "Length of each note of the map.", 2.0);
    f.list ("cells", 0, 16, "Bows to analyse closely.",
            [&] (Fields& inner)
            {
                Cell c {};
                c.force = inner.number ("force", { 0.005, 5000.0, " N" }, "Bow force.");
                c.speed = inner.number ("speed", { 5e-4, 3.0, " m/s" }, "Bow speed.");
                c.drawn = inner.flag ("drawn", "Draws its spectrum and renders its sound.", true);
                readExpectation (inner, "speaks", "1 if the note speaks.", c.speaks);
                readExpectation (inner, "cents", "f_0 over mode 1 [cents].", c.cents);
                readExpectation (inner, "partials_off", "Worst partial off the harmonics [cents].", c.partials);
                readExpectation (inner, "amplitude", "Amplitude of the surface velocity over v_b.", c.amplitude);
                readExpectation (inner, "second", "Strongest line near mode 2 against f_0 [dB].", c.second);
                s->cells.push_back (c);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofBowedBar

const Study bowedBar { "bowed-bar", "A bowed bar: where it speaks, its pitch, its partials.", ofBowedBar::prepare };
} // namespace kolophon::study
