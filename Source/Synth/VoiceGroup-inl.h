// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_VOICE_GROUP_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
  #undef KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #else
  #define KOLOPHON_SYNTH_VOICE_GROUP_INL_H
 #endif

 #include "../Physics/Fields-inl.h"
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

template <class Real = Octet, template <class> class Structure>
HWY_INLINE Structure<Real> take (const Structure<VoiceGroup::Lane>& lanes, int first = 0)
{
    return takeFields<Real> (lanes, first);
}

template <class Real>
HWY_INLINE void put (Real value, VoiceGroup::Lane& lane, int first = 0)
{
    Lanes<Real>::store (value, lane.data() + first);
}

template <class Real, template <class> class Structure>
HWY_INLINE void put (const Structure<Real>& values, Structure<VoiceGroup::Lane>& lanes, int first = 0)
{
    putFields (values, lanes, first);
}

static_assert (FieldsOf<ModeSlot<double>>::count == BankView::fieldCount);
static_assert (FieldsOf<ModeSlot<double>>::list[BankView::x2].member == &ModeSlot<double>::x2);
static_assert (FieldsOf<ModeLosses<double>>::count == BankView::lossCount);
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
