// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Fields.h"

namespace kolophon
{
/** Knobs that a friction law uses without conversion: rows "contact.…" of the parameter table, which keeps them here.
    To add one for a new law, add a member and a row of the list below, and a row in contactRows
    (Synth/Parameters/ParameterRows.h); see "Adding things" in Architecture.md. */
template <class Real>
struct LawKnobs
{
    Real muStatic, muKinetic; // mu_s >= mu_k, friction coefficients
    Real viscosity;           // sigma_2 [N s/m]
    Real breakaway;           // xi in [0, 1), a fraction of the steady friction
    Real literal;             // 1: the printed law, even where it can create energy; else 0
    Real stribeckExponent;    // delta
    Real dahlExponent;        // i
    Real stickBand;           // [m/s] below which a state machine is at rest
    Real stickRate;           // [1/s] decay rate of the speed in the switch model
    Real thermalVelocity;     // v_T [m/s]
    Real thermalTime;         // tau [s]
    Real memoryTime;          // tau_L [s]
    Real ageingTime;          // gamma [s]

    bool operator== (const LawKnobs&) const noexcept = default;

    static constexpr auto fields ()
    {
        return fieldList<LawKnobs, Real> ({ { "muStatic", &LawKnobs::muStatic, 0.8 },
                                            { "muKinetic", &LawKnobs::muKinetic, 0.3 },
                                            { "viscosity", &LawKnobs::viscosity },
                                            { "breakaway", &LawKnobs::breakaway },
                                            { "literal", &LawKnobs::literal },
                                            { "stribeckExponent", &LawKnobs::stribeckExponent, 2.0 },
                                            { "dahlExponent", &LawKnobs::dahlExponent, 1.0 },
                                            { "stickBand", &LawKnobs::stickBand },
                                            { "stickRate", &LawKnobs::stickRate },
                                            { "thermalVelocity", &LawKnobs::thermalVelocity, 0.1 },
                                            { "thermalTime", &LawKnobs::thermalTime, 1e-3 },
                                            { "memoryTime", &LawKnobs::memoryTime, 1e-4 },
                                            { "ageingTime", &LawKnobs::ageingTime, 1e-2 } });
    }
};
static_assert (listsEveryMember<LawKnobs<double>>);

/** All inputs of a friction law's parameters, in SI units: the player's knobs, values that contactKnobs() in
    Synth/Hands/ContactPlan.h derives from others, and the compliance that the body omits. */
template <class Real>
struct ContactKnobs : LawKnobs<Real>
{
    Real inverseStribeckVelocity; // 1/v_s [s/m]
    Real stiffness;               // k = stiffness + stiffnessPerForce N [N/m]
    Real stiffnessPerForce;       // [1/m]: mu_s/travel for a constant pre-sliding travel
    Real damping;                 // sigma_1 [N s/m]
    Real residualCompliance;      // [m/N] of the modes that the body omits, in series with the bristle

    static constexpr auto fields ()
    {
        return fieldListAfter<ContactKnobs, LawKnobs<Real>, Real> (
            { { "inverseStribeckVelocity", &ContactKnobs::inverseStribeckVelocity, 10.0 },
              { "stiffness", &ContactKnobs::stiffness, 1e4 },
              { "stiffnessPerForce", &ContactKnobs::stiffnessPerForce },
              { "damping", &ContactKnobs::damping },
              { "residualCompliance", &ContactKnobs::residualCompliance } });
    }
};
static_assert (listsEveryMember<ContactKnobs<double>>);

/** State of a contact between steps. All laws keep their state in the same members, so that another law can take over
    while the note sounds; members that a law doesn't use stay unchanged. */
template <class Real>
struct ContactState
{
    Real bristleCoordinate; // sqrt (k) x [sqrt (J)]: energy coordinate, so that a change of pressure does no work on it
    Real lastVelocity;      // mean v of the step before [m/s]: selects the branch, and the initial g
    Real friction;          // g/N at that speed; temporary between resume() and the end of the segment
    Real endVelocity;       // relative velocity at the end of the step before [m/s]
    Real mode;              // discrete state, see ContactMode
    Real memory;            // thermal: flash temperature, without unit; Armstrong: lagged speed [m/s]
    Real strength;          // Armstrong: static friction built up at rest, over N
    Real rest;              // Armstrong: time at rest [s]

    static constexpr auto fields ()
    {
        return fieldList<ContactState, Real> ({ { "bristle", &ContactState::bristleCoordinate },
                                                { "lastVelocity", &ContactState::lastVelocity },
                                                { "friction", &ContactState::friction },
                                                { "endVelocity", &ContactState::endVelocity },
                                                { "mode", &ContactState::mode },
                                                { "memory", &ContactState::memory },
                                                { "strength", &ContactState::strength },
                                                { "rest", &ContactState::rest } });
    }
};
static_assert (listsEveryMember<ContactState<double>>);

/** Result of one contact step. Means are over the step. */
template <class Real>
struct ContactStep
{
    Real force;            // F [N], mean
    Real relativeVelocity; // v [m/s], mean
    Real elongation;       // bristle x [m] at the end of the step
    Real storedEnergy;     // [J] in the bristle at the end of the step
    Real frictionLoss;     // [J] in the step, from the law's own formula
    Real regime;           // 0 lifted, 1 stick (elastic), 2 slip (plastic)
    Real passes;           // evaluations of the law
    Real miss;             // deviation of the force from the law's, over the largest force; 0 for closed forms

    static constexpr auto fields ()
    {
        return fieldList<ContactStep, Real> ({ { "force", &ContactStep::force },
                                               { "relativeVelocity", &ContactStep::relativeVelocity },
                                               { "elongation", &ContactStep::elongation },
                                               { "storedEnergy", &ContactStep::storedEnergy },
                                               { "frictionLoss", &ContactStep::frictionLoss },
                                               { "regime", &ContactStep::regime },
                                               { "passes", &ContactStep::passes },
                                               { "miss", &ContactStep::miss } });
    }
};
static_assert (listsEveryMember<ContactStep<double>>);
} // namespace kolophon
