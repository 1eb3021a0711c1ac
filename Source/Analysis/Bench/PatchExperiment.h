// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Tuning.h"
#include "../../Synth/Parameters/Patch.h"
#include "BowedStrings.h"

namespace kolophon
{
/** Nominal frequency of a key [Hz]: from the tuning, transposed by body.tune and body.fine. */
double nominalFrequency (int key, const Patch& patch, const Tuning& tuning = equalTuning) noexcept;

/** Wave impedance Z_0 [kg/s] of a patch's string at a key. */
double impedanceAt (const Patch& patch, const Tuning& tuning, int key);

/** Experiment with a patch's string under a steady bow at `position` with `speed` [m/s]. Contains only the values
    that theory's limits of force need: no force, no partials. */
Experiment experimentOf (const Patch& patch, const Tuning& tuning, int key, double position, double speed);
} // namespace kolophon
