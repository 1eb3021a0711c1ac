#pragma once

#include <filesystem>
#include <system_error>

/** What must lie on the disk before the next step: a name that is moved to a file must not arrive there before the
    file's content does, or a loss of power leaves an empty file in place of the old one. */
namespace kolophon
{
/** Waits until the content of a file is on the disk. No error where its file system can't promise that. */
std::error_code syncFile (const std::filesystem::path& file) noexcept;

/** Waits until the names in a folder are on the disk, likewise. */
std::error_code syncFolder (const std::filesystem::path& folder) noexcept;
} // namespace kolophon
