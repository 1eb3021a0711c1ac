// SPDX-License-Identifier: GPL-3.0-or-later
#include "ListCommand.h"

#include "../Documentation/BodyFigures.h"
#include "../Documentation/BodyPage.h"
#include "../Documentation/LawPage.h"
#include "../Files/Json.h"
#include "../Files/PresetFile.h"
#include "../Reports/Markdown.h"
#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Parameters/ParameterTable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kolophon
{
namespace
{
/** Width in characters, not bytes, so that a column with "μ_s" or "σ0" is aligned. */
std::size_t width (std::string_view text)
{
    return static_cast<std::size_t> (std::count_if (
        text.begin(), text.end(), [] (char c) { return (static_cast<unsigned char> (c) & 0xc0) != 0x80; }));
}

std::string padded (std::string_view text, std::size_t columns)
{
    return std::string (text) + std::string (columns > width (text) ? columns - width (text) : 0, ' ');
}

std::string textTable (const Rows& rows)
{
    std::vector<std::size_t> columns;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            columns.resize (std::max (columns.size(), row.size()));
            columns[i] = std::max (columns[i], width (row[i]));
        }
    std::string text;
    for (const auto& row : rows)
    {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += i + 1 < row.size() ? padded (row[i], columns[i] + 2) : row[i];
        text += "\n";
    }
    return text;
}

/** Unit of a bare number, for the table's column; the unit of a range is part of the range. */
std::string unitOf (const Parameter& p)
{
    return std::string (unitText (p.unit));
}

Json parameterObject (const Parameter& p)
{
    constexpr std::string_view scales[] = { "linear", "log", "power", "integer", "menu", "toggle" };
    Json object { { "id", p.id },
                  { "group", p.group },
                  { "label", p.label },
                  { "symbol", p.symbol },
                  { "unit", unitText (p.unit) },
                  { "scale", scales[static_cast<std::size_t> (p.scale)] },
                  { "minimum", p.minimum },
                  { "maximum", p.maximum },
                  { "default", p.defaultValue },
                  { "defaultText", formatValue (p, p.defaultValue) },
                  { "help", p.help },
                  { "since", p.since } };
    if (! p.choices.empty())
        object["choices"] = std::vector<std::string> (p.choices.begin(), p.choices.end());
    return object;
}

std::string parametersMarkdown ()
{
    std::string text =
        "# Parameters\n\n"
        "Made by `kolophon list parameters --markdown`; do not edit.\n\n"
        "A value is written with its unit (`35 mm/s`, `64 um`, `-6 dB`), or bare in the unit of the table. "
        "Menus take a choice by name.\n";
    std::vector<std::string_view> groups;
    for (const auto& p : parameterTable())
        if (std::find (groups.begin(), groups.end(), p.group) == groups.end())
            groups.push_back (p.group);
    for (const auto group : groups)
    {
        Rows rows;
        for (const auto& p : parameterTable())
            if (p.group == group)
                rows.push_back ({ "`" + std::string (p.id) + "`", std::string (p.label), std::string (p.symbol),
                                  unitOf (p), formatRange (p), formatValue (p, p.defaultValue), std::string (p.help),
                                  std::string (p.since) });
        text += "\n## " + std::string (group) + "\n\n" +
                markdownTable ({ "id", "label", "symbol", "unit", "range", "default", "what it does", "since" }, rows);
    }
    return text;
}
} // namespace

std::string listParameters (ListFormat format)
{
    if (format == ListFormat::markdown)
        return parametersMarkdown();
    Rows rows;
    Json list = Json::array();
    for (const auto& p : parameterTable())
    {
        rows.push_back (
            { std::string (p.id), std::string (p.label), formatValue (p, p.defaultValue), formatRange (p) });
        list.push_back (parameterObject (p));
    }
    return format == ListFormat::json ? terminalJson (list) : textTable (rows);
}

std::string listPresets (ListFormat format)
{
    Rows rows;
    Json list = Json::array();
    for (const auto& preset : factoryPresets())
    {
        const auto& info = preset.info;
        rows.push_back ({ info.name, info.notes });
        list.push_back (
            { { "name", info.name }, { "author", info.author }, { "notes", info.notes }, { "tags", info.tags } });
    }
    if (format == ListFormat::json)
        return terminalJson (list);
    if (format == ListFormat::markdown)
        return "# Presets\n\n" + markdownTable ({ "name", "notes" }, rows);
    return textTable (rows);
}

std::string listLaws (ListFormat format)
{
    if (format == ListFormat::markdown)
        return lawPage();
    Rows rows;
    Json list = Json::array();
    for (const auto& law : lawTable())
    {
        rows.push_back ({ std::string (law.id), std::string (law.name), std::string (law.family), energyBadge (law),
                          std::string (law.summary) });
        Json parameters = Json::array();
        for (const auto use : law.uses)
            parameters.push_back ("contact." + std::string (use));
        list.push_back ({ { "id", law.id },
                          { "name", law.name },
                          { "family", law.family },
                          { "passive", true },
                          { "literalCanCreateEnergy", law.literalCanCreateEnergy },
                          { "description", law.summary },
                          { "equations", law.equations },
                          { "source", law.source },
                          { "remarks", law.remarks },
                          { "passivity", law.passivity },
                          { "listenFor", law.listenFor },
                          { "parameters", parameters },
                          { "states", std::vector<std::string> (law.modes.begin(), law.modes.end()) } });
    }
    return format == ListFormat::json ? terminalJson (list) : textTable (rows);
}

std::string listBodies (ListFormat format)
{
    if (format == ListFormat::markdown)
        return bodyPage();
    Rows rows;
    Json list = Json::array();
    for (const auto& body : bodyTable())
    {
        const auto id = bodyId (body);
        rows.push_back ({ id, std::string (body.name), std::string (body.summary), std::string (body.path) });
        list.push_back ({ { "id", id },
                          { "name", body.name },
                          { "description", body.summary },
                          { "path", body.path },
                          { "equations", body.equations },
                          { "normalisation", body.normalisation },
                          { "source", body.source },
                          { "listenFor", body.listenFor },
                          { "remarks", body.remarks } });
    }
    return format == ListFormat::json ? terminalJson (list) : textTable (rows);
}

ExitCode list (const ListOptions& o)
{
    const auto format = o.json ? ListFormat::json : (o.markdown ? ListFormat::markdown : ListFormat::text);
    std::string text;
    if (o.what == "parameters")
        text = listParameters (format);
    else if (o.what == "presets")
        text = listPresets (format);
    else if (o.what == "laws")
        text = listLaws (format);
    else if (o.what == "bodies")
        text = listBodies (format);
    else
        throw Failure (ExitCode::usage, "list expects one of parameters, presets, laws, bodies" +
                                            (o.what.empty() ? std::string() : ", not \"" + o.what + "\""));
    std::fputs (text.c_str(), stdout);
    return ExitCode::ok;
}
} // namespace kolophon
