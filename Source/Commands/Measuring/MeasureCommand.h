// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"
#include "../Sounds/RenderCommand.h"

#include <string>
#include <vector>

namespace kolophon
{
struct MeasureOptions
{
    std::vector<std::string> files;
    RenderOptions sound; // preset, settings, note (the pitch of the files), seconds, velocity, rate
    std::string notes, family, csv;
    std::vector<std::string> asked; // measures of a preset's sound
    int jobs = 0;
    bool json = false, quiet = false, card = false, answer = false, line = false, presetGiven = false;
};

/** Runs `kolophon measure`: compares notes in files, or of a preset, with recorded strings. Throws Failure. */
ExitCode measure (const MeasureOptions& options);
} // namespace kolophon
