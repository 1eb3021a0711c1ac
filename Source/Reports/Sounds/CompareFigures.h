// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Measuring/Comparison.h"
#include "../Pages/Plot.h"

namespace kolophon
{
/** One law's figure: force against sliding speed, string velocity, bridge force, spectrum and the beginning of the
    sound; the first law of the comparison is drawn behind it in another colour. */
Picture comparePicture (const Comparison& comparison, const ComparedLaw& law);
} // namespace kolophon
