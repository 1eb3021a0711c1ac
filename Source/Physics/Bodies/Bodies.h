#pragma once

#include "Bars.h"
#include "Discs.h"
#include "Glass.h"
#include "Plates.h"
#include "TunedBars.h"

namespace kolophon
{
/** THE list of bodies. Append only: the position is what the parameter body.type holds. The string and the block have
    their own physics (StringModes-inl.h, BlockBetweenStops-inl.h); everything else is a table of modes. */
inline constexpr BodyInfo bodies[] = {
    { "String", "Stiff string of bending modes, with torsional modes and the compliance of the modes left out.",
      "from the bridge (0) to the middle (0.5)", nullptr },
    { "Block", "Block on a floor between two stops: rubbed to and fro, it slides, sticks, knocks and rattles.", "", nullptr },
    bars::freeBar,
    bars::cantilever,
    bars::clampedBar,
    bars::hingedBar,
    glass::wineGlass,
    glass::bowl,
    plates::plate,
    plates::membrane,
    tunedbars::marimba,
    tunedbars::vibraphone,
    discs::disc,
};
} // namespace kolophon
