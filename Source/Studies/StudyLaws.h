// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Study.h"

namespace kolophon
{
/** Studies of the laws in isolation: curves computed without a motion. */
std::span<const Study> lawStudies () noexcept;
} // namespace kolophon
