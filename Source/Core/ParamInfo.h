// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

namespace kolophon
{
/** Units of parameters. The engine computes in SI; members in `percent`, `semitone`, `cent` or `decibel` have the unit
    in their name (`pressurePercent`). */
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
    degree, // of arc
    decibel,
    key // as MIDI counts keys, written by its name: C4 is 60
};

/** Mapping of a knob's travel to its range. */
enum class Scale {
    linear,
    log,   // value = min (max/min)^normalised
    power, // value = min + (max - min) normalised^3, for ranges that start at zero
    integer,
    menu,  // index into `choices`; on a slider, that of `places`
    toggle // 0 or 1
};

/** Use of a parameter: decides whether windows show it, and whether factory presets have to use it. */
enum class Purpose {
    sound,      // some factory preset sets it, or moves it by a macro or the matrix
    player,     // set while playing, or once for an instrument, a song or a computer: no preset decides it
    laboratory, // constant of a law or a model, for experiments: windows show it where it is in use
    file // data of a string, a finger or an arm, which cannot be told by ear in a guided note: files, the command
         // line, Python and hosts set it, and windows don't show it
};

/** Former name of a choice. Files store choices by name, and old files must remain readable. */
struct FormerChoice
{
    std::string_view name, now;
};

/** Declaration of a parameter, read by the engine, the host, the editor, the command line and the docs. */
struct ParamInfo
{
    std::string_view id;     // permanent; used in files and by hosts
    std::string_view group;  // Hand, Contact, Body, Voice, Out, Quality
    std::string_view label;  // at most 40 characters, meaningful in the first 12
    std::string_view symbol; // as in the equations; may be empty
    Unit unit;
    double minimum, maximum, defaultValue; // in `unit`
    Scale scale;
    std::string_view help;                          // one or two sentences, shown in the editor's sentence line
    std::string_view since;                         // product version that introduced it
    std::span<const std::string_view> choices = {}; // menus only
    /** Menus only: number of places on a slider of 0…1, which never changes. It is larger than the number of choices,
        so that an appended choice moves no other; places after the last choice mean the last. */
    int places = 0;
    std::span<const FormerChoice> formerChoices = {}; // former names of its choices
    bool isRetired = false;                           // does nothing any more; files and hosts may still set it
    Purpose purpose = Purpose::sound;

    constexpr bool isDiscrete () const noexcept
    {
        return scale == Scale::integer || scale == Scale::menu || scale == Scale::toggle;
    }

    /** Nearest allowed value: inside the range, and an integer if the scale is discrete. NaN gives the default. */
    double nearestValid (double value) const noexcept
    {
        if (std::isnan (value))
            return defaultValue;
        const double inside = value < minimum ? minimum : (value > maximum ? maximum : value);
        return isDiscrete() ? std::round (inside) : inside;
    }

    /** Distance between the ends of a slider, in `unit`: for a menu, future choices included. */
    double span () const noexcept { return scale == Scale::menu ? places - 1.0 : maximum - minimum; }

    /** Position 0…1 of a knob or a host's slider for `value`. */
    double toNormalised (double value) const noexcept
    {
        switch (scale)
        {
            case Scale::log: return std::log (value / minimum) / std::log (maximum / minimum);
            case Scale::power: return std::cbrt ((value - minimum) / span());
            default: return (value - minimum) / span();
        }
    }

    /** Inverse of toNormalised(), always a valid value. NaN gives the default. */
    double fromNormalised (double normalised) const noexcept
    {
        if (std::isnan (normalised))
            return defaultValue;
        const double w = normalised < 0.0 ? 0.0 : (normalised > 1.0 ? 1.0 : normalised);
        switch (scale)
        {
            case Scale::log: return nearestValid (minimum * std::pow (maximum / minimum, w));
            case Scale::power: return nearestValid (minimum + span() * w * w * w);
            default: return nearestValid (minimum + span() * w);
        }
    }

    /** Value drawn by a random number 0…1: like fromNormalised(), but with equally likely choices of a menu. */
    double drawnBy (double uniform) const noexcept
    {
        return scale == Scale::menu ? nearestValid (minimum + (maximum - minimum) * uniform) : fromNormalised (uniform);
    }
};
} // namespace kolophon
