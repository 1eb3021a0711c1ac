// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded player with a mouse and a keyboard in front of a real window, while the instrument sounds on another thread.
#include "Plugin/Pictures/StagePicture.h"
#include "Plugin/Processor/PluginProcessor.h"
#include "Plugin/Windows/PluginEditor.h"
#include "Support/RealWindow.h"
#include "Support/Soak.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <thread>

namespace juce
{
bool dispatchNextMessageOnSystemQueue (bool returnIfNoPendingMessages); // called by JUCE's own loop
}

namespace
{
using namespace kolophon;

constexpr auto usage =
    "kolophon_robot [--actions=N] [--seed=S] [--pictures=FOLDER] [--verbose]\n"
    "\n"
    "Opens the editor of the stand-alone in a window of the X server that DISPLAY names, and does N random actions\n"
    "(default 150) with mouse and keyboard while the instrument plays; the same seed gives the same actions.\n"
    "A torn window is saved in FOLDER as before.png, and its repaint as after.png.\n"
    "Exit code 1: something was wrong; 2: usage; 77: no display.\n";

/** Counts the announced begins and ends of gestures on parameters. */
struct Gestures final : juce::AudioProcessorListener
{
    void audioProcessorParameterChanged (juce::AudioProcessor*, int, float) override {}
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override {}
    void audioProcessorParameterChangeGestureBegin (juce::AudioProcessor*, int index) override
    {
        nested += ++open[index] > 1 ? 1 : 0;
        ++count;
    }
    void audioProcessorParameterChangeGestureEnd (juce::AudioProcessor*, int index) override { --open[index]; }
    std::map<int, int> open;
    int nested = 0, count = 0;
};

/** Plays keys and controllers, about as fast as a sound card asks for it. */
class Musician
{
public:
    Musician (PluginProcessor& its, unsigned seed) : processor (its), thread ([this, seed] { play (seed); }) {}
    ~Musician()
    {
        stop = true;
        thread.join();
    }
    std::atomic<bool> stop { false }, finite { true };
    std::atomic<int> blocks { 0 };

private:
    void play (unsigned seed)
    {
        constexpr int length = 256;
        std::mt19937 dice (seed);
        juce::AudioBuffer<float> audio (2, length);
        auto due = std::chrono::steady_clock::now();
        for (; ! stop; ++blocks)
        {
            juce::MidiBuffer midi;
            if (dice() % 60 == 0)
                midi.addEvent (juce::MidiMessage::noteOn (1, 36 + static_cast<int> (dice() % 48), 0.7f), 3);
            if (dice() % 40 == 0)
                midi.addEvent (juce::MidiMessage::noteOff (1, 36 + static_cast<int> (dice() % 48)), 7);
            if (dice() % 30 == 0)
                midi.addEvent (
                    juce::MidiMessage::controllerEvent (1, dice() % 2 ? 1 : 21, static_cast<int> (dice() % 128)), 9);
            processor.processBlock (audio, midi);
            for (int channel = 0; channel < 2; ++channel)
                finite = finite && std::isfinite (audio.getMagnitude (channel, 0, length));
            due += std::chrono::microseconds (1000000 * length / 48000);
            if (const auto now = std::chrono::steady_clock::now(); due < now)
                due = now; // a slow machine plays slowly
            std::this_thread::sleep_until (due);
        }
    }

    PluginProcessor& processor;
    std::thread thread;
};

class Robot
{
public:
    Robot (PluginProcessor& its, unsigned seed, const juce::File& pictures, bool talks)
        : processor (its), dice (seed), folder (pictures), verbose (talks)
    {
        open();
    }
    ~Robot() { close(); }

    void act (int number)
    {
        const auto [name, action] = actions[below (std::size (actions))];
        if (verbose)
            std::fprintf (stderr, "%d %s\n", number, name), std::fflush (stderr);
        ++done[name];
        dismissFileDialog();
        (this->*action)();
        pump (20);
    }
    /** Messages, timers and repaints for some time. */
    static void pump (int milliseconds)
    {
        const auto end = juce::Time::getMillisecondCounter() + static_cast<juce::uint32> (milliseconds);
        do
        {
            while (juce::dispatchNextMessageOnSystemQueue (true))
            {
            }
            juce::Thread::sleep (1);
        } while (juce::Time::getMillisecondCounter() < end);
    }
    bool isShowing () const { return window != nullptr && window->isShowing() && window->getPeer() != nullptr; }
    std::map<juce::String, int> done;
    bool isWhole = true; // at every comparison

private:
    struct Window final : juce::DocumentWindow
    {
        Window() : DocumentWindow ("Kolophon", juce::Colours::black, allButtons) { setUsingNativeTitleBar (true); }
        void closeButtonPressed () override {}
    };
    struct Action
    {
        const char* name;
        void (Robot::*action)();
    };

    std::size_t below (std::size_t limit) { return dice() % limit; }
    float fraction () { return static_cast<float> (dice() % 10001) / 10000.0f; }
    PluginEditor& editor () { return static_cast<PluginEditor&> (*window->getContentComponent()); }

    void open ()
    {
        window = std::make_unique<Window>();
        window->setContentOwned (processor.createEditorIfNeeded(), true);
        window->setTopLeftPosition (10, 10);
        window->setVisible (true);
        corner = { window.get(), [this] { window->repaint (0, 0, 1, 1); } };
        pump (60);
    }
    void close ()
    {
        corner = {};
        juce::ModalComponentManager::getInstance()->cancelAllModalComponents();
        pump (5);
        window = nullptr;
    }
    void reopen ()
    {
        close();
        pump (20);
        open();
    }

    //==================================================================================================================
    juce::Component* topAt (juce::Point<int> place) const
    {
        auto& desktop = juce::Desktop::getInstance();
        for (int i = desktop.getNumComponents(); --i >= 0;)
            if (auto* its = desktop.getComponent (i);
                its->isShowing() && its->getPeer() != nullptr && its->getScreenBounds().contains (place))
                return its;
        return nullptr;
    }
    void mouse (juce::Point<int> place, int buttons)
    {
        auto* top = held != nullptr ? held.getComponent() : topAt (place);
        held = buttons != 0 ? top : nullptr;
        if (top == nullptr || top->getPeer() == nullptr)
            return;
        auto& peer = *top->getPeer();
        const auto keys = juce::ModifierKeys (buttons | keysHeld);
        juce::ModifierKeys::currentModifiers = keys;
        peer.handleMouseEvent (juce::MouseInputSource::InputSourceType::mouse, peer.globalToLocal (place.toFloat()),
                               keys, 0.0f, 0.0f, juce::Time::currentTimeMillis());
        at = place;
    }
    void click (juce::Point<int> place, int button = juce::ModifierKeys::leftButtonModifier, int times = 1)
    {
        for (int i = 0; i < times; ++i)
        {
            mouse (place, 0);
            mouse (place, button);
            pump (2);
            mouse (place, 0);
        }
    }
    void press (const juce::KeyPress& key)
    {
        auto* modal = juce::Component::getCurrentlyModalComponent();
        auto* target = modal != nullptr && modal->getPeer() != nullptr ? modal->getPeer() : window->getPeer();
        if (target == nullptr)
            return;
        juce::ModifierKeys::currentModifiers = key.getModifiers();
        target->handleKeyPress (key);
        juce::ModifierKeys::currentModifiers = {};
    }
    /** Place of a part of the window that can be clicked, or a place in an open menu. */
    juce::Point<int> somewhere ()
    {
        auto& desktop = juce::Desktop::getInstance();
        for (int i = desktop.getNumComponents(); --i >= 0;)
            if (auto* its = desktop.getComponent (i); its != window.get() && its->isShowing() && below (4) != 0)
                return inside (*its);
        std::vector<juce::Component*> all;
        gather (editor(), all);
        return inside (all.empty() ? static_cast<juce::Component&> (editor()) : *all[below (all.size())]);
    }
    juce::Point<int> inside (const juce::Component& its)
    {
        const auto area = its.getScreenBounds();
        return area.getPosition() +
               juce::Point<int> (juce::roundToInt (fraction() * static_cast<float> (area.getWidth() - 1)),
                                 juce::roundToInt (fraction() * static_cast<float> (area.getHeight() - 1)));
    }
    static void gather (juce::Component& parent, std::vector<juce::Component*>& all)
    {
        for (auto* child : parent.getChildren())
            if (child->isShowing() && child->getWidth() > 3 && child->getHeight() > 3)
            {
                all.push_back (child);
                gather (*child, all);
            }
    }
    template <class Part>
    Part* find (const juce::String& title = {})
    {
        std::vector<juce::Component*> all;
        gather (editor(), all);
        for (auto* its : all)
            if (auto* part = dynamic_cast<Part*> (its);
                part != nullptr && (title.isEmpty() || its->getTitle() == title))
                return part;
        return nullptr;
    }
    void pressButton (const juce::String& title)
    {
        if (const auto* button = find<juce::Button> (title))
            click (button->getScreenBounds().getCentre());
    }
    /** Nothing is read from or written to where the machine keeps its files. */
    void dismissFileDialog ()
    {
        auto* modal = juce::Component::getCurrentlyModalComponent();
        if (auto* dialog = dynamic_cast<juce::FileChooserDialogBox*> (modal))
        {
            dialog->exitModalState (0);
            pump (5);
        }
    }

    //==================================================================================================================
    void clickAnywhere () { click (somewhere()); }
    void doubleClick () { click (somewhere(), juce::ModifierKeys::leftButtonModifier, 2); }
    void rightClick ()
    {
        click (somewhere(), juce::ModifierKeys::rightButtonModifier);
        pump (30);
        click (somewhere());
    }
    void drag () { dragFrom (somewhere(), 200.0f); }
    void fineDrag ()
    {
        keysHeld = below (2) != 0 ? juce::ModifierKeys::ctrlModifier : juce::ModifierKeys::shiftModifier;
        drag();
        keysHeld = 0;
    }
    void dragFrom (juce::Point<int> place, float reach)
    {
        mouse (place, 0);
        mouse (place, juce::ModifierKeys::leftButtonModifier);
        for (int step = 0; step < 6; ++step)
        {
            place += juce::Point<float> ((fraction() - 0.5f) * reach, (fraction() - 0.5f) * reach).roundToInt();
            mouse (place, juce::ModifierKeys::leftButtonModifier);
            pump (3);
        }
        mouse (place, 0);
    }
    void bow ()
    {
        editor().showPage (below (2) != 0 ? PageKind::play : PageKind::lab);
        if (const auto* stage = find<StagePicture>())
            dragFrom (stage->getScreenBounds().getCentre(), 120.0f);
    }
    void wheel ()
    {
        const auto place = somewhere();
        auto* top = topAt (place);
        if (top == nullptr || top->getPeer() == nullptr)
            return;
        mouse (place, 0);
        const juce::MouseWheelDetails turn { 0.0f, fraction() - 0.5f, false, false, false };
        top->getPeer()->handleMouseWheel (juce::MouseInputSource::InputSourceType::mouse,
                                          top->getPeer()->globalToLocal (place.toFloat()),
                                          juce::Time::currentTimeMillis(), turn);
    }
    void hover () { mouse (somewhere(), 0); }
    void key ()
    {
        using juce::KeyPress;
        static const KeyPress keys[] = {
            KeyPress (KeyPress::tabKey),    KeyPress (KeyPress::tabKey),
            KeyPress (KeyPress::tabKey),    KeyPress (KeyPress::returnKey),
            KeyPress (KeyPress::escapeKey), KeyPress (KeyPress::upKey),
            KeyPress (KeyPress::downKey),   KeyPress (KeyPress::leftKey),
            KeyPress (KeyPress::rightKey),  KeyPress (KeyPress::deleteKey),
            KeyPress (KeyPress::spaceKey),  KeyPress (KeyPress::F10Key, juce::ModifierKeys::shiftModifier, 0)
        };
        press (keys[below (std::size (keys))]);
    }
    void type ()
    {
        static constexpr const char* texts[] = { "0.8 N", "35 mm/s", "-1", "nonsense", "1e99", "50 %", "", "glass" };
        for (const auto letter : juce::String (texts[below (std::size (texts))]))
            press (juce::KeyPress (letter, {}, letter));
        press (juce::KeyPress (juce::KeyPress::returnKey));
    }
    void undo () { pressButton (below (3) != 0 ? "Undo" : "Redo"); }
    void undoByKey () { press (juce::KeyPress ('z', juce::ModifierKeys::commandModifier, 0)); }
    void page ()
    {
        static constexpr const char* names[] = { "Page Play", "Page Design", "Page Mod", "Page Lab" };
        pressButton (names[below (4)]);
    }
    void preset () { pressButton (below (2) != 0 ? "Next preset" : "Previous preset"); }
    void browse ()
    {
        if (const auto* name = find<juce::ComboBox> ("Preset"))
            click (name->getScreenBounds().getCentre());
        pump (10);
        if (const auto* list = find<juce::ListBox> ("Presets"))
            click (inside (*list));
    }
    /** A sheet opens; one of its cells is clicked. */
    void choose (const char* what)
    {
        if (const auto* menu = find<juce::ComboBox> (what))
            click (menu->getScreenBounds().getCentre());
        pump (30);
        if (const auto* sheet = find<juce::CallOutBox>())
            click (inside (*sheet));
    }
    void law () { choose ("Law"); }
    void body () { choose ("Body"); }
    void menu ()
    {
        pressButton ("Menu");
        pump (30);
        click (somewhere());
    }
    void resize ()
    {
        const float scale = 0.64f + 0.8f * fraction();
        editor().setSize (juce::roundToInt (1120.0f * scale), juce::roundToInt (700.0f * scale));
    }
    void automate ()
    {
        const auto& parameters = processor.getParameters();
        for (int i = 0; i < 5; ++i)
            parameters[static_cast<int> (below (static_cast<std::size_t> (parameters.size())))]->setValueNotifyingHost (
                fraction());
    }
    void session ()
    {
        juce::MemoryBlock block;
        processor.getStateInformation (block);
        if (! kept.isEmpty())
            processor.setStateInformation (kept.getData(), static_cast<int> (kept.getSize()));
        kept = block;
    }

    /** Requires that the window equals a repaint of everything. No timer runs meanwhile. */
    void compare ()
    {
        const auto torn = xserver::tornParts (*window, folder);
        if (torn.isNotEmpty())
            std::fprintf (stderr, "wrong: the window is torn, %s\n", torn.toRawUTF8());
        isWhole = isWhole && torn.isEmpty();
    }

    static constexpr Action actions[] = {
        { "click", &Robot::clickAnywhere },
        { "click", &Robot::clickAnywhere },
        { "double click", &Robot::doubleClick },
        { "right click", &Robot::rightClick },
        { "right click", &Robot::rightClick },
        { "drag", &Robot::drag },
        { "drag", &Robot::drag },
        { "fine drag", &Robot::fineDrag },
        { "bow", &Robot::bow },
        { "bow", &Robot::bow },
        { "wheel", &Robot::wheel },
        { "hover", &Robot::hover },
        { "key", &Robot::key },
        { "key", &Robot::key },
        { "type", &Robot::type },
        { "undo", &Robot::undo },
        { "undo by key", &Robot::undoByKey },
        { "page", &Robot::page },
        { "page", &Robot::page },
        { "preset", &Robot::preset },
        { "browser", &Robot::browse },
        { "law", &Robot::law },
        { "body", &Robot::body },
        { "menu", &Robot::menu },
        { "resize", &Robot::resize },
        { "automation", &Robot::automate },
        { "session", &Robot::session },
        { "close and open", &Robot::reopen },
        { "comparison", &Robot::compare },
        { "comparison", &Robot::compare },
        { "comparison", &Robot::compare },
    };

    PluginProcessor& processor;
    std::mt19937 dice;
    juce::File folder;
    bool verbose;
    std::unique_ptr<Window> window;
    juce::Component::SafePointer<juce::Component> held; // where the button went down
    juce::Point<int> at;
    int keysHeld = 0;
    juce::MemoryBlock kept;
    juce::VBlankAttachment corner; // see paintPending()
};

/** Reports faults, one per line. */
int judge (const Gestures& gestures, const Musician& musician, PluginProcessor& processor)
{
    int wrong = 0;
    const auto demand = [&wrong] (bool isRight, const char* words)
    {
        if (! isRight)
            std::fprintf (stderr, "wrong: %s\n", words), ++wrong;
    };
    for (const auto& [index, open] : gestures.open)
        if (open != 0)
            std::fprintf (stderr, "wrong: %d gestures are open on %s\n", open,
                          processor.getParameters()[index]->getName (100).toRawUTF8()),
                ++wrong;
    demand (musician.finite, "a sample was not a number");
    demand (musician.blocks > 10, "no sound was played");
    MeterFrame frame;
    processor.collectMeters (frame);
    demand (frame.nonFiniteBlocks == 0, "the safety net had to act");
    demand (! processor.pictures().isWatched(), "the picture feed is watched, though no window is open");
    demand (! processor.isBeingEdited(), "an edit is open");
    return wrong;
}
} // namespace

int main (int count, char** arguments)
{
    int actions = 150;
    unsigned seed = 1;
    bool verbose = false;
    juce::File pictures;
    for (int i = 1; i < count; ++i)
    {
        const juce::String argument (arguments[i]);
        const auto value = argument.fromFirstOccurrenceOf ("=", false, false);
        if (argument.startsWith ("--actions=") && value.containsOnly ("0123456789"))
            actions = value.getIntValue();
        else if (argument.startsWith ("--seed=") && value.containsOnly ("0123456789"))
            seed = static_cast<unsigned> (value.getIntValue());
        else if (argument.startsWith ("--pictures="))
            pictures = juce::File::getCurrentWorkingDirectory().getChildFile (value);
        else if (argument == "--verbose")
            verbose = true;
        else
            return std::fputs (usage, argument == "--help" ? stdout : stderr), argument == "--help" ? 0 : 2;
    }
    xserver::introduceWindowManagers();
    const juce::ScopedJuceInitialiser_GUI juce;
    if (juce::Desktop::getInstance().getDisplays().displays.isEmpty())
        return std::fputs ("kolophon_robot: no display\n", stderr), 77;
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Standalone);
    PluginProcessor processor;
    juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Undefined);
    processor.setRateAndBufferSizeDetails (48000.0, 256);
    processor.prepareToPlay (48000.0, 256);
    Gestures gestures;
    processor.addListener (&gestures);
    Musician musician (processor, seed + 1);
    bool wasSeen = true, wasWhole = true;
    double resident = 0.0; // [bytes] after a tenth
    {
        Robot robot (processor, seed, pictures, verbose);
        for (int i = 0; i < actions; ++i)
        {
            robot.act (i);
            wasSeen = wasSeen && robot.isShowing();
            if (i == actions / 10)
                resident = test::MemoryUse::now().resident;
        }
        wasWhole = robot.isWhole;
        for (const auto& [name, times] : robot.done)
            std::printf ("%s %d, ", name.toRawUTF8(), times);
    }
    Robot::pump (50);
    const int wrong = judge (gestures, musician, processor) + (wasSeen ? 0 : 1) + (wasWhole ? 0 : 1);
    std::printf ("%d gestures (%d inside another), %d blocks played, %.0f MB after a tenth, %.0f at the end: %s\n",
                 gestures.count, gestures.nested, musician.blocks.load(), 1e-6 * resident,
                 1e-6 * test::MemoryUse::now().resident, wrong == 0 ? "all is well" : "wrong");
    processor.removeListener (&gestures);
    return wrong == 0 ? 0 : 1;
}
