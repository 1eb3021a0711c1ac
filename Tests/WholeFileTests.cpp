// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ToolFolder.h"

#include "Analysis/Bodies/RecordedBody.h"
#include "Files/Bytes/WholeFile.h"
#include "Files/Json/ShallowJson.h"
#include "Files/Parts/GestureFile.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Songs/MidiFile.h"
#include "Files/Sounds/SoundFile.h"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <functional>

using namespace kolophon;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using kolophon::test::ToolFolder;
namespace fs = std::filesystem;

/** What the program reads was written by somebody else: it may be no file at all, or a very large one. */
namespace
{
constexpr std::uintmax_t sixGigabytes = 6'000'000'000;

std::string reasonFor (const fs::path& file, std::size_t largest = 100)
{
    try
    {
        wholeFile (file, largest);
    }
    catch (const InputError& reason)
    {
        return reason.what();
    }
    return "read";
}

template <class Value>
std::string complaintOf (const Result<Value>& result)
{
    return result ? "accepted" : result.error().what();
}

struct Reader
{
    const char* name;
    std::function<std::string (const fs::path&)> complaint;
};

const Reader readers[] { { "preset",
                           [] (const fs::path& f)
                           {
                               Findings findings;
                               return complaintOf (readPresetFile (f, findings));
                           } },
                         { "body", [] (const fs::path& f) { return complaintOf (readBodyFile (f)); } },
                         { "gesture", [] (const fs::path& f) { return complaintOf (readGestureFile (f)); } },
                         { "song", [] (const fs::path& f) { return complaintOf (readMidiFile (f)); } },
                         { "recording", [] (const fs::path& f) { return complaintOf (readRecording (f)); } },
                         { "any body", [] (const fs::path& f) { return complaintOf (readAnyBody (f)); } } };
} // namespace

TEST_CASE ("a file is read whole up to its limit, and what is larger is refused by its size", "[files]")
{
    const ToolFolder bench;
    bench.write ("a", std::string ("12\0 45", 6));
    CHECK (wholeFile (bench.path ("a"), 6) == std::string ("12\0 45", 6));
    CHECK (reasonFor (bench.path ("a"), 5) == "it contains 6 bytes; at most 5 bytes are read");
    bench.write ("empty", "");
    CHECK (wholeFile (bench.path ("empty"), 0).empty());
    bench.write ("sparse", "");
    fs::resize_file (bench.path ("sparse"), sixGigabytes);
    CHECK (reasonFor (bench.path ("sparse"), 64'000'000) == "it contains 6.0 GB; at most 64 MB are read");
    const auto beginning = beginningOfFile (bench.path ("sparse"), 1000);
    CHECK (beginning.bytes == std::string (1000, '\0'));
    CHECK_FALSE (beginning.isWhole);
    CHECK (beginningOfFile (bench.path ("a"), 6).isWhole);
    CHECK_FALSE (beginningOfFile (bench.path ("a"), 5).isWhole);
    if (fs::exists ("/proc/self/stat")) // a size of 0, and yet some bytes
        CHECK_THAT (reasonFor ("/proc/self/stat", 3), Contains ("at most 3 bytes"));
}

TEST_CASE ("what can't be read says why", "[files]")
{
    const ToolFolder bench;
    CHECK (reasonFor (bench.path ("none")) == "No such file or directory");
    CHECK (reasonFor (bench.folder) == "it is a folder");
    CHECK (reasonFor ("/dev/zero") == "it is a device, not a file");
    REQUIRE (::mkfifo (bench.path ("pipe").c_str(), 0600) == 0);
    CHECK (reasonFor (bench.path ("pipe")) == "it is a pipe, not a file");
    fs::create_symlink ("round", bench.path ("round"));
    CHECK (reasonFor (bench.path ("round")) == "Too many levels of symbolic links");
    bench.write ("locked", "1");
    fs::permissions (bench.path ("locked"), fs::perms::none);
    if (::geteuid() != 0) // root may read everything
        CHECK (reasonFor (bench.path ("locked")) == "Permission denied");
}

TEST_CASE ("every reader refuses pipes, devices, folders and six gigabytes at once, with the reason", "[files]")
{
    const ToolFolder bench;
    REQUIRE (::mkfifo (bench.path ("pipe").c_str(), 0600) == 0);
    fs::create_directory (bench.path ("folder"));
    bench.write ("large", "");
    fs::resize_file (bench.path ("large"), sixGigabytes);
    for (const auto& [name, complaint] : readers)
    {
        CAPTURE (name);
        // A pipe that nothing is written to, or a device without end, would be read for ever.
        CHECK_THAT (complaint (bench.path ("pipe")), EndsWith ("pipe: cannot be read: it is a pipe, not a file"));
        CHECK_THAT (complaint ("/dev/zero"), EndsWith ("zero: cannot be read: it is a device, not a file"));
        CHECK_THAT (complaint (bench.path ("folder")), EndsWith ("folder: cannot be read: it is a folder"));
        CHECK_THAT (complaint (bench.path ("nothing")),
                    EndsWith ("nothing: cannot be read: No such file or directory"));
        // Of a recording the beginning is read: here 64 MB of zeros.
        const bool reads = std::string_view (name) == "recording";
        CHECK_THAT (complaint (bench.path ("large")),
                    Contains (reads ? "this is not a WAV, AIFF, FLAC or Ogg file"
                                    : "large: cannot be read: it contains 6.0 GB; at most "));
    }
}

TEST_CASE ("JSON is read to sixteen levels, objects and lists, and to any number of brackets refused", "[files]")
{
    const auto nested = [] (std::size_t depth, bool closed, const std::string& open, const std::string& close)
    {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i)
            text += open;
        text += "1";
        for (std::size_t i = 0; closed && i < depth; ++i)
            text += close;
        return text;
    };
    const auto refusal = [] (const std::string& text) -> std::string
    {
        try
        {
            parseShallow (text);
        }
        catch (const NotJson&)
        {
            return "not JSON";
        }
        catch (const InputError& reason)
        {
            return reason.what();
        }
        return {};
    };
    for (const auto& [open, close] : { std::pair ("[", "]"), std::pair ("{\"a\":", "}") })
    {
        CHECK (refusal (nested (16, true, open, close)).empty());
        for (const std::size_t depth : { 17, 18, 100'000 })
            for (const bool closed : { true, false })
                CHECK (refusal (nested (depth, closed, open, close)) ==
                       "nested too deeply: at most 16 levels are read");
    }
    CHECK (refusal ("[1, 2") == "not JSON");
    CHECK (refusal ("1e999") == "not JSON");
    CHECK (refusal ("nan") == "not JSON");
}
