// SPDX-License-Identifier: GPL-3.0-or-later
#include "Playback.h"

#include "../Files/Presets/PresetFile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace kolophon::library
{
void Playback::start (Synth& synth, const RecordedPerformance& performance, double sampleRate)
{
    auto stampedSteps = stamped (performance);
    (void)tuningOf (performance.preset);
    const double scale = sampleRate / performance.log.sampleRate;
    const auto scaled = [scale] (std::int64_t sample) { return std::llround (static_cast<double> (sample) * scale); };
    for (auto& step : stampedSteps)
        step.sample = scaled (step.sample);
    steps = std::move (stampedSteps);
    end = scaled (performance.log.end);
    position = 0;
    next = 0;
    givePreset (synth, performance.preset);
    synth.reset();
    synth.resumeFrom (performance.log.past);
    playing = true;
}

/** Does what is due before the next sample. Events before something that is set are heard first. */
void Playback::actNow (Synth& synth) noexcept
{
    std::array<PerformanceEvent, 64> waiting;
    std::size_t count = 0;
    const auto play = [&]
    {
        synth.render (std::span (waiting).first (count), nullptr, nullptr, 0);
        count = 0;
    };
    for (; next < steps.size() && steps[next].sample <= position; ++next)
    {
        auto& step = steps[next];
        if (step.act || count == waiting.size())
            play();
        if (step.act)
            step.act (synth);
        else
        {
            waiting[count] = step.event;
            waiting[count++].offset = 0;
        }
    }
    play();
}

void Playback::release (Synth& synth) noexcept
{
    std::array<PerformanceEvent, 16> all;
    for (std::size_t channel = 0; channel < all.size(); ++channel)
        all[channel] = { 0, PerformanceEvent::Type::controller, static_cast<std::uint8_t> (channel),
                         Controller::allNotesOff, 0.0 };
    synth.render (all, nullptr, nullptr, 0);
}

int Playback::advance (Synth& synth, EventQueue& queue, std::size_t largest) noexcept
{
    if (! playing)
        return static_cast<int> (largest);
    actNow (synth);
    if (position >= end && next == steps.size())
    {
        release (synth);
        playing = false;
        return static_cast<int> (largest);
    }
    auto stop = position + static_cast<std::int64_t> (largest);
    if (position < end)
        stop = std::min (stop, end);
    // The block ends before what is set, or has no room, and so before all else of that time: actNow() keeps the order.
    auto last = next;
    while (last < steps.size() && steps[last].sample < stop && ! steps[last].act && queue.hasRoomFor (last - next + 1))
        ++last;
    if (last < steps.size())
        stop = std::min (stop, steps[last].sample);
    for (; next < last && steps[next].sample < stop; ++next)
    {
        auto event = steps[next].event;
        event.offset = static_cast<int> (steps[next].sample - position);
        queue.add (event);
    }
    const auto samples = static_cast<int> (stop - position);
    position = stop;
    return samples;
}
} // namespace kolophon::library
