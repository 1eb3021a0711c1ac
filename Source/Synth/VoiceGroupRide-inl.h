// Included once per instruction set: no #pragma once. See Physics/Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_VOICE_GROUP_RIDE_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_VOICE_GROUP_RIDE_INL_H
  #undef KOLOPHON_SYNTH_VOICE_GROUP_RIDE_INL_H
 #else
  #define KOLOPHON_SYNTH_VOICE_GROUP_RIDE_INL_H
 #endif

 #include "VoiceGroup-inl.h"

 #include <tuple>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Lanes whose coefficients move ride anew; the others ride on and keep every bit, whatever their neighbours do. */
template <class Real>
using MovedLanes = decltype (Real (0.0) < Real (1.0));

/** Which lanes' bodies are not made of what the knobs now say: 1, or 0. Notes that they are. */
VoiceGroup::Lane notedAsMade (VoiceGroup& group, double timeStep)
{
    auto& made = group.made;
    const auto shapesOf = [] (const VoiceGroup::StringKnobs& s)
    { return std::tie (s.inharmonicity, s.position, s.quality, s.bendingLoss, s.airLoss); };
    if (shapesOf (made.string) != shapesOf (group.string))
        group.partialsMade = group.torsionalSinesMade = 0;
    const bool all = made.timeStep != timeStep || group.ride.wide != group.wide;
    VoiceGroup::Lane moved;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        bool differs = all || made.table[lane] != group.table[lane] || made.before[lane] != group.before[lane];
        const auto follow = [lane, &differs] (VoiceGroup::Lane& before, const VoiceGroup::Lane& now)
        {
            differs = differs || ! (before[lane] == now[lane]);
            before[lane] = now[lane];
        };
        eachField (follow, made.string, group.string);
        eachField (follow, made.hand, group.hand);
        eachField (follow, made.body, group.body);
        follow (made.kind, group.kind);
        follow (made.arrived, group.arrived);
        follow (made.edgeDistance, group.edgeDistance);
        made.table[lane] = group.table[lane];
        made.before[lane] = group.before[lane];
        moved[lane] = differs ? 1.0 : 0.0;
    }
    made.timeStep = timeStep;
    return moved;
}

/** Brings the states of the lanes that moved, among those from `first` on, back to x1 and x2, under the coefficients
    that they have run with. */
template <class Real>
void alight (VoiceGroup& group, int first, MovedLanes<Real> moved)
{
    const auto bank = bankOf (group, first);
    auto pending = takePending<Real> (group, first);
    const auto states = [&]<int ports>()
    {
        bank.eachMode (
            [&] (int mode) HWY_ATTR
            {
                auto& slot = group.slots[static_cast<std::size_t> (mode)];
                const auto s = stateOf<true> (bank, bank.record (mode), mode, pushOn<ports> (bank, mode, pending.force),
                                              pending.bridge);
                put (select (moved, s.x, take<Real> (slot.x1, first)), slot.x1, first);
                put (select (moved, speedOf (bank, mode, s), take<Real> (slot.x2, first)), slot.x2, first);
            });
    };
    group.ride.wide ? states.template operator()<3>() : states.template operator()<1>();
    eachPending ([moved] (Real& value) HWY_ATTR { value = select (moved, Real (0.0), value); }, pending);
    putPending (pending, group, first);
}

/** What ride() adds up over the modes. */
template <class Real>
struct RideSums
{
    BankKernels<Real> kernels;
    Real means[3], end;
};

/** Sets a mode's running coefficients from its slot's and adds its part to the kernels: they come out of the same
    loads, lane by lane. The lanes that moved ride from x1 and x2. */
template <bool sounds, int ports, bool pickups, class Real>
HWY_INLINE void rideMode (VoiceGroup& group, int first, int mode, MovedLanes<Real> moved, Real perStep,
                          RideSums<Real>& sums)
{
    const auto m = static_cast<std::size_t> (mode);
    const Real none (0.0), one (1.0);
    const auto slot = take<Real> (group.slots[m], first);
    const Real r = ports == 1 ? slot.r : one;
    const ModeStep<Real> step { slot.Q, slot.S, slot.D, none, none, none };
    const auto run = RunningMode<Real>::of (step, r, take<Real> (group.shapes[m], first), perStep);
    auto& record = group.running[VoiceGroup::runningIndex (mode)];
    const Real x = select (moved, slot.x1, take<Real> (record.x, first));
    const Real d = select (moved, mulSub (slot.S, slot.x2, slot.Q * slot.x1), take<Real> (record.d, first));
    put (RunningSlot<Real> { run.w, run.kappa, run.gain, slot.tap, run.bx, run.bd, x, d }, record, first);
    auto& look = group.looks[m];
    put (slot.Q, look.Q, first);
    put (run.inverseS, look.inverseS, first);
    if (group.wantsLosses)
        put (RunningMode<Real>::book (slot.Q, slot.S, run.inverseS, r, take<Real> (group.losses[m], first)),
             group.books[VoiceGroup::runningIndex (mode)], first);
    put (RunningEnd<Real> { run.endX, run.endD }, group.ends[m], first);

    auto& kernels = sums.kernels;
    Real coupling[3] = { run.gain, none, none }, pushed[3] = { one, none, none };
    if constexpr (ports > 1)
        for (std::size_t i = 0; i < 3; ++i)
        {
            pushed[i] = take<Real> (group.edgeShapes[i][m], first);
            coupling[i] = pushed[i] * perStep;
        }
    Real onBridge = none;
    if constexpr (sounds)
    {
        const Real second = take<Real> (group.secondTaps[m], first), both = slot.tap + second;
        onBridge = slot.Q * both;
        put (onBridge, group.atBridge[m], first);
        const bool isOdd = mode % 2 == 0; // partial mode + 1
        for (int j = 0; j < ports; ++j)
        {
            const Real moves = run.bx * pushed[j];
            if (pickups || isOdd)
                kernels.odd[j] = mulAdd (slot.tap, moves, kernels.odd[j]);
            if (pickups || ! isOdd)
                kernels.even[j] = mulAdd (pickups ? second : slot.tap, moves, kernels.even[j]);
        }
        kernels.bridgeEnd = kernels.bridgeEnd + (run.endD * onBridge - run.endX * both);
    }
    for (int i = 0; i < ports; ++i)
    {
        for (int j = 0; j < ports; ++j)
            kernels.mean[i][j] = mulAdd (coupling[i] * run.bd, pushed[j], kernels.mean[i][j]);
        if constexpr (sounds)
            kernels.bridgeMean[i] = mulAdd (coupling[i], onBridge, kernels.bridgeMean[i]);
        sums.means[i] = mulAdd (coupling[i], d, sums.means[i]);
    }
    kernels.end = kernels.end + (run.endD * run.bd + run.endX * run.bx);
    sums.end = mulAdd (run.endX, x, mulAdd (run.endD, d, sums.end));
}

template <int ports, bool pickups, class Real>
HWY_NOINLINE void rideModes (VoiceGroup& group, int first, MovedLanes<Real> moved, Real perStep, RideSums<Real>& sums)
{
    const auto bank = bankOf (group, first);
    for (int mode = 0; mode < bank.soundingCount; ++mode)
        rideMode<true, ports, pickups> (group, first, mode, moved, perStep, sums);
    for (int mode = bank.silentBegin; mode < bank.silentEnd; ++mode)
        rideMode<false, ports, pickups> (group, first, mode, moved, perStep, sums);
}

/** Sets the bank's running coefficients and kernels from the slots', of the lanes from `first` on, and lets those that
    moved ride from x1 and x2. */
template <class Real>
void ride (VoiceGroup& group, int first, MovedLanes<Real> moved, double timeStep)
{
    group.ride = wantedRide (group);
    const Real none (0.0), perStep (1.0 / timeStep);
    const int ports = group.wide ? 3 : 1;
    RideSums<Real> sums { {}, { none, none, none }, none };
    eachKernel ([none] (Real& value) HWY_ATTR { value = none; }, sums.kernels);
    if (group.wide)
        (group.pickups ? rideModes<3, true, Real> : rideModes<3, false, Real>)(group, first, moved, perStep, sums);
    else
        (group.pickups ? rideModes<1, true, Real> : rideModes<1, false, Real>)(group, first, moved, perStep, sums);
    for (int n = 1; n <= visitedHand (group.handSlots); ++n)
    {
        auto& kick = group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)];
        const auto& slot = group.slots[static_cast<std::size_t> (VoiceGroup::firstTorsional - n)];
        put (take<Real> (kick[0], first) * take<Real> (slot.S, first), kick[1], first);
    }

    auto pending = takePending<Real> (group, first);
    for (int i = 0; i < ports; ++i)
        pending.mean[i] = select (moved, sums.means[i], pending.mean[i]);
    pending.end = select (moved, sums.end, pending.end);
    putPending (pending, group, first);
    eachKernel ([first] (const Real& value, VoiceGroup::Lane& lane) HWY_ATTR { put (value, lane, first); },
                sums.kernels, group.kernels);
}

MovedLanes<Pack> everyLane ()
{
    return Pack (0.0) < Pack (1.0);
}

void settle (VoiceGroup& group)
{
    group.lieTogether();
    if (group.ride.on)
        alight<Pack> (group, 0, everyLane());
    group.ride = {};
}

void mount (VoiceGroup& group, double timeStep)
{
    if (group.ride == wantedRide (group))
        return;
    settle (group);
    ride<Pack> (group, 0, everyLane(), timeStep);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
