// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Threads/SequenceLock.h"
#include "Control/Channels.h"
#include "Control/KnobTravel.h"
#include "Control/Performance.h"
#include "Parameters/Patch.h"
#include "Synth.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace kolophon
{
/** One entry of a log: an event, or a change between two blocks. */
struct LoggedEvent
{
    enum class Kind : std::uint8_t {
        event,   // `event`, its offset unused
        knob,    // a parameter jumped to its value, without gliding: `event` as setParameter
        reset,   // silence
        gesture, // from here on the gesture given under `number` is played; so of the kinds below
        body,
        box,
        tuning,
        modulation
    };

    std::int64_t sample = 0; // since the beginning of the log
    Kind kind = Kind::event;
    PerformanceEvent event {};
    std::uint32_t number = 0;
};

/** A copy of the log: events, and the state at their beginning. */
struct LoggedPerformance
{
    double sampleRate = 48000.0; // [Hz]
    Patch patch = Patch::defaults();
    Synth::Given given;                        // at the beginning, like patch
    Synth::Past past;                          // at the beginning
    std::vector<PerformanceEvent> controllers; // that restore the channels' state at the beginning, in order
    std::vector<LoggedEvent> events;
    std::int64_t from = 0, end = 0; // [samples] range of the last minute, since the beginning
    bool beganAtRest = true;        // false: strings sounded at the beginning, in an unknown state
    bool driven = false;            // a side-chain, which is not logged, moved the hands
    std::int64_t began = 0;         // [samples] after prepare(): not kept in files
};

/** Log of the last minute that a synth played, always on, from which it can be played again, to the last bit.

    The audio thread writes events into a ring that overwrites its oldest, and from time to time, when the synth is at
    rest, a checkpoint: patch, controllers, time. copy() copies both without blocking the audio thread, and begins at
    the youngest checkpoint at rest that is older than a minute, so that the state at the beginning is known.
    Allocations occur only in the constructor and in copy(); no function locks. */
class PerformanceLog
{
public:
    static constexpr std::size_t capacity = 1u << 16; // events
    static constexpr double seconds = 60.0;

    PerformanceLog();

    /** Call it when the synth has been prepared: it is silent then. [prepare] */
    void prepare (double sampleRate, const Synth& synth) noexcept;

    /** Call it when the synth has been reset. [audio] */
    void reset (const Synth& synth) noexcept;

    /** Call it when the synth has been given a whole patch at once. [audio] */
    void recordPatch (const Synth& synth) noexcept;

    /** Call it when the synth has rendered these events in a block of `sampleCount`; `driven`: a signal moved its
        hands. [audio] */
    void play (const Synth& synth, std::span<const PerformanceEvent> events, int sampleCount, bool driven) noexcept;

    /** Samples played since the log was constructed. [any] */
    std::int64_t played () const noexcept { return clock.load (std::memory_order_relaxed); }

    /** Copies the last minute; nullopt before the first prepare(). [any except audio] */
    std::optional<LoggedPerformance> copy () const;

private:
    static constexpr std::size_t wordsOfEvent = 3, checkpointCount = 8;
    using Word = std::atomic<std::uint64_t>;

    /** Trivially copyable, so that it can be stored word by word. */
    struct Checkpoint
    {
        std::int64_t clock = 0;
        std::uint64_t firstEvent = 0; // place in the log
        Synth::Past past;
        Synth::Given given;
        std::uint32_t atRest = 0; // 0 or 1
        double sampleRate = 0.0;  // 0: empty
        Patch patch {};
        Channels channels; // their state, not their messages, because the effect of a message depends on earlier ones
        KnobTravel movedByHost;
    };
    static constexpr std::size_t wordsOfCheckpoint = (sizeof (Checkpoint) + 7) / 8;

    struct Slot
    {
        SequenceLock lock;
        std::unique_ptr<Word[]> words;
    };

    void push (std::int64_t sample, LoggedEvent::Kind kind, const PerformanceEvent& event,
               std::uint32_t number) noexcept;
    void noteGiven (const Synth& synth) noexcept;
    void watchKeys (const PerformanceEvent& event) noexcept;
    void checkpoint (const Synth& synth, bool atRest, bool replace) noexcept;
    void considerCheckpoint (const Synth& synth) noexcept;
    bool read (const Slot& slot, Checkpoint& checkpoint) const noexcept;
    std::optional<LoggedPerformance> copyFrom (const Checkpoint& checkpoint) const;
    LoggedEvent eventAt (std::uint64_t place) const noexcept;

    // [audio]
    Checkpoint now; // contents of the next checkpoint
    std::array<std::array<bool, 128>, 16> held {};
    int heldCount = 0;
    std::size_t newest = checkpointCount - 1; // slot
    std::int64_t checkpointClock = 0;
    std::uint64_t checkpointEvents = 0; // events before the newest

    // Between threads
    std::unique_ptr<Word[]> ring;
    std::atomic<std::uint64_t> written { 0 };                  // events
    std::atomic<std::int64_t> clock { 0 }, soundedUntil { 0 }; // [samples]
    std::atomic<std::int64_t> drivenAt { -1 };                 // last time that a signal moved the hands
    std::array<Slot, checkpointCount> slots;
};
} // namespace kolophon
