// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FRICTION_MODELICA_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FRICTION_MODELICA_INL_H
  #undef KOLOPHON_PHYSICS_FRICTION_MODELICA_INL_H
 #else
  #define KOLOPHON_PHYSICS_FRICTION_MODELICA_INL_H
 #endif

 #include "SetValued-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
/** Modelica's friction element: the mode machine of PartialFriction.

        startForward  = pre (mode) == Stuck and sa >  1          startBackward = pre (mode) == Stuck and sa < -1
        F    = f0 + f1 v    pre (mode) == Forward or startForward
              -f0 + f1 v    pre (mode) == Backward or startBackward
               sa F_s       else, so that der (v) = 0
        mode = Forward      (pre (mode) == Forward or startForward) and v > 0
               Backward     (pre (mode) == Backward or startBackward) and v < 0
               Stuck        else

    f0 = mu_k N and f1 = sigma_2. Here sa = F_a/F_s with F_s = mu_s N, the library's peak f0_max; its user's guide
    prints F_s = f0. Stuck requires zero *acceleration*, so that v may be small and of either sign when sliding starts:
    then the contact waits under the sliding force, and the mode changes when v has its sign ("waiting" is startForward
    or startBackward here). The event of leaving Forward or Backward lies inside a step, which ends at v = 0 if static
    friction allows. Forward reaches Backward through Stuck. While it waits, the force is limited if f0 would drive. */
template <class Real>
struct Modelica : SetValuedLaw<NoFall, Real>
{
    using typename SetValuedLaw<NoFall, Real>::Parameters;
    static constexpr std::string_view uses[] = { "mu_static", "mu_kinetic", "viscosity" };
    static constexpr std::string_view modes[] = { "Stuck", "Forward", "Backward", "startForward", "startBackward" };
    static constexpr LawInfo info {
        .id = "modelica",
        .name = "Modelica",
        .family = "State machine",
        .summary =
            "Modelica's state machine of friction, which starts to slide only when the speed has the right sign.",
        .equations = "startFor = pre(mode) == Stuck and sa > 1;   startBack = pre(mode) == Stuck and sa < -1\n"
                     "f = f0 + f1 v (Forward or startFor),  -f0 + f1 v (Backward or startBack),  f0_max sa else\n"
                     "mode = Forward if (pre(mode) == Forward or startFor) and v > 0;  Backward likewise;  else Stuck",
        .source =
            "Modelica Standard Library: Interfaces.PartialFriction and \"Modeling of friction\" in the user's guide "
            "of Mechanics.Rotational; after Otter, Elmqvist & Mattsson, \"Hybrid modeling in Modelica based on the "
            "synchronous data flow principle\", CACSD'99 (1999) 151-157.",
        .passivity = "Always: F v >= 0 in every mode.",
        .listenFor = "Like Viscous; the delay of the state machine is inaudible.",
        .uses = uses,
        .modes = modes,
        .remarks =
            "The user's guide starts and holds at f0 (f = f0 sa); the library starts at the peak f0_max = peak f0, "
            "with sa in newtons. Here it is f0_max, with sa as a ratio. The library's mode Free has no name of its "
            "own: a contact without normal force is Forward or Backward by the sign of v. Omitted: the mode Unknown, "
            "v_small, and the rule that a start once made lasts while sa > f0. During a start, the library's mode is "
            "still Stuck but the force is already that of sliding; here the force is limited so that it never drives. "
            "Forward reaches Backward through Stuck."
    };

    static constexpr AutomatonEdge edges[] = {
        { ContactPhase::rest, Guard::breaksAway, When::always, ContactPhase::waiting, Towards::pull },
        { ContactPhase::waiting, Guard::setsOut, When::always, ContactPhase::slip },
        { ContactPhase::waiting, Guard::canHold, When::always, ContactPhase::rest, Towards::same, Jump::toRest },
        { ContactPhase::slip, Guard::comesToRest, When::always, ContactPhase::rest, Towards::same, Jump::toRest }
    };
    static constexpr Automaton automaton = edges;

    static HWY_INLINE ContactStep<Real> solve (const Parameters& p, ContactState<Real>& state,
                                               const ContactPort<Real>& port, Real normalForce, Real h, int /*passes*/)
    {
        const Real one (1.0), zero (0.0);
        const auto wasForward = isMode (state.mode, ContactMode::forward);
        const auto moving = wasForward | isMode (state.mode, ContactMode::backward);
        SetValuedStep<NoFall, Real> contact (p, port, normalForce, select (moving, zero, state.endVelocity));
        const Real s = select (moving, select (wasForward, one, -one), copySign (one, contact.wanted));
        const auto slides = contact.slides (s, zero);

        // sa: the force that would keep v constant. If v already has the direction of that force, its passive part is
        // compared with the limit, too.
        const auto waits = contact.wanted * state.endVelocity < zero;
        const auto starts = (! moving) & (absolute (contact.wanted) > contact.limit) &
                            (waits | (absolute (contact.hold) > contact.limit));
        const auto slips = (moving & slides) | starts;
        const Real f0 = contact.N * p.muKinetic;
        const Real pushed = select (contact.branch.speed > zero, contact.branch.force, contact.passive (s * f0));
        const Real force = select (slips, pushed, contact.saturated());
        const auto hasItsSign = s * contact.endVelocity (force) > zero;
        const Real mode =
            select (slips & hasItsSign, slidingMode (s), select (starts, startingMode (s), Real (ContactMode::stick)));
        const auto step = contact.finish (state, normalForce, h, force, mode, ! slips);
        // Without normal force: the library's mode Free, which is left by the sign of v. (Stuck would continue at any
        // speed: it only requires zero acceleration.) v is the port's, because the remembered velocity of a contact
        // that was at rest is still zero.
        const Real v = contact.endVelocity (step.force);
        const Real free = select (absolute (v) > zero, slidingMode (v), Real (ContactMode::stick));
        state.mode = select (normalForce < Real (lightestTouch), free, state.mode);
        return step;
    }
};
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
