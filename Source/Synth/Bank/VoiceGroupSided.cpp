// SPDX-License-Identifier: GPL-3.0-or-later
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Synth/Bank/VoiceGroupSided.cpp"
#include <hwy/foreach_target.h>

#include "../../Physics/Contacts/SidedLoop-inl.h"
#include "../../Physics/Contacts/TightSides-inl.h"
#include "../../Physics/Friction/FrictionLaws-inl.h"
#include "StringPart-inl.h"
#include "TightView-inl.h"
#include "VoiceGroupSided.h"

#include <bit>
#include <cstddef>
#include <new>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
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
        static_assert (sizeof (Parameters) <= size && alignof (Parameters) <= alignment);
        static_assert (std::is_trivially_destructible_v<Parameters>);
        return TouchingLaw<LoopPack>::template of<Law> (*new (room)
                                                            Parameters (Law::prepare (knobs, LoopPack (timeStep))));
    }

    static constexpr std::size_t size = 32 * sizeof (LoopPack), alignment = 64;
    alignas (alignment) std::byte bytes[size];
};

/** The stop of a side, under the knobs that it has now: moving it does no work on what is stored in it. */
void prepareStop (const VoiceGroup::Side& side, int first, SidedContact<LoopPack>& contact)
{
    contact.spring.stiffness = take<LoopPack> (side.stop.stiffness, first);
    contact.spring.damping = take<LoopPack> (side.stop.damping, first);
    contact.pressed = take<LoopPack> (side.pressed, first);
    contact.pressed.penetration =
        contact.pressed.penetration + (take<LoopPack> (side.gap, first) - take<LoopPack> (side.stop.gap, first));
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
    return { true, HeldMass<LoopPack>::of (take<LoopPack> (side.hand, first), LoopPack (timeStep)),
             take<LoopPack> (side.motion, first), take<LoopPack> (side.gives, first) };
}

/** Bow and sides of the lanes from `first` on, during a segment. */
template <int ports>
struct TakenSides
{
    PreparedLaw laws[ports];
    SidedContact<LoopPack> contacts[ports] {};
    SidedHands<LoopPack, ports> hands;
    Pressing<LoopPack> pressing;
    ContactPorts<LoopPack, ports> at;
    SideColumns<double*> beside[ports - 1];
    std::size_t which[ports] {};

    TakenSides (VoiceGroup& group, int first, const SidedSegment& segment, const Touch<LoopPack>& touch)
    {
        const auto of = [first] (const VoiceGroup::Lane& lane) HWY_ATTR { return take<LoopPack> (lane, first); };
        at.count = ports;
        for (int i = 0; i < ports; ++i)
            for (int j = 0; j < ports; ++j)
            {
                at.mobility[i][j] = of (group.portMobility.at (i, j));
                at.endMobility[i][j] = of (group.portEndMobility.at (i, j));
            }
        if ((group.sidesInUse >> VoiceGroup::presser & 1u) != 0)
            pressing.port = ports - 1;
        contacts[0].friction = touch.state;
        contacts[0].force = of (group.portForces[0]);
        laws[0].give (contacts[0], group.lawIndex, take<LoopPack> (group.law, first), at.mobility[0][0],
                      segment.timeStep);
        hands.of[0] = touch.bow;
        for (std::size_t side = 0, port = 1; side < VoiceGroup::maxSides; ++side)
            if ((group.sidesInUse >> side & 1u) != 0)
                takeSide (group, side, static_cast<int> (port++), first, segment);
    }

    void keep (VoiceGroup& group, int first) const
    {
        put (contacts[0].force, group.portForces[0], first);
        for (int port = 1; port < ports; ++port)
        {
            auto& its = group.sides[which[port]];
            put (contacts[port].friction, its.contact, first);
            put (contacts[port].force, forceOf (group, port), first);
            put (contacts[port].pressed, its.pressed, first);
            if (hands.mass[port].any)
                put (hands.mass[port].state, its.motion, first);
            put (static_cast<const BowKnobs<LoopPack>&> (hands.of[port]), its.bow, first);
            put (take<LoopPack> (its.stop.gap, first), its.gap, first);
        }
    }

private:
    /** Force of a side in the step before. */
    template <class Group>
    auto& forceOf (Group& group, int port) const
    {
        return group.portForces[1 + which[port]];
    }

    void takeSide (VoiceGroup& group, std::size_t side, int port, int first, const SidedSegment& segment)
    {
        auto& its = group.sides[side];
        auto& contact = contacts[port];
        which[port] = side;
        beside[port - 1] = sideRowsOf (its, first, segment.row);
        contact.isStop = its.isStop;
        contact.spring.hertz = its.isHertz;
        hands.of[port] = { take<LoopPack> (its.bow, first), nullptr };
        contact.friction = take<LoopPack> (its.contact, first);
        contact.force = take<LoopPack> (forceOf (group, port), first);
        prepareStop (its, first, contact);
        auto &mobility = at.mobility[port][port], &endMobility = at.endMobility[port][port];
        if (its.anyGives() || port == pressing.port)
        {
            const auto& mass = hands.mass[port] = massOf (its, first, segment.timeStep);
            // A presser that touches nothing keeps its port, far from the body, and its mobility.
            const LoopPack gives = port == pressing.port ? LoopPack (1.0) : mass.gives;
            mobility = mulAdd (gives, mass.held.mobility, mobility);
            endMobility = mulAdd (gives, mass.held.endMobility, endMobility);
        }
        if (! its.isStop)
            laws[port].give (contact, its.lawIndex, take<LoopPack> (its.law, first), mobility, segment.timeStep);
    }
};

/** Plays a segment with a body's motion, an AheadMotion or TightMotion. */
template <bool withLedger, class Motion>
void playSides (VoiceGroup& group, int first, const SidedSegment& segment, Motion& motion)
{
    auto touch = Touch<LoopPack>::of (group, segment.rubbing, first, segment.timeStep);
    TakenSides<Motion::ports> taken (group, first, segment, touch);
    runSided<withLedger> (motion, taken.contacts, taken.at, taken.hands, taken.pressing, touch.surface,
                          segment.timeStep, segment.passes, segment.rounds, segment.steps, segment.books,
                          rowsOf (group, first, segment.row), taken.beside);
    touch.state = taken.contacts[0].friction;
    touch.bow = taken.hands.of[0];
    touch.keep (group, first);
    taken.keep (group, first);
}

template <bool withLedger, class Shape>
HWY_NOINLINE void renderAs (VoiceGroup& group, int first, const SidedSegment& segment)
{
    constexpr int ports = Shape::Ports::count;
    const auto bank = bankOf (group, first);
    const auto kernels = takeKernels<LoopPack, ports> (group, first);
    auto pending = takePending<LoopPack, ports> (group, first);
    AheadMotion<BankStep<Shape, LoopPack, withLedger>, LoopPack, withLedger> motion (bank, kernels, pending);
    playSides<withLedger> (group, first, segment, motion);
    putPending<ports> (pending, group, first);
}

/** The same for bodies under tension. */
template <int ports>
HWY_NOINLINE void renderTightAs (VoiceGroup& group, int first, const SidedSegment& segment)
{
    auto tension = take<LoopPack> (group.tension, first);
    TightMotion<LoopPack, ports> motion (tightViewOf (group, first, segment.withBridge), tension,
                                         take<LoopPack> (group.string.tension, first), segment.timeStep, group.pickups,
                                         segment.books != Books::closed);
    playSides<true> (group, first, segment, motion);
    put (tension, group.tension, first);
}

/** True if a law in use reads the velocity at the end of a step. */
bool asksEnd (const VoiceGroup& group)
{
    return []<class... Laws> (LawList<Laws...>, const VoiceGroup& its)
    {
        static constexpr bool all[] = { Laws::sticksAtEnd... };
        bool any = all[its.lawIndex];
        for (std::size_t side = 0; side < VoiceGroup::maxSides; ++side)
            any = any ||
                  ((its.sidesInUse >> side & 1u) != 0 && ! its.sides[side].isStop && all[its.sides[side].lawIndex]);
        return any;
    }(FrictionLaws<LoopPack> {}, group);
}

/** True for a browser, which downloads its module: there is one loop with books and ends for a layout, of the same
    bits, instead of one for each case. */
constexpr bool isDownloaded = HWY_TARGET == HWY_WASM || HWY_TARGET == HWY_WASM_EMU256;

void renderSided (VoiceGroup& group, int first, const SidedSegment& segment)
{
    const auto with = [&]<class Shape> (Shape)
    {
        (isDownloaded || segment.books != Books::closed ? renderAs<true, Shape>
                                                        : renderAs<isDownloaded, Shape>)(group, first, segment);
    };
    const auto bridged =
        [&]<class Ports, bool withEnd, bool pickups> (Ports, std::bool_constant<withEnd>, std::bool_constant<pickups>)
    {
        segment.withBridge ? with (BankShape<Ports, withEnd, pickups, true>())
                           : with (BankShape<Ports, withEnd, pickups, false>());
    };
    const auto heard = [&]<class Ports, bool withEnd> (Ports ports, std::bool_constant<withEnd> end)
    { group.pickups ? bridged (ports, end, std::true_type()) : bridged (ports, end, std::false_type()); };
    const int sides = std::popcount (group.sidesInUse);
    if (group.tight)
        return (sides == 1   ? renderTightAs<2>
                : sides == 2 ? renderTightAs<3>
                             : renderTightAs<4>)(group, first, segment);
    switch (sides)
    {
        case 1:
            asksEnd (group) ? heard (PortLayout<2>(), std::true_type())
                            : heard (PortLayout<2>(), std::bool_constant<isDownloaded>());
            break;
        case 2: heard (PortLayout<3>(), std::true_type()); break;
        default: heard (PortLayout<4>(), std::true_type()); break;
    }
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kolophon
{
HWY_EXPORT (renderSided);

namespace lanes
{
void renderSided (VoiceGroup& group, int first, const SidedSegment& segment) noexcept
{
    group.placeStops();
    HWY_DYNAMIC_DISPATCH (renderSided) (group, first, segment);
}
} // namespace lanes
} // namespace kolophon
#endif
