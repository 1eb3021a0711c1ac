// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Noise.h"
#include "Core/Text/NumberText.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Bodies/LawTable.h"
#include "Synth/Boxes/Boxes.h"
#include "Synth/Feeds/PictureFeed.h"
#include "Synth/Output/OutputStage.h"
#include "Synth/Parameters/ParameterTable.h"
#include "Synth/Synth.h"

#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

/** What a voice costs, through the same Synth::render that the plugin calls. Benchmarks/README.md explains the rows. */
namespace
{
using namespace kolophon;
using Type = PerformanceEvent::Type;

constexpr double sampleRate = 48000.0;
constexpr int blockSize = 256;
constexpr int betweenKeys = 208; // samples; 13 points of the control grid

enum class Motion {
    held,  // bows draw, nothing else moves
    bends, // every pitch moves, so that every string is computed anew on every point of the control grid
    notes  // held strings, and new strokes all the time
};

struct Scene
{
    std::string target; // Highway's name of the instruction set
    int voices, modes, passes = 2, oversampling = 1;
    bool ledger = false;
    Motion motion = Motion::held;
    bool blocks = false;   // look at single blocks instead of the mean
    int law = 0;           // place in lawTable()
    int body = 0;          // place in bodyTable()
    bool compare = false;  // the second contact runs beside the first
    std::string with {};   // other parameters, "id=value", with ";" between them
    bool output = false;   // only what follows the strings, fed with noise
    bool watched = false;  // a window is open, with its pictures and its energy bars
    double response = 0.0; // [s] of a measured box, stereo
    int players = 1;       // of every key: the voices are those of one section

    const char* kind () const { return output ? "output" : blocks ? "block" : "voice"; }

    void apply (Patch& patch) const
    {
        std::istringstream settings (with);
        for (std::string setting; std::getline (settings, setting, ';');)
        {
            const auto equals = setting.find ('=');
            const auto& parameter = parameterTable()[findParameter (setting.substr (0, equals)).value()];
            parameter.in (patch) = parseValue (parameter, setting.substr (equals + 1)).value();
        }
    }

    /** "free-bar" for the body Free bar. */
    std::string bodyName () const
    {
        std::string text;
        for (const char c : bodyTable()[static_cast<std::size_t> (body)].name)
            text += c == ' ' ? '-' : static_cast<char> (std::tolower (static_cast<unsigned char> (c)));
        return text;
    }

    std::string name () const
    {
        const char* motions[] = { "held", "bends", "notes" };
        if (output)
            return std::string (kind()) + "/" + with + (response > 0.0 ? "/" + shortest (response) + " s" : "");
        return std::string (kind()) + "/" + target + "/voices:" + std::to_string (voices) +
               "/modes:" + std::to_string (modes) + "/passes:" + std::to_string (passes) +
               "/oversampling:" + std::to_string (oversampling) + "/ledger:" + (ledger ? "on" : "off") + "/" +
               motions[static_cast<int> (motion)] +
               "/law:" + std::string (lawTable()[static_cast<std::size_t> (law)].id) +
               (body != 0 ? "/body:" + bodyName() : "") + (compare ? "/compare:on" : "") +
               (players > 1 ? "/players:" + std::to_string (players) : "") + (with.empty() ? "" : "/" + with) +
               (watched ? "/window:open" : "");
    }
};

struct Result
{
    Scene scene;
    double nanoseconds = 0.0;                   // per voice and sample of the host's rate
    double medianBlock = 0.0, worstBlock = 0.0; // [us]
};

std::vector<Result> results;

int placeOfBody (std::string_view name)
{
    const auto bodies = bodyTable();
    const auto isIt = [name] (const BodyInfo& body) { return body.name == name; };
    return static_cast<int> (std::find_if (bodies.begin(), bodies.end(), isIt) - bodies.begin());
}

void useInstructionSet (const std::string& name)
{
    hwy::SetSupportedTargetsForTest (0);
    for (const auto target : hwy::SupportedAndGeneratedTargets())
        if (hwy::TargetName (target) == name)
            hwy::SetSupportedTargetsForTest (target);
    hwy::GetChosenTarget().Update (hwy::SupportedTargets());
}

/** As many synths as the voices need, each with its strings sounding. */
class Orchestra
{
public:
    explicit Orchestra (const Scene& s) : scene (s)
    {
        Patch patch = Patch::defaults();
        patch.voiceCount = limits::maxVoices;
        patch.voiceMode = static_cast<double> (VoiceMode::poly); // a string for every key
        patch.bodyModes = s.modes;
        patch.qualityPasses = s.passes;
        patch.qualityOversampling = s.oversampling - 1;
        patch.qualityLedger = s.ledger ? 1.0 : 0.0;
        patch.contact.law = patch.contactB.law = s.law;
        patch.bodyType = s.body;
        patch.compareOn = s.compare ? 1.0 : 0.0;
        patch.sectionPlayers = s.players;
        s.apply (patch);
        const int keysPlayed = s.voices / s.players;
        for (int first = 0; first < keysPlayed; first += limits::maxVoices)
        {
            auto synth = std::make_unique<Synth>();
            synth->prepare (sampleRate);
            synth->setPatch (patch);
            if (s.watched)
                synth->pictures().addViewer();
            for (int v = first; v < std::min (keysPlayed, first + limits::maxVoices); ++v)
            {
                keys[static_cast<std::size_t> (v % 16)] = 28 + v % 9; // low: all 128 partials lie below half the rate
                say (Type::noteOn, v % 16, keys[static_cast<std::size_t> (v % 16)], 0.8);
                synth->render (events, left.data(), right.data(), betweenKeys); // players never begin at once
                events.clear();
            }
            synths.push_back (std::move (synth));
        }
        for (int block = 0; block < 60; ++block)
            play();
    }

    bool everyVoiceSounds ()
    {
        int awake = 0;
        for (auto& synth : synths)
        {
            MeterFrame meters;
            synth->collectMeters (meters);
            awake += meters.voicesAwake;
        }
        return awake == scene.voices;
    }

    void play ()
    {
        prepareEvents();
        perform();
    }

    void prepareEvents ()
    {
        events.clear();
        ++blocksPlayed;
        if (scene.motion == Motion::bends)
            for (int offset = 0; offset < blockSize; offset += limits::controlInterval)
                for (int channel = 0; channel < 16; ++channel)
                    say (Type::pitchBend, channel, 0, 0.1 * dice.nextBipolar(), offset);
        if (scene.motion == Motion::notes && blocksPlayed % 3 == 0)
        {
            const int v = static_cast<int> (dice.nextUniform() * limits::maxVoices), offset = blocksPlayed % blockSize;
            auto& played = keys[static_cast<std::size_t> (v)];
            say (Type::noteOff, v % 16, played, 0.5, offset);
            played = 28 + static_cast<int> (20.0 * dice.nextUniform());
            say (Type::noteOn, v % 16, played, 0.3 + 0.7 * dice.nextUniform(), offset);
        }
    }

    void perform ()
    {
        for (auto& synth : synths)
        {
            synth->render (events, left.data(), right.data(), blockSize);
            ContactMoment moment;
            ShapeFrame frame;
            while (scene.watched && synth->pictures().pop (Slot::a, moment))
                benchmark::DoNotOptimize (moment);
            while (scene.watched && synth->pictures().pop (frame))
                benchmark::DoNotOptimize (frame);
        }
        benchmark::DoNotOptimize (left.data());
    }

private:
    void say (Type type, int channel, int index, double value, int offset = 0)
    {
        events.push_back (
            { offset, type, static_cast<std::uint8_t> (channel), static_cast<std::uint16_t> (index), value });
    }

    Scene scene;
    std::vector<std::unique_ptr<Synth>> synths;
    std::vector<PerformanceEvent> events;
    std::array<double, blockSize> left {}, right {};
    std::array<int, limits::maxVoices> keys {}; // by channel
    Noise dice { 1 };
    int blocksPlayed = 0;
};

void measureVoices (benchmark::State& state, const Scene& scene)
{
    useInstructionSet (scene.target);
    Orchestra orchestra (scene);
    if (! orchestra.everyVoiceSounds())
        return state.SkipWithError ("some voices sleep");
    for (auto _ : state)
        orchestra.play();
    state.counters["ns/voice-sample"] = benchmark::Counter (
        1e-9 * blockSize * scene.voices, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/** What Scripts/bench counts the instructions of, by this name. */
extern "C" __attribute__ ((noinline)) void countedBlocks (void* orchestra, int blocks)
{
    for (int block = 0; block < blocks; ++block)
        static_cast<Orchestra*> (orchestra)->play();
}

/** Plays a scene, for somebody who counts. Returns an exit code. */
int playScene (const std::string& name, int blocks, const std::vector<Scene>& all)
{
    for (const auto& scene : all)
        if (scene.name() == name)
        {
            useInstructionSet (scene.target);
            Orchestra orchestra (scene);
            if (! orchestra.everyVoiceSounds())
                return 1;
            countedBlocks (&orchestra, blocks);
            return 0;
        }
    std::cerr << "no scene is called " << name << '\n';
    return 2;
}

/** The same performance, `runs` times. A block's time is its shortest: what other programs did in between is left out,
    and what the engine itself does more in one block than in another stays. */
void measureBlocks (benchmark::State& state, const Scene& scene, int runs)
{
    useInstructionSet (scene.target);
    std::vector<double> shortest (1500, 1e9);
    for (auto _ : state)
        for (int run = 0; run < runs; ++run)
        {
            Orchestra orchestra (scene);
            for (double& time : shortest)
            {
                orchestra.prepareEvents();
                const auto start = std::chrono::steady_clock::now();
                orchestra.perform();
                const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
                time = std::min (time, taken.count());
            }
        }
    std::sort (shortest.begin(), shortest.end());
    state.counters["median us"] = shortest[shortest.size() / 2];
    state.counters["worst us"] = shortest.back();
    state.counters["ns/voice-sample"] = 1e3 * shortest[shortest.size() / 2] / (blockSize * scene.voices);
}

/** Nanoseconds a sample, of one channel pair. */
void measureOutput (benchmark::State& state, const Scene& scene)
{
    Patch patch = Patch::defaults();
    scene.apply (patch);
    OutputStage output;
    output.prepare (sampleRate);
    Noise dice (1);
    std::unique_ptr<GivenBox> box;
    if (scene.response > 0.0)
    {
        BoxResponse response { sampleRate, {}, {} };
        for (auto* ear : { &response.left, &response.right })
            for (int n = 0; n < static_cast<int> (scene.response * sampleRate); ++n)
                ear->push_back (dice.nextBipolar() * std::exp (-8.0 * n / (scene.response * sampleRate)));
        box = prepareBox (&response, sampleRate, 1);
        output.setBox (box.get());
    }
    output.aim (patch, HeldChord { 1, 0.0 }, 0);
    std::array<double, blockSize> odd {}, even {};
    for (std::size_t n = 0; n < blockSize; ++n)
    {
        odd[n] = dice.nextBipolar();
        even[n] = dice.nextBipolar();
    }
    constexpr int segment = limits::controlInterval;
    std::array<double, segment> left {}, right {};
    for (auto _ : state)
        for (std::size_t n = 0; n < blockSize; n += segment)
        {
            output.aim (patch, HeldChord { 1, 0.0 }, segment);
            output.process ({ &odd[n], &even[n] }, { &odd[n], &even[n] }, 1, left.data(), right.data(), segment);
            benchmark::DoNotOptimize (left.data());
        }
    state.counters["ns/voice-sample"] = benchmark::Counter (
        1e-9 * blockSize, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/** Prints as usual, and remembers the quickest of the repetitions. */
class Collector : public benchmark::ConsoleReporter
{
public:
    Collector() : ConsoleReporter (OO_Tabular) {}

    void ReportRuns (const std::vector<Run>& runs) override
    {
        ConsoleReporter::ReportRuns (runs);
        for (const auto& run : runs)
        {
            failed = failed || run.error_occurred;
            if (run.error_occurred || run.run_type != Run::RT_Iteration)
                continue;
            for (auto& result : results)
                if (result.scene.name() == run.run_name.function_name)
                    take (result, run);
        }
    }

    bool failed = false; // a scene is not what its name says

private:
    static void take (Result& result, const Run& run)
    {
        const double ns = run.counters.at ("ns/voice-sample");
        if (result.nanoseconds > 0.0 && result.nanoseconds <= ns)
            return;
        result.nanoseconds = ns;
        if (result.scene.blocks)
        {
            result.medianBlock = run.counters.at ("median us");
            result.worstBlock = run.counters.at ("worst us");
        }
    }
};

std::string processorName ()
{
    std::ifstream file ("/proc/cpuinfo");
    for (std::string line; std::getline (file, line);)
        if (line.rfind ("model name", 0) == 0)
            return line.substr (line.find (':') + 2);
    return "unknown processor";
}

std::string machineName ()
{
    std::string name;
    for (const char c : processorName() + " " + std::to_string (std::thread::hardware_concurrency()) + " cores")
        if (std::isalnum (static_cast<unsigned char> (c)))
            name += static_cast<char> (std::tolower (static_cast<unsigned char> (c)));
        else if (! name.empty() && name.back() != '-')
            name += '-';
    return name;
}

void write (const std::string& fileName, const std::string& machine)
{
    std::ofstream file (fileName);
    char date[32];
    const std::time_t now = std::time (nullptr);
    std::strftime (date, sizeof date, "%Y-%m-%d", std::gmtime (&now));
    file << "# machine: " << machine << "\n# processor: " << processorName() << ", "
         << std::thread::hardware_concurrency() << " logical cores\n# compiler: "
#if defined(__clang__)
         << "clang "
#else
         << "g++ "
#endif
         << __VERSION__ << "\n# date: " << date << "\n# " << sampleRate << " Hz, blocks of " << blockSize << "\n"
         << "what,instruction set,voices,modes,passes,oversampling,ledger,motion,law,body,compare,window,with,ns per "
            "voice-sample,"
            "voices in real time,median block [us],worst block [us],worst/median\n";
    file.setf (std::ios::fixed);
    for (const auto& r : results)
    {
        if (r.nanoseconds <= 0.0)
            continue;
        const char* motions[] = { "held", "bends", "notes" };
        file.precision (2);
        file << r.scene.kind() << ',' << r.scene.target << ',' << r.scene.voices << ',' << r.scene.modes << ','
             << r.scene.passes << ',' << r.scene.oversampling << ',' << (r.scene.ledger ? "on" : "off") << ','
             << motions[static_cast<int> (r.scene.motion)] << ','
             << lawTable()[static_cast<std::size_t> (r.scene.law)].id << ',' << r.scene.bodyName() << ','
             << (r.scene.compare ? "on" : "off") << ',' << (r.scene.watched ? "open" : "closed") << ',' << r.scene.with
             << ',' << r.nanoseconds << ',';
        file.precision (0);
        file << 1e9 / (sampleRate * r.nanoseconds);
        file.precision (2);
        if (r.scene.blocks)
            file << ',' << r.medianBlock << ',' << r.worstBlock << ',' << r.worstBlock / r.medianBlock << '\n';
        else
            file << ",,,\n";
    }
    std::cout << "\nwritten to " << fileName << '\n';
}

/** Scenes on every instruction set, and the special ones on `special`, or the best there is. */
std::vector<Scene> scenes (const std::string& special = {})
{
    std::vector<std::string> targets;
    for (const auto target : hwy::SupportedAndGeneratedTargets())
        targets.emplace_back (hwy::TargetName (target));
    const auto& best = special.empty() ? targets.front() : special;

    std::vector<Scene> list;
    for (const auto& target : targets)
        for (const int voices : { 1, 8, 16 })
            for (const int modes : { 8, 16, 32, 64, 128 })
                list.push_back ({ target, voices, modes });
    for (const int voices : { 1, 16 })
        for (const int modes : { 16, 32, 64, 128 })
        {
            list.push_back ({ best, voices, modes });
            list.back().with = "voice.humanise=0 %;surface.texture=0 %"; // a hand like a machine's, on a smooth surface
        }
    list.push_back ({ best, 64, 64 });
    list.push_back ({ best, 64, 128 });
    for (const int passes : { 3, 4 })
        list.push_back ({ best, 16, 64, passes });
    list.push_back ({ best, 4, 64 }); // a chord: half of a group
    list.push_back ({ best, 16, 64, 2, 2 });
    list.push_back ({ best, 16, 64, 2, 1, true });
    list.push_back ({ best, 16, 64, 2, 1, false, Motion::bends });
    list.push_back ({ best, 16, 128, 2, 1, false, Motion::bends });
    for (int law = 1; law < static_cast<int> (lawTable().size()); ++law)
    {
        list.push_back ({ best, 16, 64 });
        list.back().law = law;
    }
    for (int body = 1; body < static_cast<int> (bodyTable().size()); ++body)
    {
        list.push_back ({ best, 16, 64 });
        list.back().body = body;
    }
    list.push_back ({ best, 16, 64 });
    list.back().compare = true;
    list.push_back ({ best, 16, 64 });
    list.back().watched = true;
    for (const char* with :
         { "hand.kind=Arm", "hand.kind=Hair", "surface.texture=30 %", "surface.ageing=50 %", "body.tension=1 %",
           "finger.touch=on;finger.position=0.31", "side.contact=Rub;side.speed=0.05 m/s",
           "side.contact=Stop;side.gap=0.1 mm", "normal.force=Spring;normal.angle=10 °",
           "normal.force=Hertz;normal.angle=10 °", "out.sympathetic=50 %", "out.box=None" })
    {
        list.push_back ({ best, 16, 64 });
        list.back().with = with;
    }
    for (const auto& [body, second] : { std::pair { "String", "String" }, { "String", "Plate" }, { "Plate", "Plate" } })
    {
        list.push_back ({ best, 16, 64 }); // two bodies that rub, of 64 modes each
        list.back().body = placeOfBody (body);
        list.back().with = std::string ("second_body.type=") + second;
    }
    for (const auto& [voices, players] : { std::pair { 16, 16 }, { 64, 16 }, { 256, 16 }, { 40, 10 } })
        for (const int modes : { 16, 64 })
            for (const char* with : { "", "voice.vibrato=0 cent" })
            {
                list.push_back ({ best, voices, modes });
                list.back().players = players;
                list.back().with = with;
            }
    const auto output = [&list] (const std::string& with)
    {
        list.push_back ({ "any", 1, 0 });
        list.back().with = with;
        list.back().output = true;
    };
    for (const auto box : parameterTable()[findParameter ("out.box").value()].choices)
        if (box != boxes::names[boxes::measured])
            output ("out.box=" + std::string (box));
    for (const double seconds : { 0.02, 0.1, 0.5, 2.0 })
    {
        output ("out.box=Measured");
        list.back().response = seconds;
    }
    output ("out.room=50 %");
    for (const auto motion : { Motion::held, Motion::bends, Motion::notes })
        list.push_back ({ best, 16, 64, 2, 1, false, motion, true });
    return list;
}
} // namespace

int main (int count, char** arguments)
{
    std::string machine = machineName(), folder = ".", counted;
    int countedFor = 8;
    bool quick = false;
    std::vector<char*> rest;
    for (int i = 0; i < count; ++i)
    {
        const std::string argument = arguments[i];
        if (argument == "--quick")
            quick = true;
        else if (argument == "--machine" && i + 1 < count)
            machine = arguments[++i];
        else if (argument == "--folder" && i + 1 < count)
            folder = arguments[++i];
        else if (argument == "--play" && i + 1 < count)
            counted = arguments[++i];
        else if (argument == "--blocks" && i + 1 < count)
            countedFor = std::atoi (arguments[++i]);
        else
            rest.push_back (arguments[i]);
    }
    if (! counted.empty())
        return playScene (counted, countedFor, scenes ("AVX2"));
    int restCount = static_cast<int> (rest.size());
    benchmark::Initialize (&restCount, rest.data());
    if (benchmark::ReportUnrecognizedArguments (restCount, rest.data()))
        return 2;

    const auto measure = [quick] (benchmark::State& state, const Scene& scene)
    {
        if (scene.output)
            measureOutput (state, scene);
        else if (scene.blocks)
            measureBlocks (state, scene, quick ? 1 : 9);
        else
            measureVoices (state, scene);
    };
    for (const auto& scene : scenes())
    {
        results.push_back ({ scene });
        auto* registered = benchmark::RegisterBenchmark (scene.name().c_str(), measure, scene);
        registered->Unit (benchmark::kMicrosecond)->Repetitions (quick ? 1 : 3);
        if (scene.blocks)
            registered->Iterations (1)->Repetitions (1);
        else if (quick && ! scene.output)
            registered->Iterations (40); // how many fill a time is found by playing the scene several times over
        else
            registered->MinTime (quick ? 0.02 : 0.15);
    }
    Collector collector;
    if (benchmark::RunSpecifiedBenchmarks (&collector) == 0)
        return 1;
    write (folder + "/" + machine + ".csv", machine);
    return collector.failed ? 1 : 0;
}
