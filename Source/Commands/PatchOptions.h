#pragma once

#include "../Files/PresetFile.h"
#include "RenderCommand.h"

namespace kolophon
{
/** The preset with everything that the command line changes in it, the body first. The energy ledger is on unless --set
    turns it off. Throws Failure: 3 for the preset and the body, 2 for a setting. */
Preset presetFromOptions (const RenderOptions& options);

/** The same on top of a preset that is known already; --preset is not looked at. */
Preset presetFromOptions (const RenderOptions& options, Preset base);

/** For experiments: nobody helps the hand, unless --set asks for it. Guide would move what a map or a comparison
    varies. */
void playUnaided (RenderOptions& options);

/** The preset of this name, built in or a file. Throws Failure (3). */
Preset findPreset (const std::string& name);

/** All that can be used of the preset in a file, or in the one of a plugin's saved state. */
Result<Preset> presetInFile (const std::string& file, Findings& findings);

/** Says in one line, once, what of a file could not be used as written; nothing where all could be. The sentences for
    a report. [any] */
std::vector<std::string> warnOf (const std::string& file, const Findings& findings);

/** A parameter of --set or --curve by its id. Throws Failure (2). */
std::size_t parameterOf (std::string_view id);

/** The signal that --drive names, both channels as one; empty where it names none. Throws Failure (3). */
std::vector<double> driveFromOptions (const RenderOptions& options);
} // namespace kolophon
