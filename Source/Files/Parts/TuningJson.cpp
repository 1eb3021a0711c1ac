// SPDX-License-Identifier: GPL-3.0-or-later
#include "TuningJson.h"

#include "../Bytes/PrintableText.h"
#include "../Json/JsonFields.h"
#include "../Json/ShallowJson.h"

namespace kolophon
{
namespace
{
const Json& list (const Json& json, const std::string& path, std::size_t largest)
{
    if (! json.is_array() || json.size() > largest)
        throw InputError ({ path, shown (json), "is not a list", "at most " + std::to_string (largest) + " entries" });
    return json;
}

/** Converts the scale to the text of a .scl file, so that one reader checks both. */
TuningScale scaleFrom (const Json& json, const std::string& path, Findings& findings)
{
    JsonFields fields (json, path, findings);
    const auto name = fields.has ("name") ? fields.text ("name") : std::string();
    const auto& degrees = list (fields.at ("degrees"), fields.place ("degrees"), maxScaleDegrees);
    fields.end();
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
    scale->name = printable (name, longestLine);
    return *std::move (scale);
}

KeyMapping mappingFrom (const Json& json, const std::string& path, Findings& findings)
{
    JsonFields fields (json, path, findings);
    KeyMapping mapping;
    const auto read = [&fields] (const char* field, int& key) { key = fields.index (field, 0, 127, key); };
    read ("first", mapping.first);
    read ("last", mapping.last);
    read ("middle", mapping.middle);
    read ("reference", mapping.reference);
    constexpr int largest = KeyMapping::largestDegree;
    mapping.octaveDegree = fields.index ("octave", -largest, largest, mapping.octaveDegree);
    mapping.frequency = fields.number ("frequency", { lowestKeyFrequency, highestKeyFrequency }, mapping.frequency);
    if (const auto* keys = fields.find ("keys"))
        for (const auto& key : list (*keys, fields.place ("keys"), maxScaleDegrees))
            mapping.entries.push_back (key.is_null() ? KeyMapping::unmapped
                                                     : readIndex (key, -largest, largest, fields.place ("keys")));
    fields.end();
    return mapping;
}
} // namespace

KeyTuning tuningFromValue (const Json& json, const std::string& path, Findings& findings)
{
    JsonFields fields (json, path, findings);
    KeyTuning tuning;
    tuning.a4 = fields.number ("a4", { lowestA4, highestA4 }, tuning.a4);
    if (const auto* scale = fields.find ("scale"))
        tuning.scale = scaleFrom (*scale, fields.place ("scale"), findings);
    if (const auto* mapping = fields.find ("mapping"))
        tuning.mapping = mappingFrom (*mapping, fields.place ("mapping"), findings);
    fields.end();
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
