// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
 #endif

 #include "ElementInStep-inl.h"
 #include "PressedPass-inl.h"
 #include "SidedParts-inl.h"
 #include "WideBow-inl.h"

 #include <cstddef>
 #include <new>
 #include <type_traits>
 #include <utility>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The step of several contacts in lanes: passes go round them, each solved against what the others push (Gauss and
    Seidel), and one symmetric system closes it (ContactLines-inl.h). As ContactNetwork, for contacts of a single
    direction, without memory to allocate, and with masks where that has branches.

    A rigid law keeps the force that it found as long as the final F v >= 0; else its port becomes F = d v. A stop whose
    final N < 0 opens, and closes again if it then still closes. Each port changes at most twice. Lanes that don't
    change solve the same system again, and keep every bit.

    `isWide`: the first three contacts are the points of a wide bow. */
template <class Real, int ports, bool withLosses, bool isWide>
struct SidedStep
{
    static constexpr int ofBow = isWide ? WideBow<Real>::points : 1;
    using Contact = SidedContact<Real>;
    using Ports = ContactPorts<Real, ports>;
    using Mask = decltype (Real (0.0) < Real (1.0));
    using Element = KolophonElement<Real>;

    const Ports& at;
    Contact (&contacts)[ports];
    const Real (&normalForce)[ports];
    const Pressing<Real>& pressing;
    WideBow<Real>* wide;
    Real h;
    OverlappedWork meanwhile;

    Real force[ports], velocity[ports]; // results
    Real push[ports];                   // on the bank; unused by a narrow bow, where it is `force`
    ContactStep<Real> steps[ports];     // of friction
    Real lost, losses[ports];           // [J] in all contacts, and with losses in each

    HWY_INLINE SidedStep (const Ports& itsPorts, Contact (&itsContacts)[ports], const Real (&presses)[ports],
                          const Pressing<Real>& itsPressing, WideBow<Real>* itsWideBow, Real timeStep,
                          const OverlappedWork& work)
        : at (itsPorts), contacts (itsContacts), normalForce (presses), pressing (itsPressing), wide (itsWideBow),
          h (timeStep), meanwhile (work), lost (0.0)
    {
    }

    /** Solves it. The first pass sees the forces of the step before. `rounds`: passes in which the contacts beside the
        bow are solved, too; those after them are the bow's alone. */
    HWY_NOINLINE void solve (int passes, int rounds)
    {
        if (areElements())
            return solveElements (passes, rounds, std::make_integer_sequence<int, ports>());
        const int presser = pressing.port;
        for (int i = 0; i < ports; ++i)
        {
            force[i] = contacts[i].force;
            if (presser == 0 || (i > 0 && i != presser))
                begin (i);
        }
        if (presser > 0)
            (new (room.pressed) PressedPass<Real>)
                ->begin (contacts[0].friction, contacts[0].force, contacts[presser].pressed);
        for (int pass = 0; pass < passes; ++pass)
            for (int i = (pass < rounds ? ports : ofBow) - 1; i >= 0; --i)
                if (presser == 0)
                    meet (i, pass > 0);
                else if (i == 0)
                    meetPressed (presser, pass > 0);
                else if (i != presser)
                    meet (i, pass > 0);
        for (int i = 0; i < ports; ++i)
            draw (i);
        close (lines, force, velocity);
        for (int change = 0; change < 2 * ports; ++change)
        {
            bool any = false;
            for (int i = 0; i < ports; ++i)
                any = (contacts[i].isStop ? opens (i, change) : contacts[i].law.rigid && turns (i, change)) || any;
            if (! any)
                break;
            close (lines, force, velocity);
        }
        for (int i = 0; i < ports; ++i)
            end (i);
    }

    /** Forces on the bank [N]. */
    HWY_INLINE const Real (&pushes() const)[ports]
    {
        if constexpr (isWide)
            return push;
        else
            return force;
    }
    HWY_INLINE Real ofWholeBow () const
    {
        if constexpr (isWide)
            return wide->force;
        else
            return force[0];
    }

private:
    HWY_INLINE void close (const ContactLine<Real> (&its)[ports], Real (&F)[ports], Real (&v)[ports])
    {
        if constexpr (isWide)
            solveWideLines (at, *wide, its, F, v, push);
        else
            solveLines (at, its, F, v);
    }

    HWY_INLINE bool areElements () const
    {
        bool all = pressing.port == 0;
        for (const auto& contact : contacts)
            all = all && contact.element != nullptr && ! contact.isStop;
        return all;
    }

    /** The same for Kolophon elements alone, the usual case, in which no line changes its kind. What the passes find is
        in local variables, which nothing else can see: a third fewer instructions. */
    template <int... i>
    HWY_NOINLINE void solveElements (int passes, int rounds, std::integer_sequence<int, i...>)
    {
        ElementInStep<Real> its[] = { ElementInStep<Real> (contacts[i].element, contacts[i].constants,
                                                           contacts[i].friction, at.mobility[i][i], normalForce[i],
                                                           meanwhile)... };
        Real F[] = { contacts[i].force... };
        (passElement<ports - 1 - i> (its, F, contacts[ports - 1 - i].friction.friction), ...);
        for (int n = 1; n < passes; ++n)
        {
            if (n < rounds)
                (passAgain<ports - 1 - i, false> (its, F), ...);
            (passAgain<ports - 1 - i, true> (its, F), ...);
        }
        const ContactLine<Real> drawn[] = { its[i].draw (normalForce[i])... };
        Real v[ports];
        close (drawn, F, v);
        (endElement (i, its[i], F[i], v[i], normalForce[i]), ...);
    }
    template <int port>
    HWY_INLINE void passElement (ElementInStep<Real> (&its)[ports], Real (&F)[ports], Real grip) const
    {
        Real c = at.free[port];
        for (int j = 0; j < ports; ++j)
            if (j != port)
                c = negMulAdd (at.mobility[port][j], F[j], c);
        F[port] = its[port].meet (c, grip, normalForce[port], meanwhile);
    }
    template <int port, bool ofBowAlone>
    HWY_INLINE void passAgain (ElementInStep<Real> (&its)[ports], Real (&F)[ports]) const
    {
        if constexpr ((port < ofBow) == ofBowAlone)
            passElement<port> (its, F, its[port].grip());
    }

    HWY_INLINE void endElement (int i, const ElementInStep<Real>& its, Real itsForce, Real v, Real pressing)
    {
        auto& contact = contacts[i];
        force[i] = contact.force = itsForce;
        velocity[i] = v;
        const auto finished = its.template end<withLosses> (contact.friction, itsForce, v, pressing, h);
        const Real released = letGo (contact.pressed.coordinate);
        if constexpr (withLosses)
        {
            steps[i] = finished;
            lose (i, finished.frictionLoss + released);
        }
        else
        {
            steps[i].relativeVelocity = finished.relativeVelocity;
            steps[i].force = finished.force;
        }
    }

    HWY_INLINE Real against (const Real (&free)[ports], const Real (&mobility)[ports][ports], int i,
                             int except = -1) const
    {
        Real c = free[i];
        for (int j = 0; j < ports; ++j)
            if (j != i && j != except)
                c = negMulAdd (mobility[i][j], force[j], c);
        return c;
    }

    /** A pass of the bow and what presses it, whose port has the sign of a stop's: F = -N, w = -v. */
    HWY_NOINLINE void meetPressed (int n, bool again)
    {
        auto& contact = contacts[0];
        auto& both = pressed();
        const PressedPorts<Real> from { against (at.free, at.mobility, 0, n),
                                        -against (at.free, at.mobility, n, 0),
                                        against (at.freeEnd, at.endMobility, 0, n),
                                        at.mobility[0][0],
                                        -at.mobility[0][n],
                                        at.mobility[n][n],
                                        at.endMobility[0][0],
                                        -at.endMobility[0][n],
                                        pressing.beside };
        if (contact.element == nullptr)
            both.meet (from, contact.law, contact.friction, contacts[n].spring, contacts[n].pressed, h);
        else
            both.meet (from, false, contacts[n].spring, contacts[n].pressed, h,
                       [&] (const ContactPort<Real>& port, Real N) HWY_ATTR
                       {
                           const Real grip = again ? elementOf (0).grip() : contact.friction.friction;
                           auto& its = *new (elements[0].bytes) ElementInStep<Real> (
                               contact.element, KolophonConstants<Real>::of (*contact.element, port.mobility, h),
                               contact.friction, port.mobility, N, meanwhile);
                           const Real found = its.meet (port.freeVelocity, grip, N, meanwhile);
                           both.friction.line = its.draw (N);
                           borne = N;
                           return found;
                       });
        force[0] = both.force;
        force[n] = -both.normalForce;
    }

    HWY_INLINE void begin (int i)
    {
        const auto& contact = contacts[i];
        if (contact.isStop)
            speed[i] = contact.pressed.speed;
        else if (contact.element == nullptr)
            found[i].after = contact.friction;
        else
            new (elements[i].bytes) ElementInStep<Real> (contact.element, contact.constants, contact.friction,
                                                         at.mobility[i][i], normalForce[i], meanwhile);
    }

    HWY_INLINE ElementInStep<Real>& elementOf (int i)
    {
        return *std::launder (reinterpret_cast<ElementInStep<Real>*> (elements[i].bytes));
    }

    HWY_INLINE void meet (int i, bool again)
    {
        const auto& contact = contacts[i];
        const Real c = against (at.free, at.mobility, i);
        if (contact.element != nullptr)
        {
            auto& its = elementOf (i);
            const Real grip = again ? its.grip() : contact.friction.friction;
            force[i] = its.meet (c, grip, normalForce[i], meanwhile);
            return;
        }
        if (contact.isStop)
        {
            resistance[i] = contact.spring.resistance (mulAdd (Real (0.5) * h, speed[i], contact.pressed.penetration));
            const auto push = NormalStep<Real> (contact.spring, contact.pressed.penetration, resistance[i], h)
                                  .meet (at.mobility[i][i], -c);
            speed[i] = push.speed;
            force[i] = -push.force;
            return;
        }
        const ContactPort<Real> port { c, at.mobility[i][i], against (at.freeEnd, at.endMobility, i),
                                       at.endMobility[i][i] };
        contact.law.pass (contact.law.parameters, contact.friction, port, normalForce[i], h, found[i]);
        force[i] = found[i].step.force;
    }

    HWY_INLINE void draw (int i)
    {
        const auto& contact = contacts[i];
        if (pressing.port > 0 && (i == 0 || i == pressing.port))
        {
            if (i == 0)
            {
                if (contact.element == nullptr)
                    found[0] = pressed().friction;
                lines[0] = pressed().friction.line;
                return;
            }
            normal[i] = pressed().normalLine (contact.spring, contact.pressed, h);
            press (i);
            return;
        }
        if (contact.isStop)
        {
            normal[i] = NormalLine<Real>::of (contact.spring, contact.pressed, resistance[i], speed[i], h);
            press (i);
            return;
        }
        if (contact.element != nullptr)
        {
            lines[i] = elementOf (i).draw (normalForce[i]);
            return;
        }
        contact.law.draw (contact.law.parameters, contact.friction, h, found[i]);
        lines[i] = found[i].line;
    }

    /** Makes the port's line that of its stop. */
    HWY_INLINE void press (int i)
    {
        const auto line = normal[i].line (contacts[i].pressed, h);
        lines[i] = { -line.offset, line.slope };
    }

    /** True where the velocity at a port is zero, except for the rounding of the sum that it is. */
    HWY_INLINE Mask stands (int i) const
    {
        Real largest = absolute (at.free[i]);
        for (int j = 0; j < ports; ++j)
            largest = largest + absolute (at.mobility[i][j] * force[j]);
        return absolute (velocity[i]) <= Real (1e-14) * largest;
    }

    /** Turns the port of a rigid law whose force would do work into F = d v; true if there is one. */
    HWY_NOINLINE bool turns (int i, int change)
    {
        const Real zero (0.0), one (1.0);
        const auto wrong = (force[i] * velocity[i] < zero) & (Real (1e-14) < absolute (force[i])) & ! stands (i);
        const Real asked = select (wrong, one, zero);
        const Real before = change == 0 ? zero : changed[i];
        changed[i] = larger (before, asked);
        const auto now = (asked > before);
        if (! anyTrue (now))
            return false;
        const Real b = larger (at.mobility[i][i], Real (1e-100)), steep = Real (1e3) / b;
        const Real v = found[i].step.relativeVelocity, F = found[i].step.force;
        const auto along = v * F > zero;
        const Real slope = select (along, smaller (F / select (along, v, one), steep), steep);
        lines[i] = { select (now, zero, lines[i].offset), select (now, slope, lines[i].slope) };
        return true;
    }

    /** Opens a stop that would pull, and closes one that opened and would then be run into; true if something
        changed. */
    HWY_NOINLINE bool opens (int i, int change)
    {
        const Real zero (0.0), one (1.0), two (2.0), three (3.0);
        const auto& contact = contacts[i];
        const Real phase = change == 0 ? zero : changed[i]; // 0 as found, 1 opened, 2 closed again, 3 opened for good
        const auto pulls = (force[i] > zero) & (lines[i].slope > zero);
        const Real w = -velocity[i];
        const auto opened = (phase > Real (0.5)) & (phase < Real (1.5));
        const auto strikes = opened & (mulAdd (h, w, contact.pressed.penetration) > zero) & (w > zero);
        const auto opensNow = pulls & ((phase < Real (0.5)) | ((phase > Real (1.5)) & (phase < Real (2.5))));
        changed[i] = select (opensNow, select (phase < Real (0.5), one, three), select (strikes, two, phase));
        if (! anyTrue (opensNow | strikes))
            return false;
        const Real R = contact.spring.resistance (contact.pressed.penetration);
        const auto push =
            NormalStep<Real> (contact.spring, contact.pressed.penetration, R, h).meet (at.mobility[i][i], w);
        const auto again = NormalLine<Real>::of (contact.spring, contact.pressed, R, push.speed, h);
        normal[i].pull = select (opensNow, zero, select (strikes, again.pull, normal[i].pull));
        normal[i].resistance = select (opensNow, zero, select (strikes, again.resistance, normal[i].resistance));
        press (i);
        return true;
    }

    HWY_INLINE void end (int i)
    {
        auto& contact = contacts[i];
        contact.force = force[i];
        if (i > 0 && i == pressing.port)
            contact.pressed.coefficient = pressed().coefficient;
        if (contact.isStop)
        {
            lose (i, normal[i].end (contact.spring, contact.pressed, -velocity[i], h) +
                         letGo (contact.friction.bristleCoordinate));
            return;
        }
        if (contact.element != nullptr)
            return endElement (i, elementOf (i), force[i], velocity[i],
                               i > 0 || pressing.port == 0 ? normalForce[i] : borne);
        Real ends = at.freeEnd[i];
        for (int j = 0; j < ports; ++j)
            ends = negMulAdd (at.endMobility[i][j], force[j], ends);
        const Real v = contact.law.rigid ? select (stands (i), Real (0.0), velocity[i]) : velocity[i];
        steps[i] = contact.law.end (contact.law.parameters, contact.friction, found[i], { force[i], v, ends }, h);
        lose (i, steps[i].frictionLoss + letGo (contact.pressed.coordinate));
    }

    HWY_INLINE void lose (int i, Real heat)
    {
        lost = lost + heat;
        if constexpr (withLosses)
            losses[i] = heat;
    }

    /** Takes an energy coordinate that nothing moves any more to zero; returns the heat [J]. */
    static HWY_INLINE Real letGo (Real& coordinate)
    {
        const Real heat = Real (0.5) * (coordinate * coordinate);
        coordinate = Real (0.0);
        return heat;
    }

    ContactLine<Real> lines[ports];
    FrictionFound<Real> found[ports];
    NormalLine<Real> normal[ports];
    Real speed[ports], resistance[ports]; // of stops: w* [m/s], R [kg/s]
    Real changed[ports];                  // changes of kind, by lane

    struct alignas (64) Room
    {
        std::byte bytes[sizeof (ElementInStep<Real>)];
    };
    Room elements[ports]; // if they are Kolophon elements
    struct alignas (64) PressedRoom
    {
        std::byte pressed[sizeof (PressedPass<Real>)];
    } room;     // of the bow, if something presses it
    Real borne; // [N] by the bow's element in that
    HWY_INLINE PressedPass<Real>& pressed ()
    {
        return *std::launder (reinterpret_cast<PressedPass<Real>*> (room.pressed));
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
