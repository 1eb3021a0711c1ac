// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Options of `kolophon preset`, not parsed yet. */
struct PresetOptions
{
    std::string name, other, output, tag;
    std::vector<std::string> files;
    bool json = false;
};

/** Commands of `kolophon preset …`: each throws Failure. A preset is the name of a built-in one or a file; a plugin's
    saved state is accepted, too. */
ExitCode listPresetNames (const PresetOptions& options);
ExitCode showPreset (const PresetOptions& options);
/** Prints a line per valid file, or a line for each value in it that can't be used as written; badInput if any file is
    invalid. */
ExitCode validatePresets (const PresetOptions& options);
ExitCode diffPresets (const PresetOptions& options);
/** Writes a preset in the newest version of the format. */
ExitCode convertPreset (const PresetOptions& options);
} // namespace kolophon
