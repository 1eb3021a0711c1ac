// SPDX-License-Identifier: GPL-3.0-or-later
#include "PartFile.h"

#include "../../Core/Fnv.h"
#include "../../Core/Text/HexText.h"
#include "../../Core/Text/NumberText.h"
#include "../Bytes/ExitCode.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/SystemReason.h"
#include "../Bytes/WholeFile.h"
#include "../Json/ShallowJson.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#if ! defined(_WIN32)
 #include <sys/file.h>
#endif

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr std::string_view firstWord = "# kolophon part";

std::string headingOf (const PartTopic& topic)
{
    return std::string (firstWord) + ": " + topic.kind + ", settings " + topic.fingerprint + ", version " +
           topic.version;
}

/** "map-3-of-8.csv" */
std::string nameOf (const PartTopic& topic, Portion part)
{
    return topic.kind + "-" + std::to_string (part.number) + "-of-" + std::to_string (part.count) + ".csv";
}

[[noreturn]] void refuse (ExitCode code, const fs::path& file, const std::string& reason)
{
    throw Failure (code, file.string() + ": " + reason);
}

/** Throws Failure if the first line of a part is not that of this work. */
void checkHeading (const fs::path& file, std::string_view line, const PartTopic& topic)
{
    if (line == headingOf (topic))
        return;
    if (! line.starts_with (std::string (firstWord) + ": " + topic.kind + ", "))
        refuse (ExitCode::badInput, file, "is not a part of this work (" + topic.kind + "); remove it");
    const auto version = line.rfind (", version ");
    const auto written = version == std::string_view::npos ? std::string_view() : line.substr (version + 10);
    if (written != topic.version)
        refuse (ExitCode::usage, file,
                "was written by version " + printable (written, 20) + ", this is " + topic.version +
                    "; compute all parts with one version");
    refuse (ExitCode::usage, file,
            "was computed with other settings; write to another place, or remove " + file.parent_path().string() +
                " to start again");
}

/** Calls `visit` with every complete row, and returns the length of all complete lines [bytes]. */
std::uintmax_t readPart (const fs::path& file, const PartTopic& topic, const VisitRow& visit)
{
    bool first = true;
    try
    {
        return eachLine (file,
                         [&] (std::string_view line)
                         {
                             if (std::exchange (first, false))
                                 checkHeading (file, line, topic);
                             else
                                 visit (line);
                         });
    }
    catch (const InputError& reason)
    {
        refuse (ExitCode::badInput, file, std::string ("cannot be read: ") + reason.what());
    }
}
} // namespace

Result<Portion> partFromText (std::string_view text)
{
    const auto slash = text.find ('/');
    const auto number = integerIn<std::size_t> (text.substr (0, slash));
    const auto count =
        slash == std::string_view::npos ? std::nullopt : integerIn<std::size_t> (text.substr (slash + 1));
    if (! number || ! count || *count < 1 || *count > largestPartCount || *number < 1 || *number > *count)
        return tl::unexpected<InputError> (InputError (Complaint {
            .value = '"' + std::string (text) + '"',
            .problem = "is invalid",
            .allowed = "K/N, such as 3/8: part K, 1 to N, of N, 1 to " + std::to_string (largestPartCount) }));
    return Portion { *number, *count };
}

std::optional<Portion> partFromOption (const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto part = partFromText (text);
    if (! part)
        throw Failure (ExitCode::usage, std::string ("--part: ") + part.error().what());
    return *part;
}

PartTopic partTopic (const std::string& kind, const Json& settings)
{
    Fnv hash;
    hash.add (dump (settings));
    return { kind, hexText (hash.value()), KOLOPHON_VERSION };
}

PartFile::PartFile (const fs::path& folder, const PartTopic& topic, Portion part, const VisitRow& visit)
    : file (folder / nameOf (topic, part))
{
    std::error_code error;
    fs::create_directories (folder, error);
    stream = std::fopen (file.string().c_str(), "ab");
    if (stream == nullptr)
        throw Failure (ExitCode::notWritable, "cannot write " + file.string() + ": " + systemReason (errno));
    std::setvbuf (stream, nullptr, _IONBF, 0); // a row is one write
#if ! defined(_WIN32)
    if (::flock (::fileno (stream), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) // some file systems have no locks
    {
        std::fclose (stream);
        refuse (ExitCode::usage, file, "another process is computing this part");
    }
#endif
    try
    {
        const auto length = readPart (file, topic, visit);
        fs::resize_file (file, length, error);
        if (length == 0)
            append (headingOf (topic));
    }
    catch (...)
    {
        std::fclose (stream);
        throw;
    }
}

PartFile::~PartFile()
{
    std::fclose (stream);
}

void PartFile::append (std::string_view row)
{
    const auto line = std::string (row) + '\n';
    if (std::fwrite (line.data(), 1, line.size(), stream) != line.size())
        throw Failure (ExitCode::notWritable, "cannot write " + file.string() + ": " + systemReason (errno));
}

std::vector<fs::path> partsOf (const fs::path& folder, std::string_view kind)
{
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator (folder, ignored))
        if (const auto name = entry.path().filename().string();
            name.starts_with (std::string (kind) + "-") && name.ends_with (".csv"))
            files.push_back (entry.path());
    std::sort (files.begin(), files.end());
    return files;
}

void readParts (const fs::path& folder, const PartTopic& topic, const VisitRow& visit)
{
    for (const auto& file : partsOf (folder, topic.kind))
        readPart (file, topic, visit);
}

void removeParts (const fs::path& folder, std::string_view kind)
{
    std::error_code ignored;
    for (const auto& file : partsOf (folder, kind))
        fs::remove (file, ignored);
    fs::remove (folder, ignored); // only if it is empty
}
} // namespace kolophon
