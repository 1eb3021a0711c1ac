// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/EditorScene.h"
#include "Support/Mouse.h"
#include "Support/RecordedGesture.h"
#include "Support/Rounding.h"

#include "Plugin/Gestures/GestureAxes.h"
#include "Plugin/Gestures/GesturePane.h"
#include "Plugin/Gestures/TakesPane.h"

#include "../Source/Files/Sounds/SoundFile.h"

namespace kolophon
{
namespace
{
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Kind = GestureTrackKind;

constexpr double asDrawn = 16.0 * test::roundedFloat; // places of a view are floats of up to a thousand pixels

/** A folder that is gone afterwards. */
struct Folder
{
    Folder() : folder (juce::File::createTempFile ("takes")) { folder.createDirectory(); }
    ~Folder() { folder.deleteRecursively(); }
    juce::File folder;
};

void waitForTakes (Window& window)
{
    REQUIRE (waitFor ([&window] { return ! window.processor.takes().state().isRunning; }));
    window.refresh();
}
} // namespace

TEST_CASE ("axes say seconds, film frames and beats, and take what was typed")
{
    auto patch = Patch::defaults();
    patch.handGestureTime = 2.0;
    const auto seconds = TimeAxis::of (patch, TimeAxis::Unit::seconds),
               film = TimeAxis::of (patch, TimeAxis::Unit::frames25);
    CHECK (seconds.text (0.3) == "0.6 s");
    CHECK (film.text (0.3) == "15 fr");
    CHECK (seconds.timeFrom ("500 ms").value() == 0.25);
    CHECK (seconds.timeFrom (" 0.5 s ").value() == 0.25);
    CHECK (film.timeFrom ("25").value() == 0.5);
    CHECK_THAT (std::string (film.timeFrom ("51").error().what()), Contains ("allowed: 0 to 50 fr"));
    CHECK_THAT (std::string (seconds.timeFrom ("3 beats").error().what()), Contains ("0 to 2 s"));
    patch.gestureSync = 1.0;
    patch.gestureBeats = 8.0;
    const auto beats = TimeAxis::of (patch, TimeAxis::Unit::frames25);
    CHECK (beats.unit == TimeAxis::Unit::beats);
    CHECK (beats.text (0.5) == "4 beats");
    CHECK (beats.timeFrom ("2 beats").value() == 0.25);
    // Lines stand on whole frames and halves of beats, and never nearer than asked.
    CHECK (seconds.lineEvery (800.0, 60.0) == 0.2);
    CHECK (film.lineEvery (800.0, 60.0) == 5.0);
    CHECK (beats.lineEvery (800.0, 60.0) == 1.0);

    patch.handSpeed = 0.2;
    patch.handPosition = 0.1;
    CHECK (ValueAxis { Kind::speed, patch }.text (-0.25) == "-50 mm/s");
    CHECK_THAT (ValueAxis ({ Kind::speed, patch }).valueFrom ("50 mm/s").value(), WithinAbs (0.25, 1e-12));
    CHECK_FALSE (ValueAxis ({ Kind::speed, patch }).valueFrom ("300 mm/s"));
    CHECK (ValueAxis { Kind::force, patch }.text (1.5) == "150 %");
    CHECK_THAT (ValueAxis ({ Kind::force, patch }).valueFrom ("80 %").value(), WithinAbs (0.8, 1e-12));
    patch.handForceMode = 1.0;
    patch.handForce = 4.0;
    CHECK (ValueAxis { Kind::force, patch }.text (0.5) == "2 N");
    CHECK_THAT (ValueAxis ({ Kind::force, patch }).valueFrom ("6 N").value(), WithinAbs (1.5, 1e-12));
    CHECK (ValueAxis { Kind::place, patch }.text (1.0) == "0.2");
    CHECK_THAT (ValueAxis ({ Kind::place, patch }).valueFrom ("0.05").value(), WithinAbs (-1.0, 1e-12));
    CHECK ((ValueAxis { Kind::place, patch }.lines() == std::vector { -2.0, -1.0, 0.0, 1.0, 2.0 })); // 0.025 to 0.4
    patch.handPosition = 0.419;
    CHECK ((ValueAxis { Kind::place, patch }.lines() == std::vector { -2.0, -1.0, 0.0 })); // 0.5 is the middle
    patch.handPosition = 0.01;
    CHECK ((ValueAxis { Kind::place, patch }.lines() == std::vector { -1.0, 0.0, 1.0, 2.0 }));
}

TEST_CASE ("a gesture is drawn with the mouse by points, arcs and a pencil, each a step back, and kept with the state")
{
    Window window;
    auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
    window.refresh();
    auto& history = editorOf (window).history();
    const auto gesture = [&window] { return window.processor.currentGesture(); };
    REQUIRE (gesture() == DrawnGesture::door());
    auto& place = pane.view (Kind::place);
    Mouse mouse { place };

    mouse.click (place.placeOf (0.25, 1.0));
    window.refresh();
    REQUIRE (gesture()[Kind::place].count == 1);
    CHECK_THAT (gesture()[Kind::place].points[0].time, WithinAbs (0.25, asDrawn));
    CHECK (gesture()[Kind::place].points[0].value == 1.0); // values snap to the lines of the axis
    mouse.press (place.placeOf (0.75, 0.4));
    mouse.drag (place.placeOf (0.7, -0.3));
    mouse.drag (place.placeOf (0.5, -0.7));
    mouse.release (place.placeOf (0.5, -0.7));
    window.refresh();
    REQUIRE (gesture()[Kind::place].count == 2);
    CHECK_THAT (gesture()[Kind::place].points[1].time, WithinAbs (0.5, asDrawn));
    CHECK_THAT (gesture()[Kind::place].points[1].value, WithinAbs (-0.7, asDrawn));
    CHECK (window.processor.isEdited());

    const auto straight = gesture();
    const auto middle = place.placeOf (0.375, straight[Kind::place].at (0.375, 0.0));
    mouse.press (middle);
    mouse.drag (middle.translated (0.0f, -20.0f));
    mouse.release (middle.translated (0.0f, -20.0f));
    window.refresh();
    CHECK (gesture()[Kind::place].points[0].curve > 0.2); // stays high, and falls late
    mouse.doubleClick (place.placeOf (0.375, gesture()[Kind::place].at (0.375, 0.0)));
    window.refresh();
    CHECK (gesture() == straight);
    mouse.doubleClick (place.placeOf (0.25, 1.0));
    window.refresh();
    CHECK (gesture()[Kind::place].count == 1);

    // Back through all of it, and forth.
    const auto last = gesture();
    int steps = 0;
    while (history.canUndo())
    {
        history.undo();
        ++steps;
    }
    CHECK (steps == 5);
    CHECK (gesture() == DrawnGesture::door());
    while (history.canRedo())
        history.redo();
    CHECK (gesture() == last);

    PluginProcessor other;
    load (other, savedState (window.processor));
    CHECK (other.currentGesture() == last);

    window.button ("Draw with a pencil").setToggleState (true, juce::dontSendNotification);
    auto& speed = pane.view (Kind::speed);
    Mouse pencil { speed };
    pencil.press (speed.placeOf (0.0, 1.0));
    for (int i = 1; i <= 20; ++i)
        pencil.drag (speed.placeOf (0.05 * i, 1.0 - 0.1 * i));
    pencil.release (speed.placeOf (1.0, -1.0));
    window.refresh();
    CHECK (gesture()[Kind::speed].count == 2);
    CHECK_THAT (gesture().at (0.5).speed, WithinAbs (0.0, asDrawn));
    history.undo();
    CHECK (gesture() == last);
}

TEST_CASE ("times of points snap to the grid of the ruler, in seconds, frames and beats")
{
    Window window;
    auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
    window.set ("hand.gesture_time", 2.0);
    auto& force = pane.view (Kind::force);
    const auto drawnAt = [&] (double time)
    {
        Mouse mouse { force };
        mouse.click (force.placeOf (time, 0.3));
        window.refresh();
        const auto track = window.processor.currentGesture()[Kind::force];
        for (int i = 0; i < track.count; ++i)
            if (std::abs (track.points[static_cast<std::size_t> (i)].time - time) < 0.05)
                return track.points[static_cast<std::size_t> (i)].time;
        return -1.0;
    };
    const auto choose = [&] (TimeAxis::Unit unit, int step)
    {
        DrawnGesture steady;
        window.processor.setGesture (steady);
        pane.setUnit (unit);
        window.refresh();
        window.find<juce::ComboBox> ("Snap")->setSelectedId (step + 1, juce::sendNotificationSync);
    };
    choose (TimeAxis::Unit::seconds, 3); // 0.1 s of 2 s
    CHECK_THAT (drawnAt (0.287), WithinAbs (0.3, 1e-12));
    choose (TimeAxis::Unit::frames24, 1); // a frame of 48
    CHECK_THAT (drawnAt (0.287), WithinAbs (14.0 / 48.0, 1e-12));
    CHECK (window.knob ("gesture.sync").exactValue() == 0.0);
    choose (TimeAxis::Unit::beats, 5); // a quarter of 4
    CHECK (window.knob ("gesture.sync").exactValue() == 1.0);
    CHECK_THAT (drawnAt (0.287), WithinAbs (0.25, 1e-12));
}

TEST_CASE ("a gesture is drawn with the keyboard alone, and says where it is")
{
    Window window;
    auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
    auto& speed = pane.view (Kind::speed);
    CHECK (speed.getWantsKeyboardFocus());
    const auto press = [&] (int key, int modifiers = 0, juce::juce_wchar text = 0)
    {
        CHECK (speed.keyPressed (juce::KeyPress (key, juce::ModifierKeys (modifiers), text)));
        window.refresh();
    };
    const auto track = [&] { return window.processor.currentGesture()[Kind::speed]; };
    const auto door = track();
    press (juce::KeyPress::homeKey);
    press (juce::KeyPress::rightKey);
    CHECK (speed.describe() == "Point 2 of 6: 0.18 s, 70 mm/s"); // 0.12 of 1.5 s, 0.35 of 0.2 m/s
    press (juce::KeyPress::upKey);
    CHECK_THAT (track().points[1].value, WithinAbs (0.37, 1e-12)); // a hundredth of -1 … 1
    press (juce::KeyPress::rightKey, juce::ModifierKeys::commandModifier);
    CHECK (track().points[1].time > door.points[1].time);
    press (']', 0, ']');
    CHECK_THAT (track().points[1].curve, WithinAbs (0.1, 1e-12));
    press (juce::KeyPress::returnKey);
    CHECK (track().count == 7);
    press (juce::KeyPress::deleteKey);
    CHECK (track().count == 6);
    CHECK_FALSE (speed.keyPressed (juce::KeyPress ('q')));
    const auto handler = speed.createAccessibilityHandler();
    REQUIRE (handler->getValueInterface() != nullptr);
    CHECK (handler->getValueInterface()->getCurrentValueAsString() == speed.describe());
}

TEST_CASE ("variations are of what was drawn, the same for the same seed, and steps back")
{
    Window window;
    auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
    window.refresh();
    pane.vary();
    const auto first = window.processor.currentGesture();
    window.refresh();
    CHECK (first == drawing::varied (DrawnGesture::door(), 0.1, 1));
    pane.vary();
    window.refresh();
    CHECK (window.processor.currentGesture() == drawing::varied (DrawnGesture::door(), 0.1, 2)); // not of a variation
    editorOf (window).history().undo();
    CHECK (window.processor.currentGesture() == first);
    editorOf (window).history().undo();
    CHECK (window.processor.currentGesture() == DrawnGesture::door());
}

TEST_CASE ("a recorded stroke is the gesture that plays it again")
{
    Window window (800);
    window.set ("voice.response", 1.0); // direct, so that the knobs say what the bow does
    window.set ("voice.guide", 0.0);
    window.set ("voice.humanise", 0.0);
    window.set ("hand.speed", 0.2);
    window.set ("hand.position", 0.1);
    auto& pane = editorOf (window).showMod (ModSection::gesture).gesturePane();
    using Source = GestureRecorder::Source;
    pane.setSources ({ Source::bow, Source::wheel, Source::bow });
    sound (window, 6);
    pane.record();
    CHECK (pane.isRecording());
    // A second of a note: the wheel goes up over its first half, the place moves inwards over all of it.
    sound (window, 90,
           [&window] (int tick, juce::MidiBuffer& midi)
           {
               if (tick == 12)
                   midi.addEvent (juce::MidiMessage::noteOn (1, 50, static_cast<juce::uint8> (80)), 0);
               if (tick >= 12 && tick <= 42)
                   midi.addEvent (juce::MidiMessage::controllerEvent (1, 1, juce::jmin (127, (tick - 12) * 127 / 30)),
                                  0);
               if (tick >= 12 && tick <= 72)
                   window.set ("hand.position", 0.1 * std::exp2 (-(tick - 12) / 60.0));
               if (tick == 72)
                   midi.addEvent (juce::MidiMessage::noteOff (1, 50), 0);
           });
    pane.record();
    CHECK_FALSE (pane.isRecording());
    const auto gesture = window.processor.currentGesture();
    CHECK_THAT (window.knob ("hand.gesture_time").exactValue(),
                WithinAbs (1.0, test::pointsApart)); // until the bow is off
    CHECK (window.knob ("hand.drive").exactValue() == 1.0);
    // In a tick, a sixtieth of a second, the wheel goes from 0 to 2 by four of them a second, the place by one of two
    // octaves to either side.
    CHECK_THAT (gesture.at (0.5).speed, WithinAbs (1.0, test::strays));
    CHECK_THAT (gesture.at (0.25).force, WithinAbs (1.0, test::strays + 4.0 / 60.0)); // half of the wheel's way, 0 … 2
    CHECK_THAT (gesture.at (0.8).force, WithinAbs (2.0, test::strays));
    CHECK_THAT (gesture.at (0.5).place, WithinAbs (-0.5, 2.0 * test::strays + 1.0 / 60.0));
    // All of that is one step back.
    window.refresh();
    editorOf (window).history().undo();
    CHECK (window.processor.currentGesture() == DrawnGesture::door());
    CHECK (window.knob ("hand.gesture_time").exactValue() == 1.5);

    pane.record();
    pane.record(); // nobody has struck a key
    CHECK_THAT (editorOf (window).complaint().toStdString(), Contains ("no key was played"));
}

TEST_CASE ("the editor shows where the hand is in a gesture that is played")
{
    Window window (800);
    window.set ("hand.drive", 1.0);
    window.set ("hand.gesture_time", 2.0);
    editorOf (window).showMod (ModSection::gesture);
    CHECK (editorOf (window).pictureData().isWatching());
    sound (window, 60,
           [] (int tick, juce::MidiBuffer& midi)
           {
               if (tick == 0)
                   midi.addEvent (juce::MidiMessage::noteOn (1, 50, 0.8f), 0);
           });
    const auto* shape = editorOf (window).pictureData().live();
    REQUIRE (shape != nullptr);
    CHECK_THAT (shape->gesture, WithinAbs (0.5, 1.0 / 60.0 / 2.0)); // a tick, of 2 s
    editorOf (window).showMod (ModSection::sources);
    CHECK_FALSE (editorOf (window).pictureData().isWatching());
}

TEST_CASE ("the menus of takes show the order that will be rendered, whatever has set it")
{
    Window window;
    auto& pane = editorOf (window).showMod (ModSection::takes).takesPane();
    auto& order = window.processor.takeOrder();
    const auto shown = [&pane] (const juce::String& title)
    {
        for (auto* child : pane.getChildren())
            if (auto* box = dynamic_cast<juce::ComboBox*> (child); box != nullptr && box->getTitle() == title)
                return box->getText();
        return juce::String ("no menu " + title);
    };
    order.finishing.level = LevelTarget {};
    order.sampleRate = 96000;
    order.format = WavFormat::float32;
    pane.refresh();
    CHECK (shown ("Normalise") == "Loudness");
    CHECK (shown ("Sample rate") == "96 kHz");
    CHECK (shown ("Sample format") == "32 bit float");
    order.finishing.level.reset();
    pane.refresh();
    CHECK (shown ("Normalise") == "Off");
}

TEST_CASE ("takes are rendered beside the sound, listed, heard and dragged out as files")
{
    const Folder place;
    Window window (480);
    auto& pane = editorOf (window).showMod (ModSection::takes).takesPane();
    auto& order = window.processor.takeOrder();
    order.folder = place.folder.getFullPathName().toStdString();
    order.seconds = 0.2;
    order.count = 3;
    pane.addKnob (findParameter ("hand.speed").value());
    CHECK (order.vary == "*.seed=*,hand.speed=±20%");
    pane.addKnob (findParameter ("hand.speed").value()); // in its place
    CHECK (order.vary == "*.seed=*,hand.speed=±20%");
    pane.render();
    CHECK (window.button ("Render the takes").getButtonText() == "Cancel");
    waitForTakes (window);
    const auto state = window.processor.takes().state();
    CHECK (state.error.empty());
    REQUIRE (state.takes.size() == 3);
    CHECK (window.button ("Render the takes").getButtonText() == "Render");
    // The same as without a window: a plan of the same order and preset.
    auto plain = order;
    const Folder another;
    plain.preset = window.processor.currentPreset();
    plain.folder = another.folder.getFullPathName().toStdString();
    const auto entries = writeTakes (planTakes (plain).value(), {});
    for (std::size_t i = 0; i < 3; ++i)
    {
        const auto file = juce::String (state.takes[i].file);
        CHECK (place.folder.getChildFile (file).loadFileAsString().isNotEmpty());
        juce::MemoryBlock ours, theirs;
        place.folder.getChildFile (file).loadFileAsData (ours);
        another.folder.getChildFile (juce::String (entries[i].file)).loadFileAsData (theirs);
        CHECK (ours == theirs);
    }

    auto& list = pane.list();
    juce::StringArray dragged;
    list.dragOut = [&dragged] (const juce::StringArray& files) { dragged = files; };
    list.choose (1);
    juce::Component* row = nullptr;
    for (auto* component : descendants (list))
        row = dynamic_cast<juce::ListBox*> (component) != nullptr ? component : row;
    REQUIRE (row != nullptr);
    const auto& inside = *row->getChildComponent (0);
    const auto event = Mouse { const_cast<juce::Component&> (inside) }.at ({ 40.0f, 0.0f }, 1, true);
    list.mouseDrag (event);
    CHECK (dragged == juce::StringArray (place.folder.getChildFile ("take_02.wav").getFullPathName()));

    list.listen();
    REQUIRE (waitFor ([&window] { return window.processor.audition().isPlaying(); }, [&window] { window.refresh(); }));
    const auto file = readRecording (place.folder.getChildFile ("take_02.wav").getFullPathName().toStdString());
    REQUIRE (file.has_value());
    const auto heard = fromPlugin (window.processor, 4800, {}, blocksOf (480));
    for (std::size_t n = 0; n < 4800; ++n)
        REQUIRE (heard.left[n] == static_cast<double> (static_cast<float> (file->left[n]))); // nothing else sounds
    list.listen();
    CHECK (fromPlugin (window.processor, 480, {}, blocksOf (480)).peak() == 0.0);
    CHECK_FALSE (window.processor.audition().isPlaying());
}

TEST_CASE ("what can't be rendered is one sentence in the window")
{
    Window window (480);
    auto& pane = editorOf (window).showMod (ModSection::takes).takesPane();
    auto& order = window.processor.takeOrder();
    order.seconds = 0.1;
    order.count = 1;
    order.folder = "/dev/null/takes";
    pane.render();
    waitForTakes (window);
    CHECK_THAT (editorOf (window).complaint().toStdString(), Contains ("/dev/null/takes"));
    order.vary = "hand.sped=*";
    pane.render();
    waitForTakes (window);
    CHECK_THAT (editorOf (window).complaint().toStdString(), Contains ("hand.sped"));
    pane.setFromPerformance (true);
    CHECK_FALSE (window.find<ValueField> ("Note")->isEnabled());
}

TEST_CASE ("the last minute is varied as it was played, and one that varies nothing is what was heard")
{
    const Folder place;
    Window window (480);
    const auto heard =
        fromPlugin (window.processor, 24000,
                    { { 0, juce::MidiMessage::noteOn (1, 50, 0.7f) }, { 14400, juce::MidiMessage::noteOff (1, 50) } },
                    blocksOf (480));
    auto& pane = editorOf (window).showMod (ModSection::takes).takesPane();
    auto& order = window.processor.takeOrder();
    order.folder = place.folder.getFullPathName().toStdString();
    order.count = 2;
    order.vary = "hand.speed=±0%";
    order.format = WavFormat::float32;
    pane.setFromPerformance (true);
    pane.render();
    waitForTakes (window);
    REQUIRE (window.processor.takes().state().error.empty());
    const auto file = readRecording (place.folder.getChildFile ("take_01.wav").getFullPathName().toStdString());
    REQUIRE (file.has_value());
    REQUIRE (file->left.size() >= 20000);
    for (std::size_t n = 0; n < 20000; ++n)
        REQUIRE (file->left[n] == static_cast<double> (static_cast<float> (heard.left[n])));
    CHECK (place.folder.getChildFile ("take.performance").existsAsFile());
}

TEST_CASE ("sounds that were heard are let go of, and never under the audio thread's feet")
{
    Audition audition;
    std::atomic<bool> stop { false }, fine { true };
    std::atomic<long> mixed { 0 };
    std::thread thread (
        [&]
        {
            std::vector<double> left (64), right (64);
            for (; ! stop; ++mixed)
            {
                std::fill (left.begin(), left.end(), 0.0);
                audition.mix (left.data(), right.data(), 64, 48000.0);
                for (const double sample : left)
                    fine = fine && (sample == 0.0 || sample == 0.5);
            }
        });
    std::size_t most = 0;
    for (int i = 0; i < 2000; ++i)
    {
        auto next = std::make_unique<Audition::Sound>();
        next->left.assign (4096, 0.5f);
        next->right.assign (4096, 0.5f);
        audition.play (std::move (next));
        most = std::max (most, audition.held());
        std::this_thread::yield();
        if (i % 20 == 0) // until the other thread has had its turn, however busy the machine is
            for (const long before = mixed; mixed < before + 2;)
                std::this_thread::yield();
    }
    stop = true;
    thread.join();
    CHECK (fine);
    CHECK (most < 2000);

    Audition alone; // half the rate is an octave lower, by straight lines
    auto ramp = std::make_unique<Audition::Sound>();
    ramp->left = ramp->right = { 0.0f, 1.0f, 2.0f, 3.0f };
    ramp->sampleRate = 24000.0;
    alone.play (std::move (ramp));
    std::vector<double> left (8), right (8);
    alone.mix (left.data(), right.data(), 8, 48000.0);
    CHECK (left == std::vector<double> { 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 1.5 });
}
} // namespace kolophon
