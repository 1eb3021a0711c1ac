// SPDX-License-Identifier: GPL-3.0-or-later
#include "AtomicFile.h"

#include "../../Core/Text/CutText.h"
#include "DiskSync.h"
#include "ExitCode.h"
#include "PrintableText.h"
#include "SystemReason.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#if ! defined(_WIN32)
 #include <fcntl.h>
 #include <sys/file.h>
 #include <sys/stat.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

constexpr std::string_view mark = ".kolophon-", ending = ".part";

[[noreturn]] void refuse (const fs::path& target, const std::string& reason)
{
    throw Failure (ExitCode::notWritable, "cannot write " + target.string() + ": " + reason);
}

/** Follows links, also to a file that is not there yet, so that renaming replaces their target and not the link. */
fs::path resolved (const fs::path& target)
{
    constexpr int mostLinks = 40; // as Linux follows
    std::error_code error;
    auto real = target;
    for (int links = 0; links < mostLinks && fs::is_symlink (fs::symlink_status (real, error)); ++links)
        real = real.parent_path() / fs::read_symlink (real, error);
    const auto whole = fs::canonical (real, error);
    return error ? real : whole;
}

/** All temporary files of this process, for abandonAll(). Never destroyed: the process may end in any thread. */
struct Registry
{
    std::mutex mutex;
    std::set<fs::path> temporaries, tidied;
    unsigned count = 0;
};

Registry& registry ()
{
    static auto* const one = new Registry;
    return *one;
}

/** The folder that the system should have for temporary files. */
std::string temporaryFolder ()
{
    const char* const named = std::getenv ("TMPDIR");
    return named != nullptr ? named : "/tmp";
}

/** True for "a.wav.kolophon-123-4.part"; specific enough not to match files of other programs. */
bool isTemporary (std::string_view name)
{
    const auto at = name.rfind (mark);
    if (at == std::string_view::npos || ! name.ends_with (ending) || at + mark.size() + ending.size() >= name.size())
        return false;
    const auto numbers = name.substr (at + mark.size(), name.size() - at - mark.size() - ending.size());
    const auto dash = numbers.find ('-');
    const auto digits = [] (std::string_view text)
    { return ! text.empty() && text.find_first_not_of ("0123456789") == std::string_view::npos; };
    return dash != std::string_view::npos && digits (numbers.substr (0, dash)) && digits (numbers.substr (dash + 1));
}

#if defined(_WIN32)
long processNumber ()
{
    return 0;
}

bool isTerminal ()
{
    return false;
}

/** -1 with errno where it can't be made. */
int createdAndLocked (const fs::path& file)
{
    auto* created = std::fopen (file.string().c_str(), "wbx");
    return created == nullptr || std::fclose (created) != 0 ? -1 : 0;
}

void unlock (int) {}
void removeAbandoned (const fs::path&) {}
void copyRights (const fs::path&, const fs::path&) {}
#else
long processNumber ()
{
    return static_cast<long> (::getpid());
}

/** True if standard output shows what it gets. */
bool isTerminal ()
{
    return ::isatty (STDOUT_FILENO) != 0;
}

bool names (const fs::path& file, int descriptor)
{
    struct stat there
    {
    }, here {};
    return ::lstat (file.c_str(), &there) == 0 && ::fstat (descriptor, &here) == 0 && there.st_dev == here.st_dev &&
           there.st_ino == here.st_ino;
}

/** Creates and locks a file; -1 with errno on failure. Between creation and locking another process may consider it
    abandoned and remove it: that gives EEXIST, too. On a file system without locks no file is locked, and no process
    ever gets a lock, so that nothing is removed. */
int createdAndLocked (const fs::path& file)
{
    const int descriptor = ::open (file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return -1;
    const bool locked = ::flock (descriptor, LOCK_EX | LOCK_NB) == 0;
    if (! names (file, descriptor) || (! locked && errno == EWOULDBLOCK))
    {
        ::close (descriptor);
        errno = EEXIST;
        return -1;
    }
    return descriptor;
}

/** Gives a file the owner, the group and the permissions of the one that it is to replace, as far as it may. */
void copyRights (const fs::path& file, const fs::path& replaced)
{
    struct stat found
    {
    };
    if (::stat (replaced.c_str(), &found) != 0)
        return;
    [[maybe_unused]] const int refused = ::chown (file.c_str(), found.st_uid, found.st_gid);
    ::chmod (file.c_str(), found.st_mode & 07777); // later: chown() takes setuid away
}

void unlock (int descriptor)
{
    if (descriptor >= 0)
        ::close (descriptor);
}

/** Removes a temporary file if its lock is free: its process is dead then. */
void removeIfAbandoned (const fs::path& file)
{
    const int descriptor = ::open (file.c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0)
        return;
    struct stat found
    {
    };
    if (::fstat (descriptor, &found) == 0 && S_ISREG (found.st_mode) && ::flock (descriptor, LOCK_EX | LOCK_NB) == 0 &&
        names (file, descriptor))
        ::unlink (file.c_str());
    ::close (descriptor);
}

void removeAbandoned (const fs::path& folder)
{
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry (folder, error), end; ! error && entry != end; entry.increment (error))
        if (isTemporary (entry->path().filename().string()))
            found.push_back (entry->path());
    for (const auto& file : found)
        removeIfAbandoned (file);
}
#endif

/** Removes abandoned files of a folder, once per folder. */
void tidy (const fs::path& folder)
{
    auto& all = registry();
    const std::scoped_lock guard (all.mutex);
    std::error_code error;
    const auto real = fs::canonical (folder.empty() ? fs::path (".") : folder, error);
    if (! error && all.tidied.insert (real).second)
        removeAbandoned (real);
}
} // namespace

AtomicFile::AtomicFile (const fs::path& target) : destination (resolved (target))
{
    if (target == "-")
    {
        forStandardOutput = true;
        try
        {
            std::error_code error;
            destination = fs::temp_directory_path (error) / "output";
            if (error)
                refuse (temporaryFolder(), systemReason (error));
            create();
        }
        catch (const Failure& reason)
        {
            refuse ("standard output",
                    std::string ("a temporary file collects it first (in TMPDIR): ") + reason.what());
        }
        destination = "standard output";
        return;
    }
    std::error_code error;
    const auto status = fs::status (destination, error);
    if (fs::is_directory (status))
        refuse (target, "it is a folder");
    if (fs::exists (status))
    {
        // Renaming would replace even a file that its owner has locked against writing.
        if (fs::is_regular_file (status))
        {
            if (auto* file = std::fopen (destination.string().c_str(), "r+b"))
                std::fclose (file);
            else
                refuse (target, systemReason (errno));
        }
        else
        {
            direct = true;
            temporary = destination;
            return;
        }
    }
    tidy (destination.parent_path());
    create();
}

void AtomicFile::create()
{
    constexpr std::size_t longestName = 180; // [bytes] of 255: the rest is for what we add
    const auto whole = destination.filename().string();
    const std::string name (cutText (whole, longestName));
    auto& all = registry();
    const std::scoped_lock guard (all.mutex);
    for (int attempt = 0; attempt < 1000; ++attempt)
    {
        temporary = destination.parent_path() / (name + std::string (mark) + std::to_string (processNumber()) + "-" +
                                                 std::to_string (++all.count) + std::string (ending));
        lock = createdAndLocked (temporary);
        if (lock >= 0)
        {
            all.temporaries.insert (temporary);
            return;
        }
        if (errno != EEXIST)
            refuse (destination, systemReason (errno));
    }
    refuse (destination, "no unused name for a temporary file beside it");
}

AtomicFile::~AtomicFile()
{
    if (! direct && ! done)
    {
        auto& all = registry();
        const std::scoped_lock guard (all.mutex);
        std::error_code ignored;
        fs::remove (temporary, ignored);
        all.temporaries.erase (temporary);
    }
    unlock (lock);
}

bool AtomicFile::replaces() const
{
    std::error_code ignored;
    return ! direct && ! forStandardOutput && fs::exists (destination, ignored);
}

void AtomicFile::copyToStandardOutput() const
{
    auto* source = std::fopen (temporary.string().c_str(), "rb");
    std::array<char, 65536> piece;
    bool good = source != nullptr;
    while (const auto count = good ? std::fread (piece.data(), 1, piece.size(), source) : 0)
        good = std::fwrite (piece.data(), 1, count, stdout) == count;
    const int reason = errno;
    if (source != nullptr)
        std::fclose (source);
    if (! good)
        refuse (destination, systemReason (reason));
}

void AtomicFile::commit()
{
    if (forStandardOutput)
        return copyToStandardOutput(); // the temporary file goes with this
    if (! direct)
    {
        auto& all = registry();
        const std::scoped_lock guard (all.mutex);
        if (const auto error = syncFile (temporary))
            refuse (destination, error.message());
        copyRights (temporary, destination);
        std::error_code error, ignored;
        if (fs::hard_link_count (destination, ignored) > 1 && ! ignored)
        {
            // Renaming would leave its other names with the old content.
            fs::copy_file (temporary, destination, fs::copy_options::overwrite_existing, error);
            fs::remove (temporary, ignored);
        }
        else
            fs::rename (temporary, destination, error);
        if (error)
            refuse (destination, systemReason (error));
        all.temporaries.erase (temporary);
        done = true;
        const auto folder = destination.parent_path();
        if (const auto late = syncFolder (folder.empty() ? fs::path (".") : folder))
            refuse (destination, "the file is written, but its folder is not: " + late.message());
    }
    done = true;
}

void AtomicFile::write (std::string_view asked)
{
    const bool onTerminal = forStandardOutput && isTerminal();
    const auto shown = onTerminal ? printableJson (asked) : std::string();
    const auto text = onTerminal ? std::string_view (shown) : asked;
    auto* file = std::fopen (temporary.string().c_str(), "wb");
    const bool written = file != nullptr && std::fwrite (text.data(), 1, text.size(), file) == text.size();
    const int reason = errno;
    if ((file != nullptr && std::fclose (file) != 0) || ! written)
        throw Failure (ExitCode::notWritable,
                       "writing " + destination.string() + " failed: " + systemReason (written ? errno : reason));
}

void AtomicFile::commitText (std::string_view text)
{
    write (text);
    commit();
}

void AtomicFile::abandonAll() noexcept
{
    auto& all = registry();
    all.mutex.lock();
    for (const auto& file : all.temporaries)
    {
        std::error_code ignored;
        fs::remove (file, ignored);
    }
}

fs::path outputFolder (const fs::path& folder)
{
    if (folder == "-")
        throw Failure (ExitCode::usage, "a folder can't be standard output; for a folder of that name use ./-");
    std::error_code error;
    fs::create_directories (folder, error);
    std::error_code ignored;
    if (! fs::is_directory (folder, ignored))
        throw Failure (ExitCode::notWritable,
                       "cannot make the folder \"" + folder.string() + "\"" +
                           (error ? ": " + systemReason (error) : ": a file of that name exists"));
    tidy (folder);
    return folder;
}
} // namespace kolophon
