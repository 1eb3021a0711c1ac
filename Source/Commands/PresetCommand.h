#pragma once

#include "../Files/ExitCode.h"

#include <string>
#include <vector>

namespace kolophon
{
/** What stands on the command line of `kolophon preset`, unread. */
struct PresetOptions
{
    std::string name, other, output, tag;
    std::vector<std::string> files;
    bool json = false;
};

/** `kolophon preset …`: each throws Failure. A preset is a name that is built in or a file; a plugin's saved state is a
    file, too. */
ExitCode listPresetNames (const PresetOptions& options);
ExitCode showPreset (const PresetOptions& options);
/** Every file's verdict on a line, or a line for each thing in it that can't be used as written; badInput where one is
    no preset or has such a thing. */
ExitCode validatePresets (const PresetOptions& options);
ExitCode diffPresets (const PresetOptions& options);
/** Writes a preset in the newest version of the format. */
ExitCode convertPreset (const PresetOptions& options);
} // namespace kolophon
