// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Knobs.h"

#include "Core/Threads/SequenceLock.h"
#include "Synth/Bank/VoiceGroups.h"
#include "Synth/Bodies/BodyKind.h"
#include "Synth/DrivingSignal.h"
#include "Synth/Feeds/MeterFeed.h"
#include "Synth/Hands/Fingerboard.h"
#include "Synth/Output/SlotComparison.h"
#include "Synth/Parameters/GlidingPatch.h"
#include "Synth/VoiceParts/PartialBudget.h"
#include "Synth/Voices/HeldKeys.h"
#include "Synth/Voices/VoiceChoice.h"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>

using namespace kolophon;
using namespace kolophon::test;

/** The parts of the instrument by themselves, without a sound. */
namespace
{
struct FakeVoice
{
    int channel = 0, key = 0;
    bool awake = false, held = false;
    double energy = 0.0;
    std::uint64_t number = 0;
    int count = -1; // partials; negative: none yet
    std::uint32_t note = 0;

    double lastEnergy () const { return energy; }
    std::uint64_t order () const { return number; }
    std::uint32_t noteNumber () const { return note; }
    bool isAwake () const { return awake; }
    bool isHeld () const { return held; }
    bool plays (int c, int k) const { return awake && channel == c && key == k; }
    bool hasPartials () const { return count >= 0; }
    int partials () const { return count; }
};
} // namespace

TEST_CASE ("knobs that are numbers come within 1/e of their target in 10 ms, menus jump", "[parts]")
{
    const double rate = GENERATE (44100.0, 48000.0, 96000.0);
    GlidingPatch knobs;
    auto patch = Patch::defaults();
    patch.handSpeed = 0.1;
    knobs.take (patch);
    CHECK (knobs.playing().handSpeed == 0.1); // a whole patch doesn't glide
    knobs.set (placeOf ("hand.speed"), 0.2);
    knobs.set (placeOf ("hand.lift"), 1.0);
    CHECK (knobs.target().handSpeed == 0.2);
    CHECK (knobs.playing().handSpeed == 0.1);
    const int intervals = static_cast<int> (std::lround (0.010 * rate / limits::controlInterval));
    for (int n = 0; n < intervals; ++n)
    {
        knobs.move (rate);
        CHECK (knobs.playing().handLift == 1.0);
    }
    const double seconds = intervals * limits::controlInterval / rate;
    CHECK (knobs.playing().handSpeed == Approx (0.2 - 0.1 * std::exp (-seconds / 0.010)).epsilon (1e-9));
    for (int n = 0; n < 40 * intervals; ++n)
        knobs.move (rate);
    CHECK (knobs.playing().handSpeed == 0.2); // it arrives, to the bit
}

TEST_CASE ("a weight that is thrown upwards grows by a fifth in a step at most, and arrives as soon", "[parts]")
{
    // Its range spans four decades: a tenth of the way to 50 kg/s would be ten times its value at once, and click.
    GlidingPatch knobs;
    auto patch = Patch::defaults();
    patch.bodyImpedance = 0.3;
    knobs.take (patch);
    knobs.set (placeOf ("body.impedance"), 50.0);
    double before = 0.3;
    for (int n = 0; n < 240; ++n, before = knobs.playing().bodyImpedance)
    {
        knobs.move (48000.0);
        CHECK (knobs.playing().bodyImpedance <= 1.2000001 * before);
        if (n == 60) // 40 ms: 19 of them to climb, two time constants after that
            CHECK (knobs.playing().bodyImpedance > 0.85 * 50.0);
    }
    CHECK (before > 0.999 * 50.0);
    // Down it falls as others do: to 1/e in 10 ms.
    knobs.take (patch);
    knobs.set (placeOf ("body.impedance"), 0.03);
    for (int n = 0; n < 15; ++n)
        knobs.move (48000.0);
    CHECK (knobs.playing().bodyImpedance == Approx (0.03 + 0.27 * std::exp (-1.0)).epsilon (1e-6));
}

TEST_CASE ("a knob's value out of its range is moved to the border, of every parameter", "[parts]")
{
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
    {
        const auto& p = parameterTable()[i];
        INFO (p.id);
        GlidingPatch knobs;
        knobs.set (i, p.maximum + 1e6);
        CHECK (p.in (knobs.target()) == p.maximum);
        knobs.set (i, p.minimum - 1e6);
        CHECK (p.in (knobs.target()) == p.minimum);
    }
    GlidingPatch knobs;
    knobs.set (parameterTable().size(), 1.0); // nobody's
    CHECK (knobs.target() == Patch::defaults());
}

TEST_CASE ("kinetic friction on its way stays below static friction", "[parts]")
{
    GlidingPatch knobs;
    knobs.set (placeOf ("contact.mu_static"), 0.2);
    knobs.set (placeOf ("contact.mu_kinetic"), 1.0);
    for (int n = 0; n < 200; ++n)
    {
        knobs.move (48000.0);
        CHECK (knobs.playing().contact.muKinetic <= knobs.playing().contact.muStatic);
    }
}

TEST_CASE ("a string remembers the keys that are held, the latest first", "[parts]")
{
    const auto key = [] (int number) { return HeldKeys::Key { 0, static_cast<std::uint8_t> (number) }; };
    HeldKeys keys;
    CHECK (keys.empty());
    for (const int number : { 60, 64, 67, 60 }) // the last moves to the front
        keys.add (key (number));
    CHECK (keys.latest() == key (60));
    CHECK (keys.remove (key (60)));
    CHECK (keys.latest() == key (67));
    CHECK (keys.remove (key (64)));
    CHECK (keys.latest() == key (67));
    CHECK_FALSE (keys.remove (key (1)));   // not held
    CHECK_FALSE (keys.remove ({ 1, 67 })); // held on another channel
    CHECK (keys.remove (key (67)));
    CHECK (keys.empty());
    for (int number = 0; number < HeldKeys::capacity + 3; ++number)
        keys.add (key (number));
    CHECK (keys.latest() == key (HeldKeys::capacity + 2));
    for (int number = 3; number < HeldKeys::capacity + 3; ++number)
        CHECK (keys.remove (key (number)));
    CHECK (keys.empty()); // 0, 1 and 2 were forgotten
    keys.add (key (5));
    keys.clear();
    CHECK (keys.empty());
}

TEST_CASE ("a key is played on the highest free string that has it", "[parts]")
{
    auto patch = Patch::defaults();
    CHECK (Fingerboard::of (patch) == nullptr);
    const auto on = [&patch] (Strings strings) -> const Fingerboard&
    {
        patch.voiceStrings = static_cast<double> (static_cast<int> (strings));
        return *Fingerboard::of (patch);
    };
    const auto free = [] (int) { return false; };
    // G3 D4 A4 E5, C3 G3 D4 A4, C2 G2 D3 A3, E1 A1 D2 G2
    for (const int string : { 0, 1, 2, 3 })
    {
        CHECK (on (Strings::violin).isOpen (string, 55 + 7 * string));
        CHECK (on (Strings::viola).isOpen (string, 48 + 7 * string));
        CHECK (on (Strings::cello).isOpen (string, 36 + 7 * string));
        CHECK (on (Strings::bass).isOpen (string, 28 + 5 * string));
        CHECK (on (Strings::violin).stringFor (55 + 7 * string, free) == string);
        CHECK (on (Strings::violin).stringFor (61 + 7 * string, free) == string); // still short of the next one
    }
    CHECK (on (Strings::violin).stringFor (100, free) == 3); // E7
    CHECK (on (Strings::violin).stringFor (40, free) == 0);  // none has it
    // E5 beside A5: the E string plays one, the A string the other
    CHECK (on (Strings::violin).stringFor (76, [] (int string) { return string == 3; }) == 2);
    CHECK (on (Strings::violin).stringFor (57, [] (int string) { return string == 0; }) == 0); // no other has it
}

TEST_CASE (
    "a key goes to the string that sounds it, else to one at rest, else to the faintest that rings, else to the oldest",
    "[parts]")
{
    std::array<FakeVoice, 4> voices;
    CHECK (chooseVoice (voices, 4, 0, 60) == 0);
    voices[0] = { 0, 50, true, true, 3.0, 7 };
    CHECK (chooseVoice (voices, 4, 0, 60) == 1);
    CHECK (chooseVoice (voices, 1, 0, 60) == 0);
    voices[1] = { 0, 60, true, false, 2.0, 4 };
    CHECK (chooseVoice (voices, 4, 0, 60) == 1);
    CHECK (chooseVoice (voices, 4, 1, 60) == 2); // another channel, another string
    voices[2] = { 0, 61, true, false, 1.0, 9 };
    voices[3] = { 0, 62, true, true, 0.0, 2 };
    CHECK (chooseVoice (voices, 4, 0, 70) == 2);
    voices[1].held = voices[2].held = true;
    CHECK (chooseVoice (voices, 4, 0, 70) == 3);
    CHECK (chooseVoice (voices, 3, 0, 70) == 1); // of the first three
    voices[1].note = 7;
    CHECK (chooseVoice (voices, 4, 0, 60, 7) == 1);
    CHECK (chooseVoice (voices, 4, 0, 60, 8) == 3); // another note on the same key: another string
    voices[1].held = false;
    CHECK (chooseVoice (voices, 4, 0, 60, 8) == 1); // which was left: it is bowed again
}

TEST_CASE ("a budget of partials keeps a few for every voice and counts what is taken", "[parts]")
{
    PartialBudget budget (100);
    std::array<FakeVoice, 4> voices;
    voices[0].count = 40;
    voices[1].count = 10;
    for (int v = 0; v < 4; ++v)
        budget.count (voices[static_cast<std::size_t> (v)], v < 3);
    CHECK (budget.taken() == 50);
    budget.count (voices[3], false, -1); // it is about to be planned
    auto allowance = budget.allowance();
    CHECK (allowance.sure == 4);
    CHECK (allowance.spare == 100 - 50 - 4 * 2); // its own four, and those of the other one without any
    CHECK (allowance.waiting == 1);
    voices[3].count = 30;
    budget.count (voices[3], false);
    CHECK (budget.taken() == 80);
    budget.count (voices[2], true, -1);
    CHECK (budget.allowance().spare == 100 - 80 - 4);
}

TEST_CASE ("the side-chain is drawn in straight lines at the strings' rate and stays in its bounds", "[parts]")
{
    DrivingSignal driving;
    const double signal[] = { 1.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                              9.0, -9.0, std::numeric_limits<double>::infinity() };
    const double* steps = driving.resample (signal, 6, 2);
    const double expected[] = { 0.5, 1.0, 0.0, -1.0, -0.5, 0.0, 2.0, 4.0, 0.0, -4.0, -2.0, 0.0 };
    for (std::size_t n = 0; n < 12; ++n)
        CHECK (steps[n] == expected[n]);
    const double next[] = { 0.5 };
    CHECK (driving.resample (next, 1, 1)[0] == 0.5);
    CHECK (driving.resample (next, 1, 2)[0] == 0.5); // goes on from where it was
    driving.reset();
    CHECK (driving.resample (next, 1, 2)[0] == 0.25);
}

TEST_CASE ("after a rest strings are clear at once, and what was used is cleared a few kilobytes at a time", "[parts]")
{
    const auto groups = std::make_unique<VoiceGroups>();
    const auto clean = std::make_unique<VoiceGroup>();
    clean->clear();
    const auto isClean = [&clean] (const VoiceGroup& group)
    { return std::memcmp (&group, clean.get(), sizeof (VoiceGroup)) == 0; };
    constexpr std::size_t ofOnePlayer = limits::maxVoices / VoiceGroup::lanes;
    REQUIRE (groups->isTidy());
    for (int rest = 0; rest < 3; ++rest)
    {
        CAPTURE (rest);
        std::array<VoiceGroup*, ofOnePlayer> used {};
        for (std::size_t g = 0; g < ofOnePlayer; ++g)
        {
            used[g] = &(*groups)[g];
            REQUIRE (isClean (*used[g]));
            std::memset (static_cast<void*> (used[g]), 0x5a, sizeof (VoiceGroup));
        }
        groups->renew();
        for (std::size_t g = 0; g < ofOnePlayer; ++g)
        {
            CHECK (&(*groups)[g] != used[g]);
            CHECK (isClean ((*groups)[g]));
            CHECK_FALSE (isClean (*used[g])); // nobody has looked at half a megabyte
        }
        // What one point of the control grid clears, counted byte by byte.
        const auto dirty = [&used]
        {
            std::size_t count = 0;
            for (const auto* group : used)
                for (std::size_t n = 0; n < sizeof (VoiceGroup); ++n)
                    count += reinterpret_cast<const unsigned char*> (group)[n] == 0x5a ? 1 : 0;
            return count;
        };
        std::size_t before = dirty();
        CHECK (before == ofOnePlayer * sizeof (VoiceGroup));
        int points = 0;
        while (! groups->isTidy())
        {
            groups->tidy();
            ++points;
            if (points % 40 == 1)
            {
                const auto now = dirty();
                CHECK (before - now <= (points == 1 ? 1 : 40) * VoiceGroups::clearedAtOnce);
                before = now;
            }
        }
        // Soon enough: nothing rests before it has been silent for a tenth of a second, 300 points at 48 kHz.
        CHECK (points <= 250);
        for (const auto* group : used)
            CHECK (isClean (*group));
    }
}

TEST_CASE (
    "the comparison begins at once, fades in 20 ms, matches levels within 12 dB and ends when it is no longer heard",
    "[parts]")
{
    using Change = SlotComparison::Change;
    const double h = 1.0 / 48000.0;
    const auto constant = [] (double level)
    {
        StringMix mix;
        for (std::size_t n = 0; n < mix.left.middle.size(); ++n)
            mix.left.middle[n] = mix.left.side[n] = level * (n % 2 == 0 ? 1.0 : -1.0);
        return mix;
    };
    SlotComparison comparison;
    CHECK (comparison.follow (false, true, false) == Change::none);
    CHECK_FALSE (comparison.isOn());
    CHECK (comparison.follow (true, false, false) == Change::began);
    CHECK (comparison.follow (true, true, false) == Change::none);

    // 20 ms from A to B: 960 samples, 15 stretches of 64. Without a match, straight from one to the other.
    for (int segment = 0; segment < 15; ++segment)
    {
        auto a = constant (1.0);
        comparison.mix (a, constant (0.0), 64, h);
        CHECK (a.left.middle[0] == Approx (1.0 - (64 * segment + 1) / 960.0).margin (1e-9));
    }
    auto a = constant (1.0);
    comparison.mix (a, constant (0.0), 64, h);
    CHECK (std::abs (a.left.middle[10]) < 1e-12);

    // B is 40 dB softer: it is brought up by 12 dB, no further, within a few times 20 ms.
    for (int segment = 0; segment < 3000; ++segment)
    {
        auto loud = constant (1.0);
        comparison.mix (loud, constant (0.01), 64, h);
        comparison.matchLevels();
        if (segment == 2999)
            CHECK (loud.left.middle[0] == Approx (0.04).epsilon (1e-6));
    }
    CHECK (comparison.follow (false, true, false) == Change::none); // still heard
    for (int segment = 0; segment < 15; ++segment)
    {
        auto fading = constant (1.0);
        comparison.mix (fading, constant (0.01), 64, h);
    }
    CHECK (comparison.follow (false, true, false) == Change::ended);
    CHECK_FALSE (comparison.isOn());
    CHECK (comparison.follow (true, true, true) == Change::began);
    auto other = constant (1.0);
    comparison.mix (other, constant (0.5), 1, h);
    CHECK (other.left.middle[0] == 0.5); // at once, and with no match from before
}

TEST_CASE ("meters keep the largest sample between frames and the count of safety nets over a reset", "[parts]")
{
    MeterFeed meters;
    meters.countNonFinite();
    meters.reset();
    const double left[] { 0.5, -0.4 }, right[] { -0.25, 0.1 };
    meters.hear (left, right, 2, 0.9);
    meters.hear (left + 1, right + 1, 1, 1.0);
    meters.countPartials (12);
    meters.countPartials (7);
    int ticks = 1;
    for (; ! meters.isDue (5); ++ticks)
    {
    }
    CHECK (ticks == 5);
    meters.publish ({}, true);
    MeterFrame frame;
    REQUIRE (meters.collect (frame));
    CHECK (frame.peakLeft == 0.5);
    CHECK (frame.peakRight == 0.25);
    CHECK (frame.guardGain == 0.9);
    CHECK (frame.partials == 12);
    CHECK (frame.ledgerOn);
    CHECK (frame.nonFiniteBlocks == 1);
    CHECK_FALSE (meters.collect (frame));
    meters.publish ({}, false);
    REQUIRE (meters.collect (frame));
    CHECK (frame.peakLeft == 0.0);
    CHECK (frame.guardGain == 1.0);
    meters.forgetNonFinite();
    meters.publish ({}, false);
    REQUIRE (meters.collect (frame));
    CHECK (frame.nonFiniteBlocks == 0);
}

TEST_CASE ("each kind of body answers for itself", "[parts]")
{
    auto patch = Patch::defaults();
    patch.bodyInharmonicity = 0.21;
    patch.bodyTorsion = 1.0;
    patch.bodyTorsionRatio = 4.0;
    patch.blockMass = 0.1;
    ModeTable table {};
    table.count = 10;
    table.contactResponse.fill (2.0);
    const BodyRequest request { patch, 220.0, 0.4, 0.05, 0.1, 1.0 / 48000.0 };
    const auto& string = BodyKind::of (nullptr, false);
    const auto& block = BodyKind::of (nullptr, true);
    const auto& modes = BodyKind::of (&table, false);

    // The first partial is f_0 sqrt (1 + B).
    CHECK (string.fundamental (request) == Approx (200.0));
    CHECK (modes.fundamental (request) == 220.0);
    CHECK (string.twist() == 1.0);
    CHECK (modes.twist() == 0.0);

    // 0.49 x 1.3 x 48000/220 = 138.98 partials fit; of 64, three sixteenths twist; of those a quarter fit.
    CHECK (string.slots (request, nullptr, 64.0).sounding == 52.0);
    CHECK (string.slots (request, nullptr, 64.0).silent == 12.0);
    CHECK (string.slots (request, nullptr, 1000.0).sounding == 128.0);
    CHECK (string.slots (request, nullptr, 1000.0).silent == 32.0);
    CHECK (modes.slots (request, &table, 64.0).sum() == 10);
    CHECK (modes.slots (request, &table, 6.0).sum() == 6);
    CHECK (block.slots (request, nullptr, 64.0).sum() == 0);
    const BodyRequest high { patch, 4400.0, 0.4, 0.05, 0.1, 1.0 / 48000.0 };
    CHECK (string.slots (high, nullptr, 64.0).sounding == 7.0); // 6.95, rounded up

    // Schelleng: 2 Z v/(beta dmu).
    CHECK (string.fullForce (request, nullptr, 0.2, 0.5) == Approx (2.0 * 0.4 * 0.2 / (0.1 * 0.5)));
    CHECK (modes.fullForce (request, &table, 0.2, 0.5) ==
           Approx (0.13 * 2.0 * std::numbers::pi * 220.0 * 0.05 / 2.0 * 0.2 / 0.5));
    CHECK (block.fullForce (request, nullptr, 0.2, 0.5) ==
           Approx (4.0 * 0.1 * (2.0 * std::numbers::pi * 220.0 * 0.2 + 9.81) / 0.5));
    CHECK (string.gain (request) == Approx (0.6));
}

TEST_CASE ("a sequence lock tells a reader of whatever was written while it read")
{
    SequenceLock lock;
    std::atomic<int> value { 1 };
    int seen = 0;
    const auto look = [&] { seen = value.load (std::memory_order_relaxed); };
    CHECK (lock.read (look));
    CHECK (seen == 1);
    lock.write (
        [&]
        {
            value.store (2, std::memory_order_relaxed);
            CHECK_FALSE (lock.read (look)); // half of it may be there
        });
    CHECK_FALSE (lock.read (
        [&]
        {
            look();
            lock.write ([&] { value.store (3, std::memory_order_relaxed); });
        }));
    CHECK (lock.read (look));
    CHECK (seen == 3);
}
