// SPDX-License-Identifier: GPL-3.0-or-later
#include "WholeFile.h"

#include "../../Core/Text/SizeText.h"
#include "DecodedText.h"
#include "SystemReason.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>

#if ! defined(_WIN32)
 #include <fcntl.h>
 #include <sys/stat.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

void refuseUnlessOrdinary (fs::file_type type)
{
    switch (type)
    {
        case fs::file_type::regular: return;
        case fs::file_type::directory: throw InputError ("it is a folder");
        case fs::file_type::fifo: throw InputError ("it is a pipe, not a file");
        case fs::file_type::socket: throw InputError ("it is a socket, not a file");
        case fs::file_type::block:
        case fs::file_type::character: throw InputError ("it is a device, not a file");
        default: throw InputError ("it is not an ordinary file");
    }
}

[[noreturn]] void refuseForErrno ()
{
    throw InputError (systemReason (errno));
}

struct Closer
{
    void operator() (std::FILE* file) const { std::fclose (file); }
};
using Stream = std::unique_ptr<std::FILE, Closer>;

/** Opens a regular file, and nothing else, even if the file is replaced between the check and the opening. */
Stream opened (const fs::path& file)
{
    std::error_code error;
    const auto status = fs::status (file, error);
    if (status.type() == fs::file_type::not_found)
        throw InputError (systemReason (ENOENT));
    if (error)
        throw InputError (systemReason (error));
    refuseUnlessOrdinary (status.type());
#if defined(_WIN32)
    Stream stream (_wfopen (file.c_str(), L"rb"));
    if (stream == nullptr)
        refuseForErrno();
#else
    const int descriptor = ::open (file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0)
        refuseForErrno();
    Stream stream (::fdopen (descriptor, "rb"));
    if (stream == nullptr)
    {
        ::close (descriptor);
        refuseForErrno();
    }
    struct stat found
    {
    };
    if (::fstat (descriptor, &found) != 0)
        refuseForErrno();
    if (! S_ISREG (found.st_mode))
        refuseUnlessOrdinary (fs::file_type::unknown);
#endif
    return stream;
}

bool isStandardInput (const fs::path& file)
{
    return file == "-";
}

/** Reads up to `maxBytes` bytes, independent of the file's stated size: it may grow, or be a virtual file of the
    kernel. */
std::string readFrom (std::FILE* stream, std::size_t maxBytes)
{
    std::string bytes;
    std::array<char, 65536> part;
    while (bytes.size() < maxBytes)
    {
        const auto count = std::fread (part.data(), 1, std::min (part.size(), maxBytes - bytes.size()), stream);
        bytes.append (part.data(), count);
        if (count == 0)
            break;
    }
    if (std::ferror (stream) != 0)
        refuseForErrno();
    return bytes;
}
/** Buffer of standard input, which can be read only once: code that reads only its beginning leaves it available. */
class StandardInput
{
public:
    /** The first bytes, `count` or all. */
    std::string first (std::size_t count)
    {
        const std::scoped_lock lock (guard);
        if (bytes.size() < count)
            bytes += readFrom (stdin, count - bytes.size());
        return bytes.substr (0, count);
    }

private:
    std::mutex guard;
    std::string bytes;
};

/** The beginning of a file, or of standard input. */
std::string firstBytes (const fs::path& file, std::size_t count)
{
    static StandardInput standardInput;
    return isStandardInput (file) ? standardInput.first (count) : readFrom (opened (file).get(), count);
}
} // namespace

std::string wholeFile (const fs::path& file, std::size_t largest)
{
    std::error_code error;
    const auto claimed = isStandardInput (file) ? 0 : fs::file_size (file, error);
    const auto refuse = [largest] (double size)
    {
        throw InputError ("it contains " + sizeText (size) + "; at most " + sizeText (static_cast<double> (largest)) +
                          " are read");
    };
    if (! error && claimed > largest)
        refuse (static_cast<double> (claimed));
    auto bytes = firstBytes (file, largest + 1);
    if (bytes.size() > largest)
        refuse (static_cast<double> (bytes.size()));
    return bytes;
}

std::string wholeText (const fs::path& file, std::size_t largest)
{
    return decodedText (wholeFile (file, largest));
}

std::uintmax_t eachLine (const fs::path& file, const std::function<void (std::string_view)>& visit)
{
    constexpr std::size_t piece = 1u << 20, longestRow = 1u << 24; // [bytes]
    const auto stream = opened (file);
    std::string held; // begins with a line
    std::uintmax_t consumed = 0;
    for (auto bytes = readFrom (stream.get(), piece); ! bytes.empty(); bytes = readFrom (stream.get(), piece))
    {
        held += bytes;
        std::size_t begin = 0;
        for (auto end = held.find ('\n'); end != std::string::npos; end = held.find ('\n', begin))
        {
            auto line = std::string_view (held).substr (begin, end - begin);
            if (line.ends_with ('\r'))
                line.remove_suffix (1);
            if (consumed == 0 && begin == 0 && line.starts_with (utf8Mark))
                line.remove_prefix (utf8Mark.size());
            visit (line);
            begin = end + 1;
        }
        held.erase (0, begin);
        consumed += begin;
        if (held.size() > longestRow)
            throw InputError ("a line of it is longer than " + sizeText (longestRow));
    }
    return consumed;
}

Result<std::string> bytesOf (const fs::path& file, std::size_t largest)
{
    return inFile ("cannot be read", resultOf ([&] { return wholeFile (file, largest); }));
}

Result<std::string> textOf (const fs::path& file, std::size_t largest)
{
    return bytesOf (file, largest)
        .and_then ([] (const std::string& bytes) { return resultOf ([&bytes] { return decodedText (bytes); }); });
}

bool beginsAsJson (const fs::path& file)
{
    constexpr std::size_t enough = 4096; // [bytes] of blank lines in front
    try
    {
        const auto bytes = firstBytes (file, enough);
        if (! wideEncodingOf (bytes).empty())
            return true;
        const auto text = decodedText (bytes);
        const auto first = text.find_first_not_of (" \t\n");
        return first != std::string::npos && text[first] == '{';
    }
    catch (const InputError&)
    {
        return false;
    }
}

std::string shownName (const fs::path& file)
{
    return isStandardInput (file) ? "standard input" : file.string();
}

FileBeginning beginningOfFile (const fs::path& file, std::size_t maxBytes)
{
    auto bytes = firstBytes (file, maxBytes + 1);
    const bool isWhole = bytes.size() <= maxBytes;
    bytes.resize (std::min (bytes.size(), maxBytes));
    return { std::move (bytes), isWhole };
}
} // namespace kolophon
