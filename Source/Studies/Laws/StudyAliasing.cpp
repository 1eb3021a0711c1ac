// SPDX-License-Identifier: GPL-3.0-or-later
#include "../StudyKit.h"
#include "../StudyMaps.h"
#include "../StudyTone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace kolophon::study
{
namespace ofAliasing
{
using lab::Fields;

struct Case
{
    std::string name;
    ContactSpec contact;
    double force;
    std::vector<double> table; // [dB] at each rate, from ReferenceNumbers.md R.9
};

struct Settings
{
    StringSpec string;
    double rate, seconds, kept, position, speed, margin, cleaner, floor;
    int passes, doublings;
    std::vector<Case> cases;
    std::string source;
};

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto rates = static_cast<std::size_t> (s.doublings) + 1;
    const auto factorOf = [] (std::size_t doublings) { return 1 << doublings; };
    struct Tone
    {
        double level;
        std::vector<double> signal;
    };
    std::vector<std::optional<Tone>> found (s.cases.size() * rates);
    StudyWorkers workers (context, static_cast<double> (found.size()));
    workers.each (
        found.size(), static_cast<double> (found.size()),
        [&] (std::size_t i)
        {
            const auto& c = s.cases[i / rates];
            const int factor = factorOf (i % rates);
            const Experiment e { s.string, c.contact, { s.position, c.force, s.speed, 0.0 }, StringStart::helmholtz };
            ExperimentRun run { s.rate * factor, s.seconds, s.kept, s.passes };
            run.interrupted = [&workers] { return workers.stops(); };
            auto record = perform (std::span (&e, 1), run).front();
            if (workers.stopped())
                return;
            auto tone = decimated (std::move (record.bridge), factor);
            const auto f = fundamentalFrequency (tone, s.rate, 0.45 * s.string.fundamental, 1.5 * s.string.fundamental);
            const auto level = f ? nonHarmonicDb (tone, s.rate, *f) : std::nullopt;
            found[i] = Tone { level.value_or (std::numeric_limits<double>::quiet_NaN()), std::move (tone) };
        });

    StudyResult result;
    result.interrupted = workers.stopped();
    Table table { "",
                  { "case", "rate of the contact [kHz]", "between the harmonics [dB]", "listed [dB]" },
                  {},
                  { { .title = "Energy between the harmonics",
                      .x = "rate of the contact [kHz]",
                      .y = { "between the harmonics [dB]" },
                      .by = "case",
                      .logX = true } } };
    for (const auto& c : s.cases)
        table.views[0].kinds.push_back ({ c.name });
    for (std::size_t c = 0; c < s.cases.size(); ++c)
    {
        double before = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t k = 0; k < rates; ++k)
        {
            const auto& tone = found[c * rates + k];
            const double level = tone ? tone->level : std::numeric_limits<double>::quiet_NaN();
            const double listed =
                k < s.cases[c].table.size() ? s.cases[c].table[k] : std::numeric_limits<double>::quiet_NaN();
            table.rows.push_back ({ static_cast<double> (c), 1e-3 * s.rate * factorOf (k), level, listed });
            if (! tone)
                continue;
            const auto at = s.cases[c].name + ", " + text (1e-3 * s.rate * factorOf (k)) + " kHz";
            Expectation e { listed };
            e.source = s.source;
            if (std::isfinite (listed))
                e.highest = listed + s.margin;
            result.checks.push_back (check ("between the harmonics, " + at, "dB", level, e));
            if (k > 0)
                result.checks.push_back ({ "cleaner than at half the rate, or than " + text (s.floor) + " dB: " + at,
                                           "dB", level, -std::numeric_limits<double>::infinity(),
                                           std::max (before - s.cleaner, s.floor),
                                           std::numeric_limits<double>::quiet_NaN(), s.source });
            before = level;
        }
    }
    result.tables.push_back (std::move (table));
    Table spectrum { "spectrum",
                     { "rate of the contact [kHz]", "frequency [kHz]", "level [dB of the loudest]" },
                     {},
                     { { .title = "Spectrum of " + s.cases.front().name,
                         .x = "frequency [kHz]",
                         .y = { "level [dB of the loudest]" },
                         .by = "rate of the contact [kHz]" } } };
    for (const std::size_t k : { std::size_t { 0 }, rates - 1 })
        if (found[k])
        {
            const double kilohertz = 1e-3 * s.rate * factorOf (k);
            addSpectrum (spectrum, kilohertz, found[k]->signal, s.rate, 0.5 * s.rate, -120.0);
            result.sounds.push_back ({ text (kilohertz) + "-kHz",
                                       s.cases.front().name + ", contact at " + text (kilohertz) + " kHz.",
                                       found[k]->signal, s.rate });
        }
    result.tables.push_back (std::move (spectrum));
    result.caption = "Inharmonic part of a steady note of " + text (s.string.fundamental) +
                     " Hz (β = " + text (s.position) + ", " + text (s.speed) +
                     " m/s): energy of the bridge force between its harmonics over all of it, for contacts at several "
                     "rates, decimated as in the engine; and the spectrum at the lowest and the highest rate.";
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->string = readStringIn (f, "string", { 659.0, 0.3, 1e-5, 1.0, 150.0, 0.0, 30, 1.0, 2636.0, 34.0, 7 });
    s->position = f.number ("position", { 0.005, 0.5 }, "beta.", 0.12);
    s->speed = f.number ("bow_speed", { 1e-3, 5.0, " m/s" }, "v_b.", 0.3);
    s->rate = f.number ("rate", { 8000.0, 192000.0, " Hz" }, "Lowest rate; all others are decimated to it.", 48000.0);
    s->doublings = f.integer ("doublings", 1, 5, "Number of times the rate is doubled.", 3);
    s->seconds = f.number ("seconds", { 0.2, 60.0, " s" }, "Length of each run.", 1.9);
    s->kept = f.number ("kept", { 0.1, 60.0, " s" }, "Length of the analysed end.", 1.45);
    s->passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", 3);
    s->margin = f.number ("margin", { 0.0, 40.0, " dB" }, "Largest level above the published one.", 0.0);
    s->cleaner = f.number ("cleaner", { 0.0, 40.0, " dB" }, "Smallest improvement per doubling…", 3.0);
    s->floor = f.number ("floor", { -200.0, 0.0, " dB" }, "…down to this level.", -65.0);
    s->source = f.text ("listed_in", "Source of the published levels.", "ReferenceNumbers.md R.9");
    f.list ("cases", 1, 6, "Contacts.",
            [&] (Fields& inner)
            {
                Case c { inner.text ("name", "Name of the contact."), {}, 0.0, {} };
                c.contact = readContact (inner, bristleContact (0.1, 1e5));
                c.force = inner.number ("force", { 1e-3, 100.0, " N" }, "Bow force.");
                c.table = inner.numbers ("listed", { -200.0, 0.0, " dB" }, 0, 6, "Published levels at the rates.");
                s->cases.push_back (c);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofAliasing

const Study aliasing { "aliasing", "Energy between the harmonics of a steady note, by the rate of the contact.",
                       ofAliasing::prepare };
} // namespace kolophon::study
