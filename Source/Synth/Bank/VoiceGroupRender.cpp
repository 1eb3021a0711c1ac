// SPDX-License-Identifier: GPL-3.0-or-later
// Long: contains all loops over lanes that produce sound, because they are compiled once per instruction set here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/VoiceGroupRender.cpp"
#include "../../Physics/InstructionSets.h"
#include "GroupSegment.h"

#include <span>
#include <type_traits>

#if KOLOPHON_COMPUTES
 #include "../../Physics/BlockBetweenStops-inl.h"
 #include "../../Physics/ContactLoop-inl.h"
 #include "../../Physics/Friction/FrictionLaws-inl.h"
 #include "../Resonances/TwoSums-inl.h"
 #include "TiedSegment-inl.h"
 #include "TightView-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** A law that is compiled into its loop. */
template <class Law, class Real>
struct LawWithin
{
    using Call = InlinedLaw<Law, Real>;
    Call call;

    LawWithin (const ContactKnobs<Real>& knobs, Real mobility, Real h) : call (Call::prepare (knobs, mobility, h)) {}
};

/** A law that its loop calls. `isWhole`: with its constants for a body of constant mobility, if it has some. */
template <class Law, class Real, bool isWhole = true>
struct CalledLaw
{
    using Call = ErasedLaw<Real>;
    static constexpr bool hasConstants = isWhole && waitsForRoots<Law, Real>;
    using Prepared = std::conditional_t<hasConstants, InlinedLaw<Law, Real>, typename Law::Parameters>;
    Prepared prepared;
    Call call; // references it

    CalledLaw (const ContactKnobs<Real>& knobs, Real mobility, Real h) : prepared (prepare (knobs, mobility, h))
    {
        if constexpr (hasConstants)
            call = Call::within (prepared);
        else
            call = Call::template of<Law> (prepared);
    }
    CalledLaw (const CalledLaw&) = delete;
    CalledLaw& operator= (const CalledLaw&) = delete;

private:
    static HWY_INLINE Prepared prepare (const ContactKnobs<Real>& knobs, [[maybe_unused]] Real mobility, Real h)
    {
        if constexpr (hasConstants)
            return Prepared::prepare (knobs, mobility, h);
        else
            return Law::prepare (knobs, h);
    }
};

/** Calls use<Law>() with the law at this place of the list. */
template <class Use, class... Laws>
void withLaw (LawList<Laws...>, int index, const Use& use)
{
    using Call = void (*) (const Use&);
    static constexpr Call all[] = { [] (const Use& with) { with.template operator()<Laws>(); }... };
    all[index](use);
}

/** Runs one part of the group through a loop for strings. */
template <class Law, class Real>
void runStrings (VoiceGroup& group, int first, const GroupSegment& segment, const BankView& bank,
                 StringLoop<Real, typename Law::Call> loop)
{
    const Law law (load<Real> (group.law, first), load<Real> (group.response.mobility, first), Real (segment.timeStep));
    auto part = StringPart<Real>::of (group, first, segment);
    part.run (law.call, loop, bank, stepsOf (group, segment, first));
    part.keep (group, first);
}

/** The loop for laws that are called. */
StringLoop<LoopPack, ErasedLaw<LoopPack>> callingLoop (const SegmentLayout& layout)
{
    return layout.withLedger ? stringLoop<true, BankStep<OnePort, LoopPack, true>, LoopPack, ErasedLaw<LoopPack>>
                             : stringLoop<false, BankStep<OnePort, LoopPack, false>, LoopPack, ErasedLaw<LoopPack>>;
}

void renderCalled (VoiceGroup& group, int first, const GroupSegment& segment)
{
    withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
             [&]<class Law>()
             {
                 runStrings<CalledLaw<Law, LoopPack>, LoopPack> (
                     group, first, segment, bankFor (group, first, segment.layout), callingLoop (segment.layout));
             });
}

/** Calls use<Law, Real> (lane) with a law that waits for roots, for the register or the part of lanes that has awake
    ones: a chord seldom fills more than half of the lanes, and voices take the first free ones. */
template <template <class> class LawOf, class Use>
void whereAwake (LawOf<LoopPack>, const SegmentLayout& layout, int first, const Use& use)
{
    constexpr int count = Lanes<Register>::count, second = Lanes<LoopPack>::count - count;
    const bool low = layout.anyAwake (first, count), high = layout.anyAwake (first + second, count);
    if (low && high)
        use.template operator()<LawOf<LoopPack>, LoopPack> (first);
    else if (low || high)
        use.template operator()<LawOf<Register>, Register> (low ? first : first + second);
}
template <class Use>
void whereAwake (const VoiceGroup& group, const SegmentLayout& layout, int first, const Use& use)
{
    withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
             [&]<class Law>()
             {
                 if constexpr (waitsForRoots<Law, LoopPack>)
                     whereAwake (Law(), layout, first, use);
             });
}

void renderInlined (VoiceGroup& group, int first, const GroupSegment& segment)
{
    const auto& layout = segment.layout;
    whereAwake (group, layout, first,
                [&]<class Law, class Real> (int lane)
                {
                    using Within = LawWithin<Law, Real>;
                    using Call = typename Within::Call;
                    const auto loop = layout.withLedger ? stringLoop<true, BankStep<OnePort, Real, true>, Real, Call>
                                                        : stringLoop<false, BankStep<OnePort, Real, false>, Real, Call>;
                    runStrings<Within, Real> (group, lane, segment, bankFor (group, lane, layout), loop);
                });
}

/** View of a transposed voice. */
[[maybe_unused]] BankView bankAcross (VoiceGroup& group, int lane, const SegmentLayout& layout)
{
    auto& voice = group.transposed[group.transposed[0].lane == lane ? 0 : 1];
    auto bank = bankFor (group, 0, layout);
    bank.records = voice.running[0].w.data();
    bank.books = voice.books[0].along.data();
    bank.readouts = voice.readouts[0].Q.data();
    bank.ends = voice.ends[0].x.data();
    bank.secondTaps = voice.secondTaps[0].data();
    bank.handBegin = bank.handEnd = 0;
    return bank;
}

template <class Law, bool withLedger>
void runAcross (VoiceGroup& group, int lane, const GroupSegment& segment)
{
    runStrings<Law, double> (group, lane, segment, bankAcross (group, lane, segment.layout),
                             stringLoop<withLedger, BankStepAcross<withLedger>, double, typename Law::Call>);
}

/** False on the baseline instruction set without fused operations: a double is rounded differently from a register
    there (see mulAdd), and there is nothing to gain. */
constexpr bool liesAcross = HWY_NATIVE_FMA || HWY_TARGET != HWY_STATIC_TARGET;

/** Renders one voice in transposed layout. */
void renderAcross (VoiceGroup& group, int lane, const GroupSegment& segment)
{
    if constexpr (liesAcross)
        withLaw (FrictionLaws<double> {}, group.lawIndex,
                 [&]<class Law>()
                 {
                     using Called = CalledLaw<Law, double>;
                     if (segment.layout.withLedger)
                         runAcross<Called, true> (group, lane, segment);
                     else if constexpr (waitsForRoots<Law, double>)
                         runAcross<LawWithin<Law, double>, false> (group, lane, segment);
                     else
                         runAcross<Called, false> (group, lane, segment);
                 });
}

/** Renders one part of a group of bodies under tension. */
void renderTight (VoiceGroup& group, int first, const GroupSegment& segment)
{
    const auto& layout = segment.layout;
    auto touch = touchOf<LoopPack> (group, segment, first);
    auto tension = load<LoopPack> (group.tension, first);
    const auto view = tightViewOf (group, first, layout);
    const TightBody<LoopPack> body { view, tension, load<LoopPack> (group.string.tension, first),
                                     mobilityOf<LoopPack> (group, first) };
    using Call = ErasedLaw<LoopPack>;
    const auto loop = layout.withLedger ? &runContact<true, TightMotion<LoopPack, true>, Call, LoopPack>
                                        : &runContact<false, TightMotion<LoopPack, false>, Call, LoopPack>;
    withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
             [&]<class Law>() HWY_ATTR
             {
                 const CalledLaw<Law, LoopPack, false> law (load<LoopPack> (group.law, first), body.mobility.mean,
                                                            LoopPack (segment.timeStep));
                 loop (law.call, body, touch, stepsOf (group, segment, first));
             });
    store (tension, group.tension, first);
    keep (touch, group, first);
}

/** The table from layout to loop: renders the lanes of one LoopPack from `first` on, or the lane `first` across. */
using RenderLanes = void (*) (VoiceGroup&, int first, const GroupSegment&);
constexpr RenderLanes stringLoops[loopCount] = { renderAcross, renderInlined, renderCalled, renderTight,
                                                 lanes::renderSided };

template <class Render>
void eachPart (VoiceGroup& group, const GroupSegment& segment, const Render& render)
{
    for (int first = 0; first < VoiceGroup::lanes; first += Lanes<LoopPack>::count)
        render (group, first, segment);
}

void renderStrings (VoiceGroup& group, const GroupSegment& segment)
{
    const auto render = stringLoops[static_cast<std::size_t> (segment.layout.loop)];
    if (segment.layout.loop != Loop::across)
        return eachPart (group, segment, render);
    for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (segment.layout.anyAwake (lane, 1))
            render (group, lane, segment);
}

/** Renders one part of the group under one law of blocks, which have no residual compliance. */
void renderBlocks (VoiceGroup& group, int first, const GroupSegment& segment)
{
    const LoopPack h (segment.timeStep), none (0.0);
    auto touch = touchOf<LoopPack> (group, segment, first);
    auto knobs = load<LoopPack> (group.law, first);
    knobs.residualCompliance = none;
    const auto block = load<LoopPack> (group.block, first);
    auto motion = load<LoopPack> (group.blockMotion, first);
    const LoopPack softness = -exponentialMinusOne (-(h / block.feltTime));
    const auto mine = load<LoopPack> (group.kind, first) > LoopPack (0.5);
    const auto run = segment.layout.withLedger ? runBlock<true, LoopPack, decltype (mine)>
                                               : runBlock<false, LoopPack, decltype (mine)>;
    withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
             [&]<class Law>() HWY_ATTR
             {
                 const CalledLaw<Law, LoopPack, false> law (knobs, none, h);
                 run (mine, block, motion, softness, law.call, touch.state, touch.bow, touch.surface, segment.timeStep,
                      segment.passes, segment.steps, rowsOf (group, first, segment.row));
             });
    store (motion, group.blockMotion, first);
    keep (touch, group, first);
}

/** State that both loops of a group of blocks and strings move, as it was before one of them. */
struct BeforeLoop
{
    VoiceGroup::Contact contact;
    BowKnobs<VoiceGroup::Lane> bow;
    SurfaceState<VoiceGroup::Lane> surface;
    VoiceGroup::BlockMotion block;

    explicit BeforeLoop (const VoiceGroup& group)
        : contact (group.contact), bow (group.bow), surface (group.surfaceState), block (group.blockMotion)
    {
    }

    /** Brings back the lanes of blocks, or of strings. */
    void bringBack (VoiceGroup& group, bool ofBlocks) const
    {
        const auto copy = [&group, ofBlocks] (const VoiceGroup::Lane& from, VoiceGroup::Lane& to)
        {
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                if (group.isBlock (lane) == ofBlocks)
                    to[lane] = from[lane];
        };
        eachField (copy, contact, group.contact);
        eachField (copy, bow, group.bow);
        eachField (copy, surface, group.surfaceState);
        eachField (copy, block, group.blockMotion);
    }
};

void renderSegment (VoiceGroup& group, const GroupSegment& segment)
{
    if (! segment.layout.withBlocks)
        return renderStrings (group, segment);
    // Either loop runs on all lanes, and must not change the contacts of the other's.
    if (segment.layout.withStrings)
    {
        const BeforeLoop before (group);
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (group.isBlock (lane))
                group.bow.normalForce[lane] = group.bow.normalForceStep[lane] = 0.0;
        renderStrings (group, segment);
        before.bringBack (group, true);
    }
    const BeforeLoop before (group);
    eachPart (group, segment, renderBlocks);
    before.bringBack (group, false);
}

} // namespace

void render (VoiceGroup& group, const GroupSegment& segment)
{
    renderSegment (group, segment);
}

namespace
{

/** Adds the part that begins with lane `first`. */
void tiePart (TiedSegment& tied, VoiceGroup& group, int first, const GroupSegment& segment)
{
    const auto& layout = segment.layout;
    if (layout.loop == Loop::inlined)
        return whereAwake (group, layout, first,
                           [&]<class Law, class Real> (int lane)
                           {
                               using Within = LawWithin<Law, Real>;
                               const auto loop =
                                   stringLoop<false, BankStep<OnePort, Real, false>, Real, typename Within::Call>;
                               tied.add<TiedStrings<Real, Within>> (group, lane, segment, loop);
                           });
    withLaw (
        FrictionLaws<LoopPack> {}, group.lawIndex,
        [&]<class Law>()
        { tied.add<TiedStrings<LoopPack, CalledLaw<Law, LoopPack>>> (group, first, segment, callingLoop (layout)); });
}

void TiedWhole::play (int n)
{
    segment.row = n;
    renderSegment (group, segment);
    if (segment.rubbing.drive != nullptr)
        ++segment.rubbing.drive;
}

} // namespace

void renderTied (std::span<const GroupToTie> groups, int steps, const lanes::BetweenSteps& between,
                 lanes::TiedRoom& room)
{
    static_assert (sizeof (TiedSegment) <= sizeof (room.bytes) && alignof (TiedSegment) <= alignof (lanes::TiedRoom));
    static_assert (std::is_trivially_destructible_v<TiedSegment>);
    auto& tied = *new (room.bytes.data()) TiedSegment;
    for (const auto& [group, segment] : groups)
        if (segment.layout.stepByStep)
            tied.add<TiedWhole> (*group, segment);
        else
            for (int first = 0; first < VoiceGroup::lanes; first += Lanes<LoopPack>::count)
                tiePart (tied, *group, first, segment);
    tied.play (steps, between);
}

SegmentInputs::Law lawNeeds (int index)
{
    return []<class... Laws> (LawList<Laws...>, int its)
    {
        static constexpr SegmentInputs::Law all[] = { { waitsForRoots<Laws, LoopPack>, Laws::sticksAtEnd }... };
        return all[its];
    }(FrictionLaws<LoopPack> {}, index);
}

bool canLieAcross ()
{
    return liesAcross;
}

namespace
{

/** Mixes the lanes of one Real, from `first` on. */
template <class Real>
void mixPart (const VoiceGroup& group, int first, lanes::MixGains& gains, int steps, const lanes::EarSums& left,
              const lanes::EarSums* right)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return load<Real> (lane, first); };
    Real now = of (gains.now), place = of (gains.place), pan = of (gains.pan);
    const Real step = of (gains.step), placeStep = of (gains.placeStep), panStep = of (gains.panStep), one (1.0);
    struct Heard
    {
        Real both, apart;
    };
    const auto next = [&] (int n) HWY_ATTR
    {
        now = now + step;
        place = place + placeStep;
        const Real odd = now * of (group.odd[static_cast<std::size_t> (n)]);
        const Real even = now * of (group.even[static_cast<std::size_t> (n)]);
        const Real both = odd + even;
        return Heard { both, place * both + Real (lanes::partialSpread) * (odd - even) };
    };
    const auto add = [] (const lanes::EarSums& ear, int n, const Heard& a, const Heard& b) HWY_ATTR
    {
        twoSumsOf (a.both, b.both).addTo (ear.middle + n);
        twoSumsOf (a.apart, b.apart).addTo (ear.side + n);
    };
    const auto addOne = [] (const lanes::EarSums& ear, int n, const Heard& heard) HWY_ATTR
    {
        ear.middle[n] += sumOf (heard.both);
        ear.side[n] += sumOf (heard.apart);
    };
    const auto in = [] (Real gain, const Heard& heard) HWY_ATTR {
        return Heard { gain * heard.both, gain * heard.apart };
    };
    if (right == nullptr)
    {
        int n = 0;
        for (; n + 1 < steps; n += 2)
        {
            const Heard heard = next (n), then = next (n + 1);
            add (left, n, heard, then);
        }
        if (n < steps)
            addOne (left, n, next (n));
    }
    else
        for (int n = 0; n < steps; ++n)
        {
            const Heard heard = next (n);
            pan = pan + panStep;
            addOne (left, n, in (smaller (one, one - pan), heard));
            addOne (*right, n, in (smaller (one, one + pan), heard));
        }
    store (pan, gains.pan, first);
    store (now, gains.now, first);
    store (place, gains.place, first);
}

} // namespace

/** Skips lanes whose gains are all 0: they would add zeros, whose sign has no effect on the initial values of the sums.
    Runs only the lane, or the register, that contains the others. */
void mix (const VoiceGroup& group, lanes::MixGains& gains, int steps, const lanes::EarSums& left,
          const lanes::EarSums* right)
{
    VoiceGroup::Lane any;
    store (absolute (load (gains.now)) + absolute (load (gains.step)) + absolute (load (gains.place)) +
               absolute (load (gains.placeStep)) + absolute (load (gains.pan)) + absolute (load (gains.panStep)),
           any);
    int first = 0, last = VoiceGroup::lanes - 1;
    while (first < VoiceGroup::lanes && any[static_cast<std::size_t> (first)] == 0.0)
        ++first;
    while (last > first && any[static_cast<std::size_t> (last)] == 0.0)
        --last;
    constexpr int count = Lanes<Register>::count;
    if (first == last)
        mixPart<double> (group, first, gains, steps, left, right);
    else if (first / count == last / count)
        mixPart<Register> (group, first / count * count, gains, steps, left, right);
    else if (first < last)
        mixPart<Pack> (group, 0, gains, steps, left, right);
}

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace kolophon
{
KOLOPHON_EXPORT (void, render, (VoiceGroup&, const GroupSegment&));
KOLOPHON_EXPORT (void, renderTied, (std::span<const GroupToTie>, int, const lanes::BetweenSteps&, lanes::TiedRoom&));
KOLOPHON_EXPORT (void, mix, (const VoiceGroup&, lanes::MixGains&, int, const lanes::EarSums&, const lanes::EarSums*));
KOLOPHON_EXPORT (SegmentInputs::Law, lawNeeds, (int));
KOLOPHON_EXPORT (bool, canLieAcross, ());

namespace lanes
{
namespace
{
/** Takes what touches beside the bow away from blocks, which have no ports. */
void clearBlocks (VoiceGroup& group) noexcept
{
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (group.isBlock (lane))
            for (auto& side : group.sides)
                side.keepAway (lane);
}

/** Decides how a segment is rendered, and prepares the group for that. */
GroupSegment beginSegment (VoiceGroup& group, const GroupSegment& asked, const LaneFlags& awake, bool isTied) noexcept
{
    if (asked.books != Books::closed && ! group.coefficients.wantsLosses)
    {
        group.coefficients.wantsLosses = true;
        updateBodies (group, asked.timeStep);
    }
    enterRunningLayout (group, asked.timeStep);
    if (isTied)
        readyBridge (group);
    if (group.wanted.sounding > 0)
        clearBlocks (group);
    auto segment = asked;
    segment.layout = SegmentLayout::of (segmentInputs (group, asked.books, awake, isTied));
    if (! segment.layout.isRough)
        segment.rubbing.profile = nullptr;
    if (segment.layout.bank.sides != 0)
        group.placeStops();
    group.layAcross (segment.layout.loop == Loop::across ? segment.layout.awake : 0u);
    return segment;
}

void turnRound (VoiceGroup& group, int steps) noexcept
{
    group.bank.backward = group.bank.backward != (steps % 2 != 0);
}
} // namespace

SegmentInputs segmentInputs (const VoiceGroup& group, Books books, const LaneFlags& awake, bool isTied) noexcept
{
    const auto needs = [] (int law) { return KOLOPHON_CALL (lawNeeds) (law); };
    SegmentInputs inputs;
    inputs.bank = group.bank.layout;
    inputs.books = books;
    inputs.isTied = isTied;
    inputs.canLieAcross = KOLOPHON_CALL (canLieAcross)();
    inputs.bow.law = needs (group.lawIndex);
    for (std::size_t side = 0; side < VoiceGroup::maxSides; ++side)
        if (const auto& its = group.sides[side]; inputs.bank.has (side))
            inputs.sides[side] = { needs (its.lawIndex), its.isStop, its.anyGives() };
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
    {
        inputs.awake |= static_cast<unsigned> (awake[lane]) << lane;
        inputs.blocks |= static_cast<unsigned> (group.isBlock (lane)) << lane;
        inputs.hasYielded = inputs.hasYielded || group.bank.pending.bridge[lane] != 0.0;
        inputs.isRough = inputs.isRough || group.surface.texture[lane] > 0.0 || group.surface.ageing[lane] > 0.0;
    }
    return inputs;
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, Books books, const ContactSurroundings& rubbing,
             const LaneFlags& awake) noexcept
{
    KOLOPHON_CALL (render)
    (group, beginSegment (group, { {}, timeStep, passes, steps, books, rubbing }, awake, false));
    turnRound (group, steps);
}

void renderTied (std::span<const TiedGroup> groups, double timeStep, int passes, int steps, Books books,
                 const ContactSurroundings& rubbing, const BetweenSteps& between, TiedRoom& room) noexcept
{
    std::array<GroupToTie, maxTied> tied;
    std::size_t count = 0;
    for (const auto& [group, awake] : groups)
        tied[count++] = { group, beginSegment (*group, { {}, timeStep, passes, steps, books, rubbing }, awake, true) };
    KOLOPHON_CALL (renderTied) ({ tied.data(), count }, steps, between, room);
    for (const auto& its : groups)
        turnRound (*its.group, steps);
}

void mix (const VoiceGroup& group, MixGains& gains, int steps, const EarSums& left, const EarSums* right) noexcept
{
    KOLOPHON_CALL (mix) (group, gains, steps, left, right);
}
} // namespace lanes
} // namespace kolophon
#endif
