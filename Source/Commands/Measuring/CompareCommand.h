// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Sounds/RenderCommand.h"

namespace kolophon
{
/** Options of `kolophon compare`, not parsed yet. `sound.output` is the folder. */
struct CompareOptions
{
    RenderOptions sound;
    std::string laws = "all"; // ids, separated by commas
};

/** Runs `kolophon compare`: one gesture through several friction laws; sounds, differences, tables and a page in a
    folder. Throws Failure. */
ExitCode compare (const CompareOptions& options);
} // namespace kolophon
