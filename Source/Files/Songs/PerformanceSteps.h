// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "PerformanceFile.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace kolophon
{
/** An event, or something that is done to the synth before the sample is rendered. */
struct StampedEvent
{
    std::int64_t sample;
    PerformanceEvent event;
    std::function<void (Synth&)> act {};
};

/** A recorded performance as a player needs it, by time: the controllers at its beginning, its events, and what was set
    between two blocks. Throws InputError if a tuning is invalid. */
std::vector<StampedEvent> stamped (const RecordedPerformance& performance);
} // namespace kolophon
