// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Figure.h"

/** Special figures of single laws, in addition to the generic ones. */
namespace kolophon
{
Figure breakawayFigure (); // Kolophon
Figure generatorFigure (); // LuGre: creep and burst, where the published law supplies energy
Figure powerFigure ();     // Dupont: Falaize & Roze's Fig. 1
Figure waitingFigure ();   // Armstrong: break-away force against waiting time
} // namespace kolophon
