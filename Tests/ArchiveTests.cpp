// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Fnv.h"
#include "Core/Text/HexText.h"
#include "Files/Bytes/WholeFile.h"
#include "Files/Parts/GestureFile.h"
#include "Files/Presets/PluginState.h"
#include "Files/Songs/PerformanceFile.h"
#include "Rendering/Renderer.h"
#include "Reports/Sounds/RenderReport.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

/** Files of every format that there was, as the programs of their time wrote them: Tests/Reference/Archive. Beside them
    lie the values of all their knobs (values.csv, worked out from the files by their formats' definitions) and the
    fingerprint of a second of each one's sound (sounds.txt). A new format gets new files there; old ones stay. */

using namespace kolophon;
namespace fs = std::filesystem;

namespace
{
const fs::path archive (KOLOPHON_SOURCE_FOLDER "/Tests/Reference/Archive");

std::vector<std::string> archivedFiles (const std::string& kind = "")
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator (archive))
        if (const auto name = entry.path().filename().string(); name.ends_with (".json") && name.starts_with (kind))
            names.push_back (name);
    std::sort (names.begin(), names.end());
    return names;
}

std::string textOfFile (const std::string& name)
{
    return wholeFile (archive / name, largestPerformanceFile);
}

/** All of it must be read: older formats are no damage. */
template <class Value>
Value whole (Result<Value> result, const Findings& findings)
{
    INFO (findings.summary());
    REQUIRE (findings.empty());
    REQUIRE (result);
    return *std::move (result);
}

PluginState stateNamed (const std::string& name)
{
    Findings findings;
    auto state = stateFromJson (textOfFile (name), findings);
    return whole (std::move (state), findings);
}

RecordedPerformance performanceNamed (const std::string& name)
{
    Findings findings;
    auto performance = performanceFromJson (textOfFile (name), findings);
    return whole (std::move (performance), findings);
}

/** What a file of the archive sounds with: a gesture or a body moves or is rubbed by the default knobs of its time. */
Preset presetOf (const std::string& name)
{
    Preset preset;
    preset.patch.voiceGuideKind = static_cast<double> (GuideKind::hold);
    preset.patch.voicePhrasingPercent = preset.patch.voiceVibratoCents = 0.0;
    if (name.starts_with ("gesture"))
    {
        preset.gesture = valueOrThrow (gestureFromJson (textOfFile (name)));
        preset.patch.handDrive = static_cast<double> (static_cast<int> (Drive::gesture));
    }
    else if (name.starts_with ("body"))
    {
        preset.customBody = valueOrThrow (bodyFromJson (textOfFile (name)));
        applyBodyKnobs (*preset.customBody, preset.patch);
    }
    else
        preset = name.starts_with ("performance") ? performanceNamed (name).preset : stateNamed (name).preset;
    return preset;
}

std::string soundOf (const std::string& name)
{
    constexpr int second = 48000;
    Synth synth;
    synth.prepare (48000.0);
    if (name.starts_with ("performance"))
    {
        const auto performance = performanceNamed (name);
        RenderSettings settings;
        settings.tailSeconds = 0.0;
        return hexText (replay (synth, performance, performance.preset, settings, {}).hash);
    }
    givePreset (synth, presetOf (name));
    const PerformanceEvent events[] = { { 0, PerformanceEvent::Type::noteOn, 0, 55, 0.8 },
                                        { 3 * second / 4, PerformanceEvent::Type::noteOff, 0, 55, 0.5 } };
    std::vector<double> left (second), right (second);
    synth.render (events, left.data(), right.data(), second, nullptr, nullptr);
    Fnv hash;
    for (std::size_t n = 0; n < left.size(); ++n)
    {
        hash.add (left[n]);
        hash.add (right[n]);
    }
    return hexText (hash.value());
}

std::map<std::string, std::string> listedSounds ()
{
    std::map<std::string, std::string> sounds;
    std::ifstream stream (archive / "sounds.txt");
    for (std::string name, hash; stream >> name >> hash;)
        sounds[name] = hash;
    return sounds;
}
} // namespace

TEST_CASE ("every knob of an archived file has the value that its format gave it", "[archive]")
{
    const auto cells = [] (const std::string& line)
    {
        std::vector<std::string> all;
        std::istringstream stream (line);
        for (std::string cell; std::getline (stream, cell, ',');)
            all.push_back (cell);
        return all;
    };
    std::ifstream stream (archive / "values.csv");
    std::string line;
    std::getline (stream, line);
    const auto names = cells (line);
    std::vector<Patch> patches { {} };
    for (std::size_t column = 1; column < names.size(); ++column)
        patches.push_back (presetOf (names[column]).patch);
    int knobs = 0;
    for (; std::getline (stream, line); ++knobs)
    {
        const auto row = cells (line);
        REQUIRE (row.size() == names.size());
        CAPTURE (row[0]);
        const auto index = findParameter (row[0]);
        REQUIRE (index);
        for (std::size_t column = 1; column < row.size(); ++column)
        {
            CAPTURE (names[column]);
            CHECK (parameterTable()[*index].in (patches[column]) == std::stod (row[column]));
        }
    }
    CHECK (knobs >= 201); // all that there were when the first of them were filed
    std::size_t withKnobs = 0;
    for (const auto* kind : { "preset", "state", "performance" })
        withKnobs += archivedFiles (kind).size();
    CHECK (names.size() == withKnobs + 1);
}

TEST_CASE ("an archived file sounds as it did when it was filed", "[archive]")
{
    // Where a change of the sound is meant: kolophon_tool_tests "[file the archive's sounds]" writes the list anew.
    const auto sounds = listedSounds();
    const std::string machine = Synth::instructionSet();
    const bool isFused = machine.starts_with ("AVX") || machine.starts_with ("NEON"); // others round twice
    for (const auto& name : archivedFiles())
    {
        CAPTURE (name);
        const auto found = sounds.find (name);
        REQUIRE (found != sounds.end());
        if (isFused)
            CHECK (soundOf (name) == found->second);
    }
    CHECK (sounds.size() == archivedFiles().size());
}

TEST_CASE ("the list of the archive's sounds is written anew", "[.][file the archive's sounds]")
{
    std::ofstream stream (archive / "sounds.txt");
    for (const auto& name : archivedFiles())
        stream << name << " " << soundOf (name) << "\n";
}

TEST_CASE ("what archived files hold besides knobs is read as it was written", "[archive]")
{
    const auto first = stateNamed ("state-1-first.json");
    CHECK (first.factoryPreset == "Cello Gut");
    CHECK_FALSE (first.bypassed);
    CHECK (first.editorWidth == 901);
    CHECK (first.places == std::map<std::string, float> { { "hand.stroke", 0.93f }, { "contact.law", 0.0f } });

    const auto learned = stateNamed ("state-1-learned.json");
    REQUIRE (learned.learned.count == 2);
    const auto& row = learned.learned.rows[0];
    CHECK (row == LearnedController { 0, 21, static_cast<std::uint16_t> (*findParameter ("hand.speed")), 0.0, 1.0, 0.0,
                                      true });
    CHECK (learned.learned.rows[1] == LearnedController { LearnedController::anyChannel, 74,
                                                          static_cast<std::uint16_t> (*findParameter ("hand.position")),
                                                          0.2, 0.7, -0.5, false });
    const auto& m = learned.preset.modulation;
    CHECK (m.macros[0].name == "Bow");
    CHECK (m.macros[0].to == std::vector<ModulationTarget> { { *findParameter ("hand.dynamics"), 0.4, 0.0 },
                                                             { *findParameter ("hand.position"), -0.2, 0.5 } });
    CHECK (m.macros[2].to == std::vector<ModulationTarget> { { *findParameter ("out.room"), 1.0, 0.0 } });
    CHECK (m.slots[0] == Modulation::Slot { ModulationSource::lfo1, { *findParameter ("hand.position"), 0.1, 0.0 } });
    CHECK (m.slots[2] == Modulation::Slot { ModulationSource::velocity, { *findParameter ("hand.bite"), -0.5, -1.0 } });

    const auto locked = stateNamed ("state-1-locked.json");
    CHECK (locked.bypassed);
    CHECK (locked.locked == std::vector<std::string> { "out.level", "out.room" });
    REQUIRE (locked.preset.tuning);
    CHECK (locked.preset.tuning->a4 == 415.0);
    CHECK (locked.preset.tuning->scale->degrees.size() == 12);
    REQUIRE (locked.preset.customBody);
    CHECK (locked.preset.customBody->modes[1].shape == std::vector<double> { 0.0, 0.4, 0.9, 0.4, 0.0 });
    REQUIRE (locked.preset.gesture);
    CHECK (locked.preset.gesture->tracks[2].points[1].curve == 1.0);

    const auto weighed = bodyFromJson (textOfFile ("body-1-masses.json")).value();
    CHECK (*weighed.baseFrequency == Approx (220.0));
    CHECK (weighed.modes[2].shape[0] == Approx (std::sqrt (0.2 / 0.8))); // against the first mode's mass

    const auto played = performanceNamed ("performance-2.json");
    CHECK (played.log.end == 48000);
    CHECK (played.log.past.lastVoice == 2);
    CHECK (played.log.past.songQuarters == 8.0);
    CHECK (played.given.tunings.size() == 1);
    CHECK (played.given.bodies.size() == 1);
    const auto earliest = performanceNamed ("performance-1-first.json"); // says nothing of strokes before it
    CHECK (earliest.log.past.lastVoice == -1);
    CHECK (earliest.log.events.size() == 7);
}
