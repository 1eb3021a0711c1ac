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
namespace ofSqueal
{
using lab::Fields;

struct Case
{
    std::string name;
    Patch patch;
    bool closedForm; // true: the threshold is the linear one
    Expectation threshold, offMode, silent;
};

struct Settings
{
    int key;
    double rate, seconds, measured, silent, beyond;
    Axis forces;
    std::vector<Case> cases;
};

struct Squeal
{
    double amplitude = 0.0; // of the surface velocity about its mean, over the bow's speed
    double frequency = 0.0; // [Hz] of its strongest partial, 0: silent
    double cents = 0.0;     // from the nearest mode
    std::size_t mode = 0;   // index of this mode, from 1
    std::vector<double> sound;
};

Squeal rub (const Settings& s, const Case& c, double force)
{
    const FloatEnvironment environment;
    auto patch = c.patch;
    set (patch, "hand.force_mode", static_cast<double> (ForceMode::absolute));
    set (patch, "hand.force", force);
    BodyBench bench (patch, s.key, s.rate);
    const auto steps = std::lround (s.seconds * s.rate), kept = std::lround (s.measured * s.rate);
    Squeal squeal;
    std::vector<double> surface;
    for (long n = 0; n < steps; ++n)
    {
        bench.play();
        if (n < steps - kept)
            continue;
        surface.push_back (bench.surfaceVelocity());
        squeal.sound.push_back (bench.output());
    }
    const auto [low, high] = std::minmax_element (surface.begin(), surface.end());
    squeal.amplitude = 0.5 * (*high - *low) / std::max (std::abs (bench.bowVelocity()), 1e-12);
    if (squeal.amplitude < s.silent)
        return squeal;
    const auto amplitudes = amplitudeSpectrum (surface);
    const auto peak = std::max_element (amplitudes.begin() + 4, amplitudes.end());
    const double bin = 0.5 * s.rate / static_cast<double> (amplitudes.size() - 1);
    squeal.frequency = frequencyNear (surface, s.rate, bin * static_cast<double> (peak - amplitudes.begin()));
    double nearest = std::numeric_limits<double>::infinity();
    const auto lines = bench.lines();
    for (std::size_t m = 0; m < lines.size(); ++m)
        if (const double cents = centsFromRatio (squeal.frequency / lines[m].frequency);
            std::abs (cents) < std::abs (nearest))
        {
            nearest = cents;
            squeal.mode = m + 1;
        }
    squeal.cents = nearest;
    return squeal;
}

/** Smallest normal force [N] at which steady sliding is unstable under a falling curve mu (v): a mode loses 2 s q'
    and gains N phi^2 |mu' (v)| q'. */
double thresholdOf (const Settings& s, const Case& c)
{
    const auto& patch = c.patch;
    const auto& contact = patch.contact;
    const double v = patch.handSpeed, ratio = v / contact.stribeckSpeed, power = contact.stribeckExponent;
    const double slope = (contact.muStatic - contact.muKinetic) * power / contact.stribeckSpeed *
                         std::pow (ratio, power - 1.0) * std::exp (-std::pow (ratio, power));
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& line : BodyBench (patch, s.key, s.rate).lines())
        smallest = std::min (smallest, 2.0 * line.decayRate * patch.bodyMass / (line.shape * line.shape) / slope);
    return smallest;
}

// Long: one experiment from its settings to its checks, in the order in which a reader follows it.
StudyResult run (const Settings& s, const StudyContext& context)
{
    const auto forces = s.forces.borders();
    StudyWorkers workers (context, static_cast<double> (s.cases.size()));
    StudyResult result;
    for (std::size_t k = 0; k < s.cases.size() && ! workers.stopped(); ++k)
    {
        const auto& c = s.cases[k];
        std::vector<std::optional<Squeal>> squeals (forces.size());
        workers.each (forces.size(), 1.0, [&] (std::size_t i) { squeals[i] = rub (s, c, forces[i]); });
        Table table { fileName (c.name),
                      { "normal force [N]", "surface velocity over the hand's", "frequency [Hz]", "nearest mode",
                        "off it [cents]" },
                      {},
                      { { .title = "Swing of the disc",
                          .x = "normal force [N]",
                          .y = { "surface velocity over the hand's" },
                          .kinds = { { c.name } },
                          .logX = true },
                        { .title = "Pitch of the squeal",
                          .x = "normal force [N]",
                          .y = { "frequency [Hz]" },
                          .kinds = { { c.name } },
                          .marks = true,
                          .logX = true } } };
        double first = std::numeric_limits<double>::quiet_NaN(), off = 0.0, silentBeyond = 0.0;
        const double theory = c.closedForm ? thresholdOf (s, c) : std::numeric_limits<double>::infinity();
        std::optional<std::size_t> heard;
        for (std::size_t i = 0; i < forces.size(); ++i)
        {
            if (! squeals[i])
                continue;
            const auto& q = *squeals[i];
            table.rows.push_back ({ forces[i], q.amplitude, q.frequency, static_cast<double> (q.mode), q.cents });
            silentBeyond += q.frequency <= 0.0 && forces[i] > s.beyond * theory ? 1.0 : 0.0;
            if (q.frequency <= 0.0)
                continue;
            first = std::isfinite (first) ? first : forces[i];
            off = std::abs (q.cents) > std::abs (off) ? q.cents : off;
            if (! heard || q.amplitude > squeals[*heard]->amplitude)
                heard = i;
        }
        result.tables.push_back (std::move (table));
        if (workers.stopped())
            break;
        if (c.closedForm)
        {
            result.checks.push_back (
                check ("forces over " + text (s.beyond) + " times the linear threshold without squeal, " + c.name, "",
                       silentBeyond, c.silent));
            result.checks.push_back (
                check ("smallest squealing force over the linear threshold of " + text (theory) + " N, " + c.name, "",
                       first / theory, c.threshold));
        }
        else
            result.checks.push_back (check ("smallest squealing force, " + c.name, "N", first, c.threshold));
        result.checks.push_back (
            check ("largest deviation of the squeal from the nearest mode, " + c.name, "cents", off, c.offMode));
        if (heard)
            result.sounds.push_back (
                { fileName (c.name),
                  c.name + ", " + text (forces[*heard]) + " N: " + text (squeals[*heard]->frequency) + " Hz.",
                  squeals[*heard]->sound, s.rate });
    }
    result.caption =
        "A brake on its disc: squeal and its pitch, by normal force. With friction that depends only on the speed, "
        "steady sliding is unstable beyond the linear threshold; a squeal that began while the disc gained speed "
        "continues below it.";
    result.interrupted = workers.stopped();
    return result;
}

std::function<StudyResult (const StudyContext&)> prepare (Fields& f)
{
    auto s = std::make_shared<Settings>();
    s->key = f.integer ("key", 0, 127, "Key of the note.", 60);
    s->rate = f.number ("rate", { 8000.0, 384000.0, " Hz" }, "Steps per second.", 96000.0);
    s->seconds = f.number ("seconds", { 0.2, 60.0, " s" }, "Length of each note.", 3.0);
    s->measured = f.number ("measured", { 0.1, 60.0, " s" }, "Length of the analysed end of each note.", 0.6);
    if (! f.describing() && s->measured > s->seconds)
        f.refuse ("measured", "is longer than the note; allowed: up to " + text (s->seconds) + " s");
    s->silent =
        f.number ("silent", { 0.0, 10.0 }, "Upper limit of silence: swing as a fraction of the hand's speed.", 0.02);
    s->beyond = f.number ("beyond", { 1.0, 100.0 },
                          "Multiple of the linear threshold above which everything should squeal.", 1.1);
    s->forces = readAxis (f, "forces", "Normal forces.", " N", { 0.5, 500.0, 30 });
    f.list ("cases", 1, 4, "Contacts.",
            [&] (Fields& inner)
            {
                Case c {};
                c.name = inner.text ("name", "Name of the contact.");
                c.patch = readPatch (inner, "patch", "Parameters of the instrument, by id; the study sets the force.",
                                     { { "body.type", 12.0 },
                                       { "body.tune", 36.0 },
                                       { "body.mass", 1.0 },
                                       { "body.quality", 600.0 },
                                       { "contact.stribeck_speed", 0.3 },
                                       { "hand.speed", 0.3 },
                                       { "hand.position", 0.03 } });
                c.closedForm =
                    inner.flag ("closed_form", "Compares its threshold with that of a friction without memory.", false);
                readExpectation (inner, "threshold", "Smallest squealing force [N], or over the linear threshold.",
                                 c.threshold);
                c.silent = { 0.0, 0.0, 0.0, "linear stability of steady sliding" };
                readExpectation (inner, "silent_beyond", "Forces beyond the linear threshold without squeal.",
                                 c.silent);
                readExpectation (inner, "off_mode", "Largest deviation of the squeal from the nearest mode [cents].",
                                 c.offMode);
                s->cases.push_back (c);
            });
    return [s] (const StudyContext& context) { return run (*s, context); };
}
} // namespace ofSqueal

const Study squeal { "squeal", "A brake on its disc: squeal and its pitch, by force.", ofSqueal::prepare };
} // namespace kolophon::study
