// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Physics/Friction/FrictionLaws-inl.h"
#include "Physics/ModalBank-inl.h"
#include "Support/RandomString.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/LawTable.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <tuple>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;
using Catch::Matchers::WithinAbs;

/** What every law promises, whatever it is: driven by the list, so that a new law is tested by being in it. */
namespace
{
constexpr double rates[] = { 44100.0, 48000.0, 96000.0 };

using Lane = std::size_t;
constexpr Lane pairs = VoiceGroup::lanes / 2; // lane i + 4 plays the mirror image of lane i

void randomKnobs (VoiceGroup& group, Lane lane, Random& random, bool travels)
{
    auto& l = group.law;
    l.muStatic[lane] = random.uniform (0.05, 2.0);
    l.muKinetic[lane] = l.muStatic[lane] * random.uniform (0.01, 1.0);
    l.inverseStribeckVelocity[lane] = 1.0 / random.logUniform (5e-4, 1.0);
    l.stiffness[lane] = travels ? 0.0 : random.logUniform (1e2, 1e7);
    l.stiffnessPerForce[lane] = travels ? l.muStatic[lane] / random.logUniform (0.5e-6, 500e-6) : 0.0;
    l.damping[lane] = random.integer (0, 2) == 0 ? 0.0 : random.logUniform (1e-4, 50.0);
    l.viscosity[lane] = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-4, 10.0);
    l.breakaway[lane] = random.uniform (0.0, 0.99);
    l.literal[lane] = 0.0;
    l.stribeckExponent[lane] = random.uniform (0.5, 4.0);
    l.dahlExponent[lane] = random.uniform (0.5, 4.0);
    l.stickBand[lane] = random.logUniform (1e-6, 0.05);
    l.stickRate[lane] = random.logUniform (100.0, 1e6);
    l.thermalVelocity[lane] = random.logUniform (1e-3, 1.0);
    l.thermalTime[lane] = random.logUniform (1e-5, 0.1);
    l.memoryTime[lane] = random.logUniform (1e-6, 0.1);
    l.ageingTime[lane] = random.logUniform (1e-6, 1.0);
}

/** Every lane of the upper half becomes the mirror image of its partner below: same string, same law, other sign. */
void mirror (VoiceGroup& group)
{
    const auto copy = [] (auto& fields, double sign)
    {
        auto* field = reinterpret_cast<VoiceGroup::Lane*> (&fields);
        for (std::size_t i = 0; i < sizeof fields / sizeof (VoiceGroup::Lane); ++i)
            for (Lane lane = 0; lane < pairs; ++lane)
                field[i][lane + pairs] = sign * field[i][lane];
    };
    copy (group.string, 1.0);
    copy (group.law, 1.0);
    copy (group.bow.normalForce, 1.0);
    copy (group.bow.normalForceStep, 1.0);
    copy (group.bow.velocity, -1.0);
    copy (group.bow.velocityStep, -1.0);
    for (auto& slot : group.standing.slots)
    {
        copy (slot.x1, -1.0);
        copy (slot.x2, -1.0);
    }
}

/** Four random strings under four random contacts and their mirror images. */
void randomGroup (VoiceGroup& group, int law, Random& random, std::array<bool, pairs>& travels)
{
    group.clear();
    group.setLaw (law);
    group.wanted.sounding = 2 * random.integer (1, 16);
    group.wanted.silent = 2 * random.integer (0, 4);
    group.string.soundingCount.fill (group.wanted.sounding);
    group.string.silentCount.fill (group.wanted.silent);
    for (Lane lane = 0; lane < pairs; ++lane)
    {
        travels[lane] = random.integer (0, 1) == 1;
        randomKnobs (group, lane, random, travels[lane]);
        randomString (group, lane, random);
    }
    mirror (group);
}

bool sameBits (const VoiceGroup& a, const VoiceGroup& b)
{
    const auto equal = [] (const auto& x, const auto& y) { return std::memcmp (&x, &y, sizeof x) == 0; };
    return equal (a.bank.records, b.bank.records) && equal (a.bank.pending, b.bank.pending) &&
           equal (a.contact, b.contact) && equal (a.bow, b.bow);
}

/** A group that the long sweep found at 44.1 kHz. The slider gives way late (xi = 0.98) at 2.9 m/s while a stiff
    bristle crawls at 0.2 m/s: x' as the difference v - z_p kept rounding of v/(1 - xi), and the books missed by
    1.04e-13. */
constexpr int crawlingBristle = 24490;

/** Another, at 96 kHz under the thermal law: a strongly damped string of 0.005 kg/s that 83 N hold far out. How far it
    goes in a step was a small difference of large terms, and the books missed by 1.1e-13. */
constexpr int slowString = 12315;

/** Catch's REQUIRE costs more than a step; millions of steps ask this way. `what` names the promise. */
#define DEMAND(condition, what, ...)                                                                                   \
 if (! (condition))                                                                                                    \
 {                                                                                                                     \
  CAPTURE (__VA_ARGS__);                                                                                               \
  FAIL (what);                                                                                                         \
 }                                                                                                                     \
 else                                                                                                                  \
  static_cast<void> (0)

int settingsPerRate ()
{
    return rounds (400, 100000);
}
} // namespace

TEST_CASE ("every law keeps the contract of laws, for any settings under any gesture")
{
    // Finite, odd, F = 0 without normal force, no negative loss, closed books, and bits that depend neither on the cut
    // of time nor on having been copied.
    const auto table = lawTable();
    auto group = std::make_unique<VoiceGroup>(), whole = std::make_unique<VoiceGroup>();
    for (std::size_t law = 0; law < table.size(); ++law)
        for (const double rate : rates)
        {
            const double h = 1.0 / rate;
            const int groups = settingsPerRate() / static_cast<int> (pairs);
            for (int i = 0; i < groups + 2; ++i)
            {
                const int g = i < groups ? i : (i == groups ? crawlingBristle : slowString);
                Random random (static_cast<std::uint64_t> (g) * 97 + law);
                std::array<bool, pairs> travels {};
                randomGroup (*group, static_cast<int> (law), random, travels);
                lanes::updateBodies (*group, h);
                VoiceGroup::Lane peak {}, before {};
                for (int stretch = 0; stretch < 6; ++stretch)
                {
                    const int steps = random.integer (1, 16), passes = random.integer (1, 4);
                    for (Lane lane = 0; lane < pairs; ++lane)
                    {
                        auto& bow = group->bow;
                        const bool up = random.integer (0, 4) == 0;
                        bow.normalForce[lane] = up ? 0.0 : random.logUniform (1e-3, 100.0);
                        bow.normalForceStep[lane] =
                            up ? 0.0 : random.uniform (-0.5, 2.0) * bow.normalForce[lane] / steps;
                        bow.velocity[lane] = random.uniform (-1.0, 1.0) * random.logUniform (1e-3, 5.0);
                        bow.velocityStep[lane] = random.uniform (-1.0, 1.0) * random.logUniform (1e-5, 0.2);
                        if (random.integer (0, 3) == 0)
                            randomKnobs (*group, lane, random, travels[lane]);
                        if (random.integer (0, 3) == 0)
                            randomString (*group, lane, random);
                    }
                    mirror (*group);
                    lanes::updateBodies (*group, h);

                    // In one stretch on a copy, and sample by sample.
                    std::memcpy (static_cast<void*> (whole.get()), group.get(), sizeof (VoiceGroup));
                    lanes::render (*whole, h, passes, steps, false);
                    for (int n = 0; n < steps; ++n)
                    {
                        lanes::render (*group, h, passes, 1, true);
                        for (Lane lane = 0; lane < VoiceGroup::lanes; ++lane)
                        {
                            const double after = group->stored[0][lane], work = group->work[0][lane];
                            const double heat = group->frictionLoss[0][lane], lost = group->bodyLoss[0][lane];
                            peak[lane] = std::max ({ peak[lane], after, std::abs (work), heat });
                            const double F = group->force[0][lane], N = group->normalForce[0][lane];
                            const std::array where {
                                rate, double (g), double (stretch), double (n), double (lane), peak[lane], F, N
                            };
                            const auto name = table[law].name;
                            DEMAND (std::isfinite (F), "finite", name, where);
                            DEMAND (heat >= -1e-14 * peak[lane], "friction loses energy", name, where, heat);
                            DEMAND (lost >= -1e-14 * peak[lane], "the body loses energy", name, where, lost);
                            const double residual = (after - before[lane]) - (work - heat - lost),
                                         fraction = 1e13 * residual / peak[lane];
                            DEMAND (std::abs (residual) <= booksClose * peak[lane], "closed books", name, where,
                                    fraction);
                            DEMAND (N >= lightestTouch || F == 0.0, "no force without normal force", name, where);
                            DEMAND (lane >= pairs || F == -group->force[0][lane + pairs], "odd", name, where);
                            before[lane] = after;
                        }
                    }
                    CAPTURE (table[law].name, rate, g, stretch);
                    REQUIRE (sameBits (*group, *whole));
                }
            }
        }
}

TEST_CASE ("the badge tells the truth: literal laws that may create energy do, and no other law ever does")
{
    const auto table = lawTable();
    auto group = std::make_unique<VoiceGroup>();
    for (std::size_t law = 0; law < table.size(); ++law)
    {
        int generatorSteps = 0;
        for (int g = 0; g < 250; ++g)
        {
            Random random (100 + static_cast<std::uint64_t> (g));
            std::array<bool, pairs> travels {};
            randomGroup (*group, static_cast<int> (law), random, travels);
            group->law.literal.fill (1.0);
            for (int n = 0; n < 10; ++n) // creep, then a jump: the bristle is loaded for more than the fast curve holds
            {
                for (Lane lane = 0; lane < pairs; ++lane)
                {
                    group->bow.normalForce[lane] = 1.0;
                    group->bow.velocity[lane] = random.logUniform (1e-5, 5.0);
                }
                mirror (*group);
                lanes::updateBodies (*group, 1.0 / 48000.0);
                lanes::render (*group, 1.0 / 48000.0, 2, 32, true);
                for (std::size_t row = 0; row < 32; ++row)
                    for (Lane lane = 0; lane < VoiceGroup::lanes; ++lane)
                        if (group->frictionLoss[row][lane] < -1e-13 * group->stored[row][lane])
                            ++generatorSteps;
            }
        }
        CAPTURE (table[law].name, generatorSteps);
        CHECK ((generatorSteps > 0) == table[law].literalCanCreateEnergy);
    }
}

namespace
{
/** A block pushed by a force, rubbing a body of a few modes: two yielding sides, written out on doubles. */
struct BlockOnBody
{
    static constexpr int most = 6;
    int modes = 1;
    double mass = 1.0, w = 0.0; // block [kg], [m/s]
    ModeStep<double> step[most];
    double r[most], phi[most], x1[most] = {}, x2[most] = {};

    BlockOnBody (Random& random, double h)
    {
        modes = random.integer (1, most);
        mass = random.logUniform (1e-3, 10.0);
        for (int m = 0; m < modes; ++m)
        {
            const double omega = 2.0 * pi * random.logUniform (20.0, 0.45 / h);
            step[m] = modeStep (omega, omega * random.uniform (1e-4, 0.05), h);
            phi[m] = 1.0 / std::sqrt (random.logUniform (1e-4, 1.0));
            r[m] = phi[m] / omega;
        }
    }

    /** c and b of both sides together: the block is what moves, the body what is rubbed. */
    ContactPort<double> port (double push, double h) const
    {
        ContactPort<double> p { w + 0.5 * h * push / mass, 0.5 * h / mass, w + h * push / mass, h / mass };
        for (int m = 0; m < modes; ++m)
        {
            p.freeVelocity -= r[m] / h * (step[m].S * x2[m] - step[m].Q * x1[m]);
            p.mobility += r[m] * r[m] * step[m].Q / h;
            p.freeEndVelocity -= phi[m] * (step[m].D * x2[m] - step[m].S * x1[m]);
            p.endMobility += phi[m] * r[m] * step[m].S;
        }
        return p;
    }

    /** Moves both sides on; returns what the body lost [J]. */
    double move (double push, double force, double h)
    {
        w += h * (push - force) / mass;
        double lost = 0.0;
        for (int m = 0; m < modes; ++m)
        {
            const double y = x1[m] - r[m] * force, v = x2[m];
            x1[m] += step[m].S * v - step[m].Q * y;
            x2[m] = step[m].D * v - step[m].S * y;
            lost += step[m].lossYY * y * y + step[m].lossYV * y * v + step[m].lossVV * v * v;
        }
        return lost;
    }

    double energy () const
    {
        double sum = 0.5 * mass * w * w;
        for (int m = 0; m < modes; ++m)
            sum += 0.5 * (x1[m] * x1[m] + x2[m] * x2[m]);
        return sum;
    }
};

ContactKnobs<double> anyKnobs (Random& random)
{
    VoiceGroup group;
    randomKnobs (group, 0, random, random.integer (0, 1) == 1);
    ContactKnobs<double> knobs;
    eachField ([] (double& knob, const VoiceGroup::Lane& lanes) { knob = lanes[0]; }, knobs, group.law);
    knobs.residualCompliance = random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-8, 1e-3);
    return knobs;
}

template <class Law>
void pushBlocks (Random& random, double rate, int steps = 200)
{
    const double h = 1.0 / rate;
    BlockOnBody scene (random, h);
    const auto p = Law::prepare (anyKnobs (random), h);
    ContactState<double> state {};
    Law::resume (p, state);
    const double amplitude = random.logUniform (0.01, 100.0), tone = random.logUniform (1.0, 0.3 * rate);
    const double N = random.logUniform (0.01, 50.0);
    double before = 0.0, peak = 1e-300, worstMiss = 0.0;
    for (int n = 0; n < steps; ++n)
    {
        const double push = amplitude * std::sin (2.0 * pi * tone * n * h), w = scene.w;
        const auto port = scene.port (push, h);
        const auto step = Law::solve (p, state, port, N, h, 2);
        const double lost = scene.move (push, step.force, h);
        const double work = h * push * 0.5 * (w + scene.w); // of the push on the block
        const double after = scene.energy() + step.storedEnergy;
        // Push and friction may cancel while each moves much: what one alone would exchange in a step counts.
        const double alone = h * std::abs (step.force * port.freeVelocity);
        peak = std::max ({ peak, after, std::abs (work), std::abs (step.frictionLoss), alone });
        worstMiss = std::max (worstMiss, step.miss);
        const std::array where { rate, double (n), N, amplitude, tone, scene.mass, peak };
        DEMAND (step.frictionLoss >= -1e-14 * peak, "friction loses energy", Law::info.name, where, step.frictionLoss);
        DEMAND (std::abs ((after - before) - (work - step.frictionLoss - lost)) <= 1e-13 * peak, "closed books",
                Law::info.name, where);
        DEMAND (step.passes <= slipPasses + 1.0, "bounded work", Law::info.name, where, step.passes);
        before = after;
    }
    DEMAND (worstMiss <= 1e-9, "the curve is met", Law::info.name, rate, N, amplitude, tone, worstMiss);
}

template <class... Laws>
void pushBlocksWith (LawList<Laws...>)
{
    for (const double rate : rates)
        for (int i = 0; i < rounds (400, 4000); ++i)
        {
            Random random (9000 + static_cast<std::uint64_t> (i));
            const auto fresh = random;
            ((random = fresh, pushBlocks<Laws> (random, rate)), ...);
        }
}
} // namespace

TEST_CASE ("a block pushed by a force over a body keeps its power balance, with any law")
{
    pushBlocksWith (FrictionLaws<double> {});
}

TEST_CASE ("pushed for a quarter of a second a block stays on its curve, wherever the push leads along it")
{
    // Once in millions of steps a push leads so close by a fold of v + b g (v) = c that a search with a bound of the
    // curvature creeps and is cut short: run 187 at 44.1 kHz missed by 5e-4 of the force in step 11 955.
    for (const double rate : rates)
        for (int i = longRun() ? 0 : 160; i < (longRun() ? 2000 : 220); ++i)
        {
            Random random (9000 + static_cast<std::uint64_t> (i));
            pushBlocks<Stribeck<double>> (random, rate, 12000);
        }
}

namespace
{
using Edge = std::pair<int, int>;
using Edges = std::set<Edge>;

// ContactMode, as small names for tables
constexpr int stick = 0, plus = 1, minus = 2, startPlus = 3, startMinus = 4;

/** All edges that a law takes in a row of random situations at one contact: pushes of every size and direction, blocks
    of every weight, curves of every shape. */
template <class Law>
Edges edgesTaken ()
{
    Edges edges;
    for (int i = 0; i < 3000; ++i)
    {
        Random random (300 + static_cast<std::uint64_t> (i));
        const double h = 1.0 / 48000.0;
        const auto p = Law::prepare (anyKnobs (random), h);
        BlockOnBody scene (random, h);
        ContactState<double> state {};
        const double N = random.logUniform (0.1, 10.0);
        scene.w = random.uniform (-1.0, 1.0) * 1e-3; // at rest, but for a drift
        state.endVelocity = scene.w;
        double push = 0.0;
        for (int n = 0; n < 100; ++n)
        {
            if (random.integer (0, 4) == 0)
                push = random.uniform (-1.0, 1.0) * N * random.logUniform (0.1, 100.0);
            const int before = static_cast<int> (state.mode);
            const auto step = Law::solve (p, state, scene.port (push, h), N, h, 2);
            scene.move (push, step.force, h);
            if (static_cast<int> (state.mode) != before)
                edges.insert ({ before, static_cast<int> (state.mode) });
        }
    }
    return edges;
}

/** One step of a law from a given discrete state against a block of 1 kg and 1 N of normal force, mu_s 0.8, mu_k 0.5.
    `w` is the block's velocity [m/s] and `push` the force on it [N]: guards are what the seed's tables say about them.
    */
template <class Law>
struct Situation
{
    static constexpr double h = 1e-3;
    ContactKnobs<double> knobs = []
    {
        ContactKnobs<double> k {};
        k.muStatic = 0.8;
        k.muKinetic = 0.5;
        k.inverseStribeckVelocity = 1.0;
        k.stiffnessPerForce = 1e4;
        k.breakaway = 0.5;
        k.stribeckExponent = 2.0;
        k.dahlExponent = 1.0;
        k.stickBand = 1e-2;
        k.stickRate = 1e3;
        k.thermalVelocity = 0.1;
        k.thermalTime = k.ageingTime = 1e-3;
        k.memoryTime = 1e-4;
        return k;
    }();

    int next (int from, double w, double push) const
    {
        const auto p = Law::prepare (knobs, h);
        ContactState<double> state {};
        state.mode = from;
        state.lastVelocity = state.endVelocity = w;
        const ContactPort<double> port { w + 0.5 * h * push, 0.5 * h, w + h * push, h };
        Law::solve (p, state, port, 1.0, h, 2);
        return static_cast<int> (state.mode);
    }
};
} // namespace

TEST_CASE ("H_DDS1 takes every printed transition, and no other")
{
    // Navarro-Lopez 2009, Definition 2: E = {(q1,q2), (q1,q3), (q2,q1), (q2,q3), (q3,q1), (q3,q2)}, guards after (8).
    CHECK (
        edgesTaken<HybridThree<double>>() ==
        Edges {
            { plus, minus }, { plus, stick }, { minus, plus }, { minus, stick }, { stick, plus }, { stick, minus } });

    const Situation<HybridThree<double>> at;
    CHECK (at.next (stick, 0.0, 0.79) == stick); // |T_eq| <= T_s
    CHECK (at.next (stick, 0.0, -0.79) == stick);
    CHECK (at.next (stick, 0.0, 0.81) == plus);   // G (q3, q1): T_eq > T_s
    CHECK (at.next (stick, 0.0, -0.81) == minus); // G (q3, q2)
    CHECK (at.next (plus, 0.1, 0.0) == plus);     // away from S
    CHECK (at.next (minus, -0.1, 0.0) == minus);
    CHECK (at.next (plus, 1e-6, 0.0) == stick);   // on S, |T_eq| <= T_s: G (q1, q3)
    CHECK (at.next (minus, -1e-6, 0.0) == stick); // G (q2, q3)
    CHECK (at.next (plus, 1e-6, -2.0) == minus);  // on S, T_eq < -T_s: G (q1, q2)
    CHECK (at.next (minus, -1e-6, 2.0) == plus);  // G (q2, q1)
}

TEST_CASE ("H_DDS2 takes every transition of its prose, and slips never turn round directly")
{
    const auto edges = edgesTaken<HybridFive<double>>();
    CHECK (edges == Edges { { plus, stick },
                            { minus, stick },
                            { stick, startPlus },
                            { stick, startMinus },
                            { startPlus, plus },
                            { startMinus, minus },
                            { startPlus, stick },
                            { startMinus, stick } });
    CHECK (edges.count ({ plus, minus }) + edges.count ({ minus, plus }) == 0);

    const Situation<HybridFive<double>> at; // delta = 0.01 m/s
    CHECK (at.next (stick, 0.0, 0.79) == stick);
    CHECK (at.next (stick, 0.0, 0.81) == startPlus);
    CHECK (at.next (stick, 0.0, -0.81) == startMinus);
    CHECK (at.next (startPlus, 0.009, 0.81) == startPlus); // still inside the band
    CHECK (at.next (startPlus, 0.011, 0.81) == plus);      // s v > delta
    CHECK (at.next (startMinus, -0.011, -0.81) == minus);
    CHECK (at.next (startPlus, -0.001, -0.81) == stick); // reversed before it started: first to stick
    CHECK (at.next (startMinus, 0.001, 0.81) == stick);
    CHECK (at.next (startPlus, 0.0, 0.5) == stick); // back in the sliding set, eq. (9)
    CHECK (at.next (plus, 1e-6, -2.0) == stick);    // s = 0: stick before anything else
    CHECK (at.next (minus, -1e-6, 2.0) == stick);
    CHECK (at.next (plus, 0.1, 0.0) == plus);
}

TEST_CASE ("Modelica's machine takes its printed transitions, and waits until v has its sign")
{
    // mode is Forward, Backward or Stuck; startForward and startBackward are Stuck with the start condition true.
    const auto edges = edgesTaken<Modelica<double>>();
    for (const auto& [from, to] : edges)
    {
        CAPTURE (from, to);
        CHECK_FALSE ((from == plus && (to == minus || to == startMinus || to == startPlus)));
        CHECK_FALSE ((from == minus && (to == plus || to == startPlus || to == startMinus)));
    }
    for (const auto& edge : { Edge { stick, plus }, Edge { stick, minus }, Edge { plus, stick }, Edge { minus, stick },
                              Edge { stick, startPlus }, Edge { startPlus, plus }, Edge { startPlus, stick },
                              Edge { stick, startMinus }, Edge { startMinus, minus }, Edge { startMinus, stick } })
    {
        CAPTURE (edge.first, edge.second);
        CHECK (edges.count (edge) == 1);
    }

    const Situation<Modelica<double>> at;
    CHECK (at.next (stick, 0.0, 0.79) == stick);
    CHECK (at.next (stick, 0.0, 0.81) == plus);              // starts and has its sign in the same step
    CHECK (at.next (stick, -0.002, 0.79) == stick);          // no acceleration asked for, whatever v is
    CHECK (at.next (stick, -0.002, 0.81) == startPlus);      // sa > 1, v < 0: pushed forward, waits
    CHECK (at.next (startPlus, -0.0015, 0.81) == startPlus); // v grows by 0.31e-3 m/s a step at most
    CHECK (at.next (startPlus, -0.0001, 0.81) == plus);      // v has its sign
    CHECK (at.next (startPlus, -0.002, 0.5) == stick);       // sa fell below 1 while it waited
    CHECK (at.next (stick, 0.002, -0.81) == startMinus);
    CHECK (at.next (startMinus, 0.0001, -0.81) == minus);
    CHECK (at.next (plus, 1e-6, -2.0) == stick);
    CHECK (at.next (minus, -1e-6, 2.0) == stick);
    CHECK (at.next (plus, 0.1, 0.0) == plus);
}

TEST_CASE ("Karnopp and the switch model change state as their bands say")
{
    const Situation<Karnopp<double>> karnopp; // DV = 0.01 m/s
    const Situation<SwitchModel<double>> leine;
    for (const int from : { stick, plus, minus, startPlus, startMinus }) // the speed alone decides
    {
        CAPTURE (from);
        CHECK (karnopp.next (from, 0.009, -9.0) == stick); // F_a stops it within F_s
        CHECK (karnopp.next (from, 0.0, 0.81) == startPlus);
        CHECK (karnopp.next (from, 0.0, -0.81) == startMinus);
        CHECK (karnopp.next (from, 0.011, 0.0) == plus);
        CHECK (karnopp.next (from, -0.011, 0.0) == minus);
        CHECK (leine.next (from, 0.0, 0.79) == stick);
        CHECK (leine.next (from, 0.0, 0.81) == startPlus);
        CHECK (leine.next (from, 0.0, -0.81) == startMinus);
        CHECK (leine.next (from, 0.011, 0.0) == plus);
        CHECK (leine.next (from, -0.011, 0.0) == minus);
    }
    // In stick the switch model leads the speed to zero at the rate alpha.
    const auto p = SwitchModel<double>::prepare (leine.knobs, leine.h);
    ContactState<double> state {};
    state.endVelocity = 1e-4;
    const ContactPort<double> port { 1e-4, 0.5e-3, 1e-4, 1e-3 };
    const auto step = SwitchModel<double>::solve (p, state, port, 1.0, leine.h, 2);
    CHECK_THAT (1e-4 - 1e-3 * step.force, WithinAbs (1e-4 * std::exp (-1.0), 1e-16)); // alpha h = 1
}

TEST_CASE ("a block that is pushed back while the switch model leads it to rest stays there without chatter")
{
    // The push takes the block to rest sooner than alpha does: friction can't hold it back from that.
    const Situation<SwitchModel<double>> scene;
    constexpr double h = 1e-5, push = -0.5; // [s], [N] on 1 kg
    auto knobs = scene.knobs;
    knobs.stickRate = 10.0;
    const auto p = SwitchModel<double>::prepare (knobs, h);
    ContactState<double> state {};
    double w = state.endVelocity = 5.002e-3; // not a whole number of steps
    for (int n = 0; n < 3000; ++n)
    {
        const ContactPort<double> port { w + 0.5 * h * push, 0.5 * h, w + h * push, h };
        const auto step = SwitchModel<double>::solve (p, state, port, 1.0, h, 2);
        w += h * (push - step.force);
        if (n > 1100) // 5 mm/s at 0.5 m/s^2 last 10 ms
        {
            REQUIRE_THAT (w, WithinAbs (0.0, 1e-15));
            REQUIRE_THAT (step.force, WithinAbs (push, rounded));
        }
    }
}

TEST_CASE ("memoryless laws hold on to the branch they are on: stick and slip at the same push")
{
    // Where the curve falls faster than the port yields there are two answers; history chooses (McIntyre, Schumacher &
    // Woodhouse). mu_s = 0.8, mu_k = 0.2, v_s = 0.1 m/s, b = 1 m/(s N): the slip branch ends below c = 0.8 m/s.
    using Law = Stribeck<double>;
    ContactKnobs<double> knobs {};
    knobs.muStatic = 0.8;
    knobs.muKinetic = 0.2;
    knobs.inverseStribeckVelocity = 10.0;
    knobs.stribeckExponent = 2.0;
    knobs.stiffness = 1e4;
    const double h = 1e-4;
    const auto p = Law::prepare (knobs, h);
    const auto curve = [] (double v) { return 0.2 + 0.6 * std::exp (-100.0 * v * v); };
    ContactState<double> state {};
    double lastStick = 0.0, lastSlip = 1.0;
    for (double c = 0.0; c < 1.0; c += 1e-3)
    {
        const auto step = Law::solve (p, state, { c, 1.0, 0.0, 0.0 }, 1.0, h, 2);
        if (state.mode == stick)
            lastStick = c;
        else
            REQUIRE_THAT (step.force, WithinAbs (curve (step.relativeVelocity), 1e-12));
    }
    for (double c = 1.0; c > 0.0 && state.mode == plus; c -= 1e-3)
    {
        const auto step = Law::solve (p, state, { c, 1.0, 0.0, 0.0 }, 1.0, h, 2);
        if (state.mode == plus)
        {
            lastSlip = c;
            REQUIRE_THAT (step.force, WithinAbs (curve (step.relativeVelocity), rounded));
        }
    }
    // The fold: smallest c with a root of v + g (v) = c on the fast side, by scanning the curve itself.
    double fold = 10.0;
    for (double v = 0.06; v < 1.0; v += 1e-5)
        fold = std::min (fold, v + curve (v));
    CHECK_THAT (lastStick, WithinAbs (0.8, 2e-3));
    CHECK_THAT (lastSlip, WithinAbs (fold, 2e-3));
    CHECK (fold < 0.6);
}

namespace
{
/** What findSlip() reads of a law's parameters. */
struct FallCurve
{
    double muStatic, muKinetic, inverseStribeckVelocity, viscosity, stribeckExponent, inflection;
};
FallCurve unitFall (double exponent)
{
    return { 1.0, 0.0, 1.0, 0.0, exponent, AnyFall::inflectionOf (exponent) };
}
} // namespace

TEST_CASE ("close by a fold, on either side of it, the search finds its state in a bounded number of evaluations")
{
    // f (u) = u + a s (u) - c over v_s, with c so that it all but touches zero where it turns round.
    const auto sweep = [] (auto fall, const char* name)
    {
        using Fall = decltype (fall);
        Random random (78);
        const int tried = rounds (1000, 20000);
        int folded = 0;
        for (int i = 0; i < tried; ++i)
        {
            const double exponent = random.uniform (0.5, 4.0), a = random.logUniform (0.3, 50.0);
            const auto p = unitFall (exponent);
            const auto f = [&] (double u) { return u + a * Fall::at (u, exponent).excess; };
            std::vector<double> folds;
            double before = 0.0;
            for (double u = 1e-5; u < 20.0; u *= 1.02)
            {
                const double rise = 1.0 + a * Fall::at (u, exponent).slope;
                if (rise * before < 0.0)
                    folds.push_back (f (u));
                before = rise;
            }
            if (folds.empty())
                continue;
            ++folded;
            const double gap = random.logUniform (1e-15, 0.1) * (random.integer (0, 1) == 0 ? -1.0 : 1.0);
            const double c =
                folds[static_cast<std::size_t> (random.integer (0, static_cast<int> (folds.size()) - 1))] * (1.0 + gap);
            const double start = random.integer (0, 1) == 0 ? 0.0 : random.uniform (0.0, 8.0);
            const auto branch = findSlip<Fall> (p, 1.0, a, c, start);
            CAPTURE (name, i, exponent, a, c, start, gap, branch.speed);
            REQUIRE (branch.passes <= slipPasses - 4.0);
            REQUIRE (branch.miss <= 1e-12);
            if (branch.speed > 1e-6)
                REQUIRE_THAT (f (branch.speed), WithinAbs (c, 1e-12 * (a + c)));
        }
        CHECK (folded > tried / 10);
    };
    sweep (GaussianFall {}, "Gaussian");
    sweep (ExponentialFall {}, "exponential");
    sweep (AnyFall {}, "any exponent");
    sweep (RationalFall {}, "rational");
    sweep (HyperbolicFall {}, "hyperbolic");
}

TEST_CASE ("any fall begins at one, in a straight line that its slope belongs to")
{
    for (const double exponent : { 0.5, 0.8, 1.0, 1.27, 2.0, 4.0 })
    {
        CAPTURE (exponent);
        CHECK (AnyFall::at (0.0, exponent).excess == 1.0);
        for (const double r : { 0.0, 3e-7, 9e-7 })
        {
            const double rise = AnyFall::at (r + 1e-7, exponent).excess - AnyFall::at (r, exponent).excess;
            CHECK_THAT (AnyFall::at (r, exponent).slope * 1e-7, WithinAbs (rise, 1e-15));
        }
        const double edge = std::exp (-std::pow (1e-6, exponent));
        CHECK_THAT (AnyFall::at (0.999999e-6, exponent).excess, WithinAbs (edge, 1e-8));
        CHECK_THAT (AnyFall::at (1e-6, exponent).excess, WithinAbs (edge, 1e-15));
    }
    // A fold within that line, found by the long sweep: the search went round in circles. u + a - c > 0 from the
    // start: no sliding state.
    const double exponent = 1.2655315052895382, a = 12.39927283714413, c = 12.399272557713907;
    const auto branch = findSlip<AnyFall> (unitFall (exponent), 1.0, a, c, 0.0);
    CHECK (branch.speed == 0.0);
    CHECK (branch.passes == 1.0);
}

TEST_CASE ("the search for a sliding state never passes the first one, for any curve and start")
{
    // Against a fine march of the equation itself, from the start in the direction that its sign tells.
    const auto sweep = [] (auto fall, const char* name)
    {
        using Fall = decltype (fall);
        Random random (77);
        const int tried = rounds (100, 20000);
        int compared = 0;
        for (int i = 0; i < tried; ++i)
        {
            const double muStatic = random.uniform (0.1, 2.0), vs = random.logUniform (1e-3, 1.0);
            FallCurve p { muStatic,
                          muStatic * random.uniform (0.05, 1.0),
                          1.0 / vs,
                          random.integer (0, 1) == 0 ? 0.0 : random.logUniform (1e-3, 1.0),
                          random.uniform (0.5, 4.0),
                          0.0 };
            p.inflection = AnyFall::inflectionOf (p.stribeckExponent);
            const double b = random.logUniform (1e-2, 10.0), N = random.logUniform (0.1, 10.0);
            const double C = random.uniform (0.0, 1.5) * b * N * muStatic;
            const double start = random.integer (0, 2) == 0 ? 0.0 : random.uniform (0.0, 8.0) * vs;
            const auto f = [&] (double u)
            {
                const double g =
                    N * (p.muKinetic + (p.muStatic - p.muKinetic) * Fall::at (u / vs, p.stribeckExponent).excess);
                return u * (1.0 + b * p.viscosity) + b * g - C;
            };
            const double direction = f (start) > 0.0 ? -1.0 : 1.0, pace = 1e-4 * vs;
            double u = start;
            bool found = false;
            for (int k = 0; k < 2000000 && ! found && u >= 0.0; ++k, u += direction * pace)
                found = f (u) * direction >= 0.0;
            const auto branch = findSlip<Fall> (p, N, b, C, start);
            CAPTURE (name, i, b, N, C, start, vs, p.stribeckExponent, p.muStatic, p.muKinetic, u, branch.speed,
                     branch.passes);
            const double slope = (f (u + pace) - f (u - pace)) / (2.0 * pace);
            if (u > 10.0 * pace && found &&
                std::abs (slope) > 0.05) // near a fold the march itself is too coarse to judge
            {
                REQUIRE_THAT (branch.speed, WithinAbs (u, 3.0 * pace / std::min (1.0, std::abs (slope))));
                REQUIRE (branch.miss <= 1e-9);
                ++compared;
            }
        }
        CHECK (compared > tried / 4);
    };
    sweep (GaussianFall {}, "Gaussian");
    sweep (ExponentialFall {}, "exponential");
    sweep (AnyFall {}, "any exponent");
    sweep (RationalFall {}, "rational");
    sweep (HyperbolicFall {}, "hyperbolic");
}
