// SPDX-License-Identifier: GPL-3.0-or-later
#include "BackDesk.h"

#include "../Boxes/Boxes.h"
#include "Loudest.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
void BackDesk::prepare (double newSampleRate, int itsRow)
{
    sampleRate = newSampleRate;
    row = itsRow;
    placement.prepare (sampleRate);
    for (auto& ear : line)
        ear.assign (static_cast<std::size_t> (std::lround (stage::delayOf (row) * sampleRate)), 0.0);
    if (isMade())
        box->prepare (sampleRate);
    reset();
}

void BackDesk::reset() noexcept
{
    rest();
    player = {};
    kind = {};
}

/** Falls asleep: nothing is left in any filter. */
void BackDesk::rest() noexcept
{
    placement.reset();
    for (auto& ear : line)
        std::fill (ear.begin(), ear.end(), 0.0);
    place = 0;
    if (isMade())
        box->reset();
    awake = false;
    quiet = 0;
}

void BackDesk::make() noexcept
{
    if (isMade())
        return;
    box.emplace();
    box->prepare (sampleRate);
    box->aim (kind, size, 0, player.now().turned);
}

void BackDesk::turn (const Patch& patch, double seconds, bool atOnce, bool sits) noexcept
{
    if (sits || awake)
        player.move (patch, seconds, atOnce || ! awake, row);
    else
        player = {};
}

void BackDesk::aim (const SoundingBox::Kind& front, double itsSize, int samples) noexcept
{
    constexpr double longEnough = 0.1; // [s]
    if (quiet > static_cast<int> (longEnough * sampleRate))
        rest();
    goal = front.box == boxes::measured ? 0.0 : 1.0;
    size = itsSize;
    if (goal == 1.0)
        kind = { front.box, stage::characterOf (row, front.character) };
    if (! awake || samples == 0)
        own = goal;
    if (isMade())
        box->aim (kind, size, awake ? samples : 0, player.now().turned);
}

void BackDesk::wake() noexcept
{
    make();
    awake = true;
    quiet = 0;
}

/** Lets the signal travel, in place. */
void BackDesk::delay (Samples& signal, int samples) noexcept
{
    const std::size_t length = line[0].size();
    for (int n = 0; n < samples; ++n)
    {
        for (std::size_t ear = 0; ear < 2; ++ear)
            std::swap (line[ear][place], signal[ear][n]);
        place = place + 1 < length ? place + 1 : 0;
    }
}

void BackDesk::process (const Ears* ears, const double* width, int oversampling, Samples& bare, Samples& intoFront,
                        Samples& boxed, int samples) noexcept
{
    static constexpr double silence[2 * maxSamples] = {};
    static constexpr Ears none { { silence, silence }, { silence, silence } };
    Samples signal, through;
    placement.process (ears != nullptr ? *ears : none, width, oversampling, signal, samples);
    delay (signal, samples);
    for (int ear = 0; ear < 2; ++ear)
        std::copy_n (signal[ear], samples, through[ear]);
    box->process (through[0], through[1], samples);
    const double step = 1.0 / (SoundingBox::fadeTime * sampleRate);
    double peaks[maxSamples];
    for (int n = 0; n < samples; ++n)
    {
        own = own < goal ? std::min (goal, own + step) : std::max (goal, own - step);
        for (int ear = 0; ear < 2; ++ear)
        {
            bare[ear][n] += signal[ear][n];
            intoFront[ear][n] += (1.0 - own) * signal[ear][n];
            boxed[ear][n] += own * through[ear][n];
        }
        peaks[n] = std::max (
            { std::abs (signal[0][n]), std::abs (signal[1][n]), std::abs (through[0][n]), std::abs (through[1][n]) });
    }
    constexpr double inaudible = 1e-10;
    quiet = ears == nullptr ? quietSince (peaks, samples, inaudible, quiet) : 0;
}
} // namespace kolophon
