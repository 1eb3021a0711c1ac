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
/** What the contact meets on its way, and what rest does to it. Both scale the normal force that the law is given: a law
    is passive under any force, so nothing here can create energy.

        N_law = N (1 + texture T(path/grain)) (1 + ageing a)

    T is a profile along the path rubbed, path' = v: rubbing back replays it. a in [0, 1] is the age of the contact, which
    rest renews and sliding wipes out over a short way D (the ageing law of rate-and-state friction, Dieterich 1979, Ruina
    1983, here with a bound; written from memory):

        a' = (1 - a)/tau - |v| a/D */
template <class Real>
struct Surface : SurfaceKnobs<Real>, SurfaceState<Real>
{
    using SurfaceState<Real>::path, SurfaceState<Real>::age;
    const SurfaceProfile* profile; // null: smooth, and always young

    /** N_law/N >= 0 where the contact is now. */
    HWY_INLINE Real factor() const
    {
        constexpr int count = Lanes<Real>::count;
        alignas (64) double cells[count], here[count], next[count];
        const Real cell = nearestInteger (path - Real (0.5));
        Lanes<Real>::store (cell, cells);
        for (int lane = 0; lane < count; ++lane)
        {
            const int i = static_cast<int> (cells[lane]);
            here[lane] = profile->at (i);
            next[lane] = profile->at (i + 1);
        }
        const Real low = Lanes<Real>::load (here), high = Lanes<Real>::load (next);
        const Real way = path - cell;
        const Real smooth = way * way * (Real (3.0) - Real (2.0) * way);
        return (Real (1.0) + this->texture * (low + smooth * (high - low))) * (Real (1.0) + this->ageing * age);
    }

    /** Moves on by a step at the relative velocity v [m/s] under the normal force N [N]: a lifted contact is young. */
    HWY_INLINE void rub (Real v, Real normalForce, Real h)
    {
        constexpr double period = SurfaceProfile::period;
        const Real one (1.0);
        path = path + (v * h) * this->perGrain;
        path = path - Real (period) * nearestInteger (path * Real (1.0 / period) - Real (0.5));
        const Real renewed = h / this->ageingTime;
        const Real older = (age + renewed) / (one + renewed + h * absolute (v) / this->ageingSlip);
        age = select (normalForce < Real (lightestTouch), Real (0.0), older);
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
