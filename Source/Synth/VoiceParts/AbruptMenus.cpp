// SPDX-License-Identifier: GPL-3.0-or-later
#include "AbruptMenus.h"

namespace kolophon
{
void AbruptMenus::follow (const Patch& patch, const Heard& heard, double seconds) noexcept
{
    const auto wanted = of (patch);
    const std::array<bool, count> matters { heard.contact, heard.contact && heard.slotB,
                                            heard.side,    heard.pickups,
                                            heard.torsion, heard.secondBody };
    bool law = false, other = false;
    for (std::size_t n = 0; n < count; ++n)
        (n < laws ? law : other) |= matters[n] && wanted[n] != held[n];
    if ((law || other) && ! fade.isShut())
        return fade.out (seconds);
    held = wanted;
    if (law)
        settles = Fade::settling;
    else if (settles > 0.0)
        settles -= seconds;
    else if (! other)
        fade.in (seconds);
}
} // namespace kolophon
