#pragma once

#include "RenderCommand.h"

namespace kolophon
{
/** What stands on the command line of `kolophon take`, unread. `sound.output` is the pattern of the files' names. */
struct TakeOptions
{
    RenderOptions sound;
    std::string vary, from, fade, manifest;
    std::optional<double> trimDb; // [dB] below the peak
    double varyGesturePercent = 0.0;
    std::uint64_t seed = 1;
    int count = 8;
};

/** `kolophon take`: one gesture many times, each a little different, and a manifest that says how. Throws Failure. */
ExitCode take (const TakeOptions& options);
} // namespace kolophon
