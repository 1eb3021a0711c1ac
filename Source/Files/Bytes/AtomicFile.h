// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace kolophon
{
/** A file that appears under its name only when it is complete: written beside the target, renamed by commit(), and
    removed by the destructor otherwise. Links are followed, and a file that is replaced leaves its owner and its
    permissions to the new one; one with several names (hard links) gets the new content at once. A target that exists
    and is not a regular file (a device, a pipe) is written directly. "-" is standard output, which gets the whole file
    at once, because the header of a sound contains its length.

    No library in Debian does this for plain files (those of KDE and Qt come with their toolkits).

    The temporary file has the target's name with the suffix ".kolophon-<process>-<number>.part", and is locked (flock)
    until its process ends, in whatever way. So the first AtomicFile of a folder can remove the files of dead processes
    there: those with such a name and a free lock. */
class AtomicFile
{
public:
    /** Creates the temporary file, so that an unwritable folder is detected before the work. Throws Failure (5). */
    explicit AtomicFile (const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile (const AtomicFile&) = delete;
    AtomicFile& operator= (const AtomicFile&) = delete;

    /** Path to write to. */
    const std::filesystem::path& path () const noexcept { return temporary; }

    /** Path of the file after commit(). */
    const std::filesystem::path& target () const noexcept { return destination; }

    /** True if commit() would replace an existing file. */
    bool replaces () const;

    /** Puts the file in its place; call it after closing the file. Its content is on the disk before its name is.
        Throws Failure (5). */
    void commit ();

    /** Writes a small file at once. Throws Failure (5). */
    void write (std::string_view text);

    /** Calls write() and commit(). Throws Failure (5). */
    void commitText (std::string_view text);

    /** Removes every temporary file of a process that is about to end in the middle of its work, and blocks all further
        creation and commits. Returns with the lock held. */
    static void abandonAll () noexcept;

private:
    void create ();
    void copyToStandardOutput () const;

    std::filesystem::path destination, temporary;
    int lock = -1; // descriptor that holds it; -1: none
    bool direct = false, done = false, forStandardOutput = false;
};

/** Creates the folder if it doesn't exist, and removes temporary files of dead processes. Throws Failure (5). */
std::filesystem::path outputFolder (const std::filesystem::path& folder);
} // namespace kolophon
