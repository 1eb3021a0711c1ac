#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace kolophon
{
/** What a hand does at a point of the control grid. */
struct HandPoint
{
    double seconds = 0.0;                                    // of stream time; rising
    float speed = 0.0f, normalForce = 0.0f, position = 0.0f; // [m/s], with its sign; [N]; of the contact's path
    bool held = false;                                       // by its key; false: the body rings
};

/** The hand of the note that was struck last, written down by the audio thread while somebody records: from the first
    point of the control grid at which a key is held, then every few milliseconds, for a minute. Nobody needs to look
    meanwhile. Where nothing sounds no points are written. The audio thread writes into room that start() has made; with
    nobody recording it reads one number. */
class HandFeed
{
public:
    static constexpr double interval = 0.004, longest = 60.0; // [s]

    // [one thread, any but audio]
    /** Forgets what was written, and begins with the next key that is held. */
    void start ();
    /** Ends it; what was written stays. */
    void stop () noexcept;
    /** All since start(). They stay where they are until the next start(). */
    std::span<const HandPoint> points () const noexcept;

    // [audio]
    bool isWanted () const noexcept { return wanted.load (std::memory_order_relaxed) % 2 == 1; }
    /** At a point of the grid, `now` samples after the stream's beginning. */
    void note (std::uint64_t now, double sampleRate, HandPoint point) noexcept;
    /** The stream begins anew; a recording goes on where it was. */
    void restart () noexcept;

private:
    static constexpr std::size_t capacity = static_cast<std::size_t> (longest / interval) + 1;

    std::unique_ptr<HandPoint[]> room;        // made by the first start(); null until then
    std::atomic<std::uint32_t> wanted { 0 };  // odd: record; another odd number: record anew
    std::atomic<std::uint32_t> written { 0 }; // of which recording
    std::atomic<std::size_t> count { 0 };
    double past = 0.0, latest = 0.0; // [s] of the streams before this one; of the last point [audio]
};
} // namespace kolophon
