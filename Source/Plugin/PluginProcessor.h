#pragma once

#include "../Core/Mailbox.h"
#include "../Files/PerformanceFile.h"
#include "../Files/PluginState.h"
#include "../Rendering/TakeRunner.h"
#include "../Synth/PerformanceLog.h"
#include "../Synth/PictureFeed.h"
#include "../Synth/Synth.h"
#include "Audition.h"
#include "GestureRecorder.h"
#include "HostTransport.h"
#include "MidiLearn.h"
#include "ParameterBridge.h"

#include <array>
#include <atomic>
#include <mutex>

namespace kolophon
{
/** The instrument as hosts see it: parameters, MIDI and state in, the very samples of Synth out. */
class PluginProcessor final : public juce::AudioProcessor, public juce::VST3ClientExtensions
{
public:
    PluginProcessor();
    ~PluginProcessor() override;

    // Sound
    void prepareToPlay (double sampleRate, int maximumBlockSize) override;
    void releaseResources () override {}
    void reset () override;
    void processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override
    {
        process (audio, midi, false);
    }
    void processBlock (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi) override
    {
        process (audio, midi, false);
    }
    void processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi) override
    {
        process (audio, midi, true);
    }
    void processBlockBypassed (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi) override
    {
        process (audio, midi, true);
    }
    bool supportsDoublePrecisionProcessing () const override { return true; }
    bool isBusesLayoutSupported (const BusesLayout& layout) const override;
    double getTailLengthSeconds () const override { return tail.load (std::memory_order_relaxed); }
    bool acceptsMidi () const override { return true; }
    bool producesMidi () const override { return false; }
    bool supportsMPE () const override { return true; }
    const juce::String getName () const override { return "Kolophon"; }
    /** None in LV2, where a port of its own says whether the plugin is enabled. */
    juce::AudioProcessorParameter* getBypassParameter () const override { return bypass; }
    /** The one input is a side-chain. */
    bool getPluginHasMainInput () const override { return false; }
    /** The instance that this thread has created last, for code around a wrapper that hides it. Null after its end. */
    static PluginProcessor* latestOfThisThread () noexcept;
    /** For wrappers that fill an unconnected side-chain with silence: without one, keys move the hand. [any] */
    void setSideChainConnected (bool isConnected) noexcept { sideChainConnected.store (isConnected); }

    // Presets and state
    /** The factory presets, and last the preset that came from elsewhere: a host selects only what is not the current
        program, so that preset must be one of its own. LV2 has no current program: it writes each one into the bundle
        as a preset, where an own one would say nothing. */
    int getNumPrograms () override { return ownProgram() + (wrapperType == wrapperType_LV2 ? 0 : 1); }
    int getCurrentProgram () override { return program.load(); }
    void setCurrentProgram (int index) override;
    const juce::String getProgramName (int index) override;
    void changeProgramName (int, const juce::String&) override {}
    void getStateInformation (juce::MemoryBlock& destination) override;
    void setStateInformation (const void* data, int size) override;

    /** Takes a preset that is not a factory preset; its warnings become the notice. The host learns that its session
        has changed. [any but audio] */
    void loadPreset (const Preset& preset);
    /** One line about the session or the preset that came last: what of it could not be used as written, or why none of
        it could. Empty where all is well. [any but audio] */
    std::string notice () const;
    /** What is played now, with the name and notes of what it started from. [any but audio] */
    Preset currentPreset () const;
    /** Rubs this body, as its file has it; the host learns that its session has changed. [any but audio] */
    void loadBody (const CustomBody& body);
    /** The body from a file that is played, if one is. [any but audio] */
    std::optional<CustomBody> currentBody () const;
    /** Another one whenever that changes. [any] */
    std::uint32_t bodyNumber () const noexcept { return customBodyNumber.load (std::memory_order_relaxed); }
    /** Tunes the keys so; keys that sound keep their pitch. The host learns that its session has changed. [any but
        audio] */
    void loadTuning (const KeyTuning& tuning);
    /** What the keys are tuned to now. [any but audio] */
    KeyTuning currentTuning () const;
    /** What was played in the last minute, which `kolophon render` plays again to the last bit; nothing before
        the first prepareToPlay(). [any but audio] */
    std::optional<RecordedPerformance> lastMinute () const;
    /** Macros and matrix, as they are played. [any but audio] */
    Modulation modulation () const;
    /** Others; the host learns that its session has changed. [any but audio] */
    void setModulation (const Modulation& newModulation);
    /** True when a knob has moved that is not locked, or another body was loaded, since the preset was. [any but audio]
     */
    bool isEdited () const;
    /** A locked knob keeps its value through presets and bodies, until it is unlocked; hands, hosts and modulation move
        it as ever. The host learns that its session has changed. [any but audio] */
    void setLocked (TableParameter& parameter, bool shouldBe);
    void unlockAll ();
    /** Ids of locked knobs, in the table's order. [any] */
    std::vector<std::string> locked () const;

    /** Everything as this preset has it, under the name that is there; hosts record the knobs as gestures. [message] */
    void restore (const Preset& preset);
    /** What the player does to other things than knobs is a step back: each change, or all between these two.
        [message] */
    void beginEdit () noexcept { ++openEdits; }
    void endEdit () noexcept { --openEdits; }
    bool isBeingEdited () const noexcept { return openEdits > 0; }
    /** Grows with every such change, and with every preset. [any] */
    std::uint32_t edits () const noexcept { return editCount.load (std::memory_order_relaxed); }
    /** Grows whenever macros or matrix have changed, whoever has done it. [any] */
    std::uint32_t modulationChanges () const noexcept { return modulationCount.load (std::memory_order_relaxed); }

    /** The drawn gesture, as it is played. [any but audio] */
    DrawnGesture currentGesture () const;
    /** Another one; the host learns that its session has changed. [any but audio] */
    void setGesture (const DrawnGesture& newGesture);
    /** Records gestures, whether a window is open or not. [message] */
    GestureRecorder& gestureRecorder () noexcept { return recorder; }
    /** Where the log of the last minute has come to [samples]. [any] */
    std::int64_t loggedUntil () const noexcept { return log.played(); }
    /** Takes that are rendered for this instance: they go on when its window closes. [message] */
    TakeRunner& takes () noexcept { return takeRunner; }
    /** What was asked for last; preset and performance count only when it starts. [message] */
    TakeOrder& takeOrder () noexcept { return wantedTakes; }
    /** What lets them be heard. */
    Audition& audition () noexcept { return heardTake; }

    // Editor
    juce::AudioProcessorEditor* createEditor () override;
    /** False inside a host that has no display: whoever asks gets no editor, where JUCE's would end the process. */
    bool hasEditor () const override;
    ParameterBridge& bridge () noexcept { return parameterBridge; }
    /** What tells host and editor of knobs that playing has moved. */
    MoveTeller& moveTeller () noexcept { return teller; }
    /** Learned MIDI controllers, and learning. */
    MidiLearn& midiLearn () noexcept { return learning; }
    /** What the on-screen keyboard plays; false when the queue is full. [message] */
    bool play (const PerformanceEvent& event) noexcept { return screenEvents.push (event); }
    bool collectMeters (MeterFrame& frame) noexcept { return synth.collectMeters (frame); }
    PictureFeed& pictures () noexcept { return synth.pictures(); }
    bool isKeyHeld (int key) const noexcept;
    /** Grows with every block, so that the editor can tell whether anybody is listening. [any] */
    std::uint32_t blocksProcessed () const noexcept { return blocks.load (std::memory_order_relaxed); }
    std::atomic<int> editorWidth { 0 };
    const Synth& engine () const noexcept { return synth; }

private:
    static constexpr int pieceLength = 1024; // [samples]
    static constexpr std::size_t eventCapacity = 1024;

    template <class Sample>
    void process (juce::AudioBuffer<Sample>& audio, juce::MidiBuffer& midi, bool forcedBypass) noexcept;
    template <class Sample>
    const double* takeSideChain (const juce::AudioBuffer<Sample>& audio, int start, int count) noexcept;
    template <class Sample>
    void write (juce::AudioBuffer<Sample>& audio, int start, int count) const noexcept;
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
    PerformanceLog log; // of what the synth is given
    ParameterBridge parameterBridge;
    MoveTeller teller { parameterBridge };
    MidiLearn learning { teller };
    GestureRecorder recorder { *this, synth.pictures().hand() };
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
    int openEdits = 0;                    // [message]
    mutable std::mutex ownPresetMutex;    // never on the audio thread
    Preset ownPreset;                     // as loaded: what ownProgram() means
    std::optional<CustomBody> customBody; // as the synth has it; under the same mutex
    std::optional<DrawnGesture> gesture;  // likewise
    std::optional<KeyTuning> tuning;      // likewise
    GivenThings given;                    // likewise: what of it the log may still speak of, by its numbers
    Modulation routing;                   // likewise
    KeptParts keptOfPreset, keptOfState;  // likewise: what this version could not read, for the next state
    std::string noticed;                  // likewise

    /** A state that could not be read at all is handed back for as long as nothing else has been done. */
    struct RefusedState
    {
        std::string bytes;   // as the host gave it; empty: none
        std::string session; // what would have been written instead
    };
    RefusedState refused; // likewise

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginProcessor)
};
} // namespace kolophon
