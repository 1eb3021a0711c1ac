// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "LabLaws.h"

#include <string_view>

namespace kolophon::lab
{
namespace detail
{
/** True for the friction curves of the engine's list, which may have a peak: laws with the step of three states. */
template <class Law>
constexpr bool isCurve ()
{
    if constexpr (requires { typename Law::Curve; })
        return Law::solve == HWY_NAMESPACE::SetValuedLaw<typename Law::Curve, double>::solve;
    else
        return false;
}

template <class Law, class Visitor>
void visit (const LawChoice& choice, Visitor& visitor)
{
    if constexpr (isCurve<Law>())
        if (choice.peak != 1.0)
            return visitor.template operator()<Peaked<Law>>();
    visitor.template operator()<Law>();
}

template <class Visitor, class... Laws>
bool visitLaw (HWY_NAMESPACE::LawList<Laws...>, const LawChoice& choice, Visitor& visitor)
{
    return ((Laws::info.id == choice.id && (visit<Laws> (choice, visitor), true)) || ...);
}
template <class... Laws>
bool peaks (HWY_NAMESPACE::LawList<Laws...>, std::string_view id)
{
    return ((Laws::info.id == id && isCurve<Laws>()) || ...);
}
} // namespace detail

/** Calls visitor.operator()<Law>() for the law, on doubles: of the engine's list, or of LabLaws.h. False if it has no
    real-time form. */
template <class Visitor>
bool withLaw (const LawChoice& choice, Visitor visitor)
{
    if (choice.id == TableLaw::id)
        return visitor.template operator()<TableLaw>(), true;
    return detail::visitLaw (HWY_NAMESPACE::FrictionLaws<double> {}, choice, visitor);
}

/** Parameters of the law that withLaw() names. */
template <class Law>
typename Law::Parameters parametersOf (const LawChoice& choice, double h)
{
    if constexpr (requires { Law::prepare (choice, h); })
        return Law::prepare (choice, h);
    else
        return Law::prepare (choice.knobs, h);
}

/** True if the law may have a peak. */
inline bool mayPeak (std::string_view id)
{
    return id == TableLaw::id || detail::peaks (HWY_NAMESPACE::FrictionLaws<double> {}, id);
}
} // namespace kolophon::lab
