// SPDX-License-Identifier: GPL-3.0-or-later
#include "Loudness.h"

#include <ebur128.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

namespace kolophon
{
namespace
{
struct End
{
    void operator() (ebur128_state* state) const { ebur128_destroy (&state); }
};

class Meter
{
public:
    Meter (std::span<const double> left, std::span<const double> right, double sampleRate, int mode)
        : state (ebur128_init (right.empty() ? 1 : 2, static_cast<unsigned long> (sampleRate), mode))
    {
        if (state == nullptr)
            throw std::runtime_error ("the loudness meter could not be initialised");
        for (std::size_t n = 0; n < left.size(); ++n)
        {
            frames.push_back (left[n]);
            if (! right.empty())
                frames.push_back (right[n]);
        }
    }

    ebur128_state* get () const noexcept { return state.get(); }

    /** Analyses the frames from `begin` to `end` - 1. */
    void hear (std::size_t begin, std::size_t end)
    {
        ebur128_add_frames_double (state.get(), frames.data() + begin * state->channels, end - begin);
    }

private:
    std::unique_ptr<ebur128_state, End> state;
    std::vector<double> frames;
};
} // namespace

std::optional<double> integratedLoudness (std::span<const double> left, std::span<const double> right,
                                          double sampleRate)
{
    Meter meter (left, right, sampleRate, EBUR128_MODE_I);
    meter.hear (0, left.size());
    double value = 0.0;
    if (ebur128_loudness_global (meter.get(), &value) != EBUR128_SUCCESS || ! std::isfinite (value))
        return std::nullopt;
    return value;
}

std::optional<double> loudestSecond (std::span<const double> left, std::span<const double> right, double sampleRate)
{
    const auto step = static_cast<std::size_t> (0.1 * sampleRate);
    // Three seconds of buffer, of which one is read: ebur128_set_max_window (1000) takes a thousand seconds (1.2.6).
    Meter meter (left, right, sampleRate, EBUR128_MODE_S);
    const auto window =
        static_cast<unsigned long> (std::clamp (1000.0 * static_cast<double> (left.size()) / sampleRate, 1.0, 1000.0));
    std::optional<double> loudest;
    for (std::size_t begin = 0; begin < left.size(); begin += step)
    {
        const auto end = std::min (begin + step, left.size());
        meter.hear (begin, end);
        double value = 0.0;
        const bool isWhole = static_cast<double> (end) >= 0.001 * static_cast<double> (window) * sampleRate - 1.0;
        if (isWhole && ebur128_loudness_window (meter.get(), window, &value) == EBUR128_SUCCESS &&
            std::isfinite (value) && value > loudest.value_or (-1e9))
            loudest = value;
    }
    return loudest;
}
} // namespace kolophon
