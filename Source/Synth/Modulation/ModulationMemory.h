// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Limits.h"
#include "../Parameters/Modulation.h"

#include <array>
#include <cstddef>

namespace kolophon
{
/** State of the modulation in silence, except the routes, in the order of ModulationMatrix::eachNumber(): six numbers
    and the sources, of the free-running stroke and of the latest one, four of the latter's contact, and two envelopes
    per voice. */
using ModulationMemory = std::array<double, 2 * (6 + modulationSourceCount) + 4 + limits::maxVoices * 2 * 4 + 1>;
} // namespace kolophon
