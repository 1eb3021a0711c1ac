// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Fields.h"

/** Data of bodies whose tension grows with their motion, see TightLoop-inl.h. */
namespace kolophon
{
/** One mode of such a body, beside its RunningSlot. */
template <class Real>
struct TightMode
{
    Real reach;      // r = phi/w at the contact [s/sqrt (kg)]
    Real tightening; // c: the tension is the sum of c x1^2 [1/sqrt (J)]

    static constexpr auto fields ()
    {
        return fieldList<TightMode, Real> (
            { { "reach", &TightMode::reach }, { "tightening", &TightMode::tightening } });
    }
};
static_assert (listsEveryMember<TightMode<double>>);

/** Tension above that at rest. */
template <class Real>
struct TensionState
{
    Real tension; // psi [sqrt (J)], stores psi^2/2
    Real recent;  // largest sum of c x1^2 of late, fading [sqrt (J)]

    static constexpr auto fields ()
    {
        return fieldList<TensionState, Real> (
            { { "tension", &TensionState::tension }, { "recent", &TensionState::recent } });
    }
};
static_assert (listsEveryMember<TensionState<double>>);
} // namespace kolophon
