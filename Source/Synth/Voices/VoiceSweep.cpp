// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Units.h"
#include "Voice.h"

#include <algorithm>
#include <cmath>

/** Fast pitch changes. The step coefficients of a body are constant over a segment, so that a sweep becomes a
    staircase, whose steps are heard as images of the tone around multiples of the control rate. For a step by df, held
    for T:

        in phase       the parabola between the staircase and the straight line, df T/(2 pi) of the tone
        in amplitude   if the taps depend on pitch, their step, dA/A 1/(2 pi)

    The first falls with the square of the number of parts that the step is divided into. The second is compensated by
    the gain, which moves in straight lines (planGain). A pitch that moves by less than `heardStep` per segment is below
    -90 dB without division, and is left bit-identical. */
namespace kolophon
{
namespace
{
constexpr double heardStep = 0.25;  // [cent] per segment
constexpr double heardImage = 2e-5; // of the tone: -94 dB
constexpr int mostParts = 8;        // per segment
} // namespace

bool Voice::isSwept (const Plan& plan) noexcept
{
    return 100.0 * std::abs (plan.swept) > heardStep;
}

/** Divides the segment into parts. The mean pitch over the parts equals the planned pitch, as without parts, so that a
    change between the two causes no jump in phase. The amplitude moves linearly from its last value to the plan's. */
void Voice::planSweep (const Plan& plan, double gainBefore, double tapBefore) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    const double pitch = group->string.fundamental[at];
    const double pitchBefore = std::exchange (plannedPitch, pitch);
    sweep = {};
    if (! isSwept (plan) || group->isBlock (at) || ! (pitchBefore > 0.0) || ! (tapBefore > 0.0))
        return;
    const double image = pitch * (100.0 * std::abs (plan.swept) / centsPerNeper) * plan.seconds / (2.0 * pi);
    while (sweep.parts < mostParts && image > heardImage * sweep.parts * sweep.parts)
        sweep.parts *= 2;
    if (sweep.parts == 1)
        return;
    sweep.left = sweep.parts - 1;
    sweep.steps = plan.steps / sweep.parts;
    const double whole = pitch / pitchBefore;
    sweep.ratio = whole;
    for (int parts = 1; parts < sweep.parts; parts *= 2)
        sweep.ratio = std::sqrt (sweep.ratio);
    auto first = plan.body, lower = plan.body;
    lower.pitch /= sweep.ratio;
    const double below = std::sqrt (whole / sweep.ratio); // ratio of the parts' mean pitch to that of the first
    first.pitch /= below;
    const auto tapOf = [this] (const BodyRequest& request)
    { return ofBody ([&request] (const BodyKind& its, auto) { return its.tap (request); }); };
    sweep.tapRatio = tapOf (plan.body) / tapOf (lower);
    sweep.from = gainBefore * tapBefore;
    sweep.to = (gain.now + gain.step * plan.steps) * tapNow;
    setInput (group->string.fundamental, pitch / below);
    tapNow = tapOf (first);
    gain.now = sweep.from / tapNow;
    aimSweep();
}

/** Sets the gain's slope for the current part. */
void Voice::aimSweep() noexcept
{
    const double done = static_cast<double> (sweep.parts - sweep.left) / sweep.parts;
    gain.step = ((sweep.from + done * (sweep.to - sweep.from)) / tapNow - gain.now) / sweep.steps;
}

void Voice::moveSweep() noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    if (sweep.left == 0)
        return;
    --sweep.left;
    setInput (group->string.fundamental, group->string.fundamental[at] * sweep.ratio);
    shadow->coefficients.set (shadow->string.fundamental[at], at, group->string.fundamental[at]);
    gain.now /= sweep.tapRatio;
    tapNow *= sweep.tapRatio;
    aimSweep();
}
} // namespace kolophon
