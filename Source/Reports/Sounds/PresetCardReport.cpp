// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetCardReport.h"

#include "../../Core/Text/KeyName.h"
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/ShallowJson.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace kolophon
{
namespace
{
using Json = nlohmann::ordered_json;

std::string valueText (double value)
{
    return std::isnan (value) ? "nothing" : significant (value, 4);
}

std::string_view unitOf (std::string_view measure)
{
    for (const auto& known : soundMeasures())
        if (measure.ends_with (known.name))
            return known.unit;
    return "";
}
} // namespace

std::string cardText (const Preset& preset, std::span<const CardLine> lines)
{
    std::string text = printable (preset.info.name, longestLine) + "\n";
    for (const auto& line : lines)
        text += formatted ("  %-4s %-28s %10s   %s … %s\n", line.holds() ? "ok" : "NOT", line.measure.c_str(),
                           valueText (line.value).c_str(), significant (line.low, 4).c_str(),
                           significant (line.high, 4).c_str());
    return text;
}

std::string cardJson (const Preset& preset, PresetPlayer& player, std::span<const CardLine> lines)
{
    Json json { { "preset", preset.info.name },       { "key", keyName (preset.info.middleKey()) },
                { "range", rangeText (preset.info) }, { "held", preset.claims.seconds },
                { "warnings", preset.warnings },      { "lines", Json::array() } };
    for (const auto& line : lines)
        json["lines"].push_back ({ { "measure", line.measure },
                                   { "value", numberOrNull (line.value) },
                                   { "low", line.low },
                                   { "high", line.high },
                                   { "holds", line.holds() } });
    json["claims"] = Json::array();
    for (const auto& claim : preset.claims.list)
        json["claims"].push_back ({ { "measure", claim.measure },
                                    { "value", numberOrNull (player.measure (claim.measure)) },
                                    { "low", claim.low },
                                    { "high", claim.high },
                                    { "unit", unitOf (claim.measure) } });
    auto& sound = json["sound"];
    sound["loudness"] = numberOrNull (player.measure (loudnessMeasure (preset.patch)));
    for (const char* measure : { "speaks", "centroid", "clicks", "loud peak" })
        sound[measure] = numberOrNull (player.measure (measure));
    sound["chord peak"] = numberOrNull (player.chordPeak());
    return terminalJson (json);
}

std::string soundText (PresetPlayer& player, std::span<const std::string> words)
{
    std::string text;
    for (const auto& each : words)
        text += formatted ("%-28s %10s\n", each.c_str(), valueText (player.measure (each)).c_str());
    return text;
}

std::string soundJson (PresetPlayer& player, std::span<const std::string> words)
{
    Json json = Json::object();
    for (const auto& each : words)
        json[each] = numberOrNull (player.measure (each));
    return terminalJson (json);
}
} // namespace kolophon
