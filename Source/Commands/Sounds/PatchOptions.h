// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "RenderCommand.h"

namespace kolophon
{
/** The preset with all changes of the command line, the body first. The energy ledger is on unless --set turns it off.
    Throws Failure: 3 for the preset and the body, 2 for a setting. */
Preset presetFromOptions (const RenderOptions& options);

/** Applies the same changes to a given preset; ignores --preset. */
Preset presetFromOptions (const RenderOptions& options, Preset base);

/** Turns off the aids of the hand for experiments, unless --set turns them on: Guide would change the parameters that a
    map or a comparison varies. */
void playUnaided (RenderOptions& options);

/** Finds a preset by name, built in or a file. Throws Failure (3). */
Preset findPreset (const std::string& name);

/** Reads the usable part of the preset in a preset file or a plugin's saved state. */
Result<Preset> presetInFile (const std::string& file, Findings& findings);

/** Prints a warning in one line, once, about values of a file that could not be used as written. Returns the sentences
    for a report. [any] */
std::vector<std::string> warnOf (const std::string& file, const Findings& findings);

/** Finds a parameter of --set or --curve by its id. Throws Failure (2). */
std::size_t parameterOf (std::string_view id);

/** Reads the signal of --drive, both channels mixed to one; empty without the option. Throws Failure (3). */
std::vector<double> driveFromOptions (const RenderOptions& options);
} // namespace kolophon
