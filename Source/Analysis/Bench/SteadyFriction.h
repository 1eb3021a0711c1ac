// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/Patch.h"

#include <span>
#include <vector>

namespace kolophon
{
/** Friction force over normal force of steady sliding at each speed [m/s] > 0, at D4 and 1 N: steps the law itself
    at this speed until its state is settled. */
std::vector<double> steadyFriction (const Contact& contact, std::span<const double> speeds);
} // namespace kolophon
