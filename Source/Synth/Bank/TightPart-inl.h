// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Physics/Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_TIGHT_PART_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_TIGHT_PART_INL_H
  #undef KOLOPHON_SYNTH_TIGHT_PART_INL_H
 #else
  #define KOLOPHON_SYNTH_TIGHT_PART_INL_H
 #endif

 #include "StringPart-inl.h"
 #include "TightView-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Renders one part of a group of bodies under tension. */
void renderTight (VoiceGroup& group, int first, const ErasedLaw<LoopPack>& law, const GroupSegment& segment)
{
    auto touch = Touch<LoopPack>::of (group, segment.rubbing, first, segment.timeStep);
    auto tension = take<LoopPack> (group.tension, first);
    const auto view = tightViewOf (group, first, segment.withBridge);
    const auto run = [&] (auto loop)
    {
        loop (law, touch.state, tension, take<LoopPack> (group.string.tension, first), view,
              { take<LoopPack> (group.mobility, first), take<LoopPack> (group.endMobility, first) }, touch.bow,
              touch.surface, segment.timeStep, segment.passes, segment.steps, segment.books,
              rowsOf (group, first, segment.row));
    };
    const auto with = [&]<bool withLedger, bool withEnd> (std::bool_constant<withLedger>, std::bool_constant<withEnd>)
    {
        using Call = ErasedLaw<LoopPack>;
        group.pickups ? run (runTight<withLedger, TightShape<withEnd, true>, Call, LoopPack>)
                      : run (runTight<withLedger, TightShape<withEnd, false>, Call, LoopPack>);
    };
    const auto choose = [&]<bool withLedger> (std::bool_constant<withLedger> books)
    { segment.withEnd ? with (books, std::true_type()) : with (books, std::false_type()); };
    segment.withLedger() ? choose (std::true_type()) : choose (std::false_type());
    put (tension, group.tension, first);
    touch.keep (group, first);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
