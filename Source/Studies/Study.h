// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Scenarios/Fields.h"
#include "../Reports/Pages/StudyResult.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kolophon
{
/** Threads, progress display and interruption of a study. */
struct StudyContext
{
    int jobs = 1;
    std::function<void (double fraction)> progress = [] (double) {}; // 0 … 1
    std::function<bool()> interrupted = [] { return false; };        // called from any thread
};

/** An experiment other than motions of one contact: a map, a sweep, a table over many runs. Its fields stand in the
    scenario under "study", beside its kind; every field that prepare() reads can be set there. */
struct Study
{
    std::string_view kind;
    const char* meaning;
    /** Reads the fields (and only these) and returns the function that runs the study; in a call that only describes
        the fields, that function is not used. */
    std::function<StudyResult (const StudyContext&)> (*prepare) (lab::Fields&);
};
std::span<const Study> studies () noexcept;
} // namespace kolophon
