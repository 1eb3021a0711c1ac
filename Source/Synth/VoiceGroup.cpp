#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/VoiceGroup.cpp"
#include <hwy/foreach_target.h>

#include "../Physics/BlockBetweenStops-inl.h"
#include "../Physics/ContactLoop-inl.h"
#include "../Physics/Friction/FrictionLaws-inl.h"
#include "../Physics/HandModes-inl.h"
#include "../Physics/StringModes-inl.h"
#include "../Physics/WideContact-inl.h"
#include "TableBody.h"
#include "VoiceGroup.h"

#include <new>
#include <type_traits>

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

template <class Real>
HWY_INLINE void put (Real value, VoiceGroup::Lane& lane, int first = 0)
{
    Lanes<Real>::store (value, lane.data() + first);
}

static_assert (sizeof (VoiceGroup::Slot) == BankView::fieldCount * sizeof (VoiceGroup::Lane));
static_assert (sizeof (VoiceGroup::Losses) == BankView::lossCount * sizeof (VoiceGroup::Lane));

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

/** A mode of the lanes that have a table, put over the string's; `second` gets what the second tap hears. */
void takeTables (const VoiceGroup& group, int slot, double timeStep, Mode<Octet>& mode, Octet& second)
{
    TableLanes t;
    put (mode.frequency, t.frequency);
    put (mode.decayRate, t.decayRate);
    put (mode.contact, t.contact);
    put (mode.tap, t.first);
    fillTableLanes (group, slot, timeStep, t);
    mode = { take (t.frequency), take (t.decayRate), take (t.contact), take (t.first) };
    second = take (t.second);
}

StringParameters<Octet> stringOf (const VoiceGroup::StringKnobs& s)
{
    return { take (s.fundamental), take (s.inharmonicity),    take (s.impedance),    take (s.decayRate),     take (s.quality),
             take (s.position),    take (s.torsionImpedance), take (s.torsionRatio), take (s.torsionQuality),
             take (s.airLoss),     take (s.bendingLoss) };
}

/** Shapes and mobilities of a wide bow. The modes are those of the middle, felt at other places; the hand is one. */
void updateEdges (VoiceGroup& group, double timeStep)
{
    const Octet h (timeStep);
    const auto middle = group.string.position;
    const Octet distance = take (group.edgeDistance), soundingCount = take (group.string.soundingCount);
    for (std::size_t edge = 0; edge < 2; ++edge)
    {
        const Octet place = take (middle) + (edge == 0 ? -distance : distance);
        put (larger (Octet (0.001), place), group.string.position);
        const auto string = stringOf (group.string);
        const auto set = [&] (int slot, const Mode<Octet>& mode) HWY_ATTR
        { put (mode.contact / mode.frequency, group.edgeShapes[edge][static_cast<std::size_t> (slot)]); };
        for (int slot = 0; slot < group.soundingSlots; ++slot)
        {
            auto mode = StringModes<Octet>::transverse (string, Octet (slot + 1.0), soundingCount, h);
            Octet second (0.0);
            if (group.pickups)
                takeTables (group, slot, timeStep, mode, second);
            set (slot, mode);
        }
        for (int slot = 0; slot < group.silentSlots; ++slot)
        {
            auto mode = StringModes<Octet>::torsional (string, Octet (slot + 1.0), take (group.string.silentCount), h);
            mode.contact = take (group.string.twist) * mode.contact;
            set (VoiceGroup::firstTorsional + slot, mode);
        }
        for (int n = 1; n <= group.handSlots; ++n)
        {
            const auto slot = static_cast<std::size_t> (VoiceGroup::firstTorsional - n);
            group.edgeShapes[edge][slot] = group.slots[slot].r;
        }
        group.string.position = middle;
    }

    const Octet half (0.5);
    const auto eachMode = [&] (auto&& visit) HWY_ATTR
    {
        for (int m = 0; m < group.soundingSlots; ++m)
            visit (static_cast<std::size_t> (m));
        for (int m = VoiceGroup::firstTorsional - group.handSlots; m < VoiceGroup::firstTorsional + group.silentSlots; ++m)
            visit (static_cast<std::size_t> (m));
    };
    // Adds a mode, felt through three shapes, to their mobilities, and keeps the shapes.
    const auto add = [&] (std::size_t slot, const Octet (&shape)[3], SymmetricThree<Octet>& b) HWY_ATTR
    {
        const Octet Q = take (group.slots[slot].Q);
        for (std::size_t i = 0; i < 3; ++i)
        {
            put (shape[i], group.edgeShapes[i][slot]);
            for (std::size_t k = i; k < 3; ++k)
            {
                auto& entry = b.at (static_cast<int> (i), static_cast<int> (k));
                entry = entry + (shape[i] * shape[k]) * Q;
            }
        }
    };
    const Octet none (0.0);
    SymmetricThree<Octet> b { { none, none, none, none, none, none } }, own = b;
    eachMode ([&] (std::size_t slot) HWY_ATTR
    {
        const Octet r0 = take (group.slots[slot].r), one = take (group.edgeShapes[0][slot]), other = take (group.edgeShapes[1][slot]);
        add (slot, { r0, half * (one - other), half * ((one - r0) + (other - r0)) }, b); // see WideContact-inl.h
    });
    const auto basis = WideBasis<Octet>::of (b);
    eachMode ([&] (std::size_t slot) HWY_ATTR
    {
        const Octet felt[3] = { take (group.edgeShapes[0][slot]), take (group.edgeShapes[1][slot]), take (group.edgeShapes[2][slot]) };
        Octet turned[3];
        basis.into (felt, turned);
        add (slot, turned, own);
    });
    for (std::size_t i = 0; i < 6; ++i)
    {
        put (b.a[i] / h, group.edgeMobility[i]);
        put (own.a[i] / h, group.basisMobility[i]);
    }
    for (std::size_t i = 0; i < 9; ++i)
        put (basis.v[i / 3][i % 3], group.edgeBasis[i]);
}

void updateBodies (VoiceGroup& group, double timeStep)
{
    const Octet h (timeStep), none (0.0);
    const auto& s = group.string;
    const auto string = stringOf (s);
    const Octet soundingCount = take (s.soundingCount), silentCount = take (s.silentCount);

    Octet mobility (0.0), endMobility (0.0), resolved (0.0), tapSquares (0.0);
    const auto set = [&] (int slot, const Mode<Octet>& mode) HWY_ATTR
    {
        const auto step = modeStep (mode.frequency, mode.decayRate, h);
        const Octet r = mode.contact / mode.frequency;
        auto& here = group.slots[static_cast<std::size_t> (slot)];
        auto& losses = group.losses[static_cast<std::size_t> (slot)];
        put (step.Q, here.Q);
        put (step.S, here.S);
        put (step.D, here.D);
        put (r, here.r);
        put (mode.contact, group.shapes[static_cast<std::size_t> (slot)]);
        put (mode.tap, here.tap);
        put (step.lossYY, losses.yy);
        put (step.lossYV, losses.yv);
        put (step.lossVV, losses.vv);
        mobility = mobility + (r * r) * step.Q;
        endMobility = endMobility + (mode.contact * r) * step.S;
        resolved = resolved + r * r;
    };
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        auto mode = StringModes<Octet>::transverse (string, Octet (slot + 1.0), soundingCount, h);
        Octet second (0.0);
        if (group.pickups)
            takeTables (group, slot, timeStep, mode, second);
        put (second, group.secondTaps[static_cast<std::size_t> (slot)]);
        const Octet tap = mode.tap + second; // a string's is in one of them
        tapSquares = tapSquares + tap * tap;
        set (slot, mode);
    }
    Octet whole = StringModes<Octet>::transverseCompliance (string);
    if (group.pickups)
    {
        VoiceGroup::Lane compliance;
        put (whole, compliance);
        fillTableCompliance (group, compliance);
        whole = take (compliance);
    }
    const Octet missing = whole - resolved;
    resolved = none;
    const Octet twist = take (s.twist);
    for (int slot = 0; slot < group.silentSlots; ++slot)
    {
        auto mode = StringModes<Octet>::torsional (string, Octet (slot + 1.0), silentCount, h);
        mode.contact = twist * mode.contact;
        set (VoiceGroup::firstTorsional + slot, mode);
    }
    const Octet missingTwist
        = select (none < silentCount, (twist * twist) * StringModes<Octet>::torsionalCompliance (string) - resolved, none);

    const HandParameters<Octet> hand { take (group.hand.kind), take (group.hand.stiffness), take (group.hand.mass),
                                       take (group.hand.damping), take (group.hand.place) };
    resolved = none;
    for (int n = 1; n <= group.handSlots; ++n)
    {
        const auto mode = HandModes<Octet>::mode (hand, n, h);
        put (mode.kick, group.kicks[static_cast<std::size_t> (VoiceGroup::maxHand - n)]);
        set (VoiceGroup::firstTorsional - n, mode.mode);
    }
    const Octet missingHand = group.handSlots > 0 ? HandModes<Octet>::compliance (hand) - resolved : none;

    put (mobility / h, group.mobility);
    put (endMobility, group.endMobility);
    put (tapSquares, group.tapSquares);
    put ((larger (missing, none) + larger (missingTwist, none)) + larger (missingHand, none), group.residualCompliance);
    if (group.wide)
        updateEdges (group, timeStep);
}

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

void pullAtBridge (VoiceGroup& group, const VoiceGroup::Lane& shortening)
{
    const Octet by = take (shortening);
    for (int slot = 0; slot < group.soundingSlots; ++slot)
    {
        auto& here = group.slots[static_cast<std::size_t> (slot)];
        Octet tap = take (here.tap);
        if (group.pickups) // even partials are heard by the second tap
            tap = tap + take (group.secondTaps[static_cast<std::size_t> (slot)]);
        put (take (here.x1) - tap * by, here.x1);
    }
}

void energies (VoiceGroup& group, VoiceGroup::Lane& energy)
{
    const Octet bristle = take (group.contact.bristle), momentum = take (group.blockMotion.momentum);
    const Octet one = take (group.edges[0].bristle), other = take (group.edges[1].bristle);
    put (storedEnergy<Octet> (bankOf (group))
             + Octet (0.5) * ((bristle * bristle + momentum * momentum) + (one * one + other * other)),
         energy);
}

const char* targetName()
{
    return hwy::TargetName (HWY_TARGET);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (updateBodies);
HWY_EXPORT (render);
HWY_EXPORT (pullAtBridge);
HWY_EXPORT (energies);
HWY_EXPORT (targetName);

void VoiceGroup::clear() noexcept
{
    // In place: assigning a temporary takes 213 kB of the audio thread's stack where a compiler doesn't see through it.
    static_assert (std::is_trivially_copyable_v<VoiceGroup> && std::is_trivially_destructible_v<VoiceGroup>);
    ::new (static_cast<void*> (this)) VoiceGroup {};
    const auto fill = [] (Lane& lane, double value) { lane.fill (value); };
    fill (string.fundamental, 440.0);
    fill (string.inharmonicity, 1e-5);
    fill (string.impedance, 0.3);
    fill (string.decayRate, 2.0);
    fill (string.quality, 300.0);
    fill (string.position, 0.12);
    fill (string.torsionImpedance, 3.0);
    fill (string.torsionRatio, 5.0);
    fill (string.torsionQuality, 30.0);
    fill (law.muStatic, 0.8);
    fill (law.muKinetic, 0.3);
    fill (law.inverseStribeckVelocity, 10.0);
    fill (law.stiffness, 1e4);
    fill (law.stribeckExponent, 2.0);
    fill (law.dahlExponent, 1.0);
    fill (law.thermalVelocity, 0.1);
    fill (law.thermalTime, 1e-3);
    fill (law.memoryTime, 1e-4);
    fill (law.ageingTime, 1e-2);
    table.fill (nullptr);
    before.fill (nullptr);
    fill (arrived, 1.0);
    fill (string.twist, 1.0);
    fill (hand.stiffness, 2e4);
    fill (hand.mass, 0.05);
    fill (hand.damping, 0.02);
    fill (hand.place, 0.3);
    fill (surface.perGrain, 1e3);
    fill (surface.ageingTime, 1.0);
    fill (surface.ageingSlip, 1e-4);
    fill (body.mass, 0.3);
    fill (body.warp, 1.0);
    fill (block.mass, 0.005);
    fill (block.gap, 1e-4);
    fill (block.muStatic, 0.2);
    fill (block.muKinetic, 0.1);
    fill (block.felt, 1e-4);
}

void VoiceGroup::takeLaw (int index) noexcept
{
    if (index == lawIndex)
        return;
    lawIndex = index;
    for (std::size_t lane = 0; lane < lanes; ++lane)
    {
        const double v = contact.lastVelocity[lane], atRest = 1e-4 + law.stickBand[lane];
        contact.mode[lane] = std::abs (v) <= atRest ? ContactMode::stick : (v > 0.0 ? ContactMode::forward : ContactMode::backward);
        contact.endVelocity[lane] = v;
        contact.memory[lane] = contact.strength[lane] = contact.rest[lane] = 0.0;
    }
}

void VoiceGroup::widen() noexcept
{
    wide = true;
    const double share = std::sqrt (1.0 / 3.0); // of sqrt (k) x, with a third of k
    for (double& bristle : contact.bristle)
        bristle *= share;
    edges.fill (contact);
    for (auto& each : edgeForces)
        each.fill (0.0);
}

double VoiceGroup::silence (int lane) noexcept
{
    const auto index = static_cast<std::size_t> (lane);
    double energy = 0.5 * contact.bristle[index] * contact.bristle[index];
    for (auto& slot : slots)
    {
        energy += 0.5 * (slot.x1[index] * slot.x1[index] + slot.x2[index] * slot.x2[index]);
        slot.x1[index] = slot.x2[index] = 0.0;
    }
    energy += 0.5 * blockMotion.momentum[index] * blockMotion.momentum[index];
    for (auto& edge : edges)
    {
        energy += 0.5 * edge.bristle[index] * edge.bristle[index];
        for (auto* part : { &edge.bristle, &edge.lastVelocity, &edge.endVelocity, &edge.mode, &edge.memory, &edge.strength, &edge.rest })
            (*part)[index] = 0.0;
    }
    for (auto& each : edgeForces)
        each[index] = 0.0;
    table[index] = before[index] = nullptr;
    arrived[index] = 1.0;
    for (auto* part : { &blockMotion.momentum, &blockMotion.position, &blockMotion.mode, &blockMotion.phase,
                        &blockMotion.felt, &blockMotion.heard, &kind, &contact.bristle, &contact.lastVelocity, &contact.endVelocity, &contact.mode, &contact.memory,
                         &contact.strength, &contact.rest })
        (*part)[index] = 0.0;
    for (auto* part : { &bow.velocity, &bow.velocityStep, &bow.normalForce, &bow.normalForceStep, &bow.last, &met.path,
                        &met.age })
        (*part)[index] = 0.0;
    return energy;
}

namespace lanes
{
void updateBodies (VoiceGroup& group, double timeStep) noexcept
{
    HWY_DYNAMIC_DISPATCH (updateBodies) (group, timeStep);
}

void render (VoiceGroup& group, double timeStep, int passes, int steps, bool withLedger, const Rubbing& rubbing) noexcept
{
    HWY_DYNAMIC_DISPATCH (render) (group, timeStep, passes, steps, withLedger, rubbing);
}

void pullAtBridge (VoiceGroup& group, const VoiceGroup::Lane& shortening) noexcept
{
    HWY_DYNAMIC_DISPATCH (pullAtBridge) (group, shortening);
}

void energies (const VoiceGroup& group, VoiceGroup::Lane& energy) noexcept
{
    HWY_DYNAMIC_DISPATCH (energies) (const_cast<VoiceGroup&> (group), energy);
}

const char* instructionSet() noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetName) ();
}
} // namespace lanes
} // namespace kolophon
#endif
