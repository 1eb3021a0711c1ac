// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Fields.h"

/** Data of hand, surface and results for the contact loops: ContactLoop-inl.h, Surface-inl.h. */
namespace kolophon
{
/** Motion of the hand during a segment: linear ramps, advanced before each sample, and the gains of a driving
    signal. */
template <class Real>
struct BowKnobs
{
    Real velocity, velocityStep;       // [m/s], and per step
    Real normalForce, normalForceStep; // [N], and per step
    Real drivenVelocity,
        drivenForce; // 0 … 1: mix of the driving signal d, v d instead of v, N max (d, 0) instead of N
    Real last;       // velocity of the step before [m/s]

    static constexpr auto fields ()
    {
        return fieldList<BowKnobs, Real> ({ { "velocity", &BowKnobs::velocity },
                                            { "velocityStep", &BowKnobs::velocityStep },
                                            { "normalForce", &BowKnobs::normalForce },
                                            { "normalForceStep", &BowKnobs::normalForceStep },
                                            { "drivenVelocity", &BowKnobs::drivenVelocity },
                                            { "drivenForce", &BowKnobs::drivenForce },
                                            { "last", &BowKnobs::last } });
    }
};
static_assert (listsEveryMember<BowKnobs<double>>);

/** Texture of the surface, and the contact's ageing at rest. */
template <class Real>
struct SurfaceKnobs
{
    Real texture;      // 0 … 1 at one newton [sqrt (N)]
    Real perGrain;     // [1/m]
    Real topRate;      // w_top of the body's modes [rad/s]
    Real contactSound; // of a force above that [taps' unit/N]
    Real ageing;       // >= 0, over the normal force
    Real ageingTime;   // tau [s]
    Real ageingSlip;   // D [m]

    static constexpr auto fields ()
    {
        return fieldList<SurfaceKnobs, Real> ({ { "texture", &SurfaceKnobs::texture },
                                                { "perGrain", &SurfaceKnobs::perGrain, 1e3 },
                                                { "topRate", &SurfaceKnobs::topRate, 1e5 },
                                                { "contactSound", &SurfaceKnobs::contactSound },
                                                { "ageing", &SurfaceKnobs::ageing },
                                                { "ageingTime", &SurfaceKnobs::ageingTime, 1.0 },
                                                { "ageingSlip", &SurfaceKnobs::ageingSlip, 1e-4 } });
    }
};
static_assert (listsEveryMember<SurfaceKnobs<double>>);

/** Position of the contact on the surface, and its age. */
template <class Real>
struct SurfaceState
{
    Real path;     // [points], 0 … SurfaceProfile::period
    Real age;      // a in [0, 1]
    Real followed; // [N] the contact's force, without what is faster than topRate

    static constexpr auto fields ()
    {
        return fieldList<SurfaceState, Real> ({ { "path", &SurfaceState::path },
                                                { "age", &SurfaceState::age },
                                                { "followed", &SurfaceState::followed } });
    }
};
static_assert (listsEveryMember<SurfaceState<double>>);

/** Quantities to be computed in a segment. */
enum class Books {
    closed,   // sound alone: `odd` and `even`
    atEnd,    // also contact, work and losses of every step, and the energy after the last one
    everyStep // also energy and residual of every step, for twice the time
};

/** Results of a segment, step by step, see Books. */
template <class Column>
struct ContactColumns
{
    Column odd, even;        // [N] sums of the taps, see BankOutput; odd with the contact's own sound
    Column radiated;         // the contact's own sound, which pulls at no bridge; where strings are tied to one
    Column bowVelocity;      // [m/s]
    Column normalForce;      // [N] as passed to the law
    Column relativeVelocity; // [m/s]
    Column force;            // [N] of the bow on the surface
    Column elongation;       // [m] of the bristle
    Column regime;           // as in ContactStep; with Books::everyStep
    Column mode;             // ContactMode; with Books::everyStep
    Column stored;           // [J] after the step, in body and bristle
    Column work;             // [J] of the hand in the step
    Column frictionLoss;     // [J] in the step
    Column bodyLoss;         // [J] in the step
    Column residual;         // [J] change of energy minus booked changes; with Books::everyStep

    static constexpr auto fields ()
    {
        return fieldList<ContactColumns, Column> ({ { "odd", &ContactColumns::odd },
                                                    { "even", &ContactColumns::even },
                                                    { "radiated", &ContactColumns::radiated },
                                                    { "bowVelocity", &ContactColumns::bowVelocity },
                                                    { "normalForce", &ContactColumns::normalForce },
                                                    { "relativeVelocity", &ContactColumns::relativeVelocity },
                                                    { "force", &ContactColumns::force },
                                                    { "elongation", &ContactColumns::elongation },
                                                    { "regime", &ContactColumns::regime },
                                                    { "mode", &ContactColumns::mode },
                                                    { "stored", &ContactColumns::stored },
                                                    { "work", &ContactColumns::work },
                                                    { "frictionLoss", &ContactColumns::frictionLoss },
                                                    { "bodyLoss", &ContactColumns::bodyLoss },
                                                    { "residual", &ContactColumns::residual } });
    }
};
static_assert (listsEveryMember<ContactColumns<double>>);
} // namespace kolophon
