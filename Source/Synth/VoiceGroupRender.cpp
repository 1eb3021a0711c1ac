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
ContactKnobs<Part> knobsOf (const VoiceGroup& group, int first)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    const auto& l = group.law;
    return { of (l.muStatic),          of (l.muKinetic), of (l.inverseStribeckVelocity), of (l.stiffness),
             of (l.stiffnessPerForce), of (l.damping),   of (l.viscosity),               of (l.breakaway),
             of (l.literal),           of (l.stribeckExponent), of (l.dahlExponent),     of (l.stickBand),
             of (l.stickRate),         of (l.thermalVelocity),  of (l.thermalTime),      of (l.memoryTime),
             of (l.ageingTime),        of (group.residualCompliance) };
}

ContactState<Part> contactOf (const VoiceGroup::Contact& c, int first)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    return { of (c.bristle), of (c.lastVelocity), Part (0.0),       of (c.endVelocity),
             of (c.mode),    of (c.memory),       of (c.strength), of (c.rest) };
}

void putContact (const ContactState<Part>& state, VoiceGroup::Contact& c, int first)
{
    put (state.bristle, c.bristle, first);
    put (state.lastVelocity, c.lastVelocity, first);
    put (state.endVelocity, c.endVelocity, first);
    put (state.mode, c.mode, first);
    put (state.memory, c.memory, first);
    put (state.strength, c.strength, first);
    put (state.rest, c.rest, first);
}

ContactRows rowsOf (VoiceGroup& group, int first)
{
    const auto of = [first] (VoiceGroup::Rows& rows) { return rows[0].data() + first; };
    return { of (group.odd),      of (group.even),         of (group.bowVelocity), of (group.normalForce),
             of (group.relativeVelocity), of (group.force), of (group.elongation), of (group.regime),
             of (group.mode),     of (group.stored),       of (group.work),        of (group.frictionLoss),
             of (group.bodyLoss), of (group.residual),     VoiceGroup::lanes };
}

BowLine<Part> bowOf (const VoiceGroup::BowLines& bow, const Rubbing& rubbing, int first)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    return { of (bow.velocity),       of (bow.velocityStep), of (bow.normalForce), of (bow.normalForceStep),
             of (bow.drivenVelocity), of (bow.drivenForce),  of (bow.last),        rubbing.drive };
}

void putBow (const BowLine<Part>& bow, VoiceGroup::BowLines& lines, int first)
{
    put (bow.velocity, lines.velocity, first);
    put (bow.normalForce, lines.normalForce, first);
    put (bow.last, lines.last, first);
}

Surface<Part> surfaceOf (const VoiceGroup& group, const Rubbing& rubbing, int first)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    const auto& s = group.surface;
    return { of (s.texture),      of (s.perGrain),    of (s.ageing),     of (s.ageingTime),
             of (s.ageingSlip), of (group.met.path), of (group.met.age), rubbing.profile };
}

void putSurface (const Surface<Part>& surface, VoiceGroup::SurfaceState& met, int first)
{
    put (surface.path, met.path, first);
    put (surface.age, met.age, first);
}

/** What a stretch of samples is rendered with. */
struct Stretch
{
    double timeStep;
    int passes, steps;
    bool withLedger, withEnd;
    Rubbing rubbing;
};

void renderStrings (VoiceGroup& group, int first, const LawCall<Part>& law, const Stretch& stretch)
{
    auto state = contactOf (group.contact, first);
    auto bow = bowOf (group.bow, stretch.rubbing, first);
    auto surface = surfaceOf (group, stretch.rubbing, first);
    const Mobility<Part> mobility { take<Part> (group.mobility, first), take<Part> (group.endMobility, first) };
    const auto run = [&] (auto loop)
    {
        loop (law, state, bankOf (group, first), mobility, bow, surface, stretch.timeStep, stretch.passes,
              stretch.steps, rowsOf (group, first));
    };
    const int which = (stretch.withLedger ? 4 : 0) + (stretch.withEnd ? 2 : 0) + (group.pickups ? 1 : 0);
    switch (which)
    {
        case 0: run (runContact<false, false, false, Part>); break;
        case 1: run (runContact<false, false, true, Part>); break;
        case 2: run (runContact<false, true, false, Part>); break;
        case 3: run (runContact<false, true, true, Part>); break;
        case 4: run (runContact<true, false, false, Part>); break;
        case 5: run (runContact<true, false, true, Part>); break;
        case 6: run (runContact<true, true, false, Part>); break;
        default: run (runContact<true, true, true, Part>); break;
    }
    putContact (state, group.contact, first);
    putBow (bow, group.bow, first);
    putSurface (surface, group.met, first);
}

/** Under the law "kolophon" alone. */
void renderWide (VoiceGroup& group, int first, const Stretch& stretch)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    WideState<Part> state { { contactOf (group.contact, first), contactOf (group.edges[0], first), contactOf (group.edges[1], first) },
                            { of (group.edgeForces[0]), of (group.edgeForces[1]), of (group.edgeForces[2]) } };
    auto bow = bowOf (group.bow, stretch.rubbing, first);
    auto surface = surfaceOf (group, stretch.rubbing, first);
    const auto parameters = KolophonElement<Part>::prepare (knobsOf (group, first), Part (stretch.timeStep));
    const auto three = [&] (const std::array<VoiceGroup::Lane, 6>& m) HWY_ATTR
    { return SymmetricThree<Part> { { of (m[0]), of (m[1]), of (m[2]), of (m[3]), of (m[4]), of (m[5]) } }; };
    const auto& v = group.edgeBasis;
    const WideBasis<Part> basis { { { of (v[0]), of (v[1]), of (v[2]) }, { of (v[3]), of (v[4]), of (v[5]) },
                                    { of (v[6]), of (v[7]), of (v[8]) } } };
    const auto mobility = WideMobility<Part>::of (basis, three (group.basisMobility), three (group.edgeMobility));
    const auto& shapes = group.edgeShapes;
    const EdgeView edges { { shapes[0][0].data() + first, shapes[1][0].data() + first, shapes[2][0].data() + first } };
    const auto run = [&] (auto loop)
    {
        loop (parameters, state, bankOf (group, first), edges, mobility, of (group.edgeShare), bow, surface, stretch.timeStep,
              stretch.passes, stretch.steps, rowsOf (group, first));
    };
    if (stretch.withLedger)
        group.pickups ? run (runWide<true, true, Part>) : run (runWide<true, false, Part>);
    else
        group.pickups ? run (runWide<false, true, Part>) : run (runWide<false, false, Part>);
    putContact (state.point[0], group.contact, first);
    for (std::size_t edge = 0; edge < 2; ++edge)
        putContact (state.point[edge + 1], group.edges[edge], first);
    for (std::size_t point = 0; point < 3; ++point)
        put (state.force[point], group.edgeForces[point], first);
    putBow (bow, group.bow, first);
    putSurface (surface, group.met, first);
}

void renderBlocks (VoiceGroup& group, int first, const LawCall<Part>& law, const Stretch& stretch)
{
    const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<Part> (lane, first); };
    auto state = contactOf (group.contact, first);
    auto bow = bowOf (group.bow, stretch.rubbing, first);
    auto surface = surfaceOf (group, stretch.rubbing, first);
    const auto& b = group.block;
    auto& m = group.blockMotion;
    const BlockParameters<Part> block { of (b.mass), of (b.gap), of (b.restitution), of (b.muStatic), of (b.muKinetic) };
    BlockState<Part> motion { of (m.momentum), of (m.position), of (m.mode) };
    BlockHand<Part> hand { of (b.shakeFrequency), of (m.phase),
                           -exponentialMinusOne (-(Part (stretch.timeStep) / of (b.felt))), of (m.heard), of (m.felt) };
    const auto mine = of (group.kind) > Part (0.5);
    const auto run = stretch.withLedger ? runBlock<true, Part, decltype (mine)> : runBlock<false, Part, decltype (mine)>;
    run (mine, block, motion, hand, law, state, bow, surface, stretch.timeStep, stretch.passes, stretch.steps,
         rowsOf (group, first));
    put (motion.momentum, m.momentum, first);
    put (motion.position, m.position, first);
    put (motion.mode, m.mode, first);
    put (hand.phase, m.phase, first);
    put (hand.felt, m.felt, first);
    put (hand.heard, m.heard, first);
    putContact (state, group.contact, first);
    putBow (bow, group.bow, first);
    putSurface (surface, group.met, first);
}

/** Runs one part of the group under one law. `knobs` without residual compliance are for blocks, which leave nothing out. */
template <class Law>
void renderLaw (VoiceGroup& group, int first, const Stretch& asked, bool blocks)
{
    auto stretch = asked;
    stretch.withEnd = Law::sticksAtEnd;
    auto knobs = knobsOf (group, first);
    if (blocks)
        knobs.residualCompliance = Part (0.0);
    const auto parameters = Law::prepare (knobs, Part (stretch.timeStep));
    (blocks ? renderBlocks : renderStrings) (group, first, LawCall<Part>::of<Law> (parameters), stretch);
}

using RenderLaw = void (*) (VoiceGroup&, int, const Stretch&, bool);

template <class... Laws>
RenderLaw chosenLaw (LawList<Laws...>, int index)
{
    static constexpr RenderLaw all[] = { renderLaw<Laws>... };
    return all[index];
}

/** Copies the lanes of blocks (or of strings) from one set of lanes to another. */
template <class Fields>
void copyLanes (const VoiceGroup& group, const Fields& from, Fields& to, bool ofBlocks)
{
    const auto* source = reinterpret_cast<const VoiceGroup::Lane*> (&from);
    auto* target = reinterpret_cast<VoiceGroup::Lane*> (&to);
    for (std::size_t field = 0; field < sizeof (Fields) / sizeof (VoiceGroup::Lane); ++field)
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if ((group.kind[lane] > 0.5) == ofBlocks)
                target[field][lane] = source[field][lane];
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger, const Rubbing& rubbing)
{
    Stretch stretch { timeStep, passes, steps, withLedger, false, rubbing };
    bool anySurface = false;
    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        anySurface = anySurface || group.surface.texture[lane] > 0.0 || group.surface.ageing[lane] > 0.0;
    if (! anySurface)
        stretch.rubbing.profile = nullptr;
    const auto law = chosenLaw (FrictionLaws<Part> {}, group.lawIndex);
    const auto all = [&] (bool blocks)
    {
        for (int first = 0; first < VoiceGroup::lanes; first += Lanes<Part>::count)
            if (group.wide && ! blocks)
                renderWide (group, first, stretch);
            else
                law (group, first, stretch, blocks);
    };
    bool anyBlock = false;
    for (const double kind : group.kind)
        anyBlock = anyBlock || kind > 0.5;
    if (! anyBlock)
        return all (false);

    // Blocks among strings: the strings' loop runs with no bow on the blocks' lanes, and must not move their contacts.
    if (group.soundingSlots > 0)
    {
        const auto contact = group.contact;
        const auto bow = group.bow;
        const auto met = group.met;
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            if (group.kind[lane] > 0.5)
                group.bow.normalForce[lane] = group.bow.normalForceStep[lane] = 0.0;
        all (false);
        copyLanes (group, contact, group.contact, true);
        copyLanes (group, bow, group.bow, true);
        copyLanes (group, met, group.met, true);
    }
    const auto contact = group.contact;
    const auto bow = group.bow;
    const auto met = group.met;
    all (true);
    copyLanes (group, contact, group.contact, false);
    copyLanes (group, bow, group.bow, false);
    copyLanes (group, met, group.met, false);
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
void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger, const Rubbing& rubbing) noexcept
{
    HWY_DYNAMIC_DISPATCH (render) (group, timeStep, passes, steps, withLedger, rubbing);
}
} // namespace lanes
} // namespace kolophon
#endif
