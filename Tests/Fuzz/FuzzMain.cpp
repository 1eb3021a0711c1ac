// SPDX-License-Identifier: GPL-3.0-or-later
#include "FuzzTargets.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/* For libFuzzer, which brings main(): the environment variable KOLOPHON_FUZZ names the target; "list" lists them, each
   with its seeds. Scripts/fuzz starts this. */

namespace
{
bool (*read) (kolophon::test::FuzzBytes) = nullptr;
}

extern "C" int LLVMFuzzerInitialize (int*, char***)
{
    const char* const name = std::getenv ("KOLOPHON_FUZZ");
    const std::string_view wanted = name != nullptr ? name : "list";
    const auto given = kolophon::test::fuzzTargets();
    std::vector<kolophon::test::FuzzTarget> all (given.begin(), given.end());
#ifdef KOLOPHON_CLAP
    all.push_back (kolophon::test::clapTarget);
#endif
    for (const auto& each : all)
        if (each.name == wanted)
        {
            read = each.read;
            return 0;
        }
    for (const auto& each : all)
        std::printf ("%s %s %s\n", std::string (each.name).c_str(), each.isText ? "text" : "bytes",
                     std::string (each.seeds).c_str());
    std::exit (wanted == "list" ? 0 : 2);
}

extern "C" int LLVMFuzzerTestOneInput (const std::uint8_t* data, std::size_t size)
{
    (void)read ({ data, size });
    return 0;
}
