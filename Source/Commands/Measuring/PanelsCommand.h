// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/RenderCommand.h"

namespace kolophon
{
struct PanelsOptions
{
    RenderOptions sound; // preset, settings, velocity, output
    int count = 1000, jobs = 0, seed = 1;
    double within = 150.0; // [ms]
    double wiggle = 0.0;   // [%]
    std::string keys = "A1,A6";
};

/** Runs `kolophon panels`: plays random front panels and counts those that speak. Throws Failure. */
ExitCode panels (const PanelsOptions& options);
} // namespace kolophon
