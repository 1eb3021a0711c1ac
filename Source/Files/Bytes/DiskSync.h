// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <system_error>

/** Ordered writing to disk: a renamed file's name must not be on the disk before its content is, or a power failure
    leaves an empty file in place of the old one. */
namespace kolophon
{
/** Waits until the content of a file is on the disk. No error if its file system can't guarantee that. */
std::error_code syncFile (const std::filesystem::path& file) noexcept;

/** Waits until the names in a folder are on the disk. No error if its file system can't guarantee that. */
std::error_code syncFolder (const std::filesystem::path& folder) noexcept;
} // namespace kolophon
