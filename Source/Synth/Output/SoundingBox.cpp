// SPDX-License-Identifier: GPL-3.0-or-later
#include "SoundingBox.h"

#include "../../Core/Units.h"
#include "../PortableMath.h"

#include <algorithm>
#include <utility>

namespace kolophon
{
void SoundingBox::prepare (double newSampleRate) noexcept
{
    sampleRate = newSampleRate;
    now = before = Bank {};
    fade = 0.0;
}

void SoundingBox::reset() noexcept
{
    now.rest();
    fade = 0.0;
}

void SoundingBox::aim (int box, double size, int samples) noexcept
{
    if (samples == 0)
        fade = 0.0;
    if (box != now.box && fade == 0.0)
    {
        std::swap (now, before);
        now.rest();
        now.take (box, size, sampleRate);
        fade = samples == 0 ? 0.0 : 1.0;
    }
    now.resize (size, samples, sampleRate);
    if (fade > 0.0)
        before.resize (size, samples, sampleRate);
}

void SoundingBox::process (double* left, double* right, int samples) noexcept
{
    if (fade == 0.0)
    {
        if (now.box != 0)
            resonances::process (now, left, right, samples);
        return;
    }
    for (int n = 0; n < samples; ++n)
    {
        double otherLeft = left[n], otherRight = right[n];
        if (now.box != 0)
            resonances::process (now, left + n, right + n, 1);
        if (fade == 0.0)
            continue;
        if (before.box != 0)
            resonances::process (before, &otherLeft, &otherRight, 1);
        const double fraction = fade * fade * (3.0 - 2.0 * fade); // without a corner at either end
        left[n] += fraction * (otherLeft - left[n]);
        right[n] += fraction * (otherRight - right[n]);
        fade = std::max (0.0, fade - 1.0 / (fadeTime * sampleRate));
    }
}

//======================================================================================================================
void SoundingBox::Bank::rest() noexcept
{
    left0 = left1 = right0 = right1 = {};
}

void SoundingBox::Bank::take (int newBox, double newSize, double sampleRate) noexcept
{
    box = newBox;
    for (auto* values : { &g, &damping, &goalG, &goalLeft, &goalRight })
        values->fill (0.0); // neutral values for unused places
    count = static_cast<int> (boxes::resonancesOf (box).size());
    size = 0.0;
    resize (newSize, 0, sampleRate);
}

void SoundingBox::Bank::resize (double newSize, int samples, double sampleRate) noexcept
{
    if (gliding)
        arrive();
    if (newSize == size)
        return;
    size = newSize;
    const auto list = boxes::resonancesOf (box);
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        const auto& resonance = list[i];
        const double frequency = std::min (resonance.frequency / size, 0.45 * sampleRate);
        const double there = std::min (1.0, (0.45 - frequency / sampleRate) / 0.02); // fades out near half the rate
        damping[i] = 1.0 / resonance.quality;
        goalG[i] = portable::tan (pi * frequency / sampleRate);
        goalLeft[i] = there * (damping[i] * resonance.left);
        goalRight[i] = there * (damping[i] * resonance.right);
    }
    if (samples == 0)
        return arrive();
    gliding = true;
    for (std::size_t i = 0; i < g.size(); ++i)
    {
        stepG[i] = (goalG[i] - g[i]) / samples;
        stepLeft[i] = (goalLeft[i] - gainLeft[i]) / samples;
        stepRight[i] = (goalRight[i] - gainRight[i]) / samples;
    }
}

void SoundingBox::Bank::arrive() noexcept
{
    gliding = false;
    g = goalG;
    gainLeft = goalLeft;
    gainRight = goalRight;
    resonances::solve (*this);
}
} // namespace kolophon
