// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

// Which bug of Tests/Mutants is awake: Scripts/mutate puts this header into a copy of the sources. A bug may leave
// unused what it ignores.
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wduplicated-branches"

namespace kolophon
{
inline int plantedBug = 0; // 0: none

/** Before any other initialisation: tables that are built then may hold bugs, too. */
[[gnu::constructor (101)]] inline void wakePlantedBug () noexcept
{
    if (const char* number = std::getenv ("KOLOPHON_MUTANT"))
        plantedBug = std::atoi (number);
}
} // namespace kolophon
