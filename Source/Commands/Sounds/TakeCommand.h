// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "RenderCommand.h"

namespace kolophon
{
/** Options of `kolophon take`, not parsed yet. `sound.output` is the pattern of the files' names. */
struct TakeOptions
{
    RenderOptions sound;
    std::string vary, from, fade, manifest;
    std::optional<double> trimDb; // [dB] below the peak
    double varyGesturePercent = 0.0;
    std::uint64_t seed = 1;
    int count = 8;
};

/** Runs `kolophon take`: renders one gesture many times, with variations, and writes a manifest of them. Throws
    Failure. */
ExitCode take (const TakeOptions& options);
} // namespace kolophon
