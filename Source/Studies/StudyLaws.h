#pragma once

#include "Study.h"

namespace kolophon
{
/** Studies of the laws by themselves: curves that need no motion. */
std::span<const Study> lawStudies () noexcept;
} // namespace kolophon
