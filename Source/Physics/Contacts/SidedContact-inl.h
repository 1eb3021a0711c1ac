// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_SIDED_CONTACT_INL_H
 #endif

 #include "../SideFields.h"
 #include "PressedPass-inl.h"
 #include "SidedParts-inl.h"

 #include <algorithm>
 #include <cstddef>
 #include <new>

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
    change solve the same system again, and keep every bit. */
template <class Real>
struct SidedStep
{
    using Contact = SidedContact<Real>;
    using Ports = ContactPorts<Real, bankPorts>;
    using Mask = decltype (Real (0.0) < Real (1.0));

    const Ports& body;
    Contact (&contacts)[bankPorts];
    const Real (&normalForce)[bankPorts];
    const Pressing<Real>& pressing;
    Real h;
    OverlappedWork meanwhile;
    int ports;     // in use
    bool isBooked; // losses are asked for

    Real force[bankPorts], velocity[bankPorts]; // results
    ContactStep<Real> steps[bankPorts];         // of friction
    Real lost, losses[bankPorts];               // [J] in all contacts, and in each

    HWY_INLINE SidedStep (const Ports& itsPorts, Contact (&itsContacts)[bankPorts], const Real (&presses)[bankPorts],
                          const Pressing<Real>& itsPressing, Real timeStep, const OverlappedWork& work, bool withLosses)
        : body (itsPorts), contacts (itsContacts), normalForce (presses), pressing (itsPressing), h (timeStep),
          meanwhile (work), ports (itsPorts.count), isBooked (withLosses), lost (0.0)
    {
    }

    /** Solves it. The first pass sees the forces of the step before. `rounds`: passes in which the contacts beside the
        bow are solved, too; those after them are the bow's alone. */
    HWY_NOINLINE void solve (int passes, int rounds)
    {
        const int presser = pressing.port;
        for (int i = 0; i < ports; ++i)
        {
            force[i] = contacts[i].force;
            if (! isPressed (i))
                begin (i);
        }
        if (pressing.any())
            (new (rooms[presser].bytes) PressedPass<Real>)
                ->begin (contacts[bowPort].friction, contacts[bowPort].force, contacts[presser].pressed);
        for (int pass = 0; pass < passes; ++pass)
            for (int i = (pass < rounds ? ports : firstBeside) - 1; i >= 0; --i)
                if (! isPressed (i))
                    meet (i, pass > 0);
                else if (i == bowPort)
                    meetPressed (presser, pass > 0);
        for (int i = 0; i < ports; ++i)
            draw (i);
        close();
        for (int change = 0; change < 2 * ports; ++change)
        {
            bool any = false;
            for (int i = 0; i < ports; ++i)
                any = (contacts[i].isStop ? opens (i, change) : contacts[i].law.rigid && turns (i, change)) || any;
            if (! any)
                break;
            close();
        }
        for (int i = 0; i < ports; ++i)
            end (i);
    }

private:
    static constexpr int firstBeside = bowPort + 1;

    HWY_INLINE void close ()
    {
        ports == 2 ? solvePair (body, lines, force, velocity) : solveLines (body, lines, force, velocity);
    }

    /** True for the bow and what presses it, which have their passes together. */
    HWY_INLINE bool isPressed (int i) const { return pressing.any() && (i == bowPort || i == pressing.port); }

    HWY_INLINE Real against (int i, int except = -1) const
    {
        return freeAgainst (body.free, body.mobility, force, ports, i, except);
    }
    HWY_INLINE Real againstAtEnd (int i, int except = -1) const
    {
        return freeAgainst (body.freeEnd, body.endMobility, force, ports, i, except);
    }

    /** A pass of the bow and what presses it, whose port has the sign of a stop's: F = -N, w = -v. */
    HWY_NOINLINE void meetPressed (int n, bool again)
    {
        auto& contact = contacts[bowPort];
        auto& both = pressed();
        const PressedPorts<Real> from { against (bowPort, n),   -against (n, bowPort),   againstAtEnd (bowPort, n),
                                        body.mobility[0][0],    -body.mobility[0][n],    body.mobility[n][n],
                                        body.endMobility[0][0], -body.endMobility[0][n], pressing.beside };
        if (contact.element == nullptr)
            both.meet (from, contact.law, contact.friction, contacts[n].spring, contacts[n].pressed, h);
        else
            both.meet (
                from, false, contacts[n].spring, contacts[n].pressed,
                h, [&](const ContactPort<Real>& port, Real N) HWY_ATTR __attribute__ ((always_inline)) {
                    const Real grip = again ? elementOf (bowPort).grip() : contact.friction.friction;
                    auto& its = *new (rooms[bowPort].bytes) ElementInStep<Real> (
                        contact.element, KolophonConstants<Real>::of (*contact.element, port.mobility, h),
                        contact.friction, port.mobility, N, meanwhile);
                    const Real found = its.meet (port.freeVelocity, grip, N, meanwhile);
                    both.friction.line = its.draw (N);
                    borne = N;
                    return found;
                });
        force[bowPort] = both.force;
        force[n] = -both.normalForce;
    }

    HWY_INLINE void begin (int i)
    {
        const auto& contact = contacts[i];
        if (contact.isStop)
            speed[i] = contact.pressed.speed;
        else if (contact.element == nullptr)
            (new (rooms[i].bytes) FrictionFound<Real>)->after = contact.friction;
        else
            new (rooms[i].bytes) ElementInStep<Real> (contact.element, contact.constants, contact.friction,
                                                      body.mobility[i][i], normalForce[i], meanwhile);
    }

    HWY_INLINE void meet (int i, bool again)
    {
        const auto& contact = contacts[i];
        const Real c = against (i);
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
                                  .meet (body.mobility[i][i], -c);
            speed[i] = push.speed;
            force[i] = -push.force;
            return;
        }
        const ContactPort<Real> port { c, body.mobility[i][i], againstAtEnd (i), body.endMobility[i][i] };
        contact.law.pass (contact.law.parameters, contact.friction, port, normalForce[i], h, found (i));
        force[i] = found (i).step.force;
    }

    HWY_INLINE void draw (int i)
    {
        const auto& contact = contacts[i];
        if (isPressed (i) && i == bowPort)
        {
            if (contact.element == nullptr)
                new (rooms[i].bytes) FrictionFound<Real> (pressed().friction);
            lines[i] = pressed().friction.line;
            return;
        }
        if (isPressed (i))
        {
            normal[i] = pressed().normalLine (contact.spring, contact.pressed, h);
            return press (i);
        }
        if (contact.isStop)
        {
            normal[i] = NormalLine<Real>::of (contact.spring, contact.pressed, resistance[i], speed[i], h);
            return press (i);
        }
        if (contact.element != nullptr)
        {
            lines[i] = elementOf (i).draw (normalForce[i]);
            return;
        }
        contact.law.draw (contact.law.parameters, contact.friction, h, found (i));
        lines[i] = found (i).line;
    }

    /** Makes the port's line that of its stop. */
    HWY_INLINE void press (int i)
    {
        const auto line = normal[i].line (contacts[i].pressed, h);
        lines[i] = { -line.offset, line.slope };
    }

    HWY_INLINE Mask isAtRest (int i) const { return HWY_NAMESPACE::isAtRest (body, force, velocity, ports, i); }

    /** Turns the port of a rigid law whose force would do work into F = d v; true if there is one. */
    HWY_NOINLINE bool turns (int i, int change)
    {
        const Real zero (0.0), one (1.0);
        const auto wrong = (force[i] * velocity[i] < zero) & (Real (1e-14) < absolute (force[i])) & ! isAtRest (i);
        const Real asked = select (wrong, one, zero);
        const Real before = change == 0 ? zero : changed[i];
        changed[i] = larger (before, asked);
        const auto now = (asked > before);
        if (! anyTrue (now))
            return false;
        const Real b = larger (body.mobility[i][i], Real (1e-100)), steep = Real (1e3) / b;
        const Real v = found (i).step.relativeVelocity, F = found (i).step.force;
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
            NormalStep<Real> (contact.spring, contact.pressed.penetration, R, h).meet (body.mobility[i][i], w);
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
        if (i == pressing.port)
            contact.pressed.coefficient = pressed().coefficient;
        if (contact.isStop)
            return lose (i, normal[i].end (contact.spring, contact.pressed, -velocity[i], h) +
                                letGo (contact.friction.bristleCoordinate));
        if (contact.element != nullptr)
        {
            const Real pushed = isPressed (i) ? borne : normalForce[i];
            const Real released = letGo (contact.pressed.coordinate);
            if (! isBooked) // the rest is read from books alone
            {
                const auto finished = elementOf (i).end (contact.friction, force[i], velocity[i], pushed, h);
                steps[i].relativeVelocity = finished.relativeVelocity;
                steps[i].force = finished.force;
                return;
            }
            steps[i] = elementOf (i).end (contact.friction, force[i], velocity[i], pushed, h);
            return lose (i, steps[i].frictionLoss + released);
        }
        Real ends = body.freeEnd[i];
        for (int j = 0; j < ports; ++j)
            ends = negMulAdd (body.endMobility[i][j], force[j], ends);
        const Real v = contact.law.rigid ? select (isAtRest (i), Real (0.0), velocity[i]) : velocity[i];
        steps[i] = contact.law.end (contact.law.parameters, contact.friction, found (i), { force[i], v, ends }, h);
        lose (i, steps[i].frictionLoss + letGo (contact.pressed.coordinate));
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

    ContactLine<Real> lines[bankPorts];
    NormalLine<Real> normal[bankPorts];
    Real speed[bankPorts], resistance[bankPorts]; // of stops: w* [m/s], R [kg/s]
    Real changed[bankPorts];                      // changes of kind, by lane

    Real borne; // [N] by the bow's element, if something presses it

    /** Room for the findings of a port's passes: an ElementInStep, a FrictionFound of another law, or the PressedPass
        of what presses the bow. */
    struct alignas (64) Room
    {
        std::byte bytes[std::max (
            { sizeof (ElementInStep<Real>), sizeof (FrictionFound<Real>), sizeof (PressedPass<Real>) })];
    };
    Room rooms[bankPorts];
    template <class Found>
    HWY_INLINE Found& in (int i)
    {
        return *std::launder (reinterpret_cast<Found*> (rooms[i].bytes));
    }
    HWY_INLINE ElementInStep<Real>& elementOf (int i) { return in<ElementInStep<Real>> (i); }
    HWY_INLINE FrictionFound<Real>& found (int i) { return in<FrictionFound<Real>> (i); }
    HWY_INLINE PressedPass<Real>& pressed () { return in<PressedPass<Real>> (pressing.port); }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
