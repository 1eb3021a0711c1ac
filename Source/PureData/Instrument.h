// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Library/kolophon.h"

#include <m_pd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kolophon::puredata
{
/** A synth on the clock of a patch. Messages of a patch have times between two ticks: events keep them, to the sample,
    and what only whole calls can do (a preset, a body) is done where the sound before it has been rendered. So the
    samples are the same for any block length.

    Only render() is called inside the tick: it allocates nothing. */
class Instrument
{
public:
    /** Makes a synth; get() is null on failure, and kolophon_error (NULL) the reason. */
    explicit Instrument (double sampleRate);
    ~Instrument() { kolophon_destroy (synth); }
    Instrument (const Instrument&) = delete;
    Instrument& operator= (const Instrument&) = delete;

    kolophon_synth* get () const noexcept { return synth; }

    /** Takes sample rate [Hz] and block length [samples] of the patch's graph; another rate silences everything. */
    kolophon_status prepare (double rate, int block);

    /** Renders the next block. The input drives the hands if hand.drive is "Audio speed" or "Audio force". [audio] */
    void render (const t_sample* input, t_sample* left, t_sample* right, std::size_t count) noexcept;

    /** Sends an event that happens now: `send (offset)` is one of the library's functions for events. While the patch
        computes no sound, it waits for the next block. What is too much for the library's queue is rendered at once. */
    template <class Send>
    kolophon_status send (Send&& send)
    {
        settle();
        const bool running = isRunning();
        auto offset = running ? offsetNow() : 0;
        auto status = send (offset);
        if (status == KOLOPHON_QUEUE_FULL)
        {
            running ? catchUp() : renderAside (1);
            offset = running ? offsetNow() : 0;
            status = send (offset);
        }
        if (status == KOLOPHON_OK && running)
            waiting = offset + 1;
        return status;
    }

    /** Moves a parameter: smoothly while the patch computes sound, else at once. */
    kolophon_status set (int32_t parameter, double value);

    /** Returns the value of a parameter, changes that wait included. */
    double value (int32_t parameter) const noexcept;

    /** Renders the sound before now, with all events that were sent, for calls that act at once. */
    void catchUp () noexcept;

private:
    bool isRunning () const noexcept;
    double elapsed () const noexcept;
    uint32_t offsetNow () const noexcept;
    void settle () noexcept;
    void renderAside (std::size_t count) noexcept;
    void renderAhead (std::size_t count) noexcept;
    void pass (std::size_t count) noexcept;

    kolophon_synth* synth = nullptr;
    double sampleRate = 0.0;                // [Hz]
    double lastTick = 0.0;                  // Pd's logical time
    double longestGap = 0.0;                // [samples] between two ticks that render
    bool started = false;                   // the graph has been built, so lastTick is valid
    bool ticked = false;                    // ... and a block rendered since
    std::size_t ahead = 0;                  // [samples] rendered by catchUp(), first in left and right
    std::size_t waiting = 0;                // [samples] until the latest event is rendered
    double lastInput = 0.0;                 // stands for the input that is not known yet
    std::vector<double> input, left, right; // of a block, and of what catchUp() renders
    std::vector<double> said;               // values of parameters that wait; NaN: none
};
} // namespace kolophon::puredata
