// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Parameters/Limits.h"

#include <algorithm>
#include <cstdint>

namespace kolophon
{
/** The engine's time, and its place on the control grid. [audio] */
struct ControlGrid
{
    double sampleRate = 48000.0;  // [Hz] of the host
    int oversampling = 1;         // internal samples in one of the host's
    std::uint64_t streamTime = 0; // [samples] since reset
    int phase = 0;                // [samples] since the last point
    std::uint64_t began = 0;      // [samples] stream time at which the grid was laid
    int parts = 1;                // of the current segment: the largest Voice::parts()

    double timeStep () const noexcept { return 1.0 / (sampleRate * oversampling); }
    /** [s] between two points. */
    double interval () const noexcept { return limits::controlInterval / sampleRate; }
    /** [samples] since the grid was laid. */
    std::uint64_t time () const noexcept { return streamTime - began; }
    double seconds () const noexcept { return static_cast<double> (time()) / sampleRate; }
    /** [s] from the point that song and knobs have reached already to here: 0 or negative. */
    double fromNextPoint () const noexcept { return phase == 0 ? 0.0 : (phase - limits::controlInterval) / sampleRate; }

    /** Starts at time 0 of the stream. */
    void reset () noexcept
    {
        streamTime = began = 0;
        phase = 0;
        parts = 1;
    }
    /** Starts the grid here. */
    void lay () noexcept
    {
        phase = 0;
        began = streamTime;
    }
    void advance (int samples) noexcept
    {
        streamTime += static_cast<std::uint64_t> (samples);
        phase = (phase + samples) % limits::controlInterval;
    }

    /** True at the points of a grid that is so many times finer. */
    bool isAtPart (int ofSo) const noexcept { return phase % (limits::controlInterval / ofSo) == 0; }
    /** At most `samples`: up to the next of the segment's parts. */
    int untilPart (int samples) const noexcept
    {
        const int part = limits::controlInterval / parts;
        return std::min (samples, part - phase % part);
    }
};
} // namespace kolophon
