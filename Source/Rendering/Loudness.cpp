#include "Loudness.h"

#include <ebur128.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

namespace kolophon
{
std::optional<double> integratedLoudness (std::span<const double> left, std::span<const double> right,
                                          double sampleRate)
{
    const unsigned channels = right.empty() ? 1 : 2;
    const auto end = [] (ebur128_state* state) { ebur128_destroy (&state); };
    const std::unique_ptr<ebur128_state, decltype (end)> meter (
        ebur128_init (channels, static_cast<unsigned long> (sampleRate), EBUR128_MODE_I), end);
    if (meter == nullptr)
        throw std::runtime_error ("the loudness meter could not be set up");
    std::vector<double> frames;
    for (std::size_t n = 0; n < left.size(); ++n)
    {
        frames.push_back (left[n]);
        if (channels == 2)
            frames.push_back (right[n]);
    }
    ebur128_add_frames_double (meter.get(), frames.data(), left.size());
    double value = 0.0;
    if (ebur128_loudness_global (meter.get(), &value) != EBUR128_SUCCESS || ! std::isfinite (value))
        return std::nullopt;
    return value;
}
} // namespace kolophon
