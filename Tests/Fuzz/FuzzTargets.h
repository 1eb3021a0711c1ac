// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

/** What reads bytes from outside, one target a reader. Scripts/fuzz gives them bytes that a coverage-guided fuzzer
    invents, DamagedFilesTests.cpp good files with random damage. */
namespace kolophon::test
{
/** A promise about bad input was broken. */
struct BrokenPromise : std::logic_error
{
    using std::logic_error::logic_error;
};

inline void promise (bool holds, const std::string& what)
{
    if (! holds)
        throw BrokenPromise (what);
}

using FuzzBytes = std::span<const std::uint8_t>;

inline std::string_view textOf (FuzzBytes bytes)
{
    return { reinterpret_cast<const char*> (bytes.data()), bytes.size() };
}

struct FuzzTarget
{
    std::string_view name;

    /** Reads the bytes: returns whether they could be used, or throws BrokenPromise. */
    bool (*read) (FuzzBytes);

    /** Good inputs: patterns of paths from the root of the tree, between spaces. Empty: any bytes are good. */
    std::string_view seeds;

    bool isText = true;
};

std::span<const FuzzTarget> fuzzTargets ();
const FuzzTarget* findFuzzTarget (std::string_view name);

/** The sentence of a refusal is one line that a person can read. */
void promiseSentence (std::string_view sentence);

/** Bytes as calls of the C interface, in any order, with any numbers (FuzzCalls.cpp). */
bool callLibrary (FuzzBytes);

/** Bytes as what a patch of Pure Data does to its object (FuzzPureData.cpp). */
bool callPureData (FuzzBytes);

/** Bytes as events of a CLAP host, for programs that may load the plugin (FuzzClap.cpp). */
extern const FuzzTarget clapTarget;

/** Bytes as calls of what the page for browsers exports besides (FuzzCalls.cpp). */
bool callPage (FuzzBytes);
} // namespace kolophon::test
