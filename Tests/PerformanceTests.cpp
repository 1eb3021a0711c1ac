// SPDX-License-Identifier: GPL-3.0-or-later
#include "Core/Units.h"
#include "Rendering/Renderer.h"
#include "Support/Listener.h"
#include "Support/Scene.h"
#include "Support/ToolFolder.h"
#include "Synth/Bodies/BodyTable.h"
#include "Synth/Control/Channels.h"
#include "Synth/Parameters/ParameterTable.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
/** A synth whose last minute is kept, as a plugin keeps it. */
struct Stage
{
    explicit Stage (const Preset& preset, double itsRate = 48000.0) : rate (itsRate)
    {
        synth->prepare (rate);
        givePreset (*synth, preset);
        log->prepare (rate, *synth);
    }

    /** Plays a block, and keeps what came out. */
    void play (std::vector<PerformanceEvent> events, int samples)
    {
        std::vector<double> l (static_cast<std::size_t> (samples)), r (l.size());
        synth->render (events, l.data(), r.data(), samples);
        log->play (*synth, events, samples, false);
        sound.left.insert (sound.left.end(), l.begin(), l.end());
        sound.right.insert (sound.right.end(), r.begin(), r.end());
    }
    void rest (double seconds)
    {
        for (int blocks = static_cast<int> (seconds * rate / 480.0); blocks > 0; --blocks)
            play ({}, 480);
    }

    RecordedPerformance last (const Preset& preset) const
    {
        RecordedPerformance performance { preset, log->copy().value(), {} };
        performance.preset.patch = performance.log.patch;
        return performance;
    }

    const double rate;
    std::unique_ptr<Synth> synth = std::make_unique<Synth>();
    std::unique_ptr<PerformanceLog> log = std::make_unique<PerformanceLog>();
    kolophon::test::Rendering sound;
};

kolophon::test::Rendering replayed (const RecordedPerformance& performance, int block)
{
    Synth synth;
    synth.prepare (performance.log.sampleRate);
    kolophon::test::Rendering sound;
    RenderSinks sinks;
    sinks.audio = [&sound] (auto l, auto r)
    {
        sound.left.insert (sound.left.end(), l.begin(), l.end());
        sound.right.insert (sound.right.end(), r.begin(), r.end());
    };
    RenderSettings settings;
    settings.sampleRate = static_cast<int> (performance.log.sampleRate);
    settings.blockSize = block;
    replay (synth, performance, performance.preset, settings, sinks);
    return sound;
}

/** Whether `sound` is what was heard last, up to `end` samples from the log's beginning. */
void requireEnd (const kolophon::test::Rendering& sound, const kolophon::test::Rendering& heard, std::int64_t begin,
                 const LoggedPerformance& log)
{
    const auto from = static_cast<std::size_t> (begin + log.from), to = static_cast<std::size_t> (begin + log.end);
    REQUIRE (to <= heard.left.size());
    REQUIRE (sound.left.size() == to - from);
    REQUIRE (
        std::equal (sound.left.begin(), sound.left.end(), heard.left.begin() + static_cast<std::ptrdiff_t> (from)));
    REQUIRE (
        std::equal (sound.right.begin(), sound.right.end(), heard.right.begin() + static_cast<std::ptrdiff_t> (from)));
    REQUIRE (*std::max_element (sound.left.begin(), sound.left.end()) > listener::audible);
}

constexpr int minuteRate = 24000; // [Hz] of performances that last more than a minute

Preset shortRinging ()
{
    Preset preset;
    preset.patch.bodyDecay = 0.3;
    preset.patch.handLift = static_cast<double> (static_cast<int> (Lift::stop));
    preset.patch.outRoomPercent = 10.0;
    preset.patch.outRoomSize = 0.2;
    preset.patch.voiceHumanisePercent = 40.0;
    return preset;
}
} // namespace

TEST_CASE ("a performance that is younger than a minute is played again from its beginning, through its file")
{
    const auto preset = shortRinging();
    Stage stage (preset);
    Random random (5);
    for (int block = 0; block < 300; ++block)
    {
        std::vector<PerformanceEvent> events;
        const int size = random.integer (1, 700), key = random.integer (40, 80);
        if (block % 7 == 0)
            events.push_back (noteOn (random.integer (0, size - 1), key, random.uniform (0.1, 1.0)));
        if (block % 7 == 5)
            events.push_back (control (0, Controller::allNotesOff, 0.0));
        if (block % 5 == 0)
            events.push_back (control (0, Controller::expression, random.uniform (0.2, 1.0)));
        if (block % 11 == 0)
            events.push_back (setParameter (0, "hand.speed", random.uniform (0.1, 0.5)));
        std::stable_sort (events.begin(), events.end(),
                          [] (const auto& a, const auto& b) { return a.offset < b.offset; });
        stage.play (events, size);
    }
    const auto performance = stage.last (preset);
    CHECK (performance.log.beganAtRest);
    CHECK (performance.log.from == 0);
    requireEnd (replayed (performance, 256), stage.sound, 0, performance.log);

    const auto read = performanceFromJson (performanceToJson (performance));
    REQUIRE (read);
    CHECK (performanceToJson (*read) == performanceToJson (performance));
    requireEnd (replayed (*read, 1000), stage.sound, 0, read->log);
}

TEST_CASE ("an hour's performance is played again from a rest on, controllers, strokes and time as they were")
{
    const auto preset = shortRinging();
    Stage stage (preset, minuteRate);
    Random random (6);
    // Fifteen phrases of six seconds and a rest: the last minute begins in one of those in the middle, which find the
    // controllers where the third has left them.
    for (int phrase = 0; phrase < 15; ++phrase)
    {
        if (phrase < 3 || phrase >= 12)
            stage.play ({ control (0, Controller::modulation, random.uniform (0.0, 1.0)),
                          control (1, Controller::rpnCoarse, 0.0), control (2, Controller::rpnFine, 0.0),
                          control (3, Controller::dataEntry, random.integer (1, 12) / 127.0),
                          event (4, Type::pitchBend, 0, random.uniform (-1.0, 1.0)) },
                        50);
        stage.play ({ setParameter (5, "hand.pressure", random.uniform (40.0, 80.0)) }, 100);
        for (int note = 0; note < 4; ++note)
        {
            const int key = random.integer (45, 75);
            stage.play ({ noteOn (random.integer (0, 50), key, random.uniform (0.3, 1.0)) }, 10000);
            stage.play ({ noteOff (0, key) }, random.integer (500, 15000));
        }
        stage.rest (3.0 + 0.1 * phrase);
        CHECK (stage.synth->isResting());
    }
    stage.play ({ noteOn (0, 57) }, minuteRate);
    const auto performance = stage.last (preset);
    const auto begin = static_cast<std::int64_t> (performance.log.past.streamTime);
    CHECK (begin > 0);
    CHECK (performance.log.beganAtRest);
    CHECK (performance.log.past.strokes > 0);
    CHECK_FALSE (performance.log.controllers.empty());
    CHECK (performance.log.end - performance.log.from == 60 * minuteRate);
    CHECK (performance.log.end < 80 * minuteRate); // it begins not much further back than it must
    requireEnd (replayed (performance, 512), stage.sound, begin, performance.log);
}

TEST_CASE ("a performance that begins later finds zones, steps of ranges and another MPE mode as they were left")
{
    const auto preset = shortRinging();
    /** Plays these, then a minute of silence and a little more, and then a note. */
    const auto played = [&preset] (const std::vector<PerformanceEvent>& before, int channel)
    {
        Stage stage (preset);
        stage.play (before, 480);
        stage.rest (12.0);
        stage.play ({ control (0, Controller::breath, 1.0, 9) }, 480); // what came before keeps a checkpoint of its own
        stage.rest (63.0);
        stage.play ({ event (0, Type::pitchBend, 0, 0.25, channel), noteOn (10, 57, 0.7, channel) }, 24000);
        const auto performance = stage.last (preset);
        const auto begin = static_cast<std::int64_t> (performance.log.past.streamTime);
        CHECK (begin > 48000);
        CHECK (performance.log.beganAtRest);
        const auto read = performanceFromJson (performanceToJson (performance));
        REQUIRE (read);
        requireEnd (replayed (*read, 333), stage.sound, begin, performance.log);
        return performance.log;
    };
    const auto channelsOf = [] (const LoggedPerformance& log, Mpe wish)
    {
        Channels channels;
        channels.follow (wish, 48.0);
        for (const auto& each : log.controllers)
            channels.control (each.channel, each.index, each.value);
        return channels;
    };
    const auto registered = [] (int channel, int number, int data, int with = Controller::dataEntry)
    {
        return std::vector { control (0, Controller::rpnCoarse, 0.0, channel),
                             control (0, Controller::rpnFine, number / 127.0, channel),
                             control (0, with, data / 127.0, channel) };
    };
    // A zone of fifteen: 24 semitones from one member, a cent from another, twelve from a third, a cent again.
    std::vector<PerformanceEvent> zone;
    for (const auto& part :
         { registered (0, 6, 15), registered (3, 0, 24), registered (4, 0, 0, Controller::dataIncrement),
           registered (5, 0, 12), registered (4, 0, 0, Controller::dataIncrement) })
        zone.insert (zone.end(), part.begin(), part.end());
    auto channels = channelsOf (played (zone, 7), Mpe::automatic);
    channels[7].bend = 1.0;
    CHECK (channels.managerOf (7) == 0);
    CHECK_THAT (channels.bendSemitones (7, 2.0), WithinAbs (12.01, 1e-12));

    // Messages that tune: a key of a program, an octave, everything.
    const auto tuned = played ({ event (0, Type::tuneKey, SentTuning::indexOf (0, 57), 57.25),
                                 event (0, Type::tuneOctave, 9, -0.125, 3), event (0, Type::tuneAll, 1, -12.0) },
                               3);
    Channels tunedAgain;
    for (const auto& each : tuned.controllers)
        if (! tunedAgain.tune (each))
            tunedAgain.control (each.channel, each.index, each.value);
    CHECK (tunedAgain.noteOf (equalTuning, 3, 57) == 45.125);

    // Another MPE mode makes other channels of all of them: nobody is as soft as before.
    const double on = static_cast<double> (static_cast<int> (Mpe::on));
    const auto log = played ({ control (0, 7, 0.3, 2), setParameter (240, "voice.mpe", on) }, 2);
    CHECK (log.patch.voiceMpe == on);
    CHECK (channelsOf (log, Mpe::on).volume (2) == 1.0);
}

TEST_CASE ("a performance under macros, envelopes, oscillators and touch is played again from a rest on")
{
    auto preset = shortRinging();
    const std::pair<ModulationSource, const char*> moves[] = {
        { ModulationSource::envelope1, "hand.position" }, { ModulationSource::envelope2, "out.level" },
        { ModulationSource::lfo1, "hand.pressure" },      { ModulationSource::lfo2, "body.fine" },
        { ModulationSource::drift, "hand.speed" },        { ModulationSource::pressure, "out.room" },
        { ModulationSource::slide, "body.decay" },        { ModulationSource::slipRate, "out.room_size" },
        { ModulationSource::velocity, "out.width" },      { ModulationSource::energy, "mod.lfo1_rate" },
        { ModulationSource::release, "hand.bite" }
    };
    for (std::size_t i = 0; i < std::size (moves); ++i)
        preset.modulation.slots[i] = { moves[i].first, to (moves[i].second, 0.2) };
    preset.modulation.macros[0].to.push_back (to ("hand.pressure", 0.3));
    Stage stage (preset, minuteRate);
    Random random (8);
    for (int phrase = 0; phrase < 8; ++phrase)
    {
        const int channel = random.integer (0, 3);
        stage.play ({ setParameter (0, "macro.1", random.uniform (0.0, 100.0)) }, 100);
        for (int note = 0; note < 3; ++note)
        {
            const int key = random.integer (45, 75);
            stage.play ({ noteOn (random.integer (0, 50), key, random.uniform (0.3, 1.0), channel),
                          event (60, Type::notePressure, key, random.uniform (0.1, 1.0), channel),
                          control (70, Controller::timbre, random.uniform (0.0, 1.0), channel) },
                        20000);
            stage.play ({ noteOff (0, key, channel) }, random.integer (500, 15000));
        }
        stage.rest (7.0 + 0.1 * phrase);
    }
    stage.play ({ noteOn (0, 57) }, minuteRate);
    const auto performance = stage.last (preset);
    const auto begin = static_cast<std::int64_t> (performance.log.past.streamTime);
    CHECK (begin > minuteRate);
    CHECK (performance.log.beganAtRest);
    CHECK (performance.log.past.isModulated);
    CHECK (performance.log.end < 80 * minuteRate);
    requireEnd (replayed (performance, 512), stage.sound, begin, performance.log);

    const auto read = performanceFromJson (performanceToJson (performance));
    REQUIRE (read);
    CHECK (read->log.past.modulation == performance.log.past.modulation);
    CHECK (performanceToJson (*read) == performanceToJson (performance));
    if (longRun())
        requireEnd (replayed (*read, 77), stage.sound, begin, performance.log);
}

TEST_CASE ("bodies, gestures, tunings and whole patches that came in mid-performance come again")
{
    const auto preset = shortRinging();
    Stage stage (preset);
    RecordedPerformance performance;
    stage.play ({ noteOn (0, 60) }, 5000);
    KeyTuning tuning { 431.0, {}, {} };
    performance.given.tunings[stage.synth->setTuning (tuningOf (tuning).value())] = tuning;
    DrawnGesture gesture = DrawnGesture::door();
    gesture[GestureTrackKind::force].points[0].value = 0.5;
    performance.given.gestures[stage.synth->setGesture (gesture)] = gesture;
    CustomBody body;
    body.modes = { { 400.0, 0.2, { 1.0 }, 1.0, 1.0 }, { 900.0, 0.1, { 0.5 }, 1.0, -1.0 } };
    performance.given.bodies[giveBody (*stage.synth, body)] = body;
    stage.play ({ noteOff (0, 60), noteOn (0, 67), setParameter (0, "body.type", static_cast<double> (customBody())) },
                7001);
    stage.play ({ noteOff (0, 67) }, 100);
    stage.rest (3.0);
    auto patch = preset.patch;
    patch.handSpeed = 0.15;
    patch.handDrive = static_cast<double> (static_cast<int> (Drive::gesture));
    patch.handGestureTime = 0.3;
    stage.synth->setPatch (patch);
    stage.log->recordPatch (*stage.synth);
    stage.play ({ noteOn (10, 64) }, 12345);
    for (const double level : { -20.0, -3.0 }) // nothing happens between the two
    {
        patch.outLevelDb = level;
        stage.synth->setPatch (patch);
        stage.log->recordPatch (*stage.synth);
        stage.play ({}, 777);
    }
    stage.synth->reset();
    stage.log->reset (*stage.synth);
    stage.play ({ noteOn (10, 50) }, 12345);
    const auto last = stage.last (preset);
    performance.preset = last.preset;
    performance.log = last.log;
    CHECK (performance.log.from == 0);
    const auto read = performanceFromJson (performanceToJson (performance));
    REQUIRE (read);
    CHECK (std::count_if (read->given.bodies.begin(), read->given.bodies.end(),
                          [&body] (const auto& each) { return each.second == body; }) == 1);
    const auto sound = replayed (*read, 300);
    requireEnd (sound, stage.sound, 0, performance.log);
}

TEST_CASE ("more events than the log can hold leave a performance that says so, or begins later")
{
    const auto preset = shortRinging();
    Stage stage (preset);
    std::vector<PerformanceEvent> crowd (2000, control (0, Controller::timbre, 0.3));
    stage.play ({ noteOn (0, 60) }, 100);
    for (int block = 0; block < 40; ++block)
        stage.play (crowd, 480);
    const auto never = stage.last (preset);
    CHECK_FALSE (never.log.beganAtRest);
    CHECK (never.log.events.size() <= PerformanceLog::capacity);
    stage.play ({ noteOff (0, 60) }, 100);
    stage.rest (15.0);
    stage.play ({ noteOn (0, 62) }, 4800);
    const auto begin = static_cast<std::int64_t> (stage.last (preset).log.past.streamTime);
    requireEnd (replayed (stage.last (preset), 512), stage.sound, begin, stage.last (preset).log);
}

TEST_CASE (
    "a performance from before the boxes were as loud as the bare force sounds as it did, knobs that move included")
{
    // (1 - m) of the force and m of the box, 10^(level/20) times; the drum is 4 times as loud since, the tin 6.8 times.
    const auto read = performanceFromJson (R"({
        "format": "kolophon-performance", "version": 2, "kolophon": "0.2.0", "sample_rate": 48000,
        "from": 0, "end": 4800, "began_at_rest": true, "side_chain": false, "stream_time": 0, "strokes": 0,
        "last_voice": -1, "last_key": 60, "last_channel": 1, "last_pressure": 0, "last_timbre": 0.5, "modulated": [],
        "song": { "quarters": 0, "rate": 2, "bar": 4 },
        "preset": { "format": "kolophon-preset", "version": 3,
                    "parameters": { "out.box": "Drum", "out.box_mix": 80, "out.level": -3 } },
        "controllers": [],
        "events": [ { "at": 100, "type": "set", "parameter": "out.box_mix", "value": 20 },
                    { "at": 200, "type": "set", "parameter": "out.box", "value": 6 },
                    { "at": 300, "type": "set at once", "parameter": "out.level", "value": -9 },
                    { "at": 400, "type": "set", "parameter": "hand.speed", "value": 0.3 },
                    { "at": 500, "type": "set", "parameter": "out.box", "value": 0 },
                    { "at": 600, "type": "note on", "channel": 1, "key": 57, "value": 0.8 } ] })");
    REQUIRE (read);
    struct Meant
    {
        std::int64_t at;
        double mix, level, louder;
    };
    auto patch = read->log.patch;
    std::size_t next = 0;
    for (const auto& [at, mix, level, louder] :
         { Meant { 0, 0.8, -3.0, 4.0 }, { 100, 0.2, -3.0, 4.0 }, { 200, 0.2, -3.0, 6.8 }, { 300, 0.2, -9.0, 6.8 } })
    {
        CAPTURE (at);
        for (; read->log.events[next].sample <= at; ++next)
        {
            const auto& logged = read->log.events[next];
            CHECK ((logged.kind == LoggedEvent::Kind::knob) == (at == 300)); // glides as it did
            parameterTable()[logged.event.index].in (patch) = logged.event.value;
        }
        const double now = 0.01 * patch.outBoxMixPercent, out = gainFromDb (patch.outLevelDb);
        CHECK_THAT (out * now * louder, WithinAbs (mix * gainFromDb (level), 1e-14));
        CHECK_THAT (out * (1.0 - now), WithinAbs ((1.0 - mix) * gainFromDb (level), 1e-14));
    }
    CHECK (patch.outBox == 6.0);
    for (; read->log.events[next].sample <= 500; ++next)
        parameterTable()[read->log.events[next].event.index].in (patch) = read->log.events[next].event.value;
    CHECK (patch.handSpeed == 0.3);
    CHECK (patch.outLevelDb == -9.0); // the bare force's, which was never softer
    CHECK (next + 1 == read->log.events.size());

    // Written again, it is one of today's, and moves no further.
    const auto again = performanceFromJson (performanceToJson (*read));
    REQUIRE (again);
    CHECK (performanceToJson (*again) == performanceToJson (*read));
}

TEST_CASE ("what is no performance is refused with its place")
{
    const auto error = [] (const std::string& events)
    {
        RecordedPerformance performance;
        auto json = performanceToJson (performance);
        const std::string none = "\"events\": []";
        REQUIRE (json.find (none) != std::string::npos);
        const auto read = performanceFromJson (json.replace (json.find (none), none.size(), "\"events\": " + events));
        return read ? std::string ("accepted") : std::string (read.error().what());
    };
    CHECK (error ("[]") == "accepted");
    CHECK (error (R"([{"at": 3, "type": "note on", "channel": 1, "key": 60, "value": 0.5}])") == "accepted");
    CHECK_THAT (error (R"([{"at": 3, "type": "note on", "channel": 17, "key": 60, "value": 0.5}])"),
                Contains ("events[0].channel"));
    CHECK_THAT (error (R"([{"at": 3, "type": "note", "channel": 1, "key": 60, "value": 0.5}])"), Contains ("note"));
    CHECK_THAT (error (R"([{"at": 3, "type": "reset"}, {"at": 2, "type": "reset"}])"), Contains ("events[1].at"));
    CHECK_THAT (error (R"([{"at": 3, "type": "set", "parameter": "hand.sped", "value": 1}])"), Contains ("hand.sped"));
    CHECK_THAT (error (R"([{"at": 3, "type": "set", "parameter": "hand.speed", "value": 99}])"),
                Contains ("hand.speed"));
    CHECK_THAT (error (R"([{"at": 3, "type": "reset", "loud": true}])"), Contains ("events[0]"));
    CHECK_FALSE (performanceFromJson ("{}"));
}

TEST_CASE ("the command line plays a performance again, from a file and from standard input, and varies it", "[tool]")
{
    const ToolFolder bench;
    const auto preset = shortRinging();
    Stage stage (preset);
    stage.play ({ noteOn (100, 60), noteOn (2000, 64) }, 24000);
    stage.play ({ noteOff (0, 60), noteOff (0, 64) }, 4000);
    const auto performance = stage.last (preset);
    bench.write ("x.performance", performanceToJson (performance));
    const auto report = bench.json ("render x.performance -o y.wav");
    CHECK (report["frames"] == performance.log.end);
    CHECK (report["sampleRate"] == 48000);
    kolophon::test::Rendering heard = stage.sound;
    heard.left.resize (static_cast<std::size_t> (performance.log.end));
    heard.right.resize (heard.left.size());
    Fnv hash; // of the samples in their order, left and right
    for (std::size_t n = 0; n < heard.left.size(); ++n)
    {
        hash.add (heard.left[n]);
        hash.add (heard.right[n]);
    }
    char text[17];
    std::snprintf (text, sizeof text, "%016llx", static_cast<unsigned long long> (hash.value()));
    CHECK (report["hash"] == text);
    CHECK (bench.shell ("cat x.performance | \"$K\" render - -o z.wav --quiet").code == 0);
    CHECK (bench.file ("z.wav").substr (bench.file ("z.wav").find ("data")) ==
           bench.file ("y.wav").substr (bench.file ("y.wav").find ("data")));
    CHECK (bench.run ("render x.performance -p Hinge -o y.wav").code == 2);

    const auto takes = bench.json ("take --from x.performance --vary '*.seed=*' --count 2 -o 't{i}.wav'");
    CHECK (takes["takes"][0]["hash"] != takes["takes"][1]["hash"]);
    CHECK (takes["takes"][0]["renderedSeconds"].get<double>() == static_cast<double> (performance.log.end) / 48000.0);
}

TEST_CASE ("no built-in sound rings on behind the tail that hosts are told", "[heard]")
{
    int told = 0;
    const auto presets = factoryPresets();
    const std::size_t oneInSo = longRun() ? 1 : 8;
    for (std::size_t p = 0; p < presets.size(); p += oneInSo)
    {
        const auto& preset = presets[p];
        Synth synth;
        synth.prepare (22050.0);
        givePreset (synth, preset);
        const double tail = synth.tailSeconds();
        REQUIRE (tail > 0.0);
        REQUIRE (tail <= 60.0);
        if (tail == 60.0) // as long as a host may be told to wait
            continue;
        CAPTURE (preset.info.name, tail);
        const int up = 11025, end = up + static_cast<int> (tail * 22050.0);
        const auto sound = render (synth, { noteOn (0, 60), noteOff (up, 60) }, end + 4410);
        double peak = 0.0, after = 0.0;
        for (int n = 0; n < end + 4410; ++n)
        {
            const double sample = std::abs (sound.left[static_cast<std::size_t> (n)]);
            (n < end ? peak : after) = std::max (n < end ? peak : after, sample);
        }
        CHECK (peak > listener::audible);
        CHECK (after < 1e-5 * peak);
        ++told;
    }
    CHECK (told >= 10 / static_cast<int> (oneInSo));
}
