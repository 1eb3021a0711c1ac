#include "SoundingBox.h"

#include "../Core/Units.h"
#include "PortableMath.h"

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

void SoundingBox::process (double& left, double& right) noexcept
{
    double otherLeft = left, otherRight = right;
    now.process (left, right);
    if (fade > 0.0)
    {
        before.process (otherLeft, otherRight);
        const double fraction = fade * fade * (3.0 - 2.0 * fade); // without a corner at either end
        left += fraction * (otherLeft - left);
        right += fraction * (otherRight - right);
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
    count = boxes::resonancesOf (box).size();
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
    const auto resonances = boxes::resonancesOf (box);
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto& resonance = resonances[i];
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
    for (std::size_t i = 0; i < count; ++i)
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
    solve();
}

void SoundingBox::Bank::glide() noexcept
{
    for (std::size_t i = 0; i < count; ++i)
    {
        g[i] += stepG[i];
        gainLeft[i] += stepLeft[i];
        gainRight[i] += stepRight[i];
    }
    solve();
}

void SoundingBox::Bank::solve() noexcept
{
    for (std::size_t i = 0; i < count; ++i)
        scale[i] = 1.0 / (1.0 + g[i] * (g[i] + damping[i]));
}

void SoundingBox::Bank::process (double& left, double& right) noexcept
{
    if (box == 0)
        return;
    if (gliding)
        glide();
    alignas (64) Values ofLeft, ofRight;
    pass (left, left0, left1, gainLeft, ofLeft);
    pass (right, right0, right1, gainRight, ofRight);
    double sumLeft = 0.0, sumRight = 0.0;
    for (std::size_t i = 0; i < count; ++i)
    {
        sumLeft += ofLeft[i];
        sumRight += ofRight[i];
    }
    left = sumLeft;
    right = sumRight;
}

void SoundingBox::Bank::pass (double in, Values& s0, Values& s1, const Values& gain, Values& out) const noexcept
{
    for (std::size_t i = 0; i < count; ++i)
    {
        const double high = (in - (g[i] + damping[i]) * s0[i] - s1[i]) * scale[i];
        const double band = g[i] * high + s0[i];
        const double low = g[i] * band + s1[i];
        s0[i] = g[i] * high + band;
        s1[i] = g[i] * band + low;
        out[i] = gain[i] * band;
    }
}
} // namespace kolophon
