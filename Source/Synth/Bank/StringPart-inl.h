// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_STRING_PART_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_STRING_PART_INL_H
  #undef KOLOPHON_SYNTH_STRING_PART_INL_H
 #else
  #define KOLOPHON_SYNTH_STRING_PART_INL_H
 #endif

 #include "../../Physics/ContactLoop-inl.h"
 #include "VoiceGroup-inl.h"

 #include <algorithm>
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

/** State of hand, surface and contact in the lanes of a part; put() stores the changes. */
template <class Real>
struct Touch
{
    ContactState<Real> state;
    BowLine<Real> bow;
    Surface<Real> surface;

    static Touch of (const VoiceGroup& group, const ContactSurroundings& rubbing, int first, double timeStep)
    {
        return { take<Real> (group.contact, first),
                 { take<Real> (group.bow, first), rubbing.drive },
                 { take<Real> (group.surface, first), take<Real> (group.surfaceState, first), rubbing.profile,
                   Real (timeStep) } };
    }
    void keep (VoiceGroup& group, int first) const
    {
        put (state, group.contact, first);
        put (static_cast<const BowKnobs<Real>&> (bow), group.bow, first);
        put (static_cast<const SurfaceState<Real>&> (surface), group.surfaceState, first);
    }
};

/** Parameters of the rendering of a segment. */
struct GroupSegment
{
    double timeStep;
    int passes, steps;
    Books books;
    bool withEnd;    // a law asks for the velocity at the end of a step
    bool withBridge; // strings are tied to one, or it has moved: the contact's own sound has a row of its own
    ContactSurroundings rubbing;
    lanes::LaneFlags awake;
    int row = 0; // of the first step's results

    bool withLedger () const { return books != Books::closed; }
    bool anyAwake (int first, int count) const
    {
        const auto begin = awake.begin() + first;
        return std::find (begin, begin + count, true) != begin + count;
    }
};

template <class Real, class Call>
using StringLoop =
    decltype (&runContact<false, BankStep<BankShape<OnePort, false, false, false>, Real, false>, Call, Real>);

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
        return { Touch<Real>::of (group, segment.rubbing, first, segment.timeStep),
                 { take<Real> (group.mobility, first), take<Real> (group.endMobility, first) },
                 takeKernels<Real, 1> (group, first),
                 takePending<Real, 1> (group, first) };
    }
    template <class Call>
    void run (const Call& law, StringLoop<Real, Call> loop, const BankView& bank, const GroupSegment& segment,
              int steps, const ContactRows& rows)
    {
        loop (law, touch.state, bank, kernels, pending, mobility, touch.bow, touch.surface, segment.timeStep,
              segment.passes, steps, segment.books, rows);
    }
    void keep (VoiceGroup& group, int first) const
    {
        putPending<1> (pending, group, first);
        touch.keep (group, first);
    }
};
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
