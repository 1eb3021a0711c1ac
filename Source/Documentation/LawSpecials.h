#pragma once

#include "../Reports/Figure.h"

/** Figures that one law has beside that of its kind. */
namespace kolophon
{
Figure breakawayFigure (); // Kolophon
Figure generatorFigure (); // LuGre: creep and burst, where the printed law pays out
Figure powerFigure ();     // Dupont: Falaize & Roze's Fig. 1
Figure waitingFigure ();   // Armstrong: break-away force against waiting time
} // namespace kolophon
