// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Text/NumberText.h"
#include "Files/Presets/PluginState.h"
#include "Files/Songs/PerformanceFile.h"
#include "Support/Damage.h"
#include "Support/LongRun.h"
#include "Support/ToolFolder.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

/** Sessions, presets and performances that are partly damaged, or from a newer version: what can be read is, what
    can't is said, and kept. */

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using OrderedJson = nlohmann::ordered_json;

namespace
{
struct Read
{
    Preset preset;
    Findings findings;
};

Read readPreset (const std::string& json)
{
    Read read;
    auto preset = presetFromJson (json, read.findings);
    INFO (json.substr (0, 400));
    REQUIRE (preset);
    read.preset = *std::move (preset);
    return read;
}

std::string withKnobs (const std::string& knobs, int version = presetFormatVersion)
{
    return R"({"format": "kolophon-preset", "version": )" + std::to_string (version) + R"(, "parameters": {)" + knobs +
           "}}";
}

double knob (const Preset& preset, std::string_view id)
{
    return parameterTable()[findParameter (id).value()].in (preset.patch);
}

OrderedJson written (const Preset& preset)
{
    return OrderedJson::parse (presetToJson (preset));
}

/** A state with something of everything in it. */
OrderedJson richState ()
{
    auto state = OrderedJson::parse (
        contents (std::filesystem::path (KOLOPHON_SOURCE_FOLDER "/Tests/Reference/Archive/state-1-locked.json")));
    Preset sound = *findFactoryPreset ("Leaning Timber");
    Dice dice (11);
    for (const auto& p : parameterTable())
        p.in (sound.patch) = p.nearestValid (p.minimum + dice.noise.nextUniform() * (p.maximum - p.minimum));
    state["preset"]["version"] = presetFormatVersion;
    state["preset"]["parameters"] = written (sound)["parameters"];
    state["preset"]["macros"] = written (sound)["macros"];
    state["preset"]["modulation"] = written (sound)["modulation"];
    state["places"] = { { "hand.lift", 0.4 } };
    return state;
}

/** Anything that JSON can say. */
OrderedJson anything (Dice& dice)
{
    switch (dice.below (14))
    {
        case 0: return nullptr;
        case 1: return true;
        case 2: return -1;
        case 3: return 1e308;
        case 4: return -4.9e-324;
        case 5: return std::uint64_t { 18446744073709551615u };
        case 6: return "";
        case 7: return "0.5";
        case 8: return std::string (5000, 'x');
        case 9: return "\xc3\xa9\x01\n\"";
        case 10: return OrderedJson::array ({ 1, OrderedJson::array(), nullptr, OrderedJson::object() });
        case 11: return { { "value", "nan" }, { "unit", 7 } };
        case 12: return OrderedJson (std::vector<double> (300, 0.25));
        default:
        {
            OrderedJson nested = 1;
            for (int level = 0; level < 30; ++level)
                nested = OrderedJson::array ({ nested });
            return nested;
        }
    }
}

/** One place in a document, and the knobs that a change there may touch: one, or with "*" all. */
struct Wound
{
    OrderedJson* at;
    std::string touched;
};

/** A place somewhere below the root, by a random walk; never the mark of the format. */
Wound anyPlace (OrderedJson& root, Dice& dice)
{
    auto* at = &root;
    std::vector<std::string> path;
    while (at->is_structured() && ! at->empty() && (at == &root || dice.below (4) != 0))
    {
        auto entry = std::next (at->begin(), static_cast<std::ptrdiff_t> (dice.below (at->size())));
        if (at == &root && entry.key() == "format")
            continue;
        path.push_back (at->is_object() ? entry.key() : "-");
        at = &*entry;
    }
    if (path.front() != "preset")
        return { at, "" };
    if (path.size() < 2 || (path[1] == "parameters" && path.size() < 3) || path[1] == "version")
        return { at, "*" };
    return { at, path[1] == "parameters" ? path[2] : "" };
}

/** Changes it somewhere; which knobs that may have touched. */
std::string wound (OrderedJson& root, Dice& dice)
{
    const auto [at, touched] = anyPlace (root, dice);
    if (at->is_object() && dice.below (3) == 0) // a newer version's field
    {
        (*at)["from the future " + std::to_string (dice.below (1000))] = anything (dice);
        return touched == "*" ? "" : touched;
    }
    if (at->is_array() && dice.below (3) == 0)
        at->push_back (anything (dice));
    else if (at->is_array() && dice.below (3) == 0)
        for (const auto entries = *at; at->size() < 40;)
            at->push_back (entries.empty() ? anything (dice) : entries[dice.below (entries.size())]);
    else
        *at = anything (dice);
    return touched;
}
} // namespace

TEST_CASE ("whatever is damaged in a state, it is read, and every knob that was not touched keeps its value")
{
    const auto whole = richState();
    Findings none;
    const auto healthy = stateFromJson (whole.dump(), none);
    REQUIRE (healthy);
    INFO (none.summary());
    REQUIRE (none.empty());
    Dice dice (20261126);
    for (int round = 0; round < rounds (1500, 30000); ++round)
    {
        auto document = whole;
        std::set<std::string> touched;
        for (auto wounds = 1 + dice.below (3); wounds > 0; --wounds)
            touched.insert (wound (document, dice));
        const auto text = document.dump();
        CAPTURE (round, touched);
        Findings findings;
        const auto state = stateFromJson (text, findings);
        REQUIRE (state);
        if (touched.count ("*") == 0)
            for (const auto& p : parameterTable())
                if (touched.count (std::string (p.id)) == 0)
                {
                    CAPTURE (p.id);
                    REQUIRE (p.in (state->preset.patch) == p.in (healthy->preset.patch));
                }
        // What is written is read again as the same, and nothing of it is lost by that.
        const auto saved = stateToJson (*state);
        Findings again;
        const auto reread = stateFromJson (saved, again);
        REQUIRE (reread);
        REQUIRE (reread->preset.patch == state->preset.patch);
        REQUIRE (reread->preset.modulation == state->preset.modulation);
        REQUIRE (reread->preset.gesture == state->preset.gesture);
        REQUIRE (reread->preset.customBody == state->preset.customBody);
        REQUIRE (reread->locked == state->locked);
        REQUIRE (stateToJson (*reread) == saved);
        REQUIRE (findings.summary().size() < 500);
    }
}

TEST_CASE ("a knob takes the nearest thing that can be meant, and its text is kept until it is turned")
{
    struct Case
    {
        std::string id, text;
        double value;
    };
    for (const auto& [id, text, value] :
         { Case { "hand.speed", "1e999", 3.0 },
           { "hand.speed", "-1e999", 0.0005 },
           { "hand.speed", "1e400", 3.0 },
           { "hand.speed", "1e-400", 0.0005 },
           { "hand.speed", "\"7 m/s\"", 3.0 },
           { "hand.speed", "{\"value\": 7, \"unit\": \"m/s\"}", 3.0 },
           { "hand.speed", "{\"value\": 1, \"unit\": \"N\"}", 0.2 },
           { "hand.speed", "{}", 0.2 },
           { "hand.speed", "null", 0.2 },
           { "hand.speed", "\"nan\"", 0.2 },
           { "hand.speed", "[0.3]", 0.2 },
           { "hand.speed", "true", 0.2 },
           { "voice.count", "3.4", 3.0 },
           { "voice.count", "1000", parameterTable()[*findParameter ("voice.count")].maximum },
           { "hand.lift", "\"Hover\"", 0.0 },
           { "hand.lift", "99", 0.0 },
           { "contact.law", "\"Some law of 2031\"", 0.0 },
           { "body.type", "-3", 0.0 },
           { "out.guard", "\"perhaps\"", 1.0 },
           { "out.guard", "0.2", 0.0 } })
    {
        CAPTURE (id, text);
        auto read = readPreset (withKnobs ("\"" + id + "\": " + text + ", \"hand.position\": 0.2"));
        CHECK (knob (read.preset, id) == value);
        CHECK (knob (read.preset, "hand.position") == 0.2);
        CHECK (read.findings.count() == 1);
        CHECK_THAT (read.findings.summary(), Contains (id));
        Findings again;
        const auto reread = presetFromJson (presetToJson (read.preset), again);
        CHECK (again.count() == 1); // the text is there
        CHECK (knob (*reread, id) == value);

        const auto& parameter = parameterTable()[*findParameter (id)];
        parameter.in (read.preset.patch) = value == parameter.maximum ? parameter.minimum : parameter.maximum;
        Findings later;
        const auto turned = presetFromJson (presetToJson (read.preset), later);
        CHECK (later.empty());
        CHECK (knob (*turned, id) == parameter.in (read.preset.patch));
    }
}

TEST_CASE ("choices that have got another name are still understood")
{
    static constexpr std::string_view choices[] = { "Ring", "Damp" };
    static constexpr FormerChoice former[] = { { "Ringing", "Ring" }, { "Mute", "Damp" } };
    auto info = static_cast<const ParamInfo&> (parameterTable()[*findParameter ("hand.lift")]);
    info.choices = choices;
    info.formerChoices = former;
    info.maximum = 1.0;
    CHECK (parseValue (info, "mute").value() == 1.0);
    CHECK (parseValue (info, "Ringing").value() == 0.0);
    CHECK (parseValue (info, "Damp").value() == 1.0);
    CHECK_FALSE (parseValue (info, "Stop"));
    for (const auto& p : parameterTable()) // what a table of former names says is there
        for (const auto& name : p.formerChoices)
        {
            CAPTURE (p.id, name.name);
            CHECK (std::count (p.choices.begin(), p.choices.end(), name.now) == 1);
            CHECK (std::count (p.choices.begin(), p.choices.end(), name.name) == 0);
        }
}

TEST_CASE ("what a newer version has added is skipped and written again, wherever it stands")
{
    const auto* text = R"({"format": "kolophon-preset", "version": 9, "name": "Later", "scenes": {"a/b~c": [1, 2]},
        "parameters": {"hand.future": {"value": 3, "unit": "m/s^3"}, "hand.lift": "Hover", "hand.speed": 0.3},
        "macros": [{"name": "Bow", "colour": "red", "to": [{"parameter": "hand.future", "depth": 1},
                                                           {"parameter": "hand.speed", "depth": 0.5, "curve": 0}]},
                   {}, {}, {}, {}, {}, {}, {}, {"name": "the ninth"}],
        "modulation": [{"source": "Weather", "parameter": "hand.speed", "depth": 1},
                       {"source": "Key", "parameter": "hand.speed", "depth": 0.25, "curve": 0}]})";
    auto read = readPreset (text);
    CHECK (read.preset.info.name == "Later");
    CHECK (read.preset.patch.handSpeed == 0.3);
    CHECK (read.preset.modulation.macros[0].to.size() == 1);
    CHECK (read.preset.modulation.slots[1].source == ModulationSource::key);

    const auto json = written (read.preset);
    CHECK (json["version"] == presetFormatVersion);
    CHECK (json["scenes"] == OrderedJson::parse (R"({"a/b~c": [1, 2]})"));
    CHECK (json["parameters"]["hand.future"]["value"] == 3);
    CHECK (json["parameters"]["hand.lift"] == "Hover");
    CHECK (json["macros"][0]["colour"] == "red");
    CHECK (json["macros"][0]["to"].size() == 2);
    CHECK (json["macros"][8]["name"] == "the ninth");
    CHECK (json["modulation"][0]["source"] == "Weather");
    CHECK (json["modulation"].is_array());
    Findings again;
    const auto reread = presetFromJson (presetToJson (read.preset), again);
    CHECK (presetToJson (*reread) == presetToJson (read.preset)); // nothing grows

    // A route that the player makes in the place of one that is kept wins; other places stay.
    read.preset.modulation.slots[0] = { ModulationSource::lfo1, { *findParameter ("out.room"), 0.5, 0.0 } };
    read.preset.modulation.slots[4] = read.preset.modulation.slots[0];
    CHECK (written (read.preset)["modulation"][0]["source"] == "LFO 1");
    CHECK (written (read.preset)["macros"][8]["name"] == "the ninth");
}

TEST_CASE ("damage in one part of a preset costs that part alone, and its text stays until the part changes")
{
    const std::string sound = R"("name": "Mine", "parameters": {"hand.speed": 0.3})";
    const auto damaged = [&sound] (const std::string& part)
    { return R"({"format": "kolophon-preset", "version": 4, )" + sound + ", " + part + "}"; };
    for (const std::string part :
         { R"("gesture": 7)", R"("gesture": [["x"]])", R"("custom_body": {"modes": []})",
           R"("custom_body": {"kolophon_body": 1, "modes": [{"frequency": "low"}]})", R"("tuning": {"scale": 3})",
           R"("tuning": {"mapping": {"keys": [null], "middle": 69}})", R"("macros": 3)", R"("modulation": {"a": 1})",
           R"("keys": ["C9", "C1"])", R"("claims": [1])", R"("held": "long")", R"("tags": "one")", R"("author": {})" })
    {
        CAPTURE (part);
        const auto read = readPreset (damaged (part));
        CHECK (read.findings.count() >= 1);
        CHECK (read.preset.info.name == "Mine");
        CHECK (read.preset.patch.handSpeed == 0.3);
        CHECK_FALSE (read.preset.gesture);
        CHECK_FALSE (read.preset.customBody);
        CHECK_FALSE (read.preset.tuning);
        const auto name = part.substr (1, part.find ('"', 1) - 1);
        CHECK (written (read.preset)[name] == OrderedJson::parse ("{" + part + "}")[name]);
    }
    auto read = readPreset (damaged (R"("gesture": 7)"));
    read.preset.gesture = DrawnGesture::door();
    CHECK (written (read.preset)["gesture"] != 7);

    // What is left of a gesture and of a body is used.
    read = readPreset (damaged (R"("gesture": [[0, 0, 1], [0.5, 3, 1], [0.4, 0, 1], "x", [1, 0, 1]])"));
    REQUIRE (read.preset.gesture);
    CHECK (read.preset.gesture->tracks[0].count == 3);
    CHECK (read.preset.gesture->tracks[0].points[1].value == 1.0); // the highest that there is
    read = readPreset (damaged (R"("custom_body": {"kolophon_body": 2, "glaze": 1, "modes":
                                   [{"frequency": 200, "t60": 1}, {"t60": 1}, {"frequency": 300, "t60": 1e9}]})"));
    REQUIRE (read.preset.customBody);
    CHECK (read.preset.customBody->modes.size() == 2);
    CHECK (read.preset.customBody->modes[1].t60 == 1000.0);
}

TEST_CASE ("a text that is kept means the same when it is read again, whatever format it came from")
{
    // Without a usable value, format 3 means 80 % of a box that was 12 dB softer; format 4 doesn't.
    for (const int version : { 1, 2, 3, 4 })
    {
        CAPTURE (version);
        const auto read =
            readPreset (withKnobs (R"("out.box": "Cello", "out.box_mix": "half", "voice.guide": [])", version));
        const auto reread = readPreset (presetToJson (read.preset));
        CHECK (reread.preset.patch == read.preset.patch);
    }
}

TEST_CASE ("doubled names, deep nesting and numbers without a double cost what they stand for, no more")
{
    auto read = readPreset (withKnobs (R"("hand.speed": 0.1, "hand.position": 0.2, "hand.speed": 0.4)"));
    CHECK (read.preset.patch.handSpeed == 0.4); // as most readers have it: the last one counts
    CHECK (read.preset.patch.handPosition == 0.2);
    CHECK_THAT (read.findings.summary(), Contains ("twice"));
    read = readPreset (withKnobs (R"("hand.speed": )" + std::string (100000, '[') + std::string (100000, ']') +
                                  R"(, "hand.position": 0.2)"));
    CHECK (read.preset.patch.handPosition == 0.2);
    read = readPreset (withKnobs (R"("new \"1e999": -1e999, "hand.position": 0.2)"));
    CHECK (read.preset.patch.handPosition == 0.2);
    std::string crowd;
    for (int n = 0; n < 3000; ++n)
        crowd += "\"new." + std::to_string (n) + "\": 1, ";
    read = readPreset (withKnobs (R"("hand.speed": 0.4, )" + crowd + R"("hand.position": 0.2)"));
    CHECK (read.preset.patch.handSpeed == 0.4);
    CHECK (read.findings.count() >= 3000);
    CHECK (read.findings.list().size() == 100);
}

TEST_CASE ("a preset says of which version it is in any way, and is read")
{
    for (const std::string version : { "-3", "0", "\"4\"", "null", "1e300", "99999999999", "4.5", "[]" })
    {
        CAPTURE (version);
        const auto read = readPreset (R"({"format": "kolophon-preset", "version": )" + version +
                                      R"(, "parameters": {"hand.speed": 0.3}})");
        CHECK (read.preset.patch.handSpeed == 0.3);
        CHECK (read.findings.count() == 1);
    }
    CHECK (readPreset (R"({"format": "kolophon-preset"})").preset.patch == Patch::defaults());
    Findings findings;
    for (const auto* text : { "", "null", "[]", "{}", R"({"format": "kolophon-prese"})",
                              "{\"format\": \"kolophon-preset\"", R"({"format": ["kolophon-preset"]})", "\xff\xfe{" })
    {
        CAPTURE (text);
        const auto preset = presetFromJson (text, findings);
        REQUIRE_FALSE (preset);
        CHECK (std::string (preset.error().what()).size() > 10);
        CHECK_FALSE (stateFromJson (text, findings));
    }
}

TEST_CASE ("a session whose preset is gone plays the factory preset that it began with")
{
    Findings findings;
    const auto lost = stateFromJson (
        R"({"format": "kolophon-state", "version": 1, "factory preset": "Glass Rim", "bypass": true})", findings);
    REQUIRE (lost);
    CHECK (lost->bypassed);
    CHECK (lost->preset.patch == findFactoryPreset ("Glass Rim")->patch);
    CHECK (findings.count() == 1);
    Findings others;
    const auto padded = stateFromJson (richState().dump() + std::string (7, '\0'), others); // as some hosts do
    CHECK (padded);
    CHECK (others.empty());
}

TEST_CASE ("a performance is played as far as it can be read")
{
    RecordedPerformance performance;
    performance.log.end = 4800;
    auto json = OrderedJson::parse (performanceToJson (performance));
    json["version"] = 7;
    json["room"] = "hall";
    json.erase ("last_key");
    json["strokes"] = -5;
    json["song"]["rate"] = "fast";
    json["events"] = OrderedJson::parse (R"([
        {"at": 10, "type": "note on", "channel": 1, "key": 60, "value": 1.5},
        {"at": 20, "type": "set", "parameter": "hand.future", "value": 1},
        {"at": 20, "type": "set", "parameter": "hand.speed", "value": 99},
        {"at": 20, "type": "set", "parameter": "contact.law", "value": 99},
        {"at": 30, "type": "aftertouch of 2031", "value": 1},
        {"at": 30, "type": "note on", "channel": 1, "key": 200, "value": 1},
        {"at": 15, "type": "panic"},
        "noise",
        {"at": 40, "type": "body", "body": {}},
        {"at": "50", "type": "note off", "channel": 1, "key": 60, "value": 0.5, "colour": 3}])");
    Findings findings;
    const auto read = performanceFromJson (json.dump(), findings);
    REQUIRE (read);
    REQUIRE (read->log.events.size() == 3);
    CHECK (read->log.events[0].event.value == 1.0);
    CHECK (read->log.events[1].event.value == 3.0);
    CHECK (read->log.events[2].sample == 50);
    CHECK (read->log.past.lastKey == 60);
    CHECK (read->log.past.strokes == 0);
    CHECK (findings.count() == 16);                  // no other key sounds in place of the 201st
    CHECK_FALSE (performanceFromJson (json.dump())); // who asks for all of it
    CHECK_FALSE (performanceFromJson ("{}", findings));
}

TEST_CASE ("the command line plays what can be read, warns in one line, and lists the rest", "[tool]")
{
    const ToolFolder bench;
    bench.write ("odd.json",
                 withKnobs (R"("hand.speed": 99, "hand.future": 1, "hand.lift": "Hover", "hand.position": 0.2)"));
    bench.write ("good.json", withKnobs (R"("hand.speed": 3, "hand.position": 0.2)"));
    bench.write ("none.json", "{}");
    const std::string note = "render --note A3 --seconds 0.1 --tail 0 -o a.wav -p ";
    const auto odd = bench.run (note + "odd.json --quiet");
    CHECK (odd.code == 0);
    CHECK (std::count (odd.err.begin(), odd.err.end(), '\n') == 1);
    CHECK_THAT (odd.err, Contains ("odd.json: ") && Contains ("; and 2 more (--json lists all warnings)"));
    const auto report = bench.json (note + "odd.json");
    CHECK (report["warnings"].size() == 3);
    CHECK (report["hash"] == bench.json (note + "good.json")["hash"]);
    CHECK (bench.json (note + "good.json")["warnings"].empty());
    CHECK (bench.run (note + "none.json").code == 3);

    const auto judged = bench.run ("preset validate odd.json good.json");
    CHECK (judged.code == 3);
    CHECK (std::count (judged.err.begin(), judged.err.end(), '\n') == 1);
    CHECK_THAT (judged.err, Contains ("odd.json: ") && Contains ("; and 2 more (--json lists all warnings)"));
    CHECK_THAT (judged.out, Contains ("good.json: valid") && ! Contains ("odd.json: valid"));
    CHECK (bench.run ("preset validate good.json").code == 0);
    CHECK (bench.run ("preset validate none.json").code == 3);
    const auto list = nlohmann::json::parse (bench.run ("preset validate odd.json --json").out);
    CHECK (list[0]["findings"].size() == 3);
    CHECK_THAT (bench.run ("preset convert odd.json").out, Contains ("hand.future") && Contains ("Hover"));

    bench.write ("session.json", richState().dump());
    CHECK (bench.run ("preset validate session.json").code == 0);
    CHECK (bench.run (note + "session.json --quiet").code == 0); // a session is a preset, too
}
