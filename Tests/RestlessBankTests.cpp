// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/BowedStrings.h"
#include "Support/LongRun.h"
#include "Support/Scene.h"
#include "Synth/Bank/VoiceGroup.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Strings/StringSet.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/** What a bank has in hand between two stretches must be true whatever moved in between, in whatever order. */
using namespace kolophon;
using namespace kolophon::test;

namespace
{
constexpr double rate = 48000.0;

/** Seeds of stories: one that failed, and the first ones. */
std::vector<int> storiesOf (int count)
{
    std::vector<int> seeds { 542 };
    for (int seed = 0; seed < count; ++seed)
        seeds.push_back (seed);
    return seeds;
}

/** Strings, bars, blocks and hands of which anything may move at any time, as voices move them: a lane that gets fewer
    modes, or wakes, is silent. */
class RestlessGroup
{
public:
    explicit RestlessGroup (std::uint64_t seed) : random (seed), group (bowedStrings (24, 4))
    {
        group->string.impedance.fill (0.4);
        group->body.mass.fill (0.5);
        group->hand.stiffness.fill (2e4);
        group->hand.mass.fill (0.02);
        group->hand.damping.fill (0.1);
        update();
    }

    /** Moves one thing. Returns its name. */
    const char* move ()
    {
        const int one = random.integer (0, VoiceGroup::lanes - 1);
        const auto lane = static_cast<std::size_t> (one);
        taken.fill (0.0);
        switch (random.integer (0, 14))
        {
            case 0:
                group->setLaw (
                    random.integer (0, 1) == 0 ? 0 : random.integer (1, static_cast<int> (lawTable().size()) - 1));
                random.integer (0, 1); // so that stories stay those of earlier versions
                random.uniform (0.0, 0.03);
                return "law";
            case 1:
                set (group->string.fundamental, lane, group->string.fundamental[lane] * random.uniform (0.95, 1.05));
                return "pitch";
            case 2: set (group->string.position, lane, random.uniform (0.05, 0.4)); return "position";
            case 3:
                setCount (group->string.soundingCount, lane, random.integer (1, 24));
                setCount (group->string.silentCount, lane, random.integer (0, 4));
                return "number of modes";
            case 4:
            {
                const int kind = group->isBlock (lane) ? 0 : random.integer (0, 2); // a block's hand is rigid
                setCount (group->hand.count, lane, kind > 1 ? VoiceGroup::maxHand : kind);
                set (group->hand.kind, lane, kind);
                return "hand";
            }
            case 5:
            {
                const auto* const table = random.integer (0, 1) == 0
                                              ? nullptr
                                              : modesOf (random.integer (0, static_cast<int> (bodyTable().size()) - 1));
                setCount (group->string.soundingCount, lane, table == nullptr ? 24 : std::min (24, table->count));
                setCount (group->string.silentCount, lane, table == nullptr ? 4 : 0);
                const bool turns = table != nullptr && group->table[lane] != nullptr; // one into the other
                set (group->before, lane, turns ? group->table[lane] : nullptr);
                set (group->arrived, lane, turns ? random.uniform (0.0, 1.0) : 1.0);
                set (group->table, lane, table);
                return "body";
            }
            case 6:
                silence (lane);
                group->wake (one);
                set (group->kind, lane, random.integer (0, 1));
                set (group->string.tension, lane, 0.0);
                set (group->hand.kind, lane, 0.0);
                return "block";
            case 7:
                silence (lane);
                group->wake (one);
                return "silence";
            case 8: booked = ! booked; return "books";
            case 9:
                if (group->bank.layout.running)
                {
                    lanes::readyBridge (*group);
                    VoiceGroup::Lane shortening {};
                    for (std::size_t each = 0; each < VoiceGroup::lanes; ++each)
                        if (! group->isBlock (each) && group->table[each] == nullptr)
                            shortening[each] = random.uniform (-1e-3, 1e-3);
                    lanes::pullAtBridge (*group, shortening);
                }
                return "bridge";
            case 10:
                for (int each = 0; each < VoiceGroup::lanes; ++each)
                {
                    const bool now = each == one || random.integer (0, 3) == 0;
                    auto& its = awake[static_cast<std::size_t> (each)];
                    if (now != its)
                        silence (static_cast<std::size_t> (each));
                    if (now && ! its)
                        group->wake (each);
                    its = now;
                }
                return "who is awake";
            case 12: moveSides (lane); return "sides";
            case 11:
                for (std::size_t each : everyLane)
                    if (each == lane || random.integer (0, 1) == 0)
                        set (group->string.tension, each,
                             group->isBlock (each) || random.integer (0, 2) == 0 ? 0.0 : random.logUniform (1e-4, 1.0));
                return "tension";
            case 13: return moveSecond (lane);
            default: lanes::flush (*group); return "all settle";
        }
    }

    void update () { updateBodies (*group, awake, 1.0 / rate, booked); }
    void play ()
    {
        for (double& velocity : group->bow.velocity)
            velocity = random.uniform (0.02, 0.3);
        for (double& force : group->bow.normalForce)
            force = std::max (0.0, random.uniform (-0.2, 1.5));
        const auto books = booked ? static_cast<Books> (random.integer (1, 2)) : Books::closed;
        lanes::render (*group, 1.0 / rate, 2, random.integer (1, 40), books, {}, awake);
    }

    Random random;
    std::unique_ptr<VoiceGroup> group;
    lanes::LaneFlags awake = lanes::everyLaneAwake;
    bool booked = false;
    VoiceGroup::Lane taken {}; // energy that the last move took out of silenced lanes [J]

private:
    static constexpr std::size_t everyLane[] = { 0, 1, 2, 3, 4, 5, 6, 7 };

    template <class Inputs, class Value>
    void set (Inputs& inputs, std::size_t lane, Value value)
    {
        group->coefficients.set (inputs[lane], lane, static_cast<typename Inputs::value_type> (value));
    }
    /** Lets something touch beside the bow, or lets it go: a law of its own in all lanes, a touch in one. */
    void moveSides (std::size_t lane)
    {
        for (std::size_t which = 0; which < VoiceGroup::maxBeside; ++which)
        {
            auto& side = group->sides[which];
            group->setSide (which, random.integer (0, static_cast<int> (lawTable().size()) - 1),
                            random.integer (0, 2) == 0);
            for (std::size_t each : everyLane)
            {
                const double missing = side.law.residualCompliance[each];
                eachField ([each] (VoiceGroup::Lane& to, const VoiceGroup::Lane& from) { to[each] = from[each]; },
                           side.law, group->law);
                side.law.residualCompliance[each] = missing; // of its own place
                side.stop.stiffness[each] = random.logUniform (1e2, 1e6);
                side.stop.damping[each] = random.uniform (0.0, 20.0);
                moveHeldMass (side, each);
            }
            side.gives[lane] = random.integer (0, 1) == 0 ? 1.0 : 0.0;
            side.stop.gap[lane] =
                random.integer (0, 1) == 0 ? StopKnobs<double>::farAway : random.uniform (-1e-5, 1e-4);
            side.bow.normalForce[lane] = std::max (0.0, random.uniform (-1.0, 1.0));
            side.bow.velocity[lane] = random.uniform (-0.2, 0.2);
            set (group->sidePlace[which], lane, random.integer (0, 3) == 0 ? 0.5 : random.uniform (0.01, 0.99));
        }
        movePresser (lane);
    }
    /** Lets a spring press the bow in one lane, or lets it go; moves its knobs in all. */
    void movePresser (std::size_t lane)
    {
        group->setPresser (random.integer (0, 1) == 0);
        auto& side = group->sides[VoiceGroup::presser];
        for (std::size_t each : everyLane)
        {
            side.stop.stiffness[each] = random.logUniform (1e2, 1e7);
            side.stop.damping[each] = random.uniform (0.0, 20.0);
            moveHeldMass (side, each);
            set (group->tilt, each, random.integer (0, 2) == 0 ? 0.0 : random.uniform (-5.0, 5.0));
            set (group->secondTilt, each, random.uniform (-5.0, 5.0));
        }
        const bool presses = random.integer (0, 1) == 0;
        side.stop.gap[lane] = presses ? random.uniform (0.0, 1e-3) : StopKnobs<double>::farAway;
        side.gives[lane] = presses ? 1.0 : 0.0;
    }
    void moveHeldMass (VoiceGroup::Side& side, std::size_t lane)
    {
        side.hand.mass[lane] = random.logUniform (1e-4, 10.0);
        side.hand.stiffness[lane] = random.logUniform (0.1, 1e5);
        side.hand.damping[lane] = random.uniform (0.0, 0.9);
    }
    /** Gives a lane a second body, another one, or none; or moves its knobs. */
    const char* moveSecond (std::size_t lane)
    {
        if (group->isBlock (lane))
            return "no second body";
        auto& knobs = group->secondKnobs;
        set (knobs.fundamental, lane, random.logUniform (60.0, 2000.0));
        set (knobs.mass, lane, random.logUniform (1e-3, 1.0));
        set (knobs.position, lane, random.uniform (0.05, 0.4));
        set (knobs.quality, lane, random.logUniform (20.0, 1000.0));
        set (knobs.side, lane, random.uniform (-1.0, 1.0));
        if (random.integer (0, 1) == 0)
            return "a second body's knobs";
        const auto before = group->second[lane];
        SecondBody second;
        const int kind = random.integer (0, 2); // none, string, table
        second.table =
            kind == 2 ? modesOf (2 + random.integer (0, static_cast<int> (bodyTable().size()) - 3)) : nullptr;
        second.isString = kind == 1;
        second.first = kind == 0 ? 0 : static_cast<int> (group->string.soundingCount[lane]);
        second.count = kind == 0 ? 0 : random.integer (1, kind == 2 ? std::min (12, second.table->count) : 12);
        second.end = std::max (
            { before.end, second.first + second.count, static_cast<int> (group->string.soundingCount[lane]) });
        set (group->before, lane, group->table[lane]);
        set (group->arrived, lane, before.exists() ? random.uniform (0.0, 1.0) : 1.0);
        group->coefficients.set (group->secondBefore[lane], lane, before);
        group->coefficients.set (group->second[lane], lane, second);
        return "a second body";
    }
    void silence (std::size_t lane) { taken[lane] += group->silence (static_cast<int> (lane)); }
    void setCount (VoiceGroup::Lane& count, std::size_t lane, int wanted)
    {
        if (wanted < count[lane])
        {
            silence (lane);
            group->wake (static_cast<int> (lane));
        }
        set (count, lane, wanted);
    }
};
} // namespace

TEST_CASE ("whatever moved, the bank has in hand what it would have if all were made anew, and no joule more or less")
{
    for (const int seed : storiesOf (rounds (300, 6000)))
    {
        RestlessGroup restless (static_cast<std::uint64_t> (5000 + seed));
        std::string story;
        for (int n = 0; n < 60; ++n)
        {
            VoiceGroup::Lane before, after;
            lanes::energies (*restless.group, before);
            const auto wasAwake = restless.awake;
            const std::string moved = restless.move();
            story += (n > 0 ? ", " : "") + moved;
            restless.update();
            lanes::energies (*restless.group, after);
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                if (restless.awake[lane] && wasAwake[lane] && moved != "bridge") // which alone does work
                {
                    CAPTURE (seed, n, lane, story, lawTable()[static_cast<std::size_t> (restless.group->lawIndex)].id);
                    REQUIRE_THAT (after[lane],
                                  Catch::WithinAbs (before[lane] - restless.taken[lane], 1e-12 * before[lane]));
                }
            auto asItIs = std::make_unique<VoiceGroup> (*restless.group),
                 anew = std::make_unique<VoiceGroup> (*restless.group);
            lanes::flush (*anew);
            for (auto* each : { asItIs.get(), anew.get() })
                lanes::render (*each, 1.0 / rate, 2, 2, true, {}, restless.awake);
            for (std::size_t row = 0; row < 2; ++row)
                for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                    if (restless.awake[lane])
                    {
                        CAPTURE (seed, n, row, lane, story, lawTable()[static_cast<std::size_t> (asItIs->lawIndex)].id);
                        // Where a rigid law holds a contact that a spring presses, rounding may decide whether the
                        // step ends as a hold or under F = d v, whose slip is a thousandth.
                        const bool mayTurn =
                            asItIs->sides[VoiceGroup::presser].gives[lane] > 0.0 &&
                            lawTable()[static_cast<std::size_t> (asItIs->lawIndex)].family != "Bristle";
                        const double tolerance = mayTurn ? 5e-3 : 1e-8;
                        const auto agree = [&] (const VoiceGroup::Rows& found, const VoiceGroup::Rows& expected)
                        {
                            const double scale = std::max (1.0, std::abs (expected[row][lane]));
                            REQUIRE_THAT (found[row][lane], Catch::WithinAbs (expected[row][lane], tolerance * scale));
                        };
                        agree (asItIs->force, anew->force);
                        agree (asItIs->odd, anew->odd);
                        agree (asItIs->even, anew->even);
                        agree (asItIs->relativeVelocity, anew->relativeVelocity);
                        agree (asItIs->stored, anew->stored);
                        agree (asItIs->bodyLoss, anew->bodyLoss);
                        const double work = asItIs->work[row][lane], friction = asItIs->frictionLoss[row][lane],
                                     body = asItIs->bodyLoss[row][lane], stored = asItIs->stored[row][lane];
                        const double allowed = 1e-13 * (after[lane] + stored + std::abs (work) + friction) + 1e-20;
                        REQUIRE (std::abs (asItIs->residual[row][lane]) <= allowed);
                        if (row == 0)
                            REQUIRE_THAT (stored, Catch::WithinAbs (after[lane] + work - friction - body, allowed));
                    }
            restless.play();
        }
    }
}

namespace
{
/** A group whose coefficients are computed from nothing: the inputs of another, in the same layout. */
std::unique_ptr<VoiceGroup> computedAnew (const VoiceGroup& like)
{
    auto group = std::make_unique<VoiceGroup>();
    group->clear();
    static_cast<BodyInputs&> (*group) = like;
    group->wanted = like.wanted;
    group->lawIndex = like.lawIndex;
    group->coefficients.wantsLosses = true;
    lanes::updateBodies (*group, 1.0 / rate);
    return group;
}

/** Lets the bank run, with all that it can have in hand. */
void run (VoiceGroup& group)
{
    lanes::enterRunningLayout (group, 1.0 / rate);
    lanes::readyBridge (group);
    group.refreshLanes();
}

/** Every coefficient of a lane that the bank runs with, but for states, in one row. */
std::vector<double> coefficientsOf (const VoiceGroup& its, std::size_t lane, bool withLosses)
{
    std::vector<double> all;
    const auto keep = [&] (const VoiceGroup::Lane& value) { all.push_back (value[lane]); };
    for (int m = 0; m < VoiceGroup::maxSlots; ++m)
    {
        if (! its.visits (m))
            continue;
        const auto slot = static_cast<std::size_t> (m);
        const auto& run = its.bank.records[VoiceGroup::runningIndex (m)];
        for (const auto* value :
             { &run.w, &run.kappa, &run.tap, &run.bx, &run.bd, &its.standing.slots[slot].r, &its.standing.shapes[slot],
               &its.bank.readouts[slot].Q, &its.bank.readouts[slot].toX1, &its.bank.readouts[slot].toX2,
               &its.bank.ends[slot].x, &its.bank.ends[slot].d })
            keep (*value);
        if (withLosses)
            eachField (keep, its.bank.books[VoiceGroup::runningIndex (m)]);
        if (its.wanted.tight)
        {
            eachField (keep, its.bank.tightModes[VoiceGroup::runningIndex (m)]);
            keep (its.bank.endReaches[slot]);
        }
        if (m < VoiceGroup::maxSounding)
        {
            eachField (keep, its.bank.atBridge[slot]);
            if (its.wanted.pickups)
                keep (its.bank.secondTaps[slot]);
        }
    }
    for (const auto* value :
         { &its.response.mobility, &its.response.endMobility, &its.response.tapSquares, &its.law.residualCompliance })
        keep (*value);
    if (! its.wanted.tight) // nothing is pending there
        for (const auto* value :
             { &its.bank.kernels.mean[0][0], &its.bank.kernels.odd[0], &its.bank.kernels.even[0],
               &its.bank.kernels.end[0][0], &its.bank.kernels.bridgeMean[0], &its.bank.kernels.bridgeEnd[0] })
            keep (*value);
    if (its.wanted.sides == 0)
        return all;
    const int ports = 1 + std::popcount (its.wanted.sides);
    for (int i = 0; i < ports; ++i)
        for (int j = i; j < ports; ++j)
        {
            keep (its.response.portMobility.at (i, j));
            keep (its.response.portEndMobility.at (i, j));
        }
    for (std::size_t side = 0, port = 1; side < VoiceGroup::maxSides; ++side)
        if (its.wanted.has (side))
        {
            keep (its.sides[side].law.residualCompliance);
            for (int m = 0; m < VoiceGroup::maxSlots; ++m)
                if (its.visits (m))
                    keep (its.standing.portShapes[port][static_cast<std::size_t> (m)]);
            for (std::size_t other = 0; ! its.wanted.tight && other <= port; ++other)
            {
                keep (its.bank.kernels.mean[port][other]);
                keep (its.bank.kernels.end[port][other]);
            }
            ++port;
        }
    return all;
}
} // namespace

TEST_CASE ("in whatever order inputs move and lanes sleep and wake, every coefficient is as if computed from nothing")
{
    for (int seed = 0; seed < rounds (60, 3000); ++seed)
    {
        RestlessGroup restless (static_cast<std::uint64_t> (90000 + seed));
        Random random (static_cast<std::uint64_t> (95000 + seed));
        std::string story;
        for (int n = 0; n < 60; ++n)
        {
            for (int moves = random.integer (1, 3); moves > 0; --moves)
                story += std::string (restless.move()) + ", ";
            restless.update();
            const auto found = std::make_unique<VoiceGroup> (*restless.group),
                       expected = computedAnew (*restless.group);
            run (*found);
            run (*expected);
            const bool withLosses = found->coefficients.valid.losses;
            for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
            {
                if (! restless.awake[lane])
                    continue;
                const auto have = coefficientsOf (*found, lane, withLosses),
                           want = coefficientsOf (*expected, lane, withLosses);
                REQUIRE (have.size() == want.size());
                for (std::size_t i = 0; i < have.size(); ++i)
                    if (std::abs (have[i] - want[i]) > 1e-9 * std::abs (want[i]) + 1e-15)
                    {
                        CAPTURE (seed, n, lane, i, have.size(), story);
                        REQUIRE (have[i] == want[i]);
                    }
            }
            restless.play();
        }
    }
}

TEST_CASE ("groups that a bridge ties together play as they do apart, whatever they are")
{
    for (int seed = 0; seed < rounds (100, 3000); ++seed)
    {
        Random random (70000 + static_cast<std::uint64_t> (seed));
        RestlessGroup one (static_cast<std::uint64_t> (80000 + 2 * seed)),
            other (static_cast<std::uint64_t> (80001 + 2 * seed));
        std::string story;
        for (int n = 0; n < 12; ++n)
        {
            for (auto* each : { &one, &other })
            {
                for (int moves = random.integer (0, 3); moves > 0; --moves)
                    story += std::string (each->move()) + ", ";
                each->update();
                each->play();
            }
            const int steps = random.integer (1, 12);
            const auto books = static_cast<Books> (random.integer (0, 2));
            std::vector<std::array<VoiceGroup::Lane, 2>> shortenings (static_cast<std::size_t> (steps));
            for (auto& both : shortenings)
                for (std::size_t g = 0; g < 2; ++g)
                    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                    {
                        const auto& group = g == 0 ? *one.group : *other.group;
                        both[g][lane] =
                            random.integer (0, 2) == 0 && ! group.isBlock (lane) && group.table[lane] == nullptr
                                ? random.uniform (-1e-4, 1e-4)
                                : 0.0;
                    }
            std::array<std::unique_ptr<VoiceGroup>, 2> tied { std::make_unique<VoiceGroup> (*one.group),
                                                              std::make_unique<VoiceGroup> (*other.group) },
                apart { std::make_unique<VoiceGroup> (*one.group), std::make_unique<VoiceGroup> (*other.group) };

            auto between = [&] (int step)
            {
                for (std::size_t g = 0; g < 2; ++g)
                    lanes::pullAtBridge (*tied[g], shortenings[static_cast<std::size_t> (step)][g]);
            };
            const auto call = [] (void* context, int step) { (*static_cast<decltype (between)*> (context)) (step); };
            const lanes::TiedGroup groups[] = { { tied[0].get(), one.awake }, { tied[1].get(), other.awake } };
            const auto room = std::make_unique<lanes::TiedRoom>();
            lanes::renderTied (groups, 1.0 / rate, 2, steps, books, {}, { &between, call }, *room);

            for (int step = 0; step < steps; ++step)
                for (std::size_t g = 0; g < 2; ++g)
                {
                    const auto& awake = g == 0 ? one.awake : other.awake;
                    lanes::render (*apart[g], 1.0 / rate, 2, 1, books, {}, awake);
                    lanes::readyBridge (*apart[g]);
                    lanes::pullAtBridge (*apart[g], shortenings[static_cast<std::size_t> (step)][g]);
                    for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                    {
                        if (! awake[lane])
                            continue;
                        CAPTURE (seed, n, step, g, lane, story);
                        const auto row = static_cast<std::size_t> (step);
                        REQUIRE (tied[g]->odd[row][lane] == apart[g]->odd[0][lane]);
                        REQUIRE (tied[g]->even[row][lane] == apart[g]->even[0][lane]);
                        if (books != Books::closed)
                            REQUIRE (tied[g]->work[row][lane] == apart[g]->work[0][lane]);
                    }
                }
        }
    }
}

TEST_CASE ("a key that is struck again sounds as it did, whatever its neighbours did while its string slept")
{
    constexpr int again = 1500 * 32, samples = 2 * again;
    for (std::size_t type = 0; type < bodyTable().size(); ++type)
        for (const int high : { 96, 72, 37 })
        {
            CAPTURE (bodyTable()[type].name, high);
            const auto played = [type, high] (bool bends)
            {
                PreparedSynth synth (patchWith ({ { "body.type", static_cast<double> (type) },
                                                  { "body.decay", 0.1 },
                                                  { "body.quality", 20.0 },
                                                  { "voice.mode", static_cast<double> (VoiceMode::poly) },
                                                  { "voice.guide", 0.0 },
                                                  { "voice.pitch_lock", 0.0 },
                                                  { "voice.humanise", 0.0 },
                                                  { "hand.stroke", static_cast<double> (Stroke::down) } }),
                                     rate);
                synth.listenTo (0);
                std::vector<PerformanceEvent> events { noteOn (0, 36), noteOn (32, high, 0.6, 1), noteOff (3200, 36),
                                                       noteOn (again, 36) };
                if (bends)
                    for (const auto& [at, value] : { std::pair { again / 2, 0.7 }, { again / 2 + 4800, 0.0 } })
                        events.push_back (event (at, Type::pitchBend, 0, value, 1));
                return render (synth, std::move (events), samples).left;
            };
            const auto plain = played (false);
            REQUIRE (std::any_of (plain.begin() + again, plain.end(), [] (double x) { return std::abs (x) > 1e-5; }));
            CHECK (played (true) == plain);
        }
}
