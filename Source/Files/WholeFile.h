#pragma once

#include "../Core/Error.h"

#include <cstddef>
#include <filesystem>
#include <string>

/** The one way in which the program reads what somebody else may have put there. */
namespace kolophon
{
/** All bytes of an ordinary file of at most `largest` bytes. What is no ordinary file is refused before it is opened: a
    pipe would make us wait for its writer, a device may never end. Throws Refusal, the reason alone: "No such file or
    directory", "it is a folder", "it holds 6.0 GB; at most 1.0 MB are read". */
std::string wholeFile (const std::filesystem::path& file, std::size_t largest);

/** The same as a result: "cannot be read: No such file or directory". */
Result<std::string> textOf (const std::filesystem::path& file, std::size_t largest);

/** The same, but of a larger file the first `maxBytes` bytes. */
struct FileBeginning
{
    std::string bytes;
    bool isWhole;
};
FileBeginning beginningOfFile (const std::filesystem::path& file, std::size_t maxBytes);

/** "64 MB", "1.5 kB" (powers of 1000) */
std::string sizeText (double bytes);
} // namespace kolophon
