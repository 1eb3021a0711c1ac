#pragma once

#include <filesystem>
#include <string_view>

namespace kolophon
{
/** A file that appears under its name only when it is complete: written beside the target, renamed by commit(), removed
    when nobody commits. A target that exists and is no ordinary file (a device, a pipe) is written directly.

    No library of Debian's does this for plain files (KDE's and Qt's come with their toolkits).

    The temporary file is called like the target with ".kolophon-<process>-<number>.part" behind, and is locked (flock)
    for as long as its process lives, however that ends. So the first AtomicFile of a folder can remove what dead
    processes left there: a name like that whose lock is free. */
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

    /** True where committing would replace a file that is there already. */
    bool replaces () const;

    /** Call after closing the file: its content is on the disk before its name is. Throws Failure (5). */
    void commit ();

    /** The whole of a small file at once. Throws Failure (5). */
    void write (std::string_view text);

    /** write() and commit(). Throws Failure (5). */
    void commitText (std::string_view text);

    /** For a process that is about to end in the middle of its work: removes every temporary file, and lets nobody
        create or commit one any more. Returns with all that locked. */
    static void abandonAll () noexcept;

private:
    void create ();

    std::filesystem::path destination, temporary;
    int lock = -1; // descriptor that holds it; -1: none
    bool direct = false, done = false;
};

/** The folder, made when it is not there, without the temporary files of dead processes. Throws Failure (5). */
std::filesystem::path outputFolder (const std::filesystem::path& folder);
} // namespace kolophon
