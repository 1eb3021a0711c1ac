// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Core/ParamInfo.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Point of a parameter's curve over time. The file has rows of two cells, a rising time in seconds and a value as in
    --set (a bare number is in the parameter's own unit), with straight lines between them. A first row that does not
    consist of numbers is a heading; empty rows are skipped. */
struct CurvePoint
{
    double seconds, value;
};

inline constexpr std::size_t largestCurveFile = 16 << 20; // [bytes]
inline constexpr double longestCurve = 3600.0;            // [s]

/** Reads at least one point; an error is one sentence with the line, its content and the allowed values. */
Result<std::vector<CurvePoint>> curveFromCsv (std::string_view text, const ParamInfo& parameter);

/** Reads a file; the sentence then begins with the file's name. */
Result<std::vector<CurvePoint>> readCurveFile (const std::filesystem::path& file, const ParamInfo& parameter);
} // namespace kolophon
