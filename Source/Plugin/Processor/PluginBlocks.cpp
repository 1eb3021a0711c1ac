// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiOrder.h"
#include "PluginProcessor.h"

#include "../../Synth/Control/TuningMessage.h"
#include "../../Synth/Hands/Articulation.h"
#include "../../Synth/Parameters/PatchChoices.h"

#include <algorithm>

/** Blocks of audio: the input of a host becomes events of the engine, whose sound goes back. */
namespace kolophon
{
namespace
{
static_assert (PluginProcessor::eventsPerInput > std::max (LearnedControllers::capacity, maxTuned));
const std::size_t articulationKnob = *findParameter ("hand.articulation");

/** True if a side-chain moves the hands. */
bool movesHands (const Patch& patch) noexcept
{
    return choiceOf<&Patch::handDrive> (patch) >= Drive::audioSpeed;
}

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
    void begin () noexcept override { processor.playSong (songOf (processor.getPlayHead()), 0, 0); }
    bool atEnd () const noexcept override { return next.atEnd(); }
    int nextSample () const noexcept override { return (*next).samplePosition; }
    void playNext (int offset) noexcept override
    {
        const auto message = *next;
        processor.playMidi ({ message.data, static_cast<std::size_t> (std::max (0, message.numBytes)) }, offset);
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

void PluginProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    JuceBlock<float> block (*this, audio, midi, sideChainConnected.load (std::memory_order_relaxed));
    renderBlock (block, false);
}

void PluginProcessor::processBlock (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi)
{
    JuceBlock<double> block (*this, audio, midi, sideChainConnected.load (std::memory_order_relaxed));
    renderBlock (block, false);
}

void PluginProcessor::processBlockBypassed (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    JuceBlock<float> block (*this, audio, midi, sideChainConnected.load (std::memory_order_relaxed));
    renderBlock (block, true);
}

void PluginProcessor::processBlockBypassed (juce::AudioBuffer<double>& audio, juce::MidiBuffer& midi)
{
    JuceBlock<double> block (*this, audio, midi, sideChainConnected.load (std::memory_order_relaxed));
    renderBlock (block, true);
}

//======================================================================================================================
void PluginProcessor::renderBlock (HostBlock& block, bool forcedBypass) noexcept
{
    blocks.fetch_add (1, std::memory_order_relaxed);
    const auto isBypassed = [this, forcedBypass] { return forcedBypass || (bypass != nullptr && bypass->get()); };
    bypassWanted = isBypassed();
    eventCount = 0;
    loadProgramOffline();
    takeKnobs();
    learning.beginBlock();
    hushWhenBypassed();
    block.begin();
    takeScreenEvents();

    const int total = block.samples();
    int done = 0;
    do
    {
        if (! block.atEnd() && block.startsPiece() && std::min (block.nextSample(), total) <= done)
        {
            block.playNext (0);
            bypassWanted = isBypassed();
            continue;
        }
        const int until = playInputs (block, done), count = until - done;
        const auto length = static_cast<std::size_t> (count);
        const bool driven = block.readSideChain (done, { drive.data(), length });
        synth.render ({ events.data(), eventCount }, left.data(), right.data(), count, nullptr,
                      driven ? drive.data() : nullptr);
        log.play (synth, { events.data(), eventCount }, count, driven && movesHands (known));
        fadeBypass (count);
        heardTake.mix (left.data(), right.data(), count, soundRate);
        block.write (done, { left.data(), length }, { right.data(), length });
        atStart = atStart && until == done && eventCount == 0;
        eventCount = 0;
        done = until;
        if (loadProgramOffline())
            takeKnobs();
    } while (done < total || ! block.atEnd());
    transport.endBlock (total);
    tail.store (synth.tailSeconds(), std::memory_order_relaxed);
}

/** Plays the inputs of the piece that begins at sample `done` of the block; returns the sample at which it ends. */
int PluginProcessor::playInputs (HostBlock& block, int done) noexcept
{
    const int total = block.samples();
    const int until = std::min (total, done + pieceLength);
    while (! block.atEnd())
    {
        const int sample = std::clamp (block.nextSample(), done, total);
        if (sample >= until && until < total)
            break;
        const bool isFull = eventCount + eventsPerInput > events.size(); // render what there is first
        if (isFull || (block.startsPiece() && sample > done))
            return std::min (sample, until);
        block.playNext (sample - done);
        if (programs.isWaiting() && isNonRealtime()) // loaded before what follows
            return std::min (sample, until);
    }
    return until;
}

/** Loads the preset of a program change while the host renders offline; true if one was chosen. */
bool PluginProcessor::loadProgramOffline() noexcept
{
    return isNonRealtime() && programs.isWaiting() && programs.load();
}

void PluginProcessor::playMidi (std::span<const std::uint8_t> bytes, int offset) noexcept
{
    if (bytes.size() > 3 && bytes[0] == 0xf0)
        tuningFromMidi (bytes.subspan (1),
                        [this, offset] (auto event)
                        {
                            event.offset = offset;
                            addEvent (event);
                        });
    programs.hear (bytes);
    if (const auto event = eventFromMidi (bytes, offset);
        event && ! learning.follow (*event, known, [this] (const auto& e) { addEvent (e); }))
        playEvent (*event);
}

void PluginProcessor::playEvent (const PerformanceEvent& event) noexcept
{
    watchKeys (event);
    addEvent (event);
}

void PluginProcessor::playSong (const SongPosition& song, int sample, int offset) noexcept
{
    transport.follow (song, sample,
                      [this, offset] (PerformanceEvent event)
                      {
                          event.offset = offset;
                          addEvent (event);
                      });
}

void PluginProcessor::playKnob (std::size_t parameter, double value, int offset) noexcept
{
    auto& row = *parameterBridge.parameters()[parameter];
    row.setExactValue (value);
    const double valid = row.info.nearestValid (value);
    parameterTable()[parameter].in (known) = valid;
    addEvent ({ offset, PerformanceEvent::Type::setParameter, 0, static_cast<std::uint16_t> (parameter), valid });
}

void PluginProcessor::playBypass (bool shouldBe) noexcept
{
    if (bypass != nullptr)
        static_cast<juce::AudioProcessorParameter*> (bypass)->setValue (shouldBe ? 1.0f : 0.0f);
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

/** Adds an event. There is room: see playInputs() and `beforeInputs`. A key switch also moves its knob here; otherwise
    only the engine would follow it. */
void PluginProcessor::addEvent (const PerformanceEvent& event) noexcept
{
    const bool begins = event.type == PerformanceEvent::Type::noteOn;
    if ((bypassWanted && begins) || eventCount == events.size())
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

/** Forgets held keys and the windows' events that wait for a block. */
void PluginProcessor::forgetInputs() noexcept
{
    forgetKeys();
    for (PerformanceEvent stale; screenEvents.pop (stale);)
    {
    }
}

bool PluginProcessor::isKeyHeld (int key) const noexcept
{
    return (heldKeys[static_cast<std::size_t> (key >> 6) & 1].load (std::memory_order_relaxed) >> (key & 63) & 1) != 0;
}
} // namespace kolophon
