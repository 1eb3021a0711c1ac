// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Songs/PerformanceSteps.h"
#include "EventQueue.h"

#include <cstddef>
#include <vector>

namespace kolophon::library
{
/** A recorded performance that is being played: from its beginning, as fast as blocks are rendered. */
class Playback
{
public:
    /** Makes the synth what it was when the recording began, and plays from the next block on. Throws InputError if a
        tuning is invalid, and then changes nothing. [setup] */
    void start (Synth& synth, const RecordedPerformance& performance, double sampleRate);
    void stop () noexcept { playing = false; } // [audio]

    bool isPlaying () const noexcept { return playing; }
    double secondsLeft (double sampleRate) const noexcept
    {
        return playing ? static_cast<double> (end - position) / sampleRate : 0.0;
    }

    /** Acts at the next sample, queues the events of the samples up to the next act, and returns their number, at most
        `largest`. At the end the keys are released. [audio] */
    int advance (Synth& synth, EventQueue& queue, std::size_t largest) noexcept;

private:
    void actNow (Synth& synth) noexcept;
    static void release (Synth& synth) noexcept;

    std::vector<StampedEvent> steps;
    std::size_t next = 0;
    std::int64_t position = 0, end = 0; // [samples] at the synth's rate
    bool playing = false;
};
} // namespace kolophon::library
