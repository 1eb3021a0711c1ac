// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_STRING_PART_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_STRING_PART_INL_H
  #undef KOLOPHON_SYNTH_STRING_PART_INL_H
 #else
  #define KOLOPHON_SYNTH_STRING_PART_INL_H
 #endif

 #include "../../Physics/ContactLoop-inl.h"
 #include "GroupSegment.h"
 #include "VoiceGroup-inl.h"

 #include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Rows of the results from step `step` on. */
ContactRows rowsOf (VoiceGroup& group, int first, int step)
{
    ContactRows rows;
    const auto n = static_cast<std::size_t> (step);
    eachField ([first, n] (double*& row, VoiceGroup::Rows& lanes) { row = lanes[n].data() + first; },
               static_cast<ContactColumns<double*>&> (rows), static_cast<ContactColumns<VoiceGroup::Rows>&> (group));
    rows.stride = VoiceGroup::lanes;
    return rows;
}

/** State of hand, surface and contact in the lanes from `first` on. */
template <class Real>
Touch<Real> touchOf (const VoiceGroup& group, const GroupSegment& segment, int first)
{
    return { load<Real> (group.contact, first),
             { load<Real> (group.bow, first), segment.rubbing.drive },
             { load<Real> (group.surface, first), load<Real> (group.surfaceState, first), segment.rubbing.profile,
               Real (segment.timeStep) } };
}
template <class Real>
void keep (const Touch<Real>& touch, VoiceGroup& group, int first)
{
    store (touch.state, group.contact, first);
    store (static_cast<const BowKnobs<Real>&> (touch.bow), group.bow, first);
    store (static_cast<const SurfaceState<Real>&> (touch.surface), group.surfaceState, first);
}

/** View of the bank of the lanes from `first` on, for the steps of a segment. */
BankView bankFor (VoiceGroup& group, int first, const SegmentLayout& layout)
{
    auto bank = bankOf (group, first);
    bank.asked.end = layout.withEnd;
    bank.asked.pickups = layout.bank.pickups;
    bank.asked.bridge = layout.withBridge;
    return bank;
}

/** The steps of a segment, with rows of the lanes from `first` on. */
StepRun stepsOf (VoiceGroup& group, const GroupSegment& segment, int first)
{
    return { segment.timeStep, segment.passes, segment.steps, segment.books, rowsOf (group, first, segment.row) };
}

template <class Real>
Mobility<Real> mobilityOf (const VoiceGroup& group, int first)
{
    return { load<Real> (group.response.mobility, first), load<Real> (group.response.endMobility, first) };
}

/** runContact() for bodies in a bank. */
template <class Real, class Call>
using StringLoop = void (*) (const Call&, const BankBody<Real>&, Touch<Real>&, const StepRun&);
template <bool withLedger, class Step, class Real, class Call>
inline constexpr StringLoop<Real, Call> stringLoop =
    &runContact<withLedger, AheadMotion<Step, Real, withLedger>, Call, Real>;

/** State of a part's strings between two steps. */
template <class Real>
struct StringPart
{
    Touch<Real> touch;
    Mobility<Real> mobility;
    BankKernels<Real> kernels;
    Pending<Real> pending;

    static StringPart of (const VoiceGroup& group, int first, const GroupSegment& segment)
    {
        return { touchOf<Real> (group, segment, first), mobilityOf<Real> (group, first),
                 loadKernels<Real, 1> (group, first), loadPending<Real, 1> (group, first) };
    }
    template <class Call>
    void run (const Call& law, StringLoop<Real, Call> loop, const BankView& bank, const StepRun& steps)
    {
        loop (law, { bank, kernels, pending, mobility }, touch, steps);
    }
    void keep (VoiceGroup& group, int first) const
    {
        storePending<1> (pending, group, first);
        HWY_NAMESPACE::keep (touch, group, first);
    }
};
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
