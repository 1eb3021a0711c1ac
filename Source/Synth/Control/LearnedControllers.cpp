// SPDX-License-Identifier: GPL-3.0-or-later
#include "LearnedControllers.h"

#include "../../Physics/PortableMath.h"
#include "../Parameters/Modulation.h"
#include "../Parameters/ParameterTable.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double near = 1.5 / 127.0; // of a slider's travel: tolerance of soft takeover, for a 7-bit controller
} // namespace

bool LearnedControllers::add (const LearnedController& row) noexcept
{
    for (std::size_t n = 0; n < count; ++n)
        if (rows[n].parameter == row.parameter && rows[n].number == row.number && rows[n].channel == row.channel)
        {
            rows[n] = row;
            return true;
        }
    if (count == capacity)
        return false;
    rows[count++] = row;
    return true;
}

bool LearnedControllers::operator== (const LearnedControllers& other) const noexcept
{
    return std::equal (rows.begin(), rows.begin() + static_cast<std::ptrdiff_t> (count), other.rows.begin(),
                       other.rows.begin() + static_cast<std::ptrdiff_t> (other.count));
}

bool canBeLearned (int controller) noexcept
{
    const bool isOfRegistered = controller == Controller::dataEntry || controller == Controller::dataEntryFine ||
                                (controller >= 96 && controller <= 101);
    return controller >= 0 && controller < 120 && ! isOfRegistered;
}

void ControllerLearner::set (const LearnedControllers& learned) noexcept
{
    // Unchanged rows keep their takeover state.
    std::array<Grip, LearnedControllers::capacity> kept {};
    for (std::size_t n = 0; n < learned.count; ++n)
        for (std::size_t old = 0; old < rows.count; ++old)
            if (rows.rows[old] == learned.rows[n])
                kept[n] = grips[old];
    rows = learned;
    grips = kept;
}

/** Computes the knob's value; true if the controller moves it. With soft takeover a controller takes its knob over when
    it passes the knob's value or comes close to it, and loses it when something else moves the knob. */
bool ControllerLearner::moves (std::size_t row, double value, const Patch& patch, double& knob) noexcept
{
    const auto& its = rows.rows[row];
    if (its.parameter >= parameterTable().size())
        return false;
    const auto& info = parameterTable()[its.parameter];
    auto& grip = grips[row];
    const double bent =
        bentBy (its.curve == 0.0 ? 1.0 : portable::exp2 (2.0 * its.curve), std::clamp (value, 0.0, 1.0));
    const double place = its.from + (its.to - its.from) * bent;
    if (its.picksUp)
    {
        const double now = info.toNormalised (info.in (patch));
        grip.holds = grip.holds && std::abs (info.toNormalised (info.fromNormalised (grip.place)) - now) < 1e-6;
        const bool passes = grip.known && (grip.place - now) * (place - now) <= 0.0;
        grip.holds = grip.holds || passes || std::abs (place - now) <= near;
    }
    grip.known = true;
    grip.place = place;
    if (its.picksUp && ! grip.holds)
        return false;
    knob = info.fromNormalised (place);
    return true;
}
} // namespace kolophon
