// SPDX-License-Identifier: GPL-3.0-or-later
#include "PerformanceLog.h"

#include "../Core/Index.h"
#include "Parameters/ParameterTable.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace kolophon
{
namespace
{
constexpr double checkpointSeconds = 10.0; // between two checkpoints, at least

constexpr std::uint64_t packed (LoggedEvent::Kind kind, const PerformanceEvent& event, std::uint32_t number) noexcept
{
    return static_cast<std::uint64_t> (kind) | static_cast<std::uint64_t> (event.type) << 8 |
           static_cast<std::uint64_t> (event.channel) << 16 | static_cast<std::uint64_t> (event.index) << 24 |
           static_cast<std::uint64_t> (number & 0xffffffu) << 40;
}
} // namespace

PerformanceLog::PerformanceLog() : ring (std::make_unique<Word[]> (capacity * wordsOfEvent))
{
    static_assert (std::is_trivially_copyable_v<Checkpoint>);
    for (auto& slot : slots)
        slot.words = std::make_unique<Word[]> (wordsOfCheckpoint);
}

void PerformanceLog::prepare (double sampleRate, const Synth& synth) noexcept
{
    if (sampleRate != now.sampleRate) // a file has one sample rate: discard what was played at another
        for (auto& slot : slots)
            slot.lock.write (
                [&slot]
                {
                    for (std::size_t i = 0; i < wordsOfCheckpoint; ++i)
                        slot.words[i].store (0, std::memory_order_relaxed);
                });
    now.sampleRate = sampleRate;
    recordPatch (synth);
    reset (synth);
}

void PerformanceLog::reset (const Synth& synth) noexcept
{
    if (now.sampleRate == 0.0)
        return;
    push (clock.load (std::memory_order_relaxed), LoggedEvent::Kind::reset, {}, 0);
    for (auto& channel : held)
        channel.fill (false);
    heldCount = 0;
    checkpoint (synth, true, false);
}

void PerformanceLog::recordPatch (const Synth& synth) noexcept
{
    const auto& patch = synth.patch();
    const auto table = parameterTable();
    for (std::size_t i = 0; i < table.size(); ++i)
        if (const double value = table[i].in (patch); value != table[i].in (now.patch))
            push (clock.load (std::memory_order_relaxed), LoggedEvent::Kind::knob,
                  { 0, PerformanceEvent::Type::setParameter, 0, static_cast<std::uint16_t> (i), value }, 0);
    now.patch = patch;
}

void PerformanceLog::play (const Synth& synth, std::span<const PerformanceEvent> events, int sampleCount,
                           bool driven) noexcept
{
    if (now.sampleRate == 0.0)
        return;
    const auto begin = clock.load (std::memory_order_relaxed);
    noteGiven (synth);
    for (const auto& event : events)
    {
        push (begin + std::clamp (event.offset, 0, sampleCount), LoggedEvent::Kind::event, event, event.note);
        watchKeys (event);
    }
    now.patch = synth.patch();
    if (driven)
        drivenAt.store (begin, std::memory_order_relaxed);
    clock.store (begin + sampleCount, std::memory_order_relaxed);
    if (! synth.isResting())
        soundedUntil.store (begin + sampleCount, std::memory_order_relaxed);
    considerCheckpoint (synth);
}

void PerformanceLog::noteGiven (const Synth& synth) noexcept
{
    const auto given = synth.given();
    const auto at = clock.load (std::memory_order_relaxed);
    if (given.gesture != now.given.gesture)
        push (at, LoggedEvent::Kind::gesture, {}, given.gesture);
    if (given.body != now.given.body)
        push (at, LoggedEvent::Kind::body, {}, given.body);
    if (given.box != now.given.box)
        push (at, LoggedEvent::Kind::box, {}, given.box);
    if (given.tuning != now.given.tuning)
        push (at, LoggedEvent::Kind::tuning, {}, given.tuning);
    if (given.modulation != now.given.modulation)
        push (at, LoggedEvent::Kind::modulation, {}, given.modulation);
    now.given = given;
}

void PerformanceLog::watchKeys (const PerformanceEvent& event) noexcept
{
    using Type = PerformanceEvent::Type;
    const bool down = event.type == Type::noteOn && event.value > 0.0;
    if (event.type == Type::panic || (event.type == Type::controller && Controller::endsKeys (event.index)))
    {
        for (auto& channel : held)
            channel.fill (false);
        heldCount = 0;
    }
    if ((event.type != Type::noteOn && event.type != Type::noteOff) || event.index > 127)
        return;
    bool& key = held[index (event.channel & 15)][event.index];
    heldCount += (down ? 1 : 0) - (key ? 1 : 0);
    key = down;
}

/** Writes a checkpoint at rest, if the last one is old enough; or, if the synth never rests, before the ring overwrites
    the events after the last one. If no event has come since the last checkpoint, the new one replaces it. */
void PerformanceLog::considerCheckpoint (const Synth& synth) noexcept
{
    const auto time = clock.load (std::memory_order_relaxed);
    const auto events = written.load (std::memory_order_relaxed);
    const bool atRest = synth.canBeResumed() && heldCount == 0 && now.patch.compareOn < 0.5;
    const bool nothingSince = events == checkpointEvents;
    const bool due = static_cast<double> (time - checkpointClock) >= checkpointSeconds * now.sampleRate;
    if (atRest && due)
        checkpoint (synth, true, nothingSince);
    else if (events - checkpointEvents > capacity / 4)
        checkpoint (synth, atRest, false);
}

void PerformanceLog::checkpoint (const Synth& synth, bool atRest, bool replace) noexcept
{
    now.clock = clock.load (std::memory_order_relaxed);
    now.firstEvent = written.load (std::memory_order_relaxed);
    now.past = synth.past();
    now.atRest = atRest ? 1 : 0;
    now.patch = synth.patch();
    now.channels = synth.channels();
    now.movedByHost = synth.movedByHost();
    checkpointClock = now.clock;
    checkpointEvents = now.firstEvent;
    newest = replace ? newest : (newest + 1) % checkpointCount;

    auto& slot = slots[newest];
    const auto* bytes = reinterpret_cast<const unsigned char*> (&now);
    slot.lock.write (
        [&slot, bytes]
        {
            for (std::size_t i = 0; i < wordsOfCheckpoint; ++i)
            {
                std::uint64_t word = 0;
                std::memcpy (&word, bytes + 8 * i, std::min<std::size_t> (8, sizeof (Checkpoint) - 8 * i));
                slot.words[i].store (word, std::memory_order_relaxed);
            }
        });
}

void PerformanceLog::push (std::int64_t sample, LoggedEvent::Kind kind, const PerformanceEvent& event,
                           std::uint32_t number) noexcept
{
    const auto place = written.load (std::memory_order_relaxed);
    auto* words = &ring[place % capacity * wordsOfEvent];
    std::atomic_thread_fence (std::memory_order_release); // a reader that gets a new word sees `written` of before it
    words[0].store (static_cast<std::uint64_t> (sample), std::memory_order_relaxed);
    words[1].store (packed (kind, event, number), std::memory_order_relaxed);
    words[2].store (std::bit_cast<std::uint64_t> (event.value), std::memory_order_relaxed);
    written.store (place + 1, std::memory_order_release);
}

LoggedEvent PerformanceLog::eventAt (std::uint64_t place) const noexcept
{
    const auto* words = &ring[place % capacity * wordsOfEvent];
    const auto word = words[1].load (std::memory_order_relaxed);
    LoggedEvent logged;
    logged.sample = static_cast<std::int64_t> (words[0].load (std::memory_order_relaxed));
    logged.kind = static_cast<LoggedEvent::Kind> (word & 0xff);
    logged.event.type = static_cast<PerformanceEvent::Type> (word >> 8 & 0xff);
    logged.event.channel = static_cast<std::uint8_t> (word >> 16 & 0xff);
    logged.event.index = static_cast<std::uint16_t> (word >> 24 & 0xffff);
    logged.event.value = std::bit_cast<double> (words[2].load (std::memory_order_relaxed));
    const auto number = static_cast<std::uint32_t> (word >> 40);
    (logged.kind == LoggedEvent::Kind::event ? logged.event.note : logged.number) = number;
    return logged;
}

bool PerformanceLog::read (const Slot& slot, Checkpoint& found) const noexcept
{
    auto* bytes = reinterpret_cast<unsigned char*> (&found);
    const auto copyWords = [&slot, bytes]
    {
        for (std::size_t i = 0; i < wordsOfCheckpoint; ++i)
        {
            const auto word = slot.words[i].load (std::memory_order_relaxed);
            std::memcpy (bytes + 8 * i, &word, std::min<std::size_t> (8, sizeof (Checkpoint) - 8 * i));
        }
    };
    return slot.lock.read (copyWords) && found.sampleRate > 0.0;
}

std::optional<LoggedPerformance> PerformanceLog::copyFrom (const Checkpoint& beginning) const
{
    LoggedPerformance performance;
    performance.sampleRate = beginning.sampleRate;
    performance.patch = beginning.patch;
    performance.given = beginning.given;
    performance.past = beginning.past;
    performance.controllers = beginning.channels.messages();
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
        if (const double travel = beginning.movedByHost.of (i); travel != 0.0)
            performance.controllers.push_back (
                { 0, PerformanceEvent::Type::modulate, 0, static_cast<std::uint16_t> (i), travel });
    performance.beganAtRest = beginning.atRest != 0;
    performance.began = beginning.clock;
    performance.driven = drivenAt.load (std::memory_order_relaxed) >= beginning.clock;
    const auto last = written.load (std::memory_order_acquire);
    for (auto place = beginning.firstEvent; place < last; ++place)
        performance.events.push_back (eventAt (place));
    std::atomic_thread_fence (std::memory_order_acquire);
    // The event that is being written now may have overwritten one that was read.
    if (written.load (std::memory_order_relaxed) + 1 - beginning.firstEvent > capacity)
        return std::nullopt;
    performance.end = std::max (soundedUntil.load (std::memory_order_relaxed), beginning.clock) - beginning.clock;
    for (auto& event : performance.events)
    {
        event.sample -= beginning.clock;
        performance.end = std::max (performance.end, event.sample);
    }
    const auto minute = static_cast<std::int64_t> (seconds * beginning.sampleRate);
    performance.from = std::max<std::int64_t> (0, performance.end - minute);
    return performance;
}

std::optional<LoggedPerformance> PerformanceLog::copy() const
{
    std::vector<std::unique_ptr<Checkpoint>> found; // some 16 kB each
    for (const auto& slot : slots)
    {
        auto checkpoint = std::make_unique<Checkpoint>();
        for (int attempt = 0; attempt < 100 && checkpoint != nullptr; ++attempt)
            if (read (slot, *checkpoint))
                found.push_back (std::move (checkpoint));
    }
    // Checkpoints at rest first; of them the youngest that is old enough, then the others from the oldest on.
    const auto until = soundedUntil.load (std::memory_order_relaxed);
    const auto rank = [until] (const std::unique_ptr<Checkpoint>& c)
    {
        const auto minute = static_cast<std::int64_t> (seconds * c->sampleRate);
        const bool oldEnough = c->clock <= until - minute;
        return std::array<std::int64_t, 3> { c->atRest != 0 ? 0 : 1, oldEnough ? 0 : 1,
                                             oldEnough ? -c->clock : c->clock };
    };
    std::sort (found.begin(), found.end(), [&rank] (const auto& a, const auto& b) { return rank (a) < rank (b); });
    for (const auto& checkpoint : found)
        if (auto performance = copyFrom (*checkpoint))
            return performance;
    return std::nullopt;
}
} // namespace kolophon
