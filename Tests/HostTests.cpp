// SPDX-License-Identifier: GPL-3.0-or-later
#define CATCH_CONFIG_RUNNER
#include "Support/Host.h"
#include "Support/Listener.h"
#include "Support/LongRun.h"

#include <cstdlib>

int main (int count, char** arguments)
{
    ::unsetenv ("DISPLAY");                     // the same everywhere: windows are drawn into pictures
    const juce::ScopedJuceInitialiser_GUI juce; // this thread is the message thread
    return Catch::Session().run (count, arguments);
}

namespace kolophon
{
TEST_CASE ("the plugin plays the very samples of the engine at every rate and block size")
{
    const double rate = GENERATE (22050.0, 44100.0, 48000.0, 96000.0, 192000.0);
    const int length = static_cast<int> (0.25 * rate);
    const auto messages = phrase (length);
    const auto reference = fromEngine (Patch::defaults(), rate, length, messages);
    REQUIRE (reference.peak() > test::listener::audible);

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
                    audio.setSample (channel, i,
                                     sideChain.size() == 1
                                         ? (channel == 0 ? drive[static_cast<std::size_t> (done + i)] : 99.0)
                                         : (channel == 1 ? 2.0 * drive[static_cast<std::size_t> (done + i)] : 0.0));
            juce::MidiBuffer midi;
            for (; next < messages.size() && messages[next].time < done + count; ++next)
                midi.addEvent (messages[next].midi, messages[next].time - done);
            processor.processBlock (audio, midi);
            result.left.insert (result.left.end(), audio.getReadPointer (0), audio.getReadPointer (0) + count);
            result.right.insert (result.right.end(), audio.getReadPointer (1), audio.getReadPointer (1) + count);
            done += count;
        }
        CHECK (result.peak() > test::listener::audible);
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
        auto patch = round == 0 ? Patch::defaults() : randomPatch (noise);
        patch.voiceKeySwitches = 0.0; // which the phrase would press
        PluginProcessor processor;
        processor.setModulation ({}); // a random macro would move something
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
        for (const auto& row : parameterTable())
        {
            INFO (row.id);
            CHECK (row.in (processor.bridge().patch()) == row.in (patch));
        }
    }
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

TEST_CASE ("the latency is told before anybody prepares: the decimator's 32 samples")
{
    const PluginProcessor processor;
    CHECK (processor.getLatencySamples() == 32);
}

TEST_CASE ("an LV2 instance has no bypass parameter beside its port, and fades when it is not enabled")
{
    const auto processor = wrapped (juce::AudioProcessor::wrapperType_LV2);
    CHECK (processor->getBypassParameter() == nullptr);
    for (auto* parameter : processor->getParameters())
        CHECK (parameter->getName (100) != "Bypass");
    processor->prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (*processor, 9600, phrase (9600), blocksOf (480)).peak() > test::listener::audible);
    juce::AudioBuffer<double> audio (2, 480);
    juce::MidiBuffer none;
    processor->processBlockBypassed (audio, none); // 10 ms: to nothing
    CHECK (std::abs (audio.getSample (0, 0)) > 0.0);
    processor->processBlockBypassed (audio, none);
    CHECK (audio.getMagnitude (0, 480) == 0.0);
    auto fresh = wrapped (juce::AudioProcessor::wrapperType_LV2);
    load (*fresh, savedState (*processor));
    CHECK (fresh->bridge().patch() == processor->bridge().patch());
}

TEST_CASE ("a side-chain that nobody has connected leaves the keys at work, a silent one holds the bow")
{
    constexpr int length = 9600;
    const auto messages = phrase (length);
    auto patch = Patch::defaults();
    patch.handDrive = static_cast<double> (static_cast<int> (Drive::audioSpeed));
    PluginProcessor processor;
    processor.bridge().setPatch (patch);
    auto layout = processor.getBusesLayout();
    layout.inputBuses.set (0, juce::AudioChannelSet::stereo());
    REQUIRE (processor.setBusesLayout (layout));
    processor.setSideChainConnected (false);
    processor.prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (processor, length, messages, blocksOf (480)) == fromEngine (patch, 48000.0, length, messages));
    processor.setSideChainConnected (true);
    processor.prepareToPlay (48000.0, 480);
    const std::vector<double> silence (length, 0.0);
    CHECK (fromPlugin (processor, length, messages, blocksOf (480)) ==
           fromEngine (patch, 48000.0, length, messages, silence.data()));
}

TEST_CASE ("reset silences at once")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 512);
    CHECK (fromPlugin (processor, 9600, phrase (9600), blocksOf (512)).peak() > test::listener::audible);
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
    CHECK (fromPlugin (processor, 9600, note, blocksOf (480)).peak() > test::listener::audible);
}
} // namespace kolophon
