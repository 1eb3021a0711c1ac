// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"
#include "Support/Knobs.h"
#include "Support/PreparedSynth.h"

namespace kolophon
{
namespace
{
Modulation swaying ()
{
    Modulation modulation;
    modulation.macros[0] = { "Bow", { test::to ("hand.dynamics", 0.4, 0.0) } };
    modulation.slots[0] = { ModulationSource::lfo1, test::to ("body.fine", 0.5, 0.0) };
    modulation.slots[7] = { ModulationSource::drift, test::to ("hand.position", -0.2, 0.5) };
    return modulation;
}

/** A host whose song runs, or stands. */
struct HostSong final : juce::AudioPlayHead
{
    juce::Optional<PositionInfo> getPosition () const override
    {
        PositionInfo info;
        info.setBpm (bpm);
        info.setIsPlaying (isPlaying);
        info.setPpqPosition (quarters);
        info.setPpqPositionOfLastBarStart (3.0 * std::floor (quarters / 3.0));
        info.setTimeSignature (juce::AudioPlayHead::TimeSignature { 3, 4 });
        return info;
    }
    void move (int samples) { quarters += isPlaying ? samples * bpm / 60.0 / 48000.0 : 0.0; }

    double bpm = 90.0, quarters = 0.0;
    bool isPlaying = true;
};

Stereo inTime (HostSong song, const Patch& patch, const Modulation& modulation, int block)
{
    PluginProcessor processor;
    processor.bridge().setPatch (patch);
    processor.setModulation (modulation);
    processor.setPlayHead (&song);
    processor.prepareToPlay (48000.0, block);
    int played = 0;
    const auto sound = fromPlugin (processor, 24000, phrase (24000), blocksOf (block),
                                   [&]
                                   {
                                       song.move (played);
                                       played = block;
                                   });
    processor.setPlayHead (nullptr);
    return sound;
}
} // namespace

TEST_CASE ("what moves knobs is kept with the state, sounds the same after it, and counts as an edit")
{
    PluginProcessor original;
    original.setCurrentProgram (0);
    CHECK_FALSE (original.isEdited());
    original.setModulation (swaying());
    CHECK (original.isEdited());
    CHECK (original.currentPreset().modulation == swaying());
    original.bridge().change ([] (Patch& patch) { patch.macro1Percent = 80.0; });

    PluginProcessor fresh;
    load (fresh, savedState (original));
    CHECK (fresh.modulation() == swaying());
    CHECK (fresh.bridge().patch().macro1Percent == 80.0);
    CHECK (savedState (fresh) == savedState (original));
    original.prepareToPlay (48000.0, 480);
    fresh.prepareToPlay (48000.0, 480);
    const auto sound = fromPlugin (fresh, 24000, phrase (24000), blocksOf (480));
    CHECK (sound == fromPlugin (original, 24000, phrase (24000), blocksOf (480)));

    fresh.setModulation ({});
    fresh.prepareToPlay (48000.0, 480);
    CHECK_FALSE (sound == fromPlugin (fresh, 24000, phrase (24000), blocksOf (480)));
    fresh.setCurrentProgram (1);
    CHECK (fresh.modulation() == factoryPresets()[1].modulation);
}

TEST_CASE ("an LFO goes with the host's song: the renderer's bits, whatever the blocks")
{
    auto patch = Patch::defaults();
    patch.lfo1Sync = 1.0;
    patch.lfo1Length = 3.0; // a bar
    HostSong song;
    song.quarters = 7.5; // in the middle of the third bar of three
    const auto sound = inTime (song, patch, swaying(), 480);
    for (const int block : { 64, 1000, 24000 })
    {
        CAPTURE (block);
        CHECK (inTime (song, patch, swaying(), block) == sound);
    }

    test::PreparedSynth synth (patch);
    synth.setModulation (swaying());
    using Type = PerformanceEvent::Type;
    std::vector<PerformanceEvent> events { { 0, Type::tempo, 0, 0, 90.0 },
                                           { 0, Type::bar, 0, 0, 3.0 },
                                           { 0, Type::position, 0, 0, 7.5 } };
    for (const auto& message : phrase (24000))
        if (const auto event = eventFromMidi (
                { message.midi.getRawData(), static_cast<std::size_t> (message.midi.getRawDataSize()) }, message.time))
            events.push_back (*event);
    Stereo expected;
    expected.left.resize (24000);
    expected.right.resize (24000);
    synth.render (events, expected.left.data(), expected.right.data(), 24000);
    CHECK (sound == expected);

    // A song that jumps, or has another tempo, is another one; one that stands says nothing of its place.
    song.quarters = 8.0;
    CHECK_FALSE (inTime (song, patch, swaying(), 480) == sound);
    song.quarters = 7.5;
    song.bpm = 91.0;
    CHECK_FALSE (inTime (song, patch, swaying(), 480) == sound);
    song.isPlaying = false;
    const auto standing = inTime (song, patch, swaying(), 480);
    song.quarters = 1.0;
    CHECK (inTime (song, patch, swaying(), 480) == standing);
}
} // namespace kolophon
