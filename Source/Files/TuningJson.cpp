// SPDX-License-Identifier: GPL-3.0-or-later
#include "TuningJson.h"

#include "JsonNumber.h"
#include "PrintableText.h"
#include "ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
void checkFields (const Json& json, const std::string& path, std::initializer_list<std::string_view> fields,
                  Findings& findings)
{
    if (! json.is_object())
        throw InputError ({ path, shown (json), "is not an object" });
    for (const auto& [field, value] : json.items())
        if (std::find (fields.begin(), fields.end(), field) == fields.end())
            findings.add (InputError ({ path, shown (field), "is not a field of a tuning" }));
}

const Json& list (const Json& json, const std::string& path, std::size_t largest)
{
    if (! json.is_array() || json.size() > largest)
        throw InputError ({ path, shown (json), "is not a list", "at most " + std::to_string (largest) + " entries" });
    return json;
}

/** Converts the scale to the text of a .scl file, so that one reader checks both. */
TuningScale scaleFrom (const Json& json, const std::string& path, Findings& findings)
{
    checkFields (json, path, { "name", "degrees" }, findings);
    if (! json.contains ("degrees"))
        throw InputError ({ .place = path + ".degrees", .problem = "missing" });
    const auto name = json.value ("name", Json (""));
    if (! name.is_string())
        throw InputError ({ path + ".name", shown (name), "is not a string" });
    const auto& degrees = list (json["degrees"], path + ".degrees", maxScaleDegrees);
    std::string file = "a scale\n" + std::to_string (degrees.size()) + "\n";
    for (const auto& degree : degrees)
    {
        const auto text = degree.is_string() ? degree.get<std::string>() : std::string();
        if (text.empty() || text.find_first_of ("\r\n! \t") != std::string::npos)
            throw InputError ({ path + ".degrees", shown (degree), "is not a degree",
                                "a text: cents with a point (\"701.955\"), or a ratio (\"3/2\")" });
        file += text + "\n";
    }
    auto scale = scaleFromScl (file);
    if (! scale)
        throw InputError ({ .place = path + ".degrees",
                            .problem = scale.error().complaint().value + " " + scale.error().complaint().problem });
    scale->name = printable (name.get<std::string>(), longestLine);
    return *std::move (scale);
}

KeyMapping mappingFrom (const Json& json, const std::string& path, Findings& findings)
{
    checkFields (json, path, { "first", "last", "middle", "reference", "frequency", "octave", "keys" }, findings);
    KeyMapping mapping;
    const auto take = [&json, &path] (const char* field, int& value, int highest)
    {
        if (json.contains (field))
            value = readIndex (json[field], 0, highest, path + "." + field);
    };
    take ("first", mapping.first, 127);
    take ("last", mapping.last, 127);
    take ("middle", mapping.middle, 127);
    take ("reference", mapping.reference, 127);
    take ("octave", mapping.octaveDegree, static_cast<int> (maxScaleDegrees));
    if (json.contains ("frequency"))
        mapping.frequency =
            readNumber (json["frequency"], { lowestKeyFrequency, highestKeyFrequency }, path + ".frequency", findings);
    if (json.contains ("keys"))
        for (const auto& key : list (json["keys"], path + ".keys", maxScaleDegrees))
            mapping.entries.push_back (key.is_null() ? KeyMapping::unmapped
                                                     : readIndex (key, 0, 100000, path + ".keys"));
    return mapping;
}
} // namespace

KeyTuning tuningFromValue (const Json& json, const std::string& path, Findings& findings)
{
    checkFields (json, path, { "a4", "scale", "mapping" }, findings);
    KeyTuning tuning;
    if (json.contains ("a4"))
        tuning.a4 = readNumber (json["a4"], { lowestA4, highestA4 }, path + ".a4", findings);
    if (json.contains ("scale"))
        tuning.scale = scaleFrom (json["scale"], path + ".scale", findings);
    if (json.contains ("mapping"))
        tuning.mapping = mappingFrom (json["mapping"], path + ".mapping", findings);
    if (const auto keys = tuningOf (tuning); ! keys)
        throw keys.error().in (path);
    return tuning;
}

Json tuningValue (const KeyTuning& tuning)
{
    Json json { { "a4", tuning.a4 } };
    if (tuning.scale)
    {
        Json degrees = Json::array();
        for (const auto& degree : tuning.scale->degrees)
            degrees.push_back (degree.text);
        json["scale"] = { { "name", tuning.scale->name }, { "degrees", degrees } };
    }
    if (const auto& m = tuning.mapping)
    {
        Json keys = Json::array();
        for (const int entry : m->entries)
            keys.push_back (entry == KeyMapping::unmapped ? Json (nullptr) : Json (entry));
        json["mapping"] = { { "first", m->first },
                            { "last", m->last },
                            { "middle", m->middle },
                            { "reference", m->reference },
                            { "frequency", m->frequency },
                            { "octave", m->octaveDegree },
                            { "keys", keys } };
    }
    return json;
}
} // namespace kolophon
