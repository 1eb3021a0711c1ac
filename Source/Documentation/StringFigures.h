// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** Figures of bowed strings, from maps computed with the engine's own loops: Schelleng's limits, Guettler's attacks,
    the pitch under rising bow force, and aliasing between the harmonics at different rates. */
std::vector<Figure> stringFigures ();
} // namespace kolophon
