#pragma once

#include <filesystem>
#include <string_view>

namespace kolophon
{
/** A file that appears under its name only when it is complete: written beside the target, renamed by commit(), removed
    when nobody commits. A target that exists and is no ordinary file (a device, a pipe) is written directly. */
class AtomicFile
{
public:
    /** Creates the temporary file, so that an unwritable place is known before the work. Throws Failure (5). */
    explicit AtomicFile (const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile (const AtomicFile&) = delete;
    AtomicFile& operator= (const AtomicFile&) = delete;

    /** Where to write. */
    const std::filesystem::path& path () const noexcept { return temporary; }

    /** Where it will be. */
    const std::filesystem::path& target () const noexcept { return destination; }

    /** Call after closing the file. Throws Failure (5). */
    void commit ();

    /** The whole of a small file at once: writes `text` and commits. Throws Failure (5). */
    void commitText (std::string_view text);

private:
    std::filesystem::path destination, temporary;
    bool direct = false, done = false;
};
} // namespace kolophon
