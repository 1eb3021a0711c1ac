// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace kolophon
{
/** Fade of a voice round a change that would be heard as a jump: out, the change in silence, and in. [audio] */
class Fade
{
public:
    static constexpr double settling = 0.06; // [s] of silence in which a body finds another motion

    void out (double seconds) noexcept { open = std::max (0.0, open - seconds / time); }
    void in (double seconds) noexcept { open = std::min (1.0, open + seconds / time); }
    bool isShut () const noexcept { return open == 0.0; }
    bool isOpen () const noexcept { return open == 1.0; }
    double gain () const noexcept { return open * open * (3.0 - 2.0 * open); }

private:
    static constexpr double time = 0.015; // [s] of each way

    double open = 1.0;
};
} // namespace kolophon
