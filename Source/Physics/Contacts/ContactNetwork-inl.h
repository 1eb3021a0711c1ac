// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_CONTACTS_CONTACT_NETWORK_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_CONTACTS_CONTACT_NETWORK_INL_H
  #undef KOLOPHON_PHYSICS_CONTACTS_CONTACT_NETWORK_INL_H
 #else
  #define KOLOPHON_PHYSICS_CONTACTS_CONTACT_NETWORK_INL_H
 #endif

 #include "PressedPass-inl.h"
 #include "Tension-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Something that touches: along its surface by a friction law, into it by a spring that pushes, or both. */
template <class Real>
struct NetworkContact
{
    int along = -1, into = -1;    // ports; negative: none
    TouchingLaw<Real> law {};     // of the port along
    NormalSpring<Real> spring {}; // of the port into
    Real pressed {};              // [N] normal force of a contact without a spring

    // State between steps
    ContactState<Real> friction {};
    NormalState<Real> normal {};
    Real force {}, normalForce {}; // [N], means of the step before: what the others see in the first pass

    // Result of the step
    ContactStep<Real> step {};
    Real normalLoss {}; // [J]
};

/** A force from outside: on the bodies, at a port. */
template <class Real>
struct NetworkPush
{
    int port = 0;
    Real force {}; // [N], mean
};

/** One step of several contacts, bounded and closed: passes go round the contacts, each solved against what the others
    push (Gauss and Seidel), and supply their lines; one symmetric system closes the step (ContactLines). Passes buy
    accuracy, never stability. One does not converge for contacts that feel each other; three do, and a contact alone
    has the law's own passes.

    A contact with both directions, along and into, is a PressedPass.

    Rigid laws keep the force that they found as long as the final F v >= 0; else the port becomes F = d v with
    d = min (F/v as found, 1000/b). A spring whose final N < 0 opens, and closes again if it then still closes. Each
    port changes at most twice. (With 1e12 instead of 1000, two locked contacts on one mode fight, residual 7e-5.) */
template <class Real, int maxPorts>
struct ContactNetwork
{
    using Ports = ContactPorts<Real, maxPorts>;
    using Contact = NetworkContact<Real>;

    Ports ports {};
    std::vector<Contact> contacts;
    std::vector<Tension<Real>> tensions;
    std::vector<NetworkPush<Real>> pushes;
    int passes = 3;

    Real force[maxPorts] {}, velocity[maxPorts] {}; // of the step
    int solutions = 0;                              // systems solved in it

    /** Solves the step of length h [s] with `ports` set. Forces act on the bodies until the next one. */
    void solve (Real h)
    {
        for (auto& contact : contacts)
            if (contact.along >= 0)
                contact.law.resume (contact.law.parameters, contact.friction);
        found.resize (contacts.size());
        for (int i = 0; i < maxPorts; ++i)
            force[i] = Real (0.0);
        for (const auto& contact : contacts)
        {
            if (contact.along >= 0)
                force[contact.along] = contact.force;
            if (contact.into >= 0)
                force[contact.into] = contact.normalForce;
        }
        for (const auto& tension : tensions)
            force[tension.port] = tension.state;
        for (const auto& push : pushes)
            force[push.port] = push.force;
        for (std::size_t k = 0; k < contacts.size(); ++k)
            begin (contacts[k], found[k]);
        for (int pass = 0; pass < passes; ++pass)
        {
            for (const auto& tension : tensions)
                pull (tension, h);
            for (std::size_t k = 0; k < contacts.size(); ++k)
                meet (contacts[k], found[k], h);
        }
        close (h);
    }

    /** Energy that the contacts store [J]. */
    Real stored () const
    {
        Real sum (0.0);
        for (const auto& contact : contacts)
            sum = sum + Real (0.5) * (contact.friction.bristleCoordinate * contact.friction.bristleCoordinate +
                                      contact.normal.coordinate * contact.normal.coordinate);
        for (const auto& tension : tensions)
            sum = sum + tension.stored();
        return sum;
    }
    /** Their losses in the step [J]. */
    Real lost () const
    {
        Real sum (0.0);
        for (const auto& contact : contacts)
            sum = sum + (contact.step.frictionLoss + contact.normalLoss);
        return sum;
    }

private:
    struct Found : PressedPass<Real>
    {
        NormalLine<Real> normal {};
        bool opened = false, closedAgain = false, turned = false;
    };

    static void begin (const Contact& contact, Found& its)
    {
        its = Found {};
        static_cast<PressedPass<Real>&> (its).begin (contact.friction, contact.force, contact.normal);
    }

    /** Free velocity of a port, mean or at the end, against what all others push. */
    Real against (const Real (&free)[maxPorts], const Real (&mobility)[maxPorts][maxPorts], int port, int except) const
    {
        return freeAgainst (free, mobility, force, ports.count, port, except);
    }

    void pull (const Tension<Real>& tension, Real h)
    {
        const int i = tension.port;
        const auto line = tension.line (h);
        const Real c = against (ports.free, ports.mobility, i, i);
        const Real v =
            negMulAdd (ports.mobility[i][i], line.offset, c) / mulAdd (ports.mobility[i][i], line.slope, Real (1.0));
        force[i] = line.at (v);
    }

    void meet (Contact& contact, Found& its, Real h)
    {
        const int t = contact.along, n = contact.into;
        const auto& B = ports.mobility;
        const auto& E = ports.endMobility;
        if (t >= 0 && n >= 0)
        {
            its.meet ({ against (ports.free, B, t, n), against (ports.free, B, n, t), against (ports.freeEnd, E, t, n),
                        B[t][t], B[t][n], B[n][n], E[t][t], E[t][n] },
                      contact.law, contact.friction, contact.spring, contact.normal, h);
            its.normal = its.normalLine (contact.spring, contact.normal, h);
            force[t] = its.force;
            force[n] = its.normalForce;
        }
        else if (t >= 0)
        {
            const ContactPort<Real> port { against (ports.free, B, t, t), B[t][t], against (ports.freeEnd, E, t, t),
                                           E[t][t] };
            contact.law.pass (contact.law.parameters, contact.friction, port, contact.pressed, h, its.friction);
            contact.law.draw (contact.law.parameters, contact.friction, h, its.friction);
            force[t] = its.friction.step.force;
        }
        else if (n >= 0)
        {
            const Real R = contact.spring.resistance (mulAdd (Real (0.5) * h, its.speed, contact.normal.penetration));
            const auto push = NormalStep<Real> (contact.spring, contact.normal.penetration, R, h)
                                  .meet (B[n][n], against (ports.free, B, n, n));
            its.speed = push.speed;
            force[n] = push.force;
            its.normal = NormalLine<Real>::of (contact.spring, contact.normal, R, its.speed, h);
        }
    }

    /** The final system, and the changes of kind that it may ask for. */
    void close (Real h)
    {
        ContactLine<Real> lines[maxPorts] {};
        for (std::size_t k = 0; k < contacts.size(); ++k)
        {
            if (contacts[k].along >= 0)
                lines[contacts[k].along] = found[k].friction.line;
            if (contacts[k].into >= 0)
                lines[contacts[k].into] = found[k].normal.line (contacts[k].normal, h);
        }
        for (const auto& tension : tensions)
            lines[tension.port] = tension.line (h);
        for (const auto& push : pushes)
            lines[push.port] = { push.force, Real (0.0) };

        solveLines (ports, lines, force, velocity);
        solutions = 1;
        for (int change = 0; change < 2 * maxPorts; ++change)
        {
            bool changed = false;
            for (std::size_t k = 0; k < contacts.size(); ++k)
                changed = judge (contacts[k], found[k], lines, h) || changed;
            if (! changed)
                break;
            solveLines (ports, lines, force, velocity);
            ++solutions;
        }
        for (std::size_t k = 0; k < contacts.size(); ++k)
            end (contacts[k], found[k], h);
        for (auto& tension : tensions)
            tension.end (velocity[tension.port], h);
    }

    bool isAtRest (int port) const { return HWY_NAMESPACE::isAtRest (ports, force, velocity, ports.count, port); }

    /** True if a port of the contact has to change its kind. */
    bool judge (const Contact& contact, Found& its, ContactLine<Real> (&lines)[maxPorts], Real h) const
    {
        const Real zero (0.0);
        bool changed = false;
        if (const int t = contact.along;
            t >= 0 && contact.law.rigid && ! its.turned && force[t] * velocity[t] < zero && ! isAtRest (t))
        {
            const Real b = larger (ports.mobility[t][t], Real (1e-100));
            const Real v = its.friction.step.relativeVelocity, F = its.friction.step.force;
            const Real steep = Real (1e3) / b;
            lines[t] = { zero, v * F > zero ? smaller (F / v, steep) : steep };
            its.turned = changed = true;
        }
        if (const int n = contact.into; n >= 0)
        {
            if (! its.opened && force[n] < zero)
            {
                lines[n] = { zero, zero };
                its.normal = {};
                its.opened = changed = true;
            }
            else if (its.opened && ! its.closedAgain && mulAdd (h, velocity[n], contact.normal.penetration) > zero &&
                     velocity[n] > zero)
            {
                const Real R = contact.spring.resistance (contact.normal.penetration);
                const auto push = NormalStep<Real> (contact.spring, contact.normal.penetration, R, h)
                                      .meet (ports.mobility[n][n], velocity[n]);
                its.normal = NormalLine<Real>::of (contact.spring, contact.normal, R, push.speed, h);
                lines[n] = its.normal.line (contact.normal, h);
                its.closedAgain = changed = true;
            }
            else if (its.closedAgain && force[n] < zero && lines[n].slope > zero)
            {
                lines[n] = { zero, zero };
                its.normal = {};
                changed = true;
            }
        }
        return changed;
    }

    void end (Contact& contact, const Found& its, Real h)
    {
        contact.normalLoss = Real (0.0);
        if (const int t = contact.along; t >= 0)
        {
            const Real last = ports.freeEnd[t];
            Real ends = last;
            for (int j = 0; j < ports.count; ++j)
                ends = negMulAdd (ports.endMobility[t][j], force[j], ends);
            const Real v = contact.law.rigid && isAtRest (t) ? Real (0.0) : velocity[t];
            contact.step =
                contact.law.end (contact.law.parameters, contact.friction, its.friction, { force[t], v, ends }, h);
            contact.force = force[t];
            contact.normal.coefficient = its.coefficient;
        }
        if (const int n = contact.into; n >= 0)
        {
            contact.normalLoss = its.normal.end (contact.spring, contact.normal, velocity[n], h);
            contact.normalForce = force[n];
        }
    }

    std::vector<Found> found;
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
