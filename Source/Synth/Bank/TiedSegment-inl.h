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
 #include <new>
 #include <type_traits>
 #include <utility>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** The strings of one part under one law, which run a step at a time. `Law`: a LawWithin or CalledLaw. */
template <class Real, class Law>
class TiedStrings
{
public:
    TiedStrings (VoiceGroup& ofLanes, int firstLane, const GroupSegment& segment,
                 StringLoop<Real, typename Law::Call> itsLoop)
        : group (ofLanes), first (firstLane),
          law (load<Real> (group.law, first), load<Real> (group.response.mobility, first), Real (segment.timeStep)),
          loop (itsLoop), part (StringPart<Real>::of (group, first, segment)),
          bank (bankFor (group, first, segment.layout)), step (stepsOf (group, segment, first))
    {
        step.steps = 1;
    }
    TiedStrings (const TiedStrings&) = delete; // a call may reference its law
    TiedStrings& operator= (const TiedStrings&) = delete;

    void play (int)
    {
        followBridge();
        store (Real (0.0), group.bank.pending.bridge, first); // once
        part.run (law.call, loop, bank, step);
        bank.backward = ! bank.backward;
        if (part.touch.bow.drive != nullptr)
            ++part.touch.bow.drive;
        eachField ([] (double*& row) { row += VoiceGroup::lanes; }, static_cast<ContactColumns<double*>&> (step.rows));
    }

    /** Stores the state in the group, after the last step. */
    void finish ()
    {
        followBridge(); // as the last step has left it
        part.keep (group, first);
    }

private:
    void followBridge () { part.pending.bridge = load<Real> (group.bank.pending.bridge, first); }

    VoiceGroup& group;
    int first;
    Law law;
    StringLoop<Real, typename Law::Call> loop;
    StringPart<Real> part;
    BankView bank;
    StepRun step;
};

/** A group that holds blocks or is touched beside the bow: its lanes run a step at a time, by renderSegment(). */
class TiedWhole
{
public:
    TiedWhole (VoiceGroup& ofLanes, const GroupSegment& itsSegment) : group (ofLanes), segment (itsSegment)
    {
        segment.steps = 1;
    }
    void play (int n); // in VoiceGroupRender.cpp, with the laws
    void finish () {}

private:
    VoiceGroup& group;
    GroupSegment segment;
};

/** Room for one of either. */
class TiedPart
{
public:
    template <class Kind, class... Arguments>
    void emplace (Arguments&&... arguments)
    {
        static_assert (sizeof (Kind) <= size && alignof (Kind) <= alignment);
        static_assert (std::is_trivially_destructible_v<Kind>);
        auto* const part = new (bytes) Kind (std::forward<Arguments> (arguments)...);
        self = part;
        playPart = [] (void* its, int n) { static_cast<Kind*> (its)->play (n); };
        finishPart = [] (void* its) { static_cast<Kind*> (its)->finish(); };
    }
    void play (int n) { playPart (self, n); }
    void finish () { finishPart (self); }

private:
    static constexpr std::size_t size = 136 * sizeof (LoopPack) + 1024, alignment = 64;
    alignas (alignment) std::byte bytes[size];
    void* self;
    void (*playPart) (void*, int);
    void (*finishPart) (void*);
};

/** The parts of all groups whose strings are coupled by a bridge, over a segment of steps. */
class TiedSegment
{
public:
    template <class Kind, class... Arguments>
    void add (Arguments&&... arguments)
    {
        parts[count++].emplace<Kind> (std::forward<Arguments> (arguments)...);
    }

    /** Runs the steps, in alternating order of the parts, like the banks: the data used last are still in the cache. */
    void play (int steps, const lanes::BetweenSteps& between)
    {
        for (int n = 0; n < steps; ++n)
        {
            for (std::size_t i = 0; i < count; ++i)
                parts[n % 2 == 0 ? i : count - 1 - i].play (n);
            between.call (between.context, n);
        }
        for (std::size_t i = 0; i < count; ++i)
            parts[i].finish();
    }

private:
    std::array<TiedPart, lanes::maxTied * VoiceGroup::lanes / Lanes<LoopPack>::count> parts;
    std::size_t count = 0;
};
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
