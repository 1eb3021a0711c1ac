// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_FRICTION_LAWS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAWS_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAWS_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_FRICTION_LAWS_INL_H
 #endif

 #include "Armstrong-inl.h"
 #include "Coulomb-inl.h"
 #include "Dahl-inl.h"
 #include "Dupont-inl.h"
 #include "HessSoom-inl.h"
 #include "HybridFive-inl.h"
 #include "HybridThree-inl.h"
 #include "Karnopp-inl.h"
 #include "KolophonElement-inl.h"
 #include "KolophonThermal-inl.h"
 #include "LuGre-inl.h"
 #include "Modelica-inl.h"
 #include "Stiction-inl.h"
 #include "Stribeck-inl.h"
 #include "SwitchModel-inl.h"
 #include "Viscous-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
template <class... Laws>
struct LawList
{
    static constexpr int count = static_cast<int> (sizeof...(Laws));
};

/** List of all friction laws. Append only: the parameter contact.law holds the index. The menu, the engine's dispatch,
    the command line, Resources/Docs/Laws.md and the contract tests are derived from it. */
template <class Real>
using FrictionLaws =
    LawList<KolophonElement<Real>, KolophonThermal<Real>, LuGre<Real>, Dupont<Real>, Dahl<Real>, Coulomb<Real>,
            Stiction<Real>, Viscous<Real>, Stribeck<Real>, HessSoom<Real>, Armstrong<Real>, Karnopp<Real>,
            SwitchModel<Real>, HybridThree<Real>, HybridFive<Real>, Modelica<Real>>;
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
