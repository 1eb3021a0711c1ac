// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** The figures of every friction law, computed with its own solve() and flow(), in the order of lawTable(); special
    figures of a law come first. A law without special figures gets the generic one: driven by its velocity if it is
    a bristle law, as a block on a table if it sticks. */
std::vector<Figure> lawFigures ();
} // namespace kolophon
