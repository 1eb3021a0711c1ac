// SPDX-License-Identifier: GPL-3.0-or-later
// Macros and matrix in presets: round trips, versions, and what is wrong with them, word for word.
#include "Files/Presets/PresetFile.h"
#include "Support/Knobs.h"

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;

namespace
{
std::string presetWith (const std::string& fields, int version = presetFormatVersion)
{
    return R"({"format": "kolophon-preset", "version": )" + std::to_string (version) + R"(, "parameters": {}, )" +
           fields + "}";
}

std::string errorOf (const std::string& fields, int version = presetFormatVersion)
{
    const auto result = presetFromJson (presetWith (fields, version));
    return result ? "accepted" : result.error().what();
}

const std::string bow = R"("macros": [ {}, { "name": "Bow", "to": [ { "parameter": "hand.dynamics", "depth": 0.4, )"
                        R"("curve": -0.25 }, { "parameter": "out.room", "depth": -1 } ] } ])";
const std::string sway = R"("modulation": [ { "source": "LFO 1", "parameter": "hand.position", "depth": 0.1, )"
                         R"("curve": 0 }, {}, { "source": "Slip rate", "parameter": "hand.speed", "depth": -0.125 } ])";
} // namespace

TEST_CASE ("a preset says what moves which knobs, and says it again")
{
    const auto preset = presetFromJson (presetWith (bow + ", " + sway)).value();
    const auto& m = preset.modulation;
    CHECK (m.macros[0] == Modulation::Macro {});
    CHECK (m.macros[1].name == "Bow");
    REQUIRE (m.macros[1].to.size() == 2);
    CHECK (m.macros[1].to[0] == to ("hand.dynamics", 0.4, -0.25));
    CHECK (m.macros[1].to[1] == to ("out.room", -1.0, 0.0));
    CHECK (m.slots[0].source == ModulationSource::lfo1);
    CHECK (m.slots[0].to == to ("hand.position", 0.1, 0.0));
    CHECK (m.slots[1].source == ModulationSource::none);
    CHECK (m.slots[2].source == ModulationSource::slipRate);
    CHECK (m.slots[2].to.depth == -0.125);

    const auto text = presetToJson (preset);
    CHECK (presetFromJson (text).value().modulation == m);
    CHECK (presetToJson (presetFromJson (text).value()) == text);

    // Every source by its name, every slot and macro.
    Preset full;
    std::size_t n = 0;
    for (std::size_t round = 0; round < modulationSourceCount; ++round)
    {
        full.modulation.slots[n % Modulation::slotCount] = { static_cast<ModulationSource> (round),
                                                             to ("body.fine", 1.0 / 3.0, -1.0 / 7.0) };
        if (full.modulation.slots[n % Modulation::slotCount].source == ModulationSource::none)
            full.modulation.slots[n % Modulation::slotCount] = {};
        if (++n % Modulation::slotCount == 0)
            CHECK (presetFromJson (presetToJson (full)).value().modulation == full.modulation);
    }
    CHECK (presetFromJson (presetToJson (full)).value().modulation == full.modulation);
    for (auto& macro : full.modulation.macros)
        macro = { "A \"name\" ä", std::vector (Modulation::maxLinks, to ("out.level", 0.1, 1.0)) };
    CHECK (presetFromJson (presetToJson (full)).value().modulation == full.modulation);
    CHECK_THAT (presetToJson (Preset {}), ! Contains ("macros") && ! Contains ("\"modulation\""));
}

TEST_CASE ("what moves knobs counts as another sound, what macros are called doesn't")
{
    const auto plain = presetFingerprint (Preset {});
    Preset preset;
    preset.modulation.macros[3].name = "Grit";
    CHECK (presetFingerprint (preset) == plain);
    preset.modulation.macros[3].to = { to ("out.level", 0.5) };
    const auto linked = presetFingerprint (preset);
    CHECK (linked != plain);
    preset.modulation.macros[3].to[0].curve = 0.5;
    CHECK (presetFingerprint (preset) != linked);
    preset.modulation = {};
    preset.modulation.slots[5] = { ModulationSource::key, to ("out.level", 0.5) };
    CHECK (presetFingerprint (preset) != plain);
}

TEST_CASE ("a modulation that can't be is refused with its place, what stands there, and what may")
{
    const auto slot = [] (const std::string& text) { return errorOf (R"("modulation": [{}, )" + text + "]"); };
    CHECK_THAT (slot (R"({"source": "LFO 3", "parameter": "hand.speed", "depth": 0})"),
                Contains ("modulation[1].source: \"LFO 3\" is not a source; allowed: Velocity, Release,"));
    CHECK_THAT (slot (R"({"source": "", "parameter": "hand.speed", "depth": 0})"), Contains ("is not a source"));
    CHECK_THAT (slot (R"({"source": 1, "parameter": "hand.speed", "depth": 0})"),
                Contains ("modulation[1].source: 1 is not a string"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.sped", "depth": 0})"),
                Contains ("modulation[1].parameter: \"hand.sped\" is not a parameter"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.lift", "depth": 0})"),
                Contains ("modulation[1].parameter: \"hand.lift\" can't be modulated"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "voice.count", "depth": 0})"), Contains ("can't be modulated"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.speed", "depth": 1.5})"),
                Contains ("modulation[1].depth: 1.5 is out of range; allowed: -1 to 1"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.speed", "depth": "much"})"),
                Contains ("modulation[1].depth: \"much\" is not a number"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.speed", "depth": 0, "curve": -2})"),
                Contains ("modulation[1].curve: -2 is out of range; allowed: -1 to 1"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.speed"})"), Contains ("modulation[1].depth: missing"));
    CHECK_THAT (slot (R"({"parameter": "hand.speed", "depth": 0})"), Contains ("modulation[1].source: missing"));
    CHECK_THAT (slot (R"({"source": "Key", "parameter": "hand.speed", "depth": 0, "dept": 0})"),
                Contains ("modulation[1]: has an unknown field \"dept\""));
    CHECK_THAT (slot ("3"), Contains ("modulation[1]: 3 is not an object"));
    CHECK_THAT (errorOf (R"("modulation": {})"), Contains ("modulation: {} is not a list; allowed: a list of 0 to 16"));
    std::string seventeen = "{}";
    for (int n = 0; n < 16; ++n)
        seventeen += ", {}";
    CHECK_THAT (errorOf ("\"modulation\": [" + seventeen + "]"), Contains ("is too long; allowed: a list of 0 to 16"));

    CHECK_THAT (errorOf (R"("macros": [{}, {}, {}, {}, {}, {}, {}, {}, {}])"), Contains ("allowed: a list of 0 to 8"));
    CHECK_THAT (errorOf (R"("macros": [{"name": 5}])"), Contains ("macros[0].name: 5 is not a string"));
    CHECK_THAT (errorOf (R"("macros": [{"name": ")" + std::string (41, 'a') + "\"}]"), Contains ("up to 40 bytes"));
    CHECK_THAT (errorOf (R"("macros": [{"to": {}}])"), Contains ("macros[0].to: {} is not a list"));
    CHECK_THAT (errorOf (R"("macros": [{"to": [{"parameter": "body.type", "depth": 0}]}])"),
                Contains ("macros[0].to[0].parameter: \"body.type\" can't be modulated"));
    CHECK_THAT (errorOf (R"("macros": [{"links": []}])"), Contains ("macros[0]: has an unknown field \"links\""));
}

TEST_CASE ("older presets know of no modulation, newer ones may know more")
{
    for (const int version : { 1, 2 })
        CHECK_THAT (errorOf (bow, version), Contains ("unknown field \"macros\""));
    const auto newer =
        presetFromJson (presetWith (R"("modulation": [ { "source": "Weather", "parameter": "hand.speed", "depth": 1 },
                                       { "source": "Key", "parameter": "hand.reach", "depth": 1 },
                                       { "source": "Key", "parameter": "hand.speed", "depth": 1, "shape": 2 } ])",
                                    presetFormatVersion + 1));
    REQUIRE (newer.has_value());
    CHECK (newer->modulation.slots[0].source == ModulationSource::none);
    CHECK (newer->modulation.slots[1].source == ModulationSource::none);
    CHECK (newer->modulation.slots[2].source == ModulationSource::key);
}

TEST_CASE ("the page of modulation names every source")
{
    std::ifstream file (std::string (KOLOPHON_SOURCE_FOLDER) + "/Resources/Docs/Modulation.md");
    std::stringstream page;
    page << file.rdbuf();
    for (const auto name : modulationSourceNames().subspan (1))
        if (! name.starts_with ("Macro ")) // Macro 1 to Macro 8
            CHECK_THAT (page.str(), Contains (std::string (name)));
}
