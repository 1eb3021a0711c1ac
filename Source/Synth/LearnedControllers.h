#pragma once

#include "ControllerPairs.h"
#include "Patch.h"
#include "Performance.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace kolophon
{
/** One controller that moves one knob. */
struct LearnedController
{
    static constexpr std::uint8_t anyChannel = 255;

    std::uint8_t channel = anyChannel; // 0 … 15, or any
    std::uint8_t number = 0;           // of the controller, 0 … 119; its coarse half's, where it has two
    std::uint16_t parameter = 0;       // place in parameterTable()
    double from = 0.0, to = 1.0;       // 0 … 1: where the knob's slider stands with the controller at 0 and at 1
    double curve = 0.0;                // -1 … 1: the controller to the power of 4^curve
    bool picksUp = true;               // moves the knob only from where it has met it

    bool operator== (const LearnedController&) const = default;
};

/** All of a session's. Plain numbers: travels between threads. */
struct LearnedControllers
{
    static constexpr std::size_t capacity = 64;

    std::array<LearnedController, capacity> rows {};
    std::size_t count = 0;

    /** Adds one, in place of another one of the same knob and controller; false when there is no room. */
    bool add (const LearnedController& row) noexcept;
    bool operator== (const LearnedControllers& other) const noexcept;
};

/** True for controllers that can be learned: not those that select and fill registered parameters, nor those that are
    messages to the channel. [any] */
bool canBeLearned (int controller) noexcept;

/** Follows learned controllers. A controller that has been learned moves its knobs and does nothing else. [audio] */
class ControllerLearner
{
public:
    void take (const LearnedControllers& learned) noexcept;

    /** Whether the event is a learned controller's. Then `set (parameter, value)` is called for each knob that it
        moves; `patch` says where knobs are. */
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
        bool holds = false, known = false; // has met its knob; has been heard of
        double place = 0.0;                // of the slider, as the controller last said
    };

    bool moves (std::size_t row, double value, const Patch& patch, double& knob) noexcept;

    LearnedControllers rows;
    ControllerPairs pairs;
    std::array<Grip, LearnedControllers::capacity> grips {};
};
} // namespace kolophon
