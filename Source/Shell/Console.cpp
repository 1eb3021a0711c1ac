#include "Console.h"

#include "../Files/PrintableText.h"

#include <cstdio>
#include <string>

#if ! defined(_WIN32)
 #include <sys/stat.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
bool written (const std::string& line, std::FILE* stream)
{
    return std::fwrite (line.data(), 1, line.size(), stream) == line.size() && std::fflush (stream) == 0;
}

/** Where stderr is a file that has met a limit or a full disk, it can't say why the program ends. Standard output can,
    unless it is another file. */
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

void tell (std::string_view message)
{
    constexpr std::size_t maxLength = 1200; // a list of all laws' names has 300, of all parameters nearly 1000
    const auto line = "kolophon: " + printable (message, maxLength) + "\n";
    if (! written (line, stderr))
        writeElsewhere (line);
}
} // namespace kolophon
