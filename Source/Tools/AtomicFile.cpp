#include "AtomicFile.h"
#include "ExitCode.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kolophon
{
namespace
{
[[noreturn]] void refuse (const std::filesystem::path& target, const std::string& reason)
{
    throw Failure (ExitCode::notWritable, "cannot write " + target.string() + ": " + reason);
}

/** Follows a link, so that renaming replaces what it points at and not the link. */
std::filesystem::path resolved (const std::filesystem::path& target)
{
    std::error_code error;
    const auto real = std::filesystem::canonical (target, error);
    return error ? target : real;
}
} // namespace

AtomicFile::AtomicFile (const std::filesystem::path& target) : destination (resolved (target))
{
    std::error_code error;
    const auto status = std::filesystem::status (destination, error);
    if (std::filesystem::is_directory (status))
        refuse (target, "it is a folder");
    if (std::filesystem::exists (status))
    {
        // Renaming would replace even a file that its owner has locked against writing.
        if (auto* file = std::fopen (destination.string().c_str(), "r+b"))
            std::fclose (file);
        else if (std::filesystem::is_regular_file (status))
            refuse (target, std::strerror (errno));
        if (! std::filesystem::is_regular_file (status))
        {
            direct = true;
            temporary = destination;
            return;
        }
    }
    for (int attempt = 0; attempt < 100; ++attempt)
    {
        temporary = destination;
        temporary += attempt == 0 ? ".part" : ".part" + std::to_string (attempt);
        if (auto* file = std::fopen (temporary.string().c_str(), "wbx"))
        {
            std::fclose (file);
            return;
        }
        if (errno != EEXIST)
            refuse (target, std::strerror (errno));
    }
    refuse (target, "too many unfinished files (" + destination.filename().string() + ".part…) stand beside it");
}

AtomicFile::~AtomicFile()
{
    std::error_code ignored;
    if (! done && ! direct)
        std::filesystem::remove (temporary, ignored);
}

void AtomicFile::commit()
{
    std::error_code error;
    if (! direct)
        std::filesystem::rename (temporary, destination, error);
    if (error)
        refuse (destination, error.message());
    done = true;
}

void AtomicFile::commitText (std::string_view text)
{
    auto* file = std::fopen (temporary.string().c_str(), "wb");
    const bool written = file != nullptr && std::fwrite (text.data(), 1, text.size(), file) == text.size();
    if ((file != nullptr && std::fclose (file) != 0) || ! written)
        throw Failure (ExitCode::notWritable, "writing " + destination.string() + " failed: " + std::strerror (errno));
    commit();
}
} // namespace kolophon
