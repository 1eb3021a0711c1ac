// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

/** Names of keys for the host, and pages of parameters for remote controls. */
namespace kolophon::clap
{
extern const PluginNoteName noteNameExtension;
extern const PluginRemoteControls remoteControlsExtension;
} // namespace kolophon::clap
