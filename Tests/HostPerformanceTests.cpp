// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plugin/Presets/DroppedFile.h"
#include "Support/Host.h"

#include "Rendering/Renderer.h"
#include "Support/Listener.h"

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
/** A block of a format that JUCE does not know: events as they are. */
class PlainBlock final : public HostBlock
{
public:
    PlainBlock (PluginProcessor& itsProcessor, const std::vector<PerformanceEvent>& itsEvents, int itsSamples,
                Stereo& itsSound)
        : processor (itsProcessor), events (itsEvents), length (itsSamples), sound (itsSound)
    {
    }
    int samples () const noexcept override { return length; }
    void begin () noexcept override {}
    bool atEnd () const noexcept override { return next == events.size(); }
    int nextSample () const noexcept override { return events[next].offset; }
    void playNext (int offset) noexcept override
    {
        auto event = events[next++];
        event.offset = offset;
        if (event.type == PerformanceEvent::Type::setParameter)
            processor.player().playKnob (event.index, event.value, offset);
        else
            processor.player().playEvent (event);
    }
    bool readSideChain (int, std::span<double>) noexcept override { return false; }
    void write (int, std::span<const double> left, std::span<const double> right) noexcept override
    {
        sound.left.insert (sound.left.end(), left.begin(), left.end());
        sound.right.insert (sound.right.end(), right.begin(), right.end());
    }

private:
    PluginProcessor& processor;
    const std::vector<PerformanceEvent>& events;
    const int length;
    Stereo& sound;
    std::size_t next = 0;
};
} // namespace

TEST_CASE ("no format gives its host a subnormal sample")
{
    // Single precision has normal numbers from 2^-126 on; the mean of two sides may lie below where one does not.
    const std::vector<double> left { 0.25, 0x1p-127, 0x1p-126, -3e-39, 0x1p-126 },
        right { -0.25, 0x1p-130, 0x1p-126, 0.5, 0.0 };
    std::vector<float> one (6, 9.0f), other (6, 9.0f);
    const std::array<float*, 2> both { one.data(), other.data() };
    const std::span<float* const> channels (both);
    writeStereo (channels, 2, 1, std::span (left), std::span (right));
    CHECK (one == std::vector<float> { 9.0f, 0.25f, 0.0f, 0x1p-126f, 0.0f, 0x1p-126f });
    CHECK (other == std::vector<float> { 9.0f, -0.25f, 0.0f, 0x1p-126f, 0.5f, 0.0f });
    writeStereo (channels.first (1), 1, 1, std::span (left), std::span (right));
    CHECK (one == std::vector<float> { 9.0f, 0.0f, 0.0f, 0x1p-126f, 0.25f, 0.0f });
}

TEST_CASE ("the last minute holds notes with numbers, their expressions, and the host's modulation")
{
    using Type = PerformanceEvent::Type;
    const auto place = [] (const char* id) { return static_cast<std::uint16_t> (*findParameter (id)); };
    const auto expression = [] (NoteExpression kind) { return static_cast<std::uint16_t> (kind); };
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 4800);
    Stereo sound;
    const auto play = [&] (const std::vector<PerformanceEvent>& events)
    {
        PlainBlock block (processor, events, 4800, sound);
        processor.renderBlock (block, false);
    };
    const auto rest = [&] (int seconds)
    {
        for (int block = 0; block < 10 * seconds; ++block)
            play ({});
    };
    const auto phrase = [&] (std::uint32_t one, std::uint32_t other)
    {
        play ({ { 5, Type::noteExpression, 0, expression (NoteExpression::tuning), 0.25, one },
                { 5, Type::noteOn, 0, 57, 0.8, one },
                { 5, Type::noteOn, 0, 57, 0.6, other },
                { 800, Type::modulate, 0, place ("hand.position"), -0.2, other },
                { 1200, Type::noteExpression, 0, expression (NoteExpression::volume), 1.9, other },
                { 2400, Type::setParameter, 0, place ("hand.speed"), 0.31 } });
        play ({ { 100, Type::choke, 0, 57, 0.0, one }, { 100, Type::noteOff, 0, 57, 0.5, one } });
        play ({ { 4000, Type::noteOff, 0, 57, 0.5, other } });
    };
    // The log begins at the last rest that is older than a minute: after the modulation, with which it then starts.
    play ({ { 0, Type::modulate, 0, place ("body.tune"), 0.02 }, { 7, Type::noteOn, 0, 50, 0.7, 1 } });
    play ({ { 9, Type::noteOff, 0, 50, 0.5, 1 } });
    rest (30);
    phrase (2, 3);
    rest (70);
    phrase (4, 5);
    rest (1);

    const auto performance = processor.lastMinute();
    REQUIRE (performance);
    const auto text = performanceToJson (*performance);
    const auto read = performanceFromJson (text);
    REQUIRE (read);
    CHECK (performanceToJson (*read) == text);
    for (const auto* part : { "\"expression\"", "\"modulate\"", "\"choke\"", "\"note\": 3" })
        CHECK (text.find (part) != std::string::npos);
    CHECK (read->log.past.streamTime > 100000); // it begins at a rest after the first note
    CHECK (read->log.controllers.size() == 1);
    const auto again = replayed (*read);
    const auto length = static_cast<std::int64_t> (again.left.size());
    REQUIRE (length > 4 * 4800);
    const auto end = processor.loggedUntil() - (performance->log.began + performance->log.end);
    const auto last = static_cast<std::int64_t> (sound.left.size()) - end;
    CHECK (again == piece (sound, last - length, last));
    CHECK (again.peak() > test::listener::audible);
}

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
    CHECK (again.peak() > test::listener::audible);
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
