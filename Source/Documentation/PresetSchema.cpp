#include "PresetSchema.h"

#include "../Files/PresetFile.h"
#include "../Synth/Modulation/Modulation.h"
#include "../Synth/Parameters/ParameterTable.h"

#include <nlohmann/json.hpp>

namespace kolophon
{
namespace
{
Json described (const char* type, const char* description)
{
    return { { "type", type }, { "description", description } };
}

Json numberWithin (double lowest, double highest, const char* description)
{
    return { { "type", "number" }, { "minimum", lowest }, { "maximum", highest }, { "description", description } };
}

Json listOf (const Json& items, std::size_t most, const char* description)
{
    return { { "type", "array" }, { "items", items }, { "maxItems", most }, { "description", description } };
}

Json closedObject (const Json& properties, const Json& required)
{
    return {
        { "type", "object" }, { "properties", properties }, { "required", required }, { "additionalProperties", false }
    };
}

/** A number in the parameter's own unit, text with any unit, or an object with the value; menus by name. */
Json valueOf (const ParamInfo& info)
{
    Json plain;
    if (info.scale == Scale::menu)
    {
        plain = Json::array();
        for (const auto choice : info.choices)
            plain.push_back (choice);
        for (const auto& former : info.formerChoices)
            plain.push_back (former.name);
        plain = { { "enum", plain } };
    }
    else if (info.scale == Scale::toggle)
        plain = { { "enum", { "on", "off" } } };
    else
        plain = { { "type", info.scale == Scale::integer ? "integer" : "number" },
                  { "minimum", info.minimum },
                  { "maximum", info.maximum } };
    Json several { plain };
    if (! plain.contains ("enum"))
        several.push_back ({ { "type", "string" } });
    several.push_back ({ { "$ref", "#/$defs/written" } });
    return { { "description", info.help }, { "anyOf", several } };
}

/** A movement of a knob by a macro or a slot of the matrix. `more`: its other fields. */
Json movement (const Json& more, const Json& required)
{
    Json properties { { "parameter", described ("string", "Id of the parameter.") },
                      { "depth", numberWithin (-1.0, 1.0, "Fraction of the slider's travel.") },
                      { "curve", numberWithin (-1.0, 1.0, "0 is straight, 1 rises late, -1 rises early.") } };
    properties.update (more);
    return closedObject (properties, required);
}

Json presetFields ()
{
    Json parameters = Json::object(), sources = Json::array();
    for (const auto& parameter : parameterTable())
        parameters[std::string (parameter.id)] = valueOf (parameter);
    for (const auto name : modulationSourceNames())
        sources.push_back (name);
    const auto link = movement (Json::object(), { "parameter", "depth" });
    auto slot = movement ({ { "source", { { "enum", sources } } } }, Json::array());
    const Json text { { "type", "string" } };
    const Json claim {
        { "type", "array" }, { "items", { { "type", "number" } } }, { "minItems", 2 }, { "maxItems", 2 }
    };
    return { { "format", { { "const", "kolophon-preset" } } },
             { "version", { { "type", "integer" }, { "minimum", 1 }, { "maximum", presetFormatVersion } } },
             { "name", text },
             { "author", text },
             { "category", described ("string", "Category in lists of presets.") },
             { "intent", described ("string", "Purpose, in one line.") },
             { "notes", described ("string", "Description for the player.") },
             { "tags", listOf (text, 64, "Words by which the browser finds it.") },
             { "keys", listOf (text, 2, "Lowest and highest recommended key: C2, Bb4; C4 is middle C.") },
             { "held", numberWithin (0.0, 600.0, "Seconds for which the card holds a key.") },
             { "claims",
               { { "type", "object" },
                 { "additionalProperties", claim },
                 { "description", "Measures with their lowest and highest value." } } },
             { "parameters",
               { { "type", "object" },
                 { "properties", parameters },
                 { "additionalProperties", false },
                 { "description", "Values by id; a missing parameter has its default." } } },
             { "macros",
               listOf ({ { "type", "object" },
                         { "properties", { { "name", text }, { "to", listOf (link, 16, "Knobs that it moves.") } } },
                         { "additionalProperties", false } },
                       Modulation::macroCount, "Macros in their order; {} is an unused one.") },
             { "modulation", listOf (slot, 16, "Slots of the matrix; {} is an unused one.") },
             { "gesture",
               { { "description", "A drawn gesture: its points, or an object with its tracks." },
                 { "type", { "array", "object" } } } },
             { "custom_body", { { "$ref", "body.schema.json" } } },
             { "tuning", described ("object", "Scale, mapping and A4.") } };
}
} // namespace

Json presetSchema ()
{
    auto schema = closedObject (presetFields(), { "format", "version", "parameters" });
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    schema["title"] = "Kolophon preset";
    schema["description"] = "Preset of Kolophon. Generated by kolophon preset schema.";
    schema["$defs"] = { { "written",
                          { { "type", "object" },
                            { "properties",
                              { { "value", { { "type", { "number", "string" } } } },
                                { "unit", { { "type", "string" } } },
                                { "text", { { "type", "string" } } } } },
                            { "required", { "value" } } } } };
    return schema;
}
} // namespace kolophon
