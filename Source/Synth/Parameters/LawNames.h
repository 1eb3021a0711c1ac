// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Friction/FrictionLaws-inl.h"

#include <array>

/** The list of laws as a compile-time table. Include it only if a constant is needed (ParameterRows.h); otherwise use
    lawTable(). */
namespace kolophon
{
namespace detail
{
template <class... Laws>
constexpr auto tableOf (HWY_NAMESPACE::LawList<Laws...>)
{
    return std::array { Laws::info... };
}
} // namespace detail

inline constexpr auto laws = detail::tableOf (HWY_NAMESPACE::FrictionLaws<double> {});
} // namespace kolophon
