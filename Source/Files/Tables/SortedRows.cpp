// SPDX-License-Identifier: GPL-3.0-or-later
#include "SortedRows.h"

#include "../Bytes/ExitCode.h"
#include "../Bytes/SystemReason.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <utility>

#if ! defined(_WIN32)
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
constexpr std::size_t fewestRows = 1u << 16, mostFiles = 200; // a process may usually open a thousand

struct RowHead
{
    std::uint64_t number, length;
};

[[noreturn]] void refuseRow (const std::filesystem::path& folder)
{
    throw Failure (ExitCode::notWritable, "cannot write into " + folder.string() + ": " + systemReason (errno));
}

/** A file without a name. */
std::FILE* namelessFile (const std::filesystem::path& folder, std::size_t number)
{
#if defined(_WIN32)
    (void)folder, (void)number;
    return std::tmpfile();
#else
    const auto name = folder / (".sorted-" + std::to_string (::getpid()) + "-" + std::to_string (number));
    auto* file = std::fopen (name.string().c_str(), "w+bx");
    std::error_code ignored;
    if (file != nullptr)
        std::filesystem::remove (name, ignored);
    return file;
#endif
}
} // namespace

SortedRows::SortedRows (std::size_t count, std::filesystem::path itsFolder)
    : folder (std::move (itsFolder)), rowsOfAFile (std::max (fewestRows, (count + mostFiles - 1) / mostFiles)),
      files ((count + rowsOfAFile - 1) / rowsOfAFile)
{
}

void SortedRows::add (std::size_t number, std::string_view row)
{
    auto& file = files[number / rowsOfAFile];
    if (! file)
        file.reset (namelessFile (folder, number / rowsOfAFile));
    const RowHead head { number, row.size() };
    if (! file || std::fwrite (&head, sizeof head, 1, file.get()) != 1 ||
        std::fwrite (row.data(), 1, row.size(), file.get()) != row.size())
        refuseRow (folder);
}

void SortedRows::inOrder (const std::function<void (std::size_t, std::string_view)>& visit)
{
    for (std::size_t n = 0; n < files.size(); ++n)
    {
        auto file = std::move (files[n]);
        if (! file)
            continue;
        if (std::fflush (file.get()) != 0)
            refuseRow (folder);
        std::rewind (file.get());
        std::vector<std::optional<std::string>> rows (rowsOfAFile);
        RowHead head {};
        while (std::fread (&head, sizeof head, 1, file.get()) == 1)
        {
            std::string row (head.length, '\0');
            if (std::fread (row.data(), 1, row.size(), file.get()) != row.size())
                refuseRow (folder);
            if (auto& place = rows[head.number % rowsOfAFile]; ! place)
                place = std::move (row);
        }
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i])
                visit (n * rowsOfAFile + i, *rows[i]);
    }
}
} // namespace kolophon
