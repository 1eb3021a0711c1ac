// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Error.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/** Work divided among processes and machines: each computes a part of the items and appends its results to a file of
    its own. The file names the work, so that parts of other work are not mixed up, and may end at any byte: a process
    can be killed at any moment and begun again. */
namespace kolophon
{
/** Part `number` of `count`: every count-th item, so that all parts take about as long. */
struct Portion
{
    std::size_t number = 1, count = 1;

    bool isWhole () const noexcept { return count == 1; }
    bool has (std::size_t item) const noexcept { return item % count == number - 1; }
    bool operator== (const Portion&) const = default;
};
inline constexpr std::size_t largestPartCount = 100'000;

/** Parses "3/8", 1/1 to 100000/100000. */
Result<Portion> partFromText (std::string_view text);

/** Work that the rows of a file belong to: its first line. */
struct PartTopic
{
    std::string kind;        // "map"
    std::string fingerprint; // of all settings, in hexadecimal digits
    std::string version;     // of the program

    bool operator== (const PartTopic&) const = default;
};

/** A file of rows that grows. */
class PartFile
{
public:
    /** Opens DIR/parts/KIND-3-of-8.csv, or makes it; removes an incomplete last row. Throws Failure: 2 if another
        process writes it, 3 if it holds rows of other work, 5 if it cannot be written. */
    PartFile (const std::filesystem::path& folder, const PartTopic& topic, Portion part);
    ~PartFile();
    PartFile (const PartFile&) = delete;
    PartFile& operator= (const PartFile&) = delete;

    /** Complete rows that the file had when it was opened, each without its line feed. */
    const std::vector<std::string>& rows () const noexcept { return found; }

    /** Adds a row, which has no line feed, by a single write. Throws Failure (5). */
    void append (std::string_view row);

    const std::filesystem::path& path () const noexcept { return file; }

private:
    std::filesystem::path file;
    std::vector<std::string> found;
    std::FILE* stream = nullptr;
};

/** Calls `take` with every complete row of all parts in DIR/parts, file by file. Throws Failure: 2 for a part of other
    settings or of another version, with the reason; 3 for another kind of file. */
void readParts (const std::filesystem::path& folder, const PartTopic& topic,
                const std::function<void (std::string_view row)>& take);

/** The files of all parts of a kind in DIR/parts. */
std::vector<std::filesystem::path> partsOf (const std::filesystem::path& folder, std::string_view kind);

/** Removes them. */
void removeParts (const std::filesystem::path& folder, std::string_view kind);
} // namespace kolophon
