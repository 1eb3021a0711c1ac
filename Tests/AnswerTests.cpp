// SPDX-License-Identifier: GPL-3.0-or-later
// What a player's bow does under the guide: speed is loudness, pressure and place are brightness, and every knob is
// heard. Bounds are those of players' bows, on what is heard.
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Units.h"
#include "Rendering/Measuring/Answer.h"
#include "Support/Listener.h"
#include "Support/LongRun.h"
#include "Support/NamedBody.h"
#include "Support/Scene.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Hands/Guide.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
constexpr std::string_view strings[] = { "First Light", "Violin Gut", "Violin Steel", "Viola Nylon",  "Cello Gut",
                                         "Cello Steel", "Dark Cello", "Bass Steel",   "Bass Colossus" };

/** The place of a knob's value on its travel. */
double placeOf (std::string_view id, double value)
{
    return parameterTable()[*findParameter (id)].toNormalised (value);
}

KnobAnswer answerOf (const Preset& preset, int key, std::string_view knob, std::vector<double> values)
{
    AnswerSettings settings;
    settings.key = key;
    settings.threads = 2;
    settings.knobs = { knob };
    settings.places.clear();
    for (const double value : values)
        settings.places.push_back (placeOf (knob, value));
    return answersOf (preset, settings).at (0);
}

/** True of a knob whose whole travel, by its own law, changes less than is heard, on a preset that nobody guides and
    whose force is absolute, such as a dry hinge that creeps under a heavy door. */
bool isTooSmallByItsLaw (std::string_view id, const Preset& preset)
{
    const auto& patch = preset.patch;
    if (patch.voiceGuidePercent > 0.0 || patch.handForceMode != static_cast<double> (ForceMode::absolute))
        return false;
    constexpr double highestHeard = 20000.0; // [Hz]
    const double most = parameterTable()[*findParameter (id)].maximum;
    if (id == "contact.bristle_damping") // a bristle's time constant sigma_1/sigma_0 takes 3 dB from where w t is 1
        return most * patch.contact.travel / (patch.contact.muStatic * patch.handForce) <
               1.0 / (2.0 * pi * highestHeard);
    if (id == "contact.viscosity") // less drop of friction, by the force at the hand's speed, throws the body less far
    {
        const double drop = (patch.contact.muStatic - patch.contact.muKinetic) * patch.handForce;
        return -20.0 * std::log10 (1.0 - most * patch.handSpeed / drop) < leastHeard.level;
    }
    if (id == "body.tension") // 1 % of tension per % and square of a swing v/w of 1 mm: half of it is of the pitch
    {
        const double pitch = frequencyFromNote (preset.info.lowestKey + patch.bodyTuneSemitones);
        const double swing = patch.handSpeed / (2.0 * pi * pitch) / 1e-3; // [mm]
        return centsFromRatio (std::sqrt (1.0 + 0.01 * most * swing * swing)) < leastHeard.cents;
    }
    return false;
}

constexpr std::array speeds { 0.03, 0.1, 0.3, 1.0 }; // [m/s] of players' bows
constexpr double onTheKey = listener::inTune;        // [cents]

/** The bow's speed [m/s] when its beginning is over. */
double speedAfterBeginning (Patch patch, int key)
{
    // A tenth of a second, or twice the 3.5 periods that a string needs at best for its first regular slips.
    const int samples = static_cast<int> (48000.0 * std::max (0.1, 7.0 / frequencyFromNote (key)));
    patch.voiceHumanisePercent = patch.voicePhrasingPercent = 0.0; // arms that move by themselves
    PreparedSynth synth (patch);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (samples));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    render (synth, { noteOn (0, key, 80.0 / 127.0) }, samples, 512, &probes);
    return std::abs (frames.at (probes.count - 1).bowVelocity);
}

/** The ends and the middle of a preset's range. */
std::vector<int> keysOf (const Preset& preset)
{
    const auto& info = preset.info;
    return { info.lowestKey, info.middleKey(), info.highestKey };
}
} // namespace

TEST_CASE ("a bow ten times as fast is 20 dB louder, on the key", "[guide][answer][heard]")
{
    // The corner of a bowed string is v_b/beta Z_0 high, whatever the contact (Physics.md 10); ripples beside it, which
    // grow more slowly, may be heard in half a decade.
    for (const auto name : strings)
    {
        const auto& preset = *findFactoryPreset (name);
        for (const int key : keysOf (preset))
        {
            // Strings above E5 jump under a slower bow than 0.1 m/s.
            constexpr int e5 = 76;
            const auto answer =
                answerOf (preset, key, "hand.speed",
                          key < e5 ? std::vector { 0.03, 0.1, 0.3, 1.0 } : std::vector { 0.1, 0.3, 1.0 });
            for (std::size_t i = 1; i < answer.points.size(); ++i)
            {
                CAPTURE (name, key, answer.points[i].value, answer.points[i].cents.value_or (1e9));
                const double decades = std::log10 (answer.points[i].value / answer.points[i - 1].value);
                CHECK_THAT (answer.points[i].level - answer.points[i - 1].level,
                            WithinAbs (20.0 * decades, 1.5 * listener::level));
                CHECK (std::abs (answer.points[i].cents.value_or (1e9)) < onTheKey);
            }
        }
    }
}

TEST_CASE ("a bow has the speed that the player asks for within a tenth of a second, or seven periods",
           "[guide][answer]")
{
    for (const auto name : strings)
        for (const int key : keysOf (*findFactoryPreset (name)))
            for (const double speed : speeds)
                for (const auto articulation : { Articulation::bow, Articulation::harmonic })
                {
                    auto patch = findFactoryPreset (name)->patch;
                    patch.handSpeed = speed;
                    choose<&Patch::handArticulation> (patch, articulation);
                    CAPTURE (name, key, speed, static_cast<int> (articulation));
                    CHECK_THAT (20.0 * std::log10 (speedAfterBeginning (patch, key) / speed),
                                WithinAbs (0.0, listener::level));
                }
}

TEST_CASE ("flageolets and laws that jump or lag are 20 dB louder under a bow ten times as fast, too",
           "[guide][answer][heard]")
{
    // A bow that is as smooth at any speed moves a linear body in the same way, so many times as far, whatever that way
    // is.
    const auto check = [] (const Preset& preset, int key, double tolerance)
    {
        const auto points = answerOf (preset, key, "hand.speed", { speeds.begin(), speeds.end() }).points;
        CAPTURE (preset.info.name, key, preset.patch.contact.law);
        for (std::size_t i = 1; i < points.size(); ++i)
            CHECK_THAT (points[i].level - points[i - 1].level,
                        WithinAbs (20.0 * std::log10 (points[i].value / points[i - 1].value), tolerance));
        return points;
    };
    for (const auto name : { "Flageolet Violin", "Cello Harmonics" })
        for (const int key : keysOf (*findFactoryPreset (name)))
            for (const auto& point : check (*findFactoryPreset (name), key, 2.0))
                CHECK (std::abs (point.cents.value_or (0.0)) < onTheKey); // where a period is found
    const auto checkSmooth = [&check] (Preset preset, int key, double tolerance = 0.1)
    {
        preset.patch.surfaceTexturePercent = 0.0;
        check (preset, key, tolerance);
    };
    for (const auto name : strings)
        for (const int key : keysOf (*findFactoryPreset (name)))
        {
            auto preset = *findFactoryPreset (name);
            choose<&Patch::handArticulation> (preset.patch, Articulation::harmonic);
            checkSmooth (preset, key);
        }
    for (std::size_t law = 0; law < lawTable().size(); ++law)
        if (const auto fall = fallOf (static_cast<int> (law)); fall == Fall::jump || fall == Fall::lag)
            for (const auto name : { "First Light", "Bowed Bar" })
            {
                auto preset = *findFactoryPreset (name);
                preset.patch.contact.law = static_cast<double> (law);
                // Where such a law rattles a bar, rounding decides when the next slip comes.
                checkSmooth (preset, preset.info.middleKey(), name == std::string_view ("First Light") ? 0.1 : 0.5);
            }
}

TEST_CASE ("every knob in use is heard in ten presets of all families, and louder dynamics are louder",
           "[guide][answer][heard]")
{
    for (const auto name : answeringPresets)
    {
        const auto& preset = *findFactoryPreset (name);
        AnswerSettings settings;
        settings.key = preset.info.middleKey();
        settings.threads = 2;
        const auto answers = answersOf (preset, settings);
        CHECK (answers.size() >= 20);
        for (const auto& answer : answers)
        {
            CAPTURE (name, answer.id);
            CHECK ((answer.isHeard() || isTooSmallByItsLaw (answer.id, preset)));
            if (answer.id == "hand.dynamics")
                for (std::size_t i = 1; i < answer.points.size(); ++i)
                    CHECK (answer.points[i].level > answer.points[i - 1].level);
        }
    }
}

TEST_CASE ("a knob is not heard that changes less than a player hears", "[answer]")
{
    KnobAnswer answer { "hand.speed", std::vector<AnswerPoint> (2) };
    for (auto& point : answer.points)
    {
        point.thirdOctaves.fill (-40.0);
        point.attack.fill (-40.0);
        point.cents = 0.0;
    }
    CHECK_FALSE (answer.isHeard());
    const auto isHeardWith = [&answer] (auto change)
    {
        auto& last = answer.points.back();
        const auto before = last;
        change (last);
        const bool heard = answer.isHeard();
        last = before;
        return heard;
    };
    CHECK (isHeardWith ([] (AnswerPoint& p) { p.thirdOctaves[3] = -43.1; }));
    CHECK_FALSE (isHeardWith ([] (AnswerPoint& p) { p.thirdOctaves[3] = -42.9; }));
    CHECK (isHeardWith ([] (AnswerPoint& p) { p.attack[3] = -36.9; }));
    CHECK_FALSE (isHeardWith ([] (AnswerPoint& p) { p.attack[3] = -37.1; }));
    CHECK (isHeardWith ([] (AnswerPoint& p) { p.level += 2.1; }));
    CHECK_FALSE (isHeardWith ([] (AnswerPoint& p) { p.level += 1.9; }));
    CHECK (isHeardWith ([] (AnswerPoint& p) { p.cents = 5.1; }));
    CHECK (isHeardWith ([] (AnswerPoint& p) { p.onset = 31.0; }));
    CHECK_FALSE (isHeardWith ([] (AnswerPoint& p) { p.fall = 29.0; }));
}

TEST_CASE ("pressure and place move brightness as a player's do, and keep the note", "[guide][answer][heard]")
{
    // Every string by what is heard. From 0.33 to 0.05 v/beta grows by 16 dB, to the nearest place of high keys
    // by less; half of that is left when the corner is rounded.
    std::vector<double> harder, nearer;
    for (const auto name : strings)
    {
        const auto& preset = *findFactoryPreset (name);
        for (const int key : keysOf (preset))
        {
            const auto upper = [] (const AnswerPoint& point) { return point.level + point.brightness; };
            const auto pressing = answerOf (preset, key, "hand.pressure", { 40.0, 60.0, 100.0 });
            const auto& pressed = pressing.points;
            const auto placed = answerOf (preset, key, "hand.position", { 0.4, 0.13, 0.006 }).points;
            harder.push_back (upper (pressed.back()) - upper (pressed.front()));
            nearer.push_back (placed.back().level - placed.front().level);
            CAPTURE (name, key, harder.back(), nearer.back());
            for (const auto* point : { &pressed[0], &pressed[1], &pressed[2], &placed[0], &placed[1] })
                CHECK (std::abs (point->cents.value_or (1e9)) < onTheKey);
            CHECK (pressing.isHeard());
            CHECK (harder.back() > 0.5);
            CHECK (nearer.back() >= 2.0);
        }
    }
    CHECK (median (harder).value() >= 3.0);
    CHECK (median (nearer).value() >= 8.0);
}

TEST_CASE ("a guide that follows leaves the bow's speed alone and lets no part of a knob's travel die",
           "[guide][answer]")
{
    const guide::Rubbed string { BodyModel::string, nullptr, 0, 1e-5, 1.0, true };
    const auto guided = [&string] (double Patch::*knob, double value)
    {
        auto patch = Patch::defaults();
        patch.*knob = value;
        guide::adjust (patch, string, 0.0, 293.66, 1.0);
        return patch;
    };
    for (const double speed : { 0.0005, 0.02, 0.2, 3.0 })
        CHECK (guided (&Patch::handSpeed, speed).handSpeed == speed);
    struct Travel
    {
        double Patch::*knob;
        double low, high;   // range of the knob
        double least, most; // of what is played
    };
    for (const auto& [knob, low, high, least, most] : { Travel { &Patch::handPosition, 0.005, 0.5, 0.05, 0.33 },
                                                        Travel { &Patch::bodyQuality, 20.0, 5000.0, 250.0, 5000.0 },
                                                        Travel { &Patch::bodyTorsionQuality, 5.0, 500.0, 5.0, 60.0 } })
    {
        double before = 0.0;
        for (int i = 0; i <= 20; ++i)
        {
            const double asked = low * std::pow (high / low, i / 20.0);
            const double played = guided (knob, asked).*knob;
            CAPTURE (asked, played, before);
            CHECK (played > 1.005 * before);
            CHECK ((played >= 0.999 * least && played <= 1.001 * most));
            before = played;
        }
    }
    // Where the window is narrow the whole motion goes with the speed.
    const guide::Rubbed narrow { BodyModel::string, nullptr, 1, 1e-5, 1.0, false, true };
    for (const double speed : { 0.0005, 0.02, 0.2, 3.0 })
    {
        auto usual = Patch::defaults(), patch = usual;
        usual.handSpeed = 0.2;
        patch.handSpeed = speed;
        for (auto* its : { &usual, &patch })
            guide::adjust (*its, narrow, 0.0, 293.66, 1.0);
        CHECK_THAT (patch.handSpeed, WithinRel (speed, 1e-12));
        CHECK_THAT (patch.contact.travel / usual.contact.travel, WithinRel (speed / 0.2, 1e-12));
        CHECK_THAT (patch.contact.stribeckSpeed / usual.contact.stribeckSpeed, WithinRel (speed / 0.2, 1e-12));
        CHECK (patch.handPosition == usual.handPosition);
    }
    // The law of a string: speed, Stribeck speed and travel by the same factor are the same motion, as many times as
    // large.
    const auto plain = guided (&Patch::handSpeed, 0.02), fast = guided (&Patch::handSpeed, 2.0);
    CHECK_THAT (20.0 * std::log10 (fast.contact.stribeckSpeed / plain.contact.stribeckSpeed),
                WithinAbs (40.0, 0.5 * listener::level));
}

TEST_CASE ("files older than the guide that follows keep the one that holds the bow", "[guide][answer][preset]")
{
    const auto kindIn = [] (int version)
    {
        const auto preset = presetFromJson (R"({"format": "kolophon-preset", "parameters": {}, "version": )" +
                                            std::to_string (version) + "}");
        return choiceOf<&Patch::voiceGuideKind> (preset.value().patch);
    };
    CHECK (kindIn (2) == GuideKind::hold);
    CHECK (kindIn (4) == GuideKind::hold);
    CHECK (kindIn (5) == GuideKind::follow);
    auto held = patchWith ({ { "voice.guide_kind", placeOfChoice (GuideKind::hold) } });
    held.handSpeed = 0.001;
    guide::adjust (held, { BodyModel::string, nullptr, 0 }, 0.0, 293.66, 1.0);
    CHECK (held.handSpeed > 0.1); // 6 beta v_s is 0.17 m/s
}
