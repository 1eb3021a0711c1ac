// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** Chooses one of the first `count` voices for a new key: the string that sounds this key already, unless another note
    with a number of its own holds it; else one at rest; else the faintest of those in release; else the one with the
    oldest stroke. [audio] */
template <class Voices>
int chooseVoice (const Voices& voices, int count, int channel, int key, std::uint32_t note = 0) noexcept
{
    const auto voice = [&voices](int v) -> const auto&
    {
        return voices[static_cast<std::size_t> (v)];
    };
    int unused = -1, faintest = -1, oldest = 0;
    for (int v = 0; v < count; ++v)
    {
        if (voice (v).plays (channel, key) &&
            (note == 0 || ! voice (v).isHeld() || voice (v).noteNumber() == note || voice (v).noteNumber() == 0))
            return v;
        if (! voice (v).isAwake())
        {
            if (unused < 0)
                unused = v;
        }
        else if (! voice (v).isHeld() && (faintest < 0 || voice (v).lastEnergy() < voice (faintest).lastEnergy()))
            faintest = v;
        if (voice (v).order() < voice (oldest).order())
            oldest = v;
    }
    return unused >= 0 ? unused : (faintest >= 0 ? faintest : oldest);
}
} // namespace kolophon
