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
    static constexpr double farAway = 1.0; // [m] gap of an absent stop

    Real stiffness; // k [N/m]
    Real damping;   // [s/m], over k: Hunt and Crossley's
    Real gap;       // [m] between the stop and the body at rest; negative: the stop presses

    static constexpr auto fields ()
    {
        return fieldList<StopKnobs, Real> ({ { "stiffness", &StopKnobs::stiffness, 1e5 },
                                             { "damping", &StopKnobs::damping },
                                             { "gap", &StopKnobs::gap, 1.0 } });
    }
};
static_assert (listsEveryMember<StopKnobs<double>>);

/** What presses a contact together: a mass on the spring of the hand behind it. PressingHand-inl.h explains the
    numbers. */
template <class Real>
struct PressingKnobs
{
    Real mass;      // [kg]
    Real stiffness; // of the hand's spring [N/m]
    Real damping;   // fraction of critical damping, below 0.95

    static constexpr auto fields ()
    {
        return fieldList<PressingKnobs, Real> ({ { "mass", &PressingKnobs::mass, 0.02 },
                                                 { "stiffness", &PressingKnobs::stiffness, 20.0 },
                                                 { "damping", &PressingKnobs::damping, 0.3 } });
    }
};
static_assert (listsEveryMember<PressingKnobs<double>>);

/** Its motion towards the body. */
template <class Real>
struct PressingState
{
    Real x1 {}, x2 {};   // [sqrt (J)], see ModeStep-inl.h
    Real coefficient {}; // |F|/N of the contact in the step before, under a rigid law that slid

    static constexpr auto fields ()
    {
        return fieldList<PressingState, Real> ({ { "x1", &PressingState::x1 },
                                                 { "x2", &PressingState::x2 },
                                                 { "coefficient", &PressingState::coefficient } });
    }
};
static_assert (listsEveryMember<PressingState<double>>);

/** State of a contact in the normal direction between steps. */
template <class Real>
struct NormalState
{
    Real penetration {}; // d [m]; negative: a gap
    Real coordinate {};  // z = sqrt (2 psi) [sqrt (J)]
    Real speed {};       // w of the step before [m/s]

    static constexpr auto fields ()
    {
        return fieldList<NormalState, Real> ({ { "penetration", &NormalState::penetration },
                                               { "coordinate", &NormalState::coordinate },
                                               { "speed", &NormalState::speed } });
    }
};
static_assert (listsEveryMember<NormalState<double>>);
} // namespace kolophon
