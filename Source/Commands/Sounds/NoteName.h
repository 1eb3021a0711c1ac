// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Parses keys such as "G3", "C#4,E4,Bb2", "60": C4 is middle C, key 60. Throws Failure (2). */
std::vector<int> keysFromText (std::string_view text);
} // namespace kolophon
