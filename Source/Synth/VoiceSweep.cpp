#include "../Core/Units.h"
#include "Voice.h"

#include <algorithm>
#include <cmath>

/** Pitches that move fast. The step coefficients of a body stand still over a stretch, so that a sweep is a staircase,
    whose steps are heard as images of the tone round multiples of the control rate. Of a step by df, held for T:

        in phase       the parabola between the staircase and the line under it, df T/(2 pi) of the tone
        in amplitude   where the taps go with pitch, their step, dA/A 1/(2 pi)

    The first falls with the square of the number of parts that the step is made in. The second is taken back by the
    gain, which goes in straight lines (planGain). What moves by less than `heardStep` in a stretch is below -90 dB as
    it is, and keeps the bits that it has always had. */
namespace kolophon
{
namespace
{
constexpr double heardStep = 0.5;                   // [cent] a stretch
constexpr double heardImage = 2e-5;                 // of the tone: -94 dB
constexpr int mostParts = 4;                        // of a stretch
constexpr double centsInNeper = 1731.2340490667561; // 1200/ln 2
} // namespace

bool Voice::isSwept (const Plan& plan) noexcept
{
    return 100.0 * std::abs (plan.swept) > heardStep;
}

void Voice::planSweep (const Plan& plan, double pitchBefore, double gainBefore) noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    sweep = {};
    double& pitch = group->string.fundamental[at];
    if (! isSwept (plan) || group->isBlock (at) || ! (pitchBefore > 0.0) || pitch == pitchBefore)
        return;
    const double image = pitch * (100.0 * std::abs (plan.swept) / centsInNeper) * plan.seconds / (2.0 * pi);
    while (sweep.parts < mostParts && image > heardImage * sweep.parts * sweep.parts)
        sweep.parts *= 2;
    if (sweep.parts == 1)
        return;
    sweep.left = sweep.parts - 1;
    sweep.steps = plan.steps / sweep.parts;
    sweep.goal = pitch;
    sweep.ratio = std::sqrt (pitch / pitchBefore);
    if (sweep.parts == 4)
        sweep.ratio = std::sqrt (sweep.ratio);
    auto lower = plan.body;
    lower.pitch /= sweep.ratio;
    sweep.tapRatio = ofBody ([&] (const BodyKind& its, auto) { return its.tap (plan.body) / its.tap (lower); });
    pitch = pitchBefore * sweep.ratio;
    sweep.gainFrom = gainBefore;
    sweep.gainTo = gain.now + gain.step * plan.steps;
    for (int part = 1; part < sweep.parts; ++part)
        gain.now *= sweep.tapRatio; // the taps are not yet where planGain() saw them
    gain.step = (gainBefore + (sweep.gainTo - gainBefore) / sweep.parts - gain.now) / sweep.steps;
}

void Voice::moveSweep() noexcept
{
    const auto at = static_cast<std::size_t> (lane);
    if (sweep.left == 0)
        return;
    --sweep.left;
    double& pitch = group->string.fundamental[at];
    pitch = shadow->string.fundamental[at] = sweep.left == 0 ? sweep.goal : pitch * sweep.ratio;
    gain.now /= sweep.tapRatio;
    const double done = static_cast<double> (sweep.parts - sweep.left) / sweep.parts;
    gain.step = (sweep.gainFrom + done * (sweep.gainTo - sweep.gainFrom) - gain.now) / sweep.steps;
}
} // namespace kolophon
