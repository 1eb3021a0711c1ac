// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_SURFACE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_SURFACE_INL_H
  #undef KOLOPHON_PHYSICS_SURFACE_INL_H
 #else
  #define KOLOPHON_PHYSICS_SURFACE_INL_H
 #endif

 #include "BowFields.h"
 #include "Friction/FrictionLaw-inl.h"
 #include "SurfaceProfile.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Texture of the surface, and ageing of the contact at rest. Both scale the normal force of the law: a law is passive
    under any force, so neither can create energy.

        N_law = N max (0, 1 + texture T (path) sqrt (1 N/N)) (1 + ageing a)

    T is what the contact's junctions hold along the path rubbed, path' = v: rubbing back replays it. The more junctions
    carry the force, the less their number varies beside it (Physics.md 5.1). a in [0, 1] is the age of the contact,
    which grows at rest and is reset by sliding over a short distance D (the ageing law of rate-and-state friction,
    theta' = 1 - v theta/D, Dieterich, J. Geophys. Res. 84 (1979) 2161-2168, here with theta = tau a and a bound;
    Physics.md 5):

        a' = (1 - a)/tau - |v| a/D

    The age is zero without ageing (ageing = 0), and while the contact is lifted.

    A rough contact is also heard by itself: the modes end at a highest one, w_top, and what the junctions add to the
    force above that is heard as it is (radiated()). A smooth contact adds nothing. */
template <class Real>
struct Surface : SurfaceState<Real>
{
    using SurfaceState<Real>::path, SurfaceState<Real>::age, SurfaceState<Real>::followed;

    /** Prepares a segment of steps of `h` [s]. `itsProfile` null: smooth, without ageing. */
    HWY_INLINE Surface (const SurfaceKnobs<Real>& asked, const SurfaceState<Real>& state,
                        const SurfaceProfile* itsProfile, Real h)
        : SurfaceState<Real> (state), profile (itsProfile), texture (asked.texture), contactSound (asked.contactSound),
          points (asked.perGrain * (h * Real (SurfaceProfile::pointsPerGrain))), ageing (asked.ageing), renewed (0.0),
          worn (0.0), follows (0.0), ages (! allTrue (asked.ageing <= Real (0.0)))
    {
        age = select (ageing <= Real (0.0), Real (0.0), age);
        if (profile == nullptr)
            return; // segments may be single samples
        const Real turned = asked.topRate * h;
        follows = turned / (Real (1.0) + turned);
        if (! ages)
            return;
        renewed = h / asked.ageingTime;
        worn = h / asked.ageingSlip;
    }

    /** Normal force of the law under that of the hand [N]. */
    HWY_INLINE Real pressed (Real normalForce) const
    {
        if (profile == nullptr)
            return normalForce;
        const Real one (1.0), zero (0.0),
            pushed = (path - Real (0.5)) + Real (roundingMagic); // index in the significand
        const Real inCell = path - (pushed - Real (roundingMagic));
        const auto here = lookUp<SurfaceProfile::period> (profile->pairs.data(), pushed);
        const Real strength = mulAdd (inCell, here.second, here.first);
        const Real spread = texture * squareRoot (larger (normalForce, zero));
        const Real rough = select (texture <= zero, normalForce, larger (mulAdd (spread, strength, normalForce), zero));
        return ages ? rough * mulAdd (ageing, age, one) : rough;
    }

    /** Advances by a step at the relative velocity v [m/s] under the law's normal force [N]. */
    HWY_INLINE void rub (Real v, Real normalForce)
    {
        if (profile == nullptr)
            return;
        constexpr double period = SurfaceProfile::period;
        const Real along = mulAdd (v, points, path);
        path = negMulAdd (Real (period), nearestInteger (mulSub (along, Real (1.0 / period), Real (0.5))), along);
        if (! ages)
            return;
        const Real older = (age + renewed) / (mulAdd (worn, absolute (v), renewed) + Real (1.0));
        age = select ((normalForce < Real (lightestTouch)) | (ageing <= Real (0.0)), Real (0.0), older);
    }

    bool isRough () const { return profile != nullptr; }

    /** Returns the audible part of the law's force [N] under its normal force, pressed() of that of the hand: what the
        surface adds to friction, F (1 - N/N_law), above the body's highest mode, in the taps' unit. Where the contact
        comes off, the hand's force in the denominator makes it fade. */
    HWY_INLINE Real radiated (Real force, Real handForce, Real lawForce)
    {
        const Real largest = larger (larger (lawForce, handForce), Real (lightestTouch));
        const Real above = force * ((lawForce - handForce) / largest) - followed;
        followed = mulAdd (follows, above, followed);
        return contactSound * above;
    }

private:
    const SurfaceProfile* profile;
    Real texture, contactSound;
    Real points; // [1/(m/s)] per step
    Real ageing, renewed, worn, follows;
    bool ages; // some lane does
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
