// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginProcessor.h"

#include "../Windows/DesktopScale.h"
#include "../Windows/PluginEditor.h"
#include "MidiOrder.h"

#include "../../Synth/Control/TuningMessage.h"
#include "../../Synth/Voices/Articulation.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr double bypassFade = 0.010; // [s]
thread_local PluginProcessor* latest = nullptr;
const std::size_t articulationKnob = *findParameter ("hand.articulation");
/** True if a side-chain moves the hands. */
bool movesHands (const Patch& patch) noexcept
{
    return patch.handDrive >= static_cast<double> (static_cast<int> (Drive::audioSpeed));
}
} // namespace

PluginProcessor::PluginProcessor()
    : AudioProcessor (BusesProperties()
                          .withInput ("Side-chain", juce::AudioChannelSet::stereo(), false)
                          .withOutput ("Output", juce::AudioChannelSet::stereo(), true)),
      parameterBridge (*this)
{
    // The LV2 wrapper would show a parameter in addition to its port, and overwrite it from the port in every block.
    if (wrapperType != wrapperType_LV2)
        addParameter (bypass = new juce::AudioParameterBool (juce::ParameterID { "bypass", 1 }, "Bypass", false));
    setLatencySamples (synth.latencySamples()); // hosts ask before prepareToPlay, and may restart when it changes
    takeModulation (loadedPreset().modulation); // reads the presets now, not on a later call from another thread
    tail.store (synth.tailSeconds());
    latest = this;
    if (wrapperType == wrapperType_Standalone)
        followDesktopScale();
}

PluginProcessor::~PluginProcessor()
{
    if (latest == this)
        latest = nullptr;
}

PluginProcessor* PluginProcessor::latestOfThisThread() noexcept
{
    return latest;
}

bool PluginProcessor::isBusesLayoutSupported (const BusesLayout& layout) const
{
    const auto isMonoOrStereo = [] (const juce::AudioChannelSet& set)
    { return set == juce::AudioChannelSet::stereo() || set == juce::AudioChannelSet::mono(); };
    const auto sideChain = layout.getMainInputChannelSet(); // can be disabled
    return layout.inputBuses.size() <= 1 && (sideChain.isDisabled() || isMonoOrStereo (sideChain)) &&
           isMonoOrStereo (layout.getMainOutputChannelSet());
}

void PluginProcessor::prepareToPlay (double sampleRate, int)
{
    // Hosts should not use such rates; the pitch is then wrong, but nothing crashes.
    const bool sensible = sampleRate >= Synth::minSampleRate && sampleRate <= Synth::maxSampleRate;
    const double rate = sensible ? sampleRate : (sampleRate > Synth::maxSampleRate ? Synth::maxSampleRate : 48000.0);

    transport.reset (rate);
    soundRate = rate;
    known = parameterBridge.patch();
    synth.setPatch (known);
    synth.prepare (rate);
    log.prepare (rate, synth);
    teller.start();
    atStart = true;
    tail.store (synth.tailSeconds());
    setLatencySamples (synth.latencySamples());

    bypassWanted = bypass != nullptr && bypass->get();
    bypassGain = bypassWanted ? 0.0 : 1.0;
    bypassStep = 1.0 / (bypassFade * rate);
    hushed = false;
    forgetKeys();
    for (PerformanceEvent stale; screenEvents.pop (stale);)
    {
    }
}

void PluginProcessor::reset()
{
    synth.reset();
    log.reset (synth);
    transport.reset();
    forgetKeys();
    atStart = true;
}

//======================================================================================================================
template <class Sample>
void PluginProcessor::process (juce::AudioBuffer<Sample>& audio, juce::MidiBuffer& midi, bool forcedBypass) noexcept
{
    blocks.fetch_add (1, std::memory_order_relaxed);
    bypassWanted = forcedBypass || (bypass != nullptr && bypass->get());
    eventCount = 0;
    takeKnobs();
    learning.beginBlock();
    hushWhenBypassed();
    const int total = audio.getNumSamples();
    transport.follow (getPlayHead(), total, [this] (const PerformanceEvent& e) { addEvent (e); });
    takeScreenEvents();

    // JUCE's VST3 wrapper converts parameters to MIDI, which loses the order of controllers within a sample.
    MidiOrder next (midi, wrapperType == wrapperType_VST3);
    int done = 0;
    do
    {
        int until = std::min (total, done + pieceLength);
        for (; ! next.atEnd(); ++next)
        {
            const auto message = *next;
            if (message.samplePosition >= until && until < total)
                break;
            if (eventCount + std::max (LearnedControllers::capacity, maxTuned) >
                events.size()) // render what there is; the rest goes into the next piece
            {
                until = std::clamp (message.samplePosition, done, until);
                break;
            }
            const auto bytes = std::span (message.data, static_cast<std::size_t> (std::max (0, message.numBytes)));
            if (bytes.size() > 3 && bytes[0] == 0xf0)
                tuningFromMidi (bytes.subspan (1),
                                [&] (auto event)
                                {
                                    event.offset = message.samplePosition - done;
                                    addEvent (event);
                                });
            const auto event = eventFromMidi (bytes, message.samplePosition - done);
            if (event && ! learning.follow (*event, known, [this] (const auto& e) { addEvent (e); }))
            {
                watchKeys (*event);
                addEvent (*event);
            }
        }

        const auto* sideChain = takeSideChain (audio, done, until - done);
        synth.render ({ events.data(), eventCount }, left.data(), right.data(), until - done, nullptr, sideChain);
        log.play (synth, { events.data(), eventCount }, until - done, sideChain != nullptr && movesHands (known));
        fadeBypass (until - done);
        heardTake.mix (left.data(), right.data(), until - done, soundRate);
        write (audio, done, until - done);
        atStart = atStart && until == done && eventCount == 0;
        eventCount = 0;
        done = until;
    } while (done < total || ! next.atEnd());
    tail.store (synth.tailSeconds(), std::memory_order_relaxed);
}

/** Returns both channels of the side-chain as one signal; null if the host has connected none. Hosts may use the same
    buffers for input and output: read before write(). */
template <class Sample>
const double* PluginProcessor::takeSideChain (const juce::AudioBuffer<Sample>& audio, int start, int count) noexcept
{
    const int channels = std::min (getTotalNumInputChannels(), audio.getNumChannels());
    if (channels == 0 || ! sideChainConnected.load (std::memory_order_relaxed))
        return nullptr;
    std::fill_n (drive.begin(), count, 0.0);
    for (int channel = 0; channel < channels; ++channel)
    {
        const auto* source = audio.getReadPointer (channel, start);
        for (int i = 0; i < count; ++i)
            drive[static_cast<std::size_t> (i)] += static_cast<double> (source[i]) / channels;
    }
    return drive.data();
}

template <class Sample>
void PluginProcessor::write (juce::AudioBuffer<Sample>& audio, int start, int count) const noexcept
{
    const int channels = std::min (getTotalNumOutputChannels(), audio.getNumChannels());
    for (int channel = 0; channel < audio.getNumChannels(); ++channel)
    {
        auto* destination = audio.getWritePointer (channel, start);
        for (int i = 0; i < count; ++i)
        {
            const auto n = static_cast<std::size_t> (i);
            const double sample =
                channels == 1 ? 0.5 * (left[n] + right[n]) : (channel == 0 ? left[n] : (channel == 1 ? right[n] : 0.0));
            destination[i] = static_cast<Sample> (sample);
        }
    }
}

void PluginProcessor::takeKnobs() noexcept
{
    const auto changes = parameterBridge.collectChanges (known, events);
    if (changes == 0)
        return;
    // A knob that moves in silence reaches its value before the next note: a state loaded between prepare and the first
    // block sounds like one loaded before.
    if (atStart || synth.isSilent())
    {
        synth.setPatch (known);
        log.takePatch (synth);
    }
    else
        eventCount = changes;
}

void PluginProcessor::takeScreenEvents() noexcept
{
    for (PerformanceEvent event; eventCount < events.size() && screenEvents.pop (event);)
    {
        event.offset = 0;
        if (event.type == PerformanceEvent::Type::panic)
            forgetKeys();
        addEvent (event);
    }
}

/** Adds an event; precondition: there is room. A key switch also moves its knob here; otherwise only the engine would
    follow it. */
void PluginProcessor::addEvent (const PerformanceEvent& event) noexcept
{
    const bool begins = event.type == PerformanceEvent::Type::noteOn;
    if (bypassWanted && begins)
        return;
    if (begins && event.value > 0.0)
        if (const auto chosen = switchedArticulation (known, event.index))
            teller.move (articulationKnob, *chosen, known);
    events[eventCount++] = event;
}

/** Silences the strings after the fade-out: a bypassed instrument costs nothing. Controllers keep their values. */
void PluginProcessor::hushWhenBypassed() noexcept
{
    if (bypassWanted && ! hushed && bypassGain <= 0.0)
    {
        for (std::uint8_t channel = 0; channel < 16; ++channel)
            addEvent ({ 0, PerformanceEvent::Type::controller, channel, Controller::allSoundOff, 0.0 });
        hushed = true;
    }
    else if (! bypassWanted)
        hushed = false;
}

void PluginProcessor::fadeBypass (int sampleCount) noexcept
{
    if (! bypassWanted && bypassGain >= 1.0)
        return;
    for (std::size_t n = 0; n < static_cast<std::size_t> (sampleCount); ++n)
    {
        bypassGain = std::clamp (bypassGain + (bypassWanted ? -bypassStep : bypassStep), 0.0, 1.0);
        left[n] *= bypassGain;
        right[n] *= bypassGain;
    }
}

void PluginProcessor::watchKeys (const PerformanceEvent& event) noexcept
{
    using Type = PerformanceEvent::Type;
    const auto bit = std::uint64_t { 1 } << (event.index & 63);
    auto& half = heldKeys[(event.index >> 6) & 1];
    if (event.type == Type::noteOn)
        half.fetch_or (bit, std::memory_order_relaxed);
    else if (event.type == Type::noteOff)
        half.fetch_and (~bit, std::memory_order_relaxed);
    else if (event.type == Type::controller && Controller::endsKeys (event.index))
        forgetKeys();
}

void PluginProcessor::forgetKeys() noexcept
{
    for (auto& half : heldKeys)
        half.store (0, std::memory_order_relaxed);
}

bool PluginProcessor::isKeyHeld (int key) const noexcept
{
    return (heldKeys[static_cast<std::size_t> (key >> 6) & 1].load (std::memory_order_relaxed) >> (key & 63) & 1) != 0;
}

//======================================================================================================================
void PluginProcessor::setCurrentProgram (int index)
{
    if (index < 0 || index >= getNumPrograms())
        return;
    program.store (index);
    ++editCount;
    takePreset (loadedPreset());
    setNotice ({});
}

/** Loads a preset; notifies host and editor only of values that change; locked ones keep theirs. */
void PluginProcessor::takePreset (const Preset& preset, const std::map<std::string, float>& places)
{
    takeCustomBody (preset.customBody);
    takeGesture (preset.gesture);
    takeModulation (preset.modulation);
    {
        const std::scoped_lock lock (ownPresetMutex);
        keptOfPreset = preset.kept;
    }
    if (preset.tuning)
        takeTuning (preset.tuning);
    parameterBridge.replace (parameterBridge.sparingLocked (preset.patch), places);
}

const juce::String PluginProcessor::getProgramName (int index)
{
    if (index < 0 || index > ownProgram())
        return {};
    if (index == ownProgram())
    {
        const std::scoped_lock lock (ownPresetMutex);
        return ownPreset.info.name.empty() ? juce::String ("Own preset")
                                           : juce::String::fromUTF8 (ownPreset.info.name.c_str());
    }
    const auto name = factoryPresetNames()[static_cast<std::size_t> (index)];
    return juce::String::fromUTF8 (name.data(), static_cast<int> (name.size()));
}

void PluginProcessor::loadPreset (const Preset& preset)
{
    {
        const std::scoped_lock lock (ownPresetMutex);
        ownPreset = preset;
    }
    program.store (ownProgram());
    ++editCount;
    takePreset (preset);
    setNotice (preset.warnings.empty() ? std::string() : preset.warnings.front());
    updateHostDisplay (ChangeDetails().withProgramChanged (true).withNonParameterStateChanged (true));
}

Preset PluginProcessor::loadedPreset() const
{
    if (const int index = program.load(); index < ownProgram())
        return factoryPreset (static_cast<std::size_t> (index));
    const std::scoped_lock lock (ownPresetMutex);
    return ownPreset;
}

Preset PluginProcessor::currentPreset() const
{
    auto preset = loadedPreset();
    preset.patch = parameterBridge.patch();
    const std::scoped_lock lock (ownPresetMutex);
    preset.customBody = customBody;
    preset.gesture = gesture;
    preset.tuning = tuning && ! tuning->isEqual() ? tuning : std::nullopt;
    preset.modulation = routing;
    preset.kept = keptOfPreset;
    preset.warnings.clear(); // already reported when it was loaded
    return preset;
}

bool PluginProcessor::isEdited() const
{
    const auto loaded = loadedPreset();
    const std::scoped_lock lock (ownPresetMutex);
    return parameterBridge.sparingLocked (loaded.patch) != parameterBridge.patch() || loaded.customBody != customBody ||
           loaded.gesture != gesture || loaded.modulation != routing || (loaded.tuning && loaded.tuning != tuning);
}

bool PluginProcessor::hasEditor() const
{
    // Without a wrapper no window is opened: the editor can then be drawn into an image anywhere. An LV2 bundle's
    // editor is described where the bundle is built; Lv2Entry.cpp withholds it from hosts without a display.
    return wrapperType == wrapperType_Undefined || wrapperType == wrapperType_LV2 ||
           ! juce::Desktop::getInstance().isHeadless();
}

juce::AudioProcessorEditor* PluginProcessor::createEditor()
{
    return hasEditor() ? new PluginEditor (*this) : nullptr;
}
} // namespace kolophon

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new kolophon::PluginProcessor();
}
