#pragma once

#include <optional>
#include <span>

namespace kolophon
{
/** [LUFS] integrated (ITU-R BS.1770); nothing when shorter than 0.4 s or silent. `right` may be empty. */
std::optional<double> integratedLoudness (std::span<const double> left, std::span<const double> right,
                                          double sampleRate);

/** [LUFS] of the second that is loudest, in steps of 0.1 s, ungated; of the whole where it is shorter. For creaks and
    other sounds that come and go. Nothing for silence. */
std::optional<double> loudestSecond (std::span<const double> left, std::span<const double> right, double sampleRate);
} // namespace kolophon
