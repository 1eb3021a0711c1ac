// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace kolophon
{
/** State of a hand at a point of the control grid. */
struct HandPoint
{
    double seconds = 0.0;                                    // of stream time; rising
    float speed = 0.0f, normalForce = 0.0f, position = 0.0f; // [m/s], with its sign; [N]; of the contact's path
    bool held = false;                                       // by its key; false: after release
};

/** Recording of the hand of the note that was struck last. The audio thread writes it from the first point of the
    control grid at which a key is held, then every few milliseconds, for a minute; readers need not poll. While nothing
    sounds no points are written. The memory is allocated by start(); without a recording the audio thread only reads
    one number. */
class HandFeed
{
public:
    static constexpr double interval = 0.004, longest = 60.0; // [s]

    // [one thread, any but audio]
    /** Discards the last recording, and begins when a key is held next. */
    void start ();
    /** Ends the recording; its points stay. */
    void stop () noexcept;
    /** All points since start(), valid until the next start(). */
    std::span<const HandPoint> points () const noexcept;

    // [audio]
    bool isWanted () const noexcept { return wanted.load (std::memory_order_relaxed) % 2 == 1; }
    /** Writes a point of the control grid, `now` samples after the stream's beginning. */
    void note (std::uint64_t now, double sampleRate, HandPoint point) noexcept;
    /** Called when the stream begins anew; a recording continues. */
    void restart () noexcept;

private:
    static constexpr std::size_t capacity = static_cast<std::size_t> (longest / interval) + 1;

    std::unique_ptr<HandPoint[]> room;        // allocated by the first start(); null until then
    std::atomic<std::uint32_t> wanted { 0 };  // odd: record; another odd number: a new recording
    std::atomic<std::uint32_t> written { 0 }; // number of the recording that was written
    std::atomic<std::size_t> count { 0 };
    double past = 0.0, latest = 0.0; // [s] of the streams before this one; of the last point [audio]
};
} // namespace kolophon
