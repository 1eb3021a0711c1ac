// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Core/Fnv.h"
#include "Knobs.h"
#include "LongRun.h"
#include "PreparedSynth.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

/** What tests share: events at absolute times, renderings in any cut, seeded random patches. */
namespace kolophon::test
{
using Type = PerformanceEvent::Type;

inline PerformanceEvent event (int at, Type type, int index = 0, double value = 0.0, int channel = 0)
{
    return { at, type, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (index), value };
}
inline PerformanceEvent noteOn (int at, int key, double velocity = 0.63, int channel = 0)
{
    return event (at, Type::noteOn, key, velocity, channel);
}
inline PerformanceEvent noteOff (int at, int key, int channel = 0)
{
    return event (at, Type::noteOff, key, 0.5, channel);
}
inline PerformanceEvent control (int at, int number, double value, int channel = 0)
{
    return event (at, Type::controller, number, value, channel);
}
inline PerformanceEvent setParameter (int at, std::string_view id, double value)
{
    return event (at, Type::setParameter, static_cast<int> (placeOf (id)), value);
}

/** A copy of the defaults with some knobs moved, by id. */
inline Patch patchWith (Settings settings)
{
    auto patch = defaultsOfFormat1();
    turn (patch, settings);
    return patch;
}

struct Rendering
{
    std::vector<double> left, right;
    bool operator== (const Rendering&) const = default;
};

/** Renders `samples` samples of events at absolute times, in blocks whose sizes `nextBlock()` gives. */
template <class BlockSizes>
Rendering render (Synth& synth, std::vector<PerformanceEvent> events, int samples, BlockSizes nextBlock,
                  ProbeBuffer* probes = nullptr)
{
    std::stable_sort (events.begin(), events.end(), [] (const auto& a, const auto& b) { return a.offset < b.offset; });
    Rendering out { std::vector<double> (static_cast<std::size_t> (samples)),
                    std::vector<double> (static_cast<std::size_t> (samples)) };
    std::size_t next = 0;
    for (int done = 0; done < samples;)
    {
        const int size = std::min (samples - done, static_cast<int> (nextBlock()));
        std::vector<PerformanceEvent> here;
        for (; next < events.size() && events[next].offset < done + size; ++next)
        {
            here.push_back (events[next]);
            here.back().offset -= done;
        }
        synth.render (here, out.left.data() + done, out.right.data() + done, size, probes);
        done += size;
    }
    return out;
}

inline Rendering render (Synth& synth, const std::vector<PerformanceEvent>& events, int samples, int block = 512,
                         ProbeBuffer* probes = nullptr)
{
    return render (
        synth, events, samples, [block] { return block; }, probes);
}

/** FNV-1a of the bits of a rendering. */
inline std::uint64_t hash (const Rendering& rendering)
{
    Fnv h;
    for (const auto* channel : { &rendering.left, &rendering.right })
        for (const double sample : *channel)
            h.add (sample);
    return h.value();
}

/** Seeded random numbers: a failing case names its seed, and the seed repeats it. */
class Random
{
public:
    explicit Random (std::uint64_t seed) : engine (seed) {}
    double uniform (double low, double high) { return std::uniform_real_distribution<double> (low, high) (engine); }
    double logUniform (double low, double high) { return std::exp (uniform (std::log (low), std::log (high))); }
    int integer (int low, int high) { return std::uniform_int_distribution<int> (low, high) (engine); }

    /** A valid value of a parameter, spread as its knob is. */
    double valueOf (const ParamInfo& info)
    {
        return info.scale == Scale::menu ? integer (0, static_cast<int> (info.maximum))
                                         : info.fromNormalised (uniform (0.0, 1.0));
    }

    Patch patch ()
    {
        Patch result = Patch::defaults();
        for (const auto& p : parameterTable())
            p.in (result) = valueOf (p);
        return result;
    }

private:
    std::mt19937_64 engine;
};
} // namespace kolophon::test
