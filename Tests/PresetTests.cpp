// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Bench/Regime.h"
#include "Analysis/Notes/SteadyTone.h"
#include "Analysis/RowRules.h"
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Physics/Bodies/RealStrings.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Synth/Bodies/BodyTable.h"

#include <catch2/catch.hpp>

#include <set>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/** Factory presets as players meet them: a key at middling velocity, held. */
namespace
{
struct Sounding
{
    double cents, slips; // off equal temperament; slips of the contact a period
};

/** The last half of `seconds` of a held key, vibrato off, without box: both ears together. A still hand has smooth
    hair: with its grain a slip may be interrupted, and counts as two. */
Sounding hold (std::string_view preset, int key, double seconds, bool still)
{
    const auto* found = findFactoryPreset (preset);
    REQUIRE (found != nullptr);
    auto patch = found->patch;
    const double rate = 48000.0, nominal = frequencyFromNote (key + patch.bodyTuneSemitones);
    patch.voiceVibratoCents = 0.0;
    if (still)
        patch.voiceHumanisePercent = patch.surfaceTexturePercent = 0.0;
    patch.outBox = 0.0;
    PreparedSynth synth (patch, rate);
    const int samples = static_cast<int> (seconds * rate);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (2 * samples));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    const auto out = render (synth, { noteOn (0, key) }, samples, 512, &probes);
    std::vector<double> late;
    for (auto n = out.left.size() / 2; n < out.left.size(); ++n)
        late.push_back (out.left[n] + out.right[n]);
    const auto f = fundamentalFrequency (late, rate, 0.8 * nominal, 1.25 * nominal);
    SlipRecorder recorder;
    const double perSample = static_cast<double> (probes.count) / samples;
    for (std::size_t n = probes.count / 2; n < probes.count; ++n)
    {
        const auto& frame = frames[n];
        recorder.add (static_cast<std::int64_t> (n), frame.relativeVelocity, frame.bowVelocity, frame.normalForce);
    }
    const auto motion = motionOf (recorder.phases(), static_cast<std::int64_t> (probes.count / 2),
                                  static_cast<std::int64_t> (probes.count), perSample * rate / nominal);
    return { f ? centsFromRatio (*f / nominal) : 1e9, motion.slipsPerPeriod };
}
} // namespace

TEST_CASE ("presets that sing are in tune over their range, with one slip a period", "[preset][heard]")
{
    struct Range
    {
        std::string_view preset;
        std::initializer_list<int> keys;
        double seconds;
    };
    const Range ranges[] = {
        { "Ghost Saw", { 60, 72, 84 }, 2.0 },   { "Violin Steel", { 76, 83, 88 }, 1.0 },
        { "Violin Gut", { 69, 76, 81 }, 1.0 },  { "Viola Nylon", { 48, 55, 60 }, 1.0 },
        { "Cello Steel", { 57, 64, 69 }, 1.0 }, { "Cello Gut", { 57, 64, 69 }, 1.0 },
        { "Bass Steel", { 33, 40, 45 }, 1.6 },
    };
    for (const auto& [preset, keys, seconds] : ranges)
        for (const int key : keys)
        {
            const auto sounding = hold (preset, key, seconds, true);
            CAPTURE (preset, key);
            CHECK_THAT (sounding.cents, WithinAbs (0.0, listener::cents));
            // Over half of the time: one more or less at the ends.
            CHECK_THAT (sounding.slips, WithinAbs (1.0, 2.0 / (seconds * frequencyFromNote (key)) + rounded));
            if (findFactoryPreset (preset)->patch.voiceHumanisePercent > 0.0)
            {
                const auto living = hold (preset, key, seconds, false);
                // Two of the stroke, three of the finger, and what an uneven force flattens.
                CHECK_THAT (living.cents - sounding.cents, WithinAbs (0.0, 6.5));
                CHECK (living.slips < 1.5); // most periods have one
            }
        }
}

TEST_CASE ("presets of real strings have the numbers that the strings have", "[preset]")
{
    using namespace realstrings;
    constexpr double threeFigures = 5e-3; // as presets write their numbers: half of the last one in 1.00
    for (const auto& string : strings)
    {
        CAPTURE (string.preset);
        const auto* preset = findFactoryPreset (string.preset);
        REQUIRE (preset != nullptr);
        const auto& patch = preset->patch;
        CHECK (patch.bodyType == bodyPlace (BodyModel::string));
        CHECK (patch.bodyImpedanceTrackPercent == 0.0); // a finger does not change Z_0
        CHECK_THAT (patch.bodyImpedance, WithinRel (impedance (string), threeFigures));
        CHECK_THAT (patch.bodyInharmonicity, WithinRel (inharmonicity (string), threeFigures));
        CHECK_THAT (patch.bodyAirLoss, WithinRel (airLoss (string), threeFigures));
        CHECK_THAT (patch.bodyBendingLoss, WithinRel (string.bendingLoss, threeFigures));
        CHECK_THAT (patch.bodyTorsionRatio, WithinRel (string.torsionRatio, threeFigures));
        CHECK_THAT (patch.bodyTorsionImpedance, WithinRel (torsionImpedance (string), threeFigures));
        CHECK_THAT (patch.bodyTorsionQuality, WithinRel (string.torsionQuality, threeFigures));
        CHECK_THAT (patch.bodyDecay, WithinRel (string.decay, threeFigures));
        CHECK_THAT (patch.bodyQuality, WithinRel (string.quality, threeFigures));
        // Length, tension and mass, 4 cents each for the third of three figures, make the note of the string's name.
        CHECK_THAT (centsFromRatio (fundamental (string) / frequencyFromNote (string.key)), WithinAbs (0.0, 10.0));
    }
    // Of plain steel and gut, by hand: sqrt (75.1 N 0.418 g/m), and pi^3 E D^4/(64 T L^2) of a string 0.252 mm thick.
    CHECK_THAT (impedance (strings[0]), WithinAbs (0.17718, 0.5e-5)); // the last figure by half
    CHECK_THAT (inharmonicity (strings[0]), WithinAbs (5.056e-5, 0.5e-8));
    CHECK_THAT (airLoss (strings[1]), WithinAbs (1.002, 0.5e-3)); // Stokes's layer at 1 kHz: 69 um of air on 0.737 mm
    // One material: torsional waves run at sqrt (G/rho), steel 77 GPa, and Z_t = (A/2) sqrt (G rho) at the surface.
    const auto& steel = strings[0];
    const double area = 0.25 * pi * steel.diameter * steel.diameter, rho = steel.density / area, shear = 77e9;
    CHECK_THAT (steel.torsionRatio,
                WithinRel (std::sqrt (shear / rho) / (2.0 * steel.length * fundamental (steel)), threeFigures));
    CHECK_THAT (torsionImpedance (steel),
                WithinRel (0.5 * area * std::sqrt (shear * rho) / impedance (steel), threeFigures));
}

TEST_CASE ("no macro of a factory preset turns a knob that is without effect", "[preset]")
{
    for (const auto& preset : factoryPresets())
        for (const auto& macro : preset.modulation.macros)
        {
            auto turned = preset.patch;
            for (const auto& link : macro.to)
            {
                const auto& row = parameterTable()[link.parameter];
                row.in (turned) = row.fromNormalised (row.toNormalised (row.in (turned)) + link.depth);
            }
            for (const auto& link : macro.to)
            {
                const auto& row = parameterTable()[link.parameter];
                CAPTURE (preset.info.name, macro.name, row.id);
                CHECK (useInEngine (row, turned) == RowUse::inUse);
            }
        }
}

TEST_CASE ("a knob is used by a factory preset, or its row says what else it is for", "[preset]")
{
    std::set<std::size_t> used;
    const auto defaults = Patch::defaults();
    for (const auto& preset : factoryPresets())
    {
        for (std::size_t i = 0; i < parameterTable().size(); ++i)
            if (parameterTable()[i].in (preset.patch) != parameterTable()[i].in (defaults))
                used.insert (i);
        for (const auto& macro : preset.modulation.macros)
            for (const auto& link : macro.to)
                used.insert (link.parameter);
        for (const auto& slot : preset.modulation.slots)
            if (slot.source != ModulationSource::none)
                used.insert (slot.to.parameter);
    }
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
    {
        const auto& row = parameterTable()[i];
        CAPTURE (row.id);
        CHECK ((used.count (i) > 0 || row.purpose != Purpose::sound || row.isRetired));
        // A knob that windows leave to files is one of the engine's all the same: it is read where its body is played.
        if (row.purpose == Purpose::file)
            CHECK (rowUse (row, defaults) == RowUse::hidden);
    }
}
