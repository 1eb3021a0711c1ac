// SPDX-License-Identifier: GPL-3.0-or-later
#include "KnobJson.h"

#include "../Json/ShallowJson.h"

namespace kolophon
{
namespace
{
ReadKnob inRange (const Parameter& parameter, double meant, double fallback, std::optional<InputError> fault)
{
    if (! fault)
        return { meant };
    // A missing choice has no nearest one in a menu.
    return { parameter.scale == Scale::menu ? fallback : parameter.nearestValid (meant), std::move (fault) };
}

ReadKnob readKnobText (const Parameter& parameter, const std::string& text, double fallback)
{
    const auto value = parseValue (parameter, text);
    if (value)
        return { *value };
    const auto meant = meantBy (parameter, text);
    return meant ? inRange (parameter, *meant, fallback, value.error()) : ReadKnob { fallback, value.error() };
}
} // namespace

Json knobValue (const Parameter& parameter, double value)
{
    const double valid = parameter.nearestValid (value);
    if (parameter.scale == Scale::menu || parameter.scale == Scale::toggle)
        return formatValue (parameter, valid);
    if (parameter.scale == Scale::integer)
        return static_cast<long long> (valid);
    if (parameter.unit == Unit::none)
        return valid;
    return { { "value", valid }, { "unit", unitText (parameter.unit) }, { "text", formatValue (parameter, valid) } };
}

ReadKnob readKnob (const Parameter& parameter, const Json& json, double fallback)
{
    const auto id = std::string (parameter.id);
    if (json.is_string())
        return readKnobText (parameter, json.get_ref<const std::string&>(), fallback);
    if (json.is_boolean() && parameter.scale == Scale::toggle)
        return { json.get<bool>() ? 1.0 : 0.0 };
    if (json.is_number())
    {
        const double value = json.get<double>();
        return inRange (parameter, value, fallback, checkValue (parameter, value));
    }
    if (! json.is_object())
        return { fallback,
                 InputError ({ id, shown (json), "is neither a number nor a string", formatRange (parameter) }) };
    const auto value = json.find ("value");
    if (value == json.end() || value->is_object())
        return { fallback, InputError ({ id, shown (json), "has no \"value\"", formatRange (parameter) }) };
    const auto unit = json.find ("unit");
    if (unit != json.end() && *unit != std::string (unitText (parameter.unit)))
        return { fallback, InputError ({ id, "the unit " + shown (*unit), "does not belong to this parameter",
                                         formatRange (parameter) }) };
    return readKnob (parameter, *value, fallback);
}
} // namespace kolophon
