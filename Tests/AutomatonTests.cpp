// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of edges beside the rigid laws and the block: the reference moves by them, the engine's steps must agree.

#include "Lab/Motion/PushedBlock.h"
#include "Lab/Motion/WithLaw.h"
#include "Support/Motions.h"

#include <catch2/catch.hpp>

#include <random>
#include <set>

using namespace kolophon;
using namespace kolophon::HWY_NAMESPACE;

namespace
{
double signOf (double x)
{
    return std::copysign (1.0, x);
}

/** What a step can know about one contact, said in the tables' words. A guard that was true when the step began comes
    before one that comes true inside it. */
struct Sampled
{
    double v0, hold, limit, band, pull; // pull: which way it is pulled
    bool breaksAway, waitsOn;           // Modelica: the pull that starts sliding still holds
    double endVelocity;
    std::function<bool (double)> slides; // there is sliding that way to the end of the step

    bool fires (ContactPhase from, double s, Guard guard) const
    {
        const bool outside = std::abs (v0) > band && slides (signOf (v0));
        switch (guard)
        {
            case Guard::breaksAway: return breaksAway;
            case Guard::comesToRest:
                if (from == ContactPhase::slip)
                    return ! slides (s);
                return ! outside && ! (std::abs (hold) > limit && s * hold > 0.0 && s * v0 >= 0.0);
            case Guard::entersBand: return ! outside;
            case Guard::leavesBand: return s * v0 > band && slides (s);
            case Guard::leavesAnyway: return outside;
            case Guard::canDecay: return ! outside && s * hold <= limit;
            case Guard::cannotDecay: return s * hold > limit;
            case Guard::hasStopped: return s * hold < -limit; // pulled through zero
            case Guard::canHold: return ! (waitsOn && s == pull);
            case Guard::setsOut: return waitsOn && s == pull && s * endVelocity > 0.0;
            case Guard::leavesBackwards: break;
        }
        return false;
    }
    bool holds (When when, double s) const
    {
        return when == When::always || (when == When::holds ? std::abs (hold) <= limit : s * hold <= limit);
    }
};

struct Place
{
    ContactPhase phase;
    double sign;
};

template <class Fall>
Fall fallOf (const SetValuedLaw<Fall, double>*);

template <class Law>
constexpr bool waits = []
{
    for (const auto& edge : Law::automaton)
        if (edge.to == ContactPhase::waiting)
            return true;
    return false;
}();
template <class Law>
constexpr bool decays = []
{
    for (const auto& edge : Law::automaton)
        if (edge.to == ContactPhase::decay)
            return true;
    return false;
}();
template <class Law>
constexpr bool hasBand = []
{
    for (const auto& edge : Law::automaton)
        if (edge.guard == Guard::entersBand)
            return true;
    return false;
}();

/** The state that a mode stands for; at rest with a speed is the switch model's decay. */
template <class Law>
Place placeOf (double mode, double v0)
{
    if (mode == ContactMode::stick)
        return { decays<Law> && v0 != 0.0 ? ContactPhase::decay : ContactPhase::rest, signOf (v0) };
    const double s = mode == ContactMode::forward || mode == ContactMode::startForward ? 1.0 : -1.0;
    if (mode == ContactMode::forward || mode == ContactMode::backward)
        return { ContactPhase::slip, s };
    return { waits<Law> ? ContactPhase::waiting : ContactPhase::pushed, s };
}

double modeOf (const Place& place)
{
    if (place.phase == ContactPhase::slip)
        return place.sign > 0.0 ? ContactMode::forward : ContactMode::backward;
    if (place.phase == ContactPhase::pushed || place.phase == ContactPhase::waiting)
        return place.sign > 0.0 ? ContactMode::startForward : ContactMode::startBackward;
    return ContactMode::stick;
}

/** Follows the table through one step. Without a band a step takes one edge, as the laws' sources have it. */
template <class Law>
Place walk (Place place, const Sampled& step, std::set<const AutomatonEdge*>& taken)
{
    const int most = hasBand<Law> || waits<Law> ? 6 : 1;
    for (int edges = 0; edges < most; ++edges)
    {
        const AutomatonEdge* next = nullptr;
        for (const auto& edge : Law::automaton)
            if (next == nullptr && edge.from == place.phase && step.fires (place.phase, place.sign, edge.guard) &&
                step.holds (edge.when, place.sign))
                next = &edge;
        if (next == nullptr)
            break;
        taken.insert (next);
        const double s = next->towards == Towards::same
                             ? place.sign
                             : (next->towards == Towards::pull ? step.pull : signOf (step.v0));
        place = { next->to, s };
        if (next->guard == Guard::comesToRest && next->to == ContactPhase::rest)
            break;
    }
    return place;
}

/** The law's parameters as one step has them; Armstrong's by his equations. */
template <class Law>
auto frozen (const typename Law::Parameters& p, const ContactState<double>& state)
{
    SetValuedParameters<double> now = p;
    if constexpr (requires { Law::lagged (p, 0.0); })
    {
        const bool slides = state.mode != ContactMode::stick;
        const double full = p.muStatic - p.muKinetic, base = std::min (state.strength, full);
        const double strength = slides ? base : base + (full - base) * state.rest / (state.rest + p.ageingTime);
        now.muStatic = p.muKinetic + strength;
        now.muKinetic = p.muKinetic + strength / (1.0 + std::pow (state.memory * p.inverseStribeckVelocity, 2.0));
    }
    return now;
}

template <class Law>
struct FallOfLaw
{
    using Type = decltype (fallOf (static_cast<const Law*> (nullptr)));
};
template <>
struct FallOfLaw<Armstrong<double>>
{
    using Type = NoFall;
};

/** Random pulls on a mass of 1 kg, at 48 kHz: how many steps another state came than the table's. */
template <class Law>
int disagreements (int steps, std::set<const AutomatonEdge*>& taken)
{
    std::mt19937_64 random (7);
    std::normal_distribution<double> normal;
    const double h = 1.0 / 48000.0;
    auto knobs = test::law ("", 0.8, 0.5, 0.05).knobs;
    knobs.stickBand = 2e-4;
    knobs.memoryTime = 1e-3;
    knobs.ageingTime = 1e-3;
    const auto p = Law::prepare (knobs, h);
    ContactState<double> state {};
    double v = 0.0, pull = 0.0, N = 1.0;
    int wrong = 0;
    for (int n = 0; n < steps; ++n)
    {
        if (n % 40 == 0)
        {
            pull = normal (random) * std::exp (normal (random));
            N = std::exp (0.5 * normal (random));
            v += n % 200 == 0 ? 1e-2 * normal (random) : 0.0; // the bow's speed jumps
        }
        pull += 0.05 * normal (random);
        const ContactPort<double> port { v + 0.5 * h * pull, 0.5 * h, v + h * pull, h };
        const auto before = state;
        const auto step = Law::solve (p, state, port, N, h, 2);
        v = port.freeEndVelocity - port.endMobility * step.force;

        using Fall = typename FallOfLaw<Law>::Type;
        const auto now = frozen<Law> (p, before);
        const auto from = placeOf<Law> (before.mode, before.endVelocity);
        const bool moved = from.phase == ContactPhase::slip, inBand = std::abs (before.endVelocity) <= now.band;
        const double endsAt = waits<Law> ? (moved ? 0.0 : before.endVelocity)
                                         : (decays<Law> && inBand ? now.carried * before.endVelocity : 0.0);
        SetValuedStep<Fall, double> contact (now, port, N, endsAt);
        const bool wasFast = hasBand<Law> ? ! inBand : moved;
        Sampled sampled { before.endVelocity,
                          contact.hold,
                          contact.limit,
                          now.band,
                          0.0,
                          false,
                          false,
                          state.endVelocity,
                          [&] (double s) {
                              return contact.slides (s, wasFast && ! waits<Law> ? std::abs (before.lastVelocity) : 0.0);
                          } };
        sampled.pull = signOf (waits<Law> ? contact.wanted : contact.hold);
        const bool starts = std::abs (contact.wanted) > contact.limit &&
                            (contact.wanted * before.endVelocity < 0.0 || std::abs (contact.hold) > contact.limit);
        sampled.breaksAway = waits<Law> ? starts : std::abs (contact.hold) > contact.limit;
        sampled.waitsOn = starts;
        wrong += modeOf (walk<Law> (from, sampled, taken)) != state.mode ? 1 : 0;
    }
    return wrong;
}

template <class... Laws, class Visitor>
void forEachRigidLaw (LawList<Laws...>, Visitor&& visitor)
{
    ((Laws::sticksAtEnd ? visitor.template operator()<Laws>() : void()), ...);
}
} // namespace

TEST_CASE ("every step of a rigid law takes the edges of the law's table, in its order")
{
    int laws = 0;
    const auto check = [&laws]<class Law>()
    {
        if constexpr (Law::sticksAtEnd)
        {
            ++laws;
            INFO (Law::info.id);
            std::set<const AutomatonEdge*> taken;
            CHECK (disagreements<Law> (120000, taken) == 0);
            for (const auto& edge : Law::automaton)
            {
                INFO ("edge " << &edge - Law::automaton.data());
                if (edge.guard == Guard::hasStopped && edge.when == When::holds)
                    continue; // v exp (-alpha t) gets to zero for a root finder's tolerance only
                if (edge.from == ContactPhase::waiting && edge.guard == Guard::canHold)
                    continue; // a free mass that is let go has the direction of the pull when the step ends
                CHECK (taken.count (&edge) == 1); // or nothing would be proved of it
            }
        }
    };
    forEachRigidLaw (FrictionLaws<double> {}, check);
    CHECK (laws == 11);
}

TEST_CASE ("a table of edges has an answer for every guard that it asks, and names only states of its law")
{
    const auto check = []<class Law>()
    {
        if constexpr (Law::sticksAtEnd)
            for (const auto& edge : Law::automaton)
            {
                INFO (Law::info.id << ", edge " << &edge - Law::automaton.data());
                const AutomatonEdge* last = nullptr;
                for (const auto& other : Law::automaton)
                    if (other.from == edge.from && other.guard == edge.guard)
                        last = &other;
                CHECK (last->when == When::always);
                CHECK (static_cast<std::size_t> (modeOf ({ edge.to, -1.0 })) < std::size (Law::modes));
            }
    };
    forEachRigidLaw (FrictionLaws<double> {}, check);
}

TEST_CASE ("every step of the block between stops takes an edge of its table")
{
    std::mt19937_64 random (11);
    std::normal_distribution<double> normal;
    const double h = 1e-3, M = 2.0;
    for (const double e : { 0.0, 0.4 })
    {
        const BlockParameters<double> block { M, 0.02, e, 0.8, 0.5 };
        const double Fs = 0.8 * M * gravity, Fk = 0.5 * M * gravity;
        BlockState<double> state { 0.0, 0.0, BlockMode::stopped };
        ContactState<double> contact {};
        std::set<const BlockEdge*> taken;
        double f = 0.0;
        int both = 0;
        for (int n = 0; n < 200000; ++n)
        {
            if (n % 25 == 0)
                f = 1.2 * Fs * normal (random);
            const double from = state.mode;
            stepBlock (block, state, ErasedLaw<double>::of<lab::PushedBy> ({ f }), contact, 0.0, 1.0, h, 1);
            const bool right = from == BlockMode::slidingRight, moves = right || from == BlockMode::slidingLeft;
            const bool mustGo =
                ! moves && ((from != BlockMode::rightStop && f > Fs) || (from != BlockMode::leftStop && f < -Fs));
            INFO ("e = " << e << ", step " << n << ", f = " << f << ": " << from << " to " << state.mode);
            if (! moves)
                REQUIRE ((state.mode != from) == mustGo);
            if (state.mode == from)
                continue;
            const BlockEdge* edge = nullptr;
            for (const auto& one : blockEdges)
                if (one.from == from && one.to == state.mode && edge == nullptr)
                {
                    const bool fits = one.guard == BlockGuard::pushedRight  ? f > Fs
                                      : one.guard == BlockGuard::pushedLeft ? f < -Fs
                                      : one.guard == BlockGuard::hits       ? std::abs (state.position) >= block.gap
                                      : one.when == BlockWhen::pushedBack   ? (right ? f < -Fk : f > Fk)
                                                                            : (right ? f >= -Fk : f <= Fk);
                    // Bouncing that piles up ends at the stop, whatever e.
                    const bool may = one.when != BlockWhen::sticky || e == 0.0 || (right ? f > Fk : f < -Fk);
                    edge = fits && may && (! one.bounces || e > 0.0) ? &one : nullptr;
                }
            // It lay close by, set out and arrived within one step: two edges.
            const bool arrives = ! moves && std::abs (state.position) >= block.gap &&
                                 state.mode == (f > 0.0 ? BlockMode::rightStop : BlockMode::leftStop);
            REQUIRE ((edge != nullptr || arrives));
            if (edge != nullptr)
                taken.insert (edge);
            both += edge == nullptr ? 1 : 0;
        }
        CHECK (both < 20);
        CHECK (taken.size() == (e > 0.0 ? 12u : 10u));
    }
}
