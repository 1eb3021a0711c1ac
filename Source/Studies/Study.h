#pragma once

#include "../Lab/Fields.h"
#include "../Reports/StudyResult.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kolophon
{
/** What a study may use of the world. */
struct StudyContext
{
    int jobs = 1;
    std::function<void (double fraction)> progress = [] (double) {}; // 0 … 1
    std::function<bool()> interrupted = [] { return false; };        // any thread may ask
};

/** An experiment that is more than motions of one contact: a map, a sweep, a table over many runs. Its fields stand in
    the scenario under "study", beside its kind; what it reads is what can be set. */
struct Study
{
    std::string_view kind;
    const char* meaning;
    /** Reads the fields (and only these) and gives what runs; while describing, what runs is not used. */
    std::function<StudyResult (const StudyContext&)> (*prepare) (lab::Fields&);
};
std::span<const Study> studies () noexcept;
} // namespace kolophon
