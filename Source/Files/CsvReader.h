#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Reads a table that another program wrote: cells between commas, semicolons or tabulators, quoted or not (RFC 4180),
    with an Excel's "sep=;" in front or without. Behind semicolons and tabulators numbers may have decimal commas, as
    spreadsheets write them where that is the decimal point; between commas they would be cells of their own and are
    refused. Blank lines and those that begin with # are no rows. The text is decodedText(). */
class CsvReader
{
public:
    explicit CsvReader (std::string_view table);

    /** Goes on to the next row; false behind the last one. Throws Refusal where a quote has no end. */
    bool next ();

    /** Of the row: the number of its first line, and how it was written. */
    int line () const noexcept { return begun; }
    std::string_view written () const noexcept { return row; }

    /** Empty cells at the end are none. */
    std::size_t size () const noexcept { return cells.size(); }
    const std::string& cell (std::size_t index) const { return cells[index]; }

    /** A cell that begins with a number, with a decimal point for a comma. Throws Refusal for what is not clear: points
        and commas in one cell, or both as decimal points in one table. */
    std::string value (std::size_t index);

    /** The number that a cell is; nothing where it is none. Throws Refusal as value() does. */
    std::optional<double> number (std::size_t index);

    /** "line 7" */
    std::string place () const;

private:
    std::string_view takeLine ();
    void split ();

    std::string_view rest, row;
    std::vector<std::string> cells;
    char separator = ',';
    int begun = 0, lines = 0;
    int lineOfPoint = 0, lineOfComma = 0; // where either was first met; 0: nowhere
};
} // namespace kolophon
