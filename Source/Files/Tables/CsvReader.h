// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Reads a table from another program: cells between commas, semicolons or tabulators, quoted or not (RFC 4180), with
    or without Excel's "sep=;" in front. Between semicolons and tabulators numbers may have decimal commas, as
    spreadsheets write them in many locales; between commas they would be separate cells and are refused. Skips blank
    lines and those that begin with #. The text must come from decodedText(). */
class CsvReader
{
public:
    explicit CsvReader (std::string_view table);

    /** Moves to the next row; false after the last one. Throws InputError for a quote without an end. */
    bool next ();

    /** Number of the row's first line. */
    int line () const noexcept { return begun; }
    std::string_view written () const noexcept { return row; }

    /** Number of cells, without empty ones at the end. */
    std::size_t size () const noexcept { return cells.size(); }
    const std::string& cell (std::size_t index) const { return cells[index]; }

    /** A cell that begins with a number, with a decimal comma replaced by a point. Throws InputError if it is
        ambiguous: points and commas in one cell, or both as decimal points in one table. */
    std::string value (std::size_t index);

    /** The number in a cell; nullopt if it is not a number. Throws InputError like value(). */
    std::optional<double> number (std::size_t index);

    /** "line 7" */
    std::string place () const;

private:
    std::string_view nextLine ();
    void split ();

    std::string_view rest, row;
    std::vector<std::string> cells;
    char separator = ',';
    int begun = 0, lines = 0;
    int lineOfPoint = 0, lineOfComma = 0; // line of the first of either; 0: none so far
};
} // namespace kolophon
