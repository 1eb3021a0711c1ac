// SPDX-License-Identifier: GPL-3.0-or-later
// The editor in a real window: partial repaints give the same pixels as a repaint of everything.
#define CATCH_CONFIG_RUNNER
#include "Support/EditorScene.h"
#include "Support/LongRun.h"
#include "Support/NamedBody.h"
#include "Support/RealWindow.h"

#include "Plugin/Pictures/StagePicture.h"
#include "Plugin/Windows/KeyboardStrip.h"

#include <cstdlib>
#include <iostream>

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // called by JUCE's own loop
}

int main (int count, char** arguments)
{
    if (! kolophon::xserver::introduceWindowManagers())
        return std::cerr << "No display: run this with Scripts/with-display\n", 77;
    const juce::ScopedJuceInitialiser_GUI juce; // this thread is the message thread
    return Catch::Session().run (count, arguments);
}

namespace kolophon
{
namespace
{
/** Contents of a window and their appearance. */
struct View
{
    std::string name;
    PageKind page = PageKind::play;
    std::vector<PictureKind> pictures {}; // in the panes of the page, from the first on
    std::string body {};
    std::string preset {};
    std::vector<std::pair<std::string, double>> knobs {};
    int percent = 100;  // of the design's size
    float scale = 1.0f; // of the desktop
    palette::Theme theme = palette::Theme::dark;
    bool reducedMotion = false;
    std::optional<ModSection> section {};
    std::vector<int> keys { 45 };
};

/** The editor on the desktop. Nothing of it runs by the clock, unless a test is about that. */
class OpenEditor
{
public:
    explicit OpenEditor (const View& view, bool hasClock = false)
    {
        juce::Desktop::getInstance().setGlobalScaleFactor (view.scale);
        palette::use (view.theme);
        processor.setNonRealtime (true); // no map is worked out on a thread of its own
        for (int i = 0; ! view.preset.empty() && i < processor.getNumPrograms(); ++i)
            if (processor.getProgramName (i) == juce::String (view.preset))
                processor.setCurrentProgram (i);
        if (! view.body.empty())
            set ("body.type", test::bodyNamed (view.body));
        for (const auto& [id, value] : view.knobs)
            set (id, value);
        set ("body.decay", 0.2);
        processor.prepareToPlay (48000.0, tick);
        editor.reset (static_cast<PluginEditor*> (processor.createEditor()));
        if (! hasClock)
            editor->stopClock();
        editor->setTheme (view.theme);
        editor->setReducedMotion (view.reducedMotion);
        const auto size = juce::Rectangle<int> (PluginEditor::designWidth, PluginEditor::designHeight) *
                          (0.01f * static_cast<float> (view.percent));
        editor->setSize (size.getWidth(), size.getHeight());
        view.section ? static_cast<void> (editor->showMod (*view.section)) : editor->showPage (view.page);
        for (std::size_t i = 0; i < view.pictures.size(); ++i)
            editor->pageShown().panes().at (i)->show (view.pictures[i]);
        window.setUsingNativeTitleBar (true);
        window.setContentNonOwned (editor.get(), true);
        window.setTopLeftPosition (5, 5);
        window.setVisible (true);
        xserver::parkPointer();
        while (juce::dispatchNextMessageOnSystemQueue (true))
        {
        }
        xserver::paintPending (window);
    }
    ~OpenEditor()
    {
        window.setVisible (false);
        window.clearContentComponent();
        editor = nullptr;
        palette::use (palette::Theme::dark);
        juce::Desktop::getInstance().setGlobalScaleFactor (1.0f);
    }

    void set (std::string_view id, double value)
    {
        processor.bridge().parameters()[findParameter (id).value()]->setExactValue (value);
    }
    /** A sixtieth of a second: sound, a look at it, and what has asked for it is painted. */
    void advance (const juce::MidiBuffer& events = {})
    {
        auto midi = events;
        processor.processBlock (audio, midi);
        editor->look();
        xserver::paintPending (window);
    }
    void advance (int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            advance();
    }
    void press (const std::vector<int>& keys, bool down)
    {
        juce::MidiBuffer midi;
        for (const int key : keys)
            midi.addEvent (down ? juce::MidiMessage::noteOn (1, key, 0.8f) : juce::MidiMessage::noteOff (1, key), 0);
        advance (midi);
    }
    /** Between the window and the picture of it that is saved, as the docs' are. */
    juce::String differencesFromPicture ()
    {
        xserver::paintPending (window);
        const auto picture = window.createComponentSnapshot (window.getLocalBounds());
        return xserver::differences (xserver::pixelsOf (window), picture.convertedToFormat (juce::Image::ARGB), window);
    }
    juce::String tornParts () { return xserver::tornParts (window); }
    /** Parts that differ after everything is drawn anew, not only painted. */
    juce::String staleParts ()
    {
        xserver::paintPending (window);
        const auto before = xserver::pixelsOf (window);
        editor->sendLookAndFeelChange();
        window.repaint();
        xserver::paintPending (window);
        return xserver::differences (before, xserver::pixelsOf (window), window);
    }

    struct Frame final : juce::DocumentWindow
    {
        Frame() : DocumentWindow ("Kolophon", juce::Colours::black, allButtons) {}
        void closeButtonPressed () override {}
    };
    PluginProcessor processor;
    std::unique_ptr<PluginEditor> editor;
    Frame window;

private:
    static constexpr int tick = 800; // samples: sixty a second

    juce::AudioBuffer<float> audio { 2, tick };
};

/** One of each, and each at least once with each. */
std::vector<View> sampleOfViews ()
{
    using Kind = PictureKind;
    const auto light = palette::Theme::light, dark = palette::Theme::dark;
    return {
        { "play" },
        { "play, small", PageKind::play, {}, "String", "Rocking Chair", {}, 64, 1.0f, light },
        { "play, other pictures", PageKind::play, { Kind::energy, Kind::spectrum, Kind::stage, Kind::loop }, "Glass" },
        { "glass", PageKind::play, { Kind::stage, Kind::stage }, "Glass", {}, {}, 125, 1.0f, light },
        { "plate", PageKind::play, {}, "Plate", {}, {}, 100, 1.25f },
        { "block", PageKind::play, {}, "Block", {}, {}, 80, 1.0f, dark, true },
        { "bell", PageKind::play, {}, "Custom", {}, {}, 100, 2.0f },
        { "arm", PageKind::play, {}, {}, {}, { { "hand.kind", 1.0 }, { "hand.position", 0.05 } } },
        { "design", PageKind::design, {}, "Free bar" },
        { "design, large", PageKind::design, {}, {}, "Rocking Chair", {}, 150, 1.0f, light },
        { "matrix", PageKind::mod, {}, {}, "Rocking Chair", {}, 100, 1.5f },
        { "gesture", PageKind::mod, {}, {}, "Rocking Chair", {}, 91, 1.0f, dark, false, ModSection::gesture },
        { "takes", PageKind::mod, {}, {}, {}, {}, 100, 1.0f, light, false, ModSection::takes },
        { "lab", PageKind::lab, {}, "String", {}, {}, 117, 1.0f, light, true, {}, { 45, 57, 64 } },
        { "lab, glass", PageKind::lab, { Kind::stage, Kind::raster, Kind::loop, Kind::map }, "Glass", {}, {}, 73 },
    };
}

/** Every body on every page that has pictures of it, in all sizes. */
std::vector<View> allViews ()
{
    auto views = sampleOfViews();
    int number = 0;
    for (const auto& body : bodyTable())
        for (const auto page : { PageKind::play, PageKind::lab })
        {
            View view { std::string (body.name) + (page == PageKind::play ? ", play" : ", lab"), page, {} };
            view.body = std::string (body.name);
            view.percent = std::array { 100, 64, 80, 113, 150, 200 }[static_cast<std::size_t> (number % 6)];
            view.scale = std::array { 1.0f, 1.25f, 1.5f, 2.0f }[static_cast<std::size_t> (number % 4)];
            view.theme = number % 3 == 1 ? palette::Theme::light : palette::Theme::dark;
            view.reducedMotion = number % 5 == 4;
            for (int i = 0; i < 4; ++i)
                view.pictures.push_back (static_cast<PictureKind> ((number + i) % pictureKinds));
            views.push_back (view);
            ++number;
        }
    return views;
}

/** Plays for so long, turns knobs meanwhile, lets go, and compares now and then. */
void checkPlaying (OpenEditor& open, const View& view, int ticks)
{
    CHECK (open.tornParts() == "");
    open.press (view.keys, true);
    const std::vector<std::pair<std::string_view, double>> turns {
        { "hand.position", 0.22 }, { "hand.pressure", 90.0 },    { "contact.mu_static", 1.1 }, { "hand.speed", 0.05 },
        { "macro.1", 40.0 },       { "contact.mu_static", 0.7 }, { "hand.position", 0.04 },    { "hand.pressure", 30.0 }
    };
    const int pieces = static_cast<int> (turns.size());
    for (int piece = 0; piece < pieces; ++piece)
    {
        open.advance (ticks / pieces);
        if (piece % 3 == 1)
            CHECK (open.tornParts() == "");
        open.set (turns[static_cast<std::size_t> (piece)].first, turns[static_cast<std::size_t> (piece)].second);
    }
    open.press (view.keys, false);
    open.advance (15);
    CHECK (open.tornParts() == "");
}
} // namespace

TEST_CASE ("a key of the computer's is shown with its first sound, and so is its end")
{
    OpenEditor open ({ "play" });
    open.advance (4);
    KeyboardStrip* strip = nullptr;
    for (auto* child : descendants (*open.editor))
        strip = strip != nullptr ? strip : dynamic_cast<KeyboardStrip*> (child);
    REQUIRE (strip != nullptr);
    for (const bool isDown : { true, false })
    {
        const auto before = xserver::pixelsOf (open.window);
        strip->followComputer ([isDown] (char letter) { return isDown && letter == 'a'; }, true);
        CHECK (open.tornParts() == "");
        CHECK (xserver::differences (before, xserver::pixelsOf (open.window), open.window) != "");
    }
}

TEST_CASE ("a window shows the same after partial repaints as after a repaint of everything")
{
    for (const auto& view : test::longRun() ? allViews() : sampleOfViews())
    {
        CAPTURE (view.name);
        OpenEditor open (view);
        checkPlaying (open, view, test::longRun() ? 960 : 80);
        open.advance (200); // it rings out, and what is written at leisure is written
        CHECK (open.tornParts() == "");
        CHECK (open.staleParts() == "");
    }
}

TEST_CASE ("the editor looks while its window is shown, and not while it is hidden")
{
    OpenEditor open ({ "clock" }, true);
    const auto pump = [] (int milliseconds)
    {
        const auto end = juce::Time::getMillisecondCounter() + static_cast<juce::uint32> (milliseconds);
        while (juce::Time::getMillisecondCounter() < end)
            if (! juce::dispatchNextMessageOnSystemQueue (true))
                juce::Thread::sleep (1);
    };
    const auto looks = [&]
    {
        const int before = open.editor->ticks();
        for (int i = 0; i < 200 && open.editor->ticks() == before; ++i) // a busy machine may need a while
            pump (50);
        return open.editor->ticks() > before;
    };
    CHECK (looks());
    CHECK (open.processor.pictures().isWatched());
    open.window.setVisible (false);
    pump (1); // earlier posts
    const int ticks = open.editor->ticks();
    pump (300);
    CHECK (open.editor->ticks() == ticks);
    open.window.setVisible (true);
    CHECK (looks());
}

TEST_CASE ("a click on a chair of the section gives the picture the keys")
{
    OpenEditor open (
        { .name = "section", .pictures = { PictureKind::stage }, .knobs = { { "section.players", 8.0 } } });
    open.press ({ 60 }, true);
    open.advance (60);
    auto* stage = dynamic_cast<StagePicture*> (&open.editor->pageShown().panes().at (0)->view());
    REQUIRE (stage != nullptr);
    CHECK_FALSE (stage->hasKeyboardFocus (false));
    const auto at = SeatPlan::chairOf (stage->section().all()[3], SeatPlan::areaIn (stage->getLocalBounds()));
    open.window.toFront (true);
    stage->mouseDown (juce::MouseEvent (juce::Desktop::getInstance().getMainMouseSource(), at,
                                        juce::ModifierKeys::leftButtonModifier, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, stage,
                                        stage, juce::Time(), at, juce::Time(), 1, false));
    CHECK (stage->playerAlone() == 3);
    CHECK (stage->hasKeyboardFocus (false));
    open.window.getPeer()->handleKeyPress (
        juce::KeyPress (juce::KeyPress::rightKey, juce::ModifierKeys::altModifier, 0));
    CHECK (stage->playerAlone() == 4);
}

TEST_CASE ("a window shows the same after a minute of playing as after a repaint of everything")
{
    const View view { "minute" };
    OpenEditor open (view);
    checkPlaying (open, view, 3600);
    CHECK (open.differencesFromPicture() == "");
}
} // namespace kolophon
