// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Listener.h"
#include "Support/NamedBody.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Feeds/PictureFeed.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <array>
#include <numbers>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using std::numbers::pi;

/** What pictures are drawn from, against the probes and against theory. */
namespace
{
/** A stiff, crisp, almost ideal string under a rigid bow; every knob where theory has it. */
Patch cleanString (double position = 0.13)
{
    return patchWith ({ { "hand.position", position },
                        { "body.torsion", 0.0 },
                        { "body.inharmonicity", 1e-7 },
                        { "voice.humanise", 0.0 },
                        { "out.box", 0.0 } });
}

struct Watched
{
    std::vector<ContactMoment> moments;
    std::vector<ShapeFrame> shapes;
    std::vector<ProbeFrame> probes;
};

/** Plays a key for some time and looks all the while, with probes or without any. */
Watched watch (const Patch& patch, int key, int samples, double rate = 48000.0, bool probed = true)
{
    PreparedSynth synth (patch, rate);
    auto& pictures = synth.pictures();
    pictures.addViewer();
    Watched seen;
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (samples) * 2 + 64);
    ProbeBuffer buffer { frames.data(), frames.size(), 0 };
    std::vector<double> left (64), right (64);
    for (int done = 0; done < samples; done += 64)
    {
        const std::vector<PerformanceEvent> events { noteOn (0, key) };
        synth.render (done == 0 ? std::span (events) : std::span<const PerformanceEvent>(), left.data(), right.data(),
                      64, probed ? &buffer : nullptr);
        for (ContactMoment moment; pictures.pop (Slot::a, moment);)
            seen.moments.push_back (moment);
        for (ShapeFrame frame; pictures.pop (frame);)
            seen.shapes.push_back (frame);
    }
    pictures.removeViewer();
    frames.resize (buffer.count);
    seen.probes = std::move (frames);
    return seen;
}

/** The displacement [m] of a string at x, 0 … 1, from what was published. */
double displacementAt (const ShapeFrame& frame, double x)
{
    double y = 0.0;
    for (int m = 0; m < frame.modes; ++m)
        y += frame.displacement (m) * std::sqrt (4.0 * frame.fundamental / frame.impedance) *
             std::sin ((m + 1) * pi * x);
    return y;
}

/** Where a string is bent most: the largest second difference, apart from where the bow holds it. */
double cornerOf (const ShapeFrame& frame)
{
    constexpr int count = 64;
    double best = 0.0, place = 0.0;
    for (int i = 2; i < count - 1; ++i)
    {
        const double x = static_cast<double> (i) / count, d = 2.0 / count;
        const double bend = std::abs (displacementAt (frame, std::max (0.0, x - d)) - 2.0 * displacementAt (frame, x) +
                                      displacementAt (frame, std::min (1.0, x + d)));
        if (bend > best && std::abs (x - frame.position) > 0.05)
            best = bend, place = x;
    }
    return place;
}
} // namespace

TEST_CASE ("every moment that is published is the probes', and nothing is published while nobody looks")
{
    const auto seen = watch (cleanString(), 57, 9600);
    REQUIRE (seen.moments.size() == seen.probes.size()); // 48 kHz, one internal sample each
    std::size_t slips = 0;
    for (std::size_t i = 0; i < seen.probes.size(); ++i)
    {
        const auto& probe = seen.probes[i];
        const auto& moment = seen.moments[i];
        REQUIRE (moment.frictionForce == static_cast<float> (probe.frictionForce));
        REQUIRE (moment.relativeVelocity == static_cast<float> (probe.relativeVelocity));
        REQUIRE (moment.normalForce == static_cast<float> (probe.normalForce));
        REQUIRE (moment.bowVelocity == static_cast<float> (probe.bowVelocity));
        REQUIRE (moment.follows == (i > 0));
        const bool slides =
            probe.normalForce > 0.0 && std::abs (probe.relativeVelocity) > 0.5 * std::abs (probe.bowVelocity);
        REQUIRE ((moment.phase == ContactMotion::slip) == slides);
        slips += slides ? 1 : 0;
    }
    CHECK (slips > 0);

    Synth synth;
    synth.prepare (48000.0);
    render (synth, { noteOn (0, 57) }, 4800);
    ContactMoment moment;
    ShapeFrame frame;
    CHECK_FALSE (synth.pictures().pop (Slot::a, moment));
    CHECK_FALSE (synth.pictures().pop (frame));
}

namespace
{
/** Plays a string with a second bow and a finger, and looks at all three. */
struct Besides
{
    std::array<std::vector<ContactMoment>, touchings> moments;
    std::vector<ProbeFrame> probes;
    MeterFrame meters;
};

Besides watchBesides (const Patch& patch, int samples)
{
    PreparedSynth synth (patch);
    auto& pictures = synth.pictures();
    pictures.addViewer();
    Besides seen;
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (samples) + 64);
    ProbeBuffer buffer { frames.data(), frames.size(), 0 };
    std::vector<double> left (64), right (64);
    for (int done = 0; done < samples; done += 64)
    {
        const std::vector<PerformanceEvent> events { noteOn (0, 57) };
        synth.render (done == 0 ? std::span (events) : std::span<const PerformanceEvent>(), left.data(), right.data(),
                      64, &buffer);
        for (const auto touching : { Touching::bow, Touching::side, Touching::finger })
            for (ContactMoment moment; pictures.pop ({ Slot::a, touching }, moment);)
                seen.moments[static_cast<std::size_t> (touching)].push_back (moment);
        synth.collectMeters (seen.meters);
    }
    pictures.removeViewer();
    frames.resize (buffer.count);
    seen.probes = std::move (frames);
    return seen;
}

Patch besidesPatch ()
{
    auto patch = cleanString();
    patch.surfaceTexturePercent = 0.0;
    patch.sideKind = static_cast<double> (SideContact::rub);
    patch.sideLaw = static_cast<double> (findLaw ("coulomb") - lawTable().data());
    patch.sidePosition = 0.4;
    patch.sideForce = 0.05;
    patch.sideSpeed = -0.1;
    patch.fingerTouch = 1.0;
    patch.fingerPosition = 0.5;
    patch.fingerForce = 0.1;
    return patch;
}
} // namespace

TEST_CASE ("what touches beside the bow is published with its own force and motion, in step with the bow")
{
    constexpr int samples = 9600;
    constexpr double dt = 1.0 / 48000.0;
    const auto patch = besidesPatch();
    const auto seen = watchBesides (patch, samples);
    const auto &bow = seen.moments[0], &side = seen.moments[1], &finger = seen.moments[2];
    REQUIRE (bow.size() == seen.probes.size());
    REQUIRE (side.size() == bow.size());
    REQUIRE (finger.size() == bow.size());
    double heat = 0.0, sideWork = 0.0, booked = 0.0, sideHeat = 0.0;
    std::size_t slips = 0;
    for (std::size_t i = 0; i < bow.size(); ++i)
    {
        CHECK (side[i].beginsPeriod == bow[i].beginsPeriod);
        CHECK (finger[i].bowVelocity == 0.0f); // it rests
        const auto powerOf = [] (const ContactMoment& m, float v)
        { return static_cast<double> (m.frictionForce) * static_cast<double> (v); };
        for (const auto* each : { &bow[i], &side[i], &finger[i] })
            heat += dt * powerOf (*each, each->relativeVelocity);
        sideWork += dt * powerOf (side[i], side[i].bowVelocity);
        sideHeat += dt * powerOf (side[i], side[i].relativeVelocity);
        booked += seen.probes[i].frictionLoss;
        // Coulomb's law: mu_k N while it slides, less at rest.
        const double largest = patch.contact.muKinetic * static_cast<double> (side[i].normalForce);
        CHECK (std::abs (side[i].frictionForce) <= (1.0 + 2.0 * roundedFloat) * largest);
        if (side[i].phase == ContactMotion::slip)
        {
            ++slips;
            CHECK_THAT (std::abs (side[i].frictionForce), WithinRel (largest, 2.0 * roundedFloat));
        }
    }
    CHECK (slips > bow.size() / 2); // it moves against the string
    CHECK_THAT (side.back().normalForce, WithinRel (patch.sideForce, roundedFloat));
    CHECK_THAT (finger.back().normalForce, WithinRel (patch.fingerForce, roundedFloat));
    CHECK_THAT (side.back().bowVelocity, WithinRel (patch.sideSpeed, roundedFloat));
    // All heat is under one of the three, but for what is stored in two bristles at the end.
    CHECK_THAT (heat, WithinRel (booked, 0.01));
    // The meters have it by contact; the last frame is up to a thirtieth of a second old.
    CHECK (std::abs (sideWork) > 1e-6);
    CHECK_THAT (seen.meters.sideWork[0], WithinRel (sideWork, 1.0 / (30.0 * samples * dt)));
    CHECK_THAT (seen.meters.sideLoss[0], WithinRel (sideHeat, 1.0 / (30.0 * samples * dt)));
    CHECK (seen.meters.sideWork[1] == 0.0);
    CHECK (seen.meters.sideLoss[1] > 0.0);
    CHECK (seen.meters.sideLoss[0] + seen.meters.sideLoss[1] < seen.meters.frictionLoss);
}

TEST_CASE ("a stop is published as long as it touches, with what it pushes and how deep it is pressed")
{
    auto patch = besidesPatch();
    patch.sideKind = static_cast<double> (SideContact::stop);
    patch.sidePosition = 0.5;
    patch.sideGap = 2e-5;
    patch.sideRestitution = 1.0; // a spring without loss
    patch.fingerTouch = 0.0;
    const auto seen = watchBesides (patch, 9600);
    const auto& stop = seen.moments[1];
    CHECK (seen.moments[2].empty());
    REQUIRE (stop.size() == seen.probes.size());
    std::size_t touches = 0;
    double largest = 0.0;
    for (std::size_t i = 1; i < stop.size(); ++i)
    {
        CHECK ((stop[i].phase == ContactMotion::stick) == (stop[i].normalForce > 0.0f));
        if (stop[i].normalForce <= 0.0f)
            continue;
        ++touches;
        CHECK (stop[i].frictionForce == -stop[i].normalForce);
        // Mean force of a spring over a step: its stiffness times the mean depth.
        const double depth = 0.5 * (std::max (0.0f, stop[i].elongation) + std::max (0.0f, stop[i - 1].elongation));
        largest = std::max (largest, static_cast<double> (stop[i].normalForce));
        if (stop[i - 1].elongation > 0.0f && stop[i].elongation > 0.0f)
            CHECK_THAT (stop[i].normalForce, WithinRel (patch.sideStiffness * depth, 0.02));
    }
    CHECK (touches > 100);
    CHECK (largest > listener::asSpeech);
}

TEST_CASE ("who looks without probes sees what the probes see, whatever is rubbed")
{
    const std::pair<std::string_view, double> knobs[] = {
        { "hand.position", 0.12 },
        { "contact.law", 4.0 },
        { "hand.kind", 2.0 },
        { "out.sympathetic", 50.0 },
        { "body.type", bodyNamed ("Glass") },
        { "body.type", bodyPlace (BodyModel::block) },
    };
    for (const auto& [id, value] : knobs)
    {
        CAPTURE (id, value);
        const auto patch = patchWith ({ { id, value } });
        const auto with = watch (patch, 57, 4800), without = watch (patch, 57, 4800, 48000.0, false);
        CHECK (without.probes.empty());
        REQUIRE (without.moments.size() == with.moments.size());
        REQUIRE (with.moments.size() == with.probes.size());
        for (std::size_t i = 0; i < with.moments.size(); ++i)
        {
            const auto &seen = without.moments[i], &known = with.moments[i];
            REQUIRE (seen.bowVelocity == known.bowVelocity);
            REQUIRE (seen.relativeVelocity == known.relativeVelocity);
            REQUIRE (seen.frictionForce == known.frictionForce);
            REQUIRE (seen.normalForce == known.normalForce);
            REQUIRE (seen.elongation == known.elongation);
            REQUIRE (seen.elongation == static_cast<float> (with.probes[i].bristleElongation));
        }
    }
}

TEST_CASE ("periods begin once a period, and the slip lasts as long as Helmholtz motion says")
{
    for (const double position : { 0.1, 0.2 })
        for (const int key : { 45, 57, 69 })
        {
            const auto seen = watch (cleanString (position), key, 48000);
            const double period = 48000.0 / (440.0 * std::exp2 ((key - 69) / 12.0));
            std::vector<std::size_t> begins;
            std::size_t slipping = 0, all = 0;
            for (std::size_t i = 24000; i < seen.moments.size(); ++i)
            {
                ++all;
                slipping += seen.moments[i].phase == ContactMotion::slip ? 1 : 0;
                if (seen.moments[i].beginsPeriod)
                    begins.push_back (i);
            }
            CAPTURE (position, key);
            REQUIRE (begins.size() > 20);
            const double mean =
                static_cast<double> (begins.back() - begins.front()) / static_cast<double> (begins.size() - 1);
            CHECK_THAT (mean, WithinRel (period, listener::ratio));
            // Of the time, a fraction beta; the corner is rounded, and a soft contact lets go over some time.
            CHECK_THAT (static_cast<double> (slipping) / static_cast<double> (all), WithinAbs (position, 0.06));
        }
}

TEST_CASE ("the corner that is drawn is where Helmholtz says, and walks round about once a second")
{
    const double position = 0.13;
    const auto seen = watch (cleanString (position), 45, 96000);
    std::size_t judged = 0;
    double walked = 0.0, lastPhase = -1.0, from = 0.0, to = 0.0;
    for (const auto& frame : seen.shapes)
    {
        if (frame.time < 1.0)
            continue;
        CHECK_THAT (frame.period, WithinRel (1.0 / 110.0, listener::ratio));
        if (lastPhase >= 0.0)
            walked += frame.phase - lastPhase - std::floor (frame.phase - lastPhase);
        else
            from = frame.time;
        lastPhase = frame.phase;
        to = frame.time;
        // It passes the bow on its way to the bridge when the slip begins, and is back a fraction beta later.
        const double along = 2.0 * frame.phase - position;
        const double expected = frame.phase < 0.5 * position ? -along : along <= 1.0 ? along : 2.0 - along;
        if (expected < 0.25 || expected > 0.9)
            continue; // near the bow, where the string is held bent as well, and at its end
        CAPTURE (frame.phase, frame.time);
        CHECK_THAT (cornerOf (frame), WithinAbs (expected, 0.07));
        ++judged;
    }
    CHECK (judged > 30);
    CHECK_THAT (walked / (to - from), WithinAbs (1.0, 0.25));
    CHECK_THAT (static_cast<double> (seen.shapes.size()) / 2.0,
                WithinAbs (55.0, 1.0)); // shots a second, every other period; one at either end
}

TEST_CASE ("what is published of the modes is what sounds: shapes, energies, displacement")
{
    const auto seen = watch (cleanString(), 57, 48000);
    REQUIRE (seen.shapes.size() > 20);
    const auto& frame = seen.shapes.back();
    CHECK (frame.key == 57);
    CHECK (frame.bodyType == 0);
    CHECK_THAT (frame.position, WithinAbs (0.13, rounded));
    CHECK_THAT (frame.fundamental, WithinRel (220.0, roundedFloat));
    double energy = 0.0;
    for (int m = 0; m < frame.modes; ++m)
    {
        const auto at = static_cast<std::size_t> (m);
        if (frame.frequency[at] > 0.0f)
            CHECK_THAT (static_cast<double> (frame.frequency[at]),
                        WithinRel (2.0 * pi * frame.fundamental * (m + 1) *
                                       std::sqrt (1.0 + cleanString().bodyInharmonicity * (m + 1) * (m + 1)),
                                   2.0 * roundedFloat));
        energy += frame.energy (m);
    }
    CHECK_THAT (frame.bodyEnergy, WithinRel (energy, roundedFloat));
    CHECK_THAT (displacementAt (frame, frame.position), WithinRel (frame.contactDisplacement, 4.0 * roundedFloat));
    // Body and bristle together are what the probes have stored.
    const auto last = std::find_if (seen.probes.begin(), seen.probes.end(),
                                    [&] (const ProbeFrame& p) { return p.time + 1.5 / 48000.0 > frame.time; });
    REQUIRE (last != seen.probes.end());
    CHECK_THAT (frame.bodyEnergy + frame.bristleEnergy, WithinRel (last->storedEnergy, roundedFloat));
}
