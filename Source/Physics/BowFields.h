#pragma once

#include "Fields.h"

/** What the hand does, what it meets, and what comes of it, as the contact loops know it: ContactLoop-inl.h,
    Surface-inl.h. */
namespace kolophon
{
/** What the hand does during a stretch of steps: straight lines, stepped before each sample, and what a signal makes of
    them. */
template <class Real>
struct BowKnobs
{
    Real velocity, velocityStep;       // [m/s], and per step
    Real normalForce, normalForceStep; // [N], and per step
    Real drivenVelocity,
        drivenForce; // 0 … 1: how far the signal d takes over, v d instead of v, N max (d, 0) instead of N
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

/** What the contact meets on its way, and what rest does to it. */
template <class Real>
struct SurfaceKnobs
{
    Real texture;    // 0 … 1
    Real perGrain;   // [1/m]
    Real ageing;     // >= 0, over the normal force
    Real ageingTime; // tau [s]
    Real ageingSlip; // D [m]

    static constexpr auto fields ()
    {
        return fieldList<SurfaceKnobs, Real> ({ { "texture", &SurfaceKnobs::texture },
                                                { "perGrain", &SurfaceKnobs::perGrain, 1e3 },
                                                { "ageing", &SurfaceKnobs::ageing },
                                                { "ageingTime", &SurfaceKnobs::ageingTime, 1.0 },
                                                { "ageingSlip", &SurfaceKnobs::ageingSlip, 1e-4 } });
    }
};
static_assert (listsEveryMember<SurfaceKnobs<double>>);

/** Where on the surface the contact is, and how old. */
template <class Real>
struct SurfaceState
{
    Real path; // [grains], 0 … SurfaceProfile::period
    Real age;  // a in [0, 1]

    static constexpr auto fields ()
    {
        return fieldList<SurfaceState, Real> ({ { "path", &SurfaceState::path }, { "age", &SurfaceState::age } });
    }
};
static_assert (listsEveryMember<SurfaceState<double>>);

/** Who keeps books of a stretch. */
enum class Books {
    closed,   // nobody: `odd` and `even` alone are written
    atEnd,    // contact, work and losses of every step, and the energy after the last one
    everyStep // energy and residual of every step, too, for twice the time
};

/** Results of a stretch, step by step, see Books. */
template <class Column>
struct ContactColumns
{
    Column odd, even;        // [N] what the taps hear, see BankOutput
    Column bowVelocity;      // [m/s]
    Column normalForce;      // [N] as the law was given it
    Column relativeVelocity; // [m/s]
    Column force;            // [N] of the bow on the surface
    Column elongation;       // [m] of the bristle
    Column regime;           // as in ContactStep; books of every step
    Column mode;             // ContactMode; likewise
    Column stored;           // [J] after the step, in body and bristle
    Column work;             // [J] of the hand in the step
    Column frictionLoss;     // [J] in the step
    Column bodyLoss;         // [J] in the step
    Column residual;         // [J] what the books of the step leave over; books of every step

    static constexpr auto fields ()
    {
        return fieldList<ContactColumns, Column> ({ { "odd", &ContactColumns::odd },
                                                    { "even", &ContactColumns::even },
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
