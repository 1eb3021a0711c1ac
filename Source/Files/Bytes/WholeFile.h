// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

/** Reading of untrusted files. The program reads them only by these functions. */
namespace kolophon
{
/** Reads all bytes of a regular file of at most `largest` bytes, or of standard input ("-"), which is buffered so that
    it may be read again. Refuses anything else before opening it: a pipe would block until its writer comes, a device
    may never end. Throws InputError with the reason alone: "No such file or directory", "it is a folder", "it holds
    6.0 GB; at most 1.0 MB are read". */
std::string wholeFile (const std::filesystem::path& file, std::size_t largest);

/** Reads a text file: decodedText() of its bytes. */
std::string wholeText (const std::filesystem::path& file, std::size_t largest);

/** Calls `visit` with every complete line of a text file of any length, without its line end, and returns the length of
    these lines [bytes]: a last one without a line feed is not one of them. Holds a megabyte of the file at a time.
    Throws InputError, also for a line of more than 16 MB. */
std::uintmax_t eachLine (const std::filesystem::path& file, const std::function<void (std::string_view line)>& visit);

/** wholeFile() and wholeText() with results: "cannot be read: No such file or directory". */
Result<std::string> bytesOf (const std::filesystem::path& file, std::size_t largest);
Result<std::string> textOf (const std::filesystem::path& file, std::size_t largest);

/** True if the first bytes of a file look like JSON, or text that decodedText() refuses: distinguishes them from MIDI
    and sound. False if it can't be read: the reader then reports the reason. */
bool beginsAsJson (const std::filesystem::path& file);

/** Name of a file in messages: its own, or "standard input". */
std::string shownName (const std::filesystem::path& file);

/** Beginning of a file: the first `maxBytes` bytes of a larger one. */
struct FileBeginning
{
    std::string bytes;
    bool isWhole;
};
FileBeginning beginningOfFile (const std::filesystem::path& file, std::size_t maxBytes);
} // namespace kolophon
