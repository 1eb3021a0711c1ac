// SPDX-License-Identifier: GPL-3.0-or-later
#include "PanelsCommand.h"

#include "../../Analysis/Panels.h"
#include "../../Analysis/Parallel.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Json/Json.h"
#include "../../Files/Tables/Csv.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Sounds/NoteName.h"
#include "../Sounds/PatchOptions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace kolophon
{
namespace
{
/** The figures of one run, in the order in which they are printed. */
struct Figure
{
    const char* name;
    const char* key; // in JSON
    double value;
    const char* unit;
};

double percentile (const PanelReport& report, double fraction)
{
    std::vector<double> levels;
    for (const auto& r : report.results)
        levels.push_back (r.overPreset);
    std::sort (levels.begin(), levels.end());
    return levels[static_cast<std::size_t> (fraction * static_cast<double> (levels.size() - 1))];
}

std::vector<Figure> figuresOf (const PanelReport& report)
{
    const auto percent = [&report] (auto holds) { return 100.0 * report.fraction (holds); };
    const auto isNear = [] (const PanelResult& r) { return r.cents && std::abs (*r.cents) < 50.0; };
    return { { "speak: at the key, within 10 cents", "speaks",
               percent ([] (const PanelResult& r) { return r.speaks(); }), "%" },
             { "within 50 cents", "near_key", percent (isNear), "%" },
             { "an octave above", "octave",
               percent ([] (const PanelResult& r) { return r.cents && std::abs (*r.cents - 1200.0) < 30.0; }), "%" },
             { "no pitch", "no_pitch", percent ([] (const PanelResult& r) { return ! r.cents; }), "%" },
             { "within 6 dB of the preset", "as_loud", percent ([] (const PanelResult& r) { return r.isAsLoud(); }),
               "%" },
             { "silent (40 dB below it)", "silent",
               percent ([] (const PanelResult& r) { return r.overPreset < -40.0; }), "%" },
             { "softest twentieth", "level_5", percentile (report, 0.05), "dB" },
             { "loudest twentieth", "level_95", percentile (report, 0.95), "dB" } };
}

/** Plays the panels. Throws Failure: 130 if interrupted. */
PanelReport heard (const PanelSettings& settings)
{
    auto report = playPanels (settings);
    if (! report)
        throw Failure (ExitCode::interrupted, "interrupted; some panels were not played");
    return *std::move (report);
}

void writeTable (const std::string& file, const PanelReport& report)
{
    std::string text = "key";
    for (const auto& knob : report.knobs)
        text += "," + csvQuoted (knob);
    text += ",cents,level_db,over_preset_db,speaks\n";
    for (const auto& r : report.results)
    {
        text += std::to_string (r.key);
        for (const double place : r.places)
            text += "," + significant (place, 6);
        text += "," + (r.cents ? fixed (*r.cents, 2) : std::string()) + "," + fixed (r.level, 2) + "," +
                fixed (r.overPreset, 2) + "," + (r.speaks() ? "1" : "0") + "\n";
    }
    AtomicFile (file).commitText (text);
}

Json jsonOf (const PanelReport& report)
{
    Json json;
    for (const auto& figure : figuresOf (report))
        json[figure.key] = figure.value;
    const auto why = report.explanation();
    json["explained_by"] = { { "knob", why.knob }, { "speaks_in_fifths", why.fifths } };
    return json;
}

std::string tableOf (const PanelReport& guided, const PanelReport& free, double guide)
{
    const auto with = figuresOf (guided), without = figuresOf (free);
    auto text = formatted ("%-34s %11s %11s\n", "", ("Guide " + significant (guide, 3) + " %").c_str(), "Guide 0 %");
    for (std::size_t i = 0; i < with.size(); ++i)
        text += formatted ("%-34s %8.1f %-2s %8.1f %s\n", with[i].name, with[i].value, with[i].unit, without[i].value,
                           without[i].unit);
    const auto why = guided.explanation();
    text += "Main cause of failures: " + why.knob + "; speaking, by fifths of its range:";
    for (const double fifth : why.fifths)
        text += formatted (" %.0f %%", 100.0 * fifth);
    return text + "\n";
}
} // namespace

ExitCode panels (const PanelsOptions& o)
{
    if (o.sound.output == "-" && o.sound.json)
        throw Failure (ExitCode::usage, "--json and the table can't both write to standard output");
    const auto keys = keysFromText (o.keys);
    if (keys.size() != 2 || keys[0] > keys[1])
        throw Failure (ExitCode::usage,
                       "--keys expects the lowest and the highest key, such as A1,A6, not \"" + o.keys + "\"");
    PanelSettings settings;
    const auto preset = presetFromOptions (o.sound);
    settings.patch = preset.patch;
    settings.tuning = tuningOf (preset);
    settings.patch.qualityLedger = 0.0;
    settings.count = o.count;
    settings.seed = static_cast<std::uint64_t> (o.seed);
    settings.lowestKey = keys[0];
    settings.highestKey = keys[1];
    if (keysOf (settings).empty())
        throw Failure (ExitCode::usage, "no key of --keys " + o.keys + " is mapped in this tuning");
    settings.velocity = o.sound.velocity / 127.0;
    settings.within = 0.001 * o.within;
    settings.wiggle = 0.01 * o.wiggle;
    settings.threads = threadsFor (o.jobs);
    settings.interrupted = interruptRequested;
    const auto guided = heard (settings);
    if (! o.sound.output.empty())
        writeTable (o.sound.output, guided);
    if (o.sound.output == "-")
        return ExitCode::ok;
    auto freely = settings;
    freely.patch.voiceGuidePercent = freely.patch.voicePitchLockPercent = 0.0;
    choose<&Patch::voiceResponse> (freely.patch, Response::direct);
    const auto free = heard (freely);
    const auto law = static_cast<int> (settings.patch.contact.law);
    const auto model = bodyTable()[static_cast<std::size_t> (settings.patch.bodyType)].model;
    const auto silent = whySilent (law, model, choiceOf<&Patch::normalKind> (settings.patch));
    const auto rough = whyRough (law, model);
    if (o.sound.json)
    {
        const Json json { { "count", o.count },
                          { "seed", o.seed },
                          { "knobs", guided.knobs },
                          { "why_silent", std::string (silent) },
                          { "why_rough", std::string (rough) },
                          { "guided", jsonOf (guided) },
                          { "free", jsonOf (free) } };
        print (terminalJson (json));
        return ExitCode::ok;
    }
    print (formatted ("%d front panels of a %s under %s, keys %s, velocity %d\n", o.count,
                      std::string (bodyTable()[static_cast<std::size_t> (settings.patch.bodyType)].name).c_str(),
                      std::string (lawTable()[static_cast<std::size_t> (settings.patch.contact.law)].name).c_str(),
                      o.keys.c_str(), o.sound.velocity));
    print (tableOf (guided, free, settings.patch.voiceGuidePercent));
    for (const auto why : { silent, rough })
        if (! why.empty())
            print ("Cannot sing: " + std::string (why) + "\n");
    return ExitCode::ok;
}
} // namespace kolophon
