#pragma once

#include "../Reports/Figure.h"

namespace kolophon
{
/** The block between its stops: Klaffenbach's run, and a note. */
Figure blockFigure (int body);
} // namespace kolophon
