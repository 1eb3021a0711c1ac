#include "PresetFile.h"

#include "../Core/Fnv.h"
#include "../Core/KeyName.h"
#include "../Core/Units.h"
#include "../Synth/Boxes.h"
#include "../Synth/ParameterTable.h"
#include "BodyJson.h"
#include "GestureJson.h"
#include "JsonDocument.h"
#include "ModulationJson.h"
#include "ShallowJson.h"
#include "TuningJson.h"
#include "WholeFile.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace kolophon
{
namespace
{
using Value = Result<double>;

constexpr std::string_view presetFormat = "kolophon-preset";

Json parameterValue (const Parameter& parameter, double value)
{
    const double valid = parameter.nearestValid (value);
    if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
        return formatValue (parameter, valid);
    if (parameter.scale == Scale::integer)
        return static_cast<long long> (valid);
    if (parameter.unit == Unit::none)
        return valid;
    return { { "value", valid }, { "unit", unitText (parameter.unit) }, { "text", formatValue (parameter, valid) } };
}

double readValue (const Parameter& parameter, const Json& json)
{
    const auto id = std::string (parameter.id);
    if (json.is_string())
    {
        const auto result = parseValue (parameter, json.get_ref<const std::string&>());
        if (! result)
            throw Refusal (result.error());
        return *result;
    }
    if (json.is_boolean() && parameter.scale == Scale::toggle)
        return json.get<bool>() ? 1.0 : 0.0;
    if (json.is_number())
    {
        const double value = json.get<double>();
        if (const auto error = checkValue (parameter, value))
            throw Refusal (*error);
        return value;
    }
    if (json.is_object())
    {
        const auto value = json.find ("value");
        if (value == json.end() || value->is_object())
            throw Refusal ({ id, shown (json), "has no \"value\"", formatRange (parameter) });
        const auto unit = json.find ("unit");
        if (unit != json.end() && *unit != std::string (unitText (parameter.unit)))
            throw Refusal ({ id, "the unit " + shown (*unit), "is not this parameter's", formatRange (parameter) });
        return readValue (parameter, *value);
    }
    throw Refusal ({ id, shown (json), "is neither a number nor a string", formatRange (parameter) });
}

std::string readPresetText (const Json& json, std::string_view field)
{
    if (! json.is_string())
        throw Refusal ({ std::string (field), shown (json), "is not a string" });
    return json.get<std::string>();
}

int readVersion (const Json& root)
{
    if (! root.is_object() || ! root.contains ("format") || root["format"] != std::string (presetFormat))
        throw Refusal (
            { .place = "format",
              .problem = "this is not a Kolophon preset (no \"format\": \"" + std::string (presetFormat) + "\")" });
    const auto version = root.find ("version");
    if (version == root.end() || ! version->is_number_integer() || *version < 1 || *version > 1'000'000)
        throw Refusal (version == root.end()
                           ? Complaint { .place = "version", .problem = "missing", .allowed = "1, 2, …" }
                           : Complaint { "version", shown (*version), "is not a version number (1, 2, …)" });
    return version->get<int>();
}

void readParameters (const Json& parameters, bool strict, Patch& patch)
{
    if (! parameters.is_object())
        throw Refusal ({ "parameters", shown (parameters), "is not an object of ids and values" });
    for (const auto& [id, value] : parameters.items())
    {
        if (const auto index = findParameter (id))
        {
            const auto& parameter = parameterTable()[*index];
            parameter.in (patch) = readValue (parameter, value);
        }
        else if (strict)
        {
            throw Refusal ({ .place = "parameters", .problem = "there is no parameter " + shown (id) });
        }
    }
}

int readKey (const Json& json)
{
    const auto key = keyFromName (readPresetText (json, "keys"));
    if (! key)
        throw Refusal ({ "keys", shown (json), "is not a key", "C-1 … G9" });
    return *key;
}

void readKeys (const Json& json, PresetInfo& info)
{
    if (! json.is_array() || json.size() != 2)
        throw Refusal ({ "keys", shown (json), "is not a pair of keys", "[\"C2\", \"C5\"]" });
    info.lowestKey = readKey (json[0]);
    info.highestKey = readKey (json[1]);
    if (info.lowestKey > info.highestKey)
        throw Refusal ({ "keys", shown (json), "has the higher key first" });
}

std::vector<PresetClaim> readClaims (const Json& json)
{
    if (! json.is_object())
        throw Refusal ({ "claims", shown (json), "is not an object of measures and ranges" });
    std::vector<PresetClaim> claims;
    for (const auto& [measure, range] : json.items())
    {
        if (! range.is_array() || range.size() != 2 || ! range[0].is_number() || ! range[1].is_number())
            throw Refusal ({ "claims." + measure, shown (range), "is not a range", "[5, 20]" });
        claims.push_back ({ measure, range[0].get<double>(), range[1].get<double>() });
        if (claims.back().low > claims.back().high)
            throw Refusal ({ "claims." + measure, shown (range), "has the larger number first" });
    }
    return claims;
}

/** What is written about the sound; false where `field` is none of that. */
bool readWords (const std::string& field, const Json& value, Preset& preset)
{
    if (field == "name")
        preset.info.name = readPresetText (value, field);
    else if (field == "author")
        preset.info.author = readPresetText (value, field);
    else if (field == "notes")
        preset.info.notes = readPresetText (value, field);
    else if (field == "category")
        preset.info.category = readPresetText (value, field);
    else if (field == "intent")
        preset.info.intent = readPresetText (value, field);
    else if (field == "keys")
        readKeys (value, preset.info);
    else if (field == "claims")
        preset.claims.list = readClaims (value);
    else if (field == "held")
    {
        if (! value.is_number() || value < 0.5 || value > 240.0)
            throw Refusal ({ field, shown (value), "is not a time in seconds", "0.5 … 240" });
        preset.claims.seconds = value.get<double>();
    }
    else if (field == "tags")
    {
        if (! value.is_array())
            throw Refusal ({ "tags", shown (value), "is not a list of strings" });
        for (const auto& tag : value)
            preset.info.tags.push_back (readPresetText (tag, field));
    }
    else
        return false;
    return true;
}

/** What files before format 4 mean where they say nothing of the box's mix [%] and the level [dB]. */
constexpr double mixOfFormat3 = 80.0, levelOfFormat3 = 0.0;

/** How much each box is louder since then, in the menu's order; where none was, what the next one will be. */
constexpr double liftOfFormat4[] = { 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 6.8, 5.6, 5.4, 4.8, 4.0, 7.0 };
static_assert (std::size (liftOfFormat4) == std::size (boxes::names));

/** Before format 4 a box was softer than the bare force, and is L times as loud since. The same sound, 1 - m of the
    force and m of that box, comes from another mix and another level: m' = (m/L)/(1 - m + m/L), times 1 - m + m/L. */
void liftAsFormat4 (Patch& patch) noexcept
{
    const auto box = static_cast<std::size_t> (patch.outBox);
    const double bare = 100.0 - patch.outBoxMixPercent, boxed = patch.outBoxMixPercent / liftOfFormat4[box];
    patch.outBoxMixPercent = 100.0 * boxed / (bare + boxed);
    if (box != 0)
        patch.outLevelDb = std::max (parameterTable()[*findParameter ("out.level")].minimum,
                                     patch.outLevelDb + dbFromGain (0.01 * (bare + boxed)));
}

WrittenPreset readPreset (const Json& root)
{
    WrittenPreset read;
    auto& preset = read.preset;
    const int version = readVersion (root);
    const bool strict = version <= presetFormatVersion;
    if (version < 2)
        preset.patch = defaultsOfFormat1();
    if (version < 4)
    {
        preset.patch.outBoxMixPercent = mixOfFormat3;
        preset.patch.outLevelDb = levelOfFormat3;
    }
    for (const auto& [field, value] : root.items())
    {
        if (readWords (field, value, preset))
            continue;
        if (field == "parameters")
            readParameters (value, strict, preset.patch);
        else if (field == "gesture")
            preset.gesture = gestureFromValue (value, "gesture");
        else if (field == "custom_body")
            preset.customBody = bodyFromValue (value, "custom_body");
        else if (field == "tuning" && version >= 3)
            preset.tuning = tuningFromValue (value, "tuning");
        else if (field == "macros" && version >= 3)
            readMacros (value, strict, preset.modulation);
        else if (field == "modulation" && version >= 3)
            readModulationSlots (value, strict, preset.modulation);
        else if (strict && field != "format" && field != "version")
            throw Refusal ("the preset has an unknown field " + shown (field));
    }
    read.written = { version, preset.patch };
    preset.patch = read.written.today();
    return read;
}

/** What may be missing is not written where it says nothing. */
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
} // namespace

Patch WrittenPatch::today() const noexcept
{
    auto meant = patch;
    if (version < 4)
        liftAsFormat4 (meant);
    return meant;
}

std::string presetToJson (const Preset& preset)
{
    Json json { { "format", presetFormat },       { "version", presetFormatVersion }, { "name", preset.info.name },
                { "author", preset.info.author }, { "notes", preset.info.notes },     { "tags", preset.info.tags } };
    writeWords (preset, json);
    auto& parameters = json["parameters"] = Json::object();
    for (const auto& parameter : parameterTable())
        parameters[std::string (parameter.id)] = parameterValue (parameter, parameter.in (preset.patch));
    if (auto macros = macrosValue (preset.modulation); ! macros.empty())
        json["macros"] = std::move (macros);
    if (auto slots = modulationSlotsValue (preset.modulation); ! slots.empty())
        json["modulation"] = std::move (slots);
    if (preset.gesture)
        json["gesture"] = gestureValue (*preset.gesture);
    if (preset.customBody)
        json["custom_body"] = bodyValue (*preset.customBody);
    if (preset.tuning)
        json["tuning"] = tuningValue (*preset.tuning);
    return jsonDocument (json);
}

Result<Preset> presetFromJson (std::string_view json)
{
    return resultOf ([json] { return readPreset (parseShallow (json)).preset; });
}

Result<WrittenPreset> writtenPresetFromJson (std::string_view json)
{
    return resultOf ([json] { return readPreset (parseShallow (json)); });
}

Tuning tuningOf (const Preset& preset)
{
    return preset.tuning ? valueOrThrow (tuningOf (*preset.tuning)) : equalTuning;
}

void givePreset (Synth& synth, const Preset& preset)
{
    synth.setPatch (preset.patch);
    giveBody (synth, preset.customBody);
    synth.setGesture (preset.gesture.value_or (DrawnGesture::door()));
    synth.setTuning (tuningOf (preset));
    synth.setModulation (preset.modulation);
}

Result<Preset> readPresetFile (const std::filesystem::path& file)
{
    return inFile (shownName (file.filename()), textOf (file, largestPresetFile).and_then (presetFromJson));
}

namespace
{
void add (Fnv& hash, const Patch& patch) noexcept
{
    for (const auto& parameter : parameterTable())
    {
        hash.add (parameter.id);
        hash.add (parameter.in (patch));
    }
}

/** What only points say has the fingerprint that it had before there were tracks. */
void add (Fnv& hash, const DrawnGesture& gesture) noexcept
{
    const bool corners = gesture.hasOnlyCorners();
    for (std::size_t i = 0; corners && i < static_cast<std::size_t> (gesture.tracks[0].count); ++i)
        for (const double number :
             { gesture.tracks[0].points[i].time, gesture.tracks[0].points[i].value, gesture.tracks[1].points[i].value })
            hash.add (number);
    for (const auto& track : gesture.tracks)
    {
        if (corners)
            break;
        hash.add (static_cast<double> (track.count));
        for (std::size_t i = 0; i < static_cast<std::size_t> (track.count); ++i)
            for (const double number : { track.points[i].time, track.points[i].value, track.points[i].curve })
                hash.add (number);
    }
}

void add (Fnv& hash, const Modulation& modulation) noexcept
{
    const auto target = [&hash] (const ModulationTarget& to)
    {
        hash.add (parameterTable()[to.parameter].id);
        hash.add (to.depth);
        hash.add (to.curve);
    };
    for (std::size_t n = 0; n < modulation.macros.size(); ++n)
        for (const auto& to : modulation.macros[n].to)
        {
            hash.add (static_cast<double> (n));
            target (to);
        }
    for (std::size_t n = 0; n < modulation.slots.size(); ++n)
        if (const auto& slot = modulation.slots[n]; slot.source != ModulationSource::none)
        {
            hash.add (modulationSourceNames()[static_cast<std::size_t> (slot.source)]);
            hash.add (static_cast<double> (n));
            target (slot.to);
        }
}
} // namespace

std::uint64_t patchFingerprint (const Patch& patch) noexcept
{
    Fnv hash;
    add (hash, patch);
    return hash.value();
}

std::uint64_t presetFingerprint (const Preset& preset) noexcept
{
    Fnv hash;
    add (hash, preset.patch);
    if (preset.gesture)
        add (hash, *preset.gesture);
    add (hash, preset.modulation);
    if (preset.customBody)
    {
        hash.add (preset.customBody->baseFrequency.value_or (0.0));
        for (const auto& mode : preset.customBody->modes)
        {
            for (const double number : { mode.frequency, mode.t60, mode.left, mode.right })
                hash.add (number);
            for (const double value : mode.shape)
                hash.add (value);
        }
    }
    if (preset.tuning && ! preset.tuning->isEqual())
        for (const double note : tuningOf (preset).notes)
            hash.add (note);
    return hash.value();
}
} // namespace kolophon
