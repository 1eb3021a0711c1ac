#pragma once

#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** What a string does under a bow, in maps that the engine's own loops fill: Schelleng's limits, Guettler's attacks,
    the pitch under the hand's weight, and what a rate leaves between the harmonics. */
std::vector<Figure> stringFigures ();
} // namespace kolophon
