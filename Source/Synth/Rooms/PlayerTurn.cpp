// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayerTurn.h"

#include "../../Core/Noise.h"
#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"
#include "../Bodies/BodyTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double slowestSwing = 0.06, swingOctaves = 4.64; // [Hz] and above it: 0.06 to 1.5 Hz
constexpr double angle = 0.17, widest = 1.0;               // [rad] rms, of the shoulders; largest
constexpr double arm = 0.35;                               // [m] from the axis of the player to the bridge
constexpr double sway = 0.03;                              // [m] rms, to and fro
constexpr double quickest = 2.0, quickestStep = 0.7;       // [1/s] of the sine, [m/s]
constexpr double opening = 10.0;                           // [1/s] of the walls

constexpr double wallsFrom = 200.0, wallsWhole = 400.0; // [%] of Turning
constexpr double livingHand = 50.0;                     // [%] of Human, from which on the walls are whole

/** Part of the walls that is heard. They make keys uneven, as a room does, so that only those have them who ask for
    more turning than the usual. */
double wallsOf (const Patch& patch) noexcept
{
    const double asked = (patch.humanTurningPercent - wallsFrom) / (wallsWhole - wallsFrom);
    return std::clamp (asked, 0.0, 1.0) * std::min (1.0, patch.voiceHumanisePercent / livingHand);
}

/** Strength of the motion: instruments with strings are held; what else is rubbed stands. */
double strengthOf (const Patch& patch) noexcept
{
    const auto& body = bodyTable()[static_cast<std::size_t> (patch.bodyType)];
    return body.model == BodyModel::string ? 1e-4 * patch.voiceHumanisePercent * patch.humanTurningPercent : 0.0;
}
} // namespace

void PlayerTurn::draw (std::uint64_t seed) noexcept
{
    Noise dice (seed ^ 0x3c6ef372fe94f82du);
    for (int i = 0; i < count; ++i)
        swings[static_cast<std::size_t> (i)] = { slowestSwing *
                                                     portable::exp2 (swingOctaves / count * (i + dice.nextUniform())),
                                                 2.0 * pi * dice.nextUniform(), 2.0 * pi * dice.nextUniform() };
    drawnFrom = seed;
    isDrawn = true;
}

void PlayerTurn::move (const Patch& patch, double seconds, bool atOnce, int desk) noexcept
{
    const double strength = strengthOf (patch), passed = seconds - before;
    before = seconds;
    Place goal;
    if (strength > 0.0)
    {
        const auto seed = static_cast<std::uint64_t> (patch.voiceSeed) ^ (static_cast<std::uint64_t> (desk) << 32);
        if (! isDrawn || seed != drawnFrom)
            draw (seed);
        double turning = 0.0, swaying = 0.0;
        for (const auto& swing : swings)
        {
            turning += portable::sin (2.0 * pi * swing.frequency * seconds + swing.turning);
            swaying += portable::sin (2.0 * pi * swing.frequency * seconds + swing.swaying);
        }
        const double perSwing = strength * std::sqrt (2.0 / count);
        const double turned = portable::sin (std::clamp (angle * perSwing * turning, -widest, widest));
        goal = { turned, arm * turned, sway * perSwing * swaying, wallsOf (patch) };
    }
    const auto follow = [&] (double& value, double to, double rate)
    { value = atOnce ? to : std::clamp (to, value - rate * passed, value + rate * passed); };
    follow (place.turned, goal.turned, quickest);
    follow (place.aside, goal.aside, quickestStep);
    follow (place.nearer, goal.nearer, quickestStep);
    follow (place.walls, goal.walls, opening);
}
} // namespace kolophon
