#pragma once

#include <optional>
#include <span>

namespace kolophon
{
/** [LUFS] integrated (ITU-R BS.1770); nothing when shorter than 0.4 s or silent. `right` may be empty. */
std::optional<double> integratedLoudness (std::span<const double> left, std::span<const double> right,
                                          double sampleRate);
} // namespace kolophon
