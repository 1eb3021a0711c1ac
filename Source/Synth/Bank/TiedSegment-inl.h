// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_TIED_SEGMENT_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_TIED_SEGMENT_INL_H
  #undef KOLOPHON_SYNTH_TIED_SEGMENT_INL_H
 #else
  #define KOLOPHON_SYNTH_TIED_SEGMENT_INL_H
 #endif

 #include "StringPart-inl.h"

 #include <array>
 #include <cstddef>
 #include <span>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Renders groups whose strings are coupled by a bridge, over a segment of steps. The parts of all groups are prepared
    in nested calls, so that their local state stays on the stack; the innermost call runs the steps, and each part
    stores its state on return. */
class TiedSegment
{
public:
    TiedSegment (std::span<const lanes::TiedGroup> all, const Segment& each, const lanes::BetweenSteps& afterEach)
        : groups (all), common (each), between (afterEach)
    {
    }

    /** Prepares the parts from lane `first` of group g on, and runs the steps. Defined in VoiceGroupRender.cpp, with
        the laws. */
    void from (std::size_t g, int first);

    VoiceGroup& group (std::size_t g) const { return *groups[g].group; }

    /** Parameters that the parts of a group share. */
    Segment segmentOf (std::size_t g) const
    {
        auto segment = common;
        segment.awake = groups[g].awake;
        segment.withBridge = true;
        return segment;
    }

    /** Registers a prepared part, which renders step n by `step (n)`, and prepares those behind it, from lane `next`
        on. */
    template <class Step>
    void then (Step& step, std::size_t g, int next)
    {
        parts[count++] = { &step, [] (void* part, int n) { (*static_cast<Step*> (part)) (n); } };
        from (g, next);
    }

    /** Prepares one part under a law: lanes first … next - 1; Real holds those that sound. */
    template <class Real, class Call>
    void tie (std::size_t g, int first, int next, const Call& law, const Segment& segment, StringLoop<Real, Call> loop)
    {
        auto& its = group (g);
        auto part = StringPart<Real>::of (its, first, segment);
        auto bank = bankOf (its, first);
        auto rows = rowsOf (its, first, 0);
        const auto followBridge = [&] () HWY_ATTR { part.pending.bridge = take<Real> (its.pending.bridge, first); };
        auto step = [&] (int) HWY_ATTR
        {
            followBridge();
            put (Real (0.0), its.pending.bridge, first); // once
            part.run (law, loop, bank, segment, 1, rows);
            bank.backward = ! bank.backward;
            if (part.touch.bow.drive != nullptr)
                ++part.touch.bow.drive;
            eachField ([] (double*& row) { row += VoiceGroup::lanes; }, static_cast<ContactColumns<double*>&> (rows));
        };
        then (step, g, next);
        followBridge(); // as the last step has left it
        part.keep (its, first);
    }

private:
    /** Runs the steps, in alternating order of the parts, like the banks: the data used last are still in the cache. */
    void play ()
    {
        for (int n = 0; n < common.steps; ++n)
        {
            for (std::size_t i = 0; i < count; ++i)
            {
                const auto& part = parts[n % 2 == 0 ? i : count - 1 - i];
                part.play (part.self, n);
            }
            between.call (between.context, n);
        }
    }

    struct ReadyPart
    {
        void* self;
        void (*play) (void*, int n);
    };
    std::span<const lanes::TiedGroup> groups;
    const Segment& common;
    const lanes::BetweenSteps& between;
    std::array<ReadyPart, lanes::maxTied * VoiceGroup::lanes / Lanes<LoopPack>::count> parts;
    std::size_t count = 0;
};
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
