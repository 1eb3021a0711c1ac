// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../../Synth/Control/LearnedControllers.h"
#include "HostNotifier.h"

#include <JuceHeader.h>

#include <atomic>
#include <mutex>
#include <optional>

namespace kolophon
{
/** MIDI learn across threads: the table that the player edits, the copy that the audio thread uses, and the learned
    controllers on their way back to the table. The audio thread neither locks nor waits; HostNotifier notifies the host
    and the editor of the knobs that it moves. */
class MidiLearn final : private juce::Timer
{
public:
    explicit MidiLearn (HostNotifier& itsTeller) : teller (itsTeller) {}
    ~MidiLearn() override { stopTimer(); }

    /** Returns the current table. [any but audio] */
    LearnedControllers learned () const;
    /** Replaces the table. [any but audio] */
    void setLearned (const LearnedControllers& newTable);

    /** Learns the next controller that moves for this knob. [message] */
    void arm (std::size_t parameter);
    void disarm () noexcept { armed.store (nobody, std::memory_order_relaxed); }
    /** The knob that waits for a controller, if there is one. [any] */
    std::optional<std::size_t> armedParameter () const noexcept;
    /** Adds newly learned controllers to the table and notifies the host of moved knobs. Called by the timer, or by
        tests. [message] */
    void collect ();

    /** Call at the start of a block. [audio] */
    void beginBlock () noexcept
    {
        if (incoming.collect (latest))
            learner.set (latest);
    }
    /** Returns true if the event belongs to a learned controller or is being learned; it must then not be processed
        further. The knobs that it moves are set in `known` and in the parameters, and passed to `add` as events.
        [audio] */
    template <class Add>
    bool follow (const PerformanceEvent& event, Patch& known, Add add) noexcept
    {
        if (learns (event))
            return true;
        const auto set = [&] (std::size_t parameter, double value)
        {
            teller.move (parameter, value, known);
            add (PerformanceEvent { event.offset, PerformanceEvent::Type::setParameter, 0,
                                    static_cast<std::uint16_t> (parameter), value });
        };
        return learner.follow (event, known, set);
    }

private:
    struct Heard
    {
        int parameter;
        std::uint8_t channel, number;
    };
    static constexpr int nobody = -1;

    bool learns (const PerformanceEvent& event) noexcept;
    void timerCallback () override { collect(); }

    HostNotifier& teller;
    mutable std::mutex tableMutex; // never on the audio thread
    LearnedControllers table;
    Mailbox<LearnedControllers> incoming;
    std::atomic<int> armed { nobody };
    Queue<Heard, 16> heard;

    // [audio]
    LearnedControllers latest;
    ControllerLearner learner;
};
} // namespace kolophon
