// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/VoiceGroupSided.cpp"
#include "../../Physics/InstructionSets.h"
#include "GroupSegment.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>

#if KOLOPHON_COMPUTES
 #include "../../Physics/Contacts/SidedLoop-inl.h"
 #include "../../Physics/Contacts/TightSides-inl.h"
 #include "../../Physics/Friction/FrictionLaws-inl.h"
 #include "StringPart-inl.h"
 #include "TightView-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Size of the largest law's parameters. */
template <class... Laws>
constexpr std::size_t largestParameters (LawList<Laws...>)
{
    return std::max ({ sizeof (typename Laws::Parameters)... });
}

/** Parameters of any one friction law, and the law as functions. */
class PreparedLaw
{
public:
    /** Gives a contact its law; it then references this object. */
    void give (SidedContact<LoopPack>& contact, int index, const ContactKnobs<LoopPack>& knobs, LoopPack mobility,
               double timeStep)
    {
        using Element = KolophonElement<LoopPack>;
        static_assert (std::is_same_v<FirstOf<FrictionLaws<LoopPack>>::Law, Element>);
        contact.law = prepare (index, knobs, timeStep);
        if (index != 0)
            return;
        contact.element = static_cast<const Element::Parameters*> (contact.law.parameters);
        contact.constants = KolophonConstants<LoopPack>::of (*contact.element, mobility, LoopPack (timeStep));
    }

private:
    template <class List>
    struct FirstOf;
    template <class First, class... Others>
    struct FirstOf<LawList<First, Others...>>
    {
        using Law = First;
    };

    TouchingLaw<LoopPack> prepare (int index, const ContactKnobs<LoopPack>& knobs, double timeStep)
    {
        using Make = TouchingLaw<LoopPack> (*) (std::byte*, const ContactKnobs<LoopPack>&, double);
        return
            []<class... Laws> (LawList<Laws...>, int its, std::byte* room, const ContactKnobs<LoopPack>& with, double h)
        {
            static constexpr Make all[] = { make<Laws>... };
            return all[its](room, with, h);
        }(FrictionLaws<LoopPack> {}, index, bytes, knobs, timeStep);
    }

    template <class Law>
    static TouchingLaw<LoopPack> make (std::byte* room, const ContactKnobs<LoopPack>& knobs, double timeStep)
    {
        using Parameters = typename Law::Parameters;
        static_assert (alignof (Parameters) <= alignment);
        static_assert (std::is_trivially_destructible_v<Parameters>);
        return TouchingLaw<LoopPack>::template of<Law> (*new (room)
                                                            Parameters (Law::prepare (knobs, LoopPack (timeStep))));
    }

    static constexpr std::size_t alignment = 64;
    alignas (alignment) std::byte bytes[largestParameters (FrictionLaws<LoopPack> {})];
};

/** The stop of a side, under the knobs that it has now: moving it does no work on what is stored in it. */
void prepareStop (const VoiceGroup::Side& side, int first, SidedContact<LoopPack>& contact)
{
    contact.spring.stiffness = load<LoopPack> (side.stop.stiffness, first);
    contact.spring.damping = load<LoopPack> (side.stop.damping, first);
    contact.pressed = load<LoopPack> (side.pressed, first);
    contact.pressed.penetration =
        contact.pressed.penetration + (load<LoopPack> (side.gap, first) - load<LoopPack> (side.stop.gap, first));
}

/** Rows of a side's results from step `step` on. */
SideColumns<double*> sideRowsOf (VoiceGroup::Side& side, int first, int step)
{
    SideColumns<double*> rows;
    const auto n = static_cast<std::size_t> (step);
    eachField ([first, n] (double*& to, VoiceGroup::Rows& lanes) { to = lanes[n].data() + first; }, rows, side.rows);
    return rows;
}

SidedMass<LoopPack> massOf (const VoiceGroup::Side& side, int first, double timeStep)
{
    return { true, HeldMass<LoopPack>::of (load<LoopPack> (side.hand, first), LoopPack (timeStep)),
             load<LoopPack> (side.motion, first), load<LoopPack> (side.gives, first) };
}

/** Bow and sides of the lanes from `first` on, during a segment. */
class LoadedSides : SidedLoop<LoopPack>
{
    using Loop = SidedLoop<LoopPack>;

public:
    HWY_NOINLINE LoadedSides (VoiceGroup& itsGroup, int firstLane, const GroupSegment& itsSegment)
        : group (itsGroup), first (firstLane), segment (itsSegment), touch (touchOf<LoopPack> (group, segment, first)),
          run (stepsOf (group, segment, first))
    {
        ports = body.count = static_cast<int> (segment.layout.bank.ports());
        for (int i = 0; i < ports; ++i)
            for (int j = 0; j < ports; ++j)
            {
                body.mobility[i][j] = of (group.response.portMobility.at (i, j));
                body.endMobility[i][j] = of (group.response.portEndMobility.at (i, j));
            }
        // Two passes of contacts that feel each other do not converge, three do.
        if (segment.layout.feelAnother)
            rounds = ++run.passes;
        if (segment.layout.bank.has (VoiceGroup::presser))
            pressing.port = ports - 1;
        contacts[bowPort].friction = touch.state;
        contacts[bowPort].force = of (group.portForces[0]);
        laws[bowPort].give (contacts[bowPort], group.lawIndex, load<LoopPack> (group.law, first), body.mobility[0][0],
                            segment.timeStep);
        hands[bowPort] = touch.bow;
        for (std::size_t side = 0, port = 1; side < VoiceGroup::maxSides; ++side)
            if (segment.layout.bank.has (side))
                loadSide (side, static_cast<int> (port++));
    }

    /** Plays the segment with a body's motion, and stores what it has moved. */
    void play (SidedMotion<LoopPack>& motion)
    {
        Loop::run (motion, touch.surface, run);
        keep();
    }

private:
    HWY_NOINLINE void keep ()
    {
        touch.state = contacts[bowPort].friction;
        touch.bow = hands[bowPort];
        HWY_NAMESPACE::keep (touch, group, first);
        store (contacts[bowPort].force, group.portForces[0], first);
        for (int port = bowPort + 1; port < ports; ++port)
        {
            auto& its = group.sides[which[port]];
            store (contacts[port].friction, its.contact, first);
            store (contacts[port].force, group.portForces[1 + which[port]], first);
            store (contacts[port].pressed, its.pressed, first);
            if (masses[port].any)
                store (masses[port].state, its.motion, first);
            store (static_cast<const BowKnobs<LoopPack>&> (hands[port]), its.bow, first);
            store (of (its.stop.gap), its.gap, first);
        }
    }
    LoopPack of (const VoiceGroup::Lane& lane) const { return load<LoopPack> (lane, first); }

    HWY_NOINLINE void loadSide (std::size_t side, int port)
    {
        auto& its = group.sides[side];
        auto& contact = contacts[port];
        which[port] = side;
        beside[port] = sideRowsOf (its, first, segment.row);
        contact.isStop = its.isStop;
        contact.spring.hertz = its.isHertz;
        hands[port] = { load<LoopPack> (its.bow, first), nullptr };
        contact.friction = load<LoopPack> (its.contact, first);
        contact.force = of (group.portForces[1 + side]);
        prepareStop (its, first, contact);
        auto &mobility = body.mobility[port][port], &endMobility = body.endMobility[port][port];
        if ((segment.layout.masses >> side & 1u) != 0)
        {
            const auto& mass = masses[port] = massOf (its, first, segment.timeStep);
            const LoopPack gives = port == pressing.port ? LoopPack (1.0) : mass.gives;
            mobility = mulAdd (gives, mass.held.mobility, mobility);
            endMobility = mulAdd (gives, mass.held.endMobility, endMobility);
        }
        if (! its.isStop)
            laws[port].give (contact, its.lawIndex, load<LoopPack> (its.law, first), mobility, segment.timeStep);
    }

    VoiceGroup& group;
    const int first;
    const GroupSegment& segment;
    Touch<LoopPack> touch;
    StepRun run;
    PreparedLaw laws[bankPorts];
    std::size_t which[bankPorts] {};
};

template <int ports>
HWY_NOINLINE void playAhead (VoiceGroup& group, int first, const GroupSegment& segment, LoadedSides& sides)
{
    auto bank = bankFor (group, first, segment.layout);
    bank.asked.end = bank.asked.end || BankShape<PortLayout<ports>, false, false, false>::withEnd;
    const auto kernels = loadKernels<LoopPack, ports> (group, first);
    auto pending = loadPending<LoopPack, ports> (group, first);
    const BankBody<LoopPack> body { bank, kernels, pending, {} };
    AheadSides<ports, LoopPack> motion (body, segment.timeStep);
    sides.play (motion);
    storePending<ports> (pending, group, first);
}

/** The same for bodies under tension. */
HWY_NOINLINE void playTight (VoiceGroup& group, int first, const GroupSegment& segment, LoadedSides& sides)
{
    const auto& layout = segment.layout;
    auto tension = load<LoopPack> (group.tension, first);
    TightSides<LoopPack> motion (tightViewOf (group, first, layout), static_cast<int> (layout.bank.ports()), tension,
                                 load<LoopPack> (group.string.tension, first), segment.timeStep, layout.bank.pickups,
                                 layout.withLedger);
    sides.play (motion);
    store (tension, group.tension, first);
}

} // namespace

void renderSided (VoiceGroup& group, int first, const GroupSegment& segment)
{
    LoadedSides sides (group, first, segment);
    if (segment.layout.bank.tight)
        return playTight (group, first, segment, sides);
    const auto ports = segment.layout.bank.ports();
    (ports == 2 ? playAhead<2> : ports == 3 ? playAhead<3> : playAhead<4>)(group, first, segment, sides);
}

} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace kolophon
{
KOLOPHON_EXPORT (void, renderSided, (VoiceGroup&, int, const GroupSegment&));

namespace lanes
{
void renderSided (VoiceGroup& group, int first, const GroupSegment& segment) noexcept
{
    KOLOPHON_CALL (renderSided) (group, first, segment);
}
} // namespace lanes
} // namespace kolophon
#endif
