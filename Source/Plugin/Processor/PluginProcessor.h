// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Mailbox.h"
#include "../../Files/PerformanceFile.h"
#include "../../Files/PluginState.h"
#include "../../Rendering/TakeRunner.h"
#include "../../Synth/Feeds/PerformanceLog.h"
#include "../../Synth/Feeds/PictureFeed.h"
#include "../../Synth/Synth.h"
#include "../Formats/Vst3KeySwitches.h"
#include "../Gestures/GestureRecorder.h"
#include "Audition.h"
#include "HostBlock.h"
#include "HostTransport.h"
#include "MidiLearn.h"
#include "ParameterBridge.h"
#include "ProgramChanges.h"

#include <array>
#include <atomic>
#include <mutex>

namespace kolophon
{
/** The instrument as hosts see it: parameters, MIDI and state in, exactly the samples of Synth out. */
class PluginProcessor final : public juce::AudioProcessor, public juce::VST3ClientExtensions
{
public:
    PluginProcessor();
    ~PluginProcessor() override;

    // Sound
    void prepareToPlay (double sampleRate, int maximumBlockSize) override;
    void releaseResources () override {}
    void reset () override;
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlock (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override;
    void processBlockBypassed (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi) override;
    /** Plays one block of a host; processBlock() is the block of JUCE's wrappers. [audio] */
    void renderBlock (HostBlock& block, bool forcedBypass) noexcept;
    /** Inputs of a block, for HostBlock::begin() and HostBlock::playNext(): at most `eventsPerInput` events each.
        [audio] */
    static constexpr std::size_t eventsPerInput = 256;
    void playMidi (std::span<const std::uint8_t> bytes, int offset) noexcept;
    void playEvent (const PerformanceEvent& event) noexcept;
    /** `sample`: of the block, `offset`: of the piece. */
    void playSong (const SongPosition& song, int sample, int offset) noexcept;
    /** Sets a knob, in the table's unit, as the host's automation does: without telling the host. */
    void playKnob (std::size_t parameter, double value, int offset) noexcept;
    void playBypass (bool shouldBe) noexcept;
    /** True while nothing sounds, so that nothing is computed. [audio] */
    bool isResting () const noexcept { return synth.isResting() && ! heardTake.isPlaying(); }
    /** True while a note that was begun under this number is held or sounds. [audio] */
    bool isPlaying (std::uint32_t note) const noexcept { return synth.isPlaying (note); }

    bool supportsDoublePrecisionProcessing () const override { return true; }
    bool isBusesLayoutSupported (const BusesLayout& layout) const override;
    double getTailLengthSeconds () const override { return tail.load (std::memory_order_relaxed); }
    bool acceptsMidi () const override { return true; }
    bool producesMidi () const override { return false; }
    bool supportsMPE () const override { return true; }
    const juce::String getName () const override { return "Kolophon"; }
    /** Null in LV2, where a dedicated port says whether the plugin is enabled. */
    juce::AudioProcessorParameter* getBypassParameter () const override { return bypass; }
    /** Adds to the interfaces of JUCE's VST3 wrapper. */
    int32_t queryIEditController (const Steinberg::TUID id, void** object) override;
    /** The only input is a side-chain. */
    bool getPluginHasMainInput () const override { return false; }
    /** The instance that this thread has created last, for code around a wrapper that hides it. Null after its
        destruction. */
    static PluginProcessor* latestOfThisThread () noexcept;
    /** For wrappers that fill an unconnected side-chain with silence: without one, keys move the hand. [any] */
    void setSideChainConnected (bool isConnected) noexcept { sideChainConnected.store (isConnected); }

    // Presets and state
    /** The factory presets, then one program for a preset from elsewhere: a host selects only programs that differ from
        the current one, so that preset needs a program of its own. LV2 has no current program: every program is written
        into the bundle as a preset, where this one would be meaningless. */
    int getNumPrograms () override { return ownProgram() + (wrapperType == wrapperType_LV2 ? 0 : 1); }
    int getCurrentProgram () override { return program.load(); }
    void setCurrentProgram (int index) override;
    const juce::String getProgramName (int index) override;
    void changeProgramName (int, const juce::String&) override {}
    void getStateInformation (juce::MemoryBlock& destination) override;
    void setStateInformation (const void* data, int size) override;
    /** The same; false if the bytes are not a session. [any but audio] */
    bool openState (std::string_view bytes);

    /** Loads a preset that is not a factory preset; its warnings become the notice. The host is told that its session
        has changed. [any but audio] */
    void loadPreset (const Preset& preset);
    /** Loads a factory preset that the host has not chosen, and tells it; false if the place is invalid. [any but
        audio] */
    bool chooseFactoryPreset (int place);
    /** One line about the session or the preset that came last: the parts that could not be used as written, or the
        reason for a failure. Empty after a success. [any but audio] */
    std::string notice () const;
    /** Sets that line, where the sound stays as it is. [any but audio] */
    void warn (const std::string& text);
    /** Replaces the words of the loaded preset if it is not a factory preset; the sound does not change. [any but
        audio] */
    void setWords (const PresetInfo& words);
    /** The current sound, with the name and notes of the preset it started from. [any but audio] */
    Preset currentPreset () const;
    /** Plays this body from a file; the host is told that its session has changed. [any but audio] */
    void loadBody (const CustomBody& body);
    /** The current body from a file, if there is one. [any but audio] */
    std::optional<CustomBody> currentBody () const;
    /** Number that changes with the body from a file. [any] */
    std::uint32_t bodyNumber () const noexcept { return customBodyNumber.load (std::memory_order_relaxed); }
    /** Sets the tuning of the keys; sounding notes keep their pitch. The host is told that its session has changed.
        [any but audio] */
    void loadTuning (const KeyTuning& tuning);
    /** Current tuning of the keys. [any but audio] */
    KeyTuning currentTuning () const;
    /** Performance of the last minute, which `kolophon render` reproduces to the last bit; nothing before the first
        prepareToPlay(). [any but audio] */
    std::optional<RecordedPerformance> lastMinute () const;
    /** Current macros and matrix. [any but audio] */
    Modulation modulation () const;
    /** Replaces macros and matrix; the host is told that its session has changed. [any but audio] */
    void setModulation (const Modulation& newModulation);
    /** True if an unlocked knob has moved, or another body was loaded, since the preset was loaded. [any but audio] */
    bool isEdited () const;
    /** Locks or unlocks a knob. A locked one keeps its value when presets and bodies are loaded; hands, hosts and
        modulation can still move it. The host is told that its session has changed. [any but audio] */
    void setLocked (TableParameter& parameter, bool shouldBe);
    void unlockAll ();
    /** Ids of locked knobs, in the table's order. [any] */
    std::vector<std::string> locked () const;

    /** Sets everything as in this preset, but keeps the current name; hosts record the knobs as gestures. [message] */
    void restore (const Preset& preset);
    /** Group edits by the player of other things than knobs: each change, or all changes between these two calls, are
        one undo step. [message] */
    void beginEdit () noexcept { ++openEdits; }
    void endEdit () noexcept { --openEdits; }
    bool isBeingEdited () const noexcept { return openEdits > 0; }
    /** Incremented by every such change and by every preset. [any] */
    std::uint32_t edits () const noexcept { return editCount.load (std::memory_order_relaxed); }
    /** Incremented whenever macros or matrix change, from any source. [any] */
    std::uint32_t modulationChanges () const noexcept { return modulationCount.load (std::memory_order_relaxed); }

    /** Current drawn gesture. [any but audio] */
    DrawnGesture currentGesture () const;
    /** Replaces the gesture; the host is told that its session has changed. [any but audio] */
    void setGesture (const DrawnGesture& newGesture);
    /** Recorder of gestures, which works with or without an open window. [message] */
    GestureRecorder& gestureRecorder () noexcept { return recorder; }
    /** End of the log of the last minute [samples]. [any] */
    std::int64_t loggedUntil () const noexcept { return log.played(); }
    /** Renders takes for this instance, also after its window has closed. [message] */
    TakeRunner& takes () noexcept { return takeRunner; }
    /** Order of the takes requested last; its preset and performance are set when rendering starts. [message] */
    TakeOrder& takeOrder () noexcept { return wantedTakes; }
    /** Playback of takes. */
    Audition& audition () noexcept { return heardTake; }

    // Editor
    juce::AudioProcessorEditor* createEditor () override;
    /** False in a host without a display: the host then gets no editor, where JUCE's would terminate the process. */
    bool hasEditor () const override;
    /** True in a host, false where the instrument is used without a wrapper. [message] */
    bool isHosted () const noexcept { return hosted; }
    /** Called by wrappers that JUCE does not know. [message] */
    void setHosted () noexcept { hosted = true; }
    ParameterBridge& bridge () noexcept { return parameterBridge; }
    /** Notifies host and editor of knobs that are moved by playing. */
    HostNotifier& moveTeller () noexcept { return teller; }
    /** Program changes over MIDI. */
    ProgramChanges& programChanges () noexcept { return programs; }
    /** Learned MIDI controllers, and MIDI learn. */
    MidiLearn& midiLearn () noexcept { return learning; }
    /** Plays an event from the on-screen keyboard; false if the queue is full. [message] */
    bool play (const PerformanceEvent& event) noexcept { return screenEvents.push (event); }
    bool collectMeters (MeterFrame& frame) noexcept { return synth.collectMeters (frame); }
    PictureFeed& pictures () noexcept { return synth.pictures(); }
    bool isKeyHeld (int key) const noexcept;
    /** Incremented with every block; the editor detects by it whether audio is running. [any] */
    std::uint32_t blocksProcessed () const noexcept { return blocks.load (std::memory_order_relaxed); }
    std::atomic<int> editorWidth { 0 };
    const Synth& engine () const noexcept { return synth; }

private:
    static constexpr int pieceLength = 1024; // [samples]
    static constexpr std::size_t eventCapacity = 1024;

    int playInputs (HostBlock& block, int done) noexcept;
    bool loadProgramOffline () noexcept;
    void takeKnobs () noexcept;
    void takeScreenEvents () noexcept;
    void addEvent (const PerformanceEvent& event) noexcept;
    void hushWhenBypassed () noexcept;
    void fadeBypass (int sampleCount) noexcept;
    void watchKeys (const PerformanceEvent& event) noexcept;
    void forgetKeys () noexcept;
    Preset loadedPreset () const;
    void takeCustomBody (const std::optional<CustomBody>& body);
    void takeGesture (const std::optional<DrawnGesture>& gesture);
    void takeTuning (const std::optional<KeyTuning>& tuning);
    void takeModulation (const Modulation& newModulation);
    void takePreset (const Preset& preset, const std::map<std::string, float>& places = {});
    void takeState (const PluginState& state);
    PluginState currentState () const;
    std::string sessionText () const;
    void refuseState (std::string_view bytes, const std::string& reason);
    void setNotice (const std::string& text);
    static int ownProgram () noexcept { return static_cast<int> (factoryPresetNames().size()); }

    Synth synth;
    PerformanceLog log; // of the synth's input
    ParameterBridge parameterBridge;
    HostNotifier teller { parameterBridge };
    MidiLearn learning { teller };
    GestureRecorder recorder { *this, synth.pictures().hand() };
    ProgramChanges programs { *this };
    Vst3KeySwitches keySwitches { *this };
    TakeRunner takeRunner;
    TakeOrder wantedTakes;
    Audition heardTake;
    juce::AudioParameterBool* bypass = nullptr; // owned by the base class

    // [audio]
    Patch known = Patch::defaults();
    std::array<PerformanceEvent, eventCapacity> events;
    std::size_t eventCount = 0;
    HostTransport transport;
    std::array<double, pieceLength> left {}, right {}, drive {};
    double soundRate = 48000.0; // [Hz]
    bool atStart = true;        // nothing rendered since prepare or reset
    bool bypassWanted = false, hushed = false;
    double bypassGain = 1.0, bypassStep = 1.0 / 480.0;

    // Between threads
    Queue<PerformanceEvent, 1024> screenEvents;
    std::array<std::atomic<std::uint64_t>, 2> heldKeys {};
    std::atomic<std::uint32_t> blocks { 0 };
    std::atomic<double> tail { 0.1 }; // [s]
    std::atomic<bool> sideChainConnected { true };
    std::atomic<int> program { 0 };
    std::atomic<std::uint32_t> editCount { 0 }, modulationCount { 0 }, customBodyNumber { 0 };
    bool hosted = wrapperType != wrapperType_Undefined; // [message]
    int openEdits = 0;                                  // [message]
    mutable std::mutex ownPresetMutex;                  // never on the audio thread
    Preset ownPreset;                                   // as loaded; the program ownProgram()
    std::optional<CustomBody> customBody;               // the synth's; under the same mutex
    std::optional<DrawnGesture> gesture;                // likewise
    std::optional<KeyTuning> tuning;                    // likewise
    GivenThings given;                                  // likewise: those that the log may still refer to, by number
    Modulation routing;                                 // likewise
    KeptParts keptOfPreset, keptOfState; // likewise: parts this version could not read, for the next state
    std::string noticed;                 // likewise

    /** A state that could not be read at all is returned to the host until a change is made. */
    struct RefusedState
    {
        std::string bytes;   // as received from the host; empty: none
        std::string session; // the state that would have been written instead
    };
    RefusedState inputError; // likewise

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginProcessor)
};
} // namespace kolophon
