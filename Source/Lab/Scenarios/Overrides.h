// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Scenario.h"

#include <set>

namespace kolophon::lab
{
/** Effects of a caller's settings on a scenario that was written without them. */
struct Overridden
{
    bool model = false;               // the motions differ from those of its expected numbers
    std::set<std::size_t> analyses;   // whose expectations the caller has replaced
    std::vector<std::string> remarks; // settings that reach some of the runs only
};

/** Changes the document. Throws InputError, also for a setting that every variant, or a sweep, overwrites: it would
    have no effect. */
Overridden overrideWith (Json& document, const std::vector<Setting>& settings);

/** True for the path of a value that changes the motions themselves; false if it concerns their computation (rate,
    tolerance, solver), storage or display. */
bool touchesModel (const std::string& path);
} // namespace kolophon::lab
