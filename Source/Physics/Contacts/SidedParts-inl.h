// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_SIDED_PARTS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_SIDED_PARTS_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_SIDED_PARTS_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_SIDED_PARTS_INL_H
 #endif

 #include "ElementInStep-inl.h"
 #include "FrictionLine-inl.h"
 #include "NormalContact-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** One of several contacts of a body that is rubbed: the bow, a side contact, a finger, or a stop. A stop is at rest
    beside the body and pushes against its motion along the bow's direction: as a port F = -N, and it closes at
    w = -v. What presses the bow is a stop, too, in the normal direction, see Pressing. */
template <class Real>
struct SidedContact
{
    using Element = KolophonElement<Real>;

    TouchingLaw<Real> law {}; // of friction
    /** Parameters of the Kolophon element, whose passes share what depends on the normal force alone; null: another
        law. */
    const typename Element::Parameters* element = nullptr;
    KolophonConstants<Real> constants;
    bool isStop = false;
    NormalSpring<Real> spring {};

    ContactState<Real> friction {};
    NormalState<Real> pressed {};
    Real force {}; // of the step before [N]

    /** Energy that it stores [J], as a stop and as a rubbing contact: it may just have turned from one into the
        other. */
    HWY_INLINE Real stored () const
    {
        return Real (0.5) *
               (pressed.coordinate * pressed.coordinate + friction.bristleCoordinate * friction.bristleCoordinate);
    }
};

/** Normal force of the bow that a stop makes. */
template <class Real>
struct Pressing
{
    int port = -1;  // of that stop; negative: none, the force is given
    Real beside {}; // [N] given force in lanes that no stop presses

    bool any () const { return port >= 0; }
};
inline constexpr int bowPort = 0; // those of what touches beside it follow

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
