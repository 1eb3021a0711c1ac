// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Physics/Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_RUNNING_LAYOUT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_RUNNING_LAYOUT_INL_H
  #undef KOLOPHON_SYNTH_RUNNING_LAYOUT_INL_H
 #else
  #define KOLOPHON_SYNTH_RUNNING_LAYOUT_INL_H
 #endif

 #include "VoiceGroup-inl.h"

 #include <algorithm>
 #include <utility>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Lanes whose coefficients changed, to be converted to the running layout anew; the others keep running and keep every
    bit, whatever their neighbours do. */
template <class Real>
using MovedLanes = decltype (Real (0.0) < Real (1.0));

/** Flags of the lanes whose inputs differ from those that their coefficients were computed from: 1, else 0. Stores the
    current inputs as those. `hasPairs`: some lane is or was a pair of bodies. */
VoiceGroup::Lane findMovedLanes (VoiceGroup& group, double timeStep, bool hasPairs)
{
    auto& from = group.coefficients.computedFrom;
    const auto isSame = [] (const VoiceGroup::Lane& before, const VoiceGroup::Lane& now) HWY_ATTR
    {
        const Pack a = load (before), b = load (now);
        return (a <= b) & (b <= a);
    };
    const auto shape = [&] (VoiceGroup::Lane VoiceGroup::StringKnobs::*knob) HWY_ATTR
    { return isSame (from.string.*knob, group.string.*knob); };
    using Knobs = VoiceGroup::StringKnobs;
    if (! allTrue (shape (&Knobs::inharmonicity) & shape (&Knobs::position) & shape (&Knobs::quality) &
                   shape (&Knobs::bendingLoss) & shape (&Knobs::airLoss)))
    {
        group.coefficients.valid.partials = group.coefficients.valid.torsionalSines = 0;
        for (auto& voice : group.transposed)
            voice.partialsMade = false;
    }

    auto same = Pack (0.0) < Pack (1.0);
    const auto follow = [&] (VoiceGroup::Lane& before, const VoiceGroup::Lane& now) HWY_ATTR
    {
        same = same & isSame (before, now);
        store (load (now), before);
    };
    eachField (follow, from.string, group.string);
    eachField (follow, from.hand, group.hand);
    eachField (follow, from.body, group.body);
    follow (from.kind, group.kind);
    follow (from.arrived, group.arrived);
    for (std::size_t side = 0; side < VoiceGroup::maxBeside; ++side)
        if (group.wanted.has (side))
            follow (from.sidePlace[side], group.sidePlace[side]);
    if (group.wanted.has (VoiceGroup::presser))
    {
        follow (from.tilt, group.tilt);
        follow (from.secondTilt, group.secondTilt);
    }
    if (hasPairs)
        eachField (follow, from.secondKnobs, group.secondKnobs);
    VoiceGroup::Lane moved;
    store (select (same, Pack (0.0), Pack (1.0)), moved);
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (from.table[lane] != group.table[lane] || from.before[lane] != group.before[lane])
            moved[lane] = 1.0;
    for (std::size_t lane = 0; hasPairs && lane < VoiceGroup::lanes; ++lane)
        if (from.second[lane] != group.second[lane] || from.secondBefore[lane] != group.secondBefore[lane])
        {
            moved[lane] = 1.0;
            from.second[lane] = group.second[lane];
            from.secondBefore[lane] = group.secondBefore[lane];
        }
    if (group.coefficients.timeStep != timeStep || group.bank.layout.tight != group.wanted.tight ||
        group.bank.layout.sides != group.wanted.sides)
        moved.fill (1.0);
    from.table = group.table;
    from.before = group.before;
    group.coefficients.timeStep = timeStep;
    group.coefficients.unmark();
    return moved;
}

MovedLanes<Pack> everyLane ()
{
    return Pack (0.0) < Pack (1.0);
}

/** State of a mode of the bank in energy coordinates, under the coefficients that it has run with. */
template <class Ports, bool withBridge, class Real>
HWY_INLINE ModeCoordinates<Real> coordinatesOf (const BankView& bank, int mode, const double* record,
                                                const Pending<Real>& pending)
{
    const Real push = pushOn<Ports> (bank, mode, pending.force);
    return coordinatesOf (bank, mode, stateOf<withBridge> (bank, record, mode, push, pending.bridge));
}

/** Stores it in the slot, for the lanes that changed. */
template <class Real>
HWY_INLINE void storeCoordinates (const ModeCoordinates<Real>& now, MovedLanes<Real> moved, VoiceGroup::Slot& slot,
                                  int first)
{
    store (select (moved, now.x1, load<Real> (slot.x1, first)), slot.x1, first);
    store (select (moved, now.x2, load<Real> (slot.x2, first)), slot.x2, first);
}

/** Sets the pending forces and sums of the lanes that changed to zero. */
template <class Real>
void clearPending (VoiceGroup& group, int first, MovedLanes<Real> moved)
{
    auto pending = loadPending<Real> (group, first);
    eachPending ([moved] (Real& value) HWY_ATTR { value = select (moved, Real (0.0), value); }, pending);
    storePending (pending, group, first);
}

/** Converts the states of the lanes that changed back to x1 and x2. */
void leaveRunningLayout (VoiceGroup& group, MovedLanes<Pack> moved)
{
    const auto bank = bankOf (group);
    const auto pending = loadPending<Pack> (group, 0);
    withPorts (group,
               [&]<class Ports> (Ports)
               {
                   bank.eachMode (
                       [&] (int mode) HWY_ATTR
                       {
                           storeCoordinates (coordinatesOf<Ports, true> (bank, mode, bank.record (mode), pending),
                                             moved, group.standing.slots[static_cast<std::size_t> (mode)], 0);
                       });
               });
    clearPending<Pack> (group, 0, moved);
}

/** Sums over the modes: kernels, as in BankKernels, and those over the records. */
template <class Ports, class Real>
struct RunningSums
{
    static constexpr int ports = Ports::count;
    Real mean[ports][ports], end[ports][ports], odd[ports], even[ports];
    Real means[ports], ends[ports];

    static HWY_INLINE RunningSums none ()
    {
        const Real zero (0.0);
        RunningSums sums;
        for (int i = 0; i < ports; ++i)
        {
            for (int j = 0; j < ports; ++j)
                sums.mean[i][j] = sums.end[i][j] = zero;
            sums.odd[i] = sums.even[i] = sums.means[i] = sums.ends[i] = zero;
        }
        return sums;
    }
};

/** Coefficients of a mode in the running layout, and its state. */
template <class Real>
struct ModeToRun
{
    Real Q, S, D, r, shape, tap;
    ModeCoordinates<Real> now;
};

/** Computes a mode's running coefficients in its `unit`, and passes them to use (coefficients, x, d, tap): if they were
    returned in a structure, g++ would copy them through memory. The lanes that changed start from x1 and x2. */
template <class Real, class Use>
HWY_INLINE void runMode (double* record, RunningReadout<VoiceGroup::Lane>& look, RunningEnd<VoiceGroup::Lane>& atEnd,
                         int first, const ModeToRun<Real>& from, MovedLanes<Real> moved, Real unit, Use&& use)
{
    const Real none (0.0);
    const ModeStep<Real> step { from.Q, from.S, from.D, none, none, none };
    const auto run = RunningMode<Real>::of (step, from.r, from.shape, unit);
    const auto state = run.stateAt (step, from.now);
    const Real x = select (moved, state.x, field<Real> (record, BankView::x));
    const Real d = select (moved, state.d, field<Real> (record, BankView::d));
    const Real tap = from.tap * run.toX1;
    setField (record, BankView::w, run.w);
    setField (record, BankView::kappa, run.kappa);
    setField (record, BankView::tap, tap);
    setField (record, BankView::bx, run.bx);
    setField (record, BankView::bd, run.bd);
    setField (record, BankView::x, x);
    setField (record, BankView::d, d);
    store (from.Q, look.Q, first);
    store (run.toX1, look.toX1, first);
    store (run.toX2, look.toX2, first);
    store (run.endX, atEnd.x, first);
    store (run.endD, atEnd.d, first);
    use (run, x, d, tap);
}

/** Adds a mode's terms to the sums. */
template <bool sounds, class Ports, bool pickups, class Real>
HWY_INLINE void addRunning (const VoiceGroup& group, int mode, const RunningMode<Real>& run, Real x, Real d, Real tap,
                            Real second, RunningSums<Ports, Real>& sums)
{
    constexpr int ports = Ports::count;
    Real pushed[ports];
    pushed[0] = Real (1.0);
    for (std::size_t i = 1; i < ports; ++i)
        pushed[i] = load<Real> (group.standing.portShapes[i][static_cast<std::size_t> (mode)]);
    const bool isOdd = mode % 2 == 0; // partial mode + 1
    for (int i = 0; i < ports; ++i)
    {
        if constexpr (sounds)
        {
            const Real moves = run.bx * pushed[i];
            if (pickups || isOdd)
                sums.odd[i] = mulAdd (tap, moves, sums.odd[i]);
            if (pickups || ! isOdd)
                sums.even[i] = mulAdd (pickups ? second : tap, moves, sums.even[i]);
        }
        for (int j = 0; j < ports; ++j)
            sums.mean[i][j] = mulAdd (pushed[i] * run.bd, pushed[j], sums.mean[i][j]);
        sums.means[i] = mulAdd (pushed[i], d, sums.means[i]);
    }
    const Real toEnd = run.endD * run.bd + run.endX * run.bx;
    sums.end[0][0] = sums.end[0][0] + toEnd;
    sums.ends[0] = mulAdd (run.endX, x, mulAdd (run.endD, d, sums.ends[0]));
    for (int i = 1; i < ports; ++i)
    {
        for (int j = 0; j <= i; ++j)
            sums.end[i][j] = mulAdd (pushed[i] * toEnd, pushed[j], sums.end[i][j]);
        sums.ends[i] = mulAdd (pushed[i], mulAdd (run.endX, x, run.endD * d), sums.ends[i]);
    }
}

/** w of a mode, from phi and r = phi/w; 0 of a slot that was never computed. */
HWY_INLINE Pack frequencyOf (Pack phi, Pack r)
{
    const Pack none (0.0), one (1.0);
    const auto isThere = absolute (r) > none;
    return select (isThere, phi / select (isThere, r, one), none);
}

/** Converts one slot to the running layout, with its loss coefficients if needed. */
template <bool sounds, class Ports, bool pickups, class Real>
HWY_INLINE void runSlot (VoiceGroup& group, const BankView& bank, int mode, MovedLanes<Real> moved, Real perStep,
                         RunningSums<Ports, Real>& sums)
{
    const auto m = static_cast<std::size_t> (mode);
    const auto slot = load<Real> (group.standing.slots[m]);
    const Real r = slot.r, unit = RunningMode<Real>::unitOf (r, perStep), phi = load<Real> (group.standing.shapes[m]);
    const ModeToRun<Real> from { slot.Q, slot.S, slot.D, r, phi, slot.tap, { slot.x1, slot.x2 } };
    runMode (bank.record (mode), group.bank.readouts[m], group.bank.ends[m], 0, from, moved, unit,
             [&] (const RunningMode<Real>& run, Real x, Real d, Real tap) HWY_ATTR
             {
                 Real second (0.0);
                 if constexpr (sounds && pickups)
                 {
                     second = load<Real> (group.standing.secondTaps[m]) * run.toX1;
                     store (second, group.bank.secondTaps[m]);
                 }
                 addRunning<sounds, Ports, pickups> (group, mode, run, x, d, tap, second, sums);
                 if (group.coefficients.wantsLosses)
                     store (
                         RunningMode<Real>::book (slot.Q, slot.S, run, r * unit, load<Real> (group.standing.losses[m])),
                         group.bank.books[VoiceGroup::runningIndex (mode)]);
             });
}

/** Stores the kernels, and for the lanes that changed the sums. */
template <class Ports, class Real>
void storeSums (const RunningSums<Ports, Real>& sums, VoiceGroup& group, int first, MovedLanes<Real> moved)
{
    constexpr int ports = Ports::count;
    auto& kernels = group.bank.kernels;
    auto& pending = group.bank.pending;
    const auto follow = [first, moved] (Real sum, VoiceGroup::Lane& lanes) HWY_ATTR
    { store (select (moved, sum, load<Real> (lanes, first)), lanes, first); };
    for (int i = 0; i < ports; ++i)
    {
        for (int j = 0; j < ports; ++j)
        {
            store (sums.mean[i][j], kernels.mean[i][j], first);
            store (i < j ? sums.end[j][i] : sums.end[i][j], kernels.end[i][j], first);
        }
        store (sums.odd[i], kernels.odd[i], first);
        store (sums.even[i], kernels.even[i], first);
        follow (sums.means[i], pending.mean[i]);
        follow (sums.ends[i], pending.end[i]);
    }
    group.coefficients.valid.bridge = false;
}

/** Lanes in which a slot starts from x1 and x2: those that changed; all if the layout `before` did not visit it,
    because its record is older, and in the unit of another layout. */
HWY_INLINE MovedLanes<Pack> startsIn (const BankLayout& before, int slot, MovedLanes<Pack> moved)
{
    const bool wasVisited = slot < before.sounding || (slot >= VoiceGroup::firstTorsional - visitedHand (before.hand) &&
                                                       slot < VoiceGroup::firstTorsional + before.silent);
    return before.running && wasVisited ? moved : everyLane();
}

template <class Ports, bool pickups>
HWY_NOINLINE void runSlots (VoiceGroup& group, const BankLayout& before, MovedLanes<Pack> moved, double timeStep)
{
    const auto bank = bankOf (group);
    const Pack perStep (1.0 / timeStep);
    auto sums = RunningSums<Ports, Pack>::none();
    for (int mode = 0; mode < bank.soundingCount; ++mode)
        runSlot<true, Ports, pickups> (group, bank, mode, startsIn (before, mode, moved), perStep, sums);
    for (int mode = bank.silentBegin; mode < bank.silentEnd; ++mode)
        runSlot<false, Ports, pickups> (group, bank, mode, startsIn (before, mode, moved), perStep, sums);
    storeSums (sums, group, 0, moved);
}

/** Computes the bank's running coefficients and kernels from the slots', and starts the lanes that changed from x1 and
    x2. */
void runLanes (VoiceGroup& group, MovedLanes<Pack> moved, double timeStep)
{
    const auto before = std::exchange (group.bank.layout, group.wanted);
    group.coefficients.valid.losses = group.coefficients.wantsLosses;
    withPorts (
        group, [&]<class Ports> (Ports)
        { (group.wanted.pickups ? runSlots<Ports, true> : runSlots<Ports, false>)(group, before, moved, timeStep); });
    for (int n = 1; n <= visitedHand (group.wanted.hand); ++n)
    {
        auto& handDrive = group.standing.handDrives[static_cast<std::size_t> (VoiceGroup::maxHand - n)];
        const auto& slot = group.standing.slots[static_cast<std::size_t> (VoiceGroup::firstTorsional - n)];
        const Pack unit = RunningMode<Pack>::unitOf (load (slot.r), Pack (1.0 / timeStep));
        store (load (handDrive[0]) * (load (slot.S) * unit), handDrive[1]);
    }
}

/** Computes the coefficients of a moving bridge; only when it first moves, because few groups need them. */
template <class Ports>
HWY_NOINLINE void makeBridge (VoiceGroup& group)
{
    const auto bank = bankOf (group);
    const Pack none (0.0), one (1.0), perStep (1.0 / group.coefficients.timeStep);
    Pack means[bankPorts] = { none, none, none, none }, ends[bankPorts] = { none, none, none, none };
    for (int mode = 0; mode < bank.soundingCount; ++mode)
    {
        const auto m = static_cast<std::size_t> (mode);
        const Pack toX1 = bank.look<Pack> (mode, BankView::toX1),
                   heard = field<Pack> (bank.record (mode), BankView::tap);
        const Pack both = group.wanted.pickups ? heard + bank.secondTap<Pack> (mode) : heard; // [N per unit]
        const Pack unit = select (absolute (toX1) > none, one / toX1, none);
        const Pack onX = (both * unit) * unit, onD = bank.look<Pack> (mode, BankView::Q) * onX;
        store (RunningBridge<Pack> { onX, onD }, group.bank.atBridge[m]);
        const Pack toEnd = bank.end<Pack> (mode, BankView::endD) * onD - bank.end<Pack> (mode, BankView::endX) * onX;
        for (int i = 0; i < Ports::count; ++i)
        {
            const Pack shape = i > 0 ? bank.shape<Pack> (i, mode) : one;
            means[i] = mulAdd (shape, onD, means[i]);
            ends[i] = ends[i] + shape * toEnd;
        }
    }
    for (std::size_t i = 0; i < bankPorts; ++i)
    {
        store (means[i], group.bank.kernels.bridgeMean[i]);
        store (ends[i], group.bank.kernels.bridgeEnd[i]);
    }
    group.coefficients.valid.bridge = true;
}

void readyBridge (VoiceGroup& group)
{
    group.untranspose();
    if (! group.coefficients.valid.bridge)
        withPorts (group, [&]<class Ports> (Ports) { makeBridge<Ports> (group); });
}

/** Updates the state for the bridge's displacement since the last step. */
void followBridge (VoiceGroup& group)
{
    const auto hasYielded = [] (double shortening) { return shortening != 0.0; };
    if (std::any_of (group.bank.pending.bridge.begin(), group.bank.pending.bridge.end(), hasYielded))
        readyBridge (group);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
