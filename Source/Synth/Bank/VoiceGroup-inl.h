// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_VOICE_GROUP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
  #undef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #else
  #define KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #endif

 #include "../../Physics/Fields-inl.h"
 #include "../../Physics/ModalBank-inl.h"
 #include "VoiceGroup.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Loads all lanes, or the LoopPack of them that begins at `first`. */
template <class Real = Pack>
HWY_INLINE Real load (const VoiceGroup::Lane& lane, int first = 0)
{
    return Lanes<Real>::load (lane.data() + first);
}

template <class Real = Pack, template <class> class Structure>
HWY_INLINE Structure<Real> load (const Structure<VoiceGroup::Lane>& lanes, int first = 0)
{
    return loadFields<Real> (lanes, first);
}

template <class Real>
HWY_INLINE void store (Real value, VoiceGroup::Lane& lane, int first = 0)
{
    Lanes<Real>::store (value, lane.data() + first);
}

template <class Real, template <class> class Structure>
HWY_INLINE void store (const Structure<Real>& values, Structure<VoiceGroup::Lane>& lanes, int first = 0)
{
    storeFields (values, lanes, first);
}

static_assert (FieldsOf<RunningSlot<double>>::count == BankView::fieldCount);
static_assert (FieldsOf<RunningSlot<double>>::list[BankView::bd].member == &RunningSlot<double>::bd);
static_assert (FieldsOf<RunningSlot<double>>::list[BankView::d].member == &RunningSlot<double>::d);
static_assert (FieldsOf<RunningReadout<double>>::count == BankView::readoutCount);
static_assert (FieldsOf<RunningBook<double>>::count == BankView::bookCount);
static_assert (FieldsOf<RunningReadout<double>>::list[BankView::toX2].member == &RunningReadout<double>::toX2);
static_assert (FieldsOf<RunningBook<double>>::list[BankView::dd].member == &RunningBook<double>::dd);
static_assert (FieldsOf<RunningEnd<double>>::count == BankView::endCount);
static_assert (FieldsOf<RunningBridge<double>>::count == BankView::bridgeCount);
static_assert (VoiceGroup::lanes == BankView::stride && VoiceGroup::chains == BankView::chains);

/** Modes of the hand that the loops step: an even number. */
HWY_INLINE int visitedHand (int modes)
{
    return (modes + 1) / 2 * 2;
}

/** Calls visit (PortLayout) with the layout that the bank runs in. */
template <class Visit>
HWY_INLINE void withPorts (const VoiceGroup& group, Visit&& visit)
{
    const auto& layout = group.bank.layout;
    switch (layout.ports())
    {
        case 1: return visit (OnePort());
        case 2: return visit (PortLayout<2>());
        case 3: return visit (PortLayout<3>());
        default: return visit (PortLayout<4>());
    }
}

/** View of the running bank. The hand's modes are placed before the torsional ones, in reverse order, so that the modes
    in use are contiguous. */
BankView bankOf (VoiceGroup& group, int first = 0)
{
    const int hand = visitedHand (group.bank.layout.hand), handBegin = VoiceGroup::firstTorsional - hand;
    const auto& shapes = group.standing.portShapes;
    return { group.bank.records[0].w.data() + first,
             VoiceGroup::places,
             group.bank.books[0].along.data() + first,
             group.bank.readouts[0].Q.data() + first,
             group.bank.ends[0].x.data() + first,
             group.bank.secondTaps[0].data() + first,
             group.bank.atBridge[0].fromX.data() + first,
             { shapes[0][0].data() + first, shapes[1][0].data() + first, shapes[2][0].data() + first,
               shapes[3][0].data() + first },
             group.bank.layout.sounding,
             handBegin,
             VoiceGroup::firstTorsional + group.bank.layout.silent,
             handBegin,
             VoiceGroup::firstTorsional,
             group.standing.handDrives[static_cast<std::size_t> (VoiceGroup::maxHand - hand)][0].data() + first,
             group.bank.backward };
}

/** Loads kernels or pending sums of the lanes from `first` on, for the first `ports` shapes. */
template <class Real, int ports = bankPorts>
HWY_INLINE BankKernels<Real> loadKernels (const VoiceGroup& group, int first)
{
    BankKernels<Real> kernels;
    eachKernel<ports> ([first] (Real& value, const VoiceGroup::Lane& lane) HWY_ATTR
                       { value = load<Real> (lane, first); },
                       kernels, group.bank.kernels);
    return kernels;
}
template <class Real, int ports = bankPorts>
HWY_INLINE Pending<Real> loadPending (const VoiceGroup& group, int first)
{
    Pending<Real> pending;
    eachPending<ports> ([first] (Real& value, const VoiceGroup::Lane& lane) HWY_ATTR
                        { value = load<Real> (lane, first); },
                        pending, group.bank.pending);
    return pending;
}
template <int ports = bankPorts, class Real>
HWY_INLINE void storePending (const Pending<Real>& pending, VoiceGroup& group, int first)
{
    eachPending<ports> ([first] (const Real& value, VoiceGroup::Lane& lane) HWY_ATTR { store (value, lane, first); },
                        pending, group.bank.pending);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif
