// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"
#include "ControllerPairs.h"
#include "Performance.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** Assignment of one controller to one knob. */
struct LearnedController
{
    static constexpr std::uint8_t anyChannel = 255;

    std::uint8_t channel = anyChannel; // 0 … 15, or any
    std::uint8_t number = 0;           // of the controller, 0 … 119; of the coarse half if it has two
    std::uint16_t parameter = 0;       // place in parameterTable()
    double from = 0.0, to = 1.0;       // 0 … 1: position of the knob's slider with the controller at 0 and at 1
    double curve = 0.0;                // -1 … 1: the controller to the power of 4^curve
    bool picksUp = true;               // soft takeover: moves the knob only after reaching its value

    bool operator== (const LearnedController&) const = default;
};

/** All learned controllers of a session. Plain numbers only, so that it can be sent between threads. */
struct LearnedControllers
{
    static constexpr std::size_t capacity = 64;

    std::array<LearnedController, capacity> rows {};
    std::size_t count = 0;

    /** Adds an assignment, or replaces that of the same knob, controller and channel; false if the table is full. */
    bool add (const LearnedController& row) noexcept;
    bool operator== (const LearnedControllers& other) const noexcept;
};

/** True for controllers that can be learned: all except those that select and fill registered parameters, and channel
    mode messages. [any] */
bool canBeLearned (int controller) noexcept;

/** Applies learned controllers. A learned controller moves its knobs and has no other effect. [audio] */
class ControllerLearner
{
public:
    void set (const LearnedControllers& learned) noexcept;

    /** Calls `set (parameter, value)` for each knob that the event moves; `patch` holds the current values of knobs.
        True if the event is a learned controller's. */
    template <class Set>
    bool follow (const PerformanceEvent& event, const Patch& patch, Set set) noexcept
    {
        if (event.type != PerformanceEvent::Type::controller)
            return false;
        const auto [number, value] = pairs.join (event.channel, event.index, event.value);
        bool isLearned = false;
        for (std::size_t n = 0; n < rows.count; ++n)
        {
            const auto& row = rows.rows[n];
            if (row.number != number ||
                (row.channel != LearnedController::anyChannel && row.channel != (event.channel & 15)))
                continue;
            isLearned = true;
            double knob = 0.0;
            if (moves (n, value, patch, knob))
                set (static_cast<std::size_t> (row.parameter), knob);
        }
        return isLearned;
    }

private:
    struct Grip
    {
        bool holds = false, known = false; // has taken over its knob; has sent a value
        double place = 0.0;                // of the slider, by the controller's last value
    };

    bool moves (std::size_t row, double value, const Patch& patch, double& knob) noexcept;

    LearnedControllers rows;
    ControllerPairs pairs;
    std::array<Grip, LearnedControllers::capacity> grips {};
};
} // namespace kolophon
