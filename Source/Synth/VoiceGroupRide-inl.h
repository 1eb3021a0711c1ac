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
using MovedLanes = decltype (Pack (0.0) < Pack (1.0));

/** Which lanes' bodies are not made of what the knobs now say; notes that they are. */
MovedLanes notedAsMade (VoiceGroup& group, double timeStep)
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
    return take (moved) > Pack (0.5);
}

/** Brings the states of the lanes that moved back to x1 and x2, under the coefficients that they have run with. */
void alight (VoiceGroup& group, MovedLanes moved)
{
    const auto bank = bankOf (group);
    auto pending = takePending<Pack> (group, 0);
    const auto states = [&]<int ports>()
    {
        bank.eachMode (
            [&] (int mode) HWY_ATTR
            {
                auto& slot = group.slots[static_cast<std::size_t> (mode)];
                const auto s = stateOf<true> (bank, bank.record (mode), mode, pushOn<ports> (bank, mode, pending.force),
                                              pending.bridge);
                put (select (moved, s.x, take (slot.x1)), slot.x1);
                put (select (moved, speedOf (bank, mode, s), take (slot.x2)), slot.x2);
            });
    };
    group.ride.wide ? states.template operator()<3>() : states.template operator()<1>();
    eachPending ([moved] (Pack& value) HWY_ATTR { value = select (moved, Pack (0.0), value); }, pending);
    putPending (pending, group, 0);
}

/** What ride() adds up over the modes. */
struct RideSums
{
    BankKernels<Pack> kernels;
    Pack means[3], end;
};

/** Sets a mode's running coefficients from its slot's and adds its part to the kernels: they come out of the same
    loads, lane by lane. The lanes that moved ride from x1 and x2. */
template <bool sounds, int ports, bool pickups>
HWY_INLINE void rideMode (VoiceGroup& group, const BankView& bank, int mode, MovedLanes moved, Pack perStep,
                          RideSums& sums)
{
    const auto m = static_cast<std::size_t> (mode);
    const Pack none (0.0), one (1.0);
    const auto slot = take (group.slots[m]);
    const Pack r = ports == 1 ? slot.r : one;
    const ModeStep<Pack> step { slot.Q, slot.S, slot.D, none, none, none };
    const auto run = RunningMode<Pack>::of (step, r, take (group.shapes[m]), perStep);
    auto& record = group.running[VoiceGroup::runningIndex (mode)];
    const Pack x = select (moved, slot.x1, take (record.x));
    const Pack d = select (moved, mulSub (slot.S, slot.x2, slot.Q * slot.x1), take (record.d));
    put (RunningSlot<Pack> { run.w, run.kappa, run.gain, slot.tap, run.bx, run.bd, x, d }, record);
    auto& look = group.looks[m];
    put (slot.Q, look.Q);
    put (run.inverseS, look.inverseS);
    if (group.wantsLosses)
        put (RunningMode<Pack>::book (slot.Q, slot.S, run.inverseS, r, take (group.losses[m])),
             group.books[VoiceGroup::runningIndex (mode)]);
    put (RunningEnd<Pack> { run.endX, run.endD }, group.ends[m]);

    auto& kernels = sums.kernels;
    Pack coupling[3] = { run.gain, none, none }, pushed[3] = { one, none, none };
    if constexpr (ports > 1)
        for (std::size_t i = 0; i < 3; ++i)
        {
            pushed[i] = take (group.edgeShapes[i][m]);
            coupling[i] = pushed[i] * perStep;
        }
    Pack onBridge = none;
    if constexpr (sounds)
    {
        const Pack second = take (group.secondTaps[m]), both = slot.tap + second;
        onBridge = slot.Q * both;
        put (onBridge, group.atBridge[m]);
        const bool isOdd = mode % 2 == 0; // partial mode + 1
        for (int j = 0; j < ports; ++j)
        {
            const Pack moves = run.bx * pushed[j];
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

template <int ports, bool pickups>
HWY_NOINLINE void rideModes (VoiceGroup& group, const BankView& bank, MovedLanes moved, Pack perStep, RideSums& sums)
{
    for (int mode = 0; mode < bank.soundingCount; ++mode)
        rideMode<true, ports, pickups> (group, bank, mode, moved, perStep, sums);
    for (int mode = bank.silentBegin; mode < bank.silentEnd; ++mode)
        rideMode<false, ports, pickups> (group, bank, mode, moved, perStep, sums);
}

/** Sets the bank's running coefficients and kernels from the slots', and lets the lanes that moved ride from x1 and x2.
    */
void ride (VoiceGroup& group, MovedLanes moved, double timeStep)
{
    group.ride = { true, group.wide, group.soundingSlots, group.silentSlots, group.handSlots };
    const auto bank = bankOf (group);
    const Pack none (0.0), perStep (1.0 / timeStep);
    const int ports = group.wide ? 3 : 1;
    RideSums sums { {}, { none, none, none }, none };
    eachKernel ([none] (Pack& value) HWY_ATTR { value = none; }, sums.kernels);
    if (group.wide)
        (group.pickups ? rideModes<3, true> : rideModes<3, false>)(group, bank, moved, perStep, sums);
    else
        (group.pickups ? rideModes<1, true> : rideModes<1, false>)(group, bank, moved, perStep, sums);
    for (int n = 1; n <= visitedHand (group.handSlots); ++n)
    {
        auto& kick = group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)];
        put (take (kick[0]) * take (group.slots[static_cast<std::size_t> (VoiceGroup::firstTorsional - n)].S), kick[1]);
    }

    auto pending = takePending<Pack> (group, 0);
    for (int i = 0; i < ports; ++i)
        pending.mean[i] = select (moved, sums.means[i], pending.mean[i]);
    pending.end = select (moved, sums.end, pending.end);
    putPending (pending, group, 0);
    eachKernel ([] (const Pack& value, VoiceGroup::Lane& lane) HWY_ATTR { put (value, lane); }, sums.kernels,
                group.kernels);
}

MovedLanes everyLane ()
{
    return Pack (0.0) < Pack (1.0);
}

void settle (VoiceGroup& group)
{
    group.lieTogether();
    if (group.ride.on)
        alight (group, everyLane());
    group.ride = {};
}

void mount (VoiceGroup& group, double timeStep)
{
    settle (group);
    ride (group, everyLane(), timeStep);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
