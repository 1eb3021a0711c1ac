// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiOrder.h"
#include "PluginProcessor.h"

#include <algorithm>

/** Blocks of audio. */
namespace kolophon
{
namespace
{
/** A block of JUCE's wrappers. */
template <class Sample>
class JuceBlock final : public HostBlock
{
public:
    JuceBlock (PluginProcessor& itsProcessor, juce::AudioBuffer<Sample>& itsAudio, const juce::MidiBuffer& midi,
               bool hasSideChain) noexcept
        : processor (itsProcessor), audio (itsAudio),
          inputs (hasSideChain ? std::min (itsProcessor.getTotalNumInputChannels(), itsAudio.getNumChannels()) : 0),
          // JUCE's VST3 wrapper converts parameters to MIDI, which loses the order of controllers within a sample.
          next (midi, itsProcessor.wrapperType == juce::AudioProcessor::wrapperType_VST3)
    {
    }

    int samples () const noexcept override { return audio.getNumSamples(); }
    void begin () noexcept override { processor.player().playSong (songOf (processor.getPlayHead()), 0, 0); }
    bool atEnd () const noexcept override { return next.atEnd(); }
    int nextSample () const noexcept override { return (*next).samplePosition; }
    void playNext (int offset) noexcept override
    {
        const auto message = *next;
        processor.player().playMidi ({ message.data, static_cast<std::size_t> (std::max (0, message.numBytes)) },
                                     offset);
        ++next;
    }
    bool readSideChain (int start, std::span<double> drive) noexcept override
    {
        if (inputs > 0)
            mixDown (std::span<const Sample* const> (audio.getArrayOfReadPointers(), static_cast<std::size_t> (inputs)),
                     start, drive);
        return inputs > 0;
    }
    void write (int start, std::span<const double> left, std::span<const double> right) noexcept override
    {
        const int channels = audio.getNumChannels();
        const int used = std::min (processor.getTotalNumOutputChannels(), channels);
        writeStereo (std::span<Sample* const> (audio.getArrayOfWritePointers(), static_cast<std::size_t> (channels)),
                     static_cast<std::size_t> (used), start, left, right);
    }

private:
    PluginProcessor& processor;
    juce::AudioBuffer<Sample>& audio;
    const int inputs;
    MidiOrder next;
};
} // namespace

template <class Sample>
void PluginProcessor::play (juce::AudioBuffer<Sample>& audio, juce::MidiBuffer& midi, bool forcedBypass)
{
    JuceBlock<Sample> block (*this, audio, midi, sideChainConnected.load (std::memory_order_relaxed));
    renderBlock (block, forcedBypass);
}

void PluginProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    play (audio, midi, false);
}

void PluginProcessor::processBlock (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi)
{
    play (audio, midi, false);
}

void PluginProcessor::processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    play (audio, midi, true);
}

void PluginProcessor::processBlockBypassed (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi)
{
    play (audio, midi, true);
}

void PluginProcessor::renderBlock (HostBlock& block, bool forcedBypass) noexcept
{
    blocks.fetch_add (1, std::memory_order_relaxed);
    blockPlayer.render (block, { bypass, forcedBypass, isNonRealtime() });
    tail.store (synth.tailSeconds(), std::memory_order_relaxed);
}

void PluginProcessor::playBypass (bool shouldBe) noexcept
{
    if (bypass != nullptr)
        static_cast<juce::AudioProcessorParameter*> (bypass)->setValue (shouldBe ? 1.0f : 0.0f);
}
} // namespace kolophon
