// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
 #endif

 #include "../Lanes-inl.h"
 #include "ContactFields.h"
 #include "LawInfo.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** The linear system of body and hand at the contact in one step: under a constant force F the mean relative velocity
    is v = c - b F. Sign conventions of the whole product:

        v = v_bow - u    [m/s]  relative velocity, bow minus surface
        F                [N]    force of the bow on the surface; F v >= 0 means that friction loses energy

    The relative velocity at the *end* of the step is c_end - b_end F; laws that stick rigidly need it (see
    SetValuedStep in SetValued-inl.h). Zero end mobility means that it is unknown. */
template <class Real>
struct ContactPort
{
    Real freeVelocity;    // c = v_bow - a [m/s]
    Real mobility;        // b [m/(s N)] >= 0
    Real freeEndVelocity; // c_end [m/s]
    Real endMobility;     // b_end [m/(s N)]
};

// For qualified access in this namespace.
using kolophon::ContactKnobs;
using kolophon::ContactState;
using kolophon::ContactStep;

/** Work of another part of the loop that a law runs right after it has started a square root, to hide the latency. */
struct OverlappedWork
{
    void* work = nullptr;
    void (*run) (void*) = nullptr;

    HWY_INLINE void operator() () const
    {
        if (run != nullptr)
            run (work);
    }
};

/** Continuous law at one instant, as the source prints it, without a time step. Runs on any scalar: double in figures
    and reference solvers, units and dual numbers in tests. */
template <class Real>
struct FrictionFlow
{
    Real plasticVelocity; // z_p [m/s]: the bristle grows at x' = v - z_p
    Real force;           // F [N]
    Real power;           // dissipated, from the law's own formula [W]
};

/** Normal force [N] below which the contact is lifted. */
inline constexpr double lightestTouch = 1e-9;

/** A friction law is a type with

        static constexpr LawInfo info;                     with the knobs that it `uses`
        static constexpr bool sticksAtEnd;                 reads ContactPort::freeEndVelocity and endMobility
        struct Parameters;                                 derived from the knobs, ready for the loop
        static Parameters prepare (ContactKnobs, h)
        static FrictionFlow flow (Parameters, N, …, v)     the printed equations, for the reference
        static constexpr Automaton automaton;              rigid laws: their discrete states (Automaton.h)
        static std::array<double, n> corners (…)           bristle laws that are not smooth: zeros there, except v = 0
        static void resume (Parameters, ContactState&)     prepares a state for parameters that may have changed
        static ContactStep solve (Parameters, ContactState&, ContactPort, N, h, passes)

    and one line in FrictionLaws-inl.h. solve() satisfies v + b F = c to rounding, F = 0 without normal force, and
    returns the energy lost. */
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
