// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Figure.h"

namespace kolophon
{
/** The figure of the block between its stops: Klaffenbach's run, and a note. */
Figure blockFigure (int body);
} // namespace kolophon
