// SPDX-License-Identifier: GPL-3.0-or-later
#include "Gnuplot.h"

#include "../Core/AsciiText.h"
#include "../Files/PrintableText.h"
#include "../Files/SystemReason.h"
#include "Html.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#if ! defined(_WIN32)
 #include <sys/resource.h>
 #include <sys/stat.h>
 #include <sys/wait.h>
 #include <unistd.h>

extern char** environ;
#endif

#if defined(__linux__)
 #include <linux/filter.h>
 #include <seccomp.h>
 #include <sys/prctl.h>
#endif

namespace kolophon
{
#if defined(_WIN32)
std::string runGnuplot (const gnuplot::Script&, const PictureWords&)
{
    throw NoFigure ("figures are not available on this system");
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
        throw NoFigure (std::string ("can't create a temporary file: ") + systemReason (errno));
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

/** The first gnuplot in PATH; empty if it was not found. Folders relative to the working directory don't count. */
std::string findGnuplot ()
{
    const char* variable = std::getenv ("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t begin = 0; begin <= path.size();)
    {
        const auto end = std::min (path.find (':', begin), path.size());
        const auto file = path.substr (begin, end - begin) + "/gnuplot";
        struct stat status
        {
        };
        if (file.front() == '/' && stat (file.c_str(), &status) == 0 && S_ISREG (status.st_mode) &&
            access (file.c_str(), X_OK) == 0)
            return file;
        begin = end + 1;
    }
    return {};
}

/** Rules by which a process can start one program, and no other: a program in the language of the kernel's filters of
    system calls, made before fork because libseccomp allocates. */
class OneProgram
{
public:
    /** `path` is recognised by its address: that means nothing in the memory of the program that replaces the process,
        so that this program can start none. Every other request fails with EPERM. */
    explicit OneProgram ([[maybe_unused]] const char* path)
    {
 #if defined(__linux__)
        constexpr auto refused = SCMP_ACT_ERRNO (EPERM);
        const auto rules =
            std::unique_ptr<void, decltype (&seccomp_release)> (seccomp_init (SCMP_ACT_ALLOW), seccomp_release);
        const auto file = nameless();
        const scmp_arg_cmp another { 0, SCMP_CMP_NE, reinterpret_cast<std::uintptr_t> (path), 0 };
        if (rules != nullptr && seccomp_attr_set (rules.get(), SCMP_FLTATR_ACT_BADARCH, refused) == 0 &&
            seccomp_rule_add (rules.get(), refused, SCMP_SYS (execveat), 0) == 0 &&
            seccomp_rule_add_array (rules.get(), refused, SCMP_SYS (execve), 1, &another) == 0 &&
            seccomp_export_bpf (rules.get(), fileno (file.get())) == 0)
        {
            const auto bytes = contents (file.get());
            lines.resize (bytes.size() / sizeof (sock_filter));
            std::memcpy (lines.data(), bytes.data(), lines.size() * sizeof (sock_filter));
        }
 #endif
    }

    /** Applies the rules to this process. System calls only, as between fork and exec it must be. False where the
        kernel has no such filters. */
    bool apply () noexcept
    {
 #if defined(__linux__)
        const sock_fprog program { static_cast<unsigned short> (lines.size()), lines.data() };
        return ! lines.empty() && prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
 #else
        return false;
 #endif
    }

private:
 #if defined(__linux__)
    std::vector<sock_filter> lines;
 #endif
};

/** Code of the child between fork and exec: system calls only, no allocation, no locks. gnuplot reads its standard
    input byte by byte, but a file in larger pieces. */
[[noreturn]] void becomeGnuplot (const char* path, OneProgram& only, const std::array<int, 3>& streams)
{
    char name[] = "gnuplot", noStartUpFiles[] = "-d", script[] = "/dev/stdin";
    char* arguments[] = { name, noStartUpFiles, script, nullptr };
    for (int i = 0; i < 3; ++i)
        if (dup2 (streams[static_cast<std::size_t> (i)], i) < 0)
            _exit (127);
    if (! only.apply())
    {
        const rlimit none { 0, 0 };
        setrlimit (RLIMIT_NPROC, &none);
    }
    execve (path, arguments, environ);
    _exit (127);
}

/** The SVG with these words instead of gnuplot's own ("Gnuplot", "Produced by GNUPLOT 5.4"). Other formats stay. */
std::string withWords (std::string svg, const SvgWords& words)
{
    const auto start = svg.find ("<svg"), end = svg.find ('>', start);
    if (! svg.starts_with ("<?xml") || end == std::string::npos)
        return svg;
    for (const std::string element : { "title", "desc" })
    {
        const auto from = svg.find ("<" + element + ">", end), to = svg.find ("</" + element + ">", end);
        if (from != std::string::npos && to != std::string::npos && from < to)
            svg.erase (from, to + element.size() + 3 - from);
    }
    svg.insert (end + 1, "\n" + words.elements);
    return svg.insert (start + 4, words.attributes);
}
} // namespace

std::string runGnuplot (const gnuplot::Script& commands, const PictureWords& words)
{
    const auto& script = commands.text();
    const auto input = nameless(), output = nameless(), errors = nameless();
    if (std::fwrite (script.data(), 1, script.size(), input.get()) != script.size() || std::fflush (input.get()) != 0)
        throw NoFigure (std::string ("can't create a temporary file: ") + systemReason (errno));
    std::rewind (input.get());
    const auto path = findGnuplot();
    if (path.empty())
        throw NoFigure (missing);

    OneProgram only (path.c_str());
    const auto child = fork();
    if (child == 0)
        becomeGnuplot (path.c_str(), only, { fileno (input.get()), fileno (output.get()), fileno (errors.get()) });
    if (child < 0)
        throw NoFigure (std::string ("gnuplot does not start: ") + systemReason (errno));
    int status = 0;
    while (waitpid (child, &status, 0) < 0 && errno == EINTR)
    {
    }
    if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
        throw NoFigure (path + " does not start");
    if (! WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
        // It repeats the command, points at the place, and ends with what it has against it.
        auto complaint = contents (errors.get());
        complaint.erase (complaint.find_last_not_of (" \n") + 1);
        if (WIFSIGNALED (status)) // such as for a file that is larger than the system allows
            complaint = strsignal (WTERMSIG (status));
        throw NoFigure ("gnuplot failed: " + printable (complaint.substr (complaint.rfind ('\n') + 1), 200));
    }
    auto picture = contents (output.get());
    if (picture.starts_with ("<?xml")) // gnuplot leaves > as it is; XML forbids that in ]]>
        for (std::size_t at = 0; (at = picture.find ("]]>", at)) != std::string::npos;)
            picture.replace (at + 2, 1, "&gt;");
    return withWords (std::move (picture), SvgWords (words));
}
#endif

SvgWords::SvgWords (const PictureWords& words)
    : attributes (words.description.empty() ? R"( role="img" aria-labelledby="title")"
                                            : R"( role="img" aria-labelledby="title description")"),
      elements ("<title id=\"title\">" + escapedHtml (printable (words.title)) + "</title>")
{
    if (! words.description.empty())
        elements += "<desc id=\"description\">" + escapedHtml (printable (words.description)) + "</desc>";
}

namespace
{
/** Elements of gnuplot's pictures. */
constexpr std::string_view shapes[] { "svg",     "title",  "desc",    "g",           "defs",     "circle",
                                      "rect",    "path",   "use",     "polygon",     "polyline", "line",
                                      "ellipse", "text",   "tspan",   "pattern",     "clipPath", "linearGradient",
                                      "stop",    "filter", "feFlood", "feComposite", "feBlend" };

/** Reads a picture from its first tag to its last, and refuses anything else. */
class SvgReader
{
public:
    SvgReader (std::string_view svg, std::string prefix) : rest (svg), mark (std::move (prefix)) {}

    std::string read ()
    {
        while (! rest.empty())
        {
            take (std::min (rest.find ('<'), rest.size()));
            if (! rest.empty())
                tag();
        }
        return result;
    }

private:
    [[noreturn]] static void refuse (const std::string& what)
    {
        throw NoFigure ("a picture contains " + printable (what, 60) + ", which pages do not show");
    }

    void take (std::size_t count)
    {
        result += rest.substr (0, count);
        rest.remove_prefix (count);
    }
    void takeSpace () { take (std::min (rest.find_first_not_of (" \t\r\n"), rest.size())); }
    std::string_view takeName ()
    {
        std::size_t size = 0;
        while (size < rest.size() && (isLetterOrDigit (rest[size]) || std::strchr (":-_", rest[size]) != nullptr))
            ++size;
        const auto name = rest.substr (0, size);
        take (size);
        return name;
    }

    void tag ()
    {
        take (rest.starts_with ("</") ? 2 : 1);
        if (const auto name = takeName(); std::find (std::begin (shapes), std::end (shapes), name) == std::end (shapes))
            refuse ("<" + std::string (name.empty() ? rest.substr (0, 10) : name) + ">");
        for (takeSpace(); ! rest.starts_with ('>') && ! rest.starts_with ("/>"); takeSpace())
            attribute();
        take (rest.find ('>') + 1);
    }

    void attribute ()
    {
        const auto name = takeName();
        if (name.empty() || ! rest.starts_with ('=') || rest.size() < 2 || (rest[1] != '"' && rest[1] != '\''))
            refuse ("a broken tag");
        const auto end = rest.find (rest[1], 2);
        if (end == std::string_view::npos)
            refuse ("a broken tag");
        auto value = std::string (rest.substr (2, end - 2));
        const auto small = lowerCase (std::string (name)); // pages don't tell ONLOAD from onload
        const bool leads = small == "href" || small == "xlink:href";
        if (small.starts_with ("on") || (leads && ! value.starts_with ('#')))
            refuse (std::string (name) + "=\"" + value + "\"");
        if (small == "id" || leads)
            value.insert (leads ? 1 : 0, mark);
        if (small == "aria-labelledby") // ids with spaces between
            for (std::size_t at = 0; at < value.size(); at = std::min (value.find (' ', at), value.size() - 1) + 1)
            {
                value.insert (at, mark);
                at += mark.size();
            }
        for (std::size_t at = 0; (at = value.find ("url(", at)) != std::string::npos; at += 5 + mark.size())
        {
            if (value.compare (at, 5, "url(#") != 0)
                refuse (std::string (name) + "=\"" + value + "\"");
            value.insert (at + 5, mark);
        }
        result += rest.substr (0, 2);
        result += value;
        rest.remove_prefix (end);
        take (1);
    }

    std::string_view rest;
    std::string mark, result;
};
} // namespace

std::string inlineSvg (const std::string& svg, const std::string& name)
{
    std::string prefix;
    for (const char c : name)
        prefix += isLetterOrDigit (c) || c == '_' ? c : '-';
    return SvgReader (std::string_view (svg).substr (std::min (svg.find ("<svg"), svg.size())), prefix + "-").read();
}
} // namespace kolophon
