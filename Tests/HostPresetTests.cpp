// SPDX-License-Identifier: GPL-3.0-or-later
// The player's own presets: where they go, how they are found again, whose words they carry.
#include "Support/EditorScene.h"
#include "Support/Home.h"

#include "Core/Text/KeyName.h"
#include "Plugin/Presets/PresetSheet.h"

namespace kolophon
{
namespace
{
void loadFactoryNamed (Window& window, std::string_view name)
{
    window.processor.setCurrentProgram (static_cast<int> (*findFactoryPlace (name)));
    window.refresh();
}

PresetBrowser& openBrowser (Window& window)
{
    editorOf (window).showBrowser (true);
    return *editorOf (window).presetBrowser();
}

/** Fills in the sheet that is open, and saves. */
void saveAs (Window& window, const PresetInfo& words)
{
    PresetSheet* sheet = nullptr;
    for (auto* component : descendants (*window.editor))
        if (auto* its = dynamic_cast<PresetSheet*> (component))
            sheet = its;
    REQUIRE (sheet != nullptr);
    sheet->setWords (words);
    sheet->save();
    pump(); // closes it
}

Preset written (const juce::String& path)
{
    Findings findings;
    auto read = readPresetFile (UserPresets::folder().getChildFile (path).getFullPathName().toStdString(), findings);
    CHECK (findings.empty());
    REQUIRE (read.has_value());
    return *read;
}
} // namespace

TEST_CASE ("a saved preset lies in the player's folder, is listed and chosen at once, and has the player's words alone")
{
    const Home home;
    Window window;
    const auto& glass = *findFactoryPreset ("Glass Rim");
    REQUIRE_FALSE (glass.claims.list.empty());
    REQUIRE_FALSE (glass.info.author.empty());
    loadFactoryNamed (window, "Glass Rim");
    window.set ("hand.speed", 0.0625);
    auto& browser = openBrowser (window);
    CHECK_FALSE (UserPresets::folder().exists());

    PresetSheet sheet ({ glass, {}, {}, {}, {} }, editorOf (window).editorSettings());
    CHECK (sheet.fileText().startsWith (UserPresets::folder().getFullPathName()));
    editorOf (window).bar().savePreset();
    saveAs (window, { "Wet Glass", "Ada", "Slow chords.", { "Glass", "Moonless" } });

    const auto saved = written ("Wet Glass.json");
    CHECK (saved.info == PresetInfo { "Wet Glass",
                                      "Ada",
                                      "Slow chords.",
                                      { "Glass", "Moonless" },
                                      {},
                                      {},
                                      glass.info.lowestKey,
                                      glass.info.highestKey });
    CHECK (saved.claims == PresetClaims());
    CHECK (saved.patch.handSpeed == 0.0625);
    CHECK (saved.patch == window.processor.bridge().patch());
    CHECK (browser.listed().contains ("Wet Glass"));
    CHECK (browser.chosen() == "Wet Glass");
    CHECK_FALSE (window.processor.isEdited());
    CHECK (editorOf (window).helpLine().note().contains ("Wet Glass.json"));

    // The next one is suggested under another name, by the same author.
    loadFactoryNamed (window, "Old Hinge");
    editorOf (window).bar().savePreset();
    saveAs (window, { "Hinge", "Ada", "", {} });
    browser.search ("moonless");
    CHECK (browser.listed() == juce::StringArray { "Wet Glass" });
    browser.search ("your presets");
    CHECK (browser.listed() == juce::StringArray { "Hinge", "Wet Glass" });
}

TEST_CASE ("the sheet suggests a name that no preset has, and the author of the last one")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Old Hinge");
    for (const auto* expected : { "Old Hinge 2", "Old Hinge 3" })
    {
        loadFactoryNamed (window, "Old Hinge");
        editorOf (window).bar().savePreset();
        auto* sheet = window.find<PresetSheet> ("Save the preset");
        REQUIRE (sheet != nullptr);
        CHECK (sheet->words().name == expected);
        CHECK (sheet->words().author == (expected == std::string_view ("Old Hinge 2") ? "" : "Ada"));
        auto words = sheet->words();
        words.author = "Ada";
        saveAs (window, words);
    }
}

TEST_CASE ("presets in subfolders are listed, however their files are called, and broken ones are named")
{
    const Home home;
    const auto folder = UserPresets::madeFolder();
    auto preset = *findFactoryPreset ("Plain String");
    for (const auto* name : { "Doors/Front", "Doors/Old/Cellar", "Top" })
    {
        preset.info.name = juce::String (name).fromLastOccurrenceOf ("/", false, false).toStdString();
        const auto file = folder.getChildFile (juce::String (name) + ".json");
        file.getParentDirectory().createDirectory();
        REQUIRE (UserPresets::write (preset, file).has_value());
    }
    folder.getChildFile ("Broken.json").replaceWithText ("{ no preset");
    Window window;
    auto& browser = openBrowser (window);
    for (const auto* name : { "Front", "Cellar", "Top" })
        CHECK (browser.listed().contains (name));
    CHECK (editorOf (window).complaint().contains ("Broken.json"));
    // The notes of other presets have these words, too; the names come first.
    for (const auto* name : { "Two Bows", "Ghost Bow", "Chalk" })
    {
        browser.search (name);
        CHECK (browser.listed().size() > 1);
        CHECK (browser.listed()[0] == name);
    }
    browser.search ("doors/old");
    CHECK (browser.listed() == juce::StringArray { "Cellar" });

    // The arrows beside the box come by them, after the built-in ones.
    window.processor.setCurrentProgram (static_cast<int> (factoryPresetNames().size()) - 1);
    std::set<std::string> seen;
    for (int i = 0; i < 4; ++i)
    {
        window.press ("Next preset");
        seen.insert (window.processor.currentPreset().info.name);
    }
    CHECK (seen == std::set<std::string> { "Front", "Cellar", "Top", "First Light" }); // and round again
}

TEST_CASE ("whatever a preset is called, its file lies in the player's folder and reads back")
{
    const Home home;
    UserPresets::madeFolder();
    auto preset = *findFactoryPreset ("Plain String");
    std::set<juce::String> files;
    for (const auto* name : { "../above", "a/b", "", ".hidden", "con:2*?", "♫ tune", "two  words" })
    {
        CAPTURE (name);
        preset.info.name = name;
        const auto file = UserPresets::fileNamed (juce::String::fromUTF8 (name));
        CHECK (file.getParentDirectory() == UserPresets::folder());
        CHECK_FALSE (file.getFileName().startsWith ("."));
        REQUIRE (UserPresets::write (preset, file).has_value());
        Findings findings;
        const auto read = readPresetFile (file.getFullPathName().toStdString(), findings);
        CHECK (findings.empty());
        REQUIRE (read.has_value());
        CHECK (read->info.name == name);
        files.insert (file.getFullPathName());
    }
    CHECK (files.size() == 7);
    CHECK (UserPresets::files().size() == 7);
}

TEST_CASE ("the words of a saved preset can be changed, and its sound stays")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Glass Rim");
    auto& browser = openBrowser (window);
    editorOf (window).bar().savePreset();
    saveAs (window, { "First", "Ada", "", {} });
    window.set ("hand.speed", 0.07); // not saved
    CHECK (window.processor.isEdited());
    REQUIRE (window.button ("Edit the preset").isVisible());
    browser.edit();
    saveAs (window, { "Second", "Ben", "Changed.", { "Wet" } });

    CHECK_FALSE (UserPresets::folder().getChildFile ("First.json").exists());
    const auto saved = written ("Second.json");
    CHECK (saved.info.author == "Ben");
    CHECK (saved.info.notes == "Changed.");
    CHECK (saved.patch == findFactoryPreset ("Glass Rim")->patch);
    CHECK (window.processor.currentPreset().info.name == "Second");
    CHECK (window.processor.bridge().patch().handSpeed == 0.07);
    CHECK (window.processor.isEdited());
    CHECK (browser.chosen() == "Second");

    loadFactoryNamed (window, "Old Hinge"); // the factory's words are not the player's to change
    CHECK_FALSE (window.button ("Edit the preset").isVisible());
}

TEST_CASE ("Init is every knob at its default, with no macro, gesture or body")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Glass Rim");
    auto& browser = openBrowser (window);
    browser.search ("init");
    REQUIRE (browser.listed().contains ("Init"));
    const int row = browser.listed().indexOf ("Init");
    auto* list = window.find<juce::ListBox> ("Presets");
    REQUIRE (list != nullptr);
    list->selectRow (row);
    const auto now = window.processor.currentPreset();
    CHECK (now.info.name == "Init");
    for (const auto& parameter : parameterTable())
    {
        CAPTURE (parameter.id);
        CHECK (parameter.in (now.patch) == parameter.defaultValue);
    }
    CHECK (now.modulation == Modulation());
    CHECK_FALSE (now.gesture.has_value());
    CHECK_FALSE (now.customBody.has_value());
    CHECK_FALSE (window.processor.isEdited());
    auto* box = window.find<juce::ComboBox> ("Preset");
    REQUIRE (box != nullptr);
    window.refresh();
    CHECK (box->getText() == "Init");
}

TEST_CASE ("texts fit in the sheet of a preset's words, and beside presets of the player's")
{
    const Home home;
    const juce::SharedResourcePointer<SharedLook> look;
    EditorSettings settings (false);
    PresetSheet sheet ({ *findFactoryPreset ("Glass Rim"), {}, {}, {}, [] (const Preset&) {} }, settings);
    checkTexts (sheet, 6);
    Window window;
    loadFactoryNamed (window, "Glass Rim");
    auto& browser = openBrowser (window);
    editorOf (window).bar().savePreset();
    saveAs (window, { "A preset with a rather long name", "Ada Augusta", "Words.", { "Glass", "Night", "Slow" } });
    browser.search ("ada");
    browser.search ("rather long");
    checkTexts (browser, 10);
}

TEST_CASE ("a star stars, and loads nothing")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Old Hinge");
    auto& browser = openBrowser (window);
    browser.search ("glass rim");
    auto* list = window.find<juce::ListBox> ("Presets");
    REQUIRE (list != nullptr);
    const auto row = list->getRowPosition (browser.listed().indexOf ("Glass Rim"), false) + list->getPosition();
    auto& settings = editorOf (window).editorSettings();
    pressOn (browser, row.getTopLeft() + juce::Point<int> (14, 12));
    CHECK (settings.isStarred ("Glass Rim"));
    CHECK (window.processor.currentPreset().info.name == "Old Hinge");
    pressOn (browser, row.getTopLeft() + juce::Point<int> (14, 12));
    CHECK_FALSE (settings.isStarred ("Glass Rim"));
    pressOn (browser, row.getTopLeft() + juce::Point<int> (120, 12)); // its name
    CHECK (window.processor.currentPreset().info.name == "Glass Rim");
    CHECK (browser.keyPressed (juce::KeyPress ('8', juce::ModifierKeys::shiftModifier, '*')));
    CHECK (settings.isStarred ("Glass Rim"));
}

TEST_CASE ("Down leads from the search field into the list, Esc out of the browser")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Old Hinge");
    auto& browser = openBrowser (window);
    int closed = 0;
    browser.onClose = [&closed] { ++closed; };
    browser.search ("glass rim");
    const auto first = browser.listed()[0];
    auto* field = window.find<juce::TextEditor> ("Search presets");
    REQUIRE (field != nullptr);
    CHECK (field->keyPressed (juce::KeyPress (juce::KeyPress::downKey)));
    CHECK (browser.chosen() == first);
    CHECK (toJuce (window.processor.currentPreset().info.name) == first);
    CHECK (closed == 0);
    field->onEscapeKey();
    CHECK (closed == 1);
    CHECK (browser.keyPressed (juce::KeyPress (juce::KeyPress::escapeKey)));
    CHECK (closed == 2);
    loadFactoryNamed (window, "Old Hinge");
    browser.search ("saw");
    const auto saw = browser.listed()[0];
    field->onReturnKey();
    CHECK (toJuce (window.processor.currentPreset().info.name) == saw);
}

TEST_CASE ("the preset's name opens the browser, and closes it")
{
    const Home home;
    Window window;
    auto* name = window.find<juce::ComboBox> ("Preset");
    REQUIRE (name != nullptr);
    CHECK (name->getNumItems() == 0); // no menu beside the browser
    name->showPopup();
    CHECK (editorOf (window).presetBrowser() != nullptr);
    name->showPopup();
    CHECK (editorOf (window).presetBrowser() == nullptr);
}

TEST_CASE ("the browser has a button for each category of the factory presets, and lists that category alone")
{
    const Home home;
    Window window;
    auto& browser = openBrowser (window);
    std::map<std::string, juce::StringArray> expected;
    for (const auto& preset : factoryPresets())
        expected[preset.info.category].add (toJuce (preset.info.name));
    REQUIRE (expected.size() == 11);
    for (const auto& [category, names] : expected)
    {
        CAPTURE (category);
        auto& button = window.button ("Category " + juce::String (category));
        button.setToggleState (true, juce::sendNotificationSync);
        CHECK (browser.listed() == names);
    }
    browser.search ("glass rim"); // of another category than the last
    CHECK (browser.listed().contains ("Glass Rim"));
    browser.search ({});
    CHECK (browser.listed().size() == static_cast<int> (factoryPresets().size()) + 1); // Init
}

TEST_CASE ("a row has what its preset is for, and the card below the keys that it is for")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Old Hinge");
    auto& browser = openBrowser (window);
    browser.search ("old hinge");
    const auto info = findFactoryPreset ("Old Hinge")->info;
    auto* list = window.find<juce::ListBox> ("Presets");
    REQUIRE (list != nullptr);
    REQUIRE (list->getModel() != nullptr);
    const auto row = list->getModel()->getNameForRow (browser.listed().indexOf ("Old Hinge"));
    CHECK (row == "Old Hinge, " + toJuce (info.category) + ", " + toJuce (info.intent));
    CHECK (browser.facts() == toJuce (info.category) + juce::String::fromUTF8 (" · keys ") +
                                  juce::String (keyName (info.lowestKey)) + " to " +
                                  juce::String (keyName (info.highestKey)));
    for (const auto& preset : factoryPresets())
        CHECK_FALSE (preset.info.intent.empty());
}

TEST_CASE ("Revert brings a preset back as it was loaded, and so does choosing it once more")
{
    const Home home;
    Window window;
    loadFactoryNamed (window, "Glass Rim");
    const auto whole = window.processor.currentPreset();
    auto& revert = window.button ("Revert");
    const auto edit = [&]
    {
        window.set ("hand.speed", 0.777);
        window.processor.setModulation ({});
        window.refresh();
        CHECK (window.processor.isEdited());
        CHECK (revert.isEnabled());
    };
    const auto isBack = [&]
    {
        window.refresh();
        const auto now = window.processor.currentPreset();
        return now.patch == whole.patch && now.modulation == whole.modulation && ! window.processor.isEdited() &&
               ! revert.isEnabled() && now.info.name == "Glass Rim";
    };
    window.refresh();
    CHECK_FALSE (revert.isEnabled());
    edit();
    revert.onClick();
    CHECK (isBack());
    auto& browser = openBrowser (window);
    browser.search ("glass rim");
    auto* field = window.find<juce::TextEditor> ("Search presets");
    REQUIRE (field != nullptr);
    edit();
    field->onReturnKey();
    CHECK (isBack());
    auto* list = window.find<juce::ListBox> ("Presets");
    const auto row = list->getRowPosition (browser.listed().indexOf ("Glass Rim"), false) + list->getPosition();
    edit();
    pressOn (browser, row.getTopLeft() + juce::Point<int> (120, 12));
    CHECK (isBack());
    // One of the player's own comes back from its file.
    editorOf (window).bar().savePreset();
    saveAs (window, { "Mine", "Ada", "Words.", { "Glass" } });
    window.set ("hand.speed", 0.111);
    window.refresh();
    revert.onClick();
    CHECK (window.processor.currentPreset().patch == whole.patch);
    CHECK (window.processor.currentPreset().info.name == "Mine");
}
} // namespace kolophon
