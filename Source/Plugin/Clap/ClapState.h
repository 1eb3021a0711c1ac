// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

namespace kolophon::clap
{
/** The session, in the format of all our formats of plugins. */
extern const clap_plugin_state_t stateExtension;
} // namespace kolophon::clap
