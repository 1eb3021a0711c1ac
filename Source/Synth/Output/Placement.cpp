// SPDX-License-Identifier: GPL-3.0-or-later
#include "Placement.h"

namespace kolophon
{
void Placement::process (const Heard (&ears)[2], const double* width, int oversampling, double (&placed)[2][maxSamples],
                         int samples) noexcept
{
    double sides[2][2 * maxSamples];
    for (int at = 0; at < samples * oversampling; ++at)
    {
        sides[0][at] = ears[0].middle[at] + width[at] * ears[0].side[at];
        sides[1][at] = ears[1].middle[at] - width[at] * ears[1].side[at];
    }
    channels[0].rate.process (sides[0], oversampling, placed[0], samples);
    channels[1].rate.process (sides[1], oversampling, placed[1], samples);
    // Both channels in one loop, because each recursion waits for its own last sample.
    const auto block = [its = pole] (auto& last, double& sample)
    {
        const double middle = sample - last.in + its * last.middle;
        last = { sample, middle, middle - last.middle + its * last.out };
        sample = last.out;
    };
    auto left = channels[0].blocker, right = channels[1].blocker;
    for (int n = 0; n < samples; ++n)
    {
        block (left, placed[0][n]);
        block (right, placed[1][n]);
    }
    channels[0].blocker = left;
    channels[1].blocker = right;
}
} // namespace kolophon
