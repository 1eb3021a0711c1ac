#pragma once

#include "CompareReport.h"
#include "GnuplotScript.h"

#include <string>

namespace kolophon
{
/** The gnuplot script of one law's figure, an SVG picture: force against sliding speed, string velocity, bridge force,
    spectrum and the beginning of the sound; the first law of the comparison lies behind in another colour. Both colours
    are Okabe and Ito's ("Color universal design"), which every kind of colour vision tells apart. */
gnuplot::Script figureScript (const Comparison& comparison, const ComparedLaw& law);
} // namespace kolophon
