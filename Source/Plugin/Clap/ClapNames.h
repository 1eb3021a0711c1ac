// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

#include <string>
#include <utility>
#include <vector>

namespace kolophon
{
class PluginProcessor;
}

/** Names of keys, and pages of parameters for remote controls. */
namespace kolophon::clap
{
struct KeyNames
{
    std::vector<std::pair<int, std::string>> names; // by key
    std::string summary;                            // all of them, to be compared
};
/** Names of the key switches; and of all keys, if another tuning than twelve equal semitones is loaded. [main] */
KeyNames namesOfKeys (PluginProcessor& processor);

extern const PluginNoteName noteNameExtension;
extern const PluginRemoteControls remoteControlsExtension;
} // namespace kolophon::clap
