// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include "../../Analysis/Bench/SteadyFriction.h"
#include "../../Analysis/Bodies/BodyMesh.h"
#include "../../Analysis/RowRules.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace kolophon::web
{
namespace
{
Json coordinates (const std::vector<MeshPoint>& points)
{
    auto list = Json::array();
    for (const auto point : points)
    {
        list.push_back (point.x);
        list.push_back (point.y);
    }
    return list;
}

std::string describe (const BodyMesh& mesh)
{
    constexpr std::string_view touches[] = { "bow", "finger", "pad" };
    auto lines = Json::array(), scenery = Json::array();
    for (const auto& line : mesh.lines)
        lines.push_back ({ { "points", line.points }, { "closed", line.closed }, { "weight", line.weight } });
    for (const auto& polygon : mesh.scenery)
        scenery.push_back (coordinates (polygon));
    return dump ({ { "isString", mesh.isString },
                   { "touch", touches[static_cast<std::size_t> (mesh.touch)] },
                   { "reach", mesh.reach },
                   { "rest", coordinates (mesh.rest) },
                   { "direction", coordinates (mesh.direction) },
                   { "lines", std::move (lines) },
                   { "path", coordinates (mesh.path) },
                   { "face", mesh.face },
                   { "scenery", std::move (scenery) },
                   { "fields", mesh.fields } });
}

/** A patch of the values of all parameters, brought into their ranges. */
Patch patchOf (const double* values)
{
    auto patch = Patch::defaults();
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
        parameterTable()[i].in (patch) = parameterTable()[i].nearestValid (values[i]);
    return patch;
}
} // namespace
} // namespace kolophon::web

using namespace kolophon;

const char* web_mesh (const kolophon_synth* synth, std::int32_t bodyType)
{
    static std::string text;
    const auto bodies = static_cast<std::int32_t> (bodyTable().size());
    const int body = bodyType >= 0 && bodyType < bodies ? bodyType : 0;
    const auto& custom = synth->state.preset.customBody;
    const auto table = custom && body == customBody() ? tableOf (*custom) : nullptr;
    text = web::describe (makeBodyMesh (body, table.get()));
    return text.c_str();
}

void web_steady_friction (const double* values, std::int32_t slot, const double* speeds, double* friction,
                          std::int32_t count)
{
    const auto patch = web::patchOf (values);
    const auto& contact = slot == 0 ? patch.contact : patch.contactB;
    const auto found = steadyFriction (contact, std::span (speeds, static_cast<std::size_t> (count)));
    std::copy (found.begin(), found.end(), friction);
}

const std::uint8_t* web_row_use (const double* values)
{
    static std::vector<std::uint8_t> uses;
    uses.clear();
    const auto patch = web::patchOf (values);
    for (const auto& parameter : parameterTable())
        uses.push_back (static_cast<std::uint8_t> (rowUse (parameter, patch)));
    return uses.data();
}

const char* web_state (kolophon_synth* synth, const double* values)
{
    synth->synth.setPatch (web::patchOf (values));
    return kolophon_state (synth);
}

const double* web_values (const kolophon_synth* synth)
{
    static std::vector<double> values;
    values.clear();
    for (const auto& parameter : parameterTable())
        values.push_back (parameter.in (synth->synth.patch()));
    return values.data();
}

const char* web_name (const kolophon_synth* synth)
{
    return synth->state.preset.info.name.c_str();
}
