// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "Core/Units.h"
#include "Files/Parts/BodyFile.h"
#include "Files/Presets/PresetFile.h"
#include "Support/Damage.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Parameters/ParameterTable.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinRel;

namespace
{
double within (const BodyRange& range, Dice& dice)
{
    return range.lowest + (range.highest - range.lowest) * dice.noise.nextUniform();
}

CustomBody randomBody (Dice& dice)
{
    CustomBody body;
    body.name = "Näme \"quoted\"";
    body.notes = dice.below (2) == 0 ? "" : "two\nlines";
    if (dice.below (2) == 0)
        body.mass = within (bodyMasses, dice);
    if (dice.below (2) == 0)
        body.baseFrequency = within (modeFrequencies, dice);
    body.modes.resize (1 + dice.below (maxBodyModes));
    for (auto& mode : body.modes)
    {
        mode = { within (modeFrequencies, dice),
                 within (ringTimes, dice),
                 {},
                 within (modeGains, dice),
                 within (modeGains, dice) };
        mode.shape.resize (dice.below (2) == 0 ? 1 : 2 + dice.below (maxShapePoints - 1));
        for (double& value : mode.shape)
            value = within (modeGains, dice);
    }
    std::sort (body.modes.begin(), body.modes.end(), [] (auto& a, auto& b) { return a.frequency < b.frequency; });
    return body;
}

std::string refusal (const std::string& json)
{
    const auto result = bodyFromJson (json);
    return result ? "accepted" : result.error().what();
}

CustomBody accepted (const std::string& json)
{
    const auto result = bodyFromJson (json);
    if (! result)
        FAIL (result.error().what());
    return result.value();
}

std::string withModes (const std::string& modes, const std::string& more = "")
{
    return R"({"kolophon_body": 1, )" + more + R"("modes": [)" + modes + "]}";
}

/** A body with one good mode in front of this one. */
std::string withMode (const std::string& mode)
{
    return withModes (R"({"frequency": 100, "t60": 1}, )" + mode);
}

std::string repeated (const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

nlohmann::json schema ()
{
    std::ifstream stream (KOLOPHON_SOURCE_FOLDER "/Resources/Schemas/body.schema.json");
    return nlohmann::json::parse (stream);
}
} // namespace

TEST_CASE ("a body reads back to the very same numbers", "[body]")
{
    Dice dice (GENERATE (range (0u, 100u)));
    const auto body = randomBody (dice);
    const auto text = bodyToJson (body);
    CHECK (accepted (text) == body);
    CHECK (bodyToJson (accepted (text)) == text);
}

TEST_CASE ("a body is sorted, and what it leaves out has its meaning", "[body]")
{
    const auto body =
        accepted (withModes (R"({"frequency": 300, "t60": 2, "left": 0.5}, {"frequency": 100, "t60": 1})"));
    REQUIRE (body.modes.size() == 2);
    CHECK (body.modes[0] == BodyMode { 100.0, 1.0, { 1.0 }, 1.0, 1.0 });
    CHECK (body.modes[1] == BodyMode { 300.0, 2.0, { 1.0 }, 0.5, 1.0 });
    CHECK (! body.mass);
    CHECK (! body.baseFrequency);

    // a mode of modal mass m has the shape sqrt (M/m)
    const auto weighed =
        withModes (R"({"frequency": 1, "t60": 1, "mass": 0.5}, {"frequency": 2, "t60": 1, "mass": 2})");
    CHECK (*accepted (weighed).mass == 0.5);
    CHECK (accepted (weighed).modes[0].shape == std::vector { 1.0 });
    CHECK (accepted (weighed).modes[1].shape == std::vector { 0.5 });
    const auto heavy = accepted (withModes (R"({"frequency": 1, "t60": 1, "mass": 0.5})", R"("mass": 8, )"));
    CHECK (heavy.modes[0].shape == std::vector { 4.0 });

    const std::string mode = R"({"frequency": 300, "t60": 2})";
    CHECK_THAT (*accepted (withModes (mode, R"("note": 57, )")).baseFrequency, WithinRel (220.0, 1e-12));
    CHECK (*accepted (withModes (mode, R"("base_frequency": 250, )")).baseFrequency == 250.0);
    // a pair of one frequency is what a round plate has
    CHECK (accepted (withModes (mode + R"(, {"frequency": 300, "t60": 2, "shape": [0, 1]})")).modes.size() == 2);
    const auto newer =
        accepted (R"({"kolophon_body": 2, "colour": 1, "modes": [{"frequency": 9, "t60": 1, "hue": 3}]})");
    CHECK (newer.modes.size() == 1);
}

TEST_CASE ("a broken body is refused in one sentence with the place, the value and what is allowed", "[body]")
{
    struct Case
    {
        std::string json;
        std::vector<std::string> words;
    };
    const std::string mode = R"({"frequency": 100, "t60": 1})";
    const auto wrong = GENERATE_COPY (values<Case> ({
        { "", { "line 1" } },
        { "{", { "line 1" } },
        { "[]", { "not a body" } },
        { "3", { "not a body" } },
        { "{\"modes\": []}", { "kolophon_body" } },
        { "{\"kolophon_body\": 0, \"modes\": []}", { "kolophon_body: 0" } },
        { "{\"kolophon_body\": \"1\", \"modes\": []}", { "kolophon_body: \"1\"" } },
        { "{\"kolophon_body\": 1.5, \"modes\": []}", { "kolophon_body: 1.5" } },
        { "{\"kolophon_body\": 1}", { "modes: missing", "1 to 128" } },
        { "{\"kolophon_body\": 1, \"modes\": 3}", { "modes: 3", "1 to 128" } },
        { withModes (""), { "contains 0 modes", "1 to 128" } },
        { withModes (repeated (mode + ", ", 128) + mode), { "contains 129 modes", "1 to 128" } },
        { withModes (mode, R"("colour": 1, )"), { "colour", "base_frequency" } },
        { withModes (mode, R"("name": 7, )"), { "name: 7" } },
        { withModes (mode, R"("notes": [], )"), { "notes: []" } },
        { withModes (mode, R"("mass": 0, )"), { "mass: 0", "0.001 to 100", "kg" } },
        { withModes (mode, R"("mass": "1 kg", )"), { "mass: \"1 kg\"", "not a number" } },
        { withModes (mode, R"("base_frequency": -3, )"), { "base_frequency: -3", "Hz" } },
        { withModes (mode, R"("note": 128, )"), { "note: 128", "127" } },
        { withModes (mode, R"("note": 60, "base_frequency": 100, )"), { "note: 60", "base_frequency" } },
        { withModes (mode, R"("name": "a", "name": "b", )"), { "name", "twice" } },
        { withMode ("7"), { "modes[1]: 7", "frequency" } },
        { withMode ("[]"), { "modes[1]: []" } },
        { withMode ("{}"), { "modes[1].frequency: missing", "1.0 to 100000.0 Hz" } },
        { withMode (R"({"frequency": 5})"), { "modes[1].t60: missing", "0.001 to 1000.0 s" } },
        { withMode (R"({"frequency": 0, "t60": 1})"), { "modes[1].frequency: 0", "1.0 to 100000.0 Hz" } },
        { withMode (R"({"frequency": -440, "t60": 1})"), { "modes[1].frequency: -440" } },
        { withMode (R"({"frequency": "440 Hz", "t60": 1})"), { "modes[1].frequency: \"440 Hz\"", "not a number" } },
        { withMode (R"({"frequency": null, "t60": 1})"), { "modes[1].frequency: null" } },
        { withMode (R"({"frequency": true, "t60": 1})"), { "modes[1].frequency: true" } },
        { withMode (R"({"frequency": 1e6, "t60": 1})"), { "modes[1].frequency: 1000000.0" } },
        { withMode (R"({"frequency": 1e999, "t60": 1})"), { "modes[1].frequency", "is out of range" } },
        { withMode (R"({"frequency": NaN, "t60": 1})"), { "modes[1].frequency", "line 1", "N" } },
        { withMode (R"({"frequency": Infinity, "t60": 1})"), { "modes[1].frequency", "I" } },
        { withMode (R"({"frequency": 440, "t60": 0})"), { "modes[1].t60: 0", "0.001 to 1000.0 s" } },
        { withMode (R"({"frequency": 440, "t60": -1})"), { "modes[1].t60: -1" } },
        { withMode (R"({"frequency": 440, "t60": 1e5})"), { "modes[1].t60: 100000.0" } },
        { withMode (R"({"frequency": 440, "t60": 1, "frequency": 441})"), { "modes[1].frequency", "twice" } },
        { withMode (R"({"frequency": 440, "t60": 1, "mass": 0})"), { "modes[1].mass: 0", "kg" } },
        { withMode (R"({"frequency": 440, "t60": 1, "mass": 1, "shape": 1})"), { "modes[1].mass: 1", "shape" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": 1e5})"), { "modes[1].shape: 100000.0" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": "round"})"), { "modes[1].shape: \"round\"" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": []})"), { "modes[1].shape: []", "2 to 129" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": [1]})"), { "modes[1].shape: [1]", "2 to 129" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": [1)" + repeated (", 1", 129) + "]}"),
          { "modes[1].shape", "130 numbers", "2 to 129" } },
        { withMode (R"({"frequency": 440, "t60": 1, "shape": [0, 1, {}]})"), { "modes[1].shape[2]: {}" } },
        { withMode (R"({"frequency": 440, "t60": 1, "left": []})"), { "modes[1].left: []" } },
        { withMode (R"({"frequency": 440, "t60": 1, "right": 1e9})"), { "modes[1].right: 1000000000.0" } },
        { withMode (R"({"frequency": 440, "t60": 1, "decay": 1})"), { "modes[1].decay", "t60" } },
        { withMode (mode), { "modes[1]", "the same as modes[0]" } },
        { withModes (R"({"frequency": 440, "t60": 1, "shape": [0, 1e-9]})"), { "modes", "friction has no effect" } },
        { withModes (mode, "\"notes\": " + repeated ("[", 40) + repeated ("]", 40) + ", "), { "nested too deeply" } },
        { withModes (mode) + repeated (" ", 1 << 20), { "bytes", "1048576" } },
        { withModes (mode, "\"name\": \"\xff\", "), { "name", "UTF-8" } },
    }));
    INFO (wrong.json.substr (0, 200));
    const auto sentence = refusal (wrong.json);
    for (const auto& words : wrong.words)
        CHECK_THAT (sentence, Contains (words));
    CHECK (sentence.find ('\n') == std::string::npos);
    CHECK (sentence.size() < 300);
}

TEST_CASE ("an object of countless names is refused before it costs time", "[body]")
{
    std::string names = "{\"kolophon_body\": 1";
    for (int i = 0; i < 2000; ++i)
        names += ", \"x" + std::to_string (i) + "\": 1";
    CHECK_THAT (refusal (names + "}"), Contains ("more than 1000 names"));
}

TEST_CASE ("a body becomes a table: ratios over its base, decay rates over the knob's, shapes along the path", "[body]")
{
    const auto body =
        accepted (withModes (R"({"frequency": 110, "t60": 4, "shape": [0, 1, 0.5], "left": 0.25, "right": -2},
                                              {"frequency": 330, "t60": 0.5})",
                             R"("base_frequency": 220, "mass": 2, )"));
    const auto table = tableOf (body);
    REQUIRE (table->count == 2);
    CHECK (table->ratio[0] == 0.5);
    CHECK (table->ratio[1] == 1.5);
    CHECK (table->decay[0] == 1.0);
    CHECK (table->decay[1] == 8.0); // T60 is an eighth
    CHECK (table->loss == 0.0);
    CHECK (ModeTable::at (table->shape[0], 0.0) == 0.0);
    CHECK (ModeTable::at (table->shape[0], 0.125) == 0.5);
    CHECK (ModeTable::at (table->shape[0], 0.25) == 1.0);
    CHECK (ModeTable::at (table->shape[0], 0.5) == 0.5);
    CHECK (ModeTable::at (table->shape[1], 0.3) == 1.0);
    CHECK (table->left[0] == 0.25);
    CHECK (table->right[0] == -2.0);

    auto patch = Patch::defaults();
    applyBodyKnobs (body, patch);
    CHECK (patch.bodyType == customBody());
    CHECK (patch.bodyDecay == 4.0);
    CHECK (patch.bodyMass == 2.0);
    CHECK (patch.bodyModes == Patch::defaults().bodyModes);

    // A ring time that the knob cannot show is kept all the same.
    const auto endless = accepted (withModes (R"({"frequency": 110, "t60": 480})"));
    applyBodyKnobs (endless, patch);
    CHECK (patch.bodyDecay == 120.0);
    CHECK (tableOf (endless)->decay[0] == 0.25);
    CHECK (patch.bodyMass == 2.0); // unknown: stays
}

TEST_CASE ("the schema allows what the reader allows", "[body]")
{
    const auto root = schema();
    const auto& mode = root["$defs"]["mode"];
    const auto agrees = [] (const nlohmann::json& field, const BodyRange& range)
    {
        CHECK (field["minimum"] == range.lowest);
        CHECK (field["maximum"] == range.highest);
    };
    agrees (root["properties"]["mass"], bodyMasses);
    agrees (root["properties"]["base_frequency"], modeFrequencies);
    agrees (root["properties"]["note"], baseNotes);
    agrees (mode["properties"]["frequency"], modeFrequencies);
    agrees (mode["properties"]["t60"], ringTimes);
    agrees (mode["properties"]["mass"], modalMasses);
    agrees (root["$defs"]["gain"], modeGains);
    CHECK (root["properties"]["modes"]["maxItems"] == maxBodyModes);
    CHECK (mode["properties"]["shape"]["oneOf"][1]["maxItems"] == maxShapePoints);
    CHECK (root["properties"]["kolophon_body"]["const"] == bodyFormatVersion);
    for (const auto& [name, field] : mode["properties"].items()) // every name of the schema is read
        CHECK_THAT (refusal (withMode ("{\"" + name + "\": \"?\"}")), Contains ("modes[1]." + name + ": \"?\""));
    for (const auto& [name, field] : root["properties"].items())
        if (name != "$schema" && name != "warnings") // which a reader of bodies passes over
            CHECK_THAT (refusal ("{\"kolophon_body\": 1, \"" + name + "\": {}}"), Contains (name));
    // What the body gives the knob must be what the knob takes.
    const auto& knob = parameterTable()[findParameter ("body.mass").value()];
    CHECK (knob.minimum == bodyMasses.lowest);
    CHECK (knob.maximum == bodyMasses.highest);
}

TEST_CASE ("a file that is none, too large, or no body is refused by name", "[body]")
{
    namespace fs = std::filesystem;
    const auto folder = fs::temp_directory_path() / ("kolophon-body-" + std::to_string (getpid()));
    fs::create_directories (folder);
    const auto inputError = [&folder] (const std::string& name)
    {
        const auto result = readBodyFile (folder / name);
        return std::string (result ? "accepted" : result.error().what());
    };
    std::ofstream (folder / "large.json")
        << withModes (R"({"frequency": 100, "t60": 1})") << std::string (2 << 20, ' ');
    std::ofstream (folder / "bad.json") << withModes (R"({"frequency": 100, "t60": 0})");
    std::ofstream (folder / "good.json") << withModes (R"({"frequency": 100, "t60": 1})");
    CHECK_THAT (inputError ("none.json"), Contains ("none.json"));
    CHECK_THAT (inputError ("."), Contains ("cannot be read"));
    CHECK_THAT (inputError ("large.json"),
                Contains ("large.json: cannot be read: it contains 2.1 MB; at most 1.0 MB are read"));
    CHECK_THAT (inputError ("bad.json"), Contains ("bad.json: modes[0].t60: 0 "));
    CHECK (inputError ("good.json") == "accepted");
    fs::remove_all (folder);
}

TEST_CASE ("a preset carries its body, exactly, and says where it is wrong", "[body][preset]")
{
    Dice dice (3);
    Preset preset { { "Pan", "me", "", {} }, Patch::defaults(), std::nullopt, randomBody (dice) };
    applyBodyKnobs (*preset.customBody, preset.patch);
    const auto text = presetToJson (preset);
    const auto result = presetFromJson (text);
    REQUIRE (result.has_value());
    CHECK (result.value().patch == preset.patch);
    CHECK (result.value().customBody == preset.customBody);
    CHECK (presetFingerprint (result.value()) == presetFingerprint (preset));
    CHECK (presetToJson (result.value()) == text);

    auto changed = *preset.customBody;
    changed.modes[0].t60 *= 1.0 + 1e-15;
    CHECK (presetFingerprint (Preset { preset.info, preset.patch, std::nullopt, changed }) !=
           presetFingerprint (preset));
    const Preset other { preset.info, preset.patch, std::nullopt, std::nullopt };
    CHECK (presetFingerprint (other) == patchFingerprint (preset.patch));
    CHECK (presetToJson (other).find ("custom_body") == std::string::npos);

    const std::string head = R"({"format": "kolophon-preset", "version": 1, "custom_body": )";
    const auto wrong = [&head] (const std::string& body)
    { return std::string (presetFromJson (head + body + "}").error().what()); };
    CHECK_THAT (wrong ("3"), Contains ("custom_body"));
    CHECK_THAT (wrong (withModes (R"({"frequency": 100, "t60": 0})")), Contains ("custom_body.modes[0].t60: 0"));
}
