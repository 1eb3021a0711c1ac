// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include "../../Analysis/Bench/RegimeSigns.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Library/kolophon.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Feeds/PictureKinds.h"
#include "../../Synth/Parameters/FrontPanels.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <array>
#include <cstdio>
#include <string>

namespace kolophon::web
{
namespace
{
std::string_view scaleName (Scale scale)
{
    switch (scale)
    {
        case Scale::linear: return "linear";
        case Scale::log: return "logarithmic";
        case Scale::power: return "cubic";
        case Scale::integer: return "integer";
        case Scale::menu: return "menu";
        case Scale::toggle: return "toggle";
    }
    return {};
}

Json parameters ()
{
    auto list = Json::array();
    for (std::int32_t i = 0; i < kolophon_parameter_count(); ++i)
    {
        const auto& parameter = parameterTable()[static_cast<std::size_t> (i)];
        const auto& shown = *kolophon_parameter_info (i);
        list.push_back ({ { "index", i },
                          { "id", shown.id },
                          { "group", shown.group },
                          { "name", shown.name },
                          { "symbol", parameter.symbol },
                          { "unit", shown.unit },
                          { "range", shown.range },
                          { "help", shown.help },
                          { "minimum", parameter.minimum },
                          { "maximum", parameter.maximum },
                          { "defaultValue", parameter.defaultValue },
                          { "scale", scaleName (parameter.scale) },
                          { "choices", parameter.choices } });
    }
    return list;
}

Json presets ()
{
    auto list = Json::array();
    for (const auto& preset : factoryPresets())
    {
        const auto& info = preset.info;
        list.push_back ({ { "index", list.size() },
                          { "name", info.name },
                          { "category", info.category },
                          { "intent", info.intent },
                          { "notes", info.notes },
                          { "tags", info.tags },
                          { "lowestKey", info.lowestKey },
                          { "highestKey", info.highestKey } });
    }
    return list;
}

Json laws ()
{
    auto list = Json::array();
    for (const auto& law : lawTable())
        list.push_back ({ { "id", law.id },
                          { "name", law.name },
                          { "family", law.family },
                          { "summary", law.summary },
                          { "listenFor", law.listenFor },
                          { "passivity", law.passivity },
                          { "uses", law.uses },
                          { "literalCanCreateEnergy", law.literalCanCreateEnergy } });
    return list;
}

Json bodies ()
{
    auto list = Json::array();
    for (const auto& body : bodyTable())
    {
        const auto model =
            body.model == BodyModel::string ? "string" : (body.model == BodyModel::table ? "table" : "block");
        list.push_back ({ { "name", body.name },
                          { "summary", body.summary },
                          { "path", body.path },
                          { "listenFor", body.listenFor },
                          { "model", model },
                          { "closedPath", body.closedPath },
                          { "isFromFile", body.isFromFile } });
    }
    return list;
}

Json regimes ()
{
    auto list = Json::array();
    for (const auto& sign : regimeSigns)
    {
        std::array<char, 8> colour {};
        std::snprintf (colour.data(), colour.size(), "#%06x", static_cast<unsigned> (sign.colour));
        const auto named = [] (const RegimeName& its) {
            return Json { { "letter", std::string (its.letter != 0 ? 1 : 0, its.letter) }, { "name", its.brief } };
        };
        list.push_back ({ { "colour", colour.data() },
                          { "ofString", named (sign.ofString) },
                          { "ofOthers", named (sign.ofOthers) } });
    }
    return list;
}

Json panels ()
{
    auto list = Json::array();
    const auto add = [&list] (const FrontPanel& panel)
    {
        auto ids = Json::array();
        for (const auto& group : { panel.played, panel.set })
            for (const auto id : group)
                ids.push_back (id);
        list.push_back ({ { "name", panel.name }, { "ids", std::move (ids) } });
    };
    for (const auto& panel : frontPanels)
        add (panel);
    add (furtherPanel);
    return list;
}

Json pictures ()
{
    auto list = Json::array();
    for (const auto& picture : pictureTexts)
        list.push_back ({ { "name", picture.name }, { "help", picture.help } });
    return list;
}

/** Layout of the memory that web_picture() returns. */
Json pictureLayout ()
{
    return { { "heads", pictureHeads() },           { "perVoice", PictureLayout::perVoice },
             { "voices", PictureLayout::voices },   { "modes", PictureLayout::modes },
             { "moments", PictureLayout::moments }, { "bytes", PictureLayout::bytes } };
}
} // namespace
} // namespace kolophon::web

using namespace kolophon;

const char* web_catalogue ()
{
    static const auto text = dump ({ { "version", kolophon_version() },
                                     { "instructionSet", kolophon_instruction_set() },
                                     { "parameters", web::parameters() },
                                     { "presets", web::presets() },
                                     { "laws", web::laws() },
                                     { "bodies", web::bodies() },
                                     { "regimes", web::regimes() },
                                     { "panels", web::panels() },
                                     { "pictures", web::pictures() },
                                     { "meters", web::meterNames() },
                                     { "picture", web::pictureLayout() } });
    return text.c_str();
}

std::int32_t web_parse (kolophon_synth* synth, std::int32_t parameter, const char* text, double* value)
{
    using namespace kolophon::library;
    return guarded (synth,
                    [&]
                    {
                        *value =
                            valueOrThrow (parseValue (parameterTable()[static_cast<std::size_t> (parameter)], text));
                        return KOLOPHON_OK;
                    });
}
