// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plugin/Presets/DroppedFile.h"
#include "Support/Host.h"

#include "Rendering/Renderer.h"

namespace kolophon
{
namespace
{
Stereo replayed (const RecordedPerformance& performance)
{
    auto synth = std::make_unique<Synth>();
    synth->prepare (performance.log.sampleRate);
    Stereo sound;
    RenderSinks sinks;
    sinks.audio = [&sound] (auto left, auto right)
    {
        sound.left.insert (sound.left.end(), left.begin(), left.end());
        sound.right.insert (sound.right.end(), right.begin(), right.end());
    };
    RenderSettings settings;
    settings.sampleRate = static_cast<int> (performance.log.sampleRate);
    replay (*synth, performance, performance.preset, settings, sinks);
    return sound;
}

/** What was heard between two samples. */
Stereo piece (const Stereo& sound, std::int64_t from, std::int64_t to)
{
    const auto of = [from, to] (const std::vector<double>& channel)
    { return std::vector<double> (channel.begin() + from, channel.begin() + to); };
    return { of (sound.left), of (sound.right) };
}
} // namespace

TEST_CASE ("the last minute of a plugin is a file that sounds bit for bit the same")
{
    // Blocks of any size, knobs that move in mid-note, a preset, a body and a tuning that come on the way.
    constexpr int length = 480000;
    Noise noise (4);
    PluginProcessor processor;
    processor.setCurrentProgram (1);
    processor.prepareToPlay (48000.0, 512);
    CustomBody body;
    body.modes = { { 300.0, 0.4, { 1.0 }, 1.0, 1.0 }, { 811.0, 0.2, { 0.5 }, -1.0, 1.0 } };
    int block = 0;
    const auto act = [&]
    {
        auto& bridge = processor.bridge();
        const auto set = [&bridge] (const char* id, double value)
        { bridge.parameters()[findParameter (id).value()]->setExactValue (value); };
        switch (++block)
        {
            case 40: set ("hand.speed", 0.11); break;
            case 60: set ("hand.position", 0.2); break;
            case 100: processor.setCurrentProgram (5); break;
            case 170: processor.loadBody (body); break;
            case 220: processor.loadTuning (KeyTuning { 415.0, {}, {} }); break;
            case 260: processor.setCurrentProgram (0); break;
            case 300: set ("quality.oversampling", 1.0); break;
            case 340: processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 52, 0.7 }); break;
            case 380: processor.reset(); break;
            default: break;
        }
    };
    const auto heard = fromPlugin (
        processor, length, phrase (length), [&noise] { return 1 + static_cast<int> (noise.nextUniform() * 2200.0); },
        act);
    REQUIRE (block > 400);
    const auto performance = processor.lastMinute();
    REQUIRE (performance);
    CHECK (performance->log.beganAtRest);
    CHECK (performance->log.from == 0);
    REQUIRE (performance->log.end > length / 2);
    const auto again = replayed (performanceFromJson (performanceToJson (*performance)).value());
    CHECK (again.peak() > 0.001);
    REQUIRE (again == piece (heard, 0, performance->log.end));
}

TEST_CASE ("a tuning is dropped on the window, travels with the state, and survives a preset")
{
    const auto folder = juce::File::createTempFile ("tuning");
    folder.createDirectory();
    const auto scale = folder.getChildFile ("five.scl"), broken = folder.getChildFile ("broken.scl");
    scale.replaceWithText ("five\n5\n240.0\n480.0\n720.0\n960.0\n2/1\n");
    broken.replaceWithText ("five\n5\n240.0\nx\n");

    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 512);
    const auto dropped = readDroppedFile (scale, processor.currentTuning());
    REQUIRE (dropped);
    processor.loadTuning (std::get<KeyTuning> (*dropped));
    CHECK (processor.currentTuning().scale->degrees.size() == 5);
    const auto inputError = readDroppedFile (broken, processor.currentTuning());
    REQUIRE_FALSE (inputError);
    CHECK_THAT (inputError.error().what(), Catch::Matchers::Contains ("broken.scl: line 4"));

    PluginProcessor other;
    load (other, savedState (processor));
    CHECK (other.currentTuning() == processor.currentTuning());
    other.setCurrentProgram (2);
    CHECK (other.currentTuning() == processor.currentTuning());
    PluginProcessor fresh;
    load (other, savedState (fresh));
    CHECK (other.currentTuning().isEqual());
    folder.deleteRecursively();
}
} // namespace kolophon
