#pragma once

#include "../Core/NumberText.h"
#include "AtomicFile.h"

#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

/** Tables as text: cells between commas, a row a line (RFC 4180). Our own because what is written must harm no
    spreadsheet and read back to the same bits, and what is read is what was written here. */
namespace kolophon
{
/** Text as a cell of a table, between quotes. A text that begins like a formula, with one of = + - @, gets an
    apostrophe in front, or a spreadsheet would compute it: `=HYPERLINK(…)` sends what stands beside it to somebody.
    Numbers are no text and don't come here. */
std::string csvQuoted (std::string_view text);

/** The same without quotes where none are needed, for headings and names. */
std::string csvCell (std::string_view text);

/** Writes a table, cell by cell. */
class CsvText
{
public:
    CsvText() = default;

    /** `heading`: the first line as it stands. */
    explicit CsvText (const std::string& heading) : written (heading + "\n") {}

    /** As csvCell() has it. */
    CsvText& cell (std::string_view text);
    CsvText& quoted (std::string_view text);

    /** The shortest that reads back to the same double; "nan" for any NaN. */
    CsvText& number (double value);
    CsvText& number (std::size_t value);

    /** Nothing between two commas where there is no value. */
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

    /** Empty behind the last one, too. */
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

    /** Nothing where the cell is empty. */
    std::optional<double> optional ();

    /** True when all cells have been read, and none was missing or no number. */
    bool complete () const noexcept { return good && ended; }

private:
    std::string_view rest;
    bool good = true, ended = false;
};

/** A table of numbers that grows on disk, complete or absent. */
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

    /** Writes what is left; the file still waits beside its place. Throws Failure (5). */
    void complete ();

    /** Puts the completed file in its place. Throws Failure (5). */
    void commit () { place.commit(); }

    /** True where commit() would replace a file. */
    bool replaces () const { return place.replaces(); }

private:
    void write (const std::string& text);

    AtomicFile place;
    std::FILE* file = nullptr;
    CsvText buffer;
};
} // namespace kolophon
