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
/** Everything linear, as the contact sees it in one step: push with a constant force F and the mean relative velocity
    is v = c - b F. Sign conventions of the whole product stand here:

        v = v_bow - u    [m/s]  relative velocity, bow minus surface
        F                [N]    force of the bow on the surface; F v >= 0 means that friction loses energy

    The relative velocity at the *end* of the step is c_end - b_end F; laws that stick rigidly ask for it (see
    Hold in SetValued-inl.h). Zero end mobility says that nobody knows. */
template <class Real>
struct ContactPort
{
    Real freeVelocity;    // c = v_bow - a [m/s]
    Real mobility;        // b [m/(s N)] >= 0
    Real freeEndVelocity; // c_end [m/s]
    Real endMobility;     // b_end [m/(s N)]
};

// Where they are asked for by this namespace's name.
using kolophon::ContactKnobs;
using kolophon::ContactState;
using kolophon::ContactStep;

/** Work that somebody else has to do meanwhile: a law calls it right after it has sent off a root. */
struct Meanwhile
{
    void* work = nullptr;
    void (*run) (void*) = nullptr;

    HWY_INLINE void operator() () const
    {
        if (run != nullptr)
            run (work);
    }
};

/** The continuous law at one instant, as the source prints it; no time step in it. Runs on any scalar: double in
    figures and reference solvers, units and dual numbers in tests. */
template <class Real>
struct FrictionFlow
{
    Real plasticVelocity; // z_p [m/s]: the bristle grows at x' = v - z_p
    Real force;           // F [N]
    Real power;           // dissipated, from the law's own formula [W]
};

/** Below this normal force [N] the bow is off the string. */
inline constexpr double lightestTouch = 1e-9;

/** A friction law is a type with

        static constexpr LawInfo info;
        static constexpr bool sticksAtEnd;                 reads ContactPort::freeEndVelocity and endMobility
        struct Parameters;                                 what it needs of the knobs, ready for the loop
        static Parameters prepare (ContactKnobs, h)
        static constexpr Automaton automaton;              rigid laws: their discrete states (Automaton.h)
        static std::array<double, n> corners (…)           bristle laws: where they are not smooth, besides v = 0
                                                           (LuGre: nowhere)
        static void resume (Parameters, ContactState&)     takes up a state under parameters that may have moved
        static ContactStep solve (Parameters, ContactState&, ContactPort, N, h, passes)

    and one line in FrictionLaws-inl.h. solve() keeps v + b F = c to rounding, F = 0 without normal force, and books
    what it loses. */
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
