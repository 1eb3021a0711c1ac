#include "Gnuplot.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#if ! defined(_WIN32)
    #include <spawn.h>
    #include <sys/wait.h>
    #include <unistd.h>

extern char** environ;
#endif

namespace kolophon
{
#if defined(_WIN32)
std::string runGnuplot (const std::string&)
{
    throw NoFigure ("figures are not made on this system");
}
#else
namespace
{
constexpr auto missing = "gnuplot is not installed (Debian: apt-get install gnuplot-nox)";

struct Closer
{
    void operator() (std::FILE* file) const { std::fclose (file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

/** A file without a name. Files, not pipes: neither side ever waits for the other. */
File nameless ()
{
    File file (std::tmpfile());
    if (file == nullptr)
        throw NoFigure (std::string ("no temporary file: ") + std::strerror (errno));
    return file;
}

std::string contents (std::FILE* file)
{
    std::string text;
    char part[65536];
    std::rewind (file);
    while (const auto count = std::fread (part, 1, sizeof part, file))
        text.append (part, count);
    return text;
}
} // namespace

std::string runGnuplot (const std::string& script)
{
    const auto input = nameless(), output = nameless(), errors = nameless();
    if (std::fwrite (script.data(), 1, script.size(), input.get()) != script.size() || std::fflush (input.get()) != 0)
        throw NoFigure (std::string ("no temporary file: ") + std::strerror (errno));
    std::rewind (input.get());

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init (&actions);
    posix_spawn_file_actions_adddup2 (&actions, fileno (input.get()), STDIN_FILENO);
    posix_spawn_file_actions_adddup2 (&actions, fileno (output.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2 (&actions, fileno (errors.get()), STDERR_FILENO);
    char name[] = "gnuplot", noStartUpFiles[] = "-d";
    char* arguments[] = { name, noStartUpFiles, nullptr };
    pid_t child = 0;
    const int failure = posix_spawnp (&child, name, &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy (&actions);
    if (failure == ENOENT)
        throw NoFigure (missing);
    if (failure != 0)
        throw NoFigure (std::string ("gnuplot does not start: ") + std::strerror (failure));
    int status = 0;
    while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    {
    }
    if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
        throw NoFigure (missing);
    if (! WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
        auto complaint = contents (errors.get());
        complaint = complaint.substr (complaint.find_first_not_of (" \n\t^") == std::string::npos
                                          ? complaint.size()
                                          : complaint.find_first_not_of (" \n\t^"));
        throw NoFigure ("gnuplot failed: " + complaint.substr (0, complaint.find ('\n')));
    }
    return contents (output.get());
}
#endif

std::string inlineSvg (const std::string& svg, const std::string& name)
{
    auto result = svg.substr (std::min (svg.find ("<svg"), svg.size()));
    for (const std::string mark : { "id=\"", "id='", "href=\"#", "href='#", "url(#" })
        for (std::size_t at = 0; (at = result.find (mark, at)) != std::string::npos; at += mark.size())
            result.insert (at + mark.size(), name + "-");
    return result;
}
} // namespace kolophon
