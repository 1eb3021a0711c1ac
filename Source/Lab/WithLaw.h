// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Physics/Friction/FrictionLaws-inl.h"

#include <string_view>

namespace kolophon::lab
{
namespace detail
{
template <class Visitor, class... Laws>
bool visitLaw (HWY_NAMESPACE::LawList<Laws...>, std::string_view id, Visitor& visitor)
{
    return ((Laws::info.id == id && (visitor.template operator()<Laws>(), true)) || ...);
}
} // namespace detail

/** Calls visitor.operator()<Law>() for the law of the engine, on doubles, with this id. False for an unknown id. */
template <class Visitor>
bool withLaw (std::string_view id, Visitor visitor)
{
    return detail::visitLaw (HWY_NAMESPACE::FrictionLaws<double> {}, id, visitor);
}
} // namespace kolophon::lab
