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
/** Groups whose strings a bridge ties together, over a stretch of steps. All parts of all groups are made ready, each
    within the call that made the one before it ready, so that what they have in hand stays on the stack; the innermost
    call plays, step by step, and on the way back each part puts away what it had. */
class TiedSegment
{
public:
    TiedSegment (std::span<const lanes::TiedGroup> all, const Segment& each, const lanes::BetweenSteps& afterEach)
        : groups (all), common (each), between (afterEach)
    {
    }

    /** Makes the parts ready from lane `first` of group g on, and plays. Where the laws are: VoiceGroupRender.cpp. */
    void from (std::size_t g, int first);

    VoiceGroup& group (std::size_t g) const { return *groups[g].group; }

    /** What a group's parts have in common. */
    Segment segmentOf (std::size_t g) const
    {
        auto segment = common;
        segment.awake = groups[g].awake;
        segment.withBridge = true;
        return segment;
    }

    /** A part is ready, which plays step n as `step (n)`: makes those behind it ready, from lane `next` on. */
    template <class Step>
    void then (Step& step, std::size_t g, int next)
    {
        parts[count++] = { &step, [] (void* part, int n) { (*static_cast<Step*> (part)) (n); } };
        from (g, next);
    }

    /** One part under a law: lanes first … next - 1, of which Real holds those that sound. */
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
    /** Turns round at every step, as the banks do: what was used last is still in the cache. */
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
