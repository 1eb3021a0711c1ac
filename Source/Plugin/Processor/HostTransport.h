// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Performance.h"

#include <JuceHeader.h>

#include <array>
#include <cmath>
#include <limits>

namespace kolophon
{
/** Passes the host's transport to the engine: tempo and bar length when they change, the position when it differs from
    the one that the tempo predicts. In between the engine advances by itself on its own grid, so that block sizes and
    rounding of hosts change no bit. [audio] */
class HostTransport
{
public:
    /** Forgets the song; blocks come at `rate` [Hz]. */
    void reset (double rate) noexcept
    {
        *this = {};
        sampleRate = rate;
    }
    void reset () noexcept { reset (sampleRate); }

    /** Call at the start of a block of `samples`: passes events at offset 0 to `add`, at most three. */
    template <class Add>
    void follow (juce::AudioPlayHead* playHead, int samples, Add add) noexcept
    {
        using Type = PerformanceEvent::Type;
        const auto position =
            playHead != nullptr ? playHead->getPosition() : juce::Optional<juce::AudioPlayHead::PositionInfo>();
        if (! position.hasValue())
            return;
        if (const auto bpm = position->getBpm(); bpm.hasValue() && *bpm > 0.0 && *bpm != tempo)
            add (PerformanceEvent { 0, Type::tempo, 0, 0, tempo = *bpm });
        if (const auto signature = position->getTimeSignature(); signature.hasValue() && signature->denominator > 0)
            if (const double quarters = 4.0 * signature->numerator / signature->denominator;
                quarters > 0.0 && quarters != bar)
                add (PerformanceEvent { 0, Type::bar, 0, 0, bar = quarters });
        const auto ppq = position->getPpqPosition();
        if (ppq.hasValue() && position->getIsPlaying() && std::isfinite (*ppq))
        {
            const double now = placeIn (*ppq, position->getPpqPositionOfLastBarStart());
            if (! (std::abs (now - expected) <= tolerance))
                add (PerformanceEvent { 0, Type::position, 0, 0, expected = now });
        }
        expected += samples / sampleRate * tempo / 60.0;
    }

private:
    static constexpr double tolerance = 1e-3; // [quarter notes] half a millisecond at 120: hosts round

    /** Position the song would have if all its bars were as long as the current one: bars begin at multiples of their
        length. */
    double placeIn (double ppq, const juce::Optional<double>& barStart) const noexcept
    {
        if (! barStart.hasValue() || ! std::isfinite (*barStart))
            return ppq;
        return std::round (*barStart / bar) * bar + (ppq - *barStart);
    }

    double tempo = 120.0, bar = 4.0;                            // the engine's values
    double expected = std::numeric_limits<double>::quiet_NaN(); // [quarter notes] of the next block; NaN: none sent yet
    double sampleRate = 48000.0;                                // [Hz]
};
} // namespace kolophon
