// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

/** Presets where hosts list and load them: those of the factory, which lie in the plugin, and the player's files. */
namespace kolophon::clap
{
extern const PresetFactory presetFactory;
extern const PluginPresetLoad presetLoadExtension;
} // namespace kolophon::clap
