#pragma once

#include "../Core/Error.h"

#include <cstddef>
#include <filesystem>
#include <string>

/** The one way in which the program reads what somebody else may have put there. */
namespace kolophon
{
/** All bytes of an ordinary file of at most `largest` bytes, or of standard input, which "-" stands for and which comes
    once, but may be asked for again. What is neither is refused before it is opened: a pipe would make us wait for its
    writer, a device may never end. Throws Refusal, the reason alone: "No such file or directory", "it is a folder", "it
    holds 6.0 GB; at most 1.0 MB are read". */
std::string wholeFile (const std::filesystem::path& file, std::size_t largest);

/** The same of a file of text: decodedText() of it. */
std::string wholeText (const std::filesystem::path& file, std::size_t largest);

/** Both as results: "cannot be read: No such file or directory". */
Result<std::string> bytesOf (const std::filesystem::path& file, std::size_t largest);
Result<std::string> textOf (const std::filesystem::path& file, std::size_t largest);

/** Text as our readers take it, whatever program wrote it: without a byte order mark of UTF-8, every line ended by a
    line feed (Windows writes CR LF, classic Macs wrote CR). Throws Refusal for UTF-16 and UTF-32. */
std::string decodedText (std::string bytes);

/** True where the first bytes of a file promise JSON, or text that decodedText() refuses: what is to be told
    from MIDI and from sound by that. False where it can't be read: its reader says why. */
bool beginsAsJson (const std::filesystem::path& file);

/** What messages call a file: its name, or "standard input". */
std::string shownName (const std::filesystem::path& file);

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
