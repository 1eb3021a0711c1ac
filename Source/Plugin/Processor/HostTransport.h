// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/Performance.h"

#include <JuceHeader.h>

#include <array>
#include <cmath>
#include <limits>

namespace kolophon
{
/** The host's song at one moment. What it does not say is not a number, or 0. */
struct SongPosition
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double tempo = 0.0;                            // quarter notes per minute
    double bar = 0.0;                              // length [quarter notes]
    double quarters = unknown, barStart = unknown; // positions [quarter notes] of the song and of the current bar
    bool isPlaying = false;
};

/** The song as JUCE's wrappers know it. */
inline SongPosition songOf (juce::AudioPlayHead* playHead)
{
    SongPosition song;
    const auto position =
        playHead != nullptr ? playHead->getPosition() : juce::Optional<juce::AudioPlayHead::PositionInfo>();
    if (! position.hasValue())
        return song;
    song.tempo = position->getBpm().orFallback (0.0);
    if (const auto signature = position->getTimeSignature(); signature.hasValue() && signature->denominator > 0)
        song.bar = 4.0 * signature->numerator / signature->denominator;
    song.quarters = position->getPpqPosition().orFallback (SongPosition::unknown);
    song.barStart = position->getPpqPositionOfLastBarStart().orFallback (SongPosition::unknown);
    song.isPlaying = position->getIsPlaying();
    return song;
}

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

    /** Takes the song as it is at a sample of the block: passes events at that offset to `add`, at most three. Within a
        block, samples must not decrease. */
    template <class Add>
    void follow (const SongPosition& song, int sample, Add add) noexcept
    {
        using Type = PerformanceEvent::Type;
        moveTo (sample);
        if (song.tempo > 0.0 && song.tempo != tempo)
            add (PerformanceEvent { sample, Type::tempo, 0, 0, tempo = song.tempo });
        if (song.bar > 0.0 && song.bar != bar)
            add (PerformanceEvent { sample, Type::bar, 0, 0, bar = song.bar });
        if (song.isPlaying && std::isfinite (song.quarters))
        {
            const double now = placeIn (song.quarters, song.barStart);
            if (! (std::abs (now - expected) <= tolerance))
                add (PerformanceEvent { sample, Type::position, 0, 0, expected = now });
        }
    }

    /** Call at the end of a block of `samples`. */
    void endBlock (int samples) noexcept
    {
        moveTo (samples);
        reached = 0;
    }

private:
    static constexpr double tolerance = 1e-3; // [quarter notes] half a millisecond at 120: hosts round

    /** Position the song would have if all its bars were as long as the current one: bars begin at multiples of their
        length. */
    double placeIn (double quarters, double barStart) const noexcept
    {
        return std::isfinite (barStart) ? std::round (barStart / bar) * bar + (quarters - barStart) : quarters;
    }
    void moveTo (int sample) noexcept
    {
        expected += (sample - reached) / sampleRate * tempo / 60.0;
        reached = sample;
    }

    double tempo = 120.0, bar = 4.0; // the engine's values
    double expected =
        std::numeric_limits<double>::quiet_NaN(); // [quarter notes] at sample `reached`; NaN: none sent yet
    int reached = 0;                              // [samples] in the block
    double sampleRate = 48000.0;                  // [Hz]
};
} // namespace kolophon
