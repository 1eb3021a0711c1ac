#pragma once

#include "../Reports/Figure.h"

namespace kolophon
{
/** How hands yield and what surfaces do to them: the picture of the section on the hand in Resources/Docs/Bodies.md. */
Figure handFigure ();
} // namespace kolophon
