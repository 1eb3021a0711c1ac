// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_VOICE_GROUP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
  #undef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #else
  #define KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #endif

 #include "../Physics/ModalBank-inl.h"
 #include "VoiceGroup.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** All lanes, or the Part of them that begins at `first`. */
template <class Real = Octet>
HWY_INLINE Real take (const VoiceGroup::Lane& lane, int first = 0)
{
    return Lanes<Real>::load (lane.data() + first);
}

template <class Real>
HWY_INLINE void put (Real value, VoiceGroup::Lane& lane, int first = 0)
{
    Lanes<Real>::store (value, lane.data() + first);
}

static_assert (sizeof (VoiceGroup::Slot) == BankView::fieldCount * sizeof (VoiceGroup::Lane));
static_assert (sizeof (VoiceGroup::Losses) == BankView::lossCount * sizeof (VoiceGroup::Lane));

static_assert (VoiceGroup::lanes == BankView::stride);

/** The hand's modes sit in front of the torsional ones, the first of them last, so that what is in use is in one piece. */
BankView bankOf (VoiceGroup& group, int first = 0)
{
    const int handBegin = VoiceGroup::firstTorsional - group.handSlots;
    return { group.slots[0].Q.data() + first, group.losses[0].yy.data() + first, group.shapes[0].data() + first,
             group.secondTaps[0].data() + first, group.soundingSlots, handBegin,
             VoiceGroup::firstTorsional + group.silentSlots, handBegin, VoiceGroup::firstTorsional,
             group.kicks[0].data() + first + (VoiceGroup::maxHand - group.handSlots) * VoiceGroup::lanes };
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif
