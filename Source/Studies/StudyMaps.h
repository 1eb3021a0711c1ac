// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Study.h"

namespace kolophon
{
/** Studies that are maps, sweeps and tables of many runs of the engine. */
std::span<const Study> mapStudies () noexcept;

namespace study // one per file
{
extern const Study helmholtz, schelleng, flattening, guettler, aliasing, literatureDafx, literatureMatusiak, bowedBar,
    glass, saw, hinge, bowingMachine, attackMachine, bodyModes, cup;
}
} // namespace kolophon
