#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace kolophon
{
/** Units a parameter can have. The engine computes in SI; `percent`, `semitone`, `cent` and `decibel` say so in the
    member's name (`pressurePercent`). */
enum class Unit {
    none,                 // a ratio
    metre,                // m
    second,               // s
    hertz,                // Hz
    metrePerSecond,       // m/s
    metrePerSecond2,      // m/s^2
    newton,               // N
    newtonPerMetre,       // N/m
    newtonSecondPerMetre, // N s/m
    kilogramPerSecond,    // kg/s
    kilogram,             // kg
    percent,
    semitone,
    cent,
    decibel
};

/** How the way of a knob is laid over the range. */
enum class Scale {
    linear,
    log,   // value = min (max/min)^normalised
    power, // value = min + (max - min) way^3, for ranges that start at zero
    integer,
    menu,  // index into `choices`
    toggle // 0 or 1
};

/** A choice that was called otherwise once. Files keep choices by name, and old files are read for ever. */
struct FormerChoice
{
    std::string_view name, now;
};

/** What a parameter is: declared once, read by the engine, the host, the editor, the command line, the docs. */
struct ParamInfo
{
    std::string_view id;     // permanent; used in files and by hosts
    std::string_view group;  // Hand, Contact, Body, Voice, Out, Quality
    std::string_view label;  // at most 40 characters, meaningful in the first 12
    std::string_view symbol; // as in the equations; may be empty
    Unit unit;
    double minimum, maximum, defaultValue; // in `unit`
    Scale scale;
    std::string_view help;                            // one or two sentences, shown in the editor's sentence line
    std::string_view since;                           // product version that introduced it
    std::span<const std::string_view> choices = {};   // menus only
    std::span<const FormerChoice> formerChoices = {}; // names that choices of it had before

    constexpr bool isDiscrete () const noexcept
    {
        return scale == Scale::integer || scale == Scale::menu || scale == Scale::toggle;
    }

    /** Nearest allowed value: inside the range, whole where the scale is discrete. NaN gives the default. */
    double nearestValid (double value) const noexcept
    {
        if (std::isnan (value))
            return defaultValue;
        const double inside = value < minimum ? minimum : (value > maximum ? maximum : value);
        return isDiscrete() ? std::round (inside) : inside;
    }

    /** Position 0…1 of a knob or a host's slider for `value`. */
    double toNormalised (double value) const noexcept
    {
        const double span = maximum - minimum;
        switch (scale)
        {
            case Scale::log: return std::log (value / minimum) / std::log (maximum / minimum);
            case Scale::power: return std::cbrt ((value - minimum) / span);
            default: return (value - minimum) / span;
        }
    }

    /** Inverse of toNormalised(), always a valid value. NaN gives the default. */
    double fromNormalised (double normalised) const noexcept
    {
        if (std::isnan (normalised))
            return defaultValue;
        const double w = normalised < 0.0 ? 0.0 : (normalised > 1.0 ? 1.0 : normalised);
        const double span = maximum - minimum;
        switch (scale)
        {
            case Scale::log: return nearestValid (minimum * std::pow (maximum / minimum, w));
            case Scale::power: return nearestValid (minimum + span * w * w * w);
            default: return nearestValid (minimum + span * w);
        }
    }
};
} // namespace kolophon
