// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to single knobs: locks, the menu of a right click, MIDI learn by hand, what macros and matrix draw on
// them.
#include "Support/EditorScene.h"

#include "Plugin/Panels/KnobMenu.h"
#include "Plugin/Panels/LearnedSheet.h"

namespace kolophon
{
namespace
{
using Catch::Matchers::WithinAbs;

void loadFactory (PluginProcessor& processor, std::string_view name)
{
    const auto place = findFactoryPlace (name);
    REQUIRE (place.has_value());
    processor.setCurrentProgram (static_cast<int> (*place));
}

ParameterRow& rowOf (Window& window, std::string_view id)
{
    for (auto* row : window.rows())
        if (row->info().id == id)
            return *row;
    FAIL ("no row of " << id);
    throw std::logic_error ("unreachable");
}

/** All entries, with those of submenus as "menu/entry". */
std::map<juce::String, juce::PopupMenu::Item> entriesOf (const juce::PopupMenu& menu, const juce::String& before = {})
{
    std::map<juce::String, juce::PopupMenu::Item> all;
    for (juce::PopupMenu::MenuItemIterator next (menu); next.next();)
    {
        const auto& item = next.getItem();
        if (item.subMenu != nullptr)
            for (const auto& [name, its] : entriesOf (*item.subMenu, before + item.text + "/"))
                all[name] = its;
        else if (! item.isSeparator)
            all[before + item.text] = item;
    }
    return all;
}

void choose (ParameterRow& row, const juce::String& entry)
{
    const auto entries = entriesOf (row.contextMenu());
    CAPTURE (entry.toStdString());
    REQUIRE (entries.count (entry) == 1);
    REQUIRE (entries.at (entry).isEnabled);
    entries.at (entry).action();
}

void sendController (PluginProcessor& processor, int number, int value)
{
    fromPlugin (processor, 480, { { 5, juce::MidiMessage::controllerEvent (1, number, value) } }, blocksOf (480));
    processor.midiLearn().collect();
}
} // namespace

TEST_CASE ("locked knobs keep their values through presets, steps back over presets, bodies and cards")
{
    Window window;
    auto& processor = window.processor;
    loadFactory (processor, "First Light");
    window.set ("hand.speed", 0.123);
    window.set ("out.width", 31.0);
    for (const auto* id : { "hand.speed", "out.width" })
        processor.setLocked (window.knob (id), true);
    window.refresh();
    for (const auto* name : { "Glass Rim", "Old Hinge", "Plain String", "Ghost Saw", "Bowed Vibes" })
    {
        const auto* preset = findFactoryPreset (name);
        CAPTURE (name);
        REQUIRE (preset != nullptr);
        loadFactory (processor, name);
        window.refresh();
        CHECK (window.knob ("hand.speed").exactValue() == 0.123);
        CHECK (window.knob ("out.width").exactValue() == 31.0);
        auto expected = preset->patch; // all the rest is the preset's
        expected.handSpeed = 0.123;
        expected.outWidthPercent = 31.0;
        CHECK (processor.bridge().patch() == expected);
        CHECK_FALSE (processor.isEdited());
    }
    auto& history = editorOf (window).history();
    for (const auto* name : { "Ghost Saw", "Plain String", "Old Hinge", "Glass Rim" })
    {
        history.undo();
        CAPTURE (name);
        CHECK (processor.currentPreset().info.name == name);
        CHECK (window.knob ("hand.speed").exactValue() == 0.123);
        CHECK (processor.getCurrentProgram() < static_cast<int> (factoryPresets().size())); // it is that one still
    }
    auto preset = *findFactoryPreset ("Rope Strain"); // one from a file
    preset.info.name = "Mine";
    preset.patch.handSpeed = 0.05;
    processor.loadPreset (preset);
    CHECK (window.knob ("hand.speed").exactValue() == 0.123);
    editorOf (window).showCard (3); // asks for 20 mm/s
    window.press ("Set up the sound of this card");
    CHECK (window.knob ("hand.speed").exactValue() == 0.123);

    // A hand moves it as ever, and that goes back, too.
    window.refresh();
    auto& knob = window.knob ("hand.speed");
    knob.beginChangeGesture();
    knob.setExactValue (0.4);
    knob.endChangeGesture();
    window.refresh();
    history.undo();
    CHECK (knob.exactValue() == 0.123);

    processor.unlockAll();
    loadFactory (processor, "Glass Rim");
    CHECK (knob.exactValue() == findFactoryPreset ("Glass Rim")->patch.handSpeed);
}

TEST_CASE ("locks are kept with the state, and a state without them has none")
{
    PluginProcessor original;
    auto& knob = *original.bridge().parameters()[*findParameter ("body.decay")];
    const auto plain = savedState (original);
    CHECK (plain.find ("locked") == std::string::npos);
    knob.setExactValue (7.0);
    original.setLocked (knob, true);
    const auto state = savedState (original);

    PluginProcessor fresh;
    fresh.setLocked (*fresh.bridge().parameters()[*findParameter ("hand.speed")], true);
    load (fresh, state); // a session is all that it was: what was locked before is not in the way
    CHECK (fresh.locked() == std::vector<std::string> { "body.decay" });
    CHECK (fresh.bridge().patch() == original.bridge().patch());
    CHECK (savedState (fresh) == state);
    loadFactory (fresh, "Glass Rim");
    CHECK (fresh.bridge().patch().bodyDecay == 7.0);
    load (fresh, plain);
    CHECK (fresh.locked().empty());

    struct Read
    {
        std::vector<std::string> locked;
        std::size_t findings;
        bool operator== (const Read&) const = default;
    };
    const auto read = [] (const std::string& locks)
    {
        Findings findings;
        const auto wrapped =
            stateFromJson (R"({"format":"kolophon-state","version":1,"locked":)" + locks +
                               R"(,"preset":{"format":"kolophon-preset","version":3,"parameters":{}}})",
                           findings);
        REQUIRE (wrapped);
        return Read { wrapped->locked, findings.count() };
    };
    CHECK (read ("[]") == Read { {}, 0 });
    CHECK (read (R"(["hand.speed","something.new"])") == Read { { "hand.speed" }, 1 });
    CHECK (read (R"("hand.speed")") == Read { {}, 1 });
    CHECK (read (R"([3,"hand.lift"])") == Read { { "hand.lift" }, 1 });
}

TEST_CASE ("the menu of a right click sets, copies, pastes, locks")
{
    Window window;
    auto& row = rowOf (window, "hand.speed");
    auto& knob = window.knob ("hand.speed");
    knob.setExactValue (0.035);
    choose (row, "Copy 35 mm/s");
    knob.setExactValue (1.0);
    choose (row, "Paste 35 mm/s");
    CHECK (knob.exactValue() == 0.035);
    choose (rowOf (window, "hand.bite"), "Default: 5 m/s" + juce::String::fromUTF8 ("²"));
    choose (rowOf (window, "body.type"), "Copy String"); // no number
    CHECK_FALSE (entriesOf (row.contextMenu()).at ("Paste").isEnabled);

    const juce::String lock ("Lock: presets keep this value");
    CHECK_FALSE (entriesOf (row.contextMenu()).at (lock).isTicked);
    choose (row, lock);
    CHECK (knob.isLocked());
    CHECK (entriesOf (row.contextMenu()).at (lock).isTicked);
    window.refresh();
    CHECK (row.getDescription() == "Locked");
    editorOf (window).showBrowser (true);
    REQUIRE (editorOf (window).presetBrowser() != nullptr);
    window.refresh();
    CHECK (editorOf (window).presetBrowser()->locks() == "Speed");
    window.press ("Unlock all knobs");
    CHECK_FALSE (knob.isLocked());
    CHECK (editorOf (window).presetBrowser()->locks().isEmpty());
}

TEST_CASE ("a controller is learned from the menu, its range is edited, and it is forgotten")
{
    Window window;
    auto& processor = window.processor;
    processor.prepareToPlay (48000.0, 480);
    auto& row = rowOf (window, "out.width"); // 0 to 200 %
    choose (row, "Learn a MIDI controller");
    CHECK (processor.midiLearn().armedParameter() == *findParameter ("out.width"));
    choose (row, "Cancel learning");
    CHECK_FALSE (processor.midiLearn().armedParameter().has_value());
    choose (row, "Learn a MIDI controller");
    sendController (processor, 21, 64);
    REQUIRE (processor.midiLearn().learned().count == 1);
    CHECK (entriesOf (row.contextMenu()).count ("CC 21, any channel/Forget") == 1);

    LearnedSheet sheet (processor, *findParameter ("out.width"));
    const auto part = [&sheet] (const juce::String& title)
    {
        for (auto* component : descendants (sheet))
            if (component->getTitle() == title)
                return component;
        FAIL ("no " << title);
        throw std::logic_error ("unreachable");
    };
    dynamic_cast<juce::Slider*> (part ("Controller at 0"))->setValue (0.75, juce::sendNotificationSync);
    dynamic_cast<juce::Slider*> (part ("Controller at 127"))->setValue (0.25, juce::sendNotificationSync);
    auto* waits = dynamic_cast<juce::ToggleButton*> (part ("Soft takeover"));
    REQUIRE (waits->getToggleState());
    waits->setToggleState (false, juce::dontSendNotification);
    waits->onClick();
    sendController (processor, 21, 127); // the other way round, over the middle half
    CHECK_THAT (processor.bridge().patch().outWidthPercent, WithinAbs (50.0, 1e-9));
    sendController (processor, 21, 0);
    CHECK_THAT (processor.bridge().patch().outWidthPercent, WithinAbs (150.0, 1e-9));

    choose (row, "CC 21, any channel/Forget");
    CHECK (processor.midiLearn().learned().count == 0);
    sendController (processor, 21, 127);
    CHECK_THAT (processor.bridge().patch().outWidthPercent, WithinAbs (150.0, 1e-9));
}

TEST_CASE ("a knob shows how far it is moved, and where the latest voice has it")
{
    Window window;
    auto& processor = window.processor;
    processor.prepareToPlay (48000.0, 480);
    processor.setModulation ({});
    auto& row = rowOf (window, "out.width");
    window.set ("out.width", 100.0); // the middle of 0 to 200 %
    window.refresh();
    CHECK_FALSE (row.motionShown().isMoved);

    choose (row, "Add modulation from/LFO 1"); // by a quarter of the slider, both ways
    Modulation modulation = processor.modulation();
    CHECK (modulation.slots[0].to.depth == 0.25);
    modulation.macros[0].to = { { *findParameter ("out.width"), 0.2, 0.0 } };
    modulation.slots[0].source = ModulationSource::wheel; // 0 … 1
    processor.setModulation (modulation);
    window.refresh();
    const auto range = row.motionShown();
    CHECK (range.isMoved);
    CHECK_THAT (range.from, WithinAbs (0.5, 1e-6));
    CHECK_THAT (range.to, WithinAbs (0.95, 1e-6));
    window.set ("mod.amount_1", 50.0);
    window.refresh();
    CHECK_THAT (row.motionShown().to, WithinAbs (0.5 + 0.125 + 0.2, 1e-6));
    modulation.slots[0].source = ModulationSource::lfo1;
    processor.setModulation (modulation);
    window.refresh();
    CHECK_THAT (row.motionShown().from, WithinAbs (0.5 - 0.125, 1e-6));

    // Macro 1 at 50 % and the wheel at 127, half let through: 0.5 + 0.5 · 0.2 + 0.5 · 0.25.
    modulation.slots[0].source = ModulationSource::wheel;
    processor.setModulation (modulation);
    window.set ("macro.1", 50.0);
    fromPlugin (
        processor, 48000,
        { { 0, juce::MidiMessage::noteOn (1, 57, 0.8f) }, { 10, juce::MidiMessage::controllerEvent (1, 1, 127) } },
        blocksOf (480));
    window.refresh();
    CHECK_THAT (row.motionShown().now, WithinAbs (0.725, 1e-3));
    CHECK_THAT (window.knob ("out.width").exactValue(), WithinAbs (100.0, 0.0)); // the knob itself stands still

    choose (row, "Remove modulation from Wheel (25 %)");
    CHECK (processor.modulation().slots[0].source == ModulationSource::none);
    processor.setModulation ({});
    fromPlugin (processor, 4800, {}, blocksOf (480));
    window.refresh();
    CHECK_FALSE (row.motionShown().isMoved);
}

TEST_CASE ("edits of the matrix are steps back and forth, a drag of a depth is one")
{
    Window window;
    auto& processor = window.processor;
    auto& history = editorOf (window).history();
    window.refresh();
    auto& row = rowOf (window, "out.width");
    choose (row, "Add modulation from/Drift");
    window.refresh();
    REQUIRE (history.canUndo());
    const auto depthIs = [&processor] { return processor.modulation().slots[0].to.depth; };
    processor.beginEdit();
    for (int i = 1; i <= 30; ++i)
    {
        auto modulation = processor.modulation();
        modulation.slots[0].to.depth = 0.01 * i;
        processor.setModulation (modulation);
        window.refresh();
    }
    processor.endEdit();
    window.refresh();
    auto& knob = window.knob ("hand.speed");
    const double speed = knob.exactValue();
    knob.beginChangeGesture();
    knob.setExactValue (0.5);
    knob.endChangeGesture();
    window.refresh();

    history.undo();
    CHECK (knob.exactValue() == speed);
    CHECK (depthIs() == 0.3);
    history.undo();
    CHECK (depthIs() == 0.25); // as the menu had made it
    history.undo();
    CHECK (processor.modulation().slots[0].source == ModulationSource::none);
    CHECK_FALSE (history.canUndo());
    for (int i = 0; i < 3; ++i)
        history.redo();
    CHECK (depthIs() == 0.3);
    CHECK (knob.exactValue() == 0.5);
    CHECK_FALSE (history.canRedo());
}
} // namespace kolophon
