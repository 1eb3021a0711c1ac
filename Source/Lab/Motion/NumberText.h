// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon::lab
{
/** "1e12", "0.25": as short as it is exact. */
std::string numberText (double value);

/** "48000.0", "0.0001", "2e-05": as short as it is exact, and as JSON files write it. */
std::string decimalText (double value);
} // namespace kolophon::lab
