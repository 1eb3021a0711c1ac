// SPDX-License-Identifier: GPL-3.0-or-later
#include "Instrument.h"

#include "../Core/Samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kolophon::puredata
{
namespace
{
constexpr double nothingSaid = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t spare =
    256; // [samples] for calls at one instant, each of which wants the events before it rendered
} // namespace

Instrument::Instrument (double rate)
    : synth (kolophon_create (rate)), sampleRate (rate),
      said (static_cast<std::size_t> (kolophon_parameter_count()), nothingSaid)
{
}

kolophon_status Instrument::prepare (double rate, int block)
{
    if (rate != kolophon_sample_rate (synth))
    {
        renderAside (waiting); // which the other rate would discard
        if (const auto fault = kolophon_set_sample_rate (synth, rate))
            return fault;
        pass (waiting);
        ahead = 0;
    }
    // Blocks shorter than Pd's own are computed several in a tick, longer ones once in several ticks.
    const double tick = sys_getblksize() * rate / std::max<double> (sys_getsr(), 1.0);
    const double gap = std::max<double> (block, tick);
    if (! isRunning() || rate != sampleRate || gap != longestGap)
    {
        // As if there had been a block that ends with this tick: the first one then is as late as all others.
        const double ticksOff = 1000.0 * (gap - tick) / rate; // [ms]
        lastTick = clock_getlogicaltime() - ticksOff * (clock_getsystimeafter (1.0) - clock_getlogicaltime());
        ticked = false;
    }
    started = true;
    sampleRate = rate;
    longestGap = gap;
    const auto room = std::max (static_cast<std::size_t> (gap) + 1 + spare, left.size());
    for (auto* buffer : { &input, &left, &right })
        buffer->resize (room, 0.0);
    return KOLOPHON_OK;
}

double Instrument::elapsed() const noexcept
{
    return clock_gettimesince (lastTick) * 0.001 * sampleRate;
}

bool Instrument::isRunning() const noexcept
{
    // No ticks come while DSP, or the subpatch, is switched off.
    return started && elapsed() <= (ticked ? longestGap + 1.0 : 2.0 * longestGap);
}

uint32_t Instrument::offsetNow() const noexcept
{
    const double place = std::round (elapsed()) - static_cast<double> (ahead);
    const double latest = waiting > 0 ? static_cast<double> (waiting) - 1.0 : 0.0; // which nothing overtakes
    return static_cast<uint32_t> (std::max (place, latest));
}

void Instrument::pass (std::size_t count) noexcept
{
    if (waiting == 0)
        return;
    waiting -= std::min (waiting, count);
    if (waiting == 0)
        std::fill (said.begin(), said.end(), nothingSaid);
}

void Instrument::renderAside (std::size_t count) noexcept
{
    for (std::size_t samples = 0; count > 0; count -= samples)
    {
        double l[64], r[64];
        samples = std::min (count, std::size (l));
        kolophon_render (synth, l, r, samples);
    }
}

void Instrument::settle() noexcept
{
    if (waiting == 0 || isRunning())
        return;
    renderAside (waiting);
    pass (waiting);
    ahead = 0;
}

void Instrument::renderAhead (std::size_t count) noexcept
{
    count = std::min (count, left.size() - ahead);
    std::fill_n (input.begin(), count, lastInput);
    kolophon_render_probes (synth, input.data(), left.data() + ahead, right.data() + ahead, count, nullptr, 0, nullptr);
    ahead += count;
    pass (count);
}

void Instrument::catchUp() noexcept
{
    settle();
    if (isRunning())
        renderAhead (std::max<std::size_t> (offsetNow(), waiting));
}

kolophon_status Instrument::set (int32_t parameter, double value)
{
    const auto status = send (
        [&] (uint32_t offset)
        {
            return isRunning() ? kolophon_automate (synth, offset, parameter, value)
                               : kolophon_set (synth, kolophon_parameter_info (parameter)->id, value);
        });
    if (status == KOLOPHON_OK && isRunning())
        said[static_cast<std::size_t> (parameter)] = value;
    return status;
}

double Instrument::value (int32_t parameter) const noexcept
{
    double value = said[static_cast<std::size_t> (parameter)];
    if (std::isnan (value))
        kolophon_get (synth, kolophon_parameter_info (parameter)->id, &value);
    return value;
}

void Instrument::render (const t_sample* in, t_sample* leftOut, t_sample* rightOut, std::size_t count) noexcept
{
    std::copy_n (in, count, input.begin()); // first: Pd may have one buffer for input and output
    if (count > 0)
        lastInput = input[count - 1];
    const auto ready = std::min (ahead, count), more = count - ready;
    if (more > 0) // then nothing was rendered beyond this block
        kolophon_render_probes (synth, input.data() + ready, left.data() + ready, right.data() + ready, more, nullptr,
                                0, nullptr);
    std::transform (left.begin(), left.begin() + static_cast<std::ptrdiff_t> (count), leftOut, sampleOf<t_sample>);
    std::transform (right.begin(), right.begin() + static_cast<std::ptrdiff_t> (count), rightOut, sampleOf<t_sample>);
    for (auto* buffer : { &left, &right })
        std::copy (buffer->begin() + static_cast<std::ptrdiff_t> (count),
                   buffer->begin() + static_cast<std::ptrdiff_t> (std::max (ahead, count)), buffer->begin());
    ahead -= ready;
    pass (more);
    lastTick = clock_getlogicaltime();
    ticked = true;
}
} // namespace kolophon::puredata
