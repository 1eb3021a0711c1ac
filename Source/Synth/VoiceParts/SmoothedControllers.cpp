// SPDX-License-Identifier: GPL-3.0-or-later
#include "SmoothedControllers.h"

#include "../Parameters/Modulation.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
double SmoothedControllers::pressureNow (int channel, const Patch& patch, const Channels& channels) const noexcept
{
    const double floor = 0.01 * patch.voicePressFloorPercent;
    const double most = std::max ({ keyPressure, channels.pressure (channel), ofNote->pressure });
    const double above = (most - floor) / (1.0 - floor);
    if (patch.voicePressCurve == 0.0)
        return std::max (0.0, above);
    return bentBy (portable::exp2 (2.0 * patch.voicePressCurve), std::max (0.0, above));
}

bool SmoothedControllers::follow (const Patch& patch, const Channels& channels, const Player& player,
                                  const Revision& revision, double seconds) noexcept
{
    const Arrival now { revision, seconds, player.isSilent };
    if (revision.all != 0 && ! player.isFresh && arrival == now)
        return false;
    const bool moves = followAll (patch, channels, player, 1.0 - decay (-seconds / smoothingTime));
    arrival = moves ? Arrival {} : now;
    return moves;
}

bool SmoothedControllers::followAll (const Patch& patch, const Channels& channels, const Player& player,
                                     double fraction) noexcept
{
    const auto [channel, strike, isFresh, isSilent] = player;
    const auto map = controllerMap (patch);
    const double breath = channels.breath (channel);
    const double expressed = channels.expression (channel) * ofNote->expression;
    const double wheel = std::max (channels.wheel (channel), ofNote->vibrato);
    double given = expressed * (breath >= 0.0 ? breath : 1.0);
    double leading = pressureNow (channel, patch, channels);
    if (map == ControllerMap::wheels)
        leading = wheel;
    else if (map == ControllerMap::breath && isPlayer (patch))
    {
        leading = std::max (0.0, breath);
        given = expressed * std::min (1.0, leading / KeyStrike::silentExpression);
    }
    bool moves = false;
    const auto approach = [fraction, &moves] (double& now, double goal, bool atOnce)
    {
        const double before = now;
        now = atOnce ? goal : now + fraction * (goal - now);
        moves = moves || now != before;
    };
    approach (theBend, channels.bendSemitones (channel, patch.voiceBendRangeSemitones) + ofNote->tuning, isFresh);
    approach (thePressure, 0.01 * patch.voiceTouchPercent * leading, isFresh);
    approach (theTimbre, slideNow (channel, patch, channels), isFresh);
    approach (theWheel, map == ControllerMap::wheels ? 0.0 : wheel, isFresh);
    approach (theVolume, channels.volume (channel) * ofNote->volume, isFresh);
    approach (thePan, std::clamp (channels.pan (channel) + ofNote->pan, -1.0, 1.0),
              isSilent); // a voice that still rings moves gradually
    if (isPlayer (patch))
    {
        approach (theExpression, given, isFresh);
        approach (theDynamics, strike.dynamicsDb (patch, thePressure, theExpression), isSilent);
        theEffort = 1.0;
    }
    else
        approach (theEffort, given * std::sqrt (given), isFresh);
    return moves;
}
} // namespace kolophon
