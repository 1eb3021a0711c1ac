// SPDX-License-Identifier: GPL-3.0-or-later
#include "HandFeed.h"

namespace kolophon
{
void HandFeed::start()
{
    if (room == nullptr)
        room = std::make_unique<HandPoint[]> (capacity);
    const auto now = wanted.load (std::memory_order_relaxed);
    wanted.store (now + (now % 2 == 0 ? 1 : 2), std::memory_order_release);
}

void HandFeed::stop() noexcept
{
    const auto now = wanted.load (std::memory_order_relaxed);
    wanted.store (now + now % 2, std::memory_order_release);
}

std::span<const HandPoint> HandFeed::points() const noexcept
{
    const auto now = wanted.load (std::memory_order_relaxed);
    const auto asked = now % 2 == 0 ? now - 1 : now; // while stopped: the number before
    if (room == nullptr || written.load (std::memory_order_acquire) != asked)
        return {};
    return { room.get(), count.load (std::memory_order_acquire) };
}

void HandFeed::note (std::uint64_t now, double sampleRate, HandPoint point) noexcept
{
    const auto asked = wanted.load (std::memory_order_acquire);
    if (asked % 2 == 0)
        return;
    if (asked != written.load (std::memory_order_relaxed))
    {
        count.store (0, std::memory_order_relaxed);
        past = 0.0;
        written.store (asked, std::memory_order_release);
    }
    const auto have = count.load (std::memory_order_relaxed);
    point.seconds = past + static_cast<double> (now) / sampleRate;
    const double rounding = 1e-9; // [s] tolerance of times in double precision
    if (have == 0 ? ! point.held
                  : point.seconds - latest < interval - rounding || have == capacity ||
                        point.seconds - room[0].seconds > longest)
        return;
    room[have] = point;
    latest = point.seconds;
    count.store (have + 1, std::memory_order_release);
}

void HandFeed::restart() noexcept
{
    if (count.load (std::memory_order_relaxed) > 0)
        past = latest + interval;
}
} // namespace kolophon
