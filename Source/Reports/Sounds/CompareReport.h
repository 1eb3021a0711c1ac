// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/Comparison.h"

#include <span>
#include <string>

namespace kolophon
{
/** A column of the comparison, used for table, CSV, JSON and page. */
struct CompareColumn
{
    const char *key, *heading, *shortHeading; // in JSON; in CSV, with unit; in tables
    const char* format;                       // of one value, in texts
    const char* meaning;                      // a sentence or two
    Measured ComparedLaw::*member;
};
std::span<const CompareColumn> compareColumns () noexcept;

/** Text for a terminal. Columns without any value are left out. */
std::string compareText (const Comparison& comparison);

/** One row per law; a missing value is an empty cell. */
std::string compareCsv (const Comparison& comparison);

/** One object with schema name and version; a missing value is null, with its reason in `reasons`. */
std::string compareJson (const Comparison& comparison);

/** The page: table, players with relative links, meanings, figures. */
std::string comparePage (const Comparison& comparison);
} // namespace kolophon
