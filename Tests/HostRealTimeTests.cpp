// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "Plugin/Processor/PluginProcessor.h"
#include "Plugin/Windows/PluginEditor.h"
#include "Support/AllocationTrap.h"
#include "Support/LongRun.h"
#include "Support/NonBlocking.h"

#include "../Source/Core/Noise.h"
#include "../Source/Synth/Bodies/BodyTable.h"
#include "../Source/Synth/Bodies/LawTable.h"

#include <JuceHeader.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

/** processBlock itself on a host's audio thread, whatever happens around it: no allocation, no lock, only numbers.
    AllocationTrap counts in the ordinary build. Scripts/sanitize runs the same under RealtimeSanitizer, which knows
    many more ways to wait, and under the sanitizers of memory and threads. */
namespace kolophon
{
using test::rounds;

namespace
{
template <class Sample>
void playOnAudioThread (PluginProcessor& processor, juce::AudioBuffer<Sample>& audio, juce::MidiBuffer& midi,
                        bool bypassed) noexcept KOLOPHON_NONBLOCKING
{
    if (bypassed)
        processor.processBlockBypassed (audio, midi);
    else
        processor.processBlock (audio, midi);
}

/** A wrapper sets what a host automates from inside its process function. */
void automateOnAudioThread (juce::AudioProcessorParameter& parameter, float way) noexcept KOLOPHON_NONBLOCKING
{
    parameter.setValue (way);
}

/** What no audio thread may do: a lock, and a copy of strings. */
void commitACrimeOnAudioThread (PluginProcessor& processor, bool& hasName) noexcept KOLOPHON_NONBLOCKING
{
    hasName = ! processor.currentPreset().info.name.empty();
}

struct Dice
{
    int below (int count) { return static_cast<int> (noise.nextUniform() * count); }
    float way () { return static_cast<float> (noise.nextUniform()); }
    bool chance (double fraction) { return noise.nextUniform() < fraction; }

    Noise noise;
};

/** A host's audio thread and what it has seen. */
class Host
{
public:
    Host (PluginProcessor& itsProcessor, std::uint64_t seed) : processor (itsProcessor), dice { Noise (seed) } {}

    /** Sets a row as automation does, to a value in the row's unit. */
    void set (std::string_view id, double value)
    {
        auto& parameter = *processor.bridge().parameters()[*findParameter (id)];
        automate (parameter, static_cast<float> (parameter.info.toNormalised (value)));
    }

    /** Moves a few knobs anywhere. */
    void moveKnobs (int count)
    {
        const auto rows = processor.bridge().parameters();
        for (; count > 0; --count)
            automate (*rows[static_cast<std::size_t> (dice.below (static_cast<int> (rows.size())))], dice.way());
    }

    void sayAnything (int size)
    {
        using juce::MidiMessage;
        const int channel = 1 + dice.below (16), key = dice.below (128), value = dice.below (128);
        const int at = dice.below (std::max (1, size));
        switch (dice.below (10))
        {
            case 0: midi.addEvent (MidiMessage::pitchWheel (channel, dice.below (16384)), at); break;
            case 1: midi.addEvent (MidiMessage::channelPressureChange (channel, value), at); break;
            case 2: midi.addEvent (MidiMessage::aftertouchChange (channel, key, value), at); break;
            case 3:
            case 4: midi.addEvent (MidiMessage::controllerEvent (channel, key, value), at); break;
            case 5:
            case 6: midi.addEvent (MidiMessage::noteOff (channel, key), at); break;
            default: midi.addEvent (MidiMessage::noteOn (channel, key, dice.way()), at); break;
        }
    }

    void strike (int key) { midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0); }

    template <class Sample>
    void play (int size, bool bypassed = false)
    {
        juce::AudioBuffer<Sample> audio (2, size);
        for (int channel = 0; channel < 2; ++channel)
            for (int i = 0; i < size; ++i) // what comes in: a side-chain, where one is connected
                audio.setSample (channel, i, static_cast<Sample> (dice.way() - 0.5f));
        {
            const AllocationTrap trap;
            playOnAudioThread (processor, audio, midi, bypassed);
            note (trap);
        }
        midi.clear();
        for (int channel = 0; channel < 2; ++channel)
            for (int i = 0; i < size; ++i)
            {
                const auto sample = static_cast<double> (audio.getSample (channel, i));
                if (! std::isfinite (sample))
                    ++nonFinite;
                peak = std::max (peak, std::abs (sample));
            }
    }

    /** A block of any length in either precision, and what a player and a host may do before it. */
    void playAnything ()
    {
        const int size = dice.chance (0.02) ? dice.below (3000) : dice.below (200);
        for (int n = dice.chance (0.02) ? 1500 : dice.below (6); n > 0; --n)
            sayAnything (size);
        if (dice.chance (0.5))
            moveKnobs (dice.below (8));
        if (dice.chance (0.05))
            automate (*processor.getBypassParameter(), dice.chance (0.3) ? 1.0f : 0.0f);
        const bool bypassed = dice.chance (0.03);
        dice.chance (0.5) ? play<float> (size, bypassed) : play<double> (size, bypassed);
    }

    void requireSpotless () const
    {
        CHECK (allocations == 0);
        CHECK (locks == 0);
        CHECK (nonFinite == 0);
        MeterFrame frame;
        processor.collectMeters (frame);
        CHECK (frame.nonFiniteBlocks == 0);
        CHECK (peak > 1e-3); // something sounded
    }

private:
    void automate (juce::AudioProcessorParameter& parameter, float way)
    {
        const AllocationTrap trap;
        automateOnAudioThread (parameter, way);
        note (trap);
    }
    void note (const AllocationTrap& trap)
    {
        allocations += trap.allocations();
        locks += trap.locks();
    }

    PluginProcessor& processor;
    Dice dice;
    juce::MidiBuffer midi;
    int allocations = 0, locks = 0, nonFinite = 0;
    double peak = 0.0;
};

/** Any set of modes that a file may hold. */
CustomBody randomBody (Dice& dice)
{
    CustomBody body { "Scrap", "", 0.1 + dice.way(), std::nullopt, {} };
    double frequency = 30.0;
    for (int m = 1 + dice.below (static_cast<int> (maxBodyModes)); m > 0; --m)
    {
        frequency *= 1.005 + 0.3 * dice.way();
        if (frequency > modeFrequencies.highest)
            break;
        body.modes.push_back ({ frequency,
                                0.01 + 3.0 * dice.way(),
                                { 0.2 + dice.way(), dice.way(), -1.0 * dice.way() },
                                2.0 * dice.way() - 1.0,
                                dice.way() });
    }
    return body;
}

std::string stateOf (PluginProcessor& processor)
{
    juce::MemoryBlock block;
    processor.getStateInformation (block);
    return { static_cast<const char*> (block.getData()), block.getSize() };
}

MeasuredBox randomBox (Dice& dice)
{
    Recording sound;
    sound.sampleRate = 48000.0;
    sound.left.push_back (1.0);
    for (int n = dice.below (3000); n > 0; --n)
        sound.left.push_back (0.5 * sound.left.back() * (dice.way() - 0.5f));
    return boxFromRecording (sound, "random").value();
}

Patch randomPatch (Dice& dice)
{
    Patch patch {};
    for (const auto& p : parameterTable())
        p.in (patch) = p.drawnBy (dice.noise.nextUniform());
    return patch;
}

/** What a host, a player and the editor do on the message thread while the sound goes on. */
class Surroundings
{
public:
    Surroundings (PluginProcessor& itsProcessor, std::uint64_t seed) : processor (itsProcessor), dice { Noise (seed) }
    {
    }
    ~Surroundings() { closeEditor(); }

    void doAnything ()
    {
        switch (dice.below (13))
        {
            case 0: processor.setCurrentProgram (dice.below (processor.getNumPrograms())); break;
            case 1: processor.loadBody (randomBody (dice)); break;
            case 2: processor.bridge().setPatch (randomPatch (dice)); break;
            case 3: states.push_back (stateOf (processor)); break;
            case 4: loadState(); break;
            case 5: loadPreset(); break;
            case 6:
                processor.play (
                    { 0, PerformanceEvent::Type::noteOn, 0, static_cast<std::uint16_t> (dice.below (128)), 0.7 });
                break;
            case 7: processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 }); break;
            case 8:
                processor.bridge().change ([this] (Patch& patch) { patch.contactB = randomPatch (dice).contact; });
                break;
            case 9: openOrCloseEditor(); break;
            case 10: processor.loadBox (randomBox (dice)); break;
            default: touchEditor(); break;
        }
        processor.getTailLengthSeconds();
        processor.isEdited();
    }

private:
    void loadState ()
    {
        if (states.empty())
            return;
        auto state = states[static_cast<std::size_t> (dice.below (static_cast<int> (states.size())))];
        if (dice.chance (0.2)) // one that is damaged
            state[static_cast<std::size_t> (dice.below (static_cast<int> (state.size())))] = '}';
        processor.setStateInformation (state.data(), static_cast<int> (state.size()));
    }

    void loadPreset ()
    {
        auto preset =
            factoryPresets()[static_cast<std::size_t> (dice.below (static_cast<int> (factoryPresets().size())))];
        if (dice.chance (0.5))
            preset.customBody = randomBody (dice);
        if (dice.chance (0.5))
            preset.gesture = DrawnGesture::door();
        processor.loadPreset (preset);
    }

    void openOrCloseEditor ()
    {
        if (editor == nullptr)
            editor.reset (processor.createEditorIfNeeded());
        else
            closeEditor();
    }

    void closeEditor ()
    {
        if (editor != nullptr)
            processor.editorBeingDeleted (editor.get());
        editor = nullptr;
    }

    void touchEditor ()
    {
        if (editor == nullptr)
            return;
        static_cast<PluginEditor&> (*editor).refresh();
        if (dice.chance (0.1))
            editor->setSize (700 + dice.below (700), 600);
        if (dice.chance (0.05))
            editor->createComponentSnapshot (editor->getLocalBounds());
    }

    PluginProcessor& processor;
    Dice dice;
    std::vector<std::string> states;
    std::unique_ptr<juce::AudioProcessorEditor> editor;
};

void connectSideChain (PluginProcessor& processor)
{
    auto layout = processor.getBusesLayout();
    layout.inputBuses.set (0, juce::AudioChannelSet::stereo());
    REQUIRE (processor.setBusesLayout (layout));
}
} // namespace

//======================================================================================================================
TEST_CASE ("the trap sees a processor that waits", "[realtime]")
{
    if (! AllocationTrap::works)
        return;
    PluginProcessor processor;
    bool hasName = false;
    const AllocationTrap trap;
    commitACrimeOnAudioThread (processor, hasName);
    CHECK (hasName);
    CHECK (trap.allocations() > 0);
    CHECK (trap.locks() > 0);
}

TEST_CASE ("a processor that waits is reported by RealtimeSanitizer", "[.][guilty]")
{
    PluginProcessor processor;
    bool hasName = false;
    commitACrimeOnAudioThread (processor, hasName);
    CHECK (hasName);
}

TEST_CASE ("processBlock never waits under any law on any body, in either precision, plain, compared and bypassed",
           "[realtime]")
{
    PluginProcessor processor;
    connectSideChain (processor);
    processor.prepareToPlay (48000.0, 64);
    Host host (processor, 1);
    host.set ("voice.count", 4.0);
    for (std::size_t law = 0; law < lawTable().size(); ++law)
        for (std::size_t body = 0; body < bodyTable().size(); ++body)
        {
            host.set ("contact.law", static_cast<double> (law));
            host.set ("contact_b.law", static_cast<double> (lawTable().size() - 1 - law));
            host.set ("body.type", static_cast<double> (body)); // under the notes of the body before
            host.set ("compare.on", body % 3 == 0 ? 1.0 : 0.0);
            host.set ("compare.slot", body % 2 == 0 ? 1.0 : 0.0);
            host.set ("hand.drive", static_cast<double> ((law + body) % 4));
            host.set ("hand.kind", static_cast<double> ((law + body) % 3));
            host.strike (40 + static_cast<int> (body));
            host.play<float> (64);
            host.play<double> (64);
            host.play<double> (32, body == 5);
        }
    host.requireSpotless();
}

TEST_CASE ("processBlock never waits for presets, states, bodies or the editor that come and go on another thread",
           "[realtime]")
{
    const double rate = GENERATE (44100.0, 192000.0);
    CAPTURE (rate);
    PluginProcessor processor;
    connectSideChain (processor);
    processor.prepareToPlay (rate, 256);
    Host host (processor, static_cast<std::uint64_t> (rate));
    Surroundings surroundings (processor, 3);
    std::atomic<bool> playing { true };
    std::atomic<int> acts { 0 };
    constexpr int most = 100000;
    std::thread audio (
        [&]
        {
            for (int block = 0; block < rounds (200) || (acts < rounds (130) && block < most); ++block)
                host.playAnything();
            host.strike (57); // under the default patch, so that it sounds
            playing = false;
        });
    for (; playing; ++acts)
    {
        surroundings.doAnything();
        std::this_thread::yield();
    }
    audio.join();
    processor.bridge().setPatch (Patch::defaults());
    processor.getBypassParameter()->setValue (0.0f);
    for (int block = 0; block < 200; ++block)
        host.play<float> (256);
    host.requireSpotless();
}
} // namespace kolophon
