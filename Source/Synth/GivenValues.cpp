// SPDX-License-Identifier: GPL-3.0-or-later
#include "GivenValues.h"

#include <utility>

namespace kolophon
{
std::uint32_t GivenValues::setGesture (const DrawnGesture& value) noexcept
{
    drawnGesture.publish ({ value, ++last.gesture });
    return last.gesture;
}

std::uint32_t GivenValues::setModulation (const Modulation& value) noexcept
{
    routes.publish ({ routesOf (value), ++last.modulation });
    return last.modulation;
}

std::uint32_t GivenValues::setTuning (const Tuning& value) noexcept
{
    tunings.publish ({ value, ++last.tuning });
    return last.tuning;
}

std::uint32_t GivenValues::setCustomBody (const ModeTable& table)
{
    auto given = std::make_unique<GivenTable>();
    given->table = table;
    given->number = ++last.body;
    bodies.give (std::move (given));
    return last.body;
}

std::uint32_t GivenValues::setBoxResponse (std::shared_ptr<const BoxResponse> newResponse)
{
    response = std::move (newResponse);
    boxSeconds = response != nullptr ? response->seconds() : 0.0;
    boxes.give (kolophon::prepareBox (response.get(), sampleRate, ++last.box));
    return last.box;
}

void GivenValues::prepareBox (double newSampleRate)
{
    if (std::exchange (sampleRate, newSampleRate) != newSampleRate && last.box != 0)
        boxes.give (kolophon::prepareBox (response.get(), sampleRate, last.box));
}

Synth::Given GivenValues::numbers() const noexcept
{
    const auto* body = bodies.latest();
    const auto* box = boxes.latest();
    return { latestGesture.number, body != nullptr ? body->number : 0, latestTuning.number, latestRoutes.number,
             box != nullptr ? box->number : 0 };
}
} // namespace kolophon
