// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Physics/Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_TIGHT_VIEW_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_TIGHT_VIEW_INL_H
  #undef KOLOPHON_SYNTH_TIGHT_VIEW_INL_H
 #else
  #define KOLOPHON_SYNTH_TIGHT_VIEW_INL_H
 #endif

 #include "../../Physics/TightLoop-inl.h"
 #include "StringPart-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** View of the lanes from `first` on, of bodies under tension, once their modes have followed the bridge if that has
    moved. */
TightView tightViewOf (VoiceGroup& group, int first, const SegmentLayout& layout)
{
    const TightView view { bankFor (group, first, layout), group.bank.tightModes[0].reach.data() + first,
                           group.bank.endReaches[0].data() + first };
    if (layout.withBridge)
    {
        yieldTight (view.bank, load<LoopPack> (group.bank.pending.bridge, first));
        store (LoopPack (0.0), group.bank.pending.bridge, first);
    }
    return view;
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
