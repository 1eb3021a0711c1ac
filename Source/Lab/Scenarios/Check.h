// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <string>

namespace kolophon
{
/** An expected number of an experiment, and the obtained one. */
struct Check
{
    std::string name;                   // "f_max/Schelleng at beta = 0.0807"
    std::string unit = {};              // "N"; empty: a pure number
    double obtained = 0.0;              // NaN: the experiment did not give it
    double lowest = 0.0, highest = 0.0; // passing range; infinities: only reported
    double expected = 0.0;              // NaN if only bounds are known
    std::string source = {};            // of the expectation: "ReferenceNumbers.md R.6", "closed form"
    std::string notJudged = {};         // reason for not judging it, independent of its bounds; empty: it is judged

    bool judged () const { return notJudged.empty() && (std::isfinite (lowest) || std::isfinite (highest)); }
    bool passed () const { return obtained >= lowest && obtained <= highest; }
};
} // namespace kolophon
