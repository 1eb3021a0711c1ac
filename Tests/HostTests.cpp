#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "PluginEditor.h"
#include "PluginProcessor.h"
#include "RowRules.h"
#include "Support/AllocationTrap.h"

#include "../Source/Core/Noise.h"

#include <JuceHeader.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <thread>

int main (int count, char** arguments)
{
    const juce::ScopedJuceInitialiser_GUI juce; // this thread is the message thread
    return Catch::Session().run (count, arguments);
}

namespace kolophon
{
namespace
{
struct Message
{
    int time; // [samples]
    juce::MidiMessage midi;
};

/** Notes with all the controllers that the engine listens to, `length` samples long, sorted by time. */
std::vector<Message> phrase (int length)
{
    using juce::MidiMessage;
    std::vector<Message> all;
    const auto at = [&all, length] (double share, const MidiMessage& midi)
    { all.push_back ({ static_cast<int> (share * length), midi }); };
    at (0.0, MidiMessage::noteOn (1, 57, 0.8f));
    at (0.013, MidiMessage::controllerEvent (1, 1, 70));
    at (0.08, MidiMessage::controllerEvent (1, 11, 101));
    at (0.1, MidiMessage::noteOn (1, 64, 0.4f));
    at (0.17, MidiMessage::pitchWheel (1, 9011));
    at (0.2, MidiMessage::channelPressureChange (1, 88));
    at (0.3, MidiMessage::controllerEvent (1, 64, 127));
    at (0.31, MidiMessage::noteOff (1, 57, 0.3f));
    at (0.4, MidiMessage::controllerEvent (1, 2, 64));
    at (0.4, MidiMessage::aftertouchChange (1, 64, 33));
    at (0.5, MidiMessage::noteOn (2, 45, 1.0f));
    at (0.6, MidiMessage::controllerEvent (1, 64, 0));
    at (0.61, MidiMessage::pitchWheel (1, 8192));
    at (0.8, MidiMessage::noteOff (1, 64));
    at (0.85, MidiMessage::allNotesOff (2));
    return all;
}

struct Stereo
{
    std::vector<double> left, right;
    bool operator== (const Stereo& other) const
    {
        const auto same = [] (const auto& a, const auto& b)
        { return a.size() == b.size() && std::memcmp (a.data(), b.data(), a.size() * sizeof (double)) == 0; };
        return same (left, other.left) && same (right, other.right);
    }
    double peak() const
    {
        double most = 0.0;
        for (const auto* channel : { &left, &right })
            for (const double sample : *channel)
                most = std::max (most,
                                 std::isfinite (sample) ? std::abs (sample) : std::numeric_limits<double>::infinity());
        return most;
    }
};

/** What the renderer would play. */
Stereo fromEngine (const Patch& patch, double rate, int length, const std::vector<Message>& messages,
                   const double* drive = nullptr)
{
    Synth synth;
    synth.prepare (rate);
    synth.setPatch (patch);
    std::vector<PerformanceEvent> events;
    for (const auto& message : messages)
        if (const auto event = eventFromMidi (
                { message.midi.getRawData(), static_cast<std::size_t> (message.midi.getRawDataSize()) }, message.time))
            events.push_back (*event);
    Stereo result;
    result.left.resize (static_cast<std::size_t> (length));
    result.right.resize (static_cast<std::size_t> (length));
    synth.render (events, result.left.data(), result.right.data(), length, nullptr, drive);
    return result;
}

/** Plays messages through processBlock. `nextBlock` says how long each block is; `before` is called ahead of each. */
template <class Sample = double>
Stereo fromPlugin (PluginProcessor& processor, int length, const std::vector<Message>& messages,
                   const std::function<int()>& nextBlock, const std::function<void()>& before = {})
{
    Stereo result;
    std::size_t next = 0;
    for (int done = 0; done < length;)
    {
        const int count = std::min (nextBlock(), length - done);
        juce::AudioBuffer<Sample> audio (2, count);
        audio.clear();
        juce::MidiBuffer midi;
        for (; next < messages.size() && messages[next].time < done + count; ++next)
            midi.addEvent (messages[next].midi, messages[next].time - done);
        if (before)
            before();
        processor.processBlock (audio, midi);
        for (int i = 0; i < count; ++i)
        {
            result.left.push_back (static_cast<double> (audio.getSample (0, i)));
            result.right.push_back (static_cast<double> (audio.getSample (1, i)));
        }
        done += count;
    }
    return result;
}

std::function<int()> blocksOf (int size)
{
    return [size] { return size; };
}

/** Any patch that the table allows. */
Patch randomPatch (Noise& noise)
{
    Patch patch {};
    for (const auto& p : parameterTable())
        p.in (patch) = p.fromNormalised (noise.nextUniform());
    return patch;
}

std::string savedState (PluginProcessor& processor)
{
    juce::MemoryBlock block;
    processor.getStateInformation (block);
    return { static_cast<const char*> (block.getData()), block.getSize() };
}

void load (PluginProcessor& processor, std::string_view state)
{
    processor.setStateInformation (state.data(), static_cast<int> (state.size()));
}

std::vector<juce::Component*> descendants (juce::Component& parent)
{
    std::vector<juce::Component*> all;
    for (auto* child : parent.getChildren())
    {
        all.push_back (child);
        for (auto* below : descendants (*child))
            all.push_back (below);
    }
    return all;
}

/** An instance and its window. */
struct Window
{
    PluginProcessor processor;
    std::unique_ptr<juce::AudioProcessorEditor> editor { processor.createEditor() };

    TableParameter& knob (std::string_view id) { return *processor.bridge().parameters()[*findParameter (id)]; }
    void set (std::string_view id, double value) { knob (id).setExactValue (value); }
    void refresh() { static_cast<PluginEditor&> (*editor).refresh(); }

    template <class Part>
    Part* find (const juce::String& title)
    {
        for (auto* component : descendants (*editor))
            if (auto* part = dynamic_cast<Part*> (component); part != nullptr && component->getTitle() == title)
                return part;
        return nullptr;
    }
    juce::Button& button (const juce::String& title)
    {
        auto* found = find<juce::Button> (title);
        REQUIRE (found != nullptr);
        return *found;
    }
    /** A click, at once. */
    void press (const juce::String& title) { button (title).onClick(); }

    std::vector<ParameterRow*> rows()
    {
        std::vector<ParameterRow*> all;
        for (auto* component : descendants (*editor))
            if (auto* row = dynamic_cast<ParameterRow*> (component))
                all.push_back (row);
        return all;
    }
    /** Ids of the rows of these groups that are shown. */
    std::set<std::string> shown (std::initializer_list<std::string_view> groups)
    {
        std::set<std::string> ids;
        for (const auto* row : rows())
            if (row->isVisible() && std::find (groups.begin(), groups.end(), row->info().group) != groups.end())
                ids.insert (std::string (row->info().id));
        return ids;
    }
};

/** Writes down what a host sees: gestures and changes, in their order. */
struct Recorder final : juce::AudioProcessorListener
{
    explicit Recorder (juce::AudioProcessor& itsProcessor) : processor (itsProcessor) { processor.addListener (this); }
    ~Recorder() override { processor.removeListener (this); }
    void audioProcessorParameterChanged (juce::AudioProcessor*, int index, float) override { log[index] += "="; }
    void audioProcessorParameterChangeGestureBegin (juce::AudioProcessor*, int index) override { log[index] += "("; }
    void audioProcessorParameterChangeGestureEnd (juce::AudioProcessor*, int index) override { log[index] += ")"; }
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override {}

    juce::AudioProcessor& processor;
    std::map<int, std::string> log;
};

double lawNamed (std::string_view id)
{
    return static_cast<double> (findLaw (id) - lawTable().data());
}

std::string slotBId (std::string_view idOfSlotA)
{
    return "contact_b." + std::string (idOfSlotA.substr (std::string_view ("contact.").size()));
}
} // namespace

//======================================================================================================================
TEST_CASE ("the plugin plays the very samples of the engine at every rate and block size")
{
    const double rate = GENERATE (22050.0, 44100.0, 48000.0, 96000.0, 192000.0);
    const int length = static_cast<int> (0.4 * rate);
    const auto messages = phrase (length);
    const auto reference = fromEngine (Patch::defaults(), rate, length, messages);
    REQUIRE (reference.peak() > 1e-3);

    PluginProcessor processor;
    for (const int size : { 1, 17, 64, 511, 4096, length })
    {
        CAPTURE (rate, size);
        processor.prepareToPlay (rate, size);
        CHECK (fromPlugin (processor, length, messages, blocksOf (size)) == reference);
    }
    Noise noise (static_cast<std::uint64_t> (rate));
    for (int round = 0; round < 3; ++round)
    {
        processor.prepareToPlay (rate, 256);
        CHECK (fromPlugin (processor, length, messages,
                           [&noise] { return static_cast<int> (700.0 * noise.nextUniform()); }) == reference);
    }
}

TEST_CASE ("in single precision the plugin plays the engine's samples, rounded once")
{
    constexpr int length = 20000;
    const auto messages = phrase (length);
    auto reference = fromEngine (Patch::defaults(), 44100.0, length, messages);
    for (auto* channel : { &reference.left, &reference.right })
        for (double& sample : *channel)
            sample = static_cast<double> (static_cast<float> (sample));
    PluginProcessor processor;
    processor.prepareToPlay (44100.0, 480);
    CHECK (fromPlugin<float> (processor, length, messages, blocksOf (480)) == reference);
}

TEST_CASE ("a mono output is the mean of both channels")
{
    constexpr int length = 4096;
    const auto messages = phrase (length);
    const auto reference = fromEngine (Patch::defaults(), 48000.0, length, messages);
    PluginProcessor processor;
    auto mono = processor.getBusesLayout();
    mono.outputBuses.set (0, juce::AudioChannelSet::mono());
    REQUIRE (processor.setBusesLayout (mono));
    processor.prepareToPlay (48000.0, length);
    juce::AudioBuffer<double> audio (1, length);
    juce::MidiBuffer midi;
    for (const auto& message : messages)
        midi.addEvent (message.midi, message.time);
    processor.processBlock (audio, midi);
    for (int i = 0; i < length; ++i)
    {
        const auto n = static_cast<std::size_t> (i);
        REQUIRE (audio.getSample (0, i) == 0.5 * (reference.left[n] + reference.right[n]));
    }
}

TEST_CASE ("a side-chain moves the hand exactly as in the engine, and none leaves the keys at work")
{
    constexpr int length = 12000;
    const auto messages = phrase (length);
    auto patch = Patch::defaults();
    patch.handDrive = static_cast<double> (static_cast<int> (Drive::audioSpeed));
    std::vector<double> drive (length);
    for (std::size_t n = 0; n < drive.size(); ++n)
        drive[n] = 0.8 * std::sin (0.01 * static_cast<double> (n));

    PluginProcessor processor;
    processor.bridge().setPatch (patch);
    processor.prepareToPlay (48000.0, 333);
    CHECK (fromPlugin (processor, length, messages, blocksOf (333)) == fromEngine (patch, 48000.0, length, messages));

    for (const auto& sideChain : { juce::AudioChannelSet::mono(), juce::AudioChannelSet::stereo() })
    {
        auto layout = processor.getBusesLayout();
        layout.inputBuses.set (0, sideChain);
        REQUIRE (processor.setBusesLayout (layout));
        processor.prepareToPlay (48000.0, 512);
        const auto reference = fromEngine (patch, 48000.0, length, messages, drive.data());
        Stereo result;
        std::size_t next = 0;
        for (int done = 0; done < length;)
        {
            const int count = std::min (512, length - done);
            juce::AudioBuffer<double> audio (2, count);
            for (int channel = 0; channel < 2; ++channel)
                for (int i = 0; i < count; ++i) // in stereo, all of it in one channel at twice the size
                    audio.setSample (channel, i, sideChain.size() == 1 ? (channel == 0 ? drive[static_cast<std::size_t> (done + i)] : 99.0)
                                                                       : (channel == 1 ? 2.0 * drive[static_cast<std::size_t> (done + i)] : 0.0));
            juce::MidiBuffer midi;
            for (; next < messages.size() && messages[next].time < done + count; ++next)
                midi.addEvent (messages[next].midi, messages[next].time - done);
            processor.processBlock (audio, midi);
            result.left.insert (result.left.end(), audio.getReadPointer (0), audio.getReadPointer (0) + count);
            result.right.insert (result.right.end(), audio.getReadPointer (1), audio.getReadPointer (1) + count);
            done += count;
        }
        CHECK (result.peak() > 1e-3);
        CHECK (result == reference);
    }
}

TEST_CASE ("no message is lost when more come at once than the plugin has room for")
{
    constexpr int length = 3000;
    std::vector<Message> messages { { 0, juce::MidiMessage::noteOn (1, 50, 0.9f) } };
    for (int i = 0; i < 5000; ++i)
        messages.push_back ({ 1000, juce::MidiMessage::controllerEvent (1, 1, i % 128) });
    messages.push_back ({ 1000, juce::MidiMessage::noteOn (1, 62, 0.9f) });
    for (int i = 0; i < 3000; ++i)
        messages.push_back ({ 1999, juce::MidiMessage::controllerEvent (1, 11, i % 128) });
    messages.push_back ({ 1999, juce::MidiMessage::noteOff (1, 50) });
    const auto reference = fromEngine (Patch::defaults(), 48000.0, length, messages);
    PluginProcessor processor;
    for (const int size : { 500, 1000, 3000 })
    {
        processor.prepareToPlay (48000.0, size);
        CHECK (fromPlugin (processor, length, messages, blocksOf (size)) == reference);
    }
}

TEST_CASE ("a host that sends every value back changes no sample")
{
    constexpr int length = 12000;
    Noise noise (7);
    const auto messages = phrase (length);
    for (int round = 0; round < 4; ++round)
    {
        const auto patch = round == 0 ? Patch::defaults() : randomPatch (noise);
        PluginProcessor processor;
        processor.bridge().setPatch (patch);
        processor.prepareToPlay (48000.0, 256);
        const auto echo = [&processor]
        {
            for (auto* parameter : processor.bridge().parameters())
            {
                parameter->setValue (parameter->getValue());
                parameter->setValue (parameter->convertTo0to1 (parameter->convertFrom0to1 (parameter->getValue())));
            }
        };
        CHECK (fromPlugin (processor, length, messages, blocksOf (256), echo) ==
               fromEngine (patch, 48000.0, length, messages));
        CHECK (processor.bridge().patch() == patch);
    }
}

//======================================================================================================================
TEST_CASE ("two hundred random states sound bit for bit the same in a fresh instance")
{
    constexpr int length = 2400;
    Noise noise (2024);
    const auto messages = phrase (length);
    for (int round = 0; round < 200; ++round)
    {
        CAPTURE (round);
        const auto patch = randomPatch (noise);
        PluginProcessor original;
        original.bridge().setPatch (patch);
        original.prepareToPlay (48000.0, 480);

        PluginProcessor fresh;
        if (round % 2 == 0)
            fresh.prepareToPlay (48000.0, 480); // hosts load before or after preparing
        load (fresh, savedState (original));
        if (round % 2 == 1)
            fresh.prepareToPlay (48000.0, 480);
        REQUIRE (fresh.bridge().patch() == patch);
        REQUIRE (savedState (fresh) == savedState (original));
        REQUIRE (fromPlugin (fresh, length, messages, blocksOf (480))
                 == fromPlugin (original, length, messages, blocksOf (480)));
    }
}

TEST_CASE ("a state that is none changes nothing")
{
    PluginProcessor processor;
    processor.setCurrentProgram (3);
    Noise noise (99);
    processor.bridge().setPatch (randomPatch (noise));
    processor.editorWidth = 1300;
    const auto good = savedState (processor);

    std::vector<std::string> bad {
        "",
        " ",
        "{",
        "null",
        "[]",
        "42",
        "\"text\"",
        "{}",
        "{\"format\":\"kolophon-state\"}",
        "{\"format\":\"kolophon-state\",\"version\":1,\"preset\":{}}",
        std::string (100000, '['),
        "{\"format\":\"kolophon-state\",\"version\":1,\"preset\":{\"format\":\"kolophon-preset\","
        "\"version\":1,\"parameters\":{\"hand.speed\":1e9}}}"
    };
    const auto abyss = std::string (200000, '[') + std::string (200000, ']');
    bad.push_back (abyss);
    bad.push_back ("{\"format\":\"kolophon-state\",\"version\":1,\"preset\":" + abyss + "}");
    bad.push_back ("{\"format\":\"kolophon-preset\",\"version\":1,\"name\":" + abyss + "}");
    for (std::size_t cut = 0; cut < good.size(); cut += 37)
        bad.push_back (good.substr (0, cut));
    for (int i = 0; i < 300; ++i)
    {
        std::string noiseText (static_cast<std::size_t> (200.0 * noise.nextUniform()), ' ');
        for (char& c : noiseText)
            c = static_cast<char> (noise.nextBits());
        bad.push_back (noiseText);
    }
    for (const auto& text : bad)
    {
        load (processor, text);
        REQUIRE (savedState (processor) == good);
    }
    processor.setStateInformation (nullptr, 0);
    CHECK (savedState (processor) == good);

    for (int i = 0; i < 2000; ++i) // a flipped byte may still be a state; it must never be a crash
    {
        auto text = good;
        text[static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (text.size()))] =
            static_cast<char> (noise.nextBits());
        load (processor, text);
    }
    load (processor, good);
    CHECK (savedState (processor) == good);
}

TEST_CASE ("states keep name, bypass, size of the window, and spare places of menus")
{
    PluginProcessor original;
    auto preset = factoryPresets().back();
    preset.info.name = "Mine \xe2\x80\x93 \"quoted\"";
    original.loadPreset (preset);
    original.getBypassParameter()->setValueNotifyingHost (1.0f);
    original.editorWidth = 901;
    for (auto* parameter : original.bridge().parameters())
        parameter->setValue (0.93f);

    PluginProcessor fresh;
    std::thread loading ([&] { load (fresh, savedState (original)); }); // hosts load from any thread
    loading.join();
    CHECK (fresh.currentPreset().info.name == preset.info.name);
    CHECK (fresh.isEdited() == false);
    CHECK (fresh.getBypassParameter()->getValue() == 1.0f);
    CHECK (fresh.editorWidth == 901);
    for (auto* parameter : fresh.bridge().parameters())
        CHECK (parameter->getValue() == 0.93f);

    PluginProcessor plain; // an ordinary preset file is a state, too
    load (plain, presetToJson (preset));
    CHECK (plain.bridge().patch() == preset.patch);
}

namespace
{
CustomBody pan()
{
    CustomBody body { "Pan", "", 0.4, 300.0, {} };
    for (int m = 0; m < 9; ++m)
        body.modes.push_back ({ 300.0 * (1.0 + 0.73 * m), 1.7 / (1.0 + m), { 1.0, 0.3 * m, -0.5 }, 1.0, 0.1 * m });
    return body;
}
} // namespace

TEST_CASE ("a custom body plays as in the engine, and survives in a state and in a preset, before and after preparing")
{
    const auto body = pan();
    constexpr int length = 4800;
    const auto messages = phrase (length);
    PluginProcessor original;
    original.prepareToPlay (48000.0, 480);
    original.loadBody (body);
    CHECK (original.isEdited());
    CHECK (original.currentPreset().customBody == body);
    CHECK (original.bridge().patch().bodyType == customBody());
    CHECK (original.bridge().patch().bodyDecay == 1.7);

    const auto state = savedState (original);
    const auto preset = presetToJson (original.currentPreset());
    const auto sound = fromPlugin (original, length, messages, blocksOf (480));
    PluginProcessor bell; // the same knobs without the body sound otherwise
    bell.bridge().setPatch (original.bridge().patch());
    bell.prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (bell, length, messages, blocksOf (480)) != sound);

    for (const auto& text : { state, std::string (preset) })
        for (const bool preparedBefore : { true, false })
        {
            PluginProcessor fresh;
            if (preparedBefore)
                fresh.prepareToPlay (48000.0, 480);
            load (fresh, text);
            if (! preparedBefore)
                fresh.prepareToPlay (48000.0, 480);
            CHECK (fresh.currentPreset().customBody == body);
            CHECK (fromPlugin (fresh, length, messages, blocksOf (480)) == sound);
        }

    // A program without a body brings the built-in set back.
    original.setCurrentProgram (1);
    CHECK (! original.currentPreset().customBody);
    CHECK_FALSE (original.isEdited());
}

TEST_CASE ("a body that is dropped on the editor is rubbed, and a broken one is refused in a sentence")
{
    const juce::TemporaryFile good (".json"), bad (".json");
    good.getFile().replaceWithText (toJuce (bodyToJson (pan())));
    bad.getFile().replaceWithText (R"({"kolophon_body": 1, "modes": [{"frequency": 100, "t60": 0}]})");
    Window window;
    auto& editor = static_cast<PluginEditor&> (*window.editor);
    const auto drop = [&editor] (const juce::StringArray& files) { editor.filesDropped (files, 0, 0); };
    CHECK (editor.isInterestedInFileDrag ({ good.getFile().getFullPathName() }));
    CHECK_FALSE (editor.isInterestedInFileDrag ({ "a.mid" }));
    CHECK_FALSE (editor.isInterestedInFileDrag ({ "a.json", "b.json" }));

    drop ({ bad.getFile().getFullPathName() });
    CHECK (editor.complaint().contains ("modes[0].t60: 0"));
    CHECK (! window.processor.currentPreset().customBody);
    drop ({ good.getFile().getFullPathName() });
    CHECK (window.processor.currentPreset().customBody == pan());
    CHECK (window.processor.bridge().patch().bodyType == customBody());
}

TEST_CASE ("programs are the factory presets, exactly")
{
    PluginProcessor processor;
    const int presets = static_cast<int> (factoryPresets().size());
    REQUIRE (processor.getNumPrograms() == presets + 1);
    CHECK (processor.getProgramName (presets).isNotEmpty());
    for (int i = 0; i < presets; ++i)
    {
        const auto& preset = factoryPresets()[static_cast<std::size_t> (i)];
        processor.setCurrentProgram (i);
        CHECK (processor.getCurrentProgram() == i);
        CHECK (processor.getProgramName (i).toStdString() == preset.info.name);
        CHECK (processor.bridge().patch() == preset.patch);
        CHECK_FALSE (processor.isEdited());
    }
    const auto state = savedState (processor);
    for (const int wrong : { -1, processor.getNumPrograms(), 1000000 })
        processor.setCurrentProgram (wrong);
    CHECK (savedState (processor) == state);
}

TEST_CASE ("a preset from a file is a program of its own, so that a host can select any other")
{
    // What a VST3 host sends reaches setCurrentProgram() only if it isn't the current program.
    PluginProcessor processor;
    const auto select = [&processor] (int index)
    {
        if (index != processor.getCurrentProgram())
            processor.setCurrentProgram (index);
    };
    auto preset = factoryPresets()[1];
    preset.info.name = "Mine";
    preset.patch.handSpeed = 0.123;
    processor.loadPreset (preset);
    const int own = processor.getCurrentProgram();
    CHECK (own == processor.getNumPrograms() - 1);
    CHECK (processor.getProgramName (own) == "Mine");
    for (int index = 0; index < own; ++index)
    {
        select (index);
        CHECK (processor.bridge().patch() == factoryPresets()[static_cast<std::size_t> (index)].patch);
        select (own);
        CHECK (processor.bridge().patch() == preset.patch);
        CHECK_FALSE (processor.isEdited());
    }
    PluginProcessor fresh;
    load (fresh, savedState (processor));
    CHECK (fresh.getCurrentProgram() == own);
    CHECK (fresh.getProgramName (own) == "Mine");
}

TEST_CASE ("an LV2 bundle offers the factory presets only, and still keeps an own one in its state")
{
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_LV2);
    PluginProcessor processor;
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Undefined);
    CHECK (processor.getNumPrograms() == static_cast<int> (factoryPresets().size()));
    auto preset = factoryPresets()[1];
    preset.info.name = "Mine";
    preset.patch.handSpeed = 0.123;
    processor.loadPreset (preset);
    PluginProcessor fresh;
    load (fresh, savedState (processor));
    CHECK (fresh.bridge().patch() == preset.patch);
    CHECK (fresh.currentPreset().info.name == "Mine");
}

TEST_CASE ("a width of the window that no screen has is brought into range")
{
    PluginProcessor processor;
    for (const auto* width : { "1e300", "-1e300", "-5", "2147483648", "1e5" })
    {
        auto state = savedState (processor);
        const auto at = state.find ("\"editor width\": ") + 16;
        state.replace (at, state.find (',', at) - at, width);
        load (processor, state);
        CHECK (processor.editorWidth >= 0);
        CHECK (processor.editorWidth <= 100000);
    }
}

//======================================================================================================================
TEST_CASE ("hosts see the table: its ids, its order, its groups, and bypass at the end")
{
    PluginProcessor processor;
    const auto table = parameterTable();
    const auto& all = processor.getParameters();
    REQUIRE (all.size() == static_cast<int> (table.size()) + 1);
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        const auto* parameter = dynamic_cast<TableParameter*> (all[static_cast<int> (i)]);
        REQUIRE (parameter != nullptr);
        CHECK (parameter->paramID.toStdString() == table[i].id);
        CHECK (parameter->getVersionHint() == 1);
        CHECK (parameter->getName (40).toStdString() == table[i].label);
        CHECK (parameter->exactValue() == table[i].defaultValue);
        CHECK (parameter->getValue() == parameter->getDefaultValue());
        CHECK (parameter->isBoolean() == (table[i].scale == Scale::toggle));
        if (table[i].scale == Scale::menu)
            CHECK (parameter->getNumSteps() == table[i].slots);
        const auto groups = processor.getParameterTree().getGroupsForParameter (all[static_cast<int> (i)]);
        REQUIRE (groups.size() == 1);
        CHECK (groups[0]->getName().toStdString() == table[i].group);
    }
    CHECK (all.getLast() == processor.getBypassParameter());
}

TEST_CASE ("every value survives the way to the host and back, and every place the host asks for is kept")
{
    PluginProcessor processor;
    Noise noise (5);
    for (int round = 0; round < 500; ++round)
        for (auto* parameter : processor.bridge().parameters())
        {
            const double value = parameter->info.fromNormalised (noise.nextUniform());
            parameter->setExactValue (value);
            parameter->setValue (parameter->getValue());
            REQUIRE (parameter->exactValue() == value);
            parameter->setValue (parameter->convertTo0to1 (parameter->convertFrom0to1 (parameter->getValue())));
            REQUIRE (parameter->exactValue() == value);

            const auto place = static_cast<float> (noise.nextUniform());
            parameter->setValue (place);
            REQUIRE (parameter->getValue() == place);
            REQUIRE_FALSE (checkValue (parameter->info, parameter->exactValue()).has_value());
        }
}

TEST_CASE ("every parameter's text reads back to the value it stands for")
{
    PluginProcessor processor;
    Noise noise (11);
    for (auto* parameter : processor.bridge().parameters())
        for (int i = 0; i <= 40; ++i)
        {
            const float place = i <= 1 ? static_cast<float> (i) : static_cast<float> (noise.nextUniform());
            const auto text = parameter->getText (place, 1024);
            CAPTURE (parameter->paramID.toStdString(), place, text.toStdString());
            REQUIRE (text.isNotEmpty());
            REQUIRE (parameter->getText (parameter->getValueForText (text), 1024) == text);
        }
    auto* speed = processor.bridge().parameters()[0];
    const float before = speed->getValue();
    for (const auto* nonsense : { "", "fast", "3 N", "1e99", "nan" })
        CHECK (speed->getValueForText (nonsense) == before);
}

TEST_CASE ("not-a-number from a host is harmless")
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 64);
    Noise noise (3);
    const auto storm = [&]
    {
        for (auto* parameter : processor.getParameters())
        {
            const double dice = noise.nextUniform();
            if (dice < 0.1)
                parameter->setValue (dice < 0.03 ? nan : (dice < 0.05 ? infinity : (dice < 0.07 ? -infinity : 1e30f)));
            else if (dice < 0.15 && parameter != processor.getBypassParameter())
                parameter->setValue (static_cast<float> (noise.nextUniform()));
        }
        processor.getBypassParameter()->setValue (0.0f);
    };
    const auto sound = fromPlugin (processor, 24000, phrase (24000), blocksOf (64), storm);
    CHECK (std::isfinite (sound.peak()));
    MeterFrame frame;
    processor.collectMeters (frame);
    CHECK (frame.nonFiniteBlocks == 0);
    for (auto* parameter : processor.bridge().parameters())
        CHECK_FALSE (checkValue (parameter->info, parameter->exactValue()).has_value());
}

TEST_CASE ("not-a-number in a host's units, or in a state's places, is ignored")
{
    PluginProcessor processor;
    Noise noise (4);
    processor.bridge().setPatch (randomPatch (noise));
    const auto before = processor.bridge().patch();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (auto* parameter : processor.bridge().parameters())
    {
        parameter->setValueNotifyingHost (parameter->convertTo0to1 (nan));
        for (const float place : { nan, -5.0f, 7e30f })
        {
            parameter->setOwnPlace (place);
            CHECK (parameter->getValue() >= 0.0f);
            CHECK (parameter->getValue() <= 1.0f);
        }
    }
    CHECK (processor.bridge().patch() == before);
}

//======================================================================================================================
TEST_CASE ("blocks of no samples, blocks larger than announced and blocks before prepare are all right")
{
    PluginProcessor processor;
    juce::MidiBuffer midi;
    juce::AudioBuffer<float> empty (2, 0), small (2, 64), large (2, 20000), none (0, 64);
    processor.processBlock (small, midi);
    processor.prepareToPlay (48000.0, 64);
    processor.prepareToPlay (48000.0, 64);
    midi.addEvent (juce::MidiMessage::noteOn (1, 57, 0.8f), 0);
    processor.processBlock (empty, midi); // the note must not be lost
    midi.clear();
    processor.processBlock (large, midi);
    CHECK (large.getMagnitude (0, 20000) > 1e-3f);
    processor.processBlock (none, midi);
    midi.addEvent (juce::MidiMessage::noteOff (1, 57), 100000); // beyond the block
    processor.processBlock (small, midi);
}

TEST_CASE ("no sample rate that a host may ask for is a crash, and latency and tail are told truthfully")
{
    PluginProcessor processor;
    for (const double rate :
         { 0.0, -1.0, 1.0, std::numeric_limits<double>::quiet_NaN(), 1e9, 22050.0, 44100.0, 192000.0 })
    {
        processor.prepareToPlay (rate, 32);
        juce::AudioBuffer<float> audio (2, 256);
        juce::MidiBuffer midi;
        midi.addEvent (juce::MidiMessage::noteOn (1, 60, 1.0f), 3);
        processor.processBlock (audio, midi);
        CHECK (processor.getLatencySamples() == processor.engine().latencySamples());
        CHECK (processor.getTailLengthSeconds() == processor.engine().tailSeconds());
        CHECK (processor.getTailLengthSeconds() > 0.0);
    }
}

TEST_CASE ("reset silences at once")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 512);
    CHECK (fromPlugin (processor, 9600, phrase (9600), blocksOf (512)).peak() > 1e-3);
    processor.reset();
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (512)).peak() == 0.0);
}

TEST_CASE ("after reset and panic no key is shown as held")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 512);
    const std::vector<Message> note { { 0, juce::MidiMessage::noteOn (1, 57, 0.9f) } };
    fromPlugin (processor, 512, note, blocksOf (512));
    CHECK (processor.isKeyHeld (57));
    processor.reset();
    CHECK_FALSE (processor.isKeyHeld (57));
    fromPlugin (processor, 512, note, blocksOf (512));
    processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 });
    fromPlugin (processor, 512, {}, blocksOf (512));
    CHECK_FALSE (processor.isKeyHeld (57));
}

TEST_CASE ("bypass fades out and in within ten milliseconds, sample by sample, and then costs no sound")
{
    constexpr int length = 9600;
    const std::vector<Message> note { { 0, juce::MidiMessage::noteOn (1, 57, 0.9f) } };
    const auto reference = fromEngine (Patch::defaults(), 48000.0, length, note);
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 100);
    int block = 0;
    const auto bypassLater = [&] { processor.getBypassParameter()->setValue (++block > 48 ? 1.0f : 0.0f); };
    const auto faded = fromPlugin (processor, length, note, blocksOf (100), bypassLater);
    for (std::size_t i = 0; i < faded.left.size(); ++i)
    {
        const double gain = std::clamp (1.0 - (static_cast<double> (i) - 4799.0) / 480.0, 0.0, 1.0);
        REQUIRE (std::abs (faded.left[i] - gain * reference.left[i]) <= 1e-12);
    }
    CHECK (fromPlugin (processor, 48000, phrase (4800), blocksOf (480)).peak() == 0.0);
    CHECK (processor.engine().isSilent());
    processor.getBypassParameter()->setValue (0.0f);
    CHECK (fromPlugin (processor, 9600, note, blocksOf (480)).peak() > 1e-3);
}

TEST_CASE ("the energy books balance through the plugin, whatever the host automates")
{
    Noise noise (77);
    for (int round = 0; round < 6; ++round)
    {
        PluginProcessor processor;
        processor.bridge().setPatch (randomPatch (noise));
        const auto ledger = *findParameter ("quality.ledger");
        processor.bridge().parameters()[ledger]->setExactValue (1.0);
        processor.prepareToPlay (48000.0, 128);
        const auto automate = [&]
        {
            const auto row =
                static_cast<std::size_t> (noise.nextUniform() * static_cast<double> (parameterTable().size()));
            if (row != ledger)
                processor.bridge().parameters()[row]->setValue (static_cast<float> (noise.nextUniform()));
        };
        fromPlugin (processor, 24000, phrase (24000), blocksOf (128), automate);
        const auto& books = processor.engine().ledger();
        CAPTURE (round);
        CHECK (books.steps > 0);
        CHECK (books.relativeResidual() <= 1e-13); // 450 ulp of peak energy
        CHECK (books.generatorSteps == 0);
    }
}

TEST_CASE ("processBlock neither allocates nor locks, whatever the player and the host do")
{
    if (! AllocationTrap::works)
        return;
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 256);
    Noise noise (13);
    juce::AudioBuffer<float> audio (2, 256);
    const auto messages = phrase (48000);
    std::size_t next = 0;
    for (int done = 0; done < 48000; done += 256)
    {
        juce::MidiBuffer midi;
        for (; next < messages.size() && messages[next].time < done + 256; ++next)
            midi.addEvent (messages[next].midi, messages[next].time - done);
        processor.play ({ 0, PerformanceEvent::Type::controller, 0, Controller::modulation, noise.nextUniform() });
        for (auto* parameter : processor.bridge().parameters())
            if (noise.nextUniform() < 0.1)
                parameter->setValue (static_cast<float> (noise.nextUniform()));
        processor.getBypassParameter()->setValue (noise.nextUniform() < 0.2 ? 1.0f : 0.0f);
        const AllocationTrap trap;
        processor.processBlock (audio, midi);
        REQUIRE (trap.allocations() == 0);
        REQUIRE (trap.locks() == 0);
    }
}

//======================================================================================================================
TEST_CASE ("the editor opens and closes, loads presets and resizes while the instrument plays on another thread")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 128);
    std::atomic<bool> stop { false }, finite { true };
    std::thread playing ([&]
    {
        juce::AudioBuffer<float> audio (2, 128);
        for (int block = 0; ! stop; ++block)
        {
            juce::MidiBuffer midi;
            if (block % 50 == 0)
                midi.addEvent (juce::MidiMessage::noteOn (1, 40 + block / 50 % 40, 0.7f), 5);
            processor.processBlock (audio, midi);
            if (! std::isfinite (audio.getMagnitude (0, 128)))
                finite = false;
        }
    });
    for (int round = 0; round < 12; ++round)
    {
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded());
        REQUIRE (editor != nullptr);
        for (int i = 0; i < 5; ++i)
        {
            processor.setCurrentProgram ((round + i) % processor.getNumPrograms());
            static_cast<PluginEditor&> (*editor).refresh();
            processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 60, 0.5 });
            load (processor, savedState (processor));
        }
        editor->setSize (700 + 100 * round, (700 + 100 * round) * 5 / 8);
        editor->createComponentSnapshot (editor->getLocalBounds());
        processor.editorBeingDeleted (editor.get());
    }
    stop = true;
    playing.join();
    CHECK (finite);
}

TEST_CASE ("every parameter has a control with a name and a help text, and the comparison has its button")
{
    Window window;
    std::map<std::string, int> rowsOf;
    for (const auto* row : window.rows())
    {
        ++rowsOf[std::string (row->info().id)];
        CHECK (row->getTitle().toStdString() == row->info().label);
        REQUIRE (row->getNumChildComponents() > 0);
        CHECK (row->getChildComponent (0)->getHelpText().toStdString() == row->info().help);
    }
    for (const auto& p : parameterTable())
    {
        CAPTURE (p.id);
        CHECK (rowsOf[std::string (p.id)] == (p.group == "Compare" ? 0 : 1));
    }
    for (const auto* title : { "Compare A and B", "Stop comparing", "Copy contacts" })
    {
        CHECK (window.button (title).getHelpText().isNotEmpty());
        CHECK (window.button (title).getWantsKeyboardFocus());
    }
}

TEST_CASE ("nothing leaves the window or covers another, whatever law, body and slot is chosen")
{
    Window window;
    for (const double body : { 0.0, 1.0, 2.0 })
        for (const double bristle : { 0.0, 1.0 })
            for (const double slot : { 0.0, 1.0 })
                for (std::size_t law = 0; law < lawTable().size(); ++law)
                {
                    CAPTURE (body, bristle, slot, lawTable()[law].id);
                    window.set ("body.type", body);
                    window.set ("compare.on", slot);
                    window.set ("compare.slot", slot);
                    window.set (slot > 0.0 ? "contact_b.bristle" : "contact.bristle", bristle);
                    const auto turn = static_cast<double> (law); // every kind of hand and drive comes with some law
                    window.set ("hand.kind", std::fmod (turn, 3.0));
                    window.set ("hand.drive", std::fmod (turn, 4.0));
                    window.set ("surface.texture", std::fmod (turn, 2.0));
                    window.set ("surface.ageing", std::fmod (turn, 2.0));
                    window.set ("out.sympathetic", std::fmod (turn, 2.0));
                    window.set ("out.room", std::fmod (turn, 2.0));
                    window.set (slot > 0.0 ? "contact_b.law" : "contact.law", static_cast<double> (law));
                    window.refresh();
                    std::vector<juce::Rectangle<int>> places;
                    for (auto* component : descendants (*window.editor))
                    {
                        const auto place = window.editor->getLocalArea (component, component->getLocalBounds());
                        bool isShown = true;
                        for (auto* each = component; each != window.editor.get(); each = each->getParentComponent())
                            isShown = isShown && each->isVisible();
                        if (! isShown)
                            continue;
                        REQUIRE (window.editor->getLocalBounds().contains (place));
                        if (component->getWantsKeyboardFocus())
                            REQUIRE (component->getTitle().isNotEmpty());
                        if (dynamic_cast<ParameterRow*> (component) == nullptr
                            && dynamic_cast<HelpButton*> (component) == nullptr)
                            continue;
                        REQUIRE_FALSE (place.isEmpty());
                        for (const auto& other : places)
                            REQUIRE_FALSE (place.intersects (other));
                        places.push_back (place);
                        if (dynamic_cast<ParameterRow*> (component) != nullptr)
                        {
                            REQUIRE (component->getHeight() >= ParameterPanel::lowestRow);
                            REQUIRE (component->getHeight() <= ParameterPanel::rowHeight);
                        }
                    }
                }
}

TEST_CASE ("the contact panel shows the law and exactly what the law uses, in the slot that is heard")
{
    Window window;
    for (const double comparing : { 0.0, 1.0 })
        for (const double slot : { 0.0, 1.0 })
            for (const double bristle : { 0.0, 1.0 })
                for (std::size_t law = 0; law < lawTable().size(); ++law)
                {
                    const bool isB = comparing * slot > 0.0;
                    const std::string prefix = isB ? "contact_b." : "contact.";
                    window.set ("compare.on", comparing);
                    window.set ("compare.slot", slot);
                    window.set (prefix + "bristle", bristle);
                    auto& menu = window.knob (prefix + "law");
                    const auto place = static_cast<float> (menu.info.toNormalised (static_cast<double> (law)));
                    menu.setValue (place); // as a host automates it
                    window.refresh();

                    std::set<std::string> expected { prefix + "law" };
                    for (const auto use : lawTable()[law].uses)
                        if (bristle > 0.0 ? use != "travel" && use != "travel_track" : use != "stiffness")
                            expected.insert (prefix + std::string (use));
                    CAPTURE (lawTable()[law].id, bristle, prefix);
                    REQUIRE (window.shown ({ "Contact", "Contact B" }) == expected);
                    const auto* title = comparing == 0.0 ? "Contact" : (isB ? "Contact B" : "Contact A");
                    REQUIRE (window.find<ParameterPanel> (title) != nullptr);
                }
}

TEST_CASE ("the body panel shows the rows of the body that is rubbed")
{
    const std::set<std::string> all { "body.type", "body.tune", "body.fine" };
    auto string = all, table = all, block = all;
    for (const auto* id : { "body.impedance_track", "body.decay", "body.quality", "body.modes" })
    {
        string.insert (id);
        table.insert (id);
    }
    string.insert ({ "body.impedance", "body.inharmonicity", "body.torsion", "body.torsion_impedance",
                     "body.torsion_ratio", "body.torsion_quality", "body.air_loss", "body.bending_loss" });
    table.insert ({ "body.mass", "body.warp", "body.pickup" });
    auto closed = table, custom = table; // a finger runs round and round; every mode has a ring time of its own
    closed.insert ({ "body.round", "body.radius" });
    custom.erase ("body.quality");
    for (const auto& p : parameterTable())
        if (p.group == "Block")
            block.insert (std::string (p.id));

    Window window;
    for (int round = 0; round < 2; ++round)
        for (std::size_t body = 0; body < bodyTable().size(); ++body)
        {
            window.set ("body.type", static_cast<double> (body));
            window.refresh();
            const auto& info = bodyTable()[body];
            CAPTURE (info.name);
            const auto& expected = info.name == "Custom" ? custom
                                   : info.closedPath      ? closed
                                   : info.build != nullptr ? table
                                                           : (info.name == "Block" ? block : string);
            CHECK (window.shown ({ "Body", "Block" }) == expected);
        }
}

TEST_CASE ("knobs without effect are dimmed, not taken away")
{
    struct Case
    {
        std::string_view knob, switchedBy;
        double value;
        RowUse use;
    };
    for (const auto& c : { Case { "hand.force", "hand.force_mode", 0.0, RowUse::idle },
                           Case { "hand.force", "hand.force_mode", 1.0, RowUse::inUse },
                           Case { "hand.pressure", "hand.force_mode", 1.0, RowUse::idle },
                           Case { "body.torsion_ratio", "body.torsion", 0.0, RowUse::idle },
                           Case { "body.torsion_ratio", "body.torsion", 1.0, RowUse::inUse },
                           Case { "voice.glide", "voice.mode", 0.0, RowUse::idle },
                           Case { "voice.glide", "voice.mode", 1.0, RowUse::inUse },
                           Case { "voice.seed", "voice.humanise", 0.0, RowUse::idle },
                           Case { "voice.seed", "voice.humanise", 20.0, RowUse::inUse },
                           Case { "out.box_mix", "out.box", 0.0, RowUse::idle },
                           Case { "out.room_size", "out.room", 0.0, RowUse::idle },
                           Case { "out.room_size", "out.room", 30.0, RowUse::inUse },
                           Case { "hand.position", "body.type", 1.0, RowUse::idle },
                           Case { "hand.kind", "body.type", 1.0, RowUse::idle },
                           Case { "hand.bite", "hand.drive", 1.0, RowUse::idle },
                           Case { "hand.bite", "hand.drive", 2.0, RowUse::inUse } })
    {
        CAPTURE (c.knob, c.value);
        Window window;
        window.set (c.switchedBy, c.value);
        window.refresh();
        CHECK (rowUse (window.knob (c.knob).info, window.processor.bridge().patch()) == c.use);
        for (const auto* row : window.rows())
            if (row->info().id == c.knob)
            {
                CHECK (row->isVisible());
                CHECK ((row->getAlpha() < 1.0f) == (c.use == RowUse::idle));
            }
    }
}

TEST_CASE ("a knob that is called idle changes no sample")
{
    constexpr int length = 6000;
    Noise noise (41);
    const auto messages = phrase (length);
    int tried = 0;
    for (int round = 0; round < 12; ++round)
    {
        auto patch = randomPatch (noise);
        patch.qualityLedger = 0.0;
        auto other = patch;
        for (const auto& p : parameterTable())
            if (rowUse (p, patch) == RowUse::idle)
            {
                p.in (other) = p.fromNormalised (noise.nextUniform());
                ++tried;
            }
        REQUIRE (fromEngine (other, 48000.0, length, messages) == fromEngine (patch, 48000.0, length, messages));
    }
    CHECK (tried > 12);
}

TEST_CASE ("the A and B button begins a comparison with B, changes sides, and x ends it, as gestures")
{
    Window window;
    Recorder host (window.processor);
    const int on = static_cast<int> (*findParameter ("compare.on"));
    const int slot = static_cast<int> (*findParameter ("compare.slot"));
    const auto& stop = window.button ("Stop comparing");
    const auto patch = [&window] { return window.processor.bridge().patch(); };
    CHECK_FALSE (stop.isVisible());

    window.press ("Compare A and B");
    CHECK (patch().compareOn == 1.0);
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log == std::map<int, std::string> { { on, "(=)" }, { slot, "(=)" } });
    CHECK (stop.isVisible());

    window.press ("Compare A and B");
    CHECK (patch().compareOn == 1.0);
    CHECK (heardSlot (patch()) == Slot::a);
    window.press ("Compare A and B");
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log == std::map<int, std::string> { { on, "(=)" }, { slot, "(=)(=)(=)" } });

    window.press ("Stop comparing");
    CHECK (patch().compareOn == 0.0);
    CHECK (heardSlot (patch()) == Slot::a);
    CHECK (host.log[on] == "(=)(=)");
    CHECK_FALSE (stop.isVisible());

    window.press ("Compare A and B"); // the slot stood at B: the first press hears B again
    CHECK (heardSlot (patch()) == Slot::b);
    CHECK (host.log[slot] == "(=)(=)(=)");
}

TEST_CASE ("contacts are copied and swapped row by row, as gestures, with nothing else touched")
{
    const auto choose = [] (ParameterBridge& bridge, const juce::String& item)
    {
        juce::PopupMenu menu;
        addContactItems (menu, bridge);
        for (juce::PopupMenu::MenuItemIterator next (menu); next.next();)
            if (next.getItem().text == item)
                return next.getItem().action();
        FAIL ("no such item");
    };
    Noise noise (23);
    for (const auto* item : { "Copy A to B", "Copy B to A", "Swap" })
    {
        CAPTURE (item);
        PluginProcessor processor;
        const auto before = randomPatch (noise);
        processor.bridge().setPatch (before);
        Recorder host (processor);
        choose (processor.bridge(), item);

        auto expected = before;
        const bool swaps = item == std::string_view ("Swap");
        if (swaps || item == std::string_view ("Copy B to A"))
            expected.contact = before.contactB;
        if (swaps || item == std::string_view ("Copy A to B"))
            expected.contactB = before.contact;
        CHECK (processor.bridge().patch() == expected);

        std::map<int, std::string> gestures;
        int contactRows = 0;
        const auto table = parameterTable();
        for (std::size_t i = 0; i < table.size(); ++i)
        {
            if (table[i].in (before) != table[i].in (expected))
                gestures[static_cast<int> (i)] = "(=)";
            if (table[i].group != "Contact")
                continue;
            ++contactRows;
            const auto twin = findParameter (slotBId (table[i].id));
            REQUIRE (twin.has_value());
            if (! swaps)
                CHECK (processor.bridge().parameters()[i]->exactValue()
                       == processor.bridge().parameters()[*twin]->exactValue());
        }
        CHECK (contactRows * sizeof (double) == sizeof (Contact));
        CHECK (host.log == gestures);
    }
}

TEST_CASE ("a comparison and its second contact survive in a state")
{
    Noise noise (61);
    for (int round = 0; round < 20; ++round)
    {
        Window window;
        auto patch = Patch::defaults();
        const auto random = randomPatch (noise);
        patch.contact = random.contact;
        patch.contactB = random.contactB;
        patch.compareOn = round % 2;
        patch.compareSlot = round / 2 % 2;
        window.processor.bridge().setPatch (patch);
        Window fresh;
        load (fresh.processor, savedState (window.processor));
        REQUIRE (fresh.processor.bridge().patch() == patch);
        window.refresh();
        fresh.refresh();
        CHECK (fresh.shown ({ "Contact", "Contact B" }) == window.shown ({ "Contact", "Contact B" }));
        CHECK (fresh.button ("Stop comparing").isVisible() == (patch.compareOn > 0.0));
    }
}

TEST_CASE ("law, body and slot at random under sounding notes: no allocation, no lock, no infinity")
{
    PluginProcessor processor;
    const auto knob = [&processor] (std::string_view id) -> TableParameter&
    { return *processor.bridge().parameters()[*findParameter (id)]; };
    for (const double ledger : { 0.0, 1.0 })
    {
        knob ("quality.ledger").setExactValue (ledger);
        processor.prepareToPlay (48000.0, 128);
        Noise noise (17);
        juce::AudioBuffer<float> audio (2, 128);
        double loudest = 0.0;
        for (int block = 0; block < 750; ++block)
        {
            juce::MidiBuffer midi;
            if (block % 25 == 0)
                midi.addEvent (juce::MidiMessage::noteOn (1, 40 + block % 37, 0.8f), 3);
            if (block % 60 == 59)
                midi.addEvent (juce::MidiMessage::noteOff (1, 40 + (block / 25 * 25) % 37), 60);
            for (const auto* id : { "contact.law", "contact_b.law", "body.type", "compare.on", "compare.slot",
                                    "contact.literal", "contact_b.literal", "contact.bristle" })
                if (noise.nextUniform() < 0.15)
                    knob (id).setValue (static_cast<float> (noise.nextUniform()));
            const AllocationTrap trap;
            processor.processBlock (audio, midi);
            if (AllocationTrap::works)
            {
                REQUIRE (trap.allocations() == 0);
                REQUIRE (trap.locks() == 0);
            }
            const auto peak = static_cast<double> (audio.getMagnitude (0, 128));
            REQUIRE (std::isfinite (peak));
            loudest = std::max (loudest, peak);
        }
        MeterFrame frame;
        processor.collectMeters (frame);
        CHECK (frame.nonFiniteBlocks == 0);
        CHECK (loudest > 1e-3);
    }
}

TEST_CASE ("the ledger view tells of created energy under a law as printed, never under a passive one")
{
    LedgerView view;
    MeterFrame frame;
    frame.ledgerOn = true;
    frame.generatorSteps = 340;
    frame.energyCreated = 12e-6;
    view.show (frame, true, true);
    CHECK (view.warning() == juce::String::fromUTF8 ("created 12.0 µJ in 340 steps"));
    CHECK (view.balances());
    view.show (frame, false, false); // the count stays, the law has gone
    CHECK (view.warning().isEmpty());
    CHECK (view.balances());
    frame.generatorSteps = 0;
    view.show (frame, true, true);
    CHECK (view.warning().isEmpty());
    frame.generatorSteps = 1;
    frame.ledgerOn = false;
    view.show (frame, true, true);
    CHECK (view.warning().isEmpty());

    LedgerView passive; // energy out of nowhere
    frame.ledgerOn = true;
    frame.generatorSteps = 0;
    passive.show (frame, false, false);
    CHECK (passive.balances());
    frame.generatorSteps = 1;
    passive.show (frame, false, false);
    CHECK (passive.warning().isEmpty());
    CHECK_FALSE (passive.balances());

    for (const auto& law : lawTable())
        for (const double literal : { 0.0, 1.0 })
        {
            auto contact = Patch::defaults().contact;
            contact.law = lawNamed (law.id);
            contact.literal = literal;
            CHECK (canCreateEnergy (contact) == (literal > 0.0 && (law.id == "lugre" || law.id == "dupont")));
        }
}

TEST_CASE ("what is typed into a value is taken, and refused with the old value kept when it makes no sense")
{
    PluginProcessor processor;
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    auto* speed = processor.bridge().parameters()[0];
    juce::Label* entry = nullptr;
    for (auto* component : descendants (*editor))
        if (component->getTitle() == speed->getName (40) + " value")
            entry = dynamic_cast<juce::Label*> (component);
    REQUIRE (entry != nullptr);
    entry->setText ("35 mm/s", juce::sendNotificationSync);
    CHECK (speed->exactValue() == 0.035);
    for (const auto* refused : { "35 N", "1000", "fast", "" })
    {
        entry->setText (refused, juce::sendNotificationSync);
        CHECK (speed->exactValue() == 0.035);
        CHECK (entry->getText() == "35 mm/s");
    }
}

TEST_CASE ("the on-screen keyboard plays through the queue")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 256);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 57, 0.8 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() > 1e-4);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() == 0.0);
}
} // namespace kolophon
