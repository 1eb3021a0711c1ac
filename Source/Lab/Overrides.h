#pragma once

#include "Scenario.h"

#include <set>

namespace kolophon::lab
{
/** What settings of a caller mean for a scenario that was written without them. */
struct Overridden
{
    bool model = false;               // other motions than those that its numbers are about
    std::set<std::size_t> analyses;   // expectations that the caller has stated anew
    std::vector<std::string> remarks; // settings that reach some of the runs only
};

/** Changes the document. Throws Refusal, also for a setting that every variant, or a sweep, sets again: it would do
    nothing. */
Overridden overrideWith (Json& document, const std::vector<Setting>& settings);

/** True for the path of a value that decides about the motions themselves; not where it is how they are computed (rate,
    tolerance, solver), kept or shown. */
bool touchesModel (const std::string& path);
} // namespace kolophon::lab
