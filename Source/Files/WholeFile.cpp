#include "WholeFile.h"

#include "../Core/NumberText.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

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
        case fs::file_type::directory: throw Refusal ("it is a folder");
        case fs::file_type::fifo: throw Refusal ("it is a pipe, not a file");
        case fs::file_type::socket: throw Refusal ("it is a socket, not a file");
        case fs::file_type::block:
        case fs::file_type::character: throw Refusal ("it is a device, not a file");
        default: throw Refusal ("it is not an ordinary file");
    }
}

[[noreturn]] void refuseForErrno ()
{
    throw Refusal (std::strerror (errno));
}

struct Closer
{
    void operator() (std::FILE* file) const { std::fclose (file); }
};
using Stream = std::unique_ptr<std::FILE, Closer>;

/** Opens an ordinary file, and nothing else even if somebody puts it there between the look and the opening. */
Stream opened (const fs::path& file)
{
    std::error_code error;
    const auto status = fs::status (file, error);
    if (status.type() == fs::file_type::not_found)
        throw Refusal (std::strerror (ENOENT));
    if (error)
        throw Refusal (error.message());
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

/** Up to `maxBytes` bytes, whatever size the file claims: it may grow, or be one that the kernel makes up. */
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
} // namespace

std::string sizeText (double bytes)
{
    constexpr std::array units { "bytes", "kB", "MB", "GB", "TB" };
    std::size_t unit = 0;
    for (; bytes >= 1000.0 && unit + 1 < units.size(); ++unit)
        bytes /= 1000.0;
    return fixed (bytes, unit == 0 || bytes >= 9.95 ? 0 : 1) + " " + units[unit];
}

std::string wholeFile (const fs::path& file, std::size_t largest)
{
    const auto stream = opened (file);
    std::error_code error;
    const auto claimed = fs::file_size (file, error);
    const auto refuse = [largest] (double size)
    {
        throw Refusal ("it holds " + sizeText (size) + "; at most " + sizeText (static_cast<double> (largest)) +
                       " are read");
    };
    if (! error && claimed > largest)
        refuse (static_cast<double> (claimed));
    auto bytes = readFrom (stream.get(), largest + 1);
    if (bytes.size() > largest)
        refuse (static_cast<double> (bytes.size()));
    return bytes;
}

Result<std::string> textOf (const fs::path& file, std::size_t largest)
{
    return inFile ("cannot be read", resultOf ([&] { return wholeFile (file, largest); }));
}

FileBeginning beginningOfFile (const fs::path& file, std::size_t maxBytes)
{
    const auto stream = opened (file);
    auto bytes = readFrom (stream.get(), maxBytes);
    const bool isWhole = bytes.size() < maxBytes || std::fgetc (stream.get()) == EOF;
    return { std::move (bytes), isWhole };
}
} // namespace kolophon
