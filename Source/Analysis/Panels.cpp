// SPDX-License-Identifier: GPL-3.0-or-later
#include "Panels.h"

#include "../Core/Noise.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "../Synth/Synth.h"
#include "Notes/SteadyTone.h"
#include "Parallel.h"
#include "RowRules.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace kolophon
{
namespace
{
constexpr int panelRate = 48000; // [Hz]

/** The patch with box, room, guard, width and level switched off, so that only the body is heard. */
Patch bare (Patch patch)
{
    patch.outBox = patch.outRoomPercent = patch.outGuard = patch.outWidthPercent = patch.outLevelDb = 0.0;
    return patch;
}

/** The patch of a panel, from the positions of its knobs. */
Patch patchOf (const PanelSettings& settings, const std::vector<std::string>& knobs, const PanelResult& panel)
{
    auto patch = bare (settings.patch);
    for (std::size_t i = 0; i < knobs.size(); ++i)
    {
        const auto& knob = parameterTable()[*findParameter (knobs[i])];
        knob.in (patch) =
            settings.wiggle > 0.0 ? knob.fromNormalised (panel.places[i]) : knob.drawnBy (panel.places[i]);
    }
    return patch;
}

/** True for a knob that decides how a note speaks: of the hand, the contacts, the spring behind the bow, the bodies.
    Menus and switches are chosen, not turned; Dynamics is what the velocity is; Lift time comes after the note. Surface
    and Tension stand as they are: noise and glides are what they are for. */
bool isPlayed (const Parameter& row)
{
    constexpr std::string_view groups[] = { "Hand",         "Contact",     "Contact B",   "Body",
                                            "Side contact", "Second body", "Normal force" };
    constexpr std::string_view others[] = { "hand.dynamics", "hand.lift_time",  "hand.gesture_time",
                                            "body.tension",  "second_body.mix", "second_body.pan" };
    const auto isIn = [] (const auto& list, std::string_view word)
    { return std::find (std::begin (list), std::end (list), word) != std::end (list); };
    return ! row.isDiscrete() && isIn (groups, row.group) && ! isIn (others, row.id);
}

/** Note [semitones, 69 is A4] at which a key sounds. */
double soundingNote (const PanelSettings& settings, const Patch& patch, int key)
{
    return settings.tuning.noteOf (key) + patch.bodyTuneSemitones + 0.01 * patch.bodyFineCents;
}

/** The key at which the unchanged patch sounds where the panel does. */
int usualKey (const PanelSettings& settings, const Patch& patch, int key)
{
    const double moved = soundingNote (settings, patch, key) - soundingNote (settings, settings.patch, key);
    const int other = std::clamp (key + static_cast<int> (std::lround (moved)), 0, 127);
    return settings.tuning.plays (other) ? other : key;
}

struct Heard
{
    std::optional<double> cents;
    double level;
};

/** Plays a key and listens from the time on at which it should speak, for as long as a pitch takes to be known. */
Heard listen (Synth& synth, const Patch& patch, int key, const PanelSettings& settings)
{
    synth.setPatch (patch);
    synth.reset();
    const double pitch = 440.0 * std::exp2 ((soundingNote (settings, patch, key) - 69.0) / 12.0);
    const auto silent = static_cast<int> (settings.within * panelRate);
    const int samples = silent + static_cast<int> (panelRate * std::max (0.2, 24.0 / pitch));
    std::vector<double> left (static_cast<std::size_t> (samples)), right (left.size());
    PerformanceEvent on;
    on.type = PerformanceEvent::Type::noteOn;
    on.index = static_cast<std::uint16_t> (key);
    on.value = settings.velocity;
    synth.render ({ &on, 1 }, left.data(), right.data(), samples);
    double square = 0.0;
    for (std::size_t n = 0; n < left.size(); ++n)
    {
        left[n] = 0.5 * (left[n] + right[n]);
        square += n >= static_cast<std::size_t> (silent) ? left[n] * left[n] : 0.0;
    }
    const auto tone = std::span<const double> (left).subspan (static_cast<std::size_t> (silent));
    const auto sounding = fundamentalFrequency (tone, panelRate, pitch / 2.2, pitch * 4.2);
    return { sounding ? std::optional (1200.0 * std::log2 (*sounding / pitch)) : std::nullopt,
             10.0 * std::log10 (square / static_cast<double> (tone.size()) + 1e-20) };
}
} // namespace

std::vector<std::string> frontPanel (const Patch& patch)
{
    std::vector<std::string> knobs;
    for (const auto& row : parameterTable())
        if (isPlayed (row) && useInEngine (row, patch) == RowUse::inUse)
            knobs.emplace_back (row.id);
    return knobs;
}

std::vector<int> keysOf (const PanelSettings& settings)
{
    std::vector<int> keys;
    for (int key = settings.lowestKey; key <= settings.highestKey; ++key)
        if (settings.tuning.plays (key))
            keys.push_back (key);
    return keys;
}

namespace
{
/** Position of Tune, `place` of the way that keeps a key within the keys that are drawn from. */
double tunedWithin (const PanelSettings& settings, int key, double place)
{
    const auto& tune = parameterTable()[*findParameter ("body.tune")];
    const double lowest = std::max (tune.minimum, static_cast<double> (settings.lowestKey - key)),
                 highest = std::min (tune.maximum, static_cast<double> (settings.highestKey - key));
    return tune.toNormalised (lowest + place * (highest - lowest));
}
} // namespace

PanelReport drawPanels (const PanelSettings& settings)
{
    PanelReport report { frontPanel (settings.patch), {} };
    Noise noise (settings.seed);
    const auto uniform = [&noise] { return 0.5 + 0.5 * noise.nextBipolar(); };
    const auto keys = keysOf (settings);
    for (int i = 0; i < settings.count; ++i)
    {
        PanelResult panel;
        const auto count = static_cast<int> (keys.size());
        panel.key = keys[static_cast<std::size_t> (std::min (count - 1, static_cast<int> (uniform() * count)))];
        for (const auto& id : report.knobs)
        {
            const auto& knob = parameterTable()[*findParameter (id)];
            const double current = knob.toNormalised (knob.in (settings.patch));
            const double place =
                settings.wiggle > 0.0 ? current + settings.wiggle * (2.0 * uniform() - 1.0) : uniform();
            panel.places.push_back (std::clamp (place, 0.0, 1.0));
            if (knob.member == &Patch::bodyTuneSemitones && settings.wiggle == 0.0)
                panel.places.back() = tunedWithin (settings, panel.key, place);
        }
        report.results.push_back (std::move (panel));
    }
    return report;
}

std::optional<PanelReport> playPanels (const PanelSettings& settings)
{
    auto report = drawPanels (settings);
    std::vector<double> usual (128);
    const auto withSynth = [&settings] (std::size_t count, const std::function<void (Synth&, std::size_t)>& task)
    {
        inParallelEach (
            count, settings.threads,
            [&task, &settings] () -> Task
            {
                auto synth = std::make_shared<Synth>();
                synth->prepare (panelRate);
                synth->setTuning (settings.tuning);
                return [synth, &task] (std::size_t i) { task (*synth, i); };
            },
            settings.interrupted);
    };
    const auto patchAt = [&] (std::size_t i) { return patchOf (settings, report.knobs, report.results[i]); };
    const auto usualAt = [&] (std::size_t i) { return usualKey (settings, patchAt (i), report.results[i].key); };
    std::vector<int> keys; // that a panel is compared with
    for (std::size_t i = 0; i < report.results.size(); ++i)
        keys.push_back (usualAt (i));
    std::sort (keys.begin(), keys.end());
    keys.erase (std::unique (keys.begin(), keys.end()), keys.end());
    withSynth (keys.size(),
               [&] (Synth& synth, std::size_t i) {
                   usual[static_cast<std::size_t> (keys[i])] =
                       listen (synth, bare (settings.patch), keys[i], settings).level;
               });
    if (settings.interrupted && settings.interrupted())
        return std::nullopt;
    withSynth (report.results.size(),
               [&] (Synth& synth, std::size_t i)
               {
                   auto& panel = report.results[i];
                   const auto found = listen (synth, patchAt (i), panel.key, settings);
                   panel.cents = found.cents;
                   panel.level = found.level;
                   panel.overPreset = found.level - usual[static_cast<std::size_t> (usualAt (i))];
               });
    if (settings.interrupted && settings.interrupted())
        return std::nullopt;
    return report;
}

double PanelReport::fraction (const std::function<bool (const PanelResult&)>& holds) const
{
    return results.empty() ? 0.0
                           : static_cast<double> (std::count_if (results.begin(), results.end(), holds)) /
                                 static_cast<double> (results.size());
}

double PanelReport::fractionThatSpeaks() const
{
    return fraction ([] (const PanelResult& r) { return r.speaks(); });
}

PanelReport::Explanation PanelReport::explanation() const
{
    Explanation best;
    double widest = -1.0;
    for (std::size_t k = 0; k < knobs.size(); ++k)
    {
        std::vector<double> count (5), good (5);
        for (const auto& r : results)
        {
            const auto fifth = std::min<std::size_t> (4, static_cast<std::size_t> (5.0 * r.places[k]));
            count[fifth] += 1.0;
            good[fifth] += r.speaks() ? 1.0 : 0.0;
        }
        for (std::size_t i = 0; i < 5; ++i)
            good[i] = count[i] > 0.0 ? good[i] / count[i] : 0.0;
        const auto [low, high] = std::minmax_element (good.begin(), good.end());
        if (*high - *low > widest)
        {
            widest = *high - *low;
            best = { knobs[k], good };
        }
    }
    return best;
}
} // namespace kolophon
