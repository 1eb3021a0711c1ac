#pragma once

#include "../Synth/Patch.h"

#include <span>
#include <vector>

namespace kolophon
{
/** Friction force over normal force of steady sliding at each speed [m/s] > 0, at D4 and one newton: the law itself,
    drawn along at that speed until nothing changes any more. */
std::vector<double> steadyFriction (const Contact& contact, std::span<const double> speeds);
} // namespace kolophon
