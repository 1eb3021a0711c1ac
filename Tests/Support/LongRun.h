// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>

namespace kolophon::test
{
/** True when the long sweeps were asked for (Scripts/test --long). */
inline bool longRun ()
{
    const char* const asked = std::getenv ("KOLOPHON_LONG");
    return asked != nullptr && *asked != '\0';
}

/** How many of the random cases are tried that must all hold: `often` in long sweeps, `usual` else; an eighth of that
    where every step is watched and slow (Scripts/sanitize). */
inline int rounds (int usual, int often)
{
    if (longRun())
        return often;
    return std::getenv ("KOLOPHON_SHORT") != nullptr ? std::max (1, usual / 8) : usual;
}

/** The same, thirty times as often in long sweeps. */
inline int rounds (int usual)
{
    return rounds (usual, 30 * usual);
}
} // namespace kolophon::test
