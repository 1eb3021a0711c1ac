#pragma once

#include "../Core/Mailbox.h"
#include "../Synth/LearnedControllers.h"
#include "MoveTeller.h"

#include <JuceHeader.h>

#include <atomic>
#include <mutex>
#include <optional>

namespace kolophon
{
/** MIDI learn between threads: the table that the player edits, the copy that the audio thread follows, and the news
    that come back, for the editor. The audio thread neither locks nor waits; what it moves, MoveTeller tells. */
class MidiLearn final : private juce::Timer
{
public:
    explicit MidiLearn (MoveTeller& itsTeller) : teller (itsTeller) {}
    ~MidiLearn() override { stopTimer(); }

    /** The table as it stands. [any but audio] */
    LearnedControllers learned () const;
    /** Another one. [any but audio] */
    void setLearned (const LearnedControllers& newTable);

    /** The next controller that moves is learned for this knob. [message] */
    void arm (std::size_t parameter);
    void disarm () noexcept { armed.store (nobody, std::memory_order_relaxed); }
    /** The knob that waits for a controller, if one does. [any] */
    std::optional<std::size_t> armedParameter () const noexcept;
    /** Takes who is learned from the audio thread, and lets what has moved be told. The timer does; a test may.
        [message] */
    void collect ();

    /** A block begins. [audio] */
    void beginBlock () noexcept
    {
        if (incoming.collect (latest))
            learner.take (latest);
    }
    /** Whether an event is a learned controller's, or is being learned: then nobody else needs it. What it moves is in
        `known` and in the parameters, and is handed to `add` as an event. [audio] */
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

    MoveTeller& teller;
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
