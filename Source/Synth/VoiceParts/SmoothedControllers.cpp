#include "SmoothedControllers.h"

#include "../Modulation/Modulation.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double smoothingTime = 0.005; // [s]
} // namespace

double SmoothedControllers::pressureNow (int channel, const Patch& patch, const Channels& channels) const noexcept
{
    const double floor = 0.01 * patch.voicePressFloorPercent;
    const double above = (std::max (keyPressure, channels.pressure (channel)) - floor) / (1.0 - floor);
    if (patch.voicePressCurve == 0.0)
        return std::max (0.0, above);
    return bentBy (portable::exp2 (2.0 * patch.voicePressCurve), std::max (0.0, above));
}

bool SmoothedControllers::follow (const Patch& patch, const Channels& channels, const Player& player,
                                  const Revision& revision, double seconds) noexcept
{
    const Arrival now { revision, seconds };
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
    double given = channels.expression (channel) * (breath >= 0.0 ? breath : 1.0);
    double leading = pressureNow (channel, patch, channels);
    if (map == ControllerMap::wheels)
        leading = channels.wheel (channel);
    else if (map == ControllerMap::breath && isPlayer (patch))
    {
        leading = std::max (0.0, breath);
        given = channels.expression (channel) * std::min (1.0, leading / KeyStrike::silentExpression);
    }
    bool moves = false;
    const auto approach = [fraction, &moves] (double& now, double goal, bool atOnce)
    {
        const double before = now;
        now = atOnce ? goal : now + fraction * (goal - now);
        moves = moves || now != before;
    };
    approach (theBend, channels.bendSemitones (channel, patch.voiceBendRangeSemitones), isFresh);
    approach (thePressure, 0.01 * patch.voiceTouchPercent * leading, isFresh);
    approach (theTimbre, slideNow (channel, patch, channels), isFresh);
    approach (theWheel, map == ControllerMap::wheels ? 0.0 : channels.wheel (channel), isFresh);
    approach (theVolume, channels.volume (channel), isFresh);
    approach (thePan, channels.pan (channel), isSilent); // a voice that still rings moves gradually
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
