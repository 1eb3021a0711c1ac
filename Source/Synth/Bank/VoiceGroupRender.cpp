// SPDX-License-Identifier: GPL-3.0-or-later
// Long: contains all loops over lanes that produce sound, because they are compiled once per instruction set here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/VoiceGroupRender.cpp"
#include <hwy/foreach_target.h>

#include "../../Physics/BlockBetweenStops-inl.h"
#include "../../Physics/ContactLoop-inl.h"
#include "../../Physics/Friction/FrictionLaws-inl.h"
#include "TiedSegment-inl.h"
#include "TightPart-inl.h"
#include "TwoSums-inl.h"
#include "VoiceGroupSided.h"

#include <span>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Runs one part of the group through a loop for strings. */
template <class Real, class Call>
void runStrings (VoiceGroup& group, int first, const Call& law, const GroupSegment& segment,
                 StringLoop<Real, Call> loop)
{
    auto part = StringPart<Real>::of (group, first, segment);
    part.run (law, loop, bankOf (group, first), segment, segment.steps, rowsOf (group, first, segment.row));
    part.keep (group, first);
}

/** Chooses the loop for laws that are called. */
StringLoop<LoopPack, ErasedLaw<LoopPack>> callingLoop (const VoiceGroup& group, const GroupSegment& segment)
{
    using Call = ErasedLaw<LoopPack>;
    const auto with = []<bool withLedger, class Shape> (std::bool_constant<withLedger>, Shape)
    { return &runContact<withLedger, BankStep<Shape, LoopPack, withLedger>, Call, LoopPack>; };
    const auto choose = [&]<bool withLedger, bool withEnd>()
    {
        constexpr std::bool_constant<withLedger> books;
        if (segment.withBridge)
            return group.pickups ? with (books, BankShape<OnePort, withEnd, true, true>())
                                 : with (books, BankShape<OnePort, withEnd, false, true>());
        return group.pickups ? with (books, BankShape<OnePort, withEnd, true, false>())
                             : with (books, BankShape<OnePort, withEnd, false, false>());
    };
    if (segment.withLedger())
        return segment.withEnd ? choose.operator()<true, true>() : choose.operator()<true, false>();
    return segment.withEnd ? choose.operator()<false, true>() : choose.operator()<false, false>();
}

void renderStrings (VoiceGroup& group, int first, const ErasedLaw<LoopPack>& law, const GroupSegment& segment)
{
    runStrings<LoopPack> (group, first, law, segment, callingLoop (group, segment));
}

/** Usual case of laws that are compiled into their loops: strings on a fixed bridge. */
template <template <class> class LawOf, class Real>
void runPlainStrings (VoiceGroup& group, int first, const GroupSegment& segment)
{
    using Call = InlinedLaw<LawOf<Real>, Real>;
    const auto law =
        Call::prepare (take<Real> (group.law, first), take<Real> (group.mobility, first), Real (segment.timeStep));
    const auto with = [&]<class Shape> (Shape)
    {
        auto* const loop = segment.withLedger() ? &runContact<true, BankStep<Shape, Real, true>, Call, Real>
                                                : &runContact<false, BankStep<Shape, Real, false>, Call, Real>;
        runStrings<Real> (group, first, law, segment, loop);
    };
    group.pickups ? with (BankShape<OnePort, false, true, false>()) : with (BankShape<OnePort, false, false, false>());
}

/** Runs only one register of a part if all of its awake lanes are in that one: a chord seldom fills more than half of
    the lanes, and voices take the first free ones. Calls run<Real> (its first lane); returns false if no lane is
    awake. */
template <class Run>
bool runWhereAwake (const GroupSegment& segment, int first, const Run& run)
{
    constexpr int count = Lanes<Register>::count, second = Lanes<LoopPack>::count - count;
    const bool low = segment.anyAwake (first, count), high = segment.anyAwake (first + second, count);
    if (low && high)
        run.template operator()<LoopPack> (first);
    else if (low || high)
        run.template operator()<Register> (low ? first : first + second);
    return low || high;
}

template <template <class> class LawOf>
void renderPlainStrings (LawOf<LoopPack>, VoiceGroup& group, int first, const GroupSegment& segment)
{
    runWhereAwake (segment, first, [&]<class Real> (int at) { runPlainStrings<LawOf, Real> (group, at, segment); });
}

template <class Call>
[[maybe_unused]] void renderAcross (VoiceGroup& group, int lane, const Call& law, const GroupSegment& segment)
{
    VoiceGroup::Transposed* voice = nullptr;
    for (auto& each : group.transposed)
        if (each.lane == lane)
            voice = &each;
    if (voice == nullptr)
    {
        voice = group.transposed[0].lane < 0 ? &group.transposed[0] : &group.transposed[1];
        transposeVoice (group, *voice, lane);
    }
    auto bank = bankOf (group);
    bank.records = voice->running[0].w.data();
    bank.books = voice->books[0].along.data();
    bank.readouts = voice->readouts[0].Q.data();
    bank.ends = voice->ends[0].x.data();
    bank.secondTaps = voice->secondTaps[0].data();
    bank.handBegin = bank.handEnd = 0;

    auto part = StringPart<double>::of (group, lane, segment);
    const auto with = [&]<class Shape> (Shape)
    {
        auto loop = &runContact<false, BankStepAcross<Shape>, Call, double>;
        if constexpr (std::is_same_v<Call, ErasedLaw<double>>)
            if (segment.withLedger())
                loop = &runContact<true, BankStepAcross<Shape, true>, Call, double>;
        part.run (law, loop, bank, segment, segment.steps, rowsOf (group, lane, segment.row));
    };
    if (! segment.withEnd)
        group.pickups ? with (BankShape<OnePort, false, true, false>())
                      : with (BankShape<OnePort, false, false, false>());
    else if constexpr (std::is_same_v<Call, ErasedLaw<double>>)
        group.pickups ? with (BankShape<OnePort, true, true, false>())
                      : with (BankShape<OnePort, true, false, false>());
    part.keep (group, lane);
}

/** Passes round contacts that feel each other: two do not converge, three do. A finger, the second of the sides, is so
    soft that what it pushes hardly changes within a step. */
SidedSegment sided (const VoiceGroup& group, const GroupSegment& segment)
{
    const bool feelsAnother = (group.sidesInUse & ~2u) != 0;
    const int passes = segment.passes + (feelsAnother ? 1 : 0);
    return { segment.timeStep, passes,         feelsAnother ? passes : 1,
             segment.steps,    segment.books,  segment.withBridge,
             segment.row,      segment.rubbing };
}

void renderBlocks (VoiceGroup& group, int first, const ErasedLaw<LoopPack>& law, const GroupSegment& segment)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<LoopPack> (lane, first); };
    auto touch = Touch<LoopPack>::of (group, segment.rubbing, first, segment.timeStep);
    const auto block = take<LoopPack> (group.block, first);
    auto motion = take<LoopPack> (group.blockMotion, first);
    const LoopPack softness = -exponentialMinusOne (-(LoopPack (segment.timeStep) / block.feltTime));
    const auto mine = of (group.kind) > LoopPack (0.5);
    const auto run =
        segment.withLedger() ? runBlock<true, LoopPack, decltype (mine)> : runBlock<false, LoopPack, decltype (mine)>;
    run (mine, block, motion, softness, law, touch.state, touch.bow, touch.surface, segment.timeStep, segment.passes,
         segment.steps, rowsOf (group, first, segment.row));
    put (motion, group.blockMotion, first);
    touch.keep (group, first);
}

/** Runs one part of the group under one law. `blocks`: the lanes are blocks, whose `knobs` have no residual
    compliance. */
template <class Law>
void renderLaw (VoiceGroup& group, int first, const GroupSegment& asked, bool blocks)
{
    auto knobs = take<LoopPack> (group.law, first);
    const LoopPack h (asked.timeStep);
    auto segment = asked;
    segment.withEnd = Law::sticksAtEnd;
    if constexpr (waitsForRoots<Law, LoopPack>)
        if (! blocks)
        {
            if (! asked.withBridge)
                return renderPlainStrings (Law(), group, first, asked);
            const auto law = InlinedLaw<Law, LoopPack>::prepare (knobs, take<LoopPack> (group.mobility, first), h);
            return renderStrings (group, first, ErasedLaw<LoopPack>::within (law), segment);
        }
    if (blocks)
        knobs.residualCompliance = LoopPack (0.0);
    const auto parameters = Law::prepare (knobs, h);
    (blocks ? renderBlocks : renderStrings) (group, first, ErasedLaw<LoopPack>::of<Law> (parameters), segment);
}

/** Runs one part of a group of bodies under tension under one law. */
template <class Law>
void renderTightLaw (VoiceGroup& group, int first, GroupSegment segment)
{
    segment.withEnd = Law::sticksAtEnd;
    const auto parameters = Law::prepare (take<LoopPack> (group.law, first), LoopPack (segment.timeStep));
    renderTight (group, first, ErasedLaw<LoopPack>::of<Law> (parameters), segment);
}

/** Runs one lane under one law, in transposed layout. */
template <class Law>
void renderLawAcross (VoiceGroup& group, int lane, const GroupSegment& asked)
{
    auto segment = asked;
    segment.withEnd = Law::sticksAtEnd;
    const auto knobs = take<double> (group.law, lane);
    if constexpr (waitsForRoots<Law, double>)
    {
        const auto law =
            InlinedLaw<Law, double>::prepare (knobs, group.mobility[static_cast<std::size_t> (lane)], segment.timeStep);
        if (! segment.withLedger())
            return renderAcross (group, lane, law, segment);
        return renderAcross (group, lane, ErasedLaw<double>::within (law), segment);
    }
    else
    {
        const auto parameters = Law::prepare (knobs, segment.timeStep);
        renderAcross (group, lane, ErasedLaw<double>::of<Law> (parameters), segment);
    }
}

/** Calls use<Law>() with the law at this place of the list. */
template <class Use, class... Laws>
void withLaw (LawList<Laws...>, int index, const Use& use)
{
    using Call = void (*) (const Use&);
    static constexpr Call all[] = { [] (const Use& with) { with.template operator()<Laws>(); }... };
    all[index](use);
}

/** False on the baseline instruction set without fused operations: a double is rounded differently from a register
    there (see mulAdd), and there is nothing to gain. */
constexpr bool liesAcross = HWY_NATIVE_FMA || HWY_TARGET != HWY_STATIC_TARGET;

/** Renders in transposed layout if only one or two voices are awake and no feature needs the loops over lanes.
    Otherwise ends the transposed layout and returns false. */
bool renderFewAcross (VoiceGroup& group, const GroupSegment& segment, const lanes::LaneFlags& awake)
{
    int count = 0;
    bool plain =
        liesAcross && ! segment.withBridge && ! group.tight && group.sidesInUse == 0 && group.runningLayout.hand == 0;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        if (awake[lane])
        {
            ++count;
            plain = plain && group.kind[lane] < 0.5;
        }
    if (! plain || count > VoiceGroup::maxTransposed)
    {
        group.untranspose();
        return false;
    }
    for (const auto& voice : group.transposed)
        if (voice.lane >= 0 && ! awake[static_cast<std::size_t> (voice.lane)])
            group.untranspose();
    if constexpr (liesAcross)
        for (int lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (awake[static_cast<std::size_t> (lane)])
                withLaw (FrictionLaws<double> {}, group.lawIndex,
                         [&]<class Law>() { renderLawAcross<Law> (group, lane, segment); });
    return true;
}

/** Copies the lanes of blocks (or of strings) from one structure of lanes to another. */
template <class Structure>
void copyLanes (const VoiceGroup& group, const Structure& from, Structure& to, bool ofBlocks)
{
    const auto copy = [&group, ofBlocks] (const VoiceGroup::Lane& source, VoiceGroup::Lane& target)
    {
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (group.isBlock (lane) == ofBlocks)
                target[lane] = source[lane];
    };
    eachField (copy, from, to);
}

bool hasBlocks (const VoiceGroup& group)
{
    bool any = false;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        any = any || group.isBlock (lane);
    return any;
}

/** Surface of the group's contacts; null if all are smooth. */
const SurfaceProfile* profileFor (const VoiceGroup& group, const ContactSurroundings& rubbing)
{
    bool anySurface = false;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        anySurface = anySurface || group.surface.texture[lane] > 0.0 || group.surface.ageing[lane] > 0.0;
    return anySurface ? rubbing.profile : nullptr;
}

void renderSegment (VoiceGroup& group, GroupSegment segment)
{
    for (const double shortening : group.pending.bridge)
        segment.withBridge = segment.withBridge || shortening != 0.0;
    segment.rubbing.profile = profileFor (group, segment.rubbing);
    if (renderFewAcross (group, segment, segment.awake))
        return;
    const auto all = [&] (bool blocks)
    {
        for (int first = 0; first < VoiceGroup::lanes; first += Lanes<LoopPack>::count)
            if (group.sidesInUse != 0 && ! blocks)
                lanes::renderSided (group, first, sided (group, segment));
            else if (group.tight && ! blocks)
                withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
                         [&]<class Law>() { renderTightLaw<Law> (group, first, segment); });
            else
                withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
                         [&]<class Law>() { renderLaw<Law> (group, first, segment, blocks); });
    };
    if (! hasBlocks (group))
        return all (false);

    // Blocks among strings: the strings' loop runs with a lifted bow on the blocks' lanes, and must not change their
    // contacts.
    if (group.soundingSlots > 0)
    {
        const auto contact = group.contact;
        const auto bow = group.bow;
        const auto surfaceState = group.surfaceState;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (group.isBlock (lane))
            {
                group.bow.normalForce[lane] = group.bow.normalForceStep[lane] = 0.0;
                for (auto& side : group.sides)
                    side.keepAway (lane);
            }
        all (false);
        copyLanes (group, contact, group.contact, true);
        copyLanes (group, bow, group.bow, true);
        copyLanes (group, surfaceState, group.surfaceState, true);
    }
    const auto contact = group.contact;
    const auto bow = group.bow;
    const auto surfaceState = group.surfaceState;
    const auto blockMotion = group.blockMotion;
    all (true);
    copyLanes (group, blockMotion, group.blockMotion, false);
    copyLanes (group, contact, group.contact, false);
    copyLanes (group, bow, group.bow, false);
    copyLanes (group, surfaceState, group.surfaceState, false);
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, Books books, const ContactSurroundings& rubbing,
             const lanes::LaneFlags& awake)
{
    renderSegment (group, { timeStep, passes, steps, books, false, false, rubbing, awake });
}

/** Adds the part of one law that is compiled into its loop; see runPlainStrings(). */
template <template <class> class LawOf, class Real>
void tiePlainStrings (TiedSegment& tied, VoiceGroup& group, int first, const GroupSegment& segment)
{
    using Call = InlinedLaw<LawOf<Real>, Real>;
    const auto law =
        Call::prepare (take<Real> (group.law, first), take<Real> (group.mobility, first), Real (segment.timeStep));
    const auto with = [&]<class Shape> (Shape) HWY_ATTR
    {
        const auto itself = [] (const Call& its) { return its; };
        tied.add<TiedStrings<Real, Call, Call>> (group, first, law, itself, segment,
                                                 &runContact<false, BankStep<Shape, Real, false>, Call, Real>);
    };
    group.pickups ? with (BankShape<OnePort, false, true, true>()) : with (BankShape<OnePort, false, false, true>());
}

template <template <class> class LawOf>
void tiePlain (LawOf<LoopPack>, TiedSegment& tied, VoiceGroup& group, int first, const GroupSegment& segment)
{
    runWhereAwake (segment, first,
                   [&]<class Real> (int at) { tiePlainStrings<LawOf, Real> (tied, group, at, segment); });
}

/** Adds the part that begins with lane `first`, under one law. */
template <class Law>
void tieLaw (TiedSegment& tied, VoiceGroup& group, int first, GroupSegment segment)
{
    using Call = ErasedLaw<LoopPack>;
    segment.rubbing.profile = profileFor (group, segment.rubbing);
    segment.withEnd = Law::sticksAtEnd;
    const auto knobs = take<LoopPack> (group.law, first);
    const LoopPack h (segment.timeStep);
    if constexpr (waitsForRoots<Law, LoopPack>)
    {
        using Prepared = InlinedLaw<Law, LoopPack>;
        if (! segment.withLedger())
            return tiePlain (Law(), tied, group, first, segment);
        tied.add<TiedStrings<LoopPack, Prepared, Call>> (
            group, first, Prepared::prepare (knobs, take<LoopPack> (group.mobility, first), h),
            [] (const Prepared& law) { return Call::within (law); }, segment, callingLoop (group, segment));
    }
    else
    {
        using Prepared = typename Law::Parameters;
        tied.add<TiedStrings<LoopPack, Prepared, Call>> (
            group, first, Law::prepare (knobs, h), [] (const Prepared& law) { return Call::template of<Law> (law); },
            segment, callingLoop (group, segment));
    }
}

void TiedWhole::play (int n)
{
    segment.row = n;
    renderSegment (group, segment);
    if (segment.rubbing.drive != nullptr)
        ++segment.rubbing.drive;
}

void renderTied (std::span<const lanes::TiedGroup> groups, double timeStep, int passes, int steps, Books books,
                 const ContactSurroundings& rubbing, const lanes::BetweenSteps& between, lanes::TiedRoom& room)
{
    static_assert (sizeof (TiedSegment) <= sizeof (room.bytes) && alignof (TiedSegment) <= alignof (lanes::TiedRoom));
    static_assert (std::is_trivially_destructible_v<TiedSegment>);
    auto& tied = *new (room.bytes.data()) TiedSegment;
    for (const auto& [its, awake] : groups)
    {
        auto& group = *its;
        const GroupSegment segment { timeStep, passes, steps, books, false, true, rubbing, awake };
        if (group.tight || group.sidesInUse != 0 || hasBlocks (group))
            tied.add<TiedWhole> (group, segment);
        else
            for (int first = 0; first < VoiceGroup::lanes; first += Lanes<LoopPack>::count)
                withLaw (FrictionLaws<LoopPack> {}, group.lawIndex,
                         [&]<class Law>() { tieLaw<Law> (tied, group, first, segment); });
    }
    tied.play (steps, between);
}

/** Mixes the lanes of one Real, from `first` on. */
template <class Real>
void mixPart (const VoiceGroup& group, int first, lanes::MixGains& gains, int steps, const lanes::EarSums& left,
              const lanes::EarSums* right)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Real> (lane, first); };
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
    put (pan, gains.pan, first);
    put (now, gains.now, first);
    put (place, gains.place, first);
}

/** Skips lanes whose gains are all 0: they would add zeros, whose sign has no effect on the initial values of the sums.
    Runs only the lane, or the register, that contains the others. */
void mix (const VoiceGroup& group, lanes::MixGains& gains, int steps, const lanes::EarSums& left,
          const lanes::EarSums* right)
{
    VoiceGroup::Lane any;
    put (absolute (take (gains.now)) + absolute (take (gains.step)) + absolute (take (gains.place)) +
             absolute (take (gains.placeStep)) + absolute (take (gains.pan)) + absolute (take (gains.panStep)),
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
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (render);
HWY_EXPORT (renderTied);
HWY_EXPORT (mix);

namespace lanes
{
namespace
{
void makeReady (VoiceGroup& group, double timeStep, Books books) noexcept
{
    if (books != Books::closed && ! group.coefficients.wantsLosses)
    {
        group.coefficients.wantsLosses = true;
        updateBodies (group, timeStep);
    }
    enterRunningLayout (group, timeStep);
}

void turnRound (VoiceGroup& group, int steps) noexcept
{
    group.backward = group.backward != (steps % 2 != 0);
}
} // namespace

void render (VoiceGroup& group, double timeStep, int passes, int steps, Books books, const ContactSurroundings& rubbing,
             const LaneFlags& awake) noexcept
{
    makeReady (group, timeStep, books);
    HWY_DYNAMIC_DISPATCH (render) (group, timeStep, passes, steps, books, rubbing, awake);
    turnRound (group, steps);
}

void renderTied (std::span<const TiedGroup> groups, double timeStep, int passes, int steps, Books books,
                 const ContactSurroundings& rubbing, const BetweenSteps& between, TiedRoom& room) noexcept
{
    for (const auto& tied : groups)
    {
        makeReady (*tied.group, timeStep, books);
        readyBridge (*tied.group);
    }
    HWY_DYNAMIC_DISPATCH (renderTied) (groups, timeStep, passes, steps, books, rubbing, between, room);
    for (const auto& tied : groups)
        turnRound (*tied.group, steps);
}

void mix (const VoiceGroup& group, MixGains& gains, int steps, const EarSums& left, const EarSums* right) noexcept
{
    HWY_DYNAMIC_DISPATCH (mix) (group, gains, steps, left, right);
}
} // namespace lanes
} // namespace kolophon
#endif
