// SPDX-License-Identifier: GPL-3.0-or-later
#include "Room.h"

#include "../../Core/Index.h"
#include "../../Core/Units.h"
#include "../../Physics/PortableMath.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int lineCount = Room::lineCount;
constexpr double silentBelow = 1e-7;
constexpr double soundSpeed = 343.0;           // [m/s]
constexpr double size[3] = { 12.1, 8.6, 5.3 }; // [m]
constexpr double volume = size[0] * size[1] * size[2];
constexpr double surface = 2.0 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
constexpr double sabine = 0.161; // [s/m]
constexpr double diffusion = 0.6, lateFraction = 0.8;
constexpr double lineSeconds[lineCount] = { 0.0231, 0.0257, 0.0283, 0.0311, 0.0341, 0.0373, 0.0407, 0.0443,
                                            0.0479, 0.0517, 0.0557, 0.0599, 0.0643, 0.0689, 0.0737, 0.0787 };
constexpr double meanSeconds = 0.0478;
constexpr double diffuserSeconds[6] = { 0.0011, 0.0019, 0.0029, 0.0043, 0.0059, 0.0073 };
constexpr double unit = 0.35355339059327373; // 1/sqrt (8)
constexpr double entrance[lineCount] = { unit,  unit,  unit, -unit, -unit, unit, unit,  unit,
                                         -unit, -unit, unit, -unit, unit,  unit, -unit, unit };
// Output signs: the output must not resemble the matrix's input to any one line, or that line's length would be
// audible: no sum of these signs with a row of A exceeds half of what equal signs would give.
constexpr double exit[lineCount] = { 1, 1, 1, 1, 1, 1, 1, -1, 1, 1, 1, -1, -1, 1, -1, 1 };

struct Image
{
    double later, gain; // [s] after the direct sound, relative amplitude
};

/** Computes the image of the source in a wall for one ear. Walls: x = 0, x = depth, and so on. */
Image imageOf (std::size_t ear, std::size_t wall) noexcept
{
    const double side = ear == 0 ? -1.0 : 1.0;
    const double source[3] = { 4.6 + 0.7 * side, 2.4, 1.3 }, listener[3] = { 5.9 + 0.5 * side, 6.3, 1.6 };
    double direct = 0.0, mirrored = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
        const double mirror = wall % 2 == 0 ? 0.0 : size[axis]; // position of the wall
        const double image = axis == wall / 2 ? 2.0 * mirror - source[axis] : source[axis];
        direct += (source[axis] - listener[axis]) * (source[axis] - listener[axis]);
        mirrored += (image - listener[axis]) * (image - listener[axis]);
    }
    direct = std::sqrt (direct);
    mirrored = std::sqrt (mirrored);
    return { (mirrored - direct) / soundSpeed, direct / mirrored };
}

int primeAbove (int n) noexcept
{
    for (;; ++n)
    {
        bool prime = n > 1;
        for (int d = 2; d * d <= n && prime; ++d)
            prime = n % d != 0;
        if (prime)
            return n;
    }
}

/** Hadamard's matrix of 16, without its factor 1/4, by sums and differences. */
void mix (double (&x)[lineCount]) noexcept
{
    for (std::size_t half = 1; half < lineCount; half *= 2)
        for (std::size_t first = 0; first < lineCount; first += 2 * half)
            for (std::size_t i = first; i < first + half; ++i)
            {
                const double a = x[i], b = x[i + half];
                x[i] = a + b;
                x[i + half] = a - b;
            }
}
} // namespace

void Room::prepare (double newSampleRate)
{
    sampleRate = newSampleRate;
    const auto samples = [this] (double seconds) { return static_cast<int> (std::lround (seconds * sampleRate)); };
    int previous = 0;
    for (std::size_t i = 0; i < lineCount; ++i)
        length[i] = previous = primeAbove (std::max (samples (lineSeconds[i]), previous + 1));
    frames = previous + 1;
    lines.resize (static_cast<std::size_t> (frames) * lineCount);

    std::size_t diffuserMemory = 0;
    for (std::size_t i = 0; i < diffusers.size(); ++i)
    {
        auto& d = diffusers[i];
        d.length = primeAbove (std::max (1, samples (diffuserSeconds[i / 2] * (i % 2 == 0 ? 1.0 : 1.07))));
        d.start = diffuserMemory;
        diffuserMemory += static_cast<std::size_t> (d.length);
    }
    diffuserLines.resize (diffuserMemory);

    prepareReflections();

    corner = portable::tan (pi * std::min (4000.0 / sampleRate, 0.4));
    const double reference = portable::tan (pi * 1000.0 / sampleRate) / corner;
    cornerWeight = reference * reference;
    lowPass = corner / (1.0 + corner);
    t60 = 0.0;
    goal = {};
    reset();
}

void Room::prepareReflections()
{
    int latest = 1;
    for (std::size_t ear = 0; ear < 2; ++ear)
        for (std::size_t wall = 0; wall < 6; ++wall)
        {
            const auto image = imageOf (ear, wall);
            reflections[ear][wall] = { std::max (1, static_cast<int> (std::lround (image.later * sampleRate))),
                                       image.gain };
            latest = std::max (latest, reflections[ear][wall].delay);
        }
    pastFrames = latest + 1;
    past.resize (2 * static_cast<std::size_t> (pastFrames));
}

void Room::reset() noexcept
{
    age = 0;
    position = pastPosition = 0;
    for (auto& d : diffusers)
        d.position = 0;
    state = {};
    now = goal;
    gliding = 0;
    quietSamples = quietFor(); // asleep
}

void Room::aim (double newT60, bool atOnce) noexcept
{
    if (newT60 != t60)
    {
        t60 = newT60;
        goal = absorptionFor (t60);
        gliding = static_cast<int> (glideTime * sampleRate);
        const double fraction = 1.0 / gliding;
        for (std::size_t i = 0; i < lineCount; ++i)
        {
            step.high[i] = fraction * (goal.high[i] - now.high[i]);
            step.more[i] = fraction * (goal.more[i] - now.more[i]);
        }
        step.late = fraction * (goal.late - now.late);
        step.early = fraction * (goal.early - now.early);
    }
    if (atOnce)
    {
        gliding = 0;
        now = goal;
    }
}

void Room::process (double inLeft, double inRight, double& left, double& right) noexcept
{
    const double loudest = std::max (std::abs (inLeft), std::abs (inRight));
    if (isQuiet())
    {
        left = right = 0.0;
        if (loudest < silentBelow)
            return;
        reset();
    }
    if (gliding > 0)
        glide();

    double early[2] = { 0.0, 0.0 };
    reflect (inLeft, inRight, early);
    double in[2] = { inLeft, inRight };
    for (std::size_t i = 0; i < diffusers.size(); ++i)
        in[i % 2] = diffuse (diffusers[i], in[i % 2]);

    alignas (64) double x[lineCount];
    for (std::size_t i = 0; i < lineCount; ++i)
    {
        const int from = position - length[i];
        x[i] = age < length[i] ? 0.0 : lines[index ((from < 0 ? from + frames : from) * lineCount) + i];
    }
    for (std::size_t i = 0; i < lineCount; ++i)
    {
        const double advance = lowPass * (x[i] - state[i]), low = state[i] + advance;
        state[i] = low + advance;
        x[i] = now.high[i] * x[i] + now.more[i] * low;
    }
    double late[2] = { 0.0, 0.0 };
    for (std::size_t i = 0; i < lineCount; ++i) // the left channel gets the even lines, the right one the odd ones
        late[i % 2] += exit[i] * x[i];
    mix (x);
    double* const write = &lines[index (position * lineCount)];
    for (std::size_t i = 0; i < lineCount; ++i)
        write[i] = 0.25 * x[i] + entrance[i] * in[i % 2];
    position = position + 1 == frames ? 0 : position + 1;
    age = std::min (age + 1, frames + 1);

    left = now.early * early[0] + now.late * late[0];
    right = now.early * early[1] + now.late * late[1];
    const bool heard = std::max ({ loudest, std::abs (left), std::abs (right) }) >= silentBelow;
    quietSamples = heard ? 0 : quietSamples + 1;
}

/** First reflections: each channel gets the images of its own ear. */
void Room::reflect (double inLeft, double inRight, double (&early)[2]) noexcept
{
    past[index (2 * pastPosition)] = inLeft;
    past[index (2 * pastPosition + 1)] = inRight;
    for (std::size_t ear = 0; ear < 2; ++ear)
        for (const auto& reflection : reflections[ear])
            if (age >= reflection.delay)
            {
                const int from = pastPosition - reflection.delay;
                early[ear] += reflection.gain * past[index (2 * (from < 0 ? from + pastFrames : from)) + ear];
            }
    pastPosition = pastPosition + 1 == pastFrames ? 0 : pastPosition + 1;
}

/** Schroeder's all-pass: flat magnitude response, spreads its input in time. */
double Room::diffuse (Diffuser& d, double in) noexcept
{
    auto& cell = diffuserLines[d.start + index (d.position)];
    const double old = age < d.length ? 0.0 : cell;
    const double fed = in + diffusion * old;
    cell = fed;
    d.position = d.position + 1 == d.length ? 0 : d.position + 1;
    return old - diffusion * fed;
}

Room::Absorption Room::absorptionFor (double time) const noexcept
{
    Absorption result;
    for (std::size_t i = 0; i < lineCount; ++i)
    {
        const double fraction = length[i] / (sampleRate * time);
        const double middle = portable::exp10 (-3.0 * fraction), high = portable::exp10 (-12.0 * fraction);
        const double low = std::sqrt (middle * middle + cornerWeight * (middle * middle - high * high));
        result.high[i] = high;
        result.more[i] = low - high;
    }
    // A unit impulse in both channels gives each output the energy late^2/(1 - g^2) of a line of the mean length.
    result.late = std::sqrt (lateFraction * (1.0 - portable::exp10 (-6.0 * meanSeconds / time)));
    result.early = std::sqrt (1.0 - lateFraction) * portable::exp (-0.5 * sabine * volume / (surface * time));
    return result;
}

void Room::glide() noexcept
{
    for (std::size_t i = 0; i < lineCount; ++i)
    {
        now.high[i] += step.high[i];
        now.more[i] += step.more[i];
    }
    now.late += step.late;
    now.early += step.early;
    if (--gliding == 0)
        now = goal;
}
} // namespace kolophon
