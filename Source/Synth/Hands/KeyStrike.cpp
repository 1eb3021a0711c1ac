// SPDX-License-Identifier: GPL-3.0-or-later
#include "KeyStrike.h"

#include "../../Physics/PortableMath.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr double neutralVelocity = 80.0 / 127.0; // at which a patch sounds unchanged
constexpr double usualVelocity = 60.0; // [%] of Velocity and Touch at which a keyboard plays as a player expects

/** Fractions of the dynamic range by which the softest key is softer, and the loudest key louder, than the unchanged
    patch; the same for pressure, and for members of MPE zones. */
constexpr double softest = 23.0 / 36.0, loudest = 8.5 / 36.0, pressedLoudest = 9.0 / 36.0, memberSoftest = 27.0 / 36.0,
                 memberLoudest = 7.0 / 36.0;
constexpr double neutralDynamics = 0.7; // of the knob's range
constexpr double softer = 6.0 / 36.0;   // under the soft pedal

/** Distance of a velocity from the neutral one, as a fraction of the dynamic range. */
double strikeOf (double velocity) noexcept
{
    return velocity < neutralVelocity ? softest * (velocity / neutralVelocity - 1.0)
                                      : loudest * (velocity - neutralVelocity) / (1.0 - neutralVelocity);
}
} // namespace

KeyStrike::KeyStrike (double velocity, int channel, const Patch& patch, const Channels& channels) noexcept
    : softness (channels.soft (channel)), accented (127.0 * velocity > patch.handAccentFrom - 0.5)
{
    const auto map = controllerMap (patch);
    isMember = channels.managerOf (channel) >= 0 || map == ControllerMap::mpe;
    isLed = isMember || map == ControllerMap::breath || map == ControllerMap::wheels;
    const double sensitivity = 0.01 * patch.voiceVelocityPercent;
    const double over = sensitivity * (velocity - neutralVelocity);
    if (isPlayer (patch) && ! isLed)
        fraction = strikeOf (velocity) * patch.voiceVelocityPercent / usualVelocity;
    else
        bite = portable::exp10 (over); // Bite moves by up to a decade
    if (! isPlayer (patch))
        speed = portable::exp2 (over - 0.5 * softness); // and Speed by up to an octave
}

double KeyStrike::dynamicsDb (const Patch& patch, double pressure, double expression) const noexcept
{
    const double pressed = pressure * 100.0 / usualVelocity;
    const double touched = (isLed ? pressed * (memberSoftest + memberLoudest) - memberSoftest
                                  : fraction + pressed * std::max (0.0, pressedLoudest - fraction)) -
                           softer * softness;
    return patch.voiceDynamicRangeDb * (0.01 * patch.handDynamicsPercent - neutralDynamics + touched +
                                        std::max (expression, silentExpression) - 1.0);
}

double KeyStrike::liftTime (const Patch& patch, double releaseVelocity) const noexcept
{
    if (! isMember)
        return patch.handLiftTime;
    const double faster = (127.0 * releaseVelocity - 64.0) / 63.0;
    return patch.handLiftTime * portable::exp2 (-0.02 * patch.voiceReleaseSpeedPercent * faster);
}
} // namespace kolophon
