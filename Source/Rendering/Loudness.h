// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

namespace kolophon
{
/** Integrated loudness [LUFS] (ITU-R BS.1770); nullopt if shorter than 0.4 s or silent. `right` may be empty. */
std::optional<double> integratedLoudness (std::span<const double> left, std::span<const double> right,
                                          double sampleRate);

/** Loudness [LUFS] of the loudest second, in steps of 0.1 s, ungated; of the whole sound if it is shorter. For
    creaks and other intermittent sounds. Nullopt for silence. */
std::optional<double> loudestSecond (std::span<const double> left, std::span<const double> right, double sampleRate);
} // namespace kolophon
