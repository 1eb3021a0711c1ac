// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "CompareReport.h"
#include "Gnuplot.h"

#include <string>

namespace kolophon
{
/** The gnuplot script of one law's figure, an SVG picture: force against sliding speed, string velocity, bridge
    force, spectrum and the beginning of the sound; the first law of the comparison is drawn behind it in another
    colour. Both colours are from Okabe and Ito ("Color universal design"), distinguishable with every kind of colour
    vision. */
gnuplot::Script figureScript (const Comparison& comparison, const ComparedLaw& law);

/** The same figure in words. */
PictureWords figureWords (const Comparison& comparison, const ComparedLaw& law);
} // namespace kolophon
