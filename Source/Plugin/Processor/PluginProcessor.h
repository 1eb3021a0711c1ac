// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Takes/TakeRunner.h"
#include "../../Synth/Feeds/PictureFeed.h"
#include "../../Synth/PerformanceLog.h"
#include "../../Synth/Synth.h"
#include "../Session/Audition.h"
#include "../Session/GestureRecorder.h"
#include "../Session/InstrumentSession.h"
#include "../Session/MessagePause.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"
#include "BlockPlayer.h"
#include "GivenParts.h"
#include "LoadedPreset.h"
#include "ProgramChanges.h"
#include "SessionNotice.h"
#include "Vst3KeySwitches.h"

#include <atomic>
#include <optional>

namespace kolophon
{
/** The instrument as hosts see it: parameters, MIDI and state in, exactly the samples of Synth out.

    It is made of parts, divided by what they remember (BlockPlayer, GivenParts, LoadedPreset, SessionNotice); none
    knows another's state. */
class PluginProcessor final : public juce::AudioProcessor, public juce::VST3ClientExtensions, public InstrumentSession
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
    /** Plays the inputs of a block. */
    BlockPlayer& player () noexcept { return blockPlayer; }
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
    int getNumPrograms () override { return LoadedPreset::ownPlace() + (wrapperType == wrapperType_LV2 ? 0 : 1); }
    int getCurrentProgram () override { return loaded.place(); }
    void setCurrentProgram (int index) override;
    const juce::String getProgramName (int index) override;
    void changeProgramName (int, const juce::String&) override {}
    void getStateInformation (juce::MemoryBlock& destination) override;
    void setStateInformation (const void* data, int size) override;
    /** The same; false if the bytes are not a session. [any but audio] */
    bool openState (std::string_view bytes);

    // The windows' view: InstrumentSession.h describes these
    void loadPreset (const Preset& preset) override;
    bool chooseFactoryPreset (int place) override;
    std::string notice () const override { return noticed.text(); }
    /** Sets that line, where the sound stays as it is. [any but audio] */
    void warn (const std::string& text) { noticed.warn (text); }
    void setWords (const PresetInfo& words) override;
    Preset loadedPreset () const override { return loaded.preset(); }
    Preset currentPreset () const override;
    void loadBody (const CustomBody& body) override;
    std::optional<CustomBody> currentBody () const override { return given.body(); }
    std::uint32_t bodyNumber () const noexcept override { return given.bodyNumber(); }
    void loadBox (const MeasuredBox& box) override;
    std::optional<MeasuredBox> currentBox () const override { return given.box(); }
    void loadTuning (const KeyTuning& tuning) override;
    KeyTuning currentTuning () const override { return given.tuning(); }
    std::optional<RecordedPerformance> lastMinute () const override;
    Modulation modulation () const override { return given.modulation(); }
    void setModulation (const Modulation& newModulation) override;
    bool isEdited () const override;
    void setLocked (TableParameter& parameter, bool shouldBe) override;
    void unlockAll () override;
    std::vector<std::string> locked () const override;
    void announceProgram () override;
    void restore (const Preset& preset) override;
    void beginEdit () noexcept override { ++openEdits; }
    void endEdit () noexcept override { --openEdits; }
    bool isBeingEdited () const noexcept override { return openEdits > 0; }
    std::uint32_t edits () const noexcept override { return editCount.load (std::memory_order_relaxed); }
    std::uint32_t modulationChanges () const noexcept override { return given.modulationChanges(); }
    DrawnGesture currentGesture () const override { return given.gesture(); }
    void setGesture (const DrawnGesture& newGesture) override;
    GestureRecorder& gestureRecorder () noexcept override { return recorder; }
    std::int64_t loggedUntil () const noexcept override { return log.played(); }
    TakeRunner& takes () noexcept override { return takeRunner; }
    TakeOrder& takeOrder () noexcept override { return wantedTakes; }
    Audition& audition () noexcept override { return heardTake; }
    bool isHosted () const noexcept override { return hosted; }
    ParameterBridge& bridge () noexcept override { return parameterBridge; }
    HostNotifier& moveTeller () noexcept override { return teller; }
    MidiLearn& midiLearn () noexcept override { return learning; }
    bool play (const PerformanceEvent& event) noexcept override { return blockPlayer.push (event); }
    bool collectMeters (MeterFrame& frame) noexcept override { return synth.collectMeters (frame); }
    PictureFeed& pictures () noexcept override { return synth.pictures(); }
    void hearPlayer (int player) noexcept override { synth.hearPlayer (player); }
    bool isKeyHeld (int key) const noexcept override { return blockPlayer.isKeyHeld (key); }
    std::uint32_t blocksProcessed () const noexcept override { return blocks.load (std::memory_order_relaxed); }
    double hostSampleRate () const noexcept override { return getSampleRate(); }
    bool isRenderingOffline () const noexcept override { return isNonRealtime(); }
    int editorWidth () const noexcept override { return windowWidth.load(); }
    void setEditorWidth (int width) noexcept override { windowWidth.store (width); }

    // Editor
    juce::AudioProcessorEditor* createEditor () override;
    /** False in a host without a display: the host then gets no editor, where JUCE's would terminate the process. */
    bool hasEditor () const override;
    /** Called by wrappers that JUCE does not know. [message] */
    void setHosted () noexcept { hosted = true; }
    /** Program changes over MIDI. */
    ProgramChanges& programChanges () noexcept { return programs; }
    const Synth& engine () const noexcept { return synth; }

private:
    template <class Sample>
    void play (juce::AudioBuffer<Sample>& audio, juce::MidiBuffer& midi, bool forcedBypass);
    void applyPreset (const Preset& preset, const std::map<std::string, float>& places = {});
    void applyState (const PluginState& state);
    PluginState currentState () const;
    std::string sessionText () const;
    void refuseState (std::string_view bytes, const std::string& reason);
    void tellHostOfEdit ();

    std::optional<MessagePause> destruction; // before the parts that have timers: it ends after them
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
    BlockPlayer blockPlayer { { synth, log, parameterBridge, teller, learning, programs, heardTake } };
    GivenParts given { synth };
    LoadedPreset loaded;
    SessionNotice noticed;
    juce::AudioParameterBool* bypass = nullptr;         // owned by the base class
    bool hosted = wrapperType != wrapperType_Undefined; // [message]
    int openEdits = 0;                                  // [message]

    // Between threads
    std::atomic<std::uint32_t> blocks { 0 }, editCount { 0 };
    std::atomic<int> windowWidth { 0 }; // [pixels]
    std::atomic<double> tail { 0.1 };   // [s]
    std::atomic<bool> sideChainConnected { true };

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginProcessor)
};
} // namespace kolophon
