// SPDX-License-Identifier: GPL-3.0-or-later
#include "Console.h"

#include "../Files/Bytes/PrintableText.h"
#include "../Files/Bytes/Warnings.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>

#if ! defined(_WIN32)
 #include <sys/stat.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
constexpr std::size_t longestList = 120; // [bytes] of what is allowed
constexpr std::size_t roomForHint = 30;  // [characters] behind a message that was cut: how to see all of it

/** "a, b, c" of "; allowed: a, b, c" down to longestList bytes, at a comma. */
std::string withShortList (const std::string& line)
{
    constexpr std::string_view heading = "; allowed: ", comma = ", ";
    const auto at = line.rfind (heading);
    if (at == std::string::npos || line.size() - at - heading.size() <= longestList)
        return line;
    const auto list = std::string_view (line).substr (at + heading.size());
    const auto cut = list.rfind (comma, longestList);
    if (cut == std::string_view::npos)
        return line;
    std::size_t entries = 1;
    for (std::size_t next = 0; (next = list.find (comma, next)) != std::string_view::npos; next += comma.size())
        ++entries;
    return line.substr (0, at + heading.size() + cut) + ", … (" + std::to_string (entries) + " in all)";
}

bool written (const std::string& line, std::FILE* stream)
{
    return std::fwrite (line.data(), 1, line.size(), stream) == line.size() && std::fflush (stream) == 0;
}

/** Writes a line to standard output, unless that is a regular file, or else to the terminal. For the reason of the
    program's end if stderr can't take it: a file that has reached a size limit, or a full disk. */
void writeElsewhere ([[maybe_unused]] const std::string& line)
{
#if ! defined(_WIN32)
    struct stat output
    {
    };
    if (::fstat (STDOUT_FILENO, &output) == 0 && ! S_ISREG (output.st_mode) && written (line, stdout))
        return;
    if (auto* terminal = std::fopen ("/dev/tty", "we"))
    {
        written (line, terminal);
        std::fclose (terminal);
    }
#endif
}
} // namespace

std::string messageLine (std::string_view message)
{
    const auto isLong = [] (const std::string& line)
    {
        return std::count_if (line.begin(), line.end(),
                              [] (char c) { return (static_cast<unsigned char> (c) & 0xc0u) != 0x80u; }) >
               static_cast<std::ptrdiff_t> (longestMessage);
    };
    const auto line = printable (message);
    return isLong (line) ? printable (withShortList (line), longestMessage - roomForHint) : line;
}

void tell (std::string_view message)
{
    const auto line = "kolophon: " + messageLine (message) + "\n";
    if (! written (line, stderr))
        writeElsewhere (line);
}

void print (std::string_view text)
{
    const auto shown = printableJson (text);
    std::fwrite (shown.data(), 1, shown.size(), stdout); // the stream keeps an error for the program's end
}

namespace
{
struct Warned
{
    std::mutex guard;
    std::vector<std::string> files, sentences;
};

Warned& everWarned ()
{
    static Warned all;
    return all;
}
} // namespace

void warn (const std::string& file, std::span<const std::string> warnings)
{
    auto& all = everWarned();
    const std::scoped_lock lock (all.guard);
    if (warnings.empty() || std::find (all.files.begin(), all.files.end(), file) != all.files.end())
        return;
    all.files.push_back (file);
    for (auto& sentence : withFile (file, warnings))
        all.sentences.push_back (std::move (sentence));
    tell (printable (warningLine (file, warnings), longestLine));
}

std::vector<std::string> warned ()
{
    auto& all = everWarned();
    const std::scoped_lock lock (all.guard);
    return all.sentences;
}

std::vector<std::string> withFile (const std::string& file, std::span<const std::string> warnings)
{
    std::vector<std::string> sentences;
    for (const auto& warning : warnings)
        sentences.push_back (file + ": " + warning);
    return sentences;
}
} // namespace kolophon
