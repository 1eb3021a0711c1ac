#pragma once

#include <cmath>
#include <string>

namespace kolophon
{
/** A number that an experiment was to give, beside what it gave. */
struct Check
{
    std::string name;                   // "f_max/Schelleng at beta = 0.0807"
    std::string unit = {};              // "N"; empty: a pure number
    double obtained = 0.0;              // not a number: the experiment did not give it
    double lowest = 0.0, highest = 0.0; // what passes; infinities: only reported
    double expected = 0.0;              // not a number where only bounds are known
    std::string source = {};            // where the expectation is from: "ReferenceNumbers.md R.6", "closed form"

    std::string notJudged = {}; // why nobody judges it, whatever its bounds; empty: they do

    bool judged () const { return notJudged.empty() && (std::isfinite (lowest) || std::isfinite (highest)); }
    bool passed () const { return obtained >= lowest && obtained <= highest; }
};
} // namespace kolophon
