// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Motion.h"

namespace kolophon::lab
{
/** runRealtime() for a motion with a network. */
Record runNetwork (const Motion& motion, const Interrupt& interrupt);
} // namespace kolophon::lab
