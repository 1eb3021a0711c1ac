#pragma once

#include "ParameterBridge.h"

#include <JuceHeader.h>

#include <array>
#include <atomic>
#include <cstdint>

namespace kolophon
{
/** Knobs that playing moves, by learned controllers and key switches: the audio thread moves them and notes which; host
    and editor are told from the message thread, thirty times a second while key switches are on (learned controllers
    tell by themselves). */
class MoveTeller final : private juce::Timer
{
public:
    explicit MoveTeller (ParameterBridge& itsBridge) : bridge (itsBridge) {}
    ~MoveTeller() override { stopTimer(); }

    /** Tells from now on. [any but audio] */
    void start ()
    {
        if (! isTimerRunning())
            startTimerHz (idleRate);
    }

    /** A knob goes to `value`: in `known`, and for whoever asks for it. [audio] */
    void move (std::size_t parameter, double value, Patch& known) noexcept
    {
        parameterTable()[parameter].in (known) = value;
        bridge.parameters()[parameter]->setExactValue (value);
        // Released, so that who sees the bit sees the value.
        moved[parameter / 64].fetch_or (std::uint64_t { 1 } << (parameter % 64), std::memory_order_release);
    }

    /** Tells what has moved, each knob as a gesture. The timer does; a test may. [message] */
    void collect ();

private:
    static constexpr std::size_t words = 8;

    static constexpr int rate = 30, idleRate = 2; // [Hz]

    void timerCallback () override;

    ParameterBridge& bridge;
    std::array<std::atomic<std::uint64_t>, words> moved {};
};
} // namespace kolophon
