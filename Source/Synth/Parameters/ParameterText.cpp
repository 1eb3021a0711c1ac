// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/KeyName.h"
#include "../../Core/Text/NumberText.h"
#include "ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
struct Prefixed
{
    std::string_view text;
    double factor;
};

/** Ways of writing a unit, the first one being the unit itself. */
std::span<const Prefixed> spellings (Unit unit) noexcept
{
    static constexpr Prefixed none[] = { { "", 1.0 } };
    static constexpr Prefixed metre[] = { { "m", 1.0 },   { "mm", 1e-3 }, { "µm", 1e-6 },
                                          { "um", 1e-6 }, { "μm", 1e-6 }, { "cm", 1e-2 } };
    static constexpr Prefixed second[] = { { "s", 1.0 }, { "ms", 1e-3 }, { "µs", 1e-6 }, { "us", 1e-6 } };
    static constexpr Prefixed hertz[] = { { "Hz", 1.0 }, { "kHz", 1e3 } };
    static constexpr Prefixed speed[] = { { "m/s", 1.0 }, { "mm/s", 1e-3 }, { "cm/s", 1e-2 } };
    static constexpr Prefixed acceleration[] = { { "m/s²", 1.0 }, { "m/s^2", 1.0 }, { "m/s2", 1.0 } };
    static constexpr Prefixed force[] = { { "N", 1.0 }, { "mN", 1e-3 }, { "kN", 1e3 } };
    static constexpr Prefixed stiffness[] = { { "N/m", 1.0 }, { "kN/m", 1e3 }, { "N/mm", 1e3 } };
    static constexpr Prefixed damping[] = { { "N s/m", 1.0 }, { "N·s/m", 1.0 }, { "Ns/m", 1.0 } };
    static constexpr Prefixed impedance[] = { { "kg/s", 1.0 }, { "g/s", 1e-3 } };
    static constexpr Prefixed kilogram[] = { { "kg", 1.0 }, { "g", 1e-3 } };
    static constexpr Prefixed percent[] = { { "%", 1.0 } };
    static constexpr Prefixed semitone[] = { { "st", 1.0 }, { "semitones", 1.0 } };
    static constexpr Prefixed cent[] = { { "cent", 1.0 }, { "cents", 1.0 }, { "ct", 1.0 } };
    static constexpr Prefixed degree[] = { { "°", 1.0 }, { "deg", 1.0 }, { "degrees", 1.0 } };
    static constexpr Prefixed decibel[] = { { "dB", 1.0 } };
    switch (unit)
    {
        case Unit::none: return none;
        case Unit::metre: return metre;
        case Unit::second: return second;
        case Unit::hertz: return hertz;
        case Unit::metrePerSecond: return speed;
        case Unit::metrePerSecond2: return acceleration;
        case Unit::newton: return force;
        case Unit::newtonPerMetre: return stiffness;
        case Unit::newtonSecondPerMetre: return damping;
        case Unit::kilogramPerSecond: return impedance;
        case Unit::kilogram: return kilogram;
        case Unit::percent: return percent;
        case Unit::semitone: return semitone;
        case Unit::cent: return cent;
        case Unit::degree: return degree;
        case Unit::decibel: return decibel;
        case Unit::key: return none;
    }
    return none;
}

/** The spelling people would use for a value of this size. */
Prefixed readable (Unit unit, double value) noexcept
{
    const double size = std::abs (value);
    if (unit == Unit::metre)
        return size < 1e-3 ? Prefixed { "µm", 1e-6 } : (size < 1.0 ? Prefixed { "mm", 1e-3 } : Prefixed { "m", 1.0 });
    if (unit == Unit::second && size < 1.0 && size > 0.0)
        return size < 1e-3 ? Prefixed { "µs", 1e-6 } : Prefixed { "ms", 1e-3 };
    if (unit == Unit::kilogram && size < 1.0)
        return { "g", 1e-3 };
    if (unit == Unit::metrePerSecond && size < 0.1)
        return { "mm/s", 1e-3 };
    return spellings (unit).front();
}

/** The same for texts alone: hosts keep values in the unit of readable(). */
Prefixed readableText (Unit unit, double value) noexcept
{
    const double size = std::abs (value);
    if (unit == Unit::newtonPerMetre && size >= 1e3)
        return { "kN/m", 1e3 };
    if (unit == Unit::hertz && size >= 1e4)
        return { "kHz", 1e3 };
    return readable (unit, value);
}

/** Five significant digits; very small ones as "1.0e-5". */
std::string number (double value)
{
    auto text = significant (value == 0.0 ? 0.0 : value, 5);
    const auto exponent = text.find ('e');
    if (exponent == std::string::npos)
        return text;
    auto firstDigit = exponent + 2; // after the sign, which is always written, and then at least two digits
    while (firstDigit + 1 < text.size() && text[firstDigit] == '0')
        text.erase (firstDigit, 1);
    if (text.find ('.') == std::string::npos)
        text.insert (exponent, ".0");
    return text;
}

std::string quoted (std::string_view text)
{
    return "\"" + std::string (text) + "\"";
}
} // namespace

std::string_view unitText (Unit unit) noexcept
{
    return spellings (unit).front().text;
}

namespace
{
/** Null where all is well. */
const char* faultOf (const ParamInfo& info, double value) noexcept
{
    if (! (value >= info.minimum && value <= info.maximum))
        return "is out of range";
    return info.isDiscrete() && value != std::round (value) ? "is not a whole number" : nullptr;
}
} // namespace

std::optional<InputError> checkValue (const ParamInfo& info, double value)
{
    if (const auto* fault = faultOf (info, value))
        return InputError ({ std::string (info.id), number (value), fault, formatRange (info) });
    return std::nullopt;
}

namespace
{
tl::unexpected<InputError> notUsable (const ParamInfo& info, std::string_view text, const std::string& reason)
{
    return tl::unexpected<InputError> (
        InputError ({ std::string (info.id), quoted (trimmed (text)), reason, formatRange (info) }));
}

/** The place of a choice, by its name or by one that it had before. */
std::optional<double> placeOfChoice (const ParamInfo& info, std::string_view name) noexcept
{
    for (const auto& former : info.formerChoices)
        if (equalIgnoringCase (name, former.name))
            name = former.now;
    for (std::size_t i = 0; i < info.choices.size(); ++i)
        if (equalIgnoringCase (name, info.choices[i]))
            return static_cast<double> (i);
    return std::nullopt;
}
} // namespace

Result<double> meantBy (const ParamInfo& info, std::string_view text)
{
    const auto body = trimmed (text);
    if (info.scale == Scale::menu)
    {
        if (const auto place = placeOfChoice (info, body))
            return *place;
        return notUsable (info, body, "is not a valid choice");
    }
    if (info.scale == Scale::toggle)
    {
        for (const auto yes : { "on", "true", "yes", "1" })
            if (equalIgnoringCase (body, yes))
                return 1.0;
        for (const auto no : { "off", "false", "no", "0" })
            if (equalIgnoringCase (body, no))
                return 0.0;
        return notUsable (info, body, "is neither on nor off");
    }

    if (info.unit == Unit::key)
    {
        const auto key = keyFromName (body);
        if (! key)
            return notUsable (info, body, "is not a key");
        return static_cast<double> (*key);
    }

    auto digits = body;
    if (digits.starts_with ('+'))
        digits.remove_prefix (1);
    const auto leading = leadingNumber (digits);
    if (! leading || ! std::isfinite (leading->value))
        return notUsable (info, body, "is not a number");
    if (leading->rest.starts_with (','))
        return notUsable (info, body, "has a decimal comma; use a point");
    const double value = leading->value;
    const auto unit = trimmed (leading->rest);
    if (unit.empty())
        return value;
    const auto known = spellings (info.unit);
    const auto match = std::find_if (known.begin(), known.end(), [unit] (const Prefixed& p) { return p.text == unit; });
    if (match == known.end())
        return notUsable (info, body, "has the wrong unit");
    // "10 µs" is 1e-5 to the last bit, as division by 1e6 gives it; 10 * 1e-6 would lie below a range from 1e-5.
    return match->factor < 1.0 ? value / std::round (1.0 / match->factor) : value * match->factor;
}

Result<double> parseValue (const ParamInfo& info, std::string_view text)
{
    const auto value = meantBy (info, text);
    if (value)
        if (const auto* fault = faultOf (info, *value))
            return notUsable (info, text, fault);
    return value;
}

std::string formatValue (const ParamInfo& info, double value)
{
    if (info.scale == Scale::menu)
        return std::string (info.choices[static_cast<std::size_t> (info.nearestValid (value))]);
    if (info.scale == Scale::toggle)
        return value >= 0.5 ? "on" : "off";
    if (info.unit == Unit::key)
        return keyName (static_cast<int> (info.nearestValid (value)));
    const auto unit = readableText (info.unit, value);
    const auto text = number (value / unit.factor);
    return unit.text.empty() ? text : text + " " + std::string (unit.text);
}

std::string formatShown (const ParamInfo& info, double value)
{
    if (info.isDiscrete() || info.unit == Unit::key)
        return formatValue (info, value);
    const double factor = readableText (info.unit, value).factor, size = std::abs (value / factor);
    const bool isPitch = info.unit == Unit::semitone && size >= 10.0; // two decimals: cents
    const auto text = size < 1000.0 ? significant (value / factor, isPitch ? 4 : 3) : fixed (value / factor, 0);
    return formatValue (info, numberIn (text).value_or (value / factor) * factor);
}

HostUnit hostUnit (const ParamInfo& info) noexcept
{
    const auto unit = readable (info.unit, info.defaultValue);
    return { unit.text, unit.factor };
}

std::string formatForHost (const ParamInfo& info, double value)
{
    if (info.isDiscrete())
        return formatValue (info, value);
    const double shown = value / hostUnit (info).factor;
    auto text = number (shown);
    if (std::abs (shown) >= 1.0 && text.find ('e') != std::string::npos) // five digits, and zeros behind them
        text = fixed (numberIn (text).value_or (shown), 0);
    return text;
}

std::string formatRange (const ParamInfo& info)
{
    if (info.scale == Scale::toggle)
        return "on, off";
    if (info.scale == Scale::menu)
    {
        std::string all;
        for (const auto choice : info.choices)
            all += (all.empty() ? "" : ", ") + std::string (choice);
        return all;
    }
    return formatValue (info, info.minimum) + " to " + formatValue (info, info.maximum);
}
} // namespace kolophon
