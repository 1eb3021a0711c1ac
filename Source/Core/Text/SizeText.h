// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "NumberText.h"

#include <array>
#include <string>

namespace kolophon
{
/** "64 MB", "1.5 kB" (powers of 1000) */
inline std::string sizeText (double bytes)
{
    constexpr std::array units { "bytes", "kB", "MB", "GB", "TB" };
    std::size_t unit = 0;
    for (; bytes >= 1000.0 && unit + 1 < units.size(); ++unit)
        bytes /= 1000.0;
    return fixed (bytes, unit == 0 || bytes >= 9.95 ? 0 : 1) + " " + units[unit];
}
} // namespace kolophon
