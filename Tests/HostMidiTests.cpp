// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plugin/Processor/MidiOrder.h"
#include "Support/Host.h"

namespace kolophon
{
namespace
{
using juce::MidiMessage;

std::vector<std::string> walk (const std::vector<Message>& messages, bool orderIsLost)
{
    juce::MidiBuffer buffer;
    for (const auto& message : messages)
        buffer.addEvent (message.midi, message.time);
    std::vector<std::string> all;
    for (MidiOrder next (buffer, orderIsLost); ! next.atEnd(); ++next)
    {
        const auto message = (*next).getMessage();
        all.push_back (std::to_string ((*next).samplePosition) + ":" +
                       (message.isController() ? std::to_string (message.getControllerNumber()) + "=" +
                                                     std::to_string (message.getControllerValue())
                                               : "note"));
    }
    return all;
}

/** RPN 6 on channel 1 in this order, a note on channel 2 that is bent by 1/48 of the way up. */
std::vector<Message> zoneAndNote (std::vector<MidiMessage> announcement)
{
    std::vector<Message> all;
    for (auto& message : announcement)
        all.push_back ({ 0, std::move (message) });
    all.push_back ({ 0, MidiMessage::pitchWheel (2, 8192 + 8192 / 48) });
    all.push_back ({ 0, MidiMessage::noteOn (2, 57, 0.8f) });
    return all;
}
const auto coarse = MidiMessage::controllerEvent (1, 101, 0), fine = MidiMessage::controllerEvent (1, 100, 6),
           data = MidiMessage::controllerEvent (1, 6, 15);
constexpr int length = 19200; // 0.4 s
} // namespace

TEST_CASE (
    "where the order within a sample is lost, what selects comes first, what deselects last, and elsewhere all stays")
{
    const std::vector<Message> messages {
        { 3, MidiMessage::controllerEvent (1, 6, 12) },    { 3, MidiMessage::controllerEvent (1, 100, 0) },
        { 3, MidiMessage::noteOn (1, 60, 0.5f) },          { 3, MidiMessage::controllerEvent (1, 101, 0) },
        { 7, MidiMessage::controllerEvent (1, 101, 127) }, { 7, MidiMessage::controllerEvent (1, 38, 5) },
        { 9, MidiMessage::noteOn (1, 62, 0.5f) }
    };
    using Texts = std::vector<std::string>;
    CHECK (walk (messages, true) ==
           Texts { "3:100=0", "3:101=0", "3:6=12", "3:note", "7:38=5", "7:101=127", "9:note" });
    CHECK (walk (messages, false) ==
           Texts { "3:6=12", "3:100=0", "3:note", "3:101=0", "7:101=127", "7:38=5", "9:note" });
    CHECK (walk ({}, true).empty());
    CHECK (walk ({ messages[6] }, true) == Texts { "9:note" });
}

TEST_CASE ("a VST3 instance opens an MPE zone in whatever order its controllers come, LV2 and the app as they are sent")
{
    const auto reference = fromEngine (Patch::defaults(), 48000.0, length, zoneAndNote ({ coarse, fine, data }));
    for (const auto& order : { std::vector { coarse, fine, data }, { data, fine, coarse }, { fine, data, coarse } })
    {
        const auto vst3 = wrapped (juce::AudioProcessor::wrapperType_VST3);
        vst3->prepareToPlay (48000.0, 480);
        CHECK (fromPlugin (*vst3, length, zoneAndNote (order), blocksOf (480)) == reference);
    }
    // Data for what was selected before, and then the next selection: an order that means something else.
    const auto lv2 = wrapped (juce::AudioProcessor::wrapperType_LV2);
    lv2->prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (*lv2, length, zoneAndNote ({ data, coarse, fine }), blocksOf (480)) ==
           fromEngine (Patch::defaults(), 48000.0, length, zoneAndNote ({ data, coarse, fine })));
}

TEST_CASE ("tuning messages of a host are heard at their samples, however many come at once")
{
    const auto exclusive = [] (std::vector<std::uint8_t> bytes)
    { return MidiMessage::createSysExMessage (bytes.data(), static_cast<int> (bytes.size())); };
    // A quarter tone up for every A of all channels, 192 events, more often than a block has room for; then a semitone.
    std::vector<std::uint8_t> octave { 0x7f, 0x7f, 0x08, 0x08, 0x03, 0x7f, 0x7f };
    octave.resize (7 + 12, 0x40);
    octave[7 + 9] = 0x72;
    std::vector<Message> messages;
    for (int n = 0; n < 12; ++n)
        messages.push_back ({ 5, exclusive (octave) });
    messages.push_back ({ 10, MidiMessage::noteOn (1, 57, 0.8f) });
    messages.push_back ({ 7000, exclusive ({ 0x7f, 0x7f, 0x04, 0x04, 0x00, 0x41 }) });
    const auto engine = fromEngine (Patch::defaults(), 48000.0, length, messages);
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 480);
    CHECK (fromPlugin (processor, length, messages, blocksOf (480)) == engine);
    CHECK_FALSE (engine == fromEngine (Patch::defaults(), 48000.0, length, { messages[12] }));
    CHECK_FALSE (engine == fromEngine (Patch::defaults(), 48000.0, length, { messages[0], messages[12] }));
}

TEST_CASE ("MPE by hand plays what an announcement would have opened, and off plays as if none had come")
{
    const auto play = [] (Mpe mode, double range, std::vector<MidiMessage> announcement)
    {
        PluginProcessor processor;
        auto patch = Patch::defaults();
        patch.voiceMpe = static_cast<double> (static_cast<int> (mode));
        patch.voiceMpeRangeSemitones = range;
        processor.bridge().setPatch (patch);
        processor.prepareToPlay (48000.0, 480);
        return fromPlugin (processor, length, zoneAndNote (std::move (announcement)), blocksOf (480));
    };
    const auto announced = play (Mpe::automatic, 48.0, { coarse, fine, data }), plain = play (Mpe::automatic, 48.0, {});
    CHECK (announced != plain);
    CHECK (play (Mpe::on, 48.0, {}) == announced);
    CHECK (play (Mpe::on, 48.0, { coarse, fine, data }) == announced);
    CHECK (play (Mpe::off, 48.0, { coarse, fine, data }) == plain);
    CHECK (play (Mpe::on, 24.0, {}) == play (Mpe::automatic, 24.0, { coarse, fine, data }));
    CHECK (play (Mpe::on, 24.0, {}) != announced);
}
} // namespace kolophon
