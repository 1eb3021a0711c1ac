#include "PresetFile.h"
#include "../Synth/ParameterTable.h"
#include "BodyJson.h"
#include "GestureJson.h"
#include "WholeFile.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace kolophon
{
/** Written at build time from Resources/Presets (see EmbedPresets.cmake). */
std::span<const std::string_view> embeddedPresetTexts () noexcept;

namespace
{
using Value = Result<double>;

constexpr std::string_view formatName = "kolophon-preset";

std::string parameterText (const Parameter& parameter, double value)
{
    const double valid = parameter.nearestValid (value);
    if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
        return jsonText (formatValue (parameter, valid));
    if (parameter.scale == Scale::integer)
        return std::to_string (static_cast<long long> (valid));
    if (parameter.unit == Unit::none)
        return dump (valid);
    return "{ \"value\": " + dump (valid) + ", \"unit\": " + jsonText (unitText (parameter.unit)) +
           ", \"text\": " + jsonText (formatValue (parameter, valid)) + " }";
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
            throw Refusal (id + ": " + shown (json) + " has no \"value\"");
        const auto unit = json.find ("unit");
        if (unit != json.end() && *unit != std::string (unitText (parameter.unit)))
            throw Refusal (id + ": the unit " + shown (*unit) +
                           " is not this parameter's; allowed: " + formatRange (parameter));
        return readValue (parameter, *value);
    }
    throw Refusal (id + ": " + shown (json) + " is neither a number nor a text; allowed: " + formatRange (parameter));
}

std::string readText (const Json& json, std::string_view field)
{
    if (! json.is_string())
        throw Refusal (std::string (field) + ": " + shown (json) + " is not a text");
    return json.get<std::string>();
}

int readVersion (const Json& root)
{
    if (! root.is_object() || ! root.contains ("format") || root["format"] != std::string (formatName))
        throw Refusal ("format: this is not a Kolophon preset (no \"format\": \"" + std::string (formatName) + "\")");
    const auto version = root.find ("version");
    if (version == root.end() || ! version->is_number_integer() || *version < 1 || *version > 1'000'000)
        throw Refusal ("version: " + (version == root.end() ? std::string ("missing") : shown (*version)) +
                       " is not a version number (1, 2, …)");
    return version->get<int>();
}

void readParameters (const Json& parameters, bool strict, Patch& patch)
{
    if (! parameters.is_object())
        throw Refusal ("parameters: " + shown (parameters) + " is not an object of ids and values");
    for (const auto& [id, value] : parameters.items())
    {
        if (const auto index = findParameter (id))
        {
            const auto& parameter = parameterTable()[*index];
            parameter.in (patch) = readValue (parameter, value);
        }
        else if (strict)
        {
            throw Refusal ("parameters: there is no parameter " + shown (id));
        }
    }
}

Preset readPreset (const Json& root)
{
    Preset preset;
    const bool strict = readVersion (root) <= presetFormatVersion;
    for (const auto& [field, value] : root.items())
    {
        if (field == "name")
            preset.info.name = readText (value, field);
        else if (field == "author")
            preset.info.author = readText (value, field);
        else if (field == "notes")
            preset.info.notes = readText (value, field);
        else if (field == "tags")
        {
            if (! value.is_array())
                throw Refusal ("tags: " + shown (value) + " is not a list of texts");
            for (const auto& tag : value)
                preset.info.tags.push_back (readText (tag, field));
        }
        else if (field == "parameters")
            readParameters (value, strict, preset.patch);
        else if (field == "gesture")
            preset.gesture = gestureFromPoints (value, "gesture");
        else if (field == "custom_body")
            preset.customBody = bodyFromValue (value, "custom_body");
        else if (strict && field != "format" && field != "version")
            throw Refusal ("the preset has an unknown field " + shown (field));
    }
    return preset;
}
} // namespace

std::string presetToJson (const Preset& preset)
{
    Json tags = Json::array();
    for (const auto& tag : preset.info.tags)
        tags.push_back (tag);

    std::string text =
        "{\n    \"format\": " + jsonText (formatName) + ",\n    \"version\": " + std::to_string (presetFormatVersion) +
        ",\n    \"name\": " + jsonText (preset.info.name) + ",\n    \"author\": " + jsonText (preset.info.author) +
        ",\n    \"notes\": " + jsonText (preset.info.notes) + ",\n    \"tags\": " + dump (tags) +
        ",\n    \"parameters\": {\n";
    const auto table = parameterTable();
    for (std::size_t i = 0; i < table.size(); ++i)
        text += "        " + jsonText (table[i].id) + ": " + parameterText (table[i], table[i].in (preset.patch)) +
                (i + 1 < table.size() ? ",\n" : "\n");
    text += "    }";
    if (preset.gesture)
        text += ",\n    \"gesture\": " + pointsToJson (*preset.gesture);
    if (preset.customBody)
        text += ",\n    \"custom_body\": " + bodyToJson (*preset.customBody, 1);
    return text + "\n}\n";
}

Result<Preset> presetFromJson (std::string_view json)
{
    return resultOf ([json] { return readPreset (parseShallow (json)); });
}

Result<Preset> readPresetFile (const std::filesystem::path& file)
{
    return inFile (file.filename().string(), textOf (file, largestPresetFile).and_then (presetFromJson));
}

std::span<const Preset> factoryPresets ()
{
    static const std::vector<Preset> presets = []
    {
        std::vector<Preset> all;
        for (const auto text : embeddedPresetTexts())
        {
            auto result = presetFromJson (text);
            if (! result)
                throw std::logic_error (std::string ("factory preset: ") + result.error().what());
            all.push_back (*std::move (result));
        }
        std::stable_partition (all.begin(), all.end(), [] (const Preset& p) { return p.info.name == "First Light"; });
        return all;
    }();
    return presets;
}

const Preset* findFactoryPreset (std::string_view name)
{
    const auto same = [name] (const Preset& preset)
    {
        return std::equal (name.begin(), name.end(), preset.info.name.begin(), preset.info.name.end(),
                           [] (unsigned char a, unsigned char b) { return std::tolower (a) == std::tolower (b); });
    };
    const auto presets = factoryPresets();
    const auto found = std::find_if (presets.begin(), presets.end(), same);
    return found == presets.end() ? nullptr : &*found;
}

namespace
{
/** FNV-1a, 64 bits. */
struct Hash
{
    std::uint64_t value = 0xcbf29ce484222325u;

    void add (std::uint8_t byte) noexcept { value = (value ^ byte) * 0x100000001b3u; }
    void add (double number) noexcept
    {
        auto bits = std::bit_cast<std::uint64_t> (number);
        for (int i = 0; i < 8; ++i, bits >>= 8)
            add (static_cast<std::uint8_t> (bits & 0xff));
    }
};

void add (Hash& hash, const Patch& patch) noexcept
{
    for (const auto& parameter : parameterTable())
    {
        for (const char c : parameter.id)
            hash.add (static_cast<std::uint8_t> (c));
        hash.add (parameter.in (patch));
    }
}
} // namespace

std::uint64_t patchFingerprint (const Patch& patch) noexcept
{
    Hash hash;
    add (hash, patch);
    return hash.value;
}

std::uint64_t presetFingerprint (const Preset& preset) noexcept
{
    Hash hash;
    add (hash, preset.patch);
    if (preset.gesture)
        for (const auto& point : std::span (preset.gesture->points).first (static_cast<std::size_t> (preset.gesture->count)))
            for (const double number : { point.time, point.speed, point.force })
                hash.add (number);
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
    return hash.value;
}
} // namespace kolophon
