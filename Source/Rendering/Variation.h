#pragma once

#include "../Core/Error.h"
#include "../Synth/Patch.h"

#include <cstdint>
#include <string_view>
#include <vector>

/** What differs from take to take:

        hand.speed=±20%,hand.position=0.08:0.16,*.seed=*

    A name is a parameter's id, or stands for several where it holds a *. Behind the equals sign: ±20% of the value that
    the preset has (+- does as well), ±5 mm/s around it, a range 0.08:0.16 on the way of the knob, or * for all that the
    parameter can be. Of two that mean the same parameter the last counts. */
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

/** In the order of the table, each parameter once; or one sentence that names what can't be varied so. */
Result<std::vector<Variation>> variationsFromText (std::string_view text);

/** The patch of one take. What a take draws for a parameter depends on seed, take and the parameter's id alone: whoever
    varies one more changes nothing about the others. A value that would leave its range is the range's border. */
Patch varied (const Patch& patch, const std::vector<Variation>& variations, std::uint64_t seed, int take);
} // namespace kolophon
