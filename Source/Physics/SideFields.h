// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Fields.h"

/** Data of a stop: something hard beside a body, which that strikes and which never pulls. NormalContact-inl.h explains
    the numbers. */
namespace kolophon
{
template <class Real>
struct StopKnobs
{
    /** [m] Gap of an absent stop: no motion reaches it, and none is left of one beside it, in 53 bits. */
    static constexpr double farAway = 1e30;

    Real stiffness; // k [N/m]
    Real damping;   // [s/m], over k: Hunt and Crossley's
    Real gap;       // [m] between the stop and the body at rest; negative: the stop presses

    static constexpr auto fields ()
    {
        return fieldList<StopKnobs, Real> ({ { "stiffness", &StopKnobs::stiffness, 1e5 },
                                             { "damping", &StopKnobs::damping },
                                             { "gap", &StopKnobs::gap, farAway } });
    }
};
static_assert (listsEveryMember<StopKnobs<double>>);

/** A mass on the spring of a hand behind it: what presses a contact together, or the arm of a second bow.
    HeldMass-inl.h explains the numbers. */
template <class Real>
struct HeldMassKnobs
{
    Real mass;      // [kg]
    Real stiffness; // of the hand's spring [N/m]
    Real damping;   // fraction of critical damping, below 0.95

    static constexpr auto fields ()
    {
        return fieldList<HeldMassKnobs, Real> ({ { "mass", &HeldMassKnobs::mass, 0.02 },
                                                 { "stiffness", &HeldMassKnobs::stiffness, 20.0 },
                                                 { "damping", &HeldMassKnobs::damping, 0.3 } });
    }
};
static_assert (listsEveryMember<HeldMassKnobs<double>>);

/** Its motion, towards the body or along it. */
template <class Real>
struct HeldMassState
{
    Real x1 {}, x2 {}; // [sqrt (J)], see ModeStep-inl.h

    static constexpr auto fields ()
    {
        return fieldList<HeldMassState, Real> ({ { "x1", &HeldMassState::x1 }, { "x2", &HeldMassState::x2 } });
    }
};
static_assert (listsEveryMember<HeldMassState<double>>);

/** State of a contact in the normal direction between steps. */
template <class Real>
struct NormalState
{
    Real penetration {}; // d [m]; negative: a gap
    Real coordinate {};  // z = sqrt (2 psi) [sqrt (J)]
    Real speed {};       // w of the step before [m/s]
    Real coefficient {}; // |F|/N in it, under a rigid law that slid

    static constexpr auto fields ()
    {
        return fieldList<NormalState, Real> ({ { "penetration", &NormalState::penetration },
                                               { "coordinate", &NormalState::coordinate },
                                               { "speed", &NormalState::speed },
                                               { "coefficient", &NormalState::coefficient } });
    }
};
static_assert (listsEveryMember<NormalState<double>>);

/** Results of a contact beside the bow, step by step, while the books are open: as ContactColumns (BowFields.h), which
    contains the work and the losses of all contacts together. */
template <class Column>
struct SideColumns
{
    Column handVelocity;     // [m/s]; of a stop: 0
    Column normalForce;      // [N]; of a stop: what it pushes with
    Column relativeVelocity; // [m/s] hand - surface
    Column force;            // [N] on the surface
    Column elongation;       // [m] of the bristle; of a stop: penetration, negative: a gap
    Column regime;           // as in ContactStep; of a stop: 0 apart, 1 touching
    Column work;             // [J] of its hand in the step
    Column loss;             // [J] in the step
    Column exchanged;        // [J] that its force alone would give the body in the step, h b F^2

    static constexpr auto fields ()
    {
        return fieldList<SideColumns, Column> ({ { "handVelocity", &SideColumns::handVelocity },
                                                 { "normalForce", &SideColumns::normalForce },
                                                 { "relativeVelocity", &SideColumns::relativeVelocity },
                                                 { "force", &SideColumns::force },
                                                 { "elongation", &SideColumns::elongation },
                                                 { "regime", &SideColumns::regime },
                                                 { "work", &SideColumns::work },
                                                 { "loss", &SideColumns::loss },
                                                 { "exchanged", &SideColumns::exchanged } });
    }
};
static_assert (listsEveryMember<SideColumns<double>>);
} // namespace kolophon
