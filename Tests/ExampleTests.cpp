// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Songs/PerformanceFile.h"
#include "Files/Sounds/WavFile.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

using namespace kolophon;
using namespace kolophon::test;
namespace fs = std::filesystem;

/** Every line that the documentation, or the program's own help, gives as an example, runs. */
namespace
{
/** Lines "kolophon …" of a text, without their comments. */
std::vector<std::string> examplesIn (const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream (text);
    for (std::string line; std::getline (stream, line);)
    {
        line.erase (0, line.find_first_not_of (' '));
        if (line.rfind ("kolophon ", 0) != 0)
            continue;
        line.erase (std::min (line.find ("  "), line.size()));
        line.erase (std::min (line.find (" # "), line.size()));
        lines.push_back (line);
    }
    return lines;
}

/** The lines of a page's blocks of that language, without comments and indentation. */
std::vector<std::string> linesOfBlocks (const std::string& page, const std::string& language)
{
    std::vector<std::string> lines;
    std::istringstream stream (page);
    bool inside = false;
    for (std::string line; std::getline (stream, line);)
    {
        line.erase (0, std::min (line.find_first_not_of (' '), line.size()));
        if (line.rfind ("```", 0) == 0)
            inside = ! inside && line == "```" + language;
        else if (inside && ! line.empty() && line[0] != '#')
        {
            line.erase (std::min (line.find (" # "), line.size()));
            lines.push_back (line.substr (0, line.find_last_not_of (' ') + 1));
        }
    }
    return lines;
}

/** Writes the files that a page tells its reader to save. */
void saveFilesOf (const std::string& page, const ToolFolder& bench)
{
    static const std::regex saved ("Save this as `([^`]+)`:\n\n```[a-z]*\n");
    for (std::sregex_iterator one (page.begin(), page.end(), saved), end; one != end; ++one)
    {
        const auto from = static_cast<std::size_t> (one->position() + one->length());
        bench.write ((*one)[1], page.substr (from, page.find ("```", from) - from));
    }
}

/** The same line with less to compute: seconds, cells of maps, laws. Words and options stay. */
std::string shortened (std::string line)
{
    const auto starts = [&line] (const char* words) { return line.rfind (words, 0) == 0; };
    if (starts ("kolophon render") || starts ("kolophon map"))
    {
        line = std::regex_replace (line, std::regex (" --seconds [0-9.]+"), "") +
               (starts ("kolophon map") ? " --seconds 0.2" : " --seconds 0.05");
    }
    if (starts ("kolophon map"))
    {
        // id=low:high[:lin|log[:cells]]
        const std::regex bare ("(--[xy] [a-z._]+=[^\" :]+:[^\" :]+)(?::lin|:log)?(?::[0-9]+)?(?= )");
        const std::regex quoted ("(--[xy] [a-z._]+=\"[^\":]+:[^\":]+)(?::lin|:log)?(?::[0-9]+)?\"");
        line = std::regex_replace (std::regex_replace (line, bare, "$1:lin:2"), quoted, "$1:lin:2\"");
    }
    if (starts ("kolophon render") && line.find (" --tail ") == std::string::npos)
        line += " --tail 0.1";
    if (starts ("kolophon take"))
        line = std::regex_replace (line, std::regex (" --(count|seconds) [0-9.]+"), "") + " --count 2 --seconds 0.05";
    if (starts ("kolophon panels"))
        line = std::regex_replace (line, std::regex (" --count [0-9]+"), "") + " --count 2";
    if (starts ("kolophon measure -p"))
        line += " --seconds 1.2";
    const bool isOfGuide = line.find ("Course/") != std::string::npos || line.find ("belt.json") != std::string::npos;
    if (starts ("kolophon lab") && ! isOfGuide && line.find (" -o ") != std::string::npos)
        line += " --set run.seconds=0.05";
    if (starts ("kolophon lab stick-slip"))
        line += " --set run.seconds=0.2";
    return line;
}

std::string prepared (const ToolFolder& bench)
{
    // One G3 of a tenth of a second: 96 ticks a quarter at 120 beats a minute.
    bench.write ("song.mid",
                 std::string ("MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\14\0\x90\x37\x50\x13\x80\x37\0\0\xff\x2f\0", 34));
    // A pan: three modes that ring for a second.
    bench.write ("modes.json", R"({"kolophon_body": 1, "base_frequency": 220, "mass": 0.2, "modes": [
        {"frequency": 220, "t60": 0.6}, {"frequency": 517, "t60": 0.5}, {"frequency": 913, "t60": 0.4}]})");
    bench.write ("my-door.json", R"({"kolophon_gesture": 1, "points": [[0, 0.1, 1], [1, 0.2, 1.5]]})");
    bench.write ("my-experiment.json", R"({ "kolophon_scenario": 1, "title": "x", "body": { "kind": "mass", "mass": 1 },
        "law": { "id": "coulomb", "mu_static": 1, "mu_kinetic": 1 }, "drive": { "push": 2 }, "run": { "seconds": 1, "rate": 100 } })");
    RecordedPerformance performance;
    performance.log.end = 4800;
    performance.log.events = { { 0, LoggedEvent::Kind::event, { 0, PerformanceEvent::Type::noteOn, 0, 57, 0.6 }, 0 } };
    bench.write ("last.performance", performanceToJson (performance));
    bench.write ("werckmeister.scl", "Two\n2\n3/2\n2/1\n");
    bench.write ("speed.csv", "seconds,value\n0,0.1\n0.05,0.3\n");
    // The response of a fiddle: one mode.
    std::vector<double> response;
    for (int n = 0; n < 4000; ++n)
        response.push_back (0.5 * std::exp (-0.002 * n) * std::cos (0.06 * n));
    WavFile fiddle (bench.path ("fiddle.wav"), 48000, WavFormat::pcm24, 1.0, "", "", 1);
    fiddle.write (response);
    fiddle.finish();
    fs::create_directories (bench.path ("presets"));
    for (const char* name : { "mine.json", "old.json", "presets/one.json" })
        bench.write (name, presetToJson (Preset()));
    const auto outcome = bench.shell (
        "\"$K\" render --note A3 --seconds 0.1 --rate 22050 -o pan.wav --body modes.json --set out.box=none --tail 1 "
        "--quiet;"
        " cp pan.wav bell.wav;"
        " \"$K\" render --note G3 --seconds 1.5 -o cello-g2.wav --tail 0.2 --quiet; cp cello-g2.wav "
        "violin-a4.wav; cp cello-g2.wav voice.wav; cp cello-g2.wav melody.wav");
    return outcome.err;
}

/** True for lines that a test does not run: minutes of everything, and the words "the same command again". */
bool isLeftOut (const std::string& line)
{
    return line.rfind ("kolophon lab all", 0) == 0 || line.rfind ("kolophon lab measured", 0) == 0 ||
           line.find ("…") != std::string::npos;
}

const fs::path guide = KOLOPHON_SOURCE_FOLDER "/Resources/Docs/Guide";
} // namespace

TEST_CASE ("every command of the user guide runs, with the files that its page gives", "[examples][long]")
{
    ToolFolder bench;
    INFO (prepared (bench));
    fs::create_symlink (KOLOPHON_TOOL, bench.path ("kolophon"));
    int pages = 0, commands = 0;
    for (const auto& entry : fs::directory_iterator (guide))
    {
        if (entry.path().extension() != ".md" || entry.path().filename() == "Course.md")
            continue;
        const auto page = contents (entry.path());
        INFO (entry.path().filename().string());
        saveFilesOf (page, bench);
        ++pages;
        for (const auto& line : linesOfBlocks (page, "sh"))
        {
            if (isLeftOut (line))
                continue;
            const auto cheap = shortened (line);
            const auto outcome = bench.shell ("PATH=\"$PWD:$PATH\"; " + cheap);
            INFO (line << "\nas " << cheap << "\n" << outcome.err);
            CHECK (outcome.code == 0);
            ++commands;
        }
    }
    CHECK (pages >= 12);
    CHECK (commands > 50);
}

TEST_CASE ("the exercises of the course pass with right answers and miss with wrong ones", "[examples][long]")
{
    ToolFolder bench;
    const auto page = contents (guide / "Course.md");
    fs::copy (guide / "Course", bench.path ("Course"));
    int right = 0, wrong = 0;
    for (const auto& line : linesOfBlocks (page, "sh"))
    {
        const auto outcome = bench.shell ("\"$K\"" + shortened (line).substr (8));
        INFO (line << "\n" << outcome.out << outcome.err);
        CHECK (outcome.code == 0);
        if (line.find ("analyses[0].") != std::string::npos)
        {
            CHECK (outcome.out.find ("\n  pass  ") != std::string::npos); // judged, not only reported
            ++right;
        }
    }
    for (const auto& line : linesOfBlocks (page, "text"))
    {
        const auto outcome = bench.shell ("\"$K\"" + line.substr (8));
        INFO (line << "\n" << outcome.out << outcome.err);
        CHECK (outcome.code == 4);
        ++wrong;
    }
    CHECK (right >= 6);
    CHECK (wrong == 6);
    for (const auto& entry : fs::directory_iterator (guide / "Course"))
        CHECK (page.find ("Course/" + entry.path().filename().string() + " -o results/") != std::string::npos);
}

TEST_CASE ("every example of the README and of the help runs", "[examples][long]")
{
    ToolFolder bench;
    INFO (prepared (bench));
    std::vector<std::string> lines;
    const auto add = [&lines] (const std::string& text)
    {
        for (auto& line : examplesIn (text))
            if (std::find (lines.begin(), lines.end(), line) == lines.end())
                lines.push_back (std::move (line));
    };
    for (const auto& line : linesOfBlocks (contents (KOLOPHON_SOURCE_FOLDER "/README.md"), "sh"))
        add (line);
    for (const char* command : { "", "render", "map", "panels", "measure", "lab", "body", "list", "take", "preset" })
        add (bench.run (std::string (command) + " --help").out);
    CHECK (lines.size() > 25);
    // A body's file before what is rubbed with it.
    std::stable_partition (lines.begin(), lines.end(),
                           [] (const std::string& line) { return line.rfind ("kolophon body", 0) == 0; });
    for (const auto& line : lines)
    {
        if (isLeftOut (line))
            continue;
        const auto cheap = shortened (line);
        std::smatch folder; // of an earlier line with other settings
        if (std::regex_search (cheap, folder, std::regex (" -o ([a-z]+)/")))
            fs::remove_all (bench.path (folder[1]));
        const auto outcome = bench.shell ("\"$K\"" + cheap.substr (8));
        INFO (line << "\nas " << cheap << "\n" << outcome.err);
        CHECK (outcome.code == 0);
    }
}
