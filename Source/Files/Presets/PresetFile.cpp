// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetFile.h"

#include "../../Core/Text/KeyName.h"
#include "../../Core/Units.h"
#include "../../Synth/Boxes/Boxes.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/WholeFile.h"
#include "../Json/JsonDocument.h"
#include "../Json/JsonNumber.h"
#include "../Json/ShallowJson.h"
#include "../Parts/BodyJson.h"
#include "../Parts/BoxJson.h"
#include "../Parts/GestureJson.h"
#include "../Parts/TuningJson.h"
#include "KnobJson.h"
#include "ModulationJson.h"
#include "PresetJson.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace kolophon
{
namespace
{
constexpr std::string_view presetFormat = "kolophon-preset";

InputError noPreset ()
{
    return InputError (
        { .place = "format",
          .problem = "this is not a Kolophon preset (no \"format\": \"" + std::string (presetFormat) + "\")" });
}

/** Reads the version; a preset without one is treated as current. */
int readVersion (const Json& root, Findings& findings)
{
    constexpr int newest = 1'000'000;
    const auto version = root.find ("version");
    if (version != root.end() && version->is_number_integer() && *version >= 1 && *version <= newest)
        return version->get<int>();
    findings.add (InputError (version == root.end()
                                  ? Complaint { .place = "version", .problem = "missing", .allowed = "1, 2, …" }
                                  : Complaint { "version", shown (*version), "is not a version number (1, 2, …)" }));
    return presetFormatVersion;
}

void readParameters (const Json& parameters, Reading& reading, Patch& patch)
{
    if (! parameters.is_object())
        throw InputError ({ "parameters", shown (parameters), "is not an object of ids and values" });
    for (const auto& [id, json] : parameters.items())
    {
        const auto pointer = "/parameters/" + pointerName (id);
        const auto index = findParameter (id);
        if (! index)
        {
            reading.keepUnknown (pointer, json,
                                 { .place = "parameters", .problem = "unknown parameter " + shown (id) });
            continue;
        }
        auto& knob = parameterTable()[*index].in (patch);
        const auto read = readKnob (parameterTable()[*index], json, knob);
        knob = read.value;
        if (read.fault)
        {
            reading.findings.add (*read.fault);
            reading.keep (pointer, json);
        }
    }
}

int readKey (const Json& json)
{
    const auto key = keyFromName (readText (json, "keys"));
    if (! key)
        throw InputError ({ "keys", shown (json), "is not a key", "C-1 … G9" });
    return *key;
}

void readKeys (const Json& json, PresetInfo& info)
{
    if (! json.is_array() || json.size() != 2)
        throw InputError ({ "keys", shown (json), "is not a pair of keys", "[\"C2\", \"C5\"]" });
    const int lowest = readKey (json[0]), highest = readKey (json[1]);
    if (lowest > highest)
        throw InputError ({ "keys", shown (json), "has the higher key first" });
    info.lowestKey = lowest;
    info.highestKey = highest;
}

PresetClaim readClaim (const std::string& measure, const Json& range)
{
    if (! range.is_array() || range.size() != 2 || ! range[0].is_number() || ! range[1].is_number())
        throw InputError ({ "claims." + printable (measure, longestCell), shown (range), "is not a range", "[5, 20]" });
    PresetClaim claim { measure, range[0].get<double>(), range[1].get<double>() };
    if (claim.low > claim.high)
        throw InputError (
            { "claims." + printable (measure, longestCell), shown (range), "has the larger number first" });
    return claim;
}

void readClaims (const Json& json, Findings& findings, std::vector<PresetClaim>& claims)
{
    if (! json.is_object())
        throw InputError ({ "claims", shown (json), "is not an object of measures and ranges" });
    for (const auto& [measure, range] : json.items())
        if (auto claim = resultOf ([&, &name = measure, &value = range] { return readClaim (name, value); }))
            claims.push_back (*std::move (claim));
        else
            findings.add (claim.error());
}

void readTags (const Json& json, Findings& findings, std::vector<std::string>& tags)
{
    if (! json.is_array())
        throw InputError ({ "tags", shown (json), "is not a list of strings" });
    for (const auto& tag : json)
        if (auto text = resultOf ([&] { return readText (tag, "tags"); }))
            tags.push_back (*std::move (text));
        else
            findings.add (text.error());
}

/** Reads descriptions of the sound; false if `field` is not one. Throws InputError. */
bool readWords (const std::string& field, const Json& value, Findings& findings, Preset& preset)
{
    auto& info = preset.info;
    if (field == "name")
        info.name = readText (value, field);
    else if (field == "author")
        info.author = readText (value, field);
    else if (field == "notes")
        info.notes = readText (value, field);
    else if (field == "category")
        info.category = readText (value, field);
    else if (field == "intent")
        info.intent = readText (value, field);
    else if (field == "keys")
        readKeys (value, info);
    else if (field == "claims")
        readClaims (value, findings, preset.claims.list);
    else if (field == "held")
        preset.claims.seconds = readNumber (value, { 0.5, 240.0, "0.5 to 240 s" }, field, findings);
    else if (field == "tags")
        readTags (value, findings, info.tags);
    else
        return false;
    return true;
}

/** Defaults of the box's mix [%] and the level [dB] before format 4. */
constexpr double mixOfFormat3 = 80.0, levelOfFormat3 = 0.0;

/** Factor by which each box is louder since then, in the menu's order; for places without a box, that of a future one.
    */
constexpr double liftOfFormat4[] = { 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 6.8, 5.6, 5.4, 4.8, 4.0, 7.0, 1.0 };
static_assert (std::size (liftOfFormat4) == std::size (boxes::names));

/** Converts mix and level to format 4. Before it a box was softer than the bare force, and is L times as loud since.
    The same sound, 1 - m of the force and m of that box, comes from another mix and another level:
    m' = (m/L)/(1 - m + m/L), times 1 - m + m/L. */
void liftAsFormat4 (Patch& patch) noexcept
{
    const auto box = static_cast<std::size_t> (patch.outBox);
    const double bare = 100.0 - patch.outBoxMixPercent, boxed = patch.outBoxMixPercent / liftOfFormat4[box];
    patch.outBoxMixPercent = 100.0 * boxed / (bare + boxed);
    if (box != 0)
        patch.outLevelDb = std::max (parameterTable()[*findParameter ("out.level")].minimum,
                                     patch.outLevelDb + dbFromGain (0.01 * (bare + boxed)));
}

/** Sets the defaults of formats 2 to 4 that have changed since: a guide that holds the bow, even notes without vibrato,
    and a player who doesn't turn. */
void playAsFormat4 (Patch& patch) noexcept
{
    patch.voiceGuideKind = static_cast<double> (GuideKind::hold);
    patch.voicePhrasingPercent = patch.voiceVibratoCents = patch.humanTurningPercent = 0.0;
    patch.voiceVibratoDelay = 0.25;
    patch.voiceVibratoGrowth = 0.5;
}

/** Reads a part of the preset other than knobs and parts that keep their own entries; false if `field` is not one.
    Throws InputError. */
bool readThing (const std::string& field, const Json& value, Findings& findings, Preset& preset)
{
    if (field == "gesture")
        preset.gesture = gestureFromValue (value, field, findings);
    else if (field == "custom_body")
        preset.customBody = bodyFromValue (value, field, findings);
    else if (field == "measured_box")
        preset.measuredBox = boxFromValue (value, field, findings);
    else if (field == "tuning")
        preset.tuning = tuningFromValue (value, field, findings);
    else
        return readWords (field, value, findings, preset);
    return true;
}

/** Reads a field. Knobs and routes keep unusable entries individually. */
void readField (const std::string& field, const Json& value, Reading& reading, Preset& preset)
{
    const auto pointer = "/" + pointerName (field);
    if (field == "parameters")
        reading.place (pointer, value, [&] { readParameters (value, reading, preset.patch); });
    else if (field == "macros")
        reading.place (pointer, value, [&] { readMacros (value, reading, preset.modulation); });
    else if (field == "modulation")
        reading.place (pointer, value, [&] { readModulationSlots (value, reading, preset.modulation); });
    else if (field != "format" && field != "version")
        reading.part (pointer, value,
                      [&]
                      {
                          if (! readThing (field, value, reading.findings, preset))
                              reading.findings.addUnknown (
                                  InputError ("the preset has an unknown field " + shown (field)), reading.fileIsNewer);
                      });
}

/** Removes kept knobs whose meaning has changed since the file's format, which may have had another default. */
void forgetMeanings (Preset& preset)
{
    static constexpr std::string_view folder = "/parameters/";
    std::erase_if (preset.kept,
                   [&preset, defaults = Patch::defaults()] (const KeptPart& part)
                   {
                       if (! part.pointer.starts_with (folder))
                           return false;
                       const auto index = findParameter (std::string_view (part.pointer).substr (folder.size()));
                       if (! index)
                           return false;
                       const auto& parameter = parameterTable()[*index];
                       const auto today = readKnob (parameter, Json::parse (part.text), parameter.in (defaults));
                       return today.value != parameter.in (preset.patch);
                   });
}

/** Writes descriptions of the sound. Omits optional fields at their defaults. */
void writeWords (const Preset& preset, Json& json)
{
    const PresetInfo none;
    const PresetClaims nothing;
    const auto& info = preset.info;
    if (! info.category.empty())
        json["category"] = info.category;
    if (! info.intent.empty())
        json["intent"] = info.intent;
    if (info.lowestKey != none.lowestKey || info.highestKey != none.highestKey)
        json["keys"] = { keyName (info.lowestKey), keyName (info.highestKey) };
    if (preset.claims.seconds != nothing.seconds)
        json["held"] = preset.claims.seconds;
    for (const auto& claim : preset.claims.list)
        json["claims"][claim.measure] = { claim.low, claim.high };
}

/** JSON of a preset without its kept parts. */
Json bareValue (const Preset& preset)
{
    Json json { { "format", presetFormat },       { "version", presetFormatVersion }, { "name", preset.info.name },
                { "author", preset.info.author }, { "notes", preset.info.notes },     { "tags", preset.info.tags } };
    writeWords (preset, json);
    auto& parameters = json["parameters"] = Json::object();
    for (const auto& parameter : parameterTable())
        parameters[std::string (parameter.id)] = knobValue (parameter, parameter.in (preset.patch));
    if (auto macros = macrosValue (preset.modulation); ! macros.empty())
        json["macros"] = std::move (macros);
    if (auto slots = modulationSlotsValue (preset.modulation); ! slots.empty())
        json["modulation"] = std::move (slots);
    if (preset.gesture)
        json["gesture"] = gestureValue (*preset.gesture);
    if (preset.customBody)
        json["custom_body"] = bodyValue (*preset.customBody);
    if (preset.measuredBox)
        json["measured_box"] = boxValue (*preset.measuredBox);
    if (preset.tuning)
        json["tuning"] = tuningValue (*preset.tuning);
    return json;
}
} // namespace

std::string rangeText (const PresetInfo& info)
{
    if (info.lowestKey == PresetInfo().lowestKey && info.highestKey == PresetInfo().highestKey)
        return {};
    return info.lowestKey == info.highestKey ? keyName (info.lowestKey)
                                             : keyName (info.lowestKey) + " to " + keyName (info.highestKey);
}

Patch WrittenPatch::today() const noexcept
{
    auto meant = patch;
    if (version < 4)
        liftAsFormat4 (meant);
    return meant;
}

bool isPreset (const Json& json)
{
    return json.is_object() && json.contains ("format") && json["format"] == std::string (presetFormat);
}

WrittenPreset presetFromValue (const Json& root, Findings& findings)
{
    if (! root.is_object())
        throw noPreset();
    if (! isPreset (root))
        findings.add (noPreset());
    WrittenPreset read;
    auto& preset = read.preset;
    const int version = readVersion (root, findings);
    const bool isNewer = version > presetFormatVersion;
    if (version < 2)
        preset.patch = defaultsOfFormat1();
    else if (version < 5)
        playAsFormat4 (preset.patch);
    if (version < 4)
    {
        preset.patch.outBoxMixPercent = mixOfFormat3;
        preset.patch.outLevelDb = levelOfFormat3;
    }
    Reading reading { findings, preset.kept, isNewer };
    for (const auto& [field, value] : root.items())
    {
        if (version < 3 && (field == "macros" || field == "modulation" || field == "tuning"))
            findings.add (InputError ("the preset has an unknown field " + shown (field)));
        readField (field, value, reading, preset);
    }
    if (isNewer)
        findings.addUnknown (InputError ({ "version", std::to_string (version), "is newer than this program",
                                           "1 to " + std::to_string (presetFormatVersion) }),
                             true);
    read.written = { version, preset.patch };
    preset.patch = read.written.today();
    forgetMeanings (preset);
    if (! preset.kept.empty())
        rememberOurs (preset.kept, bareValue (preset));
    return read;
}

Json presetValue (const Preset& preset)
{
    auto json = bareValue (preset);
    putBack (preset.kept, json);
    return json;
}

std::string presetToJson (const Preset& preset)
{
    return jsonDocument (presetValue (preset));
}

namespace
{
Preset presetOf (std::string_view json, Findings& findings)
{
    const auto root = parseShallow (json, findings);
    if (! isPreset (root))
        throw noPreset();
    return presetFromValue (root, findings).preset;
}
} // namespace

Result<Preset> presetFromJson (std::string_view json)
{
    return strictly ([json] (Findings& findings) { return presetOf (json, findings); });
}

Result<Preset> presetFromJson (std::string_view json, Findings& findings)
{
    return resultOf ([&] { return presetOf (json, findings); });
}

Tuning tuningOf (const Preset& preset)
{
    return preset.tuning ? valueOrThrow (tuningOf (*preset.tuning)) : equalTuning;
}

void givePreset (Synth& synth, const Preset& preset)
{
    synth.setPatch (preset.patch);
    giveBody (synth, preset.customBody);
    giveBox (synth, preset.measuredBox);
    synth.setGesture (preset.gesture.value_or (DrawnGesture::door()));
    synth.setTuning (tuningOf (preset));
    synth.setModulation (preset.modulation);
}

Result<Preset> readPresetFile (const std::filesystem::path& file, Findings& findings)
{
    return inFile (shownName (file.filename()),
                   textOf (file, largestPresetFile)
                       .and_then ([&findings] (const std::string& text) { return presetFromJson (text, findings); }));
}
} // namespace kolophon
