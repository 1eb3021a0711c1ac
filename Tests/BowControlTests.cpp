// SPDX-License-Identifier: GPL-3.0-or-later
// Whether controllers reach the bow itself: what a hand, a foot or a breath asks for is played over its whole range. A
// bowed string's corner is v_b/beta Z_0 high, so the level follows speed at 20 dB per decade.
#include "Analysis/Notes/HeardSound.h"
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Units.h"
#include "Files/Presets/PresetFile.h"
#include "Support/Level.h"
#include "Support/Listener.h"
#include "Support/Scene.h"
#include "Synth/Feeds/PictureFeed.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Source = ModulationSource;

namespace
{
constexpr double rate = 48000.0;
constexpr double settles = 0.5, heard = 0.7; // [s] of each value of a controller, before and while it is measured

/** A controller as a member of an MPE zone or a plain channel sends it, 0 … 1. */
using Sent = std::function<PerformanceEvent (int at, double value)>;

Sent controller (int number)
{
    return [number] (int at, double value) { return control (at, number, value, 1); };
}
PerformanceEvent channelPressure (int at, double value)
{
    return event (at, Type::channelPressure, 0, value, 1);
}

/** What is heard and seen of a note while a controller stands at one value. */
struct Heard
{
    double level = 0.0;    // [dB] of both ears
    double upper = 0.0;    // [dB] likewise, above 3.5 times the pitch
    double cents = 1e9;    // off the key
    double speed = 0.0;    // [m/s] of the bow
    double position = 0.0; // that is played
};

Heard heardIn (const Rendering& out, const std::vector<ProbeFrame>& frames, double pitch)
{
    Heard heard;
    const auto count = static_cast<int> (out.left.size());
    const auto power = [count] (const std::vector<double>& ear)
    { return std::pow (10.0, 0.1 * levelDb (ear, 0, count)); };
    heard.level = 10.0 * std::log10 (0.5 * (power (out.left) + power (out.right)));
    const auto spectrum = powerSpectrum (out.left, rate);
    heard.upper = heard.level + 10.0 * std::log10 (0.01 * powerWithin (spectrum, rate, 3.5 * pitch, 20000.0) + 1e-30);
    if (const auto f = fundamentalFrequency (out.left, rate, pitch / 2.2, pitch * 2.2))
        heard.cents = 1200.0 * std::log2 (*f / pitch);
    for (const auto& frame : frames)
        heard.speed += std::abs (frame.bowVelocity) / static_cast<double> (frames.size());
    return heard;
}

/** Holds a key of a preset while a controller goes through `values`; `also` stands before the note begins. */
std::vector<Heard> swept (const Preset& preset, int key, const Sent& send, const std::vector<double>& values,
                          std::vector<PerformanceEvent> also = {})
{
    auto patch = preset.patch;
    patch.voiceHumanisePercent = patch.voiceVibratoCents = patch.voicePhrasingPercent = patch.outRoomPercent = 0.0;
    PreparedSynth synth (patch, rate);
    synth.setModulation (preset.modulation);
    synth.pictures().addViewer();
    auto events = std::move (also);
    events.push_back (noteOn (0, key, 80.0 / 127.0, 1));
    const double pitch = 440.0 * std::exp2 ((key - 69) / 12.0);
    std::vector<Heard> all;
    for (const double value : values)
    {
        events.push_back (send (1, value));
        render (synth, std::exchange (events, {}), static_cast<int> (settles * rate));
        const auto samples = static_cast<int> (heard * rate);
        std::vector<ProbeFrame> frames (static_cast<std::size_t> (4 * samples));
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        const auto out = render (synth, {}, samples, 512, &probes);
        frames.resize (probes.count);
        all.push_back (heardIn (out, frames, pitch));
        ShapeFrame shape;
        while (synth.pictures().pop (shape))
        {
        } // only the first few of them had room
        render (synth, {}, 2400);
        while (synth.pictures().pop (shape))
            all.back().position = shape.position;
    }
    return all;
}

constexpr double settled = 0.01; // of a speed: 0.09 dB
const double lightest = 5.0 / 127.0;
const std::vector<double> fromLightToHeavy { lightest, 0.25, 0.5, 0.75, 1.0 };
} // namespace

TEST_CASE ("press and breath draw the bow over its whole range, 20 dB per decade, on the key",
           "[controllers][presets][heard]")
{
    // Each of the four moves 0.03 m/s by 0.4 of the travel of Speed, which is 0.5 mm/s to 3 m/s in equal ratios.
    struct Player
    {
        const char* preset;
        Sent send;
        double floor; // below which a finger only rests
    };
    for (const auto& [name, send, floor] :
         { Player { "Breath Bow", controller (2), 0.0 }, Player { "Seaboard Bow", channelPressure, 0.0 },
           Player { "Linn Bow", channelPressure, 0.0 }, Player { "Osmose Bow", channelPressure, 0.08 } })
    {
        const auto preset = findFactoryPreset (name);
        REQUIRE (preset);
        for (const int key : { preset->info.lowestKey, preset->info.middleKey(), preset->info.highestKey })
        {
            const auto points = swept (*preset, key, send, fromLightToHeavy);
            auto bare = *preset; // the same finger, which presses no harder
            bare.modulation.slots[1] = {};
            const auto law = swept (bare, key, send, fromLightToHeavy);
            for (std::size_t i = 0; i < points.size(); ++i)
            {
                const double value = std::max (0.0, (fromLightToHeavy[i] - floor) / (1.0 - floor));
                CAPTURE (name, key, value);
                CHECK_THAT (points[i].speed, WithinRel (0.03 * std::pow (6000.0, 0.4 * value), settled));
                CHECK (std::abs (points[i].cents) < listener::inTune);
                CHECK_THAT (law[i].level - law[0].level,
                            WithinAbs (20.0 * std::log10 (law[i].speed / law[0].speed), 2.0 * listener::level));
                CHECK ((i == 0 || points[i].level > points[i - 1].level + 3.0));
            }
            CHECK (points.back().level - points.front().level >= 20.0);
        }
    }
}

TEST_CASE ("a finger that slides moves the bow between fingerboard and bridge, and the note stays",
           "[controllers][presets][heard]")
{
    for (const auto* name : { "Seaboard Bow", "Linn Bow", "Osmose Bow" })
    {
        const auto preset = findFactoryPreset (name);
        REQUIRE (preset);
        for (const int key : { preset->info.lowestKey, preset->info.middleKey() })
        {
            const auto slid = swept (*preset, key, controller (74), { 0.5, 0.0, 1.0 }, { channelPressure (0, 0.5) });
            const auto& [middle, tasto, bridge] = std::tie (slid[0], slid[1], slid[2]);
            CAPTURE (name, key, tasto.position, bridge.position, tasto.level, bridge.level, tasto.upper, bridge.upper);
            for (const auto& each : slid)
                CHECK (std::abs (each.cents) < listener::inTune);
            // Two octaves of the place were asked for; the guide folds their ends.
            CHECK ((tasto.position > 1.3 * middle.position && middle.position > 1.3 * bridge.position));
            CHECK (bridge.level > tasto.level);
            const double nearer = 20.0 * std::log10 (tasto.position / bridge.position);
            CHECK_THAT (bridge.level - tasto.level, WithinAbs (nearer, 3.0));
        }
    }
}

TEST_CASE ("whatever a player has at hand can draw the bow: speed, force and place", "[controllers][heard]")
{
    // Each moves 0.03 m/s by 0.4 of the travel of Speed; CC74 moves the place as well, and counts from its middle.
    struct Controller
    {
        Source source;
        Sent send;
        double middle = 0.0;
    };
    const auto keyPressure = [] (int at, double value) { return event (at, Type::notePressure, 57, value, 1); };
    for (const auto& [source, send, middle] :
         { Controller { Source::wheel, controller (1) }, Controller { Source::breath, controller (2) },
           Controller { Source::expression, controller (11) }, Controller { Source::slide, controller (74), 0.5 },
           Controller { Source::pressure, channelPressure }, Controller { Source::pressure, keyPressure } })
    {
        auto preset = *findFactoryPreset ("Breath Bow");
        preset.patch.voiceSlide = placeOfChoice (Slide::absolute);
        preset.patch.handSpeed = 0.03 * std::pow (6000.0, 0.4 * middle);
        preset.modulation = {};
        preset.modulation.slots[0] = { source, to ("hand.speed", source == Source::slide ? 0.2 : 0.4) };
        const auto speeds = swept (preset, 57, send, fromLightToHeavy);
        for (std::size_t i = 0; i < speeds.size(); ++i)
        {
            CAPTURE (static_cast<int> (source), fromLightToHeavy[i], speeds[i].cents);
            CHECK_THAT (speeds[i].speed, WithinRel (0.03 * std::pow (6000.0, 0.4 * fromLightToHeavy[i]), settled));
            CHECK (std::abs (speeds[i].cents) <
                   (source == Source::wheel ? 50.0 : listener::inTune)); // which is vibrato as well
        }
        if (source != Source::slide && source != Source::wheel)
            CHECK_THAT (
                speeds.back().level - speeds.front().level,
                WithinAbs (20.0 * std::log10 (speeds.back().speed / speeds.front().speed), 2.0 * listener::level));

        // From 0.3 down to 0.06 of the string, at 0.2 m/s: as much louder as 1/position says. CC74 adds an octave.
        preset.patch.handSpeed = 0.2;
        preset.patch.handPosition = source == Source::slide ? 0.13 : 0.3;
        if (source == Source::slide)
            preset.modulation = {};
        else
            preset.modulation.slots[0] = { source, to ("hand.position", -0.35) };
        const auto places = swept (preset, 57, send, { lightest, 1.0 });
        CAPTURE (static_cast<int> (source), places[0].position, places[1].position);
        CHECK (places[0].position > 1.5 * places[1].position); // the guide folds the ends of the travel
        CHECK_THAT (places[1].level - places[0].level,
                    WithinAbs (20.0 * std::log10 (places[0].position / places[1].position), 2.5));
    }
}
