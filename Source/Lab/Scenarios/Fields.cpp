// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fields.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/ShallowJson.h"

#include <cmath>

namespace kolophon::lab
{
namespace
{
std::string rangeText (const Range& range)
{
    const auto unit = std::string (range.unit);
    return numberText (range.lowest) + " to " + numberText (range.highest) + unit;
}

std::string listText (std::span<const std::string_view> allowed)
{
    std::string text;
    for (const auto word : allowed)
        text += (text.empty() ? "" : ", ") + std::string (word);
    return text;
}

double checked (const Json& json, const Range& range, const std::string& path)
{
    const double value = json.is_number() ? json.get<double>() : NAN;
    if (! (value >= range.lowest && value <= range.highest))
        throw InputError (
            { path, shown (json), json.is_number() ? "is out of range" : "is not a number", rangeText (range) });
    return value;
}

/** Names and titles end up in legends, tables and file names: one line of characters. */
std::string checked (const Json& text, const std::string& path)
{
    auto words = text.get<std::string>();
    if (const auto found = firstUnprintable (words))
        throw InputError ({ path, shown (text), "has " + *found, "a single line of text" });
    return words;
}

Json numberSchema (const Range& range)
{
    return { { "type", "number" }, { "minimum", range.lowest }, { "maximum", range.highest } };
}

std::string meaningWithUnit (const char* meaning, const Range& range)
{
    const std::string_view unit = range.unit;
    return std::string (meaning) +
           (unit.empty() ? "" : " [" + std::string (unit.substr (unit.find_first_not_of (' '))) + "]");
}
} // namespace

Fields::Fields (const Json* itsObject, std::string itsPath, std::filesystem::path folder)
    : object (itsObject), path (std::move (itsPath)), home (std::move (folder)),
      schema (std::make_unique<Json> (Json::object()))
{
}

Fields::~Fields() = default;

void Fields::read (const Json& object, const std::string& path, const std::filesystem::path& folder,
                   const Reader& reader)
{
    if (! object.is_object())
        throw InputError ({ path.empty() ? "the scenario" : path, shown (object), "is not an object", "{ … }" });
    Fields fields (&object, path, folder);
    reader (fields);
    fields.done();
}

Json Fields::describe (const Reader& reader)
{
    Fields fields (nullptr, {}, {});
    *fields.schema = { { "type", "object" }, { "additionalProperties", false }, { "properties", Json::object() } };
    reader (fields);
    return std::move (*fields.schema);
}

std::string Fields::pathOf (std::string_view name) const
{
    return path.empty() ? std::string (name) : path + "." + std::string (name);
}

bool Fields::has (std::string_view name) const
{
    return object != nullptr && object->contains (std::string (name));
}

void Fields::refuse (std::string_view name, const std::string& why) const
{
    const auto found = object == nullptr ? Json::const_iterator() : object->find (std::string (name));
    const bool there = object != nullptr && found != object->end();
    // `why` may say what is allowed, behind "; allowed: ".
    constexpr std::string_view allowed = "; allowed: ";
    const auto end = why.find (allowed);
    throw InputError ({ pathOf (name), there ? shown (*found) : std::string(), why.substr (0, end),
                        end == std::string::npos ? std::string() : why.substr (end + allowed.size()) });
}

const Json* Fields::find (std::string_view name, bool required, const std::string& allowed)
{
    known.emplace_back (name);
    const auto found = object->find (std::string (name));
    if (found != object->end())
        return &*found;
    if (required)
        throw InputError ({ .place = pathOf (name), .problem = "missing", .allowed = allowed });
    return nullptr;
}

Json& Fields::declare (std::string_view name, const char* meaning, bool required)
{
    auto& property = (*schema)["properties"][std::string (name)];
    if (*meaning != 0)
        property["description"] = meaning;
    if (required)
        (*schema)["required"].push_back (std::string (name));
    return property;
}

void Fields::done() const
{
    for (const auto& [name, value] : object->items())
        if (std::find (known.begin(), known.end(), name) == known.end())
        {
            std::string allowed;
            for (const auto& word : known)
                allowed += (allowed.empty() ? "" : ", ") + word;
            throw InputError ({ pathOf (name), shown (value), "belongs to no known field", allowed });
        }
}

double Fields::number (std::string_view name, const Range& range, const char* meaning, std::optional<double> otherwise)
{
    if (describing())
    {
        auto& property = declare (name, "", ! otherwise);
        property = numberSchema (range);
        property["description"] = meaningWithUnit (meaning, range);
        if (otherwise)
            property["default"] = *otherwise;
        return otherwise.value_or (range.lowest);
    }
    const auto* json = find (name, ! otherwise, rangeText (range));
    return json == nullptr ? *otherwise : checked (*json, range, pathOf (name));
}

std::optional<double> Fields::maybe (std::string_view name, const Range& range, const char* meaning)
{
    if (describing())
    {
        auto& property = declare (name, "", false);
        property = numberSchema (range);
        property["description"] = meaningWithUnit (meaning, range);
        return {};
    }
    const auto* json = find (name, false, {});
    return json == nullptr ? std::nullopt : std::optional (checked (*json, range, pathOf (name)));
}

int Fields::integer (std::string_view name, int lowest, int highest, const char* meaning, std::optional<int> otherwise)
{
    const Range range { static_cast<double> (lowest), static_cast<double> (highest) };
    if (describing())
    {
        auto& property = declare (name, meaning, ! otherwise);
        property["type"] = "integer";
        property["minimum"] = lowest;
        property["maximum"] = highest;
        if (otherwise)
            property["default"] = *otherwise;
        return otherwise.value_or (lowest);
    }
    const auto* json = find (name, ! otherwise, rangeText (range));
    if (json == nullptr)
        return *otherwise;
    const double value = checked (*json, range, pathOf (name));
    if (value != std::floor (value))
        refuse (name, "is not a whole number; allowed: " + rangeText (range));
    return static_cast<int> (value);
}

bool Fields::flag (std::string_view name, const char* meaning, bool otherwise)
{
    if (describing())
    {
        auto& property = declare (name, meaning, false);
        property["type"] = "boolean";
        property["default"] = otherwise;
        return otherwise;
    }
    const auto* json = find (name, false, {});
    if (json == nullptr)
        return otherwise;
    if (! json->is_boolean())
        refuse (name, "is neither true nor false");
    return json->get<bool>();
}

std::string Fields::text (std::string_view name, const char* meaning, std::optional<std::string> otherwise)
{
    if (describing())
    {
        declare (name, meaning, ! otherwise)["type"] = "string";
        return otherwise.value_or (std::string());
    }
    const auto* json = find (name, ! otherwise, "a string");
    if (json == nullptr)
        return *otherwise;
    if (! json->is_string())
        refuse (name, "is not a string");
    return checked (*json, pathOf (name));
}

std::string Fields::choice (std::string_view name, std::span<const std::string_view> allowed, const char* meaning,
                            std::optional<std::string_view> otherwise)
{
    if (describing())
    {
        auto& property = declare (name, meaning, ! otherwise);
        property["enum"] = allowed;
        if (otherwise)
            property["default"] = std::string (*otherwise);
        return std::string (otherwise.value_or (allowed.front()));
    }
    const auto* json = find (name, ! otherwise, listText (allowed));
    if (json == nullptr)
        return std::string (*otherwise);
    const auto word = json->is_string() ? json->get<std::string>() : std::string();
    if (std::find (allowed.begin(), allowed.end(), word) == allowed.end())
        refuse (name, "is unknown; allowed: " + listText (allowed));
    return word;
}

std::vector<double> Fields::numbers (std::string_view name, const Range& range, std::size_t minCount,
                                     std::size_t maxCount, const char* meaning)
{
    if (describing())
    {
        auto& property = declare (name, "", minCount > 0);
        property = { { "type", "array" },
                     { "items", numberSchema (range) },
                     { "minItems", minCount },
                     { "maxItems", maxCount },
                     { "description", meaningWithUnit (meaning, range) } };
        return std::vector<double> (minCount, range.lowest);
    }
    const auto allowed = "a list of " + std::to_string (minCount) + " to " + std::to_string (maxCount) + " numbers, " +
                         rangeText (range);
    const auto* json = find (name, minCount > 0, allowed);
    if (json == nullptr)
        return {};
    if (! json->is_array() || json->size() < minCount || json->size() > maxCount)
        refuse (name, std::string (json->is_array() ? "contains " + std::to_string (json->size()) + " values"
                                                    : "is not a list") +
                          "; allowed: " + allowed);
    std::vector<double> values;
    for (std::size_t i = 0; i < json->size(); ++i)
        values.push_back (checked ((*json)[i], range, pathOf (name) + "[" + std::to_string (i) + "]"));
    return values;
}

std::vector<std::string> Fields::texts (std::string_view name, std::size_t minCount, std::size_t maxCount,
                                        const char* meaning)
{
    if (describing())
    {
        auto& property = declare (name, meaning, minCount > 0);
        property["type"] = "array";
        property["items"] = { { "type", "string" } };
        property["minItems"] = minCount;
        property["maxItems"] = maxCount;
        return {};
    }
    const auto allowed = "a list of " + std::to_string (minCount) + " to " + std::to_string (maxCount) + " texts";
    const auto* json = find (name, minCount > 0, allowed);
    if (json == nullptr)
        return {};
    if (! json->is_array() || json->size() < minCount || json->size() > maxCount)
        refuse (name, "is not allowed; allowed: " + allowed);
    std::vector<std::string> values;
    for (const auto& word : *json)
    {
        if (! word.is_string())
            refuse (name, "is not allowed; allowed: " + allowed);
        values.push_back (checked (word, pathOf (name)));
    }
    return values;
}

bool Fields::inside (std::string_view name, bool required, const char* meaning, const Reader& reader)
{
    if (describing())
    {
        auto inner = describe (reader);
        if (*meaning != 0)
            inner["description"] = meaning;
        declare (name, "", required) = std::move (inner);
        return true;
    }
    const auto* json = find (name, required, "{ … }");
    if (json != nullptr)
        read (*json, pathOf (name), home, reader);
    return json != nullptr;
}

void Fields::list (std::string_view name, std::size_t minCount, std::size_t maxCount, const char* meaning,
                   const Reader& reader)
{
    if (describing())
    {
        auto& property = declare (name, meaning, minCount > 0);
        property["type"] = "array";
        property["minItems"] = minCount;
        property["maxItems"] = maxCount;
        property["items"] = describe (reader);
        return;
    }
    const auto allowed = "a list of " + std::to_string (minCount) + " to " + std::to_string (maxCount) + " objects";
    const auto* json = find (name, minCount > 0, allowed);
    if (json == nullptr)
        return;
    if (! json->is_array() || json->size() < minCount || json->size() > maxCount)
        refuse (name, std::string (json->is_array() ? "contains " + std::to_string (json->size()) : "is not a list") +
                          "; allowed: " + allowed);
    for (std::size_t i = 0; i < json->size(); ++i)
        read ((*json)[i], pathOf (name) + "[" + std::to_string (i) + "]", home, reader);
}

bool Fields::each (std::string_view name, const char* meaning,
                   const std::function<void (Fields&, const std::string&)>& reader)
{
    if (describing())
    {
        auto& property = declare (name, meaning, false);
        property["type"] = "object";
        property["additionalProperties"] = describe ([&reader] (Fields& f) { reader (f, {}); });
        return true;
    }
    const auto* json = find (name, false, "{ … }");
    if (json == nullptr)
        return false;
    if (! json->is_object() || json->empty())
        refuse (name, "is not an object with names; allowed: { \"name\": { … }, … }");
    for (const auto& [key, value] : json->items())
    {
        const auto word = checked (Json (key), pathOf (name));
        read (value, pathOf (name) + "." + word, home, [&] (Fields& f) { reader (f, word); });
    }
    return true;
}

std::string Fields::kinds (std::string_view field, std::span<const Kind> table, const char* meaning,
                           std::optional<std::string_view> otherwise)
{
    if (describing())
    {
        // Everything that was declared before belongs to every kind.
        const auto common = *schema;
        Json branches = Json::array();
        for (const auto& kind : table)
        {
            *schema = common;
            auto& property = (*schema)["properties"][std::string (field)];
            property["const"] = std::string (kind.name);
            property["description"] = kind.meaning;
            if (kind.name != otherwise)
                (*schema)["required"].push_back (std::string (field));
            kind.reader (*this);
            branches.push_back (*schema);
        }
        *schema = Json { { "oneOf", branches } };
        if (*meaning != 0)
            (*schema)["description"] = meaning;
        return {};
    }
    std::vector<std::string_view> names;
    for (const auto& kind : table)
        names.push_back (kind.name);
    const auto chosen = choice (field, names, meaning, otherwise);
    for (const auto& kind : table)
        if (kind.name == chosen)
            kind.reader (*this);
    return chosen;
}

const Json* Fields::value (std::string_view name, const char* meaning, bool required, Json itsSchema)
{
    if (describing())
    {
        if (*meaning != 0)
            itsSchema["description"] = meaning;
        declare (name, "", required) = std::move (itsSchema);
        return nullptr;
    }
    return find (name, required, *meaning != 0 ? meaning : "a value");
}
} // namespace kolophon::lab
