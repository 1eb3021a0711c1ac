// SPDX-License-Identifier: GPL-3.0-or-later
#include "BoxField.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon::boxes
{
namespace
{
constexpr double speed = 343.0;     // [m/s] of sound
constexpr double airCoupling = 0.4; // amplitude of a mode of the air beside one of the wood
constexpr double airQuality = 1.5;
constexpr double highest = 18000.0; // [Hz] of all modes
constexpr double broad = 0.25;      // of the quality, where modes are made broad

double airDensityOf (const Field& field, double f) noexcept
{
    return 4.0 * pi * field.volume * f * f / (speed * speed * speed) + 0.5 * pi * field.walls * f / (speed * speed);
}

/** Largest angle of a mode's two ears from equal ones: 0 for long waves, a quarter turn (any sign of either) for
    short ones. */
double turnOf (const Field& field, double f) noexcept
{
    const double x = f / field.directional;
    return 0.5 * pi * x * x / (1.0 + x * x);
}
} // namespace

double densityOf (const Field& field, double f) noexcept
{
    const double bent = f < field.ring ? std::sqrt (f / field.ring) : 1.0;
    return field.plates + field.ribs * bent + airDensityOf (field, f);
}

double qualityOf (const Field& field, double f) noexcept
{
    return f < field.to ? field.quality : broad * field.quality;
}

double madeDensityOf (const Field& field, double f) noexcept
{
    return std::min (densityOf (field, f), field.overlap * qualityOf (field, f) / f);
}

double powerOf (const Field& field, double f) noexcept
{
    const double apart = field.hillQ * (f / field.hillAt - field.hillAt / f), high = f / field.top;
    return (field.level + field.hill / (1.0 + apart * apart)) / (1.0 + high * high);
}

double highestQuality (const Field& field) noexcept
{
    return field.quality * field.scatter * airQuality;
}

void addField (const Field& field, double level, Noise& dice, Modes& modes) noexcept
{
    double f = field.from;
    const double logScatter = portable::log (field.scatter);
    while (modes.count < static_cast<int> (modes.all.size()))
    {
        const double chance = 1.0 - dice.nextUniform(); // (0, 1]
        f += std::sqrt (-4.0 / pi * portable::log (chance)) / madeDensityOf (field, f);
        if (f > highest)
            return;
        const double air = airDensityOf (field, f) / densityOf (field, f);
        const bool isAir = dice.nextUniform() < air;
        const double quality =
            qualityOf (field, f) * portable::exp (logScatter * dice.nextBipolar()) * (isAir ? airQuality : 1.0);
        const double meanSquare = 1.0 - air + air * airCoupling * airCoupling;
        // A band-pass of peak 1 passes the power of pi/2 of its bandwidth f/Q. 0.5 to 1.5 has a mean square of 13/12.
        const double share = powerOf (field, f) / (madeDensityOf (field, f) * 0.5 * pi * f / quality * meanSquare);
        const double size =
            level * (0.5 + dice.nextUniform()) * std::sqrt (share * (12.0 / 13.0)) * (isAir ? airCoupling : 1.0);
        const double sign = dice.nextBits() % 2 == 0 ? 1.0 : -1.0;
        const double angle = turnOf (field, f) * dice.nextBipolar();
        // cos and sin of pi/4 + angle, times sqrt (2): 1 and 1 where both ears hear the same.
        const double even = portable::sin (angle + 0.5 * pi), odd = portable::sin (angle);
        const double left = even - odd, right = even + odd;
        modes.add ({ f, quality, 0.5 * left * left, 0.5 * right * right, sign * size * left, sign * size * right });
    }
}
} // namespace kolophon::boxes
