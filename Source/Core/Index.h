#pragma once

#include <cstddef>

namespace kolophon
{
/** A number of something, as containers count. Never negative. */
constexpr std::size_t index (int i) noexcept
{
    return static_cast<std::size_t> (i);
}
} // namespace kolophon
