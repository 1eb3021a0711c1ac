// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures that are recorded: by the audio thread on the control grid, whether a window is open or not; and what the
// gesture editor remembers of itself.
#include "Support/EditorScene.h"

#include "Plugin/Gestures/GesturePane.h"

#include "../Source/Synth/Feeds/HandFeed.h"
#include "Support/PreparedSynth.h"
#include "Support/RecordedGesture.h"

#include <cstdlib>

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;
using Kind = GestureTrackKind;
using Source = GestureRecorder::Source;
using Type = PerformanceEvent::Type;

constexpr double grid = 32.0; // samples between two points of the control grid

PerformanceEvent key (int at, Type type, int number = 50)
{
    return { at, type, 0, static_cast<std::uint16_t> (number), 0.63 };
}

/** The knobs say what the bow does. */
Patch directPatch ()
{
    auto patch = Patch::defaults();
    for (const auto& [id, value] :
         { std::pair ("voice.response", 1.0), std::pair ("voice.guide", 0.0), std::pair ("voice.humanise", 0.0),
           std::pair ("voice.vibrato", 0.0), std::pair ("voice.phrasing", 0.0), std::pair ("surface.texture", 0.0),
           std::pair ("hand.speed", 0.2), std::pair ("hand.position", 0.1), std::pair ("hand.stroke", 0.0) })
        parameterTable()[findParameter (id).value()].in (patch) = value;
    return patch;
}

/** Renders with events at absolute times, in blocks so long. */
void play (Synth& synth, std::vector<PerformanceEvent> events, int samples, int block, ProbeBuffer* probes = nullptr)
{
    std::vector<double> left (static_cast<std::size_t> (block)), right (left);
    std::size_t next = 0;
    for (int done = 0; done < samples; done += block)
    {
        const int size = std::min (block, samples - done);
        std::vector<PerformanceEvent> here;
        for (; next < events.size() && events[next].offset < done + size; ++next)
        {
            here.push_back (events[next]);
            here.back().offset -= done;
        }
        synth.render (here, left.data(), right.data(), size, probes);
    }
}

/** Silence, or what `message` puts into it, for so many blocks of 480 samples. */
void run (PluginProcessor& processor, int blocks, const std::function<void (int, juce::MidiBuffer&)>& message = nullptr)
{
    juce::AudioBuffer<float> audio (2, 480);
    for (int block = 0; block < blocks; ++block)
    {
        juce::MidiBuffer midi;
        if (message)
            message (block, midi);
        processor.processBlock (audio, midi);
    }
}

void prepareDirect (PluginProcessor& processor)
{
    processor.bridge().change ([] (Patch& patch) { patch = directPatch(); });
    processor.setRateAndBufferSizeDetails (48000.0, 480);
    processor.prepareToPlay (48000.0, 480);
}

GesturePane& paneOf (PluginEditor& editor)
{
    return editor.showMod (ModSection::gesture).gesturePane();
}

/** The player's files lie in a folder of their own until the end. */
struct OwnHome
{
    OwnHome() : folder (juce::File::createTempFile ("home"))
    {
        folder.createDirectory();
        setenv ("HOME", folder.getFullPathName().toRawUTF8(), 1);
    }
    ~OwnHome()
    {
        setenv ("HOME", before.c_str(), 1);
        folder.deleteRecursively();
    }
    juce::File folder;
    std::string before = std::getenv ("HOME") != nullptr ? std::getenv ("HOME") : "/";
};
} // namespace

TEST_CASE ("a hand is written down on the control grid as the probes see its bow, at any rate and block size")
{
    for (const double rate : { 44100.0, 48000.0, 96000.0 })
        for (const int block : { 37, 512 })
        {
            CAPTURE (rate, block);
            const int second = static_cast<int> (rate), down = second / 10 + 5, up = down + second / 2;
            test::PreparedSynth synth (directPatch(), rate);
            auto& feed = synth.pictures().hand();
            CHECK (feed.points().empty());
            feed.start();
            CHECK (feed.points().empty());
            std::vector<ProbeFrame> frames (static_cast<std::size_t> (2 * second));
            ProbeBuffer probes { frames.data(), frames.size(), 0 };
            play (synth, { key (down, Type::noteOn), key (up, Type::noteOff) }, second, block, &probes);
            feed.stop();
            const auto points = feed.points();
            REQUIRE (points.size() > 100);
            // The first point of the grid at which the key is held.
            CHECK (points.front().seconds * rate - down >= 0.0);
            CHECK (points.front().seconds * rate - down < grid + 1e-6);
            int checked = 0;
            for (std::size_t i = 0; i < points.size(); ++i)
            {
                const auto& point = points[i];
                const double place = (point.seconds * rate - down) / grid; // the stroke starts the grid
                REQUIRE_THAT (place, WithinAbs (std::round (place), 1e-6));
                if (i > 0)
                {
                    const double since = point.seconds - points[i - 1].seconds;
                    REQUIRE (since > 0.004 - 1e-9);
                    REQUIRE (since < 0.004 + grid / rate + 1e-9);
                }
                CHECK (point.held ==
                       (down + std::round (place) * grid < up)); // events of a sample come before its point
                // The probe of the internal sample that begins there.
                const auto probe =
                    std::lower_bound (frames.begin(), frames.begin() + static_cast<std::ptrdiff_t> (probes.count),
                                      point.seconds + 0.25 / rate,
                                      [] (const ProbeFrame& frame, double time) { return frame.time < time; });
                if (! point.held || i == 0 || probe == frames.begin() + static_cast<std::ptrdiff_t> (probes.count))
                    continue;
                CHECK_THAT (static_cast<double> (point.speed), WithinAbs (probe->bowVelocity, 0.01));
                CHECK_THAT (static_cast<double> (point.normalForce),
                            WithinAbs (probe->normalForce, 0.05 * probe->normalForce + 0.02));
                CHECK_THAT (static_cast<double> (point.position), WithinAbs (0.1, 1e-3));
                ++checked;
            }
            CHECK (checked > 80);
            CHECK_THAT (static_cast<double> (points[60].speed), WithinAbs (0.2, 0.002)); // a quarter of a second later
        }
}

TEST_CASE ("who records a hand moves no bit of the sound, and the audio thread allocates nothing for it")
{
    std::vector<double> heard[2];
    for (const bool recorded : { false, true })
    {
        test::PreparedSynth synth (Patch::defaults());
        if (recorded)
            synth.pictures().hand().start();
        std::vector<double> left (24000), right (24000);
        const std::vector<PerformanceEvent> events { key (100, Type::noteOn), key (12000, Type::noteOff) };
        const AllocationTrap trap;
        synth.render (events, left.data(), right.data(), 24000);
        CHECK (trap.allocations() == 0);
        CHECK (trap.locks() == 0);
        heard[recorded ? 1 : 0] = left;
    }
    CHECK (std::memcmp (heard[0].data(), heard[1].data(), heard[0].size() * sizeof (double)) == 0);
}

TEST_CASE ("a recording forgets the one before, goes on over a reset, and ends after a minute")
{
    test::PreparedSynth synth (directPatch(), 8000.0);
    auto& feed = synth.pictures().hand();
    feed.start();
    play (synth, { key (0, Type::noteOn) }, 8000, 160);
    const auto first = feed.points().size();
    CHECK (first == 250); // a second of 4 ms
    feed.start();
    CHECK (feed.points().empty());
    play (synth, {}, 800, 160);
    CHECK (feed.points().size() == 25); // 0 to 96 ms
    synth.reset();
    play (synth, { key (0, Type::noteOn) }, 800, 160);
    const auto points = feed.points();
    REQUIRE (points.size() == 50);
    for (std::size_t i = 1; i < points.size(); ++i)
        CHECK (points[i].seconds > points[i - 1].seconds);
    CHECK_THAT (points.back().seconds - points.front().seconds, WithinAbs (0.196, 1e-6));
    feed.stop();
    play (synth, {}, 800, 160);
    CHECK (feed.points().size() == 50);

    feed.start();
    play (synth, { key (0, Type::noteOn) }, 8000 * 62, 1600);
    CHECK_THAT (feed.points().back().seconds - feed.points().front().seconds, WithinAbs (60.0, test::pointsApart));
}

TEST_CASE ("a recorded note is as long as it was to a few milliseconds, not to a frame of the screen")
{
    Window window;
    prepareDirect (window.processor);
    auto& pane = paneOf (editorOf (window));
    pane.setSources ({ Source::bow, Source::bow, Source::bow });
    for (const int length : { 2000, 2375, 2911, 3333 }) // samples: 41.7 to 69.4 ms, of 800 each frame
    {
        CAPTURE (length);
        pane.record();
        run (window.processor, 10,
             [length] (int block, juce::MidiBuffer& midi)
             {
                 if (block == 0)
                     midi.addEvent (juce::MidiMessage::noteOn (1, 50, static_cast<juce::uint8> (80)), 7);
                 if ((7 + length) / 480 == block)
                     midi.addEvent (juce::MidiMessage::noteOff (1, 50), (7 + length) % 480);
             });
        pane.record();
        CHECK_THAT (window.knob ("hand.gesture_time").exactValue(), WithinAbs (length / 48000.0, test::pointsApart));
        run (window.processor, 400); // until it has rung out
    }
}

TEST_CASE ("a recording goes on while its window is closed, and the next window ends it")
{
    PluginProcessor processor;
    prepareDirect (processor);
    {
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
        auto& pane = paneOf (static_cast<PluginEditor&> (*editor));
        pane.setSources ({ Source::wheel, Source::kept, Source::bow });
        pane.record();
    }
    CHECK_FALSE (processor.pictures().isWatched());
    REQUIRE (processor.gestureRecorder().isRecording());
    auto* position = processor.bridge().parameters()[*findParameter ("hand.position")];
    // A second of a note: the place moves an octave inwards, the wheel goes up over its first half.
    run (processor, 120,
         [&] (int block, juce::MidiBuffer& midi)
         {
             if (block == 10)
                 midi.addEvent (juce::MidiMessage::noteOn (1, 50, static_cast<juce::uint8> (80)), 0);
             if (block >= 10 && block <= 60)
                 midi.addEvent (juce::MidiMessage::controllerEvent (1, 1, juce::jmin (127, (block - 10) * 127 / 50)),
                                0);
             if (block >= 10 && block <= 110)
                 position->setExactValue (0.1 * std::exp2 (-(block - 10) / 100.0));
             if (block == 110)
                 midi.addEvent (juce::MidiMessage::noteOff (1, 50), 0);
         });
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    auto& pane = paneOf (static_cast<PluginEditor&> (*editor));
    CHECK (pane.isRecording());
    CHECK (processor.gestureRecorder().recordedSources() ==
           GestureRecorder::Sources { Source::wheel, Source::kept, Source::bow });
    for (const auto& moment : processor.gestureRecorder().moments())
    {
        const double place = moment.seconds * 48000.0 / grid;
        REQUIRE_THAT (place, WithinAbs (std::round (place), 1e-6));
    }
    const auto before = processor.currentGesture();
    pane.record();
    CHECK_FALSE (pane.isRecording());
    const auto gesture = processor.currentGesture();
    auto* length = processor.bridge().parameters()[*findParameter ("hand.gesture_time")];
    // In a block, a hundredth of a second, the wheel moves by two hundredths, and the place of two octaves to either
    // side by one.
    CHECK_THAT (length->exactValue(), WithinAbs (1.0, test::pointsApart)); // until the bow is off
    CHECK_THAT (gesture.at (0.25).speed, WithinAbs (0.5, test::strays + 0.02));
    CHECK_THAT (gesture.at (0.8).speed, WithinAbs (1.0, test::strays));
    CHECK_THAT (gesture.at (0.5).place, WithinAbs (-0.5, 2.0 * test::strays + 0.01));
    CHECK (gesture[Kind::force] == before[Kind::force]);
}

TEST_CASE ("a recording that is left alone ends after a minute, controllers and all, however late it is asked for")
{
    PluginProcessor processor;
    prepareDirect (processor);
    auto& recorder = processor.gestureRecorder();
    recorder.start ({ Source::bow, Source::wheel, Source::kept });
    // A note of a little more than a minute; the wheel rises over its first half minute. Every half second the timer
    // looks.
    run (processor, 6500,
         [&] (int block, juce::MidiBuffer& midi)
         {
             if (block == 0)
                 midi.addEvent (juce::MidiMessage::noteOn (1, 50, static_cast<juce::uint8> (80)), 0);
             if (block % 100 == 0 && block <= 3000)
                 midi.addEvent (juce::MidiMessage::controllerEvent (1, 1, 127 * block / 3000), 1);
             if (block == 6300)
                 midi.addEvent (juce::MidiMessage::noteOff (1, 50), 0);
             if (block % 50 == 49)
                 recorder.collect();
         });
    CHECK (recorder.isFull());
    const auto result = recorder.finish (DrawnGesture::door());
    REQUIRE (result.has_value());
    CHECK_THAT (result->seconds, WithinAbs (GestureRecorder::longest, test::pointsApart));
    CHECK_THAT (result->gesture.at (15.5 / result->seconds).force,
                WithinAbs (2.0 * 63 / 127, test::strays)); // of 0 to 2
    CHECK_THAT (result->gesture.at (45.0 / result->seconds).force, WithinAbs (2.0, test::strays));
    CHECK_THAT (result->gesture.at (0.5).speed, WithinAbs (1.0, test::strays));
}

TEST_CASE ("ruler and snap of the gesture editor are kept with the window's other settings")
{
    const OwnHome home;
    const auto open = [] (const std::function<void (PluginEditor&)>& look)
    {
        const auto processor = wrapped (juce::AudioProcessor::wrapperType_LV2); // which has a window anywhere
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor->createEditor());
        look (static_cast<PluginEditor&> (*editor));
    };
    const auto boxOf = [] (PluginEditor& editor, const juce::String& title) -> juce::ComboBox&
    {
        for (auto* component : descendants (editor))
            if (auto* box = dynamic_cast<juce::ComboBox*> (component); box != nullptr && box->getTitle() == title)
                return *box;
        throw std::logic_error ("no such menu");
    };
    const auto choose = [&] (PluginEditor& editor, const juce::String& title, const juce::String& entry)
    {
        auto& box = boxOf (editor, title);
        for (int i = 0; i < box.getNumItems(); ++i)
            if (box.getItemText (i) == entry)
                box.setSelectedItemIndex (i, juce::sendNotificationSync);
    };
    open (
        [&] (PluginEditor& editor)
        {
            paneOf (editor);
            CHECK (boxOf (editor, "Ruler").getText() == "Seconds");
            CHECK (boxOf (editor, "Snap").getText() == "Off");
            choose (editor, "Snap", "50 ms");
            choose (editor, "Ruler", "Frames 25");
            CHECK (boxOf (editor, "Snap").getText() == "Off"); // each ruler has its own
            choose (editor, "Snap", "2 frames");
        });
    const auto file = juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory)
                          .getChildFile ("Kolophon/Editor.settings");
    CHECK (file.isAChildOf (home.folder));
    CHECK (file.existsAsFile());
    open (
        [&] (PluginEditor& editor)
        {
            paneOf (editor);
            CHECK (boxOf (editor, "Ruler").getText() == "Frames 25");
            CHECK (boxOf (editor, "Snap").getText() == "2 frames");
            choose (editor, "Ruler", "Seconds");
            CHECK (boxOf (editor, "Snap").getText() == "50 ms");
        });
}
} // namespace kolophon
