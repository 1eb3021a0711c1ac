#pragma once

#include "../Core/SequenceLock.h"
#include "Channels.h"
#include "Patch.h"
#include "Performance.h"
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
/** One entry of a log: an event, or what happened between two blocks. */
struct LoggedEvent
{
    enum class Kind : std::uint8_t {
        event,   // `event`, its offset unused
        knob,    // a parameter took its value at once, without gliding: `event` as setParameter
        reset,   // silence
        gesture, // what was given under `number` is played from here on
        body,
        tuning,
        modulation
    };

    std::int64_t sample = 0; // from the beginning of what was logged
    Kind kind = Kind::event;
    PerformanceEvent event {};
    std::uint32_t number = 0;
};

/** What was played, and from where. */
struct LoggedPerformance
{
    double sampleRate = 48000.0; // [Hz]
    Patch patch = Patch::defaults();
    Synth::Given given;                        // at the beginning, as
    Synth::Past past;                          // and
    std::vector<PerformanceEvent> controllers; // that make the channels what they were, in order
    std::vector<LoggedEvent> events;
    std::int64_t from = 0, end = 0; // [samples] the last minute, from the beginning
    bool beganAtRest = true;        // false: strings sounded at the beginning, and what they did is not known
    bool driven = false;            // a side-chain moved the hands, which is not kept
    std::int64_t began = 0;         // [samples] after prepare(): not kept in files
};

/** The last minute, always: what a synth was given to play, so that it can be played again, to the last bit.

    The audio thread writes events into a ring that overwrites its oldest, and now and then, when the synth is at rest,
    a checkpoint: patch, controllers, time. Whoever wants the last minute copies both without stopping anybody, and
    begins at the youngest checkpoint that is older than a minute; with none at rest that young, further back, so that
    the beginning is known. Nothing is allocated, locked or waited for but in the constructor and in copy(). */
class PerformanceLog
{
public:
    static constexpr std::size_t capacity = 1u << 16; // events
    static constexpr double seconds = 60.0;

    PerformanceLog();

    /** The synth has been prepared at this rate, with this patch: silence. [prepare] */
    void prepare (double sampleRate, const Synth& synth) noexcept;

    /** The synth was reset. [audio] */
    void reset (const Synth& synth) noexcept;

    /** The synth was given a whole patch at once. [audio] */
    void takePatch (const Synth& synth) noexcept;

    /** The synth has rendered these events in a block of `sampleCount`; `driven` where a signal moved its hands.
        [audio] */
    void play (const Synth& synth, std::span<const PerformanceEvent> events, int sampleCount, bool driven) noexcept;

    /** How much has been played since prepare() [samples]. [any] */
    std::int64_t played () const noexcept { return clock.load (std::memory_order_relaxed); }

    /** What was played last; nothing before the first prepare(). [any but audio] */
    std::optional<LoggedPerformance> copy () const;

private:
    static constexpr std::size_t wordsOfEvent = 3, checkpointCount = 8;
    using Word = std::atomic<std::uint64_t>;

    /** All of it can be copied byte by byte. */
    struct Checkpoint
    {
        std::int64_t clock = 0;
        std::uint64_t firstEvent = 0; // place in the log
        Synth::Past past;
        Synth::Given given;
        std::uint32_t atRest = 0; // 0 or 1
        double sampleRate = 0.0;  // 0: there is none
        Patch patch {};
        Channels channels; // as they are: what they were told may have meant something else when it was heard
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
    Checkpoint now; // the state that a checkpoint would have
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
