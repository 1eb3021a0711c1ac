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

        N_law = N (1 + texture T(path/grain)) (1 + ageing a)

    T is a profile along the path rubbed, path' = v: rubbing back replays it. a in [0, 1] is the age of the contact,
    which grows at rest and is reset by sliding over a short distance D (the ageing law of rate-and-state friction,
    theta' = 1 - v theta/D, Dieterich, J. Geophys. Res. 84 (1979) 2161-2168, here with theta = tau a and a bound;
    Physics.md 5):

        a' = (1 - a)/tau - |v| a/D

    The age is zero without ageing (ageing = 0), and while the contact is lifted. */
template <class Real>
struct Surface : SurfaceState<Real>
{
    using SurfaceState<Real>::path, SurfaceState<Real>::age;

    /** Prepares a segment of steps of `h` [s]. `itsProfile` null: smooth, without ageing. */
    HWY_INLINE Surface (const SurfaceKnobs<Real>& asked, const SurfaceState<Real>& state,
                        const SurfaceProfile* itsProfile, Real h)
        : SurfaceState<Real> (state), profile (itsProfile), texture (asked.texture), grains (asked.perGrain * h),
          ageing (asked.ageing), renewed (0.0), worn (0.0), ages (! allTrue (asked.ageing <= Real (0.0)))
    {
        age = select (ageing <= Real (0.0), Real (0.0), age);
        if (! ages)
            return; // segments may be single samples
        renewed = h / asked.ageingTime;
        worn = h / asked.ageingSlip;
    }

    /** Normal force of the law under that of the hand [N]. */
    HWY_INLINE Real pressed (Real normalForce) const
    {
        if (profile == nullptr)
            return normalForce;
        const Real one (1.0), pushed = (path - Real (0.5)) + Real (roundingMagic); // index in the significand
        const Real inCell = path - (pushed - Real (roundingMagic));
        const auto grain = lookUp<SurfaceProfile::period> (profile->pairs.data(), pushed);
        const Real smooth = (inCell * inCell) * negMulAdd (Real (2.0), inCell, Real (3.0));
        const Real rough = normalForce * mulAdd (texture, mulAdd (smooth, grain.second, grain.first), one);
        return ages ? rough * mulAdd (ageing, age, one) : rough;
    }

    /** Advances by a step at the relative velocity v [m/s] under the law's normal force [N]. */
    HWY_INLINE void rub (Real v, Real normalForce)
    {
        if (profile == nullptr)
            return;
        constexpr double period = SurfaceProfile::period;
        const Real along = mulAdd (v, grains, path);
        path = negMulAdd (Real (period), nearestInteger (mulSub (along, Real (1.0 / period), Real (0.5))), along);
        if (! ages)
            return;
        const Real older = (age + renewed) / (mulAdd (worn, absolute (v), renewed) + Real (1.0));
        age = select ((normalForce < Real (lightestTouch)) | (ageing <= Real (0.0)), Real (0.0), older);
    }

private:
    const SurfaceProfile* profile;
    Real texture, grains; // [1/(m/s)] per step
    Real ageing, renewed, worn;
    bool ages; // some lane does
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
