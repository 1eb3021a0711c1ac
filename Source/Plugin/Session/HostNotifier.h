// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ParameterBridge.h"

#include <JuceHeader.h>

#include <array>
#include <atomic>
#include <cstdint>

namespace kolophon
{
/** Notifies the host and the editor of knobs that are moved by playing, through learned controllers and key switches.
    The audio thread sets the values and marks the knobs; the message thread sends the notifications, thirty times per
    second while key switches are on (learned controllers call collect() on a timer of their own). */
class HostNotifier final : private juce::Timer
{
public:
    explicit HostNotifier (ParameterBridge& itsBridge) : bridge (itsBridge) {}
    ~HostNotifier() override { stopTimer(); }

    /** Starts the notifications. [any but audio] */
    void start ()
    {
        if (! isTimerRunning())
            startTimerHz (idleRate);
    }

    /** Sets a knob to `value`: in `known`, and in the parameter. [audio] */
    void move (std::size_t parameter, double value, Patch& known) noexcept
    {
        parameterTable()[parameter].in (known) = value;
        bridge.parameters()[parameter]->setExactValue (value);
        // Release order: a thread that reads the bit also reads the value.
        moved[parameter / 64].fetch_or (std::uint64_t { 1 } << (parameter % 64), std::memory_order_release);
    }

    /** Notifies the host of each moved knob as a gesture. Called by the timer, or by tests. [message] */
    void collect ();

private:
    static constexpr std::size_t words = sizeof (Patch) / sizeof (double) / 64 + 1;

    static constexpr int rate = 30, idleRate = 2; // [Hz]

    void timerCallback () override;

    ParameterBridge& bridge;
    std::array<std::atomic<std::uint64_t>, words> moved {};
};
} // namespace kolophon
