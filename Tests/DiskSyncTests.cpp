// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Bytes/AtomicFile.h"
#include "Files/Bytes/ExitCode.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#if defined(__linux__)
 #include <dlfcn.h>
 #include <sys/stat.h>
 #include <unistd.h>

/** What a file goes through on its way to the disk. This program calls these functions, which pass the calls on. */
namespace
{
std::vector<std::string>* journal = nullptr;
int failingSync = 0; // which of them fails, from 1; 0: none
int syncs = 0;

/** "folder", or "file of 5 bytes". */
std::string described (int descriptor)
{
    struct stat found
    {
    };
    if (::fstat (descriptor, &found) != 0)
        return "nothing";
    return S_ISDIR (found.st_mode) ? "folder" : "file of " + std::to_string (found.st_size) + " bytes";
}
} // namespace

extern "C" int fsync (int descriptor)
{
    static const auto real = reinterpret_cast<int (*) (int)> (::dlsym (RTLD_NEXT, "fsync"));
    if (journal != nullptr)
    {
        journal->push_back ("sync of a " + described (descriptor));
        if (++syncs == failingSync)
        {
            errno = EIO;
            return -1;
        }
    }
    return real (descriptor);
}

extern "C" int rename (const char* before, const char* after) noexcept
{
    static const auto real = reinterpret_cast<int (*) (const char*, const char*)> (::dlsym (RTLD_NEXT, "rename"));
    if (journal != nullptr)
        journal->push_back ("rename");
    return real (before, after);
}

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace
{
struct Watch
{
    explicit Watch (int failing = 0)
    {
        failingSync = failing;
        syncs = 0;
        journal = &calls;
    }
    ~Watch() { journal = nullptr; }
    std::vector<std::string> calls;
};

std::size_t filesIn (const fs::path& folder)
{
    return static_cast<std::size_t> (std::distance (fs::directory_iterator (folder), fs::directory_iterator()));
}
} // namespace

TEST_CASE ("a file's content is on the disk before its name is, and its name before the program goes on", "[files]")
{
    const ToolFolder bench;
    bench.write ("a.txt", "old");
    {
        Watch watch;
        AtomicFile (bench.path ("a.txt")).commitText ("new!!");
        CHECK (watch.calls == std::vector<std::string> { "sync of a file of 5 bytes", "rename", "sync of a folder" });
    }
    CHECK (contents (bench.path ("a.txt")) == "new!!");
    {
        Watch watch;
        AtomicFile ("/dev/null").commitText ("nothing to keep");
        CHECK (watch.calls.empty());
    }
}

TEST_CASE ("a disk that can't keep a file leaves the old one, and the reason is said", "[files]")
{
    const ToolFolder bench;
    bench.write ("a.txt", "old");
    const auto folder = bench.path ("a.txt").parent_path();
    const auto reasonWith = [&bench] (int failing)
    {
        Watch watch (failing);
        try
        {
            AtomicFile (bench.path ("a.txt")).commitText ("new");
        }
        catch (const Failure& failure)
        {
            CHECK (failure.code == ExitCode::notWritable);
            return std::string (failure.what());
        }
        return std::string();
    };
    CHECK_THAT (reasonWith (1), Contains ("a.txt") && Contains ("Input/output error"));
    CHECK (contents (bench.path ("a.txt")) == "old");
    CHECK (filesIn (folder) == 1); // nothing half-written
    CHECK_THAT (reasonWith (2), Contains ("a.txt") && Contains ("folder") && Contains ("Input/output error"));
    CHECK (contents (bench.path ("a.txt")) == "new"); // it was moved, and may not last
    CHECK (filesIn (folder) == 1);
    CHECK (reasonWith (0).empty());
}

TEST_CASE ("a limit on the size of files ends in one line with file and reason, and leaves nothing", "[tool]")
{
    const ToolFolder bench;
    const auto folder = bench.path ("x").parent_path();
    // The tool's own words go through pipes: a file of them would meet the same limit.
    const auto limited = [&bench] (const std::string& blocks, const std::string& arguments)
    {
        return bench.shell ("{ ( ulimit -f " + blocks + "; \"$K\" " + arguments +
                            " --quiet; echo \"code $?\" ) 2>&1 | cat; }");
    };
    for (const std::string blocks : { "0", "4" })
        for (const std::string command :
             { "render --note A3 --seconds 0.5 --tail 0 -o a.wav",
               "take -p \"Plain String\" --note A3 --seconds 0.5 --count 2 --vary \"*.seed=*\" -o \"a_{i}.wav\"",
               "render --note A3 --seconds 0.5 -o a.wav --normalise -18LUFS" })
        {
            CAPTURE (blocks, command);
            const auto said = limited (blocks, command).out;
            CHECK_THAT (said, Contains ("code 5"));
            CHECK_THAT (said, Contains (".wav"));
            CHECK_THAT (said, Contains ("File too large"));
            CHECK (std::count (said.begin(), said.end(), '\n') == 2); // that line, and the code
            CHECK (filesIn (folder) == 0);
        }
    // Where stderr is a file that is full itself, standard output says it.
    const auto full = bench.shell ("{ ( ulimit -f 0; \"$K\" render --note A3 --seconds 0.5 -o a.wav --quiet 2>said; "
                                   "echo \"code $?\" ) | cat; }");
    CHECK_THAT (full.out, Contains ("a.wav") && Contains ("File too large") && Contains ("code 5"));
}
#endif

TEST_CASE ("a file that replaces another one leaves links, owner and permissions as they were", "[files]")
{
    const ToolFolder bench;
    const auto real = bench.path ("real.txt"), link = bench.path ("link.txt"), other = bench.path ("other.txt");
    bench.write ("real.txt", "old");
    fs::permissions (real, fs::perms (0640));
    fs::create_symlink ("real.txt", link);
    AtomicFile (link).commitText ("new");
    CHECK (fs::is_symlink (link));
    CHECK (contents (real) == "new");
    CHECK (fs::status (real).permissions() == fs::perms (0640));

    fs::create_hard_link (real, other);
    AtomicFile (real).commitText ("newer");
    CHECK (contents (other) == "newer");
    CHECK (fs::equivalent (real, other));

    // A link to a file that is to come.
    fs::create_symlink ("to-come.txt", bench.path ("early.txt"));
    AtomicFile (bench.path ("early.txt")).commitText ("here");
    CHECK (fs::is_symlink (bench.path ("early.txt")));
    CHECK (contents (bench.path ("to-come.txt")) == "here");
    CHECK (filesIn (real.parent_path()) == 5);
}
