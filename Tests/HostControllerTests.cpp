// SPDX-License-Identifier: GPL-3.0-or-later
// What controllers send, byte for byte (Reference/Controllers), through the processor; and controllers that are
// learned.
#include "Support/FreeString.h"
#include "Support/Host.h"
#include "Support/Listener.h"

#include "Analysis/Notes/SteadyTone.h"
#include "Support/PreparedSynth.h"

#include <fstream>
#include <sstream>

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;
using juce::MidiMessage;

/** Lines of "time [ms]; bytes in hexadecimal", # to the end of a line being a remark. */
std::vector<Message> messagesOf (const std::string& name)
{
    std::ifstream file (std::string (KOLOPHON_SOURCE_FOLDER) + "/Tests/Reference/Controllers/" + name);
    REQUIRE (file.good());
    std::vector<Message> all;
    for (std::string line; std::getline (file, line);)
    {
        std::istringstream text (line.substr (0, line.find ('#')));
        double milliseconds = 0.0;
        char semicolon = 0;
        if (! (text >> milliseconds >> semicolon))
            continue;
        std::vector<juce::uint8> bytes;
        for (unsigned byte = 0; text >> std::hex >> byte;)
            bytes.push_back (static_cast<juce::uint8> (byte));
        all.push_back ({ static_cast<int> (std::lround (48.0 * milliseconds)),
                         MidiMessage (bytes.data(), static_cast<int> (bytes.size())) });
    }
    REQUIRE (all.size() > 8);
    return all;
}

std::vector<double> heard (const Patch& patch, const Modulation& modulation, const std::string& file, double seconds)
{
    PluginProcessor processor;
    processor.bridge().setPatch (patch);
    processor.setModulation (modulation);
    processor.prepareToPlay (48000.0, 480);
    return fromPlugin (processor, static_cast<int> (seconds * 48000.0), messagesOf (file), blocksOf (480)).left;
}

/** Cents above A4 of a pure tone. */
double cents (const std::vector<double>& signal, double from, double to)
{
    return 1200.0 * std::log2 (test::meanFrequency (signal, from, to) / 440.0);
}

/** The free string of a single partial; one voice, so that each note silences what rang before. */
Patch pureTone ()
{
    auto patch = test::freeString();
    patch.voiceCount = 1.0;
    return patch;
}

Modulation moving (ModulationSource source, double depth)
{
    Modulation modulation;
    modulation.slots[0] = { source, { *findParameter ("body.fine"), depth, 0.0 } };
    return modulation;
}

std::unique_ptr<PluginProcessor> prepared ()
{
    auto processor = std::make_unique<PluginProcessor>();
    processor->prepareToPlay (48000.0, 480);
    return processor;
}

/** One controller message in a block of its own, and what comes of it on the message thread. */
void send (PluginProcessor& processor, int channel, int number, int value)
{
    fromPlugin (processor, 480, { { 5, MidiMessage::controllerEvent (channel, number, value) } }, blocksOf (480));
    processor.midiLearn().collect();
}
} // namespace

TEST_CASE ("a LinnStrument: 24 semitones for each finger, 2 for the wheel")
{
    const auto sound = heard (pureTone(), {}, "linnstrument.txt", 3.0);
    CHECK_THAT (cents (sound, 0.6, 1.4), WithinAbs (2400.0 * 341.0 / 8192.0, test::exact));
    CHECK_THAT (cents (sound, 2.3, 3.0),
                WithinAbs (100.0, test::exact)); // the second finger's is not bent, the wheel is
}

TEST_CASE ("a Seaboard: five touches, each of one note, a plain keyboard beside it")
{
    const auto plain = heard (pureTone(), {}, "seaboard.txt", 4.2);
    const double glide = 4800.0 * 171.0 / 8192.0;
    CHECK_THAT (cents (plain, 0.6, 1.4), WithinAbs (glide, test::exact));
    CHECK_THAT (cents (plain, 2.2, 2.9), WithinAbs (0.0, test::exact));
    CHECK_THAT (cents (plain, 3.7, 4.2), WithinAbs (100.0, test::exact));
    const auto moved = [&] (ModulationSource source, double from, double to)
    { return cents (heard (pureTone(), moving (source, 0.25), "seaboard.txt", 3.0), from, to); };
    // A depth of 0.25 is 50 cents of Fine at the source's 1.
    CHECK_THAT (moved (ModulationSource::velocity, 0.6, 1.4) - glide, WithinAbs (50.0 * 100.0 / 127.0, test::exact));
    CHECK_THAT (moved (ModulationSource::slide, 0.6, 1.4) - glide, WithinAbs (50.0 * 2.0 * 32.0 / 127.0, test::exact));
    CHECK_THAT (moved (ModulationSource::pressure, 0.6, 1.4) - glide, WithinAbs (50.0 * 90.0 / 127.0, test::exact));
    CHECK_THAT (moved (ModulationSource::release, 0.6, 1.4) - glide, WithinAbs (50.0 * 100.0 / 127.0, test::exact));
    CHECK_THAT (moved (ModulationSource::bend, 0.6, 1.4) - glide, WithinAbs (50.0 * 171.0 / 8192.0, test::exact));
    CHECK_THAT (moved (ModulationSource::slide, 2.2, 2.9),
                WithinAbs (0.0, test::exact)); // it stands where it was struck
    CHECK_THAT (moved (ModulationSource::pressure, 2.2, 2.9), WithinAbs (50.0 * 16.0 / 127.0, test::exact));
}

TEST_CASE ("an EWI: breath alone makes it loud, in 14 bits, the bite bends it, notes that overlap are one stroke")
{
    auto patch = Patch::defaults();
    patch.voiceController = static_cast<double> (static_cast<int> (ControllerMap::breath));
    patch.voiceMode = static_cast<double> (static_cast<int> (VoiceMode::mono));
    patch.voiceHumanisePercent = patch.voiceVibratoCents = patch.voicePhrasingPercent = 0.0;
    patch.outRoomPercent = patch.outGuard = patch.outBox = 0.0;
    const auto sound = heard (patch, {}, "ewi.txt", 6.0);
    CHECK (test::levelBetween (sound, 0.05, 0.099) < -100.0); // a key without breath
    // 34 dB lie between no breath and all of it: from 32.5/128 of it to all, 25 dB.
    CHECK_THAT (test::levelBetween (sound, 1.6, 2.0) - test::levelBetween (sound, 0.7, 1.0),
                WithinAbs (34.0 * (1.0 - (32.0 * 128.0 + 64.0) / 16383.0), test::listener::level));
    CHECK (test::levelBetween (sound, 5.6, 6.0) < test::levelBetween (sound, 1.6, 2.0) - 60.0); // and out of breath
    // The wheel's quarter of 2 semitones; the pitch lock keeps a bowed string within a fifth of what is noticed.
    const auto pitch = [&sound] (double from, double to)
    {
        const auto first = static_cast<std::size_t> (from * 48000.0), last = static_cast<std::size_t> (to * 48000.0);
        const auto found =
            fundamentalFrequency (std::span (sound).subspan (first, last - first), 48000.0, 200.0, 1200.0);
        REQUIRE (found.has_value());
        return 1200.0 * std::log2 (*found / 440.0);
    };
    CHECK_THAT (pitch (2.5, 2.95) - pitch (1.5, 1.95), WithinAbs (50.0, 0.2 * test::listener::cents));
    CHECK_THAT (pitch (3.5, 3.95) - pitch (1.5, 1.95), WithinAbs (1200.0, 0.2 * test::listener::cents));
    PluginProcessor processor;
    processor.bridge().setPatch (patch);
    processor.prepareToPlay (48000.0, 480);
    MeterFrame frame;
    int most = 0;
    fromPlugin (processor, 4 * 48000, messagesOf ("ewi.txt"), blocksOf (480),
                [&]
                {
                    if (processor.collectMeters (frame))
                        most = std::max (most, frame.voicesAwake);
                });
    CHECK (most == 1);
}

TEST_CASE ("a knob that is armed learns the next controller, follows it in its sample, and the host hears of it")
{
    const auto processor = prepared();
    const auto width = *findParameter ("out.width");
    processor->midiLearn().arm (width);
    CHECK (processor->midiLearn().armedParameter() == width);
    send (*processor, 3, 101, 5); // selects a registered parameter: not to be learned
    CHECK (processor->midiLearn().armedParameter() == width);
    send (*processor, 3, 21, 77);
    CHECK_FALSE (processor->midiLearn().armedParameter().has_value());
    auto learned = processor->midiLearn().learned();
    REQUIRE (learned.count == 1);
    CHECK (learned.rows[0].number == 21);
    CHECK (learned.rows[0].parameter == width);
    CHECK (learned.rows[0].channel == LearnedController::anyChannel);
    CHECK (learned.rows[0].picksUp);
    CHECK (processor->bridge().patch().outWidthPercent == 100.0); // learning moves nothing

    struct Listener final : juce::AudioProcessorParameter::Listener
    {
        void parameterValueChanged (int, float value) override { values.push_back (value); }
        void parameterGestureChanged (int, bool) override {}
        std::vector<float> values;
    } listener;
    auto& parameter = *processor->bridge().parameters()[width];
    parameter.addListener (&listener);
    send (*processor, 9, 21, 127); // not met yet
    CHECK (processor->bridge().patch().outWidthPercent == 100.0);
    CHECK (listener.values.empty());
    send (*processor, 9, 21, 32); // passed on the way down
    CHECK_THAT (processor->bridge().patch().outWidthPercent, WithinAbs (200.0 * 32.0 / 127.0, 1e-9));
    REQUIRE (listener.values.size() == 1);
    CHECK_THAT (static_cast<double> (listener.values[0]), WithinAbs (32.0 / 127.0, 1e-6));
    parameter.removeListener (&listener);

    // Kept with the state, by value and by field.
    learned.rows[0].from = 0.25;
    learned.rows[0].to = 0.75;
    learned.rows[0].curve = -0.5;
    learned.rows[0].channel = 4;
    learned.rows[0].picksUp = false;
    processor->midiLearn().setLearned (learned);
    PluginProcessor fresh;
    load (fresh, savedState (*processor));
    CHECK (fresh.midiLearn().learned() == learned);
    CHECK (savedState (fresh) == savedState (*processor));
    fresh.prepareToPlay (48000.0, 480);
    send (fresh, 5, 21, 127);
    CHECK_THAT (fresh.bridge().patch().outWidthPercent, WithinAbs (150.0, 1e-9));
    send (fresh, 4, 21, 0); // another channel's
    CHECK_THAT (fresh.bridge().patch().outWidthPercent, WithinAbs (150.0, 1e-9));
}

TEST_CASE ("a learned controller sounds like the knob's own event, and its old meaning is gone")
{
    PluginProcessor processor;
    LearnedControllers learned;
    learned.add ({ LearnedController::anyChannel, 1, static_cast<std::uint16_t> (*findParameter ("out.level")), 0.0,
                   1.0, 0.0, false });
    processor.midiLearn().setLearned (learned);
    processor.prepareToPlay (48000.0, 480);
    const std::vector<Message> messages { { 0, MidiMessage::noteOn (1, 57, juce::uint8 (80)) },
                                          { 7001, MidiMessage::controllerEvent (1, 1, 100) } };
    const auto sound = fromPlugin (processor, 24000, messages, blocksOf (480));

    test::PreparedSynth synth (Patch::defaults());
    const auto& row = parameterTable()[*findParameter ("out.level")];
    const std::vector<PerformanceEvent> events { { 0, PerformanceEvent::Type::noteOn, 0, 57, 80.0 / 127.0 },
                                                 { 7001, PerformanceEvent::Type::setParameter, 0,
                                                   static_cast<std::uint16_t> (*findParameter ("out.level")),
                                                   row.fromNormalised (100.0 / 127.0) } };
    Stereo expected;
    expected.left.resize (24000);
    expected.right.resize (24000);
    synth.render (events, expected.left.data(), expected.right.data(), 24000);
    CHECK (sound == expected);
}

TEST_CASE ("a key switch moves the articulation's knob, and the host hears of it from the message thread")
{
    const auto processor = prepared();
    auto patch = Patch::defaults();
    patch.voiceKeySwitches = 1.0; // from C0, key 12, on
    processor->bridge().setPatch (patch);
    struct Listener final : juce::AudioProcessorParameter::Listener
    {
        void parameterValueChanged (int, float value) override { news.push_back (value); }
        void parameterGestureChanged (int, bool begins) override { news.push_back (begins ? 10.0f : 20.0f); }
        std::vector<float> news;
    } listener;
    auto& knob = *processor->bridge().parameters()[*findParameter ("hand.articulation")];
    knob.addListener (&listener);
    const auto press = [&processor] (int key, int velocity)
    {
        fromPlugin (*processor, 480, { { 5, MidiMessage::noteOn (1, key, static_cast<juce::uint8> (velocity)) } },
                    blocksOf (480));
    };
    press (14, 90); // the third: Strike
    CHECK (knob.exactValue() == 2.0);
    CHECK (listener.news.empty()); // not from the audio thread
    processor->moveTeller().collect();
    CHECK (listener.news == std::vector<float> { 10.0f, 2.0f / 15.0f, 20.0f }); // as a gesture, to be recorded
    processor->moveTeller().collect();
    CHECK (listener.news.size() == 3); // once
    press (57, 90);                    // a key that sounds
    press (11, 90);                    // below the switches
    press (22, 90);                    // above them
    processor->moveTeller().collect();
    CHECK (listener.news.size() == 3);

    // Another knob that moves in silence takes nothing back, and the session knows what was chosen.
    processor->reset();
    processor->bridge().parameters()[*findParameter ("out.level")]->setValueNotifyingHost (0.5f);
    press (13, 90);
    CHECK (processor->bridge().patch().handArticulation == 1.0);
    CHECK (processor->engine().patch().handArticulation == 1.0);
    processor->reset();
    processor->bridge().parameters()[*findParameter ("out.level")]->setValueNotifyingHost (0.6f);
    fromPlugin (*processor, 480, {}, blocksOf (480));
    CHECK (processor->engine().patch().handArticulation == 1.0);

    // What the screen's keyboard plays counts; what a switched-off one plays does not.
    processor->play ({ 0, PerformanceEvent::Type::noteOn, 0, 15, 0.5 });
    fromPlugin (*processor, 480, {}, blocksOf (480));
    CHECK (knob.exactValue() == 3.0);
    processor->bridge().parameters()[*findParameter ("voice.key_switches")]->setValueNotifyingHost (0.0f);
    press (12, 90);
    CHECK (knob.exactValue() == 3.0);
    knob.removeListener (&listener);
}

namespace
{
struct ReadRows
{
    std::size_t used, findings;
    std::string written;
};

ReadRows readRows (const std::string& rows)
{
    Findings findings;
    const auto state = stateFromJson (R"({"format":"kolophon-state","version":1,"learned controllers":)" + rows +
                                          R"(,"preset":{"format":"kolophon-preset","version":3,"parameters":{}}})",
                                      findings);
    REQUIRE (state);
    return { state->learned.count, findings.count(), stateToJson (*state) };
}
} // namespace

TEST_CASE ("of learned controllers those that can be used are, and rows of unknown knobs stay in the session")
{
    const std::string good =
        R"({"controller":21,"channel":1,"parameter":"out.width","from":0,"to":1,"curve":0,"pick up":true})";
    struct Case
    {
        std::string rows;
        std::size_t used, findings;
    };
    for (const auto& [rows, used, findings] :
         { Case { "[]", 0, 0 },
           { "[" + good + "]", 1, 0 },
           { R"([{"controller":21,"parameter":"out.width"}])", 1, 0 },
           { R"([{"controller":21,"parameter":"something.new"},)" + good + "]", 1, 1 },
           { "{}", 0, 1 },
           { "[3," + good + "]", 1, 1 },
           { R"([{"parameter":"out.width"}])", 0, 1 },
           { R"([{"controller":21}])", 0, 1 },
           { R"([{"controller":120,"parameter":"out.width"}])", 0, 1 },
           { R"([{"controller":6,"parameter":"out.width"}])", 0, 1 },
           { R"([{"controller":"x","parameter":"out.width"}])", 0, 1 },
           { R"([{"controller":21,"channel":17,"parameter":"out.width"}])", 0, 1 },
           { R"([{"controller":21,"parameter":"out.width","to":1.5}])", 1, 1 },
           { R"([{"controller":21,"parameter":"out.width","curve":-2}])", 1, 1 },
           { R"([{"controller":21,"parameter":"out.width","pick up":1}])", 1, 1 } })
    {
        CAPTURE (rows);
        const auto read = readRows (rows);
        CHECK (read.used == used);
        CHECK (read.findings == findings);
        CHECK ((read.written.find ("something.new") != std::string::npos) ==
               (rows.find ("something.new") != std::string::npos));
    }
    std::string many;
    for (int key = 0; key < 65; ++key) // a row for each of 65 knobs, one more than there is room for
        many += (key == 0 ? "" : ",") + (R"({"controller":21,"parameter":")" +
                                         std::string (parameterTable()[static_cast<std::size_t> (key)].id) + "\"}");
    const auto read = readRows ("[" + many + "]");
    CHECK (read.used == 64);
    CHECK (read.findings == 1);
    CHECK (readRows ("[" + many + "]").written.find (parameterTable()[64].id) != std::string::npos);
}
} // namespace kolophon
