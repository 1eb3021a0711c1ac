// SPDX-License-Identifier: GPL-3.0-or-later
#include "Variation.h"

#include "../../Core/Fnv.h"
#include "../../Core/Noise.h"
#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Text/Pattern.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double largestFactor = 10.0; // ±1000 %

/** Text after ±; nullopt without that sign. */
std::optional<std::string_view> behindPlusMinus (std::string_view text) noexcept
{
    for (const std::string_view sign : { "\xc2\xb1", "+-", "+/-" })
        if (text.starts_with (sign))
            return trimmed (text.substr (sign.size()));
    return std::nullopt;
}

/** Parses "20%" as 0.2; nullopt if it is not a percentage. */
std::optional<double> percentage (std::string_view text) noexcept
{
    if (! text.ends_with ('%'))
        return std::nullopt;
    text = trimmed (text.substr (0, text.size() - 1));
    const auto value = numberIn (text);
    return value ? std::optional (0.01 * *value) : std::nullopt;
}

Variation aroundValue (const Parameter& parameter, std::string_view amount)
{
    const std::string id (parameter.id);
    if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
        throw InputError ({ id, "±" + std::string (amount), "can't vary a menu", "* for any choice" });
    Variation variation;
    if (const auto fraction = percentage (amount))
    {
        if (! (*fraction >= 0.0 && *fraction <= largestFactor))
            throw InputError ({ id, "±" + std::string (amount), "is out of range", "±0 % to ±1000 %" });
        variation.kind = Variation::Kind::factor;
        variation.amount = *fraction;
        return variation;
    }
    ParamInfo distance = parameter; // between two values, with the parameter's units
    distance.minimum = 0.0;
    distance.maximum = parameter.maximum - parameter.minimum;
    distance.scale = Scale::linear;
    variation.kind = Variation::Kind::offset;
    variation.amount = valueOrThrow (parseValue (distance, amount));
    return variation;
}

Variation variationFromText (const Parameter& parameter, std::string_view text)
{
    if (const auto amount = behindPlusMinus (text))
        return aroundValue (parameter, *amount);
    Variation variation;
    variation.lowest = parameter.minimum;
    variation.highest = parameter.maximum;
    if (text == "*")
        return variation;
    const auto colon = text.find (':');
    if (colon == std::string_view::npos)
        throw InputError ({ std::string (parameter.id), "\"" + std::string (text) + "\"", "is not a valid variation",
                            "±20%, ±amount with a unit, lowest:highest, or *" });
    variation.lowest = valueOrThrow (parseValue (parameter, trimmed (text.substr (0, colon))));
    variation.highest = valueOrThrow (parseValue (parameter, trimmed (text.substr (colon + 1))));
    if (variation.highest < variation.lowest)
        std::swap (variation.lowest, variation.highest);
    return variation;
}

/** One item of the list into `all`, which has a place for every parameter. */
void addVariation (std::string_view item, std::vector<std::optional<Variation>>& all)
{
    const auto equals = item.find ('=');
    if (equals == std::string_view::npos)
        throw InputError ({ .value = "\"" + std::string (item) + "\"",
                            .problem = "is not a valid variation",
                            .allowed = "id=±20%, id=lowest:highest or id=*" });
    const auto pattern = trimmed (item.substr (0, equals)), text = trimmed (item.substr (equals + 1));
    const auto table = parameterTable();
    bool found = false;
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        if (! fitsPattern (pattern, table[i].id))
            continue;
        found = true;
        all[i] = variationFromText (table[i], text);
        all[i]->parameter = i;
    }
    if (! found)
        throw InputError ({ .value = "\"" + std::string (pattern) + "\"",
                            .problem = "is not a parameter's id (kolophon list parameters)" });
}

double drawn (const Parameter& parameter, const Variation& variation, double value, Noise& noise)
{
    switch (variation.kind)
    {
        case Variation::Kind::factor: return value * (1.0 + variation.amount * noise.nextBipolar());
        case Variation::Kind::offset: return value + variation.amount * noise.nextBipolar();
        case Variation::Kind::range: break;
    }
    if (parameter.isDiscrete()) // each of them equally often
        return variation.lowest + std::floor (noise.nextUniform() * (variation.highest - variation.lowest + 1.0));
    const double from = parameter.toNormalised (variation.lowest), to = parameter.toNormalised (variation.highest);
    return parameter.fromNormalised (from + noise.nextUniform() * (to - from));
}
} // namespace

Result<std::vector<Variation>> variationsFromText (std::string_view text)
{
    return resultOf (
        [text]
        {
            std::vector<std::optional<Variation>> all (parameterTable().size());
            for (auto rest = text; ! rest.empty();)
            {
                const auto comma = std::min (rest.find (','), rest.size());
                addVariation (trimmed (rest.substr (0, comma)), all);
                rest.remove_prefix (std::min (comma + 1, rest.size()));
            }
            std::vector<Variation> variations;
            for (const auto& variation : all)
                if (variation)
                    variations.push_back (*variation);
            return variations;
        });
}

Patch varied (const Patch& patch, const std::vector<Variation>& variations, std::uint64_t seed, int take)
{
    auto result = patch;
    for (const auto& variation : variations)
    {
        const auto& parameter = parameterTable()[variation.parameter];
        Fnv draw;
        for (int byte = 0; byte < 8; ++byte)
            draw.add (static_cast<std::uint8_t> (seed >> (8 * byte)));
        draw.add (static_cast<double> (take));
        draw.add (parameter.id);
        Noise noise (draw.value());
        parameter.in (result) = parameter.nearestValid (drawn (parameter, variation, parameter.in (patch), noise));
    }
    return result;
}
} // namespace kolophon
