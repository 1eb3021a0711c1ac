// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Parameters/Patch.h"

#include <cstdint>
#include <string_view>
#include <vector>

/** Variations of parameters from take to take:

        hand.speed=±20%,hand.position=0.08:0.16,*.seed=*

    A name is a parameter's id, or a pattern for several ids if it contains a *. Behind the equals sign: ±20% of the
    preset's value (+- does as well), ±5 mm/s around it, a range 0.08:0.16 in the parameter's range, or * for the
    whole range of the parameter. If two entries match the same parameter, the later one applies. */
namespace kolophon
{
struct Variation
{
    enum class Kind { range, factor, offset };

    std::size_t parameter = 0; // of the table
    Kind kind = Kind::range;
    double lowest = 0.0, highest = 0.0; // range: in the parameter's unit
    double amount = 0.0;                // factor: fraction of the value; offset: in the parameter's unit
};

/** Parses variations: in the order of the table, each parameter once. The error is one sentence that names the
    invalid entry. */
Result<std::vector<Variation>> variationsFromText (std::string_view text);

/** The patch of one take. The random value for a parameter depends only on seed, take and the parameter's id:
    varying one more parameter doesn't change the others. Values are limited to the parameter's range. */
Patch varied (const Patch& patch, const std::vector<Variation>& variations, std::uint64_t seed, int take);
} // namespace kolophon
