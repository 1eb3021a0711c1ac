#include "LabGuide.h"

#include "../Lab/Scenario.h"
#include "../Reports/Markdown.h"

namespace kolophon
{
namespace
{
constexpr auto beginning = R"(# Fields of a scenario

Made by `kolophon lab list --markdown`; do not edit.

A scenario is a JSON file that `kolophon lab` runs. [Writing an experiment](Guide/Scenarios.md) explains one step by step, the
[course](Guide/Course.md) has exercises, and [Experiments.md](Experiments.md) lists the experiments that ship, with their results.
This page lists every field. An editor that knows [scenario.schema.json](../Schemas/scenario.schema.json) checks them as you type.

A field without a default may be left out unless it is required. A path such as `links[].from` is a field of each entry of a list.

)";

constexpr auto extraLaws =
    R"(Two laws exist only here, as examples of what the literature warns against: `coulomb_sign`, F = N mu_k sgn(v) with sgn(0) = 0,
which chatters; and `discontinuous`, eqs. (7) to (9) of Navarro-López (2009): inside the band of rest F keeps v
constant, up to static friction. They have no real-time form.

)";

constexpr auto studyIntroduction = R"(## Studies

A scenario with the field `study` instead of `body`, `law` and `drive` asks for many runs of the engine. Its fields stand under
`study`, beside its `kind`. An *expectation* is an object with up to four fields: the value `expected`, the `lowest` and the `highest`
value that pass, and the `source` of the expectation.

)";

std::string number (const Json& value)
{
    return value.is_number() ? lab::numberText (value.get<double>()) : value.dump();
}

/** Allowed values of a field, as a table cell. */
std::string allowed (const Json& field)
{
    if (field.contains ("const"))
        return "`" + field["const"].dump() + "`";
    if (field.contains ("enum"))
    {
        std::string words;
        for (const auto& word : field["enum"])
            words += (words.empty() ? "" : ", ") + ("`" + word.get<std::string>() + "`");
        return words;
    }
    if (field.contains ("oneOf"))
    {
        std::string kinds;
        for (const auto& one : field["oneOf"])
        {
            const auto kind = one.contains ("$ref") ? std::string ("signal") : one.value ("type", "object");
            kinds += (kinds.empty() ? "" : ", ") + (kind == "array" ? "list" : kind);
        }
        return kinds;
    }
    const auto type = field.value ("type", "");
    if (type == "number" || type == "integer")
        return (type == "integer" ? "whole, " : "") + number (field["minimum"]) + " to " + number (field["maximum"]);
    if (type == "array")
        return "list" + (field.contains ("items") && field["items"].value ("type", "") == "number"
                             ? " of " + allowed (field["items"])
                             : std::string());
    return type == "boolean" ? "`true`, `false`" : type;
}

/** True for an object with the fields of an expectation, which studyIntroduction explains once for all. */
bool isExpectation (const Json& field)
{
    const auto properties = field.find ("properties");
    return properties != field.end() && properties->size() == 4 && properties->contains ("expected") &&
           properties->contains ("lowest") && properties->contains ("highest") && properties->contains ("source");
}

/** Fields of an object, those inside of it behind their path. Objects of several kinds are left to tables of their own.
    */
void addRows (const Json& object, const std::string& path, Rows& rows)
{
    const auto properties = object.find ("properties");
    if (properties == object.end())
        return;
    const auto required = object.value ("required", Json::array());
    for (const auto& [name, field] : properties->items())
    {
        if (field.contains ("const") || name == "$schema" || name == "kolophon_scenario")
            continue;
        const bool list =
            field.value ("type", "") == "array" && field.contains ("items") && field["items"].contains ("properties");
        const auto whole = path + name;
        const bool needed = std::find (required.begin(), required.end(), Json (name)) != required.end();
        rows.push_back ({ "`" + whole + (list ? "[]" : "") + "`", field.value ("description", ""),
                          isExpectation (field) ? "expectation" : allowed (field),
                          field.contains ("default") ? number (field["default"]) : (needed ? "required" : "") });
        if (isExpectation (field))
            continue;
        if (list)
            addRows (field["items"], whole + "[].", rows);
        else
            addRows (field, whole + ".", rows);
    }
}

std::string table (const Json& object)
{
    Rows rows;
    addRows (object, {}, rows);
    return rows.empty() ? "\n" : markdownTable ({ "field", "meaning", "allowed", "default" }, rows) + "\n";
}

/** A table for each kind; fields that all of them have come once, before. */
std::string kinds (const Json& several)
{
    std::string text;
    const auto& branches = several["oneOf"];
    Json common = branches.front();
    for (const auto& branch : branches)
        for (auto field = common["properties"].begin(); field != common["properties"].end();)
            if (! branch["properties"].contains (field.key()) || branch["properties"][field.key()] != field.value())
                field = common["properties"].erase (field);
            else
                ++field;
    if (branches.size() > 1 && ! common["properties"].empty())
        text += "All kinds have\n\n" + table (common);
    for (const auto& branch : branches)
    {
        auto own = branch;
        if (branches.size() > 1)
            for (const auto& [name, field] : common["properties"].items())
                own["properties"].erase (name);
        for (const auto& [name, field] : branch["properties"].items())
            if (field.contains ("const"))
                text += "**`" + field["const"].get<std::string>() + "`** " + field.value ("description", "") + "\n\n";
        const auto fields = table (own);
        text += fields == "\n" ? "" : fields;
    }
    return text;
}
} // namespace

std::string labGuide (const Json& schema)
{
    const auto& motion = schema["oneOf"][0]["properties"];
    std::string text = beginning;
    text += "## body\n\n" + kinds (motion["body"]);
    text += "## law\n\n" + table (motion["law"]) + extraLaws;
    text += "## drive\n\n" + table (motion["drive"]) + "A signal is a number, or an object with a kind:\n\n" +
            kinds (schema["$defs"]["signal"]);
    text += "## start and run\n\n" + table (motion["start"]) + table (motion["run"]);
    text += "## variants and sweep\n\n" +
            table ({ { "properties", { { "variants", motion["variants"] }, { "sweep", motion["sweep"] } } } });
    text += "## analyses\n\n" + kinds (motion["analyses"]["items"]);
    text += "## figures\n\n" + table (motion["figures"]["items"]);
    text +=
        "## Columns\n\nColumns of `NAME.csv`, for analyses and figures as well. A name never changes; new columns are "
        "appended.\n\n";
    Rows rows;
    for (const auto& column : lab::columns())
        rows.push_back ({ "`" + std::string (column.name) + "`", column.unit, column.meaning });
    rows.push_back ({ "`path`", "m", "integral of v" });
    rows.push_back ({ "`resistance`", "N", "-F; in analyses and figures" });
    rows.push_back (
        { "`P_stored`, `P_sum`", "W",
          "growth of H from row to row; P_stored + P_friction + P_body - P_drive; in analyses and figures" });
    rows.push_back ({ "`q1` …, `u1` …", "m, m/s", "coordinates and their speeds" });
    text += markdownTable ({ "column", "unit", "meaning" }, rows) + "\n";
    return text + studyIntroduction + kinds (schema["oneOf"][1]["properties"]["study"]);
}
} // namespace kolophon
