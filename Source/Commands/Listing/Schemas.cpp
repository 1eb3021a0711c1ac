// SPDX-License-Identifier: GPL-3.0-or-later
#include "Schemas.h"

#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Parameters/ParameterTable.h"

namespace kolophon
{
namespace
{
Json reference (const std::string& name)
{
    return { { "$ref", "#/$defs/" + name } };
}

Json number (double lowest, double highest, const std::string& description = {})
{
    Json json { { "type", "number" }, { "minimum", lowest }, { "maximum", highest } };
    if (! description.empty())
        json["description"] = description;
    return json;
}

Json integer (std::int64_t lowest, std::int64_t highest, const std::string& description = {})
{
    Json json { { "type", "integer" }, { "minimum", lowest }, { "maximum", highest } };
    if (! description.empty())
        json["description"] = description;
    return json;
}

Json list (const Json& items, std::size_t longest)
{
    return { { "type", "array" }, { "maxItems", longest }, { "items", items } };
}

/** An object of exactly these fields; `required` of them must be present. */
Json object (const Json& properties, const Json& required = Json::array())
{
    Json json { { "type", "object" }, { "additionalProperties", false }, { "properties", properties } };
    if (! required.empty())
        json["required"] = required;
    return json;
}

const Json text { { "type", "string" } };

/** Value of a parameter as KnobJson.h reads it. */
Json valueSchema (const Parameter& parameter)
{
    Json forms = Json::array();
    if (parameter.scale == Scale::menu)
    {
        Json names = Json::array();
        for (const auto choice : parameter.choices)
            names.push_back (choice);
        for (const auto& former : parameter.formerChoices)
            names.push_back (former.name);
        forms.push_back ({ { "enum", names } });
    }
    else if (parameter.scale == Scale::toggle)
    {
        forms.push_back ({ { "type", "boolean" } });
        forms.push_back ({ { "enum", { "on", "off" } } });
    }
    auto plain = number (parameter.minimum, parameter.maximum);
    if (parameter.isDiscrete())
        plain["type"] = "integer";
    forms.push_back (plain);
    if (parameter.scale != Scale::menu && parameter.scale != Scale::toggle)
        forms.push_back (text); // a number with any spelling of the unit, or a key
    auto unit = Json { { "const", unitText (parameter.unit) } };
    Json bare { { "anyOf", forms } };
    forms.push_back (object ({ { "value", bare }, { "unit", unit }, { "text", text } }, { "value" }));
    return { { "description",
               std::string (parameter.label) + ": " + formatRange (parameter) + ". " + std::string (parameter.help) },
             { "default", parameter.scale == Scale::menu || parameter.scale == Scale::toggle
                              ? Json (formatValue (parameter, parameter.defaultValue))
                              : Json (parameter.defaultValue) },
             { "anyOf", forms } };
}

/** Adds the schema of a part and the definitions that it refers to. */
void define (Json& definitions, const std::string& name, Json schema)
{
    for (const auto& [inner, definition] : schema["$defs"].items())
        definitions[inner] = definition;
    schema.erase ("$defs");
    schema.erase ("$schema");
    definitions[name] = std::move (schema);
}

Json keyPattern ()
{
    return { { "type", "string" }, { "pattern", "^([A-Ga-g][#b]*-?[0-9]+|[0-9]+)$" } };
}

Json tuningSchema ()
{
    const auto key = integer (0, 127);
    const auto degree = Json { { "type", "string" },
                               { "pattern", "^[^! \\t\\r\\n]+$" },
                               { "description", "Cents with a point (\"701.955\"), or a ratio (\"3/2\")." } };
    auto degrees = list (degree, maxScaleDegrees);
    degrees["minItems"] = 1;
    return object (
        { { "a4", number (lowestA4, highestA4, "[Hz]") },
          { "scale", object ({ { "name", text }, { "degrees", degrees } }, { "degrees" }) },
          { "mapping", object ({ { "first", key },
                                 { "last", key },
                                 { "middle", key },
                                 { "reference", key },
                                 { "frequency", number (lowestKeyFrequency, highestKeyFrequency, "[Hz]") },
                                 { "octave", integer (-KeyMapping::largestDegree, KeyMapping::largestDegree) },
                                 { "keys", list ({ { "type", { "integer", "null" } },
                                                   { "minimum", -KeyMapping::largestDegree },
                                                   { "maximum", KeyMapping::largestDegree } },
                                                 maxScaleDegrees) } }) } });
}

/** Properties of something that moves a knob. */
Json targetProperties ()
{
    Json ids = Json::array();
    for (const auto& parameter : parameterTable())
        if (canBeModulated (parameter))
            ids.push_back (parameter.id);
    return { { "parameter", { { "enum", ids } } },
             { "depth", number (-1.0, 1.0, "Fraction of the knob's whole travel.") },
             { "curve", number (-1.0, 1.0) } };
}

Json slotSchema ()
{
    Json names = Json::array();
    for (const auto name : modulationSourceNames().subspan (1))
        names.push_back (name);
    auto properties = targetProperties();
    properties["source"] = { { "enum", names } };
    return { { "anyOf",
               { object (properties, { "source", "parameter", "depth" }),
                 Json { { "type", "object" }, { "maxProperties", 0 } } } } };
}

void defineParts (Json& definitions, const Json& body, const Json& gesture)
{
    define (definitions, "body", body);
    define (definitions, "gestureFile", gesture);
    definitions.erase ("gestureFile"); // a preset holds its points or its tracks alone
    Json tracks = Json::object();
    for (const auto track : { "speed", "force", "place" })
        tracks[track] = reference (track);
    definitions["gesture"] = { { "anyOf", { reference ("corners"), object (tracks) } } };
    definitions["box"] = object (
        { { "name", { { "type", "string" }, { "maxLength", longestBoxName } } },
          { "sample_rate", number (lowestResponseRate, highestResponseRate, "Sample rate of the response [Hz].") },
          { "channels", integer (1, 2, "1: both ears hear the same.") },
          { "bits", { { "const", 24 } } },
          { "samples",
            { { "type", "string" },
              { "contentEncoding", "base64" },
              { "description", "Samples, left and right in turn, the lowest byte first; at most 2 s." } } } },
        { "sample_rate", "channels", "bits", "samples" });
    definitions["tuning"] = tuningSchema();
    definitions["macros"] =
        list (object ({ { "name", { { "type", "string" }, { "maxLength", 40 } } },
                        { "to", list (object (targetProperties(), { "parameter", "depth" }), Modulation::maxLinks) } }),
              Modulation::macroCount);
    definitions["modulation"] = list (slotSchema(), Modulation::slotCount);
}

Json presetBody ()
{
    Json parameters = Json::object();
    for (const auto& parameter : parameterTable())
        parameters[std::string (parameter.id)] = valueSchema (parameter);
    const auto pair = [] (const Json& items) {
        return Json { { "type", "array" }, { "minItems", 2 }, { "maxItems", 2 }, { "items", items } };
    };
    Json claims { { "type", "object" },
                  { "description", "Measures of the sound and their ranges." },
                  { "additionalProperties", pair ({ { "type", "number" } }) } };
    auto schema = object ({ { "format", { { "const", "kolophon-preset" } } },
                            { "version", integer (1, presetFormatVersion, "Version of this format.") },
                            { "name", text },
                            { "author", text },
                            { "notes", text },
                            { "tags", { { "type", "array" }, { "items", text } } },
                            { "category", text },
                            { "intent", text },
                            { "keys", pair (keyPattern()) },
                            { "held", number (0.5, 240.0, "Time for which keys are held to measure the claims [s].") },
                            { "claims", claims },
                            { "parameters", object (parameters) },
                            { "macros", reference ("macros") },
                            { "modulation", reference ("modulation") },
                            { "gesture", reference ("gesture") },
                            { "custom_body", reference ("body") },
                            { "measured_box", reference ("box") },
                            { "tuning", reference ("tuning") } },
                          { "format", "version" });
    Json later = Json::array();
    for (const auto field : { "macros", "modulation", "tuning" })
        later.push_back ({ { "required", { field } } });
    schema["if"] = { { "properties", { { "version", { { "maximum", 2 } } } } } };
    schema["then"] = { { "not", { { "anyOf", later } } } };
    return schema;
}
} // namespace

Json presetSchema (const Json& body, const Json& gesture)
{
    Json definitions = Json::object();
    defineParts (definitions, body, gesture);
    Json json { { "$schema", "https://json-schema.org/draft/2020-12/schema" },
                { "title", "Kolophon preset" },
                { "description", "A sound. Written by kolophon schema preset." } };
    json.update (presetBody());
    json["$defs"] = definitions;
    return json;
}
} // namespace kolophon
