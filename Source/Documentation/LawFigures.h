#pragma once

#include "../Reports/Figure.h"

#include <vector>

namespace kolophon
{
/** The figures of every friction law, computed with its own solve() and flow(), in the order of lawTable(), each law's
    own first. A law without a figure of its own making gets the one of its kind: driven by its velocity where a bristle
    remembers, as a block on a table where it sticks. */
std::vector<Figure> lawFigures ();
} // namespace kolophon
