// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginProcessor.h"

#include "../Desktop/DesktopAtoms.h"
#include "../Desktop/DesktopScale.h"
#include "../Windows/PluginEditor.h"

namespace kolophon
{
namespace
{
thread_local PluginProcessor* latest = nullptr;
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
    setLatencySamples (synth.latencySamples());      // hosts ask before prepareToPlay, and may restart when it changes
    given.setModulation (loadedPreset().modulation); // reads the presets now, not on a later call from another thread
    tail.store (synth.tailSeconds());
    latest = this;
    if (wrapperType == wrapperType_Standalone)
        followDesktopScale();
}

PluginProcessor::~PluginProcessor()
{
    destruction.emplace();
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
    const bool sensible = sampleRate >= limits::minSampleRate && sampleRate <= limits::maxSampleRate;
    const double rate = sensible ? sampleRate : (sampleRate > limits::maxSampleRate ? limits::maxSampleRate : 48000.0);

    blockPlayer.prepare (rate, bypass != nullptr && bypass->get());
    given.prepare (rate);
    log.prepare (rate, synth);
    teller.start();
    programs.start();
    tail.store (synth.tailSeconds());
    setLatencySamples (synth.latencySamples());
}

void PluginProcessor::reset()
{
    synth.reset();
    log.reset (synth);
    blockPlayer.reset();
    programs.reset();
}

//======================================================================================================================
void PluginProcessor::setCurrentProgram (int index)
{
    if (index < 0 || index >= getNumPrograms())
        return;
    loaded.choose (index);
    ++editCount;
    applyPreset (loadedPreset());
    noticed.set ({});
}

void PluginProcessor::announceProgram()
{
    updateHostDisplay (ChangeDetails().withProgramChanged (true).withNonParameterStateChanged (true));
}

bool PluginProcessor::chooseFactoryPreset (int place)
{
    if (place < 0 || place >= LoadedPreset::ownPlace())
        return false;
    setCurrentProgram (place);
    announceProgram();
    return true;
}

/** Loads a preset; notifies host and editor only of values that change; locked ones keep theirs. */
void PluginProcessor::applyPreset (const Preset& preset, const std::map<std::string, float>& places)
{
    given.setBody (preset.customBody);
    given.setBox (preset.measuredBox);
    given.setGesture (preset.gesture);
    given.setModulation (preset.modulation);
    loaded.keep (preset.kept);
    if (preset.tuning)
        given.setTuning (preset.tuning);
    parameterBridge.replace (parameterBridge.sparingLocked (preset.patch), places);
}

const juce::String PluginProcessor::getProgramName (int index)
{
    return juce::String::fromUTF8 (loaded.nameOf (index).c_str());
}

void PluginProcessor::loadPreset (const Preset& preset)
{
    loaded.set (preset);
    ++editCount;
    applyPreset (preset);
    noticed.set (preset.warnings.empty() ? std::string() : preset.warnings.front());
    announceProgram();
}

Preset PluginProcessor::currentPreset() const
{
    auto preset = loadedPreset();
    preset.patch = parameterBridge.patch();
    given.writeTo (preset);
    preset.kept = loaded.keptOfPreset();
    preset.warnings.clear(); // already reported when it was loaded
    return preset;
}

bool PluginProcessor::isEdited() const
{
    const auto preset = loadedPreset();
    return parameterBridge.sparingLocked (preset.patch) != parameterBridge.patch() || given.differFrom (preset);
}

bool PluginProcessor::hasEditor() const
{
    // Without a wrapper no window is opened: the editor can then be drawn into an image anywhere. An LV2 bundle's
    // editor is described where the bundle is built; Lv2Entry.cpp withholds it from hosts without a display.
    return ! isHosted() || wrapperType == wrapperType_LV2 || hasDisplay();
}

int32_t PluginProcessor::queryIEditController (const Steinberg::TUID id, void** object)
{
    *object = keySwitches.query (id);
    return *object != nullptr ? 0 : -1;
}

juce::AudioProcessorEditor* PluginProcessor::createEditor()
{
    return hasEditor() ? new PluginEditor (*this, *this) : nullptr;
}
} // namespace kolophon

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new kolophon::PluginProcessor();
}
