// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kolophon
{
/** Converts a non-negative int to a container index. */
constexpr std::size_t index (int i) noexcept
{
    return static_cast<std::size_t> (i);
}
} // namespace kolophon
