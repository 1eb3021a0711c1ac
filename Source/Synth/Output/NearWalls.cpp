// SPDX-License-Identifier: GPL-3.0-or-later
#include "NearWalls.h"

#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double airSpeed = 343.0;                           // [m/s]
constexpr double studio[3] = { 6.2, 4.7, 2.9 };              // [m]
constexpr double player[3] = { 2.1, 1.5, 1.3 };              // [m] the instrument
constexpr double microphone[3] = { 3.5, 3.4, 1.7 };          // [m] the middle of two
constexpr double apart = 0.25;                               // [m] of each from the middle
constexpr double reflected = 0.8;                            // amplitude, R
constexpr double heardAbove = 60.0, swallowedAbove = 6000.0; // [Hz]
constexpr double furthestStep = 1.0;                         // [m] by which a player's move may lengthen a way
constexpr double growTime = 0.05;                            // [s] of the input, as the walls come

struct Vector
{
    double of[3];
};

double dot (const Vector& a, const Vector& b) noexcept
{
    return a.of[0] * b.of[0] + a.of[1] * b.of[1] + a.of[2] * b.of[2];
}
} // namespace

void NearWalls::prepare (double newSampleRate)
{
    sampleRate = newSampleRate;
    lowPass = 1.0 - portable::exp (-2.0 * pi * swallowedAbove / sampleRate);
    highPass = 1.0 - portable::exp (-2.0 * pi * heardAbove / sampleRate);
    placeImages();
    double latest = 0.0;
    for (const auto& ofEar : walls)
        for (const auto& image : ofEar)
            latest = std::max (latest, image.delay);
    longest = latest + furthestStep * sampleRate / airSpeed;
    const auto frames = std::bit_ceil (static_cast<std::size_t> (longest) + 3);
    past.assign (2 * frames, 0.0);
    mask = frames - 1;
    reset();
}

void NearWalls::placeImages()
{
    const double length = std::hypot (microphone[0] - player[0], microphone[1] - player[1]);
    const Vector nearer { { (microphone[0] - player[0]) / length, (microphone[1] - player[1]) / length, 0.0 } };
    const Vector aside { { -nearer.of[1], nearer.of[0], 0.0 } };
    energy = 0.0;
    for (std::size_t ear = 0; ear < 2; ++ear)
    {
        const double side = ear == 0 ? apart : -apart;
        // The way from the image of the player in walls to the microphone, and how it grows with a step.
        const auto wayFrom = [&] (const std::array<int, 3>& mirrors, Vector& perStep)
        {
            Vector way {};
            double turned[3];
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
                const int m = mirrors[axis];
                turned[axis] = m % 2 == 0 ? 1.0 : -1.0;
                const double image =
                    (m % 2 == 0 ? m * studio[axis] : (m + 1) * studio[axis]) + turned[axis] * player[axis];
                way.of[axis] = image - microphone[axis] - side * aside.of[axis];
            }
            const double distance = std::sqrt (dot (way, way));
            for (std::size_t axis = 0; axis < 3; ++axis)
                perStep.of[axis] = turned[axis] * way.of[axis] / distance;
            return distance;
        };
        Vector directly {}, mirrored {};
        const double direct = wayFrom ({ 0, 0, 0 }, directly);
        std::size_t next = 0;
        for (int x = -2; x <= 2; ++x)
            for (int y = -2; y <= 2; ++y)
                for (int z = -2; z <= 2; ++z)
                {
                    const int reflections = std::abs (x) + std::abs (y) + std::abs (z);
                    if (reflections < 1 || reflections > 2)
                        continue;
                    const double way = wayFrom ({ x, y, z }, mirrored), perMetre = sampleRate / airSpeed;
                    const double gain = (reflections == 1 ? reflected : reflected * reflected) * direct / way;
                    const bool turnedRound = (std::abs (x) + std::abs (y)) % 2 == 1;
                    walls[ear][next++] = { perMetre * (way - direct),
                                           perMetre * (dot (mirrored, aside) - dot (directly, aside)),
                                           perMetre * (dot (mirrored, nearer) - dot (directly, nearer)), gain,
                                           turnedRound ? 1 - ear : ear };
                    energy += 0.5 * gain * gain;
                }
    }
}

void NearWalls::reset() noexcept
{
    std::fill (past.begin(), past.end(), 0.0);
    dull = {};
    slow = {};
    opened = 1.0;
}

void NearWalls::aim (const PlayerTurn::Place& place, int samples) noexcept
{
    if (level == 0.0 && goal == 0.0 && place.walls > 0.0)
    {
        reset();
        opened = samples == 0 ? 1.0 : 0.0;
    }
    level = samples == 0 ? place.walls : goal;
    levelStep = samples == 0 ? 0.0 : (place.walls - level) / samples;
    goal = place.walls;
    if (level == 0.0 && goal == 0.0)
        return;
    for (std::size_t ear = 0; ear < 2; ++ear)
    {
        auto& its = delays[ear];
        for (std::size_t i = 0; i < images; ++i)
        {
            const auto& image = walls[ear][i];
            const double way = image.delay + image.perAside * place.aside + image.perNearer * place.nearer;
            const double wanted = std::clamp (way, 1.0, longest);
            its.now[i] = samples == 0 || level == 0.0 ? wanted : its.goal[i];
            its.step[i] = samples == 0 ? 0.0 : (wanted - its.now[i]) / samples;
            its.goal[i] = wanted;
        }
    }
}

/** What a slow force presses aside has no sound that walls could send back; all of their echoes would add up. */
double NearWalls::quick (std::size_t channel, double in) noexcept
{
    for (auto& mean : slow[channel])
    {
        mean += highPass * (in - mean);
        in -= mean;
    }
    return in;
}

double NearWalls::echoes (std::size_t ear) noexcept
{
    auto& its = delays[ear];
    double sum = 0.0;
    for (std::size_t i = 0; i < images; ++i)
    {
        const double delay = its.now[i] += its.step[i];
        const auto whole = static_cast<std::size_t> (delay);
        const double part = delay - static_cast<double> (whole);
        const auto& image = walls[ear][i];
        const double newer = past[2 * ((position - whole) & mask) + image.channel];
        const double older = past[2 * ((position - whole - 1) & mask) + image.channel];
        sum += image.gain * (newer + part * (older - newer));
    }
    return dull[ear] += lowPass * (sum - dull[ear]);
}

void NearWalls::process (double* left, double* right, int samples) noexcept
{
    if (level == 0.0 && goal == 0.0)
        return;
    for (int n = 0; n < samples; ++n)
    {
        double grown = 1.0;
        if (opened < 1.0)
        {
            grown = opened * opened * (3.0 - 2.0 * opened);
            opened += 1.0 / (growTime * sampleRate);
        }
        past[2 * position] = grown * quick (0, left[n]);
        past[2 * position + 1] = grown * quick (1, right[n]);
        level += levelStep;
        const double direct = 1.0 / std::sqrt (1.0 + level * level * energy);
        left[n] = direct * (left[n] + level * echoes (0));
        right[n] = direct * (right[n] + level * echoes (1));
        position = (position + 1) & mask;
    }
}
} // namespace kolophon
