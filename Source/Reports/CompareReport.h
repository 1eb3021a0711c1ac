#pragma once

#include "../Rendering/Comparison.h"

#include <span>
#include <string>

namespace kolophon
{
/** A column of the comparison: table, CSV, JSON and page are made from these. */
struct CompareColumn
{
    const char *key, *heading, *shortHeading; // in JSON; in CSV, with unit; in tables
    const char* format;                       // of one value, for people
    const char* meaning;                      // a sentence or two
    Measured ComparedLaw::*member;
};
std::span<const CompareColumn> compareColumns () noexcept;

/** For people, on a terminal. Columns in which no law has a value are left out. */
std::string compareText (const Comparison& comparison);

/** One row a law; a missing value is an empty cell. */
std::string compareCsv (const Comparison& comparison);

/** One object with schema name and version; a missing value is null, its reason stands in `reasons`. */
std::string compareJson (const Comparison& comparison);

/** The page: table, players with relative links, meanings, figures. `figures` has one <svg> a law, or none at all. */
std::string comparePage (const Comparison& comparison, std::span<const std::string> figures);
} // namespace kolophon
