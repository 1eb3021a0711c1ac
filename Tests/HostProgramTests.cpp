// SPDX-License-Identifier: GPL-3.0-or-later
// Program changes over MIDI: which preset is meant, which thread loads it, and when it is heard.
#include "Support/Home.h"

namespace kolophon
{
namespace
{
using juce::MidiMessage;

constexpr int length = 9600; // 0.2 s at 48 kHz

/** Presets of the player, by name; each is a factory preset otherwise. */
void save (const char* name, std::string_view factory)
{
    auto preset = *findFactoryPreset (factory);
    preset.info.name = name;
    UserPresets::madeFolder();
    REQUIRE (UserPresets::write (preset, UserPresets::fileNamed (name)).has_value());
}

void prepare (PluginProcessor& processor, bool offline)
{
    processor.setNonRealtime (offline);
    processor.prepareToPlay (48000.0, 480);
}

/** One block in real time with these messages; returns how often it called for memory. */
int play (PluginProcessor& processor, const std::vector<MidiMessage>& messages)
{
    juce::AudioBuffer<double> audio (2, 480);
    juce::MidiBuffer midi;
    midi.ensureSize (4096);
    for (const auto& message : messages)
        midi.addEvent (message, 0);
    const AllocationTrap trap;
    processor.processBlock (audio, midi);
    return trap.allocations();
}

std::string nameOf (const PluginProcessor& processor)
{
    return processor.currentPreset().info.name;
}

std::vector<MidiMessage> choose (int channel, int bank, int fine, int program)
{
    return { MidiMessage::controllerEvent (channel, 0, bank), MidiMessage::controllerEvent (channel, 32, fine),
             MidiMessage::programChange (channel, program) };
}
} // namespace

TEST_CASE ("a program change loads the player's preset of that place, on the message thread alone")
{
    const Home home;
    save ("01 Door", "Old Hinge");
    save ("02 Glass", "Armonica");
    PluginProcessor processor;
    prepare (processor, false);
    const auto before = nameOf (processor);
    CHECK (play (processor, { MidiMessage::programChange (1, 1) }) == 0);
    CHECK (nameOf (processor) == before); // no file is read yet
    CHECK (processor.programChanges().isWaiting());
    CHECK (processor.programChanges().load());
    CHECK (nameOf (processor) == "02 Glass");
    CHECK (processor.currentPreset().patch == findFactoryPreset ("Armonica")->patch);
    CHECK_FALSE (processor.programChanges().load());
    play (processor, { MidiMessage::programChange (5, 1), MidiMessage::programChange (16, 0) });
    processor.programChanges().load();
    CHECK (nameOf (processor) == "01 Door"); // the latest of any channel
}

TEST_CASE ("bank select chooses the factory presets, and its fine part the next 128")
{
    const Home home;
    for (int i = 0; i < 130; ++i)
        save (juce::String (1000 + i).toRawUTF8(), i == 129 ? "Armonica" : "Plain String");
    PluginProcessor processor;
    prepare (processor, false);
    play (processor, choose (2, 1, 0, 7));
    processor.programChanges().load();
    CHECK (processor.getCurrentProgram() == 7);
    CHECK (nameOf (processor) == factoryPresetNames()[7]);
    play (processor, { MidiMessage::programChange (3, 7) }); // another channel, which is still at bank 0
    processor.programChanges().load();
    CHECK (nameOf (processor) == "1007");
    play (processor, { MidiMessage::programChange (2, 8) }); // this one has kept its bank
    processor.programChanges().load();
    CHECK (processor.getCurrentProgram() == 8);
    play (processor, choose (2, 0, 1, 1));
    processor.programChanges().load();
    CHECK (nameOf (processor) == "1129");
    processor.reset();
    play (processor, { MidiMessage::programChange (2, 1) });
    processor.programChanges().load();
    CHECK (nameOf (processor) == "1001");
}

TEST_CASE ("a program without a preset keeps the sound and says why")
{
    const Home home;
    save ("Only", "Old Hinge");
    UserPresets::folder().getChildFile ("Zero.json").replaceWithText ("{ no preset");
    PluginProcessor processor;
    prepare (processor, false);
    const auto before = processor.currentPreset();
    const auto noticeAfter = [&processor] (const std::vector<MidiMessage>& messages)
    {
        play (processor, messages);
        CHECK (processor.programChanges().load());
        return processor.notice();
    };
    CHECK (noticeAfter (choose (1, 0, 0, 2)) == "Bank 0, program 3: your preset folder contains 2 presets");
    CHECK (noticeAfter (choose (1, 1, 7, 127)).find ("factory presets") != std::string::npos);
    CHECK (noticeAfter (choose (1, 2, 0, 0)) ==
           "Bank 2, program 1: your presets are bank 0, the factory presets bank 1");
    CHECK (noticeAfter (choose (1, 0, 0, 1)).find ("Zero.json") != std::string::npos);
    CHECK (processor.currentPreset().patch == before.patch);
    CHECK (nameOf (processor) == before.info.name);
    CHECK (noticeAfter (choose (1, 0, 0, 0)).empty());
    CHECK (nameOf (processor) == "Only");
}

TEST_CASE ("offline, a program change is heard at its sample, whatever the blocks are")
{
    const Home home;
    save ("Next", "Armonica");
    constexpr int change = 4321, second = 4400;
    const std::vector<Message> without { { 0, MidiMessage::noteOn (1, 57, 0.8f) },
                                         { second, MidiMessage::noteOn (1, 76, 0.8f) } };
    auto with = without;
    with.insert (with.begin() + 1, { change, MidiMessage::programChange (1, 0) });
    const auto playIn = [] (const std::vector<Message>& messages, int block)
    {
        PluginProcessor processor;
        prepare (processor, true);
        return fromPlugin (processor, length, messages, blocksOf (block));
    };
    const auto plain = playIn (without, 480), changed = playIn (with, 480);
    CHECK (std::equal (plain.left.begin(), plain.left.begin() + change, changed.left.begin()));
    CHECK_FALSE (plain == changed);
    for (const int block : { 1, 33, 64, 1000, change, length })
    {
        CAPTURE (block);
        CHECK ((playIn (with, block) == changed));
    }
    // In silence the preset is there before the next note, as if it had been loaded by hand.
    PluginProcessor loaded;
    prepare (loaded, true);
    loaded.loadPreset (*findFactoryPreset ("Armonica"));
    const std::vector<Message> note { { 0, MidiMessage::noteOn (1, 76, 0.8f) } };
    auto changedFirst = note;
    changedFirst.insert (changedFirst.begin(), { 0, MidiMessage::programChange (1, 0) });
    CHECK ((playIn (changedFirst, 480) == fromPlugin (loaded, length, note, blocksOf (480))));
}
} // namespace kolophon
