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

/** Inputs and results of a step of several contacts, and the end of a port. */
template <class Real, int ports>
struct SidedOutcome
{
    using Contact = SidedContact<Real>;
    using Ports = ContactPorts<Real, ports>;

    const Ports& body;
    Contact (&contacts)[ports];
    const Real (&normalForce)[ports];
    const Pressing<Real>& pressing;
    Real h;
    OverlappedWork meanwhile;

    Real force[ports], velocity[ports]; // results
    ContactStep<Real> steps[ports];     // of friction
    Real lost, losses[ports];           // [J] in all contacts, and in each

    HWY_INLINE SidedOutcome (const Ports& itsPorts, Contact (&itsContacts)[ports], const Real (&presses)[ports],
                             const Pressing<Real>& itsPressing, Real timeStep, const OverlappedWork& work)
        : body (itsPorts), contacts (itsContacts), normalForce (presses), pressing (itsPressing), h (timeStep),
          meanwhile (work), lost (0.0)
    {
    }

protected:
    HWY_INLINE ElementInStep<Real> elementAt (int i) const
    {
        return { contacts[i].element, contacts[i].constants, contacts[i].friction,
                 body.mobility[i][i], normalForce[i],        meanwhile };
    }

    /** `withLosses`: the books are open. */
    template <bool withLosses>
    HWY_INLINE void endElement (int i, const ElementInStep<Real>& its, Real itsForce, Real v, Real pressing)
    {
        auto& contact = contacts[i];
        force[i] = contact.force = itsForce;
        velocity[i] = v;
        const auto finished = its.end (contact.friction, itsForce, v, pressing, h);
        const Real released = letGo (contact.pressed.coordinate);
        steps[i].relativeVelocity = finished.relativeVelocity;
        steps[i].force = finished.force;
        if constexpr (withLosses)
        {
            steps[i] = finished;
            lose (i, finished.frictionLoss + released);
        }
    }

    HWY_INLINE void endStop (const NormalLine<Real>& its, int i, Real itsForce, Real v)
    {
        auto& contact = contacts[i];
        force[i] = contact.force = itsForce;
        velocity[i] = v;
        lose (i, its.end (contact.spring, contact.pressed, -v, h) + letGo (contact.friction.bristleCoordinate));
    }

    HWY_INLINE ContactLine<Real> lineOf (const NormalLine<Real>& its, int i) const
    {
        const auto line = its.line (contacts[i].pressed, h);
        return { -line.offset, line.slope };
    }

    HWY_INLINE void lose (int i, Real heat)
    {
        lost = lost + heat;
        losses[i] = heat;
    }

    /** Takes an energy coordinate that nothing moves any more to zero; returns the heat [J]. */
    static HWY_INLINE Real letGo (Real& coordinate)
    {
        const Real heat = Real (0.5) * (coordinate * coordinate);
        coordinate = Real (0.0);
        return heat;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
