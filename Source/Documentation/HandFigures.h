// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Figure.h"

namespace kolophon
{
/** The figure of compliant hands and of surfaces: in the section on the hand of Resources/Docs/Bodies.md. */
Figure handFigure ();
} // namespace kolophon
