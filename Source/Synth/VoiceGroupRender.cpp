#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/VoiceGroupRender.cpp"
#include <hwy/foreach_target.h>

#include "../Physics/BlockBetweenStops-inl.h"
#include "../Physics/ContactLoop-inl.h"
#include "../Physics/Friction/FrictionLaws-inl.h"
#include "../Physics/WideContact-inl.h"
#include "VoiceGroup-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
ContactRows rowsOf (VoiceGroup& group, int first)
{
    ContactRows rows;
    eachField ([first] (double*& row, VoiceGroup::Rows& lanes) { row = lanes[0].data() + first; },
               static_cast<ContactColumns<double*>&> (rows), static_cast<ContactColumns<VoiceGroup::Rows>&> (group));
    rows.stride = VoiceGroup::lanes;
    return rows;
}

/** What the hand and the surface do in the lanes of a part, and the state of the contact; put() keeps what has moved.
    */
struct Touch
{
    ContactState<LoopPack> state;
    BowLine<LoopPack> bow;
    Surface<LoopPack> surface;

    static Touch of (const VoiceGroup& group, const Rubbing& rubbing, int first)
    {
        return { take<LoopPack> (group.contact, first),
                 { take<LoopPack> (group.bow, first), rubbing.drive },
                 { take<LoopPack> (group.surface, first), take<LoopPack> (group.surfaceState, first),
                   rubbing.profile } };
    }
    void keep (VoiceGroup& group, int first) const
    {
        put (state, group.contact, first);
        put (static_cast<const BowKnobs<LoopPack>&> (bow), group.bow, first);
        put (static_cast<const SurfaceState<LoopPack>&> (surface), group.surfaceState, first);
    }
};

/** What a stretch of samples is rendered with. */
struct Segment
{
    double timeStep;
    int passes, steps;
    bool withLedger, withEnd;
    Rubbing rubbing;
};

void renderStrings (VoiceGroup& group, int first, const LawCall<LoopPack>& law, const Segment& segment)
{
    auto touch = Touch::of (group, segment.rubbing, first);
    const Mobility<LoopPack> mobility { take<LoopPack> (group.mobility, first),
                                        take<LoopPack> (group.endMobility, first) };
    const auto run = [&] (auto loop)
    {
        loop (law, touch.state, bankOf (group, first), mobility, touch.bow, touch.surface, segment.timeStep,
              segment.passes, segment.steps, rowsOf (group, first));
    };
    const int which = (segment.withLedger ? 4 : 0) + (segment.withEnd ? 2 : 0) + (group.pickups ? 1 : 0);
    switch (which)
    {
        case 0: run (runContact<false, false, false, LoopPack>); break;
        case 1: run (runContact<false, false, true, LoopPack>); break;
        case 2: run (runContact<false, true, false, LoopPack>); break;
        case 3: run (runContact<false, true, true, LoopPack>); break;
        case 4: run (runContact<true, false, false, LoopPack>); break;
        case 5: run (runContact<true, false, true, LoopPack>); break;
        case 6: run (runContact<true, true, false, LoopPack>); break;
        default: run (runContact<true, true, true, LoopPack>); break;
    }
    touch.keep (group, first);
}

/** Under the one law whose contacts have edges, see LawInfo::hasEdges. */
void renderWide (VoiceGroup& group, int first, const Segment& segment)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<LoopPack> (lane, first); };
    auto touch = Touch::of (group, segment.rubbing, first);
    WideState<LoopPack> state { { touch.state, take<LoopPack> (group.edges[0], first),
                                  take<LoopPack> (group.edges[1], first) },
                                { of (group.edgeForces[0]), of (group.edgeForces[1]), of (group.edgeForces[2]) } };
    const auto parameters =
        KolophonElement<LoopPack>::prepare (take<LoopPack> (group.law, first), LoopPack (segment.timeStep));
    const auto three = [&] (const std::array<VoiceGroup::Lane, 6>& m) HWY_ATTR {
        return SymmetricThree<LoopPack> { { of (m[0]), of (m[1]), of (m[2]), of (m[3]), of (m[4]), of (m[5]) } };
    };
    const auto& v = group.edgeBasis;
    const WideBasis<LoopPack> basis { { { of (v[0]), of (v[1]), of (v[2]) },
                                        { of (v[3]), of (v[4]), of (v[5]) },
                                        { of (v[6]), of (v[7]), of (v[8]) } } };
    const auto mobility = WideMobility<LoopPack>::of (basis, three (group.basisMobility), three (group.edgeMobility));
    const auto& shapes = group.edgeShapes;
    const EdgeView edges { { shapes[0][0].data() + first, shapes[1][0].data() + first, shapes[2][0].data() + first } };
    const auto run = [&] (auto loop)
    {
        loop (parameters, state, bankOf (group, first), edges, mobility, of (group.edgeFraction), touch.bow,
              touch.surface, segment.timeStep, segment.passes, segment.steps, rowsOf (group, first));
    };
    if (segment.withLedger)
        group.pickups ? run (runWide<true, true, LoopPack>) : run (runWide<true, false, LoopPack>);
    else
        group.pickups ? run (runWide<false, true, LoopPack>) : run (runWide<false, false, LoopPack>);
    touch.state = state.point[0];
    for (std::size_t edge = 0; edge < 2; ++edge)
        put (state.point[edge + 1], group.edges[edge], first);
    for (std::size_t point = 0; point < 3; ++point)
        put (state.force[point], group.edgeForces[point], first);
    touch.keep (group, first);
}

void renderBlocks (VoiceGroup& group, int first, const LawCall<LoopPack>& law, const Segment& segment)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<LoopPack> (lane, first); };
    auto touch = Touch::of (group, segment.rubbing, first);
    const auto block = take<LoopPack> (group.block, first);
    auto motion = take<LoopPack> (group.blockMotion, first);
    const LoopPack softness = -exponentialMinusOne (-(LoopPack (segment.timeStep) / block.feltTime));
    const auto mine = of (group.kind) > LoopPack (0.5);
    const auto run =
        segment.withLedger ? runBlock<true, LoopPack, decltype (mine)> : runBlock<false, LoopPack, decltype (mine)>;
    run (mine, block, motion, softness, law, touch.state, touch.bow, touch.surface, segment.timeStep, segment.passes,
         segment.steps, rowsOf (group, first));
    put (motion, group.blockMotion, first);
    touch.keep (group, first);
}

/** Runs one part of the group under one law. `knobs` without residual compliance are for blocks, which leave nothing
    out. */
template <class Law>
void renderLaw (VoiceGroup& group, int first, const Segment& asked, bool blocks)
{
    auto segment = asked;
    segment.withEnd = Law::sticksAtEnd;
    auto knobs = take<LoopPack> (group.law, first);
    if (blocks)
        knobs.residualCompliance = LoopPack (0.0);
    const auto parameters = Law::prepare (knobs, LoopPack (segment.timeStep));
    (blocks ? renderBlocks : renderStrings) (group, first, LawCall<LoopPack>::of<Law> (parameters), segment);
}

using RenderLaw = void (*) (VoiceGroup&, int, const Segment&, bool);

template <class... Laws>
RenderLaw chosenLaw (LawList<Laws...>, int index)
{
    static constexpr RenderLaw all[] = { renderLaw<Laws>... };
    return all[index];
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

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger, const Rubbing& rubbing)
{
    Segment segment { timeStep, passes, steps, withLedger, false, rubbing };
    bool anySurface = false;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        anySurface = anySurface || group.surface.texture[lane] > 0.0 || group.surface.ageing[lane] > 0.0;
    if (! anySurface)
        segment.rubbing.profile = nullptr;
    const auto law = chosenLaw (FrictionLaws<LoopPack> {}, group.lawIndex);
    const auto all = [&] (bool blocks)
    {
        for (int first = 0; first < VoiceGroup::lanes; first += Lanes<LoopPack>::count)
            if (group.wide && ! blocks)
                renderWide (group, first, segment);
            else
                law (group, first, segment, blocks);
    };
    bool anyBlock = false;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        anyBlock = anyBlock || group.isBlock (lane);
    if (! anyBlock)
        return all (false);

    // Blocks among strings: the strings' loop runs with no bow on the blocks' lanes, and must not move their contacts.
    if (group.soundingSlots > 0)
    {
        const auto contact = group.contact;
        const auto bow = group.bow;
        const auto surfaceState = group.surfaceState;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (group.isBlock (lane))
                group.bow.normalForce[lane] = group.bow.normalForceStep[lane] = 0.0;
        all (false);
        copyLanes (group, contact, group.contact, true);
        copyLanes (group, bow, group.bow, true);
        copyLanes (group, surfaceState, group.surfaceState, true);
    }
    const auto contact = group.contact;
    const auto bow = group.bow;
    const auto surfaceState = group.surfaceState;
    all (true);
    copyLanes (group, contact, group.contact, false);
    copyLanes (group, bow, group.bow, false);
    copyLanes (group, surfaceState, group.surfaceState, false);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (render);

namespace lanes
{
void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger,
             const Rubbing& rubbing) noexcept
{
    HWY_DYNAMIC_DISPATCH (render) (group, timeStep, passes, steps, withLedger, rubbing);
}
} // namespace lanes
} // namespace kolophon
#endif
