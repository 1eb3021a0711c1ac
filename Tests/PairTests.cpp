// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ChalkNumbers.h"
#include "Support/Knobs.h"
#include "Support/LongRun.h"
#include "Support/Scene.h"

#include "Core/Units.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Strings/StringSet.h"
#include "Synth/VoiceParts/PlayedBody.h"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

/** Two bodies that rub: at their contact v = v_hand - u_first + u_second. */
using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** A mode of a test body: its frequency [Hz], quality factor and mass at the contact [kg]. */
struct Line
{
    double f, Q, mass;
};

/** A body of 1 kg with these modes, whose decay rates are those of a body with s_0 = 1/s. */
ModeTable bodyOf (const std::vector<Line>& lines)
{
    ModeTable table;
    table.loss = 0.0;
    for (const auto& line : lines)
    {
        const auto m = static_cast<std::size_t> (table.add (line.f / lines[0].f));
        table.decay[m] = pi * line.f / line.Q;
        table.shape[m].fill (1.0 / std::sqrt (line.mass));
        table.left[m] = table.right[m] = 1.0 / std::sqrt (line.mass);
    }
    table.finish();
    return table;
}

/** A group whose lanes all hold one pair; the knobs are those of bodyOf(). */
struct Pair
{
    std::unique_ptr<VoiceGroup> group = std::make_unique<VoiceGroup>();
    double rate;

    Pair (double itsRate, const ModeTable& first, double f1, const ModeTable* second, double f2) : rate (itsRate)
    {
        group->clear();
        group->table.fill (&first);
        group->string.fundamental.fill (f1);
        group->string.decayRate.fill (1.0);
        group->string.quality.fill (1e12);
        group->string.soundingCount.fill (first.count);
        group->body.mass.fill (1.0);
        if (second != nullptr)
            group->second.fill ({ second, false, first.count, second->count, first.count + second->count });
        group->secondKnobs.fundamental.fill (f2);
        group->secondKnobs.decayRate.fill (1.0);
        group->secondKnobs.quality.fill (1e12);
        group->secondKnobs.mass.fill (1.0);
        group->coefficients.markAll();
    }

    /** The one law that is a linear spring and damper as long as it holds: it never lets go of 10 kN. */
    void clamp (double stiffness, double damping)
    {
        law (stiffness, damping, 0.99, 1.0, 1.0, 1.0);
        group->bow.normalForce.fill (1e4);
    }
    void law (double stiffness, double damping, double breakaway, double muStatic, double muKinetic, double stribeck)
    {
        auto& l = group->law;
        l.stiffness.fill (stiffness);
        l.stiffnessPerForce.fill (0.0);
        l.damping.fill (damping);
        l.viscosity.fill (0.0);
        l.breakaway.fill (breakaway);
        l.muStatic.fill (muStatic);
        l.muKinetic.fill (muKinetic);
        l.inverseStribeckVelocity.fill (1.0 / stribeck);
    }
    void step (int steps = 1, int passes = 4)
    {
        updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
        lanes::render (*group, 1.0 / rate, passes, steps, true);
    }
    double force () const { return group->force[0][0]; }
};
} // namespace

TEST_CASE ("two single modes in a clamp move as the coupled oscillators that they are", "[pair]")
{
    // q_a'' + 2 s_a q_a' + w_a^2 q_a = phi_a F,  q_b likewise with -F,  F = k x + s x',  x' = -u_a + u_b:
    // the eigenvalues of that linear system, against those of the step's map.
    const Line a { 300.0, 200.0, 0.05 }, b { 410.0, 150.0, 0.02 };
    const double k = 2e4, damping = 0.3, rate = 768e3;
    const auto first = bodyOf ({ a }), second = bodyOf ({ b });
    Eigen::Matrix<double, 5, 5> system = Eigen::Matrix<double, 5, 5>::Zero(); // q_a, q_a', q_b, q_b', x
    const double wa = 2.0 * pi * a.f, wb = 2.0 * pi * b.f, pa = 1.0 / std::sqrt (a.mass), pb = 1.0 / std::sqrt (b.mass);
    Eigen::RowVectorXd force = Eigen::RowVectorXd::Zero (5);
    force << 0.0, -damping * pa, 0.0, damping * pb, k;
    system (0, 1) = system (2, 3) = 1.0;
    system (1, 0) = -wa * wa;
    system (1, 1) = -wa / a.Q;
    system (3, 2) = -wb * wb;
    system (3, 3) = -wb / b.Q;
    system.row (1) += pa * force;
    system.row (3) -= pb * force;
    system (4, 1) = -pa;
    system (4, 3) = pb;
    const Eigen::VectorXcd expected = system.eigenvalues();

    Eigen::Matrix<double, 5, 5> map;
    for (int i = 0; i < 5; ++i)
    {
        Pair pair (rate, first, a.f, &second, b.f);
        pair.clamp (k, damping);
        const double amount = 1e-4;
        auto& slots = pair.group->standing.slots;
        if (i < 4)
            (i % 2 == 0 ? slots[static_cast<std::size_t> (i / 2)].x1 : slots[static_cast<std::size_t> (i / 2)].x2)
                .fill (amount);
        else
            pair.group->contact.bristleCoordinate.fill (amount);
        pair.step();
        for (int m = 0; m < 2; ++m)
        {
            const auto now = pair.group->modeNow (m, 0);
            map (2 * m, i) = now.x1 / amount;
            map (2 * m + 1, i) = now.x2 / amount;
        }
        map (4, i) = pair.group->contact.bristleCoordinate[0] / amount;
    }
    const Eigen::VectorXcd found = map.eigenvalues();
    for (const auto& one : expected)
    {
        double nearest = 1e9;
        for (const auto& other : found)
            nearest = std::min (nearest, std::abs (std::log (other) * rate - one));
        CAPTURE (one.real(), one.imag(), nearest);
        CHECK (nearest < 2e-4 * std::abs (one) + 1e-6); // one is 0: the bristle keeps how far both have moved
    }
}

namespace
{
/** Chalk on a board: the reference of ReferenceNumbers.md, steady sliding at 0.12 m/s under 2 N. */
struct Chalk : Pair
{
    static constexpr double N = 2.0, V = 0.12, k = 3e5;
    static ModeTable board () { return bodyOf ({ { 1200.0, 60.0, 0.08 }, { 2900.0, 80.0, 0.06 } }); }
    static ModeTable stick (double detune)
    {
        return bodyOf ({ { 60.0, 3.0, 0.012 }, { 1200.0 * (1.0 + detune), 40.0, 0.006 }, { 3100.0, 40.0, 0.004 } });
    }

    Chalk (double itsRate, const ModeTable& ofBoard, const ModeTable& ofStick)
        : Pair (itsRate, ofBoard, 1200.0, &ofStick, 60.0)
    {
        law (k, 3.0, 0.5, 0.7, 0.4, 0.1);
        updateBodies (*group, lanes::everyLaneAwake, 1.0 / rate, true);
        const double g = N * (0.4 + 0.3 * std::exp (-std::pow (V / 0.1, 2)));
        group->bow.velocity.fill (V);
        group->bow.normalForce.fill (N);
        group->contact.bristleCoordinate.fill (g / std::sqrt (k));
        group->contact.lastVelocity.fill (V);
        for (std::size_t m = 0; m < 5; ++m)
            group->standing.slots[m].x1.fill (group->standing.slots[m].r[0] * g);
    }
    Eigen::VectorXd state () const
    {
        Eigen::VectorXd all (11);
        for (int m = 0; m < 5; ++m)
        {
            const auto now = group->modeNow (m, 0);
            all[2 * m] = now.x1;
            all[2 * m + 1] = now.x2;
        }
        all[10] = group->contact.bristleCoordinate[0];
        return all;
    }
};
} // namespace

TEST_CASE ("chalk and board in the bank grow at the eigenvalues of steady sliding, tuned and detuned", "[pair]")
{
    const auto board = Chalk::board();
    for (const auto& tuning : chalkNumbers)
    {
        const double rate = 384e3;
        const auto stick = Chalk::stick (tuning.detune);
        const auto moved = [&] (int which, double by)
        {
            Chalk chalk (rate, board, stick);
            auto& slot = chalk.group->standing.slots[static_cast<std::size_t> (which / 2)];
            auto& entry = which == 10 ? chalk.group->contact.bristleCoordinate : which % 2 == 0 ? slot.x1 : slot.x2;
            for (double& lane : entry)
                lane += by;
            chalk.step (1, 20);
            return chalk.state();
        };
        Eigen::MatrixXd map (11, 11);
        for (int i = 0; i < 11; ++i)
            map.col (i) = (moved (i, 1e-7) - moved (i, -1e-7)) / 2e-7;
        const Eigen::VectorXcd eigenvalues = map.eigenvalues();
        for (int k = 0; k < 3; ++k)
        {
            double nearest = 1e9, found = 0.0;
            for (const auto& one : eigenvalues)
            {
                const auto lambda = std::log (one) * rate;
                if (const double off = std::abs (lambda.imag() / (2.0 * pi) - tuning.f[k]); off < nearest)
                {
                    nearest = off;
                    found = lambda.real();
                }
            }
            CAPTURE (tuning.detune, tuning.f[k], nearest, found);
            CHECK (nearest < 2e-3 * tuning.f[k]);
            CHECK_THAT (found, WithinRel (tuning.growth[k], 1e-2));
        }
    }
}

TEST_CASE ("a board squeals much louder under chalk of its own pitch than under one that is 20 percent off", "[pair]")
{
    const auto board = Chalk::board();
    const auto loudnessAt = [&] (double detune)
    {
        const auto stick = Chalk::stick (detune);
        Chalk chalk (192e3, board, stick);
        chalk.group->standing.slots[0].x2.fill (1e-6);
        double sum = 0.0;
        int count = 0;
        for (int n = 0; n < 192000; n += VoiceGroup::maxSteps)
        {
            chalk.step (VoiceGroup::maxSteps, 3);
            if (n < 96000)
                continue;
            const auto now = chalk.group->modeNow (0, 0);
            sum += now.x2 * now.x2; // x1 also holds the steady deflection
            ++count;
        }
        return std::sqrt (sum / count);
    };
    const double tuned = loudnessAt (0.0), flat = loudnessAt (-0.2), sharp = loudnessAt (0.2);
    CAPTURE (tuned, flat, sharp, tuned / flat, tuned / sharp);
    CHECK_THAT (tuned / std::sqrt (flat * sharp), WithinRel (20.0, 0.3));
    CHECK (flat < tuned / 12.0);
    CHECK (sharp < tuned / 12.0);
}

namespace
{
/** A contact that slips and sticks, under a hand that starts. */
std::vector<double> forceOf (Pair& pair, int steps)
{
    pair.law (2e5, 0.5, 0.4, 0.8, 0.3, 0.1);
    pair.group->bow.normalForce.fill (1.0);
    std::vector<double> force;
    for (int n = 0; n < steps; ++n)
    {
        pair.group->bow.velocity.fill (0.2 * std::min (1.0, n / 200.0));
        pair.step();
        force.push_back (pair.force());
    }
    return force;
}

struct Knobs
{
    double f, mass, position;
};
void take (VoiceGroup& group, const Knobs& first, const Knobs& second)
{
    group.string.fundamental.fill (first.f);
    group.body.mass.fill (first.mass);
    group.string.position.fill (first.position);
    group.secondKnobs.fundamental.fill (second.f);
    group.secondKnobs.mass.fill (second.mass);
    group.secondKnobs.position.fill (second.position);
    for (auto* decay : { &group.string.decayRate, &group.secondKnobs.decayRate })
        decay->fill (3.0);
    for (auto* quality : { &group.string.quality, &group.secondKnobs.quality })
        quality->fill (200.0);
    group.coefficients.markAll();
}
} // namespace

TEST_CASE ("the force between two bodies is the same whichever is called the first", "[pair]")
{
    for (int a = 0; a < static_cast<int> (bodyTable().size()); ++a)
        for (int b = 0; b < a; ++b)
        {
            const auto *const one = modesOf (a), *const other = modesOf (b);
            if (one == nullptr || other == nullptr)
                continue;
            const Knobs ofOne { 320.0, 0.05, 0.11 }, ofOther { 517.0, 0.02, 0.23 };
            Pair forth (48e3, *one, 1.0, other, 1.0), back (48e3, *other, 1.0, one, 1.0);
            for (auto* pair : { &forth, &back })
                for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
                {
                    auto& second = pair->group->second[lane];
                    pair->group->string.soundingCount[lane] = second.first = std::min (40, second.first);
                    second.count = std::min (40, second.count);
                    second.end = second.first + second.count;
                }
            take (*forth.group, ofOne, ofOther);
            take (*back.group, ofOther, ofOne);
            const auto there = forceOf (forth, 700), here = forceOf (back, 700);
            CAPTURE (bodyTable()[static_cast<std::size_t> (a)].name, bodyTable()[static_cast<std::size_t> (b)].name);
            CHECK (*std::max_element (there.begin(), there.end()) > 0.2);
            for (std::size_t n = 0; n < there.size(); ++n)
                REQUIRE_THAT (here[n], WithinAbs (there[n], 1e-9));
        }
}

TEST_CASE ("a second string is the string of Weight 2 f M: rubbed against another body, either may be the first",
           "[pair]")
{
    const auto* const bar = modesOf (2);
    const double f = 220.0, mass = 0.0007, barF = 330.0, barMass = 0.03;
    // the string first, without torsion
    Pair forth (48e3, *bar, f, bar, barF), back (48e3, *bar, barF, bar, f);
    forth.group->table.fill (nullptr);
    forth.group->string.soundingCount.fill (30.0);
    forth.group->second.fill ({ bar, false, 30, 20, 50 });
    take (*forth.group, { f, barMass, 0.12 }, { barF, barMass, 0.05 });
    forth.group->string.impedance.fill (2.0 * f * mass);
    forth.group->string.inharmonicity.fill (2e-4);
    back.group->string.soundingCount.fill (20.0);
    back.group->second.fill ({ nullptr, true, 20, 30, 50 });
    take (*back.group, { barF, barMass, 0.05 }, { f, mass, 0.12 });
    back.group->secondKnobs.inharmonicity.fill (2e-4);
    const auto there = forceOf (forth, 700), here = forceOf (back, 700);
    CHECK (*std::max_element (there.begin(), there.end()) > 0.2);
    for (std::size_t n = 0; n < there.size(); ++n)
        REQUIRE_THAT (here[n], WithinAbs (there[n], 1e-9));
}

TEST_CASE ("what is left out of two bodies yields as much as what is left out of each", "[pair]")
{
    const auto *const bar = modesOf (2), *const plate = modesOf (8);
    const Knobs ofBar { 320.0, 0.05, 0.11 }, ofPlate { 517.0, 0.02, 0.23 };
    const auto residualOf =
        [&] (const ModeTable& first, const Knobs& knobs, const ModeTable* second, const Knobs& other)
    {
        Pair pair (48e3, first, 1.0, second, 1.0);
        pair.group->string.soundingCount.fill (12.0);
        if (second != nullptr)
            pair.group->second.fill ({ second, false, 12, 9, 21 });
        take (*pair.group, knobs, other);
        pair.step();
        return pair.group->law.residualCompliance[0];
    };
    const double alone = residualOf (*bar, ofBar, nullptr, ofPlate), both = residualOf (*bar, ofBar, plate, ofPlate);
    // The plate's compliance by its own series, less that of its nine lowest modes.
    const double w = 2.0 * pi * ofPlate.f;
    double sum = ModeTable::at (plate->leftOut, ofPlate.position);
    for (std::size_t m = 9; m < static_cast<std::size_t> (plate->count); ++m)
        sum += std::pow (ModeTable::at (plate->shape[m], ofPlate.position) / plate->ratio[m], 2);
    CHECK (sum > 0.0);
    CHECK_THAT (both - alone, WithinRel (sum / (ofPlate.mass * w * w), 1e-9));
}

TEST_CASE ("a second body too heavy to move changes nothing, to the last bit", "[pair]")
{
    const auto *const plate = modesOf (2), *const bar = modesOf (3);
    Pair alone (48e3, *plate, 1.0, nullptr, 1.0), held (48e3, *plate, 1.0, bar, 1.0);
    take (*alone.group, { 320.0, 0.05, 0.11 }, { 500.0, 1e30, 0.2 });
    take (*held.group, { 320.0, 0.05, 0.11 }, { 500.0, 1e30, 0.2 });
    CHECK (forceOf (alone, 3000) == forceOf (held, 3000));
}

TEST_CASE ("each body is heard through its own pickups, as loud as the mix says, where its pan says", "[pair]")
{
    const auto first = bodyOf ({ { 300.0, 200.0, 0.05 } }), second = bodyOf ({ { 410.0, 150.0, 0.02 } });
    Pair pair (48e3, first, 300.0, &second, 410.0);
    pair.group->secondKnobs.heard.fill (0.5);
    pair.group->secondKnobs.firstHeard.fill (0.25);
    pair.group->secondKnobs.side.fill (0.6);
    pair.group->standing.slots[0].x1.fill (1e-3);
    pair.group->standing.slots[1].x1.fill (2e-3);
    pair.step();
    // Nothing presses, so the modes ring freely; a pickup hears x1, turned round for the second body.
    const double a = pair.group->modeNow (0, 0).x1 / std::sqrt (0.05),
                 b = -pair.group->modeNow (1, 0).x1 / std::sqrt (0.02);
    const double odd = pair.group->odd[0][0], even = pair.group->even[0][0];
    CHECK_THAT (odd + even, WithinRel (0.25 * a + 0.5 * b, 1e-12));
    CHECK_THAT (lanes::partialSpread * (odd - even),
                WithinRel (0.25 * a * lanes::partialSpread + 0.5 * b * (lanes::partialSpread + 0.6), 1e-12));
}

//======================================================================================================================
// Pairs under a key.

namespace
{
struct LaneOfPair
{
    std::unique_ptr<VoiceGroup> group = std::make_unique<VoiceGroup>(), shadow = std::make_unique<VoiceGroup>();
    BodyLane lane;
    PlayedBody body;

    LaneOfPair()
    {
        group->clear();
        shadow->clear();
        lane.bind (*group, *shadow, 3);
    }
    VoicePlan plan (const Patch& patch, double above)
    {
        VoicePlan plan (patch, 0.001, 1.0 / 48e3, 48);
        plan.above = above;
        plan.body.pitch = 293.6647679174076 * std::exp2 (above / 12.0);
        plan.body.position = 0.1;
        body.weigh (plan);
        body.plan (lane, plan, { false, false, false });
        body.planPartials (lane, plan, { 4, 2000, 0 });
        return plan;
    }
    double in (const VoiceLane& input) const { return input[3]; }
};

double placeOfSecond (std::string_view name)
{
    const auto choices = parameterTable()[placeOf ("second_body.type")].choices;
    return static_cast<double> (std::find (choices.begin(), choices.end(), name) - choices.begin());
}
double placeOfBody (std::string_view name)
{
    const auto choices = parameterTable()[placeOf ("body.type")].choices;
    return static_cast<double> (std::find (choices.begin(), choices.end(), name) - choices.begin());
}
} // namespace

TEST_CASE ("the menu of second bodies lists every body of modes by its own name", "[pair]")
{
    const auto choices = parameterTable()[placeOf ("second_body.type")].choices;
    CHECK (choices[0] == "None");
    CHECK (secondBodyAt (0.0) == -1);
    CHECK (choices.size() == bodyTable().size()); // without the block, with None
    for (std::size_t place = 1; place < choices.size(); ++place)
    {
        const auto& body = bodyTable()[static_cast<std::size_t> (secondBodyAt (static_cast<double> (place)))];
        CHECK (body.name == choices[place]);
        CHECK (body.model != BodyModel::block);
    }
}

TEST_CASE ("a second body follows the keys by its interval, in pitch and mass, or stays at its pitch", "[pair]")
{
    auto patch = patchWith ({ { "body.type", placeOfBody ("Plate") },
                              { "body.impedance_track", 100.0 },
                              { "second_body.type", placeOfSecond ("Free bar") },
                              { "second_body.interval", 7.0 },
                              { "second_body.pitch", 1234.0 },
                              { "second_body.mass", 0.02 },
                              { "second_body.decay", 0.5 },
                              { "second_body.quality", 77.0 },
                              { "second_body.position", 0.3 } });
    LaneOfPair at;
    at.body.start (at.lane, PlayedBody::Types::of (patch));
    at.plan (patch, 12.0);
    const auto& knobs = at.group->secondKnobs;
    CHECK_THAT (at.in (knobs.fundamental), WithinRel (293.6647679174076 * std::exp2 (19.0 / 12.0), 1e-12));
    CHECK_THAT (at.in (knobs.mass), WithinRel (0.01, 1e-12)); // half, an octave up
    CHECK_THAT (at.in (knobs.decayRate), WithinRel (std::log (1000.0) / 0.5, 1e-12));
    CHECK (at.in (knobs.quality) == 77.0);
    CHECK (at.in (knobs.position) == 0.3);

    patch.secondBodyTuning = 1.0;
    at.plan (patch, 12.0);
    CHECK (at.in (knobs.fundamental) == 1234.0);
    CHECK (at.in (knobs.mass) == 0.02);

    // A string of 2 g that vibrates at D4 has Z_0 = 2 f M; its impedance follows the track, its mass is Z_0/(2 f).
    patch.secondBodyType = placeOfSecond ("String");
    patch.secondBodyTuning = patch.secondBodyIntervalSemitones = 0.0;
    patch.secondBodyMass = 0.002;
    LaneOfPair string;
    string.body.start (string.lane, PlayedBody::Types::of (patch));
    string.plan (patch, 0.0);
    CHECK_THAT (string.in (string.group->secondKnobs.mass), WithinRel (0.002, 1e-12));
    string.plan (patch, 12.0);
    CHECK_THAT (string.in (string.group->secondKnobs.mass), WithinRel (0.0005, 1e-12)); // half the Z_0, twice the pitch
}

TEST_CASE ("the mix is both bodies in full at 50 percent, and each alone at its end", "[pair]")
{
    for (const double percent : { 0.0, 25.0, 50.0, 75.0, 100.0 })
    {
        const auto patch = patchWith ({ { "body.type", placeOfBody ("Plate") },
                                        { "second_body.type", placeOfSecond ("Glass") },
                                        { "second_body.mix", percent },
                                        { "second_body.pan", 50.0 } });
        LaneOfPair at;
        at.body.start (at.lane, PlayedBody::Types::of (patch));
        at.plan (patch, 0.0);
        CAPTURE (percent);
        CHECK_THAT (at.in (at.group->secondKnobs.heard), WithinAbs (std::min (1.0, 0.02 * percent), 1e-12));
        CHECK_THAT (at.in (at.group->secondKnobs.firstHeard), WithinAbs (std::min (1.0, 2.0 - 0.02 * percent), 1e-12));
        CHECK_THAT (at.in (at.group->secondKnobs.side), WithinAbs (-0.5, 1e-12)); // to the right
    }
}

TEST_CASE ("two bodies share the bank: the second's modes come behind the first's, which give way to it", "[pair]")
{
    auto patch = patchWith ({ { "body.type", placeOfBody ("String") },
                              { "body.torsion", 0.0 },
                              { "body.modes", 128.0 },
                              { "second_body.modes", 40.0 },
                              { "second_body.type", placeOfSecond ("String") } });
    LaneOfPair at;
    at.body.start (at.lane, PlayedBody::Types::of (patch));
    at.plan (patch, -24.0);
    CHECK (at.in (at.group->string.soundingCount) == 88.0);
    CHECK (at.lane.second() == SecondBody { nullptr, true, 88, 40, 128 });
    CHECK (at.lane.partials() == 128);

    // In mid-note: first there is none; then one comes, in silence; and goes.
    patch.secondBodyType = 0.0;
    LaneOfPair later;
    later.body.start (later.lane, PlayedBody::Types::of (patch));
    later.plan (patch, -24.0);
    CHECK (later.lane.partials() == 128);
    CHECK_FALSE (later.lane.second().exists());
    patch.secondBodyType = placeOfSecond ("Plate");
    int before = 0;
    for (; ! later.lane.second().exists() && before < 100; ++before)
    {
        later.body.follow (later.lane, patch, 0.001);
        later.plan (patch, -24.0);
    }
    CHECK (before >= 15);
    CHECK (before <= 17);
    for (int n = 0; n < 20; ++n)
    {
        CHECK (later.body.gain() == 0.0);
        CHECK (later.lane.second() ==
               SecondBody { modesOf (static_cast<int> (placeOfBody ("Plate"))), false, 88, 40, 128 });
        later.body.follow (later.lane, patch, 0.001);
        later.plan (patch, -24.0);
    }
    CHECK_THAT (later.lane.arrived(), WithinAbs (1.0, 1e-9));
    patch.secondBodyType = 0.0;
    for (int n = 0; n < 60; ++n)
    {
        later.body.follow (later.lane, patch, 0.001);
        later.plan (patch, -24.0);
    }
    CHECK_FALSE (later.lane.second().exists());
    CHECK (later.body.isSettled (later.lane, patch));
    CHECK (later.lane.partials() == 128);
}

TEST_CASE ("a block takes no second body", "[pair]")
{
    const auto patch =
        patchWith ({ { "body.type", placeOfBody ("Block") }, { "second_body.type", placeOfSecond ("Plate") } });
    CHECK (PlayedBody::Types::of (patch).second == -1);
}

TEST_CASE ("a second body that is switched on in mid-note makes no click", "[pair]")
{
    // The largest jump from sample to sample while a glass comes, beside that of the note that sounds before.
    const auto patch = patchWith ({ { "body.type", placeOfBody ("Free bar") },
                                    { "hand.position", 0.03 },
                                    { "surface.texture", 0.0 },
                                    { "out.box", 0.0 } });
    auto synth = std::make_unique<Synth>();
    synth->prepare (48e3);
    synth->setPatch (patch);
    const auto sound = render (
        *synth, { noteOn (0, 50), setParameter (48000, "second_body.type", placeOfSecond ("Free bar")) }, 52000);
    double before = 0.0, after = 0.0;
    for (std::size_t n = 40000; n < 52000; ++n)
    {
        const double jump = std::abs (sound.left[n] - sound.left[n - 1]);
        (n < 48000 ? before : after) = std::max (n < 48000 ? before : after, jump);
    }
    CAPTURE (before, after);
    CHECK (before > 0.0);
    CHECK (after <= 1.5 * before);
}

TEST_CASE ("the hand presses as hard as the body of the pair that moves under less can take", "[pair]")
{
    const auto forceWith = [] (double mass)
    {
        const auto patch = patchWith ({ { "body.type", placeOfBody ("Plate") },
                                        { "body.mass", 0.3 },
                                        { "body.impedance_track", 0.0 },
                                        { "hand.position", 0.13 },
                                        { "second_body.type", placeOfSecond ("Plate") },
                                        { "second_body.position", 0.13 },
                                        { "second_body.mass", mass } });
        PreparedSynth synth (patch, 48e3);
        std::vector<ProbeFrame> frames (6000);
        ProbeBuffer probes { frames.data(), frames.size() };
        render (synth, { noteOn (0, 60) }, 6000, 512, &probes);
        return frames[probes.count - 1].normalForce;
    };
    CHECK (forceWith (0.3) > 0.0);
    CHECK_THAT (forceWith (0.03) / forceWith (0.3), WithinRel (0.1, 1e-9));
    CHECK_THAT (forceWith (3.0) / forceWith (0.3), WithinRel (1.0, 1e-9));
}

TEST_CASE ("a tail waits for the second body, and slot B rubs the same pair", "[pair]")
{
    Synth synth;
    synth.prepare (48e3);
    auto patch = patchWith ({ { "body.type", placeOfBody ("Plate") }, { "body.decay", 0.1 } });
    synth.setPatch (patch);
    const double alone = synth.tailSeconds();
    patch.secondBodyType = placeOfSecond ("Bowl");
    patch.secondBodyDecay = 20.0;
    patch.secondBodyQuality = 5000.0;
    synth.setPatch (patch);
    CHECK (synth.tailSeconds() > alone + 20.0);

    LaneOfPair at;
    at.body.start (at.lane, PlayedBody::Types::of (patch));
    at.plan (patch, 0.0);
    at.lane.copyToShadow();
    CHECK (at.shadow->second[3] == at.group->second[3]);
    CHECK (at.shadow->second[3].exists());
    CHECK (at.shadow->secondKnobs.mass[3] == at.group->secondKnobs.mass[3]);
    CHECK (at.shadow->secondKnobs.decayRate[3] == at.group->secondKnobs.decayRate[3]);
}

TEST_CASE ("a second body from a file keeps the modes it began with while it sounds", "[pair]")
{
    const auto patch =
        patchWith ({ { "body.type", placeOfBody ("Plate") }, { "second_body.type", placeOfSecond ("Custom") } });
    const auto play = [&] (bool others)
    {
        PreparedSynth synth (patch, 48e3);
        synth.setCustomBody (bodyOf ({ { 300.0, 100.0, 0.4 }, { 710.0, 100.0, 0.3 } }));
        std::vector<double> sound;
        for (int n = 0; n < 8; ++n)
        {
            const auto part = render (synth, { n == 0 ? noteOn (0, 60) : control (0, 1, 0.0) }, 2000);
            sound.insert (sound.end(), part.left.begin(), part.left.end());
            if (others)
                synth.setCustomBody (bodyOf ({ { 500.0, 100.0, 0.1 }, { 600.0 + n, 100.0, 0.1 } }));
        }
        return sound;
    };
    CHECK (play (true) == play (false));
}
