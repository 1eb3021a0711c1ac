#pragma once

#include "../Synth/Performance.h"

#include <JuceHeader.h>

#include <array>
#include <cmath>
#include <limits>

namespace kolophon
{
/** Tells the engine where the host's song is: tempo and bar when they change, the position when it isn't where the
    tempo would have led. The engine counts on by itself in between, on its own grid, so that hosts' blocks and their
    rounding move no bit. [audio] */
class HostTransport
{
public:
    /** Nothing is known of the song; blocks come at `rate` [Hz]. */
    void reset (double rate) noexcept
    {
        *this = {};
        sampleRate = rate;
    }
    void reset () noexcept { reset (sampleRate); }

    /** At the start of a block of `samples`: hands events at offset 0 to `add`, three at most. */
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

    /** Where the song would be if all its bars had been as long as this one: bars begin at multiples of their
        length. */
    double placeIn (double ppq, const juce::Optional<double>& barStart) const noexcept
    {
        if (! barStart.hasValue() || ! std::isfinite (*barStart))
            return ppq;
        return std::round (*barStart / bar) * bar + (ppq - *barStart);
    }

    double tempo = 120.0, bar = 4.0;                            // as the engine has them
    double expected = std::numeric_limits<double>::quiet_NaN(); // [quarter notes] of the next block; NaN: none told yet
    double sampleRate = 48000.0;                                // [Hz]
};
} // namespace kolophon
