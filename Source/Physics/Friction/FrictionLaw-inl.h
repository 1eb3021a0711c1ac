// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_FRICTION_LAW_INL_H
 #endif

 #include "../Lanes-inl.h"
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

/** What one contact step found. Means are over the step. */
template <class Real>
struct ContactStep
{
    Real force;            // F [N], mean
    Real relativeVelocity; // v [m/s], mean
    Real elongation;       // bristle x [m] at the end of the step
    Real storedEnergy;     // [J] in the bristle at the end of the step
    Real frictionLoss;     // [J] in the step, from the law's own formula
    Real regime;           // 0 lifted, 1 stick (elastic), 2 slip (plastic)
    Real passes;           // evaluations of the law that it took
    Real miss;             // how far the force is from the law's, as a share of the largest force; 0 for closed forms
};

/** What a contact remembers from step to step. Every law keeps what it needs in the same places, so that another law
    can take over while the note sounds; what it does not know, it leaves alone. */
template <class Real>
struct ContactState
{
    Real bristle;      // sqrt (k) x [sqrt (J)]: energy coordinate, so that pressing harder does no work on it
    Real lastVelocity; // mean v of the step before [m/s]: where g is frozen, and which branch the contact is on
    Real friction;     // g/N there; scratch between resume() and the end of the stretch
    Real endVelocity;  // relative velocity where the step before ended [m/s]
    Real mode;         // discrete state, see ContactMode
    Real memory;       // thermal: flash temperature; Armstrong: lagged speed [m/s]
    Real strength;     // Armstrong: what rest has built up, over N
    Real rest;         // Armstrong: time at rest [s]
};

/** The player's knobs of a contact, in SI units: rows "contact.…" of the parameter table. */
template <class Real>
struct ContactKnobs
{
    Real muStatic, muKinetic;        // mu_s >= mu_k
    Real inverseStribeckVelocity;    // 1/v_s [s/m]
    Real stiffness;                  // k = stiffness + stiffnessPerForce N [N/m]
    Real stiffnessPerForce;          // [1/m]: mu_s/travel for a constant pre-sliding travel
    Real damping;                    // sigma_1 [N s/m]
    Real viscosity;                  // sigma_2 [N s/m]
    Real breakaway;                  // xi in [0, 1)
    Real literal;                    // 1: the printed law, even where it can create energy
    Real stribeckExponent;           // delta
    Real dahlExponent;               // i
    Real stickBand;                  // [m/s] below which a state machine calls it rest
    Real stickRate;                  // [1/s] at which the switch model stops
    Real thermalVelocity;            // [m/s] v_T
    Real thermalTime;                // [s] tau
    Real memoryTime;                 // [s] tau_L
    Real ageingTime;                 // [s] gamma
    Real residualCompliance;         // [m/N] of the modes that the body leaves out, in series with the bristle
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
        static std::array<double, n> corners (…)           bristle laws: where they are not smooth, besides v = 0 (LuGre: nowhere)
        static void resume (Parameters, ContactState&)     takes up a state under parameters that may have moved
        static ContactStep solve (Parameters, ContactState&, ContactPort, N, h, passes)

    and one line in FrictionLaws-inl.h. solve() keeps v + b F = c to rounding, F = 0 without normal force, and books
    what it loses. */
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
