// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Rendering/Finishing.h"
#include "Rendering/Takes/TakeRunner.h"
#include "Rendering/Takes/Variation.h"
#include "Support/Knobs.h"
#include "Support/Listener.h"
#include "Support/Rounding.h"
#include "Support/ToolFolder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
std::string variationError (const std::string& text)
{
    const auto read = variationsFromText (text);
    return read ? std::string ("accepted") : std::string (read.error().what());
}

constexpr double ofFilter = 0.05; // [LU]: meters show tenths (EBU Tech 3341)

/** A sine of so many seconds at 997 Hz in both channels: as loud [LUFS] as its amplitude is in dB (BS.1770-4). */
StereoSound sine (double amplitude, double seconds)
{
    StereoSound sound;
    for (int n = 0; n < static_cast<int> (48000 * seconds); ++n)
        sound.left.push_back (amplitude * std::sin (2.0 * pi * 997.0 * n / 48000.0));
    sound.right = sound.left;
    return sound;
}
} // namespace

TEST_CASE ("a take varies what it is told to, as far as it is told, and the same for the same seed")
{
    auto patch = Patch::defaults();
    patch.handSpeed = 0.2;
    const auto variations = variationsFromText ("hand.speed=±20%, hand.lift_time=±10 ms,hand.position=0.08:0.16, "
                                                "*.seed=*,voice.mpe=*")
                                .value();
    double slowest = 1.0, fastest = 0.0, nearest = 1.0, farthest = 0.0;
    std::array<int, 3> modes {};
    for (int take = 1; take <= 400; ++take)
    {
        const auto one = varied (patch, variations, 7, take);
        CHECK (one == varied (patch, variations, 7, take));
        CHECK_FALSE (one == varied (patch, variations, 8, take));
        slowest = std::min (slowest, valueIn (one, "hand.speed"));
        fastest = std::max (fastest, valueIn (one, "hand.speed"));
        nearest = std::min (nearest, valueIn (one, "hand.position"));
        farthest = std::max (farthest, valueIn (one, "hand.position"));
        CHECK (std::abs (valueIn (one, "hand.lift_time") - patch.handLiftTime) <= 0.010);
        const double seed = valueIn (one, "voice.seed");
        CHECK (seed == std::floor (seed));
        ++modes[static_cast<std::size_t> (valueIn (one, "voice.mpe"))];
        CHECK (valueIn (one, "hand.bite") == valueIn (patch, "hand.bite"));
    }
    // Of four hundred uniform numbers none lies in the outermost fortieth of the range once in e^10 cases.
    constexpr double edge = 0.08 / 40.0;
    CHECK (slowest >= 0.16);
    CHECK (slowest < 0.16 + edge);
    CHECK (fastest <= 0.24);
    CHECK (fastest > 0.24 - edge);
    CHECK (nearest >= 0.08);
    CHECK (nearest < 0.08 + edge);
    CHECK (farthest <= 0.16);
    CHECK (farthest > 0.16 - edge);
    for (const int count : modes) // each of three choices a third of the time; three standard deviations
        CHECK_THAT (count, WithinAbs (400.0 / 3.0, 3.0 * std::sqrt (400.0 * 2.0 / 9.0)));

    // Whoever varies one more changes nothing about the others.
    const auto less = variationsFromText ("hand.speed=±20%").value();
    CHECK (valueIn (varied (patch, less, 7, 3), "hand.speed") ==
           valueIn (varied (patch, variations, 7, 3), "hand.speed"));
}

TEST_CASE ("what can't be varied so is refused by name")
{
    CHECK (variationError ("") == "accepted");
    CHECK (variationError ("hand.speed=+-20%") == "accepted");
    CHECK_THAT (variationError ("hand.sped=*"), Contains ("hand.sped"));
    CHECK_THAT (variationError ("hand.speed"), Contains ("id=±20%"));
    CHECK_THAT (variationError ("hand.speed=20"), Contains ("hand.speed") && Contains ("lowest:highest"));
    CHECK_THAT (variationError ("hand.speed=0.1:9"), Contains ("hand.speed") && Contains ("out of range"));
    CHECK_THAT (variationError ("hand.lift=±20%"), Contains ("hand.lift"));
    CHECK_THAT (variationError ("hand.speed=±5 N"), Contains ("hand.speed"));
}

TEST_CASE ("a sound is cut where it is softer than asked, faded, and brought to its level")
{
    auto sound = sine (0.5, 2.0);
    sound.left.insert (sound.left.begin(), 4800, 0.0001); // -74 dB
    sound.right.insert (sound.right.begin(), 4800, 0.0);
    sound.left.insert (sound.left.end(), 9600, 0.0001);
    sound.right.insert (sound.right.end(), 9600, 0.0);

    auto cut = sound;
    Finishing finishing;
    finishing.trimDb = 60.0;
    auto done = finish (cut, finishing, 48000.0);
    // The sine is zero at its first sample, and near it at its last.
    CHECK_THAT (done.cutBefore, WithinAbs (0.1, 1.0 / 48000.0 + rounded));
    CHECK_THAT (done.seconds, WithinAbs (2.0, 2.0 / 48000.0 + rounded));
    CHECK_THAT (done.loudness.value(), WithinAbs (20.0 * std::log10 (0.5), ofFilter));
    CHECK (done.gain == 1.0);

    finishing.trimDb.reset();
    finishing.fades = fadesFromText ("100ms,0.5s").value();
    auto faded = sine (0.5, 2.0);
    finish (faded, finishing, 48000.0);
    const auto peakAround = [&faded] (double seconds)
    {
        const auto at = static_cast<std::ptrdiff_t> (seconds * 48000.0);
        return *std::max_element (faded.left.begin() + at - 24, faded.left.begin() + at + 24);
    };
    // Half, in the middle of the fade: in 24 samples to either side it rises by 0.005 pi/2, as a raised cosine does.
    CHECK_THAT (peakAround (0.05), WithinAbs (0.25, 0.5 * 0.005 * 0.5 * pi));
    CHECK_THAT (peakAround (1.75), WithinAbs (0.25, 0.5 * 0.001 * 0.5 * pi));
    CHECK_THAT (peakAround (1.0), WithinAbs (0.5, 0.5 * (1.0 - std::cos (pi * 997.0 / 48000.0)))); // between samples
    CHECK (std::abs (faded.left.back()) < listener::inaudible);

    finishing = {};
    finishing.level = levelFromText ("-18LUFS").value();
    auto levelled = sine (0.5, 2.0);
    done = finish (levelled, finishing, 48000.0);
    CHECK_THAT (20.0 * std::log10 (*std::max_element (levelled.left.begin(), levelled.left.end())),
                WithinAbs (-18.0, ofFilter));
    CHECK_THAT (done.loudness.value(), WithinAbs (-18.0, rounded));
    CHECK_FALSE (done.heldByPeak);

    finishing.level = levelFromText ("-3 dBFS").value();
    done = finish (levelled, finishing, 48000.0);
    CHECK_THAT (done.peak, WithinAbs (gainFromDb (-3.0), 1e-12));

    // A click is soft for its peak: loudness may not take it past -1 dBFS.
    finishing.level = levelFromText ("-18LUFS").value();
    StereoSound click { std::vector<double> (48000), std::vector<double> (48000) };
    click.left[24000] = click.right[24000] = 0.1;
    done = finish (click, finishing, 48000.0);
    CHECK (done.heldByPeak);
    CHECK_THAT (done.peak, WithinAbs (gainFromDb (-1.0), 1e-12));

    // Shorter than a block of the measure.
    auto brief = sine (0.1, 0.2);
    finishing = {};
    CHECK_THAT (finish (brief, finishing, 48000.0).loudness.value(),
                WithinAbs (-20.0 + 10.0 * std::log10 (0.2 / 0.4), ofFilter)); // half of a block of 0.4 s is silence

    CHECK_FALSE (levelFromText ("-18"));
    CHECK_FALSE (levelFromText ("3LUFS"));
    CHECK_FALSE (fadesFromText ("5"));
}

TEST_CASE ("names of takes count as their pattern says")
{
    CHECK (takeName ("creak_{i:03}.wav", 7).value() == "creak_007.wav");
    CHECK (takeName ("creak_{i}.wav", 12).value() == "creak_12.wav");
    CHECK (takeName ("{{{i}}}.wav", 1).value() == "{1}.wav");
    CHECK_FALSE (takeName ("{n}.wav", 1));
    CHECK_FALSE (takeName ("{i:0x}.wav", 1));
}

TEST_CASE ("takes are the same files whatever the threads, and their manifest says how to get each again", "[tool]")
{
    const ToolFolder bench;
    const std::string take = "take --note A3 --seconds 0.3 --tail 0.1 --bits 32f --vary 'hand.speed=±20%,*.seed=*' "
                             "--count 5 --seed 3 ";
    REQUIRE (bench.run (take + "--jobs 1 -o 'one_{i:02}.wav' --quiet").code == 0);
    REQUIRE (bench.run (take + "--jobs 2 -o 'two_{i:02}.wav' --quiet").code == 0);
    const auto samples = [&bench] (const std::string& name)
    {
        const auto all = bench.file (name);
        return all.substr (all.find ("data")); // the comment before holds the command
    };
    std::set<std::string> different;
    for (const auto* number : { "01", "02", "03", "04", "05" })
    {
        const auto one = samples (std::string ("one_") + number + ".wav");
        CHECK (one.size() > 10000);
        CHECK (one == samples (std::string ("two_") + number + ".wav"));
        different.insert (one);
    }
    CHECK (different.size() == 5);

    const auto manifest = nlohmann::json::parse (bench.file ("one.takes.json"));
    CHECK (manifest["format"] == "kolophon-takes");
    CHECK (manifest["seed"] == 3);
    REQUIRE (manifest["takes"].size() == 5);
    const auto& third = manifest["takes"][2];
    CHECK (third["file"] == "one_03.wav");
    const double plain = findFactoryPreset ("First Light")->patch.handSpeed,
                 speed = third["values"]["hand.speed"]["value"];
    CHECK (speed >= 0.8 * plain);
    CHECK (speed <= 1.2 * plain);
    const auto set = [&third] (const std::string& id)
    { return " --set " + id + "=" + third["values"][id]["value"].dump(); };
    CHECK (third["values"].size() == 4); // three seeds and the speed
    REQUIRE (bench
                 .run ("render --note A3 --seconds 0.3 --tail 0.1 --bits 32f -o again.wav --quiet" +
                       set ("hand.speed") + set ("voice.seed") + set ("surface.seed") + set ("mod.seed"))
                 .code == 0);
    CHECK (samples ("again.wav") == samples ("one_03.wav"));

    CHECK (bench.run ("take --note A3 -o x.wav --count 2").code == 2);
    CHECK (bench.run ("take -o 'x{i}.wav'").code == 2);
    CHECK (bench.run ("take --note A3 -o 'x{i}.wav' --vary hand.sped=*").code == 2);
    CHECK (bench.run ("take --note A3 -o '/dev/null/x{i}.wav'").code == 5);
}

TEST_CASE ("takes are cut, faded and levelled on request", "[tool]")
{
    const ToolFolder bench;
    const auto manifest = bench.json ("take --note A3 --seconds 0.6 --count 2 --vary 'hand.speed=±20%' --trim --fade "
                                      "2ms,20ms --normalise -20LUFS -o 'n{i}.wav'");
    for (const auto& entry : manifest["takes"])
    {
        CHECK_THAT (entry["loudnessLufs"].get<double>(), WithinAbs (-20.0, 0.5e-2)); // as it is rounded in the list
        CHECK (entry["lengthSeconds"].get<double>() < entry["renderedSeconds"].get<double>());
        CHECK (entry["cutBeforeSeconds"].get<double>() > 0.0); // the latency at least
    }
}

TEST_CASE ("takes of a drawn gesture differ in it, and their list says how", "[tool]")
{
    const ToolFolder bench;
    const std::string take = "take -p 'Rocking Chair' --note A2 --seconds 0.3 --tail 0 --bits 32f ";
    const auto plain = bench.json (take + "--count 3 -o 'p{i}.wav'"),
               varied = bench.json (take + "--count 3 --vary-gesture 20 -o 'v{i}.wav'"),
               again = bench.json (take + "--count 3 --vary-gesture 20 --jobs 1 -o 'w{i}.wav'");
    CHECK (plain["takes"][0]["hash"] == plain["takes"][1]["hash"]);
    std::set<std::string> different;
    for (int i = 0; i < 3; ++i)
    {
        different.insert (varied["takes"][i]["hash"].get<std::string>());
        CHECK (varied["takes"][i]["hash"] == again["takes"][i]["hash"]);
        CHECK (varied["takes"][i].contains ("gesture"));
        CHECK_FALSE (plain["takes"][i].contains ("gesture"));
    }
    CHECK (different.size() == 3);
    // The gesture of the list, played again, is the take.
    bench.write ("second.gesture.json",
                 R"({"kolophon_gesture": 1, "points": )" + varied["takes"][1]["gesture"].dump() + "}");
    const auto points = varied["takes"][1]["gesture"];
    if (points.is_object())
    {
        auto tracks = points;
        tracks["kolophon_gesture"] = 2;
        bench.write ("second.gesture.json", tracks.dump());
    }
    const auto alone = bench.json (take + "--gesture second.gesture.json --count 1 -o 'alone.wav'");
    CHECK (alone["takes"][0]["hash"] == varied["takes"][1]["hash"]);
    CHECK (bench.run (take + "--vary-gesture 101 -o 'x{i}.wav'").code == 2);
}

namespace
{
TakeOrder someOrder (const std::filesystem::path& folder)
{
    TakeOrder order;
    order.preset = *findFactoryPreset ("Rocking Chair");
    order.preset.info.name = "Mine";
    order.preset.patch.handSpeed *= 1.1;
    order.key = 45;
    order.seconds = 0.3;
    order.velocity = 101;
    order.count = 3;
    order.seed = 77;
    order.vary = "hand.speed=±20%,*.seed=*";
    order.gestureVariation = 0.15;
    order.finishing.trimDb = 50.0;
    order.finishing.fades = { 0.002, 0.05 };
    order.finishing.level = LevelTarget { LevelTarget::Measure::loudness, -20.0 };
    order.sampleRate = 44100;
    order.folder = folder;
    order.name = "creak";
    return order;
}
} // namespace

TEST_CASE ("what a panel orders is byte for byte what its command line renders", "[tool]")
{
    const ToolFolder bench;
    auto order = someOrder (bench.path ("panel"));
    const auto plan = planTakes (order);
    REQUIRE (plan.has_value());
    const auto& command = plan->files.command;
    CAPTURE (command);
    int heard = 0;
    const auto entries = writeTakes (*plan, [&heard] (const TakeEntry&) { ++heard; });
    CHECK (heard == 3);
    REQUIRE (entries.size() == 3);
    CHECK (entries[1].file == "creak_02.wav");
    CHECK (entries[1].take.finished.peak > 0.0);
    CHECK (bench.files ("panel") == std::set<std::string> { "creak.preset.json", "creak.takes.json", "creak_01.wav",
                                                            "creak_02.wav", "creak_03.wav" });
    REQUIRE (command.starts_with ("kolophon take "));
    REQUIRE (bench
                 .shell ("mkdir typed && cp panel/creak.preset.json typed && cd typed && \"$K\" " +
                         command.substr (std::string ("kolophon ").size()) + " >/dev/null")
                 .code == 0);
    for (const auto* file : { "creak_01.wav", "creak_02.wav", "creak_03.wav", "creak.takes.json" })
    {
        CAPTURE (file);
        const auto ours = bench.file (std::string ("panel/") + file);
        CHECK (ours.size() > 500);
        CHECK (ours == bench.file (std::string ("typed/") + file));
    }
}

TEST_CASE ("an order that can't be carried out says why in one sentence, before any work and after it")
{
    const auto complaint = [] (const std::function<void (TakeOrder&)>& change)
    {
        auto order = someOrder ("somewhere");
        change (order);
        const auto plan = planTakes (order);
        return plan ? std::string ("accepted") : std::string (plan.error().what());
    };
    CHECK (complaint ([] (TakeOrder&) {}) == "accepted");
    CHECK (complaint ([] (TakeOrder& o) { o.count = 0; }) == "takes: 0 is out of range; allowed: 1 to 10000");
    CHECK (complaint ([] (TakeOrder& o) { o.seconds = 1e9; }) ==
           "seconds: 1e+09 is out of range; allowed: 0.001 to 3600 s");
    CHECK_THAT (complaint ([] (TakeOrder& o) { o.vary = "hand.sped=*"; }), Contains ("hand.sped"));
    CHECK_THAT (complaint ([] (TakeOrder& o) { o.name = "../up"; }), Contains ("name: \"../up\""));
    CHECK_THAT (complaint ([] (TakeOrder& o) { o.name = ""; }), Contains ("name"));
    CHECK_THAT (complaint ([] (TakeOrder& o) { o.folder.clear(); }), Contains ("choose a folder"));

    auto order = someOrder ("/dev/null/takes");
    TakeRunner runner;
    CHECK_FALSE (runner.state().isRunning);
    runner.start (order);
    while (runner.state().isRunning)
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    CHECK_THAT (runner.state().error, Contains ("/dev/null/takes"));
    CHECK (runner.state().takes.empty());
}

TEST_CASE ("a runner ends when it is told to, and what is finished stays", "[tool]")
{
    const ToolFolder bench;
    auto order = someOrder (bench.path ("long"));
    order.count = 500;
    order.jobs = 1;
    TakeRunner runner;
    runner.start (order);
    runner.start (order); // one at a time
    while (runner.state().takes.size() < 2 && runner.state().isRunning)
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    const auto before = runner.version();
    runner.cancel();
    while (runner.state().isRunning)
        std::this_thread::sleep_for (std::chrono::milliseconds (5));
    const auto state = runner.state();
    CHECK (state.wasCancelled);
    CHECK (state.error.empty());
    CHECK (state.wanted == 500);
    CHECK (state.takes.size() >= 2);
    CHECK (state.takes.size() < 500);
    CHECK (runner.version() > before);
    CHECK (std::filesystem::exists (state.folder / state.takes.back().file));
    CHECK (nlohmann::json::parse (bench.file ("long/creak.takes.json"))["takes"].size() == state.takes.size());
}
