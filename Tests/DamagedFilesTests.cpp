// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fuzz/FuzzTargets.h"
#include "Support/Damage.h"
#include "Support/LongRun.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

/** Files as a bad disk, a bad editor or a bad friend leaves them: those of the archive and of the factory, damaged at
    random. They are read whole, or refused in a sentence; what was read is written as it was read, and can be played
    (FuzzTargets.cpp says what is promised of each kind). */

using namespace kolophon::test;
namespace fs = std::filesystem;

namespace
{
/** Contents of the files that a target's patterns name, in the order of their names. */
std::vector<std::string> seedsOf (const FuzzTarget& target)
{
    std::set<fs::path> paths;
    std::istringstream patterns { std::string (target.seeds) };
    for (std::string pattern; patterns >> pattern;)
    {
        const auto full = fs::path (KOLOPHON_SOURCE_FOLDER) / pattern;
        const auto name = full.filename().string();
        const auto star = name.find ('*');
        for (const auto& entry : fs::directory_iterator (full.parent_path()))
            if (const auto found = entry.path().filename().string();
                found.starts_with (name.substr (0, star)) && found.ends_with (name.substr (star + 1)))
                paths.insert (entry.path());
    }
    std::vector<std::string> texts;
    for (const auto& path : paths)
        texts.push_back (contents (path));
    return texts;
}

bool read (const FuzzTarget& target, const std::string& text)
{
    return target.read ({ reinterpret_cast<const std::uint8_t*> (text.data()), text.size() });
}

std::string hurt (const FuzzTarget& target, const std::vector<std::string>& seeds, Dice& dice)
{
    if (seeds.empty())
        return anyBytes (1 + dice.below (200), dice);
    const auto& seed = seeds[dice.below (seeds.size())];
    if (! target.isText)
        return damaged (seed, dice, anyBytes (16, dice));
    // One in two is damaged anywhere, one in two only in its numbers, which leaves more of them readable. Most of a
    // performance is its preset: half of its wounds are behind that.
    const auto begin = dice.below (2) == 0 ? std::min (seed.find ("\"events\""), seed.size()) : seed.size();
    const auto from = begin == seed.size() ? 0 : begin;
    const auto rest = seed.substr (from);
    return seed.substr (0, from) + (dice.below (2) == 0 ? damaged (rest, dice, jsonAlphabet) : misprinted (rest, dice));
}

/** Reads a target's good files, then damaged ones, of which more than `least` can be read: otherwise little but
    refusals was tried. */
void endure (std::string_view name, int count, int least)
{
    const auto& target = *findFuzzTarget (name);
    const auto seeds = seedsOf (target);
    for (const auto& seed : seeds)
        CHECK (read (target, seed));
    Dice dice (21);
    int readable = 0;
    for (int round = 0; round < count; ++round)
    {
        CAPTURE (round);
        readable += read (target, hurt (target, seeds, dice)) ? 1 : 0;
    }
    INFO (readable << " of " << count);
    CHECK (readable > least);
}
} // namespace

TEST_CASE ("damaged files are read or refused", "[damaged]")
{
    struct Case
    {
        const char* target;
        int few, many, least; // of rounds, that can be read
    };
    const auto& [target, few, many, least] = GENERATE (
        Case { "state", 400, 8000, 20 }, Case { "performance", 900, 9000, 45 }, Case { "body", 2000, 20000, 100 },
        Case { "gesture", 4000, 40000, 100 }, Case { "tuning", 6000, 60000, 1000 }, Case { "midi", 2000, 20000, 500 },
        Case { "sound", 2000, 20000, 100 }, Case { "curve", 4000, 40000, 200 }, Case { "part", 200, 10000, 10 },
        Case { "scenario", 600, 6000, 30 }, Case { "number", 300, 3000, 15 });
    endure (target, rounds (few, many), rounds (least, least));
}

TEST_CASE ("calls of the C interface and of the page in any order, with any numbers, leave a synth that plays",
           "[damaged]")
{
    const std::string target = GENERATE ("library", "page");
    endure (target, rounds (300, 20000), rounds (15, 15));
}

TEST_CASE ("anything that a patch of Pure Data does leaves an object that plays", "[damaged]")
{
    if (findFuzzTarget ("puredata") != nullptr) // where Pure Data's header is
        endure ("puredata", rounds (300, 20000), rounds (15, 15));
}
