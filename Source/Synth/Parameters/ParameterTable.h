// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Core/ParamInfo.h"
#include "Patch.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/** The only declaration of every parameter. Plugin, command line, editor, presets and docs read it. */
namespace kolophon
{
struct Parameter : ParamInfo
{
    double Patch::*member = nullptr; // a knob of the patch itself, or
    Contact Patch::*slot = nullptr;  // of one of its contacts
    double Contact::*contact = nullptr;
    std::optional<double> before {}; // value in files older than the parameter; empty: the default

    /** The parameter's member of a patch. */
    constexpr double& in (Patch& patch) const noexcept
    {
        return slot != nullptr ? patch.*slot.*contact : patch.*member;
    }
    constexpr double in (const Patch& patch) const noexcept
    {
        return slot != nullptr ? patch.*slot.*contact : patch.*member;
    }
};

/** The table, in permanent order: append only from 1.0. */
std::span<const Parameter> parameterTable () noexcept;

/** Index of a parameter by id, or nothing. */
std::optional<std::size_t> findParameter (std::string_view id) noexcept;

/** All defaults, but without aids: Response is Direct, Guide and Pitch lock are off. The bare physics, for the
    laboratory; and the start values of a file of format 1, which lacks the parameters introduced in 0.2. */
Patch defaultsOfFormat1 () noexcept;

/** Makes relations *between* fields true (mu_k <= mu_s): the patch that the engine really plays. */
Patch admissible (Patch patch) noexcept;

/** Reads "0.8 N", "35 mm/s", "64 um", "-6 dB", "Ring", "on", or a bare number in the parameter's own unit.
    A unit of another kind, a value out of range or an unknown choice is an error; nothing is clipped. */
Result<double> parseValue (const ParamInfo& info, std::string_view text);

/** Parses a value like parseValue(), but without a range check. */
Result<double> meantBy (const ParamInfo& info, std::string_view text);

/** Checks a number that is already in the parameter's unit against its range. */
std::optional<InputError> checkValue (const ParamInfo& info, double value);

/** Readable text with unit ("35 mm/s", "64 µm", "Ring"), which parseValue() reads back to within its last digit. */
std::string formatValue (const ParamInfo& info, double value);

/** The same, rounded to three digits where there are decimals: for windows. */
std::string formatShown (const ParamInfo& info, double value);

/** The one unit in which hosts read and write a parameter, whatever its size: that of its default. */
struct HostUnit
{
    std::string_view text;
    double factor; // of the table's unit
};
HostUnit hostUnit (const ParamInfo& info) noexcept;
/** As formatValue(), but in hostUnit() and without its name, which hosts put after it themselves. */
std::string formatForHost (const ParamInfo& info, double value);

/** Range as people read it: "0.0005 … 3 m/s" or "Ring, Soft, Stop". */
std::string formatRange (const ParamInfo& info);

/** "N", "m/s", "%" … ; empty for a ratio. */
std::string_view unitText (Unit unit) noexcept;
} // namespace kolophon
