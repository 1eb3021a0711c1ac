#pragma once

#include "../Synth/Patch.h"
#include "../Synth/Tuning.h"
#include "BowedStrings.h"

namespace kolophon
{
/** Z_0 [kg/s] of a patch's string at a key. */
double impedanceAt (const Patch& patch, const Tuning& tuning, int key);

/** A patch's string under a steady bow at `position` with `speed` [m/s], as far as theory's limits ask: no force, no
    partials. */
Experiment experimentOf (const Patch& patch, const Tuning& tuning, int key, double position, double speed);
} // namespace kolophon
