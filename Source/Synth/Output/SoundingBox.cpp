// SPDX-License-Identifier: GPL-3.0-or-later
#include "SoundingBox.h"

#include "../../Core/Units.h"
#include "../Boxes/BoxField.h"
#include "../Parameters/Limits.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr int segment = limits::controlInterval; // [samples] at most, of the buffers here
}

void SoundingBox::prepare (double newSampleRate) noexcept
{
    sampleRate = newSampleRate;
    for (auto& bank : banks)
        bank.set ({}, 1.0, sampleRate);
    fade = 0.0;
}

void SoundingBox::reset() noexcept
{
    present().rest();
    fade = 0.0;
}

void SoundingBox::aim (Kind kind, double size, int samples, double turned) noexcept
{
    if (samples == 0)
        fade = 0.0;
    if (kind != present().kind && fade == 0.0)
    {
        current = 1 - current;
        present().set (kind, size, sampleRate);
        present().turnTo (turned, 0);
        fade = samples == 0 ? 0.0 : 1.0;
    }
    present().resize (size, samples);
    present().turnTo (turned, samples);
    if (fade > 0.0)
    {
        before().resize (size, samples);
        before().turnTo (turned, samples);
    }
}

/** Another box begins with a force that grows, rather than with the whole of it: else it would ring at its own
    frequencies first. */
void SoundingBox::process (double* left, double* right, int samples) noexcept
{
    for (int done = 0; done < samples; done += segment)
    {
        const int count = std::min (segment, samples - done);
        double* const ears[2] = { left + done, right + done };
        double others[2][segment], fraction[segment]; // of the box before
        const bool fading = fade > 0.0;
        for (int n = 0; fading && n < count; ++n)
        {
            fraction[n] = fade * fade * (3.0 - 2.0 * fade); // without a corner at either end
            fade = std::max (0.0, fade - 1.0 / (fadeTime * sampleRate));
            for (int ear = 0; ear < 2; ++ear)
            {
                others[ear][n] = ears[ear][n];
                ears[ear][n] -= fraction[n] * ears[ear][n];
            }
        }
        present().sound (ears[0], ears[1], count);
        if (! fading)
            continue;
        before().sound (others[0], others[1], count);
        for (int ear = 0; ear < 2; ++ear)
            for (int n = 0; n < count; ++n)
                ears[ear][n] += fraction[n] * others[ear][n];
    }
}

//======================================================================================================================
void SoundingBox::Bank::rest() noexcept
{
    real.fill (0.0);
    imaginary.fill (0.0);
    if (kind.response != nullptr)
        kind.response->reset();
}

void SoundingBox::Bank::sound (double* ofLeft, double* ofRight, int samples) noexcept
{
    if (kind.response != nullptr)
        kind.response->process (ofLeft, ofRight, samples);
    else if (kind.box != 0)
        resonances::process (*this, ofLeft, ofRight, samples);
}

void SoundingBox::Bank::set (Kind newKind, double newSize, double sampleRate) noexcept
{
    if (newKind != kind || size == 0.0)
        boxes::makeModes (newKind.box, newKind.character, modes);
    kind = newKind;
    rest();
    count = (modes.count + 7) / 8 * 8;
    for (auto* values : { &angle, &damping, &partOfLeft, &partOfRight, &left, &right, &turn })
        values->fill (0.0); // neutral values for unused places
    Noise placed (static_cast<std::uint64_t> (1000 * kind.box + kind.character) ^ 0x6a09e667f3bcc909u);
    for (std::size_t i = 0; i < modes.list().size(); ++i)
    {
        const auto& mode = modes.all[i];
        angle[i] = 2.0 * pi * mode.frequency / sampleRate;
        damping[i] = 0.5 / mode.quality;
        partOfLeft[i] = mode.fromLeft;
        partOfRight[i] = mode.fromRight;
        left[i] = mode.left;
        right[i] = mode.right;
        turn[i] = placed.nextBipolar() * mode.frequency / boxes::fieldOf (kind.box).directional;
    }
    turnTo (0.0, 0);
    size = 0.0;
    resize (newSize, 0);
}

void SoundingBox::Bank::resize (double newSize, int samples) noexcept
{
    if (gliding)
        arrive();
    if (newSize == size)
        return;
    size = newSize;
    resonances::tune (*this, size, std::max (1, samples));
    if (samples == 0)
        return arrive();
    gliding = true;
}

void SoundingBox::Bank::turnTo (double sineOfAngle, int samples) noexcept
{
    const bool isAside = turnedTo != 0.0 || sineOfAngle != 0.0;
    if (isAside || turning)
        resonances::turn (*this, sineOfAngle, samples);
    turning = isAside;
}

void SoundingBox::Bank::arrive() noexcept
{
    gliding = false;
    now = goal;
}
} // namespace kolophon
