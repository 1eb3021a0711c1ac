// SPDX-License-Identifier: GPL-3.0-or-later
#include "ListCommand.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Units.h"
#include "../../Files/Json/Json.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Lab/Motion/Run.h"
#include "../../Lab/Solvers/BodyBench.h"
#include "../../Rendering/Measuring/PresetCard.h"
#include "../../Shell/Console.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kolophon
{
namespace
{
using Rows = std::vector<std::vector<std::string>>;

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

std::string_view nameOf (Purpose purpose)
{
    switch (purpose)
    {
        case Purpose::sound: return "sound";
        case Purpose::player: return "player";
        case Purpose::laboratory: return "laboratory";
        case Purpose::file: return "file";
    }
    return {};
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
                  { "range", formatRange (p) },
                  { "default", p.defaultValue },
                  { "defaultText", formatValue (p, p.defaultValue) },
                  { "help", p.help },
                  { "use", nameOf (p.purpose) },
                  { "since", p.since } };
    if (! p.choices.empty())
        object["choices"] = std::vector<std::string> (p.choices.begin(), p.choices.end());
    return object;
}

std::string energyBadge (const LawInfo& law)
{
    return law.literalCanCreateEnergy ? "passive; literal: can create energy" : "passive";
}

/** Why the law keeps no body, or no body of modes, sounding at its key. */
std::string cannot (const LawInfo& law)
{
    const auto number = static_cast<int> (&law - lawTable().data());
    const auto rough = std::string (whyRough (number, BodyModel::table));
    return std::string (whySilent (number, BodyModel::string, NormalForce::given)) +
           (rough.empty() ? "" : "On bodies other than strings: " + rough);
}

std::string bodyId (const BodyInfo& body)
{
    std::string id;
    for (const char c : body.name)
        id += c == ' ' ? '-' : lowerCase (c);
    return id;
}

/** Eigenvalues of the Laplacian over the first, by which the tension of a body grows; null where it is constant. */
Json tensionOf (const BodyInfo& info, const ModeTable* table)
{
    if (info.model == BodyModel::block || (table != nullptr && table->tightening <= 0.0))
        return nullptr;
    return table == nullptr ? "n^2" : table->tightening > 1.0 ? "(f_n/f_1)^2" : "f_n/f_1";
}

/** The first modes of C4 with every knob at its default, from the engine's own coefficients. */
Json firstModes (int body)
{
    constexpr double internalRate = 768e3; // [Hz], high enough for every mode of the tables to lie below half of it
    constexpr std::size_t listed = 10;
    auto patch = defaultsOfFormat1();
    patch.bodyType = body;
    auto lines = BodyBench (patch, 60, internalRate).lines();
    lines.resize (std::min (listed, lines.size()));
    Json modes = Json::array();
    for (const auto& line : lines)
        modes.push_back (
            { { "frequency", line.frequency }, { "t60", t60FromDecayRate (line.decayRate) }, { "shape", line.shape } });
    return modes;
}
} // namespace

std::string listParameters (bool asJson)
{
    Rows rows;
    Json list = Json::array();
    for (const auto& p : parameterTable())
    {
        rows.push_back (
            { std::string (p.id), std::string (p.label), formatValue (p, p.defaultValue), formatRange (p) });
        list.push_back (parameterObject (p));
    }
    return asJson ? terminalJson (list) : textTable (rows);
}

std::string listPresets (bool asJson)
{
    Rows rows;
    Json list = Json::array();
    for (const auto& preset : factoryPresets())
    {
        const auto& info = preset.info;
        rows.push_back ({ info.name, info.notes });
        list.push_back ({ { "name", info.name },
                          { "author", info.author },
                          { "notes", info.notes },
                          { "tags", info.tags },
                          { "loudnessMeasure", loudnessMeasure (preset.patch) } });
    }
    return asJson ? terminalJson (list) : textTable (rows);
}

std::string listLaws (bool asJson)
{
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
                          { "cannot", cannot (law) },
                          { "listenFor", law.listenFor },
                          { "parameters", parameters },
                          { "states", std::vector<std::string> (law.modes.begin(), law.modes.end()) } });
    }
    return asJson ? terminalJson (list) : textTable (rows);
}

std::string listBodies (bool asJson)
{
    Rows rows;
    Json list = Json::array();
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
    {
        const auto& body = bodyTable()[i];
        const auto id = bodyId (body);
        const auto* table = modesOf (static_cast<int> (i));
        rows.push_back ({ id, std::string (body.name), std::string (body.summary), std::string (body.path) });
        list.push_back (
            { { "id", id },
              { "name", body.name },
              { "description", body.summary },
              { "path", body.path },
              { "equations", body.equations },
              { "normalisation", body.normalisation },
              { "source", body.source },
              { "listenFor", body.listenFor },
              { "remarks", body.remarks },
              { "tension", tensionOf (body, table) },
              { "modeCount", table != nullptr ? Json (table->count) : Json() },
              { "firstModes", body.model == BodyModel::block ? Json::array() : firstModes (static_cast<int> (i)) } });
    }
    return asJson ? terminalJson (list) : textTable (rows);
}

std::string listColumns (bool asJson)
{
    Rows rows;
    Json list = Json::array();
    for (const auto& column : lab::columns())
    {
        rows.push_back ({ std::string (column.name), column.unit, column.meaning });
        list.push_back ({ { "name", column.name }, { "unit", column.unit }, { "meaning", column.meaning } });
    }
    return asJson ? terminalJson (list) : textTable (rows);
}

ExitCode list (const ListOptions& o)
{
    static constexpr std::pair<std::string_view, std::string (*) (bool)> lists[] { { "parameters", listParameters },
                                                                                   { "presets", listPresets },
                                                                                   { "laws", listLaws },
                                                                                   { "bodies", listBodies },
                                                                                   { "columns", listColumns } };
    for (const auto& [what, write] : lists)
        if (o.what == what)
        {
            print (write (o.json));
            return ExitCode::ok;
        }
    throw Failure (ExitCode::usage, "list expects one of parameters, presets, laws, bodies, columns" +
                                        (o.what.empty() ? std::string() : ", not \"" + o.what + "\""));
}
} // namespace kolophon
