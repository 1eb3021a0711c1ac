// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Puts numbered rows in order with bounded memory: sorted by temporary files of neighbouring numbers, one of which is
    held at a time. Debian has no small library for this; the command sort needs as much code round it. */
class SortedRows
{
public:
    /** Rows 0 … count - 1; `folder`: for the files, which have no name and vanish with the process. */
    SortedRows (std::size_t count, std::filesystem::path folder);

    /** Takes a row; of several with one number the first counts. Throws Failure (5). */
    void add (std::size_t number, std::string_view row);

    /** Calls `visit` with all rows, by number. Throws Failure (5). */
    void inOrder (const std::function<void (std::size_t number, std::string_view row)>& visit);

private:
    struct Closer
    {
        void operator() (std::FILE* file) const { std::fclose (file); }
    };
    using Stream = std::unique_ptr<std::FILE, Closer>;

    std::filesystem::path folder;
    std::size_t rowsOfAFile;
    std::vector<Stream> files; // null: no row yet
};
} // namespace kolophon
