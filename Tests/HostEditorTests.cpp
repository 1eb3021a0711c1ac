// SPDX-License-Identifier: GPL-3.0-or-later
#include "Plugin/Desktop/DesktopScale.h"
#include "Plugin/Drawing/GlyphsAndFonts.h"
#include "Support/EditorScene.h"
#include "Support/Home.h"
#include "Support/Listener.h"

namespace kolophon
{
TEST_CASE ("the editor opens and closes, loads presets and resizes while the instrument plays on another thread")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 128);
    std::atomic<bool> stop { false }, finite { true };
    std::thread playing (
        [&]
        {
            juce::AudioBuffer<float> audio (2, 128);
            for (int block = 0; ! stop; ++block)
            {
                juce::MidiBuffer midi;
                if (block % 50 == 0)
                    midi.addEvent (juce::MidiMessage::noteOn (1, 40 + block / 50 % 40, 0.7f), 5);
                processor.processBlock (audio, midi);
                if (! std::isfinite (audio.getMagnitude (0, 128)))
                    finite = false;
            }
        });
    for (int round = 0; round < 12; ++round)
    {
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded());
        REQUIRE (editor != nullptr);
        for (int i = 0; i < 5; ++i)
        {
            processor.setCurrentProgram ((round + i) % processor.getNumPrograms());
            static_cast<PluginEditor&> (*editor).refresh();
            processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 60, 0.5 });
            load (processor, savedState (processor));
        }
        editor->setSize (700 + 100 * round, (700 + 100 * round) * 5 / 8);
        editor->createComponentSnapshot (editor->getLocalBounds());
        processor.editorBeingDeleted (editor.get());
    }
    stop = true;
    playing.join();
    CHECK (finite);
}

TEST_CASE ("a host without a display gets no editor, and a picture can be drawn all the same")
{
    const auto processor = wrapped (juce::AudioProcessor::wrapperType_VST3);
    CHECK_FALSE (processor->hasEditor());
    CHECK (processor->createEditorIfNeeded() == nullptr);
    PluginProcessor drawn;
    CHECK (drawn.hasEditor());
    CHECK (std::unique_ptr<juce::AudioProcessorEditor> (drawn.createEditor()) != nullptr);
}

TEST_CASE ("no window is larger than its screen, whatever was asked for or stored")
{
    CHECK (PluginEditor::widestOn ({}) == 2 * PluginEditor::designWidth);
    CHECK (PluginEditor::widestOn ({ 0, 0, 3840, 2160 }) == 2 * PluginEditor::designWidth);
    for (const auto& screen : { juce::Rectangle<int> (1366, 768), juce::Rectangle<int> (1920, 1040),
                                juce::Rectangle<int> (1280, 1024), juce::Rectangle<int> (1024, 600) })
    {
        const int width = PluginEditor::widestOn (screen),
                  height = width * PluginEditor::designHeight / PluginEditor::designWidth;
        CAPTURE (screen.getWidth(), screen.getHeight(), width, height);
        CHECK (width <= screen.getWidth());
        CHECK (height + 30 <= screen.getHeight());                                        // a title bar
        CHECK (((width + 17 > screen.getWidth()) || (height + 66 > screen.getHeight()))); // and no smaller than needed
    }
    CHECK (PluginEditor::widestOn ({ 0, 0, 400, 300 }) == 716); // the smallest there is

    Window window;
    const auto ticked = [&window]
    {
        juce::String all;
        const auto menu = editorOf (window).bar().sizes();
        for (juce::PopupMenu::MenuItemIterator next (menu); next.next();)
            all << (next.getItem().isTicked ? next.getItem().text : juce::String());
        return all;
    };
    CHECK (ticked() == "100 %");
    window.editor->setSize (1680, 1050);
    CHECK (ticked() == "150 %");
    window.editor->setSize (1000, 625);
    CHECK (ticked().isEmpty());
}

TEST_CASE ("no click takes the keyboard away from the keys that are played, or from the host")
{
    Window window;
    CHECK_FALSE (window.editor->getMouseClickGrabsKeyboardFocus());
    for (auto* component : descendants (*window.editor))
    {
        // The text of a menu is made anew with its look, and lets clicks through to its box.
        bool clicks = false, below = false;
        component->getInterceptsMouseClicks (clicks, below);
        CAPTURE (component->getTitle().toStdString(), component->getName().toStdString());
        CHECK ((! component->getMouseClickGrabsKeyboardFocus() || ! clicks));
    }
}

TEST_CASE ("windows that JUCE opens have the look of ours, and files are looked for among the player's own")
{
    const auto isOurs = []
    { return dynamic_cast<LookAndFeel*> (&juce::LookAndFeel::getDefaultLookAndFeel()) != nullptr; };
    {
        Window one;
        {
            Window two;
            CHECK (isOurs());
        }
        CHECK (isOurs());
        CHECK (editorOf (one).bar().folderOfPresets() == UserPresets::folder());
    }
    CHECK_FALSE (isOurs());
}

TEST_CASE ("the size that an X server's resources ask for is read")
{
    CHECK (scaleOfResources ("") == 1.0);
    CHECK (scaleOfResources ("Xft.antialias:\t1\nXft.dpi:\t192\nXft.hinting:\t1\n") == 2.0);
    CHECK (scaleOfResources ("Xft.dpi: 144") == 1.5);
    CHECK (scaleOfResources ("Xft.dpi:\t48\n") == 1.0);
    CHECK (scaleOfResources ("Xft.dpi:\t1e9\n") == 4.0);
    for (const auto* broken : { "Xft.dpi:", "Xft.dpi:\n", "Xft.dpi: many", "Xft.dpi: nan", "aXft.dpi: 192" })
        CHECK (scaleOfResources (broken) == 1.0);
}

TEST_CASE ("no slider's thumb covers the feet of the letters above it, however low the row")
{
    const auto font = LookAndFeel::font (13.0f);
    juce::GlyphArrangement letters;
    letters.addLineOfText (font, "gjpqy", 0.0f, 0.0f);
    juce::Path outline;
    letters.createPath (outline);
    const float feet = outline.getBounds().getBottom(); // below the baseline
    REQUIRE (feet > 2.0f);
    using Kind = LookAndFeel::TrackKind;
    for (int height = ParameterPanel::lowestRow; height <= ParameterRow::playHeight; ++height)
    {
        const auto kind = height < ParameterRow::playHeight ? Kind::line : Kind::play;
        const auto font = LookAndFeel::font (kind == Kind::play ? 15.0f : 13.0f);
        const auto text = static_cast<float> (LookAndFeel::textHeight (kind, height));
        const float lowest = 0.5f * (text - font.getHeight()) + font.getAscent() + feet * font.getHeight() / 13.0f;
        const auto track = LookAndFeel::trackOf (kind, static_cast<float> (height));
        CAPTURE (height, lowest);
        CHECK (track.middle - 0.5f * track.across - track.halo >= lowest);
        CHECK (track.middle + 0.5f * track.across <= static_cast<float> (height));
    }
}

TEST_CASE ("menus have room for their longest choice")
{
    Window window;
    for (const auto* id : { "hand.kind", "out.sympathetic", "body.type", "surface.texture" })
        window.set (id, 1.0);
    window.refresh();
    for (auto* row : window.rows())
        if (auto* menu = dynamic_cast<juce::ComboBox*> (row->getChildComponent (0));
            menu != nullptr && row->isVisible())
        {
            auto* text = dynamic_cast<juce::Label*> (menu->getChildComponent (0));
            REQUIRE (text != nullptr);
            const int room = text->getBorderSize().subtractedFrom (text->getLocalBounds()).getWidth();
            for (const auto choice : row->info().choices)
            {
                CAPTURE (row->info().id, choice);
                CHECK (textWidth (text->getFont(), toJuce (choice)) <= room);
            }
        }
}

TEST_CASE ("every parameter has a control with a name and a help text, and the comparison has its button")
{
    Window window;
    std::map<std::string, int> rowsOf;
    const auto count = [&rowsOf] (juce::Component& parent)
    {
        for (auto* component : descendants (parent))
            if (const auto* row = dynamic_cast<ParameterRow*> (component))
            {
                ++rowsOf[std::string (row->info().id)];
                CHECK (row->getTitle().isNotEmpty());
                REQUIRE (row->getNumChildComponents() > 0);
                CHECK (row->getChildComponent (0)->getHelpText().toStdString() == row->info().help);
            }
    };
    auto& editor = static_cast<PluginEditor&> (*window.editor);
    for (const auto page : { PageKind::design, PageKind::mod })
    {
        editor.showPage (page);
        count (editor.pageShown());
    }
    count (*window.find<MacroStrip> ("Macros"));
    for (const auto& p : parameterTable())
    {
        CAPTURE (p.id);
        const bool besideGesture =
            p.id == "hand.gesture_time" || p.id == "hand.gesture_loop"; // and in the hand's panel
        CHECK (rowsOf[std::string (p.id)] == (p.group == "Compare" ? 0 : (besideGesture ? 2 : 1)));
    }
    editor.showPage (PageKind::design);
    for (const auto* title : { "Compare A and B", "Stop comparing", "Copy contacts" })
    {
        CHECK (window.button (title).getHelpText().isNotEmpty());
        CHECK (window.button (title).getWantsKeyboardFocus());
    }
}

TEST_CASE ("nothing leaves the window or covers another, whatever law, body and slot is chosen")
{
    Window window;
    for (const double body : { 0.0, 1.0, 2.0 })
        for (const double bristle : { 0.0, 1.0 })
            for (const double slot : { 0.0, 1.0 })
                for (std::size_t law = 0; law < lawTable().size(); ++law)
                {
                    CAPTURE (body, bristle, slot, lawTable()[law].id);
                    window.set ("body.type", body);
                    window.set ("compare.on", slot);
                    window.set ("compare.slot", slot);
                    window.set (slot > 0.0 ? "contact_b.bristle" : "contact.bristle", bristle);
                    const auto turn = static_cast<double> (law); // every kind of hand and drive comes with some law
                    window.set ("hand.kind", std::fmod (turn, 3.0));
                    window.set ("hand.drive", std::fmod (turn, 4.0));
                    window.set ("surface.texture", std::fmod (turn, 2.0));
                    window.set ("surface.ageing", std::fmod (turn, 2.0));
                    window.set ("out.sympathetic", std::fmod (turn, 2.0));
                    window.set ("out.room", std::fmod (turn, 2.0));
                    window.set (slot > 0.0 ? "contact_b.law" : "contact.law", static_cast<double> (law));
                    window.refresh();
                    std::vector<juce::Rectangle<int>> places;
                    for (auto* component : descendants (*window.editor))
                    {
                        const auto place = window.editor->getLocalArea (component, component->getLocalBounds());
                        bool isShown = true;
                        for (auto* each = component; each != window.editor.get(); each = each->getParentComponent())
                            isShown = isShown && each->isVisible();
                        if (! isShown)
                            continue;
                        REQUIRE (window.editor->getLocalBounds().contains (place));
                        if (component->getWantsKeyboardFocus())
                            REQUIRE (component->getTitle().isNotEmpty());
                        if (dynamic_cast<ParameterRow*> (component) == nullptr &&
                            dynamic_cast<juce::TextButton*> (component) == nullptr)
                            continue;
                        REQUIRE_FALSE (place.isEmpty());
                        for (const auto& other : places)
                            REQUIRE_FALSE (place.intersects (other));
                        places.push_back (place);
                        if (dynamic_cast<ParameterRow*> (component) != nullptr)
                        {
                            REQUIRE (component->getHeight() >= ParameterPanel::lowestRow);
                            REQUIRE (component->getHeight() <= ParameterPanel::rowHeight);
                        }
                    }
                }
}

TEST_CASE ("what is typed into a value is taken, and refused with the old value kept when it makes no sense")
{
    PluginProcessor processor;
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    auto* speed = processor.bridge().parameters()[0];
    juce::Label* entry = nullptr;
    for (auto* component : descendants (*editor))
        if (component->getTitle() == toJuce (speed->info.label) + " value")
            entry = dynamic_cast<juce::Label*> (component);
    REQUIRE (entry != nullptr);
    entry->setText ("35 mm/s", juce::sendNotificationSync);
    CHECK (speed->exactValue() == 0.035);
    for (const auto* inputError : { "35 N", "1000", "fast", "" })
    {
        entry->setText (inputError, juce::sendNotificationSync);
        CHECK (speed->exactValue() == 0.035);
        CHECK (entry->getText() == "35 mm/s");
    }
    auto& line = static_cast<PluginEditor&> (*editor).helpLine();
    CHECK (line.complaint().startsWith ("Speed: "));
    entry->setText ("36 mm/s", juce::sendNotificationSync);
    CHECK (line.complaint().isEmpty()); // put right
    CHECK (speed->exactValue() == 0.036);
}

TEST_CASE ("a window shows a value in three digits, and its field the whole of it")
{
    const auto shown = [] (std::string_view id, double value)
    { return formatShown (parameterTable()[*findParameter (id)], value); };
    CHECK (shown ("hand.position", 0.41934) == "0.419");
    CHECK (shown ("hand.pressure", 152.57) == "153 %");
    CHECK (shown ("hand.pressure", 65.0) == "65 %");
    CHECK (shown ("hand.speed", 0.0078624) == "7.86 mm/s");
    CHECK (shown ("hand.stiffness", 167000.0) == "167 kN/m");
    CHECK (shown ("hand.stiffness", 999.96) == "1 kN/m");
    CHECK (shown ("body.tune", 12.3456) == "12.35 st");
    CHECK (shown ("out.level", -8.256) == "-8.26 dB");
    CHECK (shown ("body.quality", 1234.5678) == "1235");
    CHECK (formatValue (parameterTable()[*findParameter ("hand.stiffness")], 167000.0) == "167 kN/m");
    CHECK (parseValue (parameterTable()[*findParameter ("hand.stiffness")], "167 kN/m").value() == 167000.0);

    PluginProcessor processor;
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    auto* speed = processor.bridge().parameters()[0];
    speed->setExactValue (0.0078624);
    static_cast<PluginEditor&> (*editor).refresh();
    for (auto* component : descendants (*editor))
        if (auto* entry = dynamic_cast<juce::Label*> (component);
            entry != nullptr && entry->getTitle() == toJuce (speed->info.label) + " value")
        {
            CHECK (entry->getText() == "7.86 mm/s");
            entry->setText ("7.8624 mm/s", juce::sendNotificationSync); // what the open field has, unchanged
            CHECK (speed->exactValue() == 0.0078624);
        }
}

TEST_CASE ("the computer's keys play two octaves from A on, Z and X move them, and Panic ends them for good")
{
    ComputerKeys computer;
    std::set<int> held;
    bool mayPlay = true;
    const auto play = [&] (int key, bool begins)
    { CHECK ((begins ? held.insert (key).second : held.erase (key) == 1)); };
    const auto follow = [&] (const std::string& down)
    { computer.follow ([&] (char letter) { return down.find (letter) != std::string::npos; }, mayPlay, play); };
    using Keys = std::set<int>;
    CHECK (computer.base() == 60);
    follow ("a");
    CHECK ((held == Keys { 60 }));
    follow ("aw");
    CHECK ((held == Keys { 60, 61 }));
    follow ("x"); // both come up
    CHECK (held.empty());
    CHECK (computer.base() == 72);
    follow ("xa"); // X is still down: one step
    CHECK ((held == Keys { 72 }));
    follow ("za");
    CHECK ((held == Keys { 72 })); // a note keeps its key
    follow ("");
    follow ("a");
    CHECK ((held == Keys { 60 }));

    // Panic, while A stays down and the system repeats it.
    computer.silence (play);
    CHECK (held.empty());
    CHECK_FALSE (computer.sounds());
    follow ("a");
    CHECK (held.empty());
    follow ("as");
    CHECK ((held == Keys { 62 }));
    follow ("");
    follow ("a");
    CHECK ((held == Keys { 60 }));
    follow ("");

    // With Ctrl, letters are commands; that of a letter which is still down when Ctrl comes up, too.
    mayPlay = false;
    follow ("za");
    mayPlay = true;
    follow ("za");
    CHECK (held.empty());
    CHECK (computer.base() == 60);
    follow ("");
    for (int i = 0; i < 12; ++i)
    {
        follow ("x");
        follow ("");
    }
    CHECK (computer.base() == 96);
    follow ("awsedftgyhujkolp;'");
    CHECK (held.size() == 18);
    follow ("");
    CHECK (held.empty());
    for (int i = 0; i < 12; ++i)
    {
        follow ("z");
        follow ("");
    }
    CHECK (computer.base() == 12);
}

TEST_CASE ("the window's Panic ends a computer key's note, and the key that stays down begins none")
{
    Window window (256);
    KeyboardStrip strip (window.processor, true);
    const auto peak = [&] (int samples) { return fromPlugin (window.processor, samples, {}, blocksOf (256)).peak(); };
    const auto isDown = [] (char letter) { return letter == 'a'; };
    strip.followComputer (isDown, true);
    CHECK (peak (24000) > test::listener::audible);
    REQUIRE (window.processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 }));
    strip.silence();
    strip.followComputer (isDown, true); // the system's repeat
    CHECK (peak (48000) == 0.0);
}

TEST_CASE ("the computer's keys follow a preset to its range, and a preset that stays leaves them alone")
{
    Window window;
    KeyboardStrip strip (window.processor, true);
    const auto load = [&] (const char* name)
    {
        for (int i = 0; i < window.processor.getNumPrograms(); ++i)
            if (window.processor.getProgramName (i) == name)
                window.processor.setCurrentProgram (i);
        strip.refresh (window.processor.bridge().patch());
    };
    load ("Bass Steel"); // A1 to E3
    CHECK (strip.letterOf (36) == 'a');
    const auto isDown = [] (char letter) { return letter == 'x'; };
    strip.followComputer (isDown, true);
    CHECK (strip.letterOf (48) == 'a');
    load ("Bass Steel");
    CHECK (strip.letterOf (48) == 'a');
    load ("First Light");
    CHECK (strip.letterOf (60) == 'a');
}

TEST_CASE ("the on-screen keyboard plays through the queue")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 256);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 57, 0.8 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() > test::listener::audible);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() == 0.0);
}
} // namespace kolophon
