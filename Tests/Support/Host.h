// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "AllocationTrap.h"
#include "Analysis/RowRules.h"
#include "Plugin/Processor/PluginProcessor.h"
#include "Plugin/Windows/PluginEditor.h"
#include "PreparedSynth.h"

#include "../../Source/Core/Noise.h"
#include "../../Source/Synth/Control/TuningMessage.h"

#include <JuceHeader.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <thread>

/** What the tests of the plugin share: messages, sounds, windows, and a host that writes down what it sees. */
namespace kolophon
{
struct Message
{
    int time; // [samples]
    juce::MidiMessage midi;
};

/** Notes with all the controllers that the engine listens to, `length` samples long, sorted by time. */
inline std::vector<Message> phrase (int length)
{
    using juce::MidiMessage;
    std::vector<Message> all;
    const auto at = [&all, length] (double fraction, const MidiMessage& midi) {
        all.push_back ({ static_cast<int> (fraction * length), midi });
    };
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
    double peak () const
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
inline Stereo fromEngine (const Patch& patch, double rate, int length, const std::vector<Message>& messages,
                          const double* drive = nullptr)
{
    test::PreparedSynth synth (patch, rate);
    std::vector<PerformanceEvent> events;
    for (const auto& message : messages)
    {
        const std::span bytes (message.midi.getRawData(), static_cast<std::size_t> (message.midi.getRawDataSize()));
        if (const auto event = eventFromMidi (bytes, message.time))
            events.push_back (*event);
        if (message.midi.isSysEx())
            tuningFromMidi (bytes.subspan (1),
                            [&] (PerformanceEvent event)
                            {
                                event.offset = message.time;
                                events.push_back (event);
                            });
    }
    Stereo result;
    result.left.resize (static_cast<std::size_t> (length));
    result.right.resize (static_cast<std::size_t> (length));
    synth.render (events, result.left.data(), result.right.data(), length, nullptr, drive);
    return result;
}

/** Plays messages through processBlock. `nextBlock` says how long each block is; `before` is called ahead of each. */
template <class Sample = double>
inline Stereo fromPlugin (PluginProcessor& processor, int length, const std::vector<Message>& messages,
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

inline std::function<int()> blocksOf (int size)
{
    return [size] { return size; };
}

/** Any patch that the table allows. */
inline Patch randomPatch (Noise& noise)
{
    Patch patch {};
    for (const auto& p : parameterTable())
        p.in (patch) = p.drawnBy (noise.nextUniform());
    return patch;
}

inline std::string savedState (PluginProcessor& processor)
{
    juce::MemoryBlock block;
    processor.getStateInformation (block);
    return { static_cast<const char*> (block.getData()), block.getSize() };
}

inline void load (PluginProcessor& processor, std::string_view state)
{
    processor.setStateInformation (state.data(), static_cast<int> (state.size()));
}

/** An instance as this wrapper makes it. */
inline std::unique_ptr<PluginProcessor> wrapped (juce::AudioProcessor::WrapperType type)
{
    juce::AudioProcessor::setTypeOfNextNewPlugin (type);
    auto processor = std::make_unique<PluginProcessor>();
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Undefined);
    return processor;
}

inline std::vector<juce::Component*> descendants (juce::Component& parent)
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

/** Lets time pass, and `between`, until `done`; false after ten minutes, which only what hangs takes. */
inline bool waitFor (
    const std::function<bool()>& done, const std::function<void()>& between = [] {})
{
    for (int i = 0; i < 120'000 && ! done(); ++i)
    {
        juce::Thread::sleep (5);
        between();
    }
    return done();
}

/** An instance and its window. */
struct Window
{
    PluginProcessor processor;
    std::unique_ptr<juce::AudioProcessorEditor> editor { processor.createEditor() };

    /** At the page with every knob, where a test doesn't ask for another. */
    Window() { static_cast<PluginEditor&> (*editor).showPage (PageKind::design); }
    /** The same, ready to play blocks of so many samples at 48 kHz. */
    explicit Window (int block) : Window() { processor.prepareToPlay (48000.0, block); }

    TableParameter& knob (std::string_view id) { return *processor.bridge().parameters()[*findParameter (id)]; }
    void set (std::string_view id, double value) { knob (id).setExactValue (value); }
    void refresh () { static_cast<PluginEditor&> (*editor).refresh(); }
    /** Drops a file and waits until it has been read. */
    void drop (const juce::File& file)
    {
        auto& target = static_cast<PluginEditor&> (*editor);
        target.filesDropped ({ file.getFullPathName() }, 0, 0);
        REQUIRE (waitFor ([&target] { return ! target.isReading(); }, [this] { refresh(); }));
    }

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
    void press (const juce::String& title)
    {
        auto& pressed = button (title);
        if (pressed.getClickingTogglesState())
            pressed.setToggleState (! pressed.getToggleState(), juce::dontSendNotification);
        if (pressed.onClick != nullptr)
            pressed.onClick();
    }

    std::vector<ParameterRow*> rows ()
    {
        std::vector<ParameterRow*> all;
        for (auto* component : descendants (static_cast<PluginEditor&> (*editor).pageShown()))
            if (auto* row = dynamic_cast<ParameterRow*> (component))
                all.push_back (row);
        return all;
    }
    /** Ids of the rows of these groups that are shown on the page at hand. */
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
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails& what) override
    {
        programs += what.programChanged ? 1 : 0;
        states += what.nonParameterStateChanged ? 1 : 0;
    }

    juce::AudioProcessor& processor;
    std::map<int, std::string> log;
    int programs = 0, states = 0; // how often it was told that they have changed
};

inline double valueOfLaw (std::string_view id)
{
    return static_cast<double> (findLaw (id) - lawTable().data());
}

inline std::string slotBId (std::string_view idOfSlotA)
{
    return "contact_b." + std::string (idOfSlotA.substr (std::string_view ("contact.").size()));
}
} // namespace kolophon
