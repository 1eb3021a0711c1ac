// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Text/NumberText.h"
#include "../Bytes/AtomicFile.h"

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

/** Comma-separated tables (RFC 4180). A custom implementation, because cells must be safe for spreadsheets and numbers
    must read back to the same bits; it reads only tables that it has written. */
namespace kolophon
{
/** Formats text as a quoted cell. A text that begins like a formula, with one of = + - @, gets an apostrophe in front,
    because a spreadsheet would compute it: `=HYPERLINK(…)` can send neighbouring cells to a stranger. Not for numbers.
    */
std::string csvQuoted (std::string_view text);

/** Like csvQuoted(), but with quotes only if they are needed; for headings and names. */
std::string csvCell (std::string_view text);

/** Writes a table, cell by cell. */
class CsvText
{
public:
    CsvText() = default;

    /** Begins with `heading` as the first line, unchanged. */
    explicit CsvText (const std::string& heading) : written (heading + "\n") {}

    /** Appends csvCell() of a text. */
    CsvText& cell (std::string_view text);
    CsvText& quoted (std::string_view text);

    /** Appends the shortest text that reads back to the same double; "nan" for any NaN. */
    CsvText& number (double value);
    CsvText& number (std::size_t value);

    /** Appends a number, or an empty cell without a value. */
    CsvText& number (const std::optional<double>& value);

    void endRow ();

    const std::string& text () const noexcept { return written; }
    void clear () noexcept { written.clear(); }

private:
    CsvText& add (std::string_view text);

    std::string written;
    bool first = true; // of its row
};

/** Reads the cells of one row of numbers and plain names, one after the other. */
class CsvRow
{
public:
    explicit CsvRow (std::string_view line) : rest (line) {}

    /** The next cell; empty after the last one, too. */
    std::string_view text ();

    template <class Number>
    Number number (int base = 10)
    {
        const auto field = text();
        if constexpr (std::is_floating_point_v<Number>)
        {
            const auto leading = leadingNumber (field); // "nan", too
            good = good && leading && leading->rest.empty();
            return leading ? static_cast<Number> (leading->value) : Number {};
        }
        else
        {
            const auto value = integerIn<Number> (field, base);
            good = good && value;
            return value.value_or (Number {});
        }
    }

    /** The number in the next cell; nullopt if it is empty. */
    std::optional<double> optional ();

    /** True if all cells have been read, and none was missing or invalid. */
    bool complete () const noexcept { return good && ended; }

private:
    std::string_view rest;
    bool good = true, ended = false;
};

/** Writes a table of numbers to disk, row by row; the file is complete or absent. */
class CsvFile
{
public:
    /** Throws Failure (5). */
    CsvFile (const std::filesystem::path& target, const std::string& heading);
    ~CsvFile();
    CsvFile (const CsvFile&) = delete;
    CsvFile& operator= (const CsvFile&) = delete;

    /** Throws Failure (5). */
    void row (std::span<const double> values);

    /** Writes the remaining rows to the temporary file. Throws Failure (5). */
    void complete ();

    /** Puts the completed file in its place. Throws Failure (5). */
    void commit () { place.commit(); }

    /** True if commit() would replace a file. */
    bool replaces () const { return place.replaces(); }

private:
    void write (const std::string& text);

    AtomicFile place;
    std::FILE* file = nullptr;
    CsvText buffer;
};
} // namespace kolophon
