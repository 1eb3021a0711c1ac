// SPDX-License-Identifier: GPL-3.0-or-later
// The window around what is played: key switches, letters, cards, typed values, devices, dialogs, colours.
#include "Support/EditorScene.h"
#include "Support/Home.h"

#include "Plugin/Desktop/FileDialog.h"
#include "Plugin/Desktop/Offscreen.h"
#include "Plugin/Drawing/GlyphsAndFonts.h"
#include "Plugin/Formats/DeviceChoice.h"

#include "../Source/Core/Text/KeyName.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace kolophon
{
namespace
{
KeyboardStrip& stripOf (Window& window)
{
    auto* strip = window.find<KeyboardStrip> ("Keyboard");
    REQUIRE (strip != nullptr);
    return *strip;
}

/** Without comments: what is left beyond ASCII stands in texts. */
std::string withoutComments (const std::string& source)
{
    std::string rest;
    bool inLine = false, inBlock = false, inText = false;
    for (std::size_t i = 0; i < source.size(); ++i)
    {
        const bool two = i + 1 < source.size();
        if (! inLine && ! inBlock && source[i] == '"' && (i == 0 || source[i - 1] != '\\') &&
            ! (i > 0 && source[i - 1] == '\'' && two && source[i + 1] == '\''))
            inText = ! inText;
        if (! inText && ! inBlock && two && source[i] == '/' && source[i + 1] == '/')
            inLine = true;
        if (! inText && ! inLine && two && source[i] == '/' && source[i + 1] == '*')
            inBlock = true;
        if (inBlock && i > 0 && source[i - 1] == '*' && source[i] == '/')
        {
            inBlock = false;
            continue;
        }
        if (source[i] == '\n')
            inLine = inText = false;
        if (! inLine && ! inBlock)
            rest += source[i];
    }
    return rest;
}

std::string contentsOf (const std::filesystem::path& file)
{
    std::ifstream stream (file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/** The letters that a font has, by its own table of them (OpenType's cmap, format 4: segments of letters up to 0xffff,
    with 0 for what is missing). */
std::set<unsigned> lettersOf (const std::filesystem::path& fontFile)
{
    const auto font = contentsOf (fontFile);
    const auto at = [&font] (std::size_t place, int bytes)
    {
        unsigned value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value << 8 | static_cast<unsigned char> (font.at (place + static_cast<std::size_t> (i)));
        return value;
    };
    std::set<unsigned> letters;
    for (std::size_t table = 0; table < at (4, 2); ++table)
    {
        if (font.compare (12 + 16 * table, 4, "cmap") != 0)
            continue;
        const std::size_t cmap = at (12 + 16 * table + 8, 4);
        for (std::size_t n = 0; n < at (cmap + 2, 2); ++n)
        {
            const std::size_t map = cmap + at (cmap + 4 + 8 * n + 4, 4);
            if (at (map, 2) != 4)
                continue;
            const std::size_t twice = at (map + 6, 2);
            for (std::size_t segment = 0; segment < twice; segment += 2)
            {
                const unsigned last = at (map + 14 + segment, 2), first = at (map + 16 + twice + segment, 2),
                               delta = at (map + 16 + 2 * twice + segment, 2);
                const std::size_t offsetAt = map + 16 + 3 * twice + segment;
                const unsigned offset = at (offsetAt, 2);
                for (unsigned letter = first; letter <= last && letter < 0xffff; ++letter)
                    if (const unsigned glyph =
                            offset == 0 ? (letter + delta) & 0xffff : at (offsetAt + offset + 2 * (letter - first), 2);
                        glyph != 0)
                        letters.insert (letter);
            }
        }
    }
    return letters;
}

struct PretendedDevice final : juce::AudioIODevice
{
    PretendedDevice (const juce::String& name, const juce::String& kind) : AudioIODevice (name, kind) {}
    juce::StringArray getOutputChannelNames () override { return { "left", "right" }; }
    juce::StringArray getInputChannelNames () override { return {}; }
    juce::Array<double> getAvailableSampleRates () override { return { 48000.0 }; }
    juce::Array<int> getAvailableBufferSizes () override { return { 256 }; }
    int getDefaultBufferSize () override { return 256; }
    juce::String open (const juce::BigInteger&, const juce::BigInteger&, double, int) override
    {
        opened = true;
        return {};
    }
    void close () override { opened = false; }
    bool isOpen () override { return opened; }
    void start (juce::AudioIODeviceCallback*) override {}
    void stop () override {}
    bool isPlaying () override { return opened; }
    juce::String getLastError () override { return {}; }
    int getCurrentBufferSizeSamples () override { return 256; }
    double getCurrentSampleRate () override { return 48000.0; }
    int getCurrentBitDepth () override { return 32; }
    juce::BigInteger getActiveOutputChannels () const override { return 3; }
    juce::BigInteger getActiveInputChannels () const override { return 0; }
    int getOutputLatencyInSamples () override { return 0; }
    int getInputLatencyInSamples () override { return 0; }
    bool opened = false;
};

/** Devices of which JUCE knows as many as there were when it looked last. */
struct PretendedKind final : juce::AudioIODeviceType
{
    PretendedKind (const juce::String& name, juce::StringArray& itsThere) : AudioIODeviceType (name), there (itsThere)
    {
    }
    void scanForDevices () override { known = there; }
    juce::StringArray getDeviceNames (bool wantsInputs) const override
    {
        return wantsInputs ? juce::StringArray() : known;
    }
    int getDefaultDeviceIndex (bool) const override { return 0; }
    int getIndexOfDevice (juce::AudioIODevice* device, bool) const override
    {
        return device != nullptr ? known.indexOf (device->getName()) : -1;
    }
    bool hasSeparateInputsAndOutputs () const override { return true; }
    juce::AudioIODevice* createDevice (const juce::String& output, const juce::String&) override
    {
        return known.contains (output) ? new PretendedDevice (output, getTypeName()) : nullptr;
    }
    juce::StringArray& there;
    juce::StringArray known;
};
} // namespace

TEST_CASE ("key switches lie on the on-screen keyboard with their names, and the mouse plays them")
{
    Window window;
    auto& strip = stripOf (window);
    window.refresh();
    CHECK (strip.lowestKey() == 21); // a piano's
    CHECK (strip.switchOn (12).isEmpty());
    const auto names = parameterTable()[*findParameter ("hand.articulation")].choices;
    for (const double first : { 12.0, 0.0, 60.0, 120.0 })
    {
        window.set ("voice.key_switches", 1.0);
        window.set ("voice.switch_key", first);
        window.refresh();
        CAPTURE (first);
        for (int place = 0; place < static_cast<int> (names.size()) && first + place < 128; ++place)
        {
            const int key = static_cast<int> (first) + place;
            CAPTURE (key);
            CHECK (strip.switchOn (key) == toJuce (names[static_cast<std::size_t> (place)]));
            const auto area = strip.placeOf (key);
            REQUIRE_FALSE (area.isEmpty());
            REQUIRE (strip.getLocalBounds().toFloat().expanded (1.0f).contains (area));
            const auto at = area.withTrimmedBottom (area.getHeight() * 0.5f).getCentre().toInt();
            const int under = strip.keyAt (area.getCentre().withY (area.getBottom() - 3.0f).toInt());
            CHECK (under == key);
            CHECK (strip.keyAt (at) >= 0);
        }
        CHECK (strip.switchOn (static_cast<int> (first) - 1).isEmpty());
    }

    // A press on the key named Pluck moves the knob, and no voice sounds.
    window.set ("voice.switch_key", 12.0);
    window.refresh();
    window.processor.prepareToPlay (48000.0, 800);
    OffscreenWindow desktop (*window.editor); // keys ask whether they are really there
    const auto pluck = strip.placeOf (13);
    auto& keys = strip.keys();
    keys.mouseDown (pressAt (keys, (pluck.getCentre() - keys.getPosition().toFloat()).toInt()));
    sound (window, 6);
    CHECK (window.processor.bridge().patch().handArticulation == 1.0);
    CHECK (findHelp (keys, (pluck.getCentre() - keys.getPosition().toFloat()).toInt()).help.text.contains ("Pluck"));
    CHECK (findHelp (keys, (pluck.getCentre() - keys.getPosition().toFloat()).toInt()).help.label == "C#0");
    desktop.removeChildComponent (window.editor.get());
}

TEST_CASE ("the key of the first switch is written by its name, and read by name or number")
{
    const auto& info = parameterTable()[*findParameter ("voice.switch_key")];
    for (int key = 0; key <= 120; ++key)
    {
        CAPTURE (key);
        const auto text = formatValue (info, key);
        CHECK (text == kolophon::keyName (key));
        CHECK (parseValue (info, text).value_or (-1.0) == key);
        CHECK (parseValue (info, std::to_string (key)).value_or (-1.0) == key);
    }
    CHECK (formatValue (info, 60.0) == "C4"); // middle C
    for (const auto* wrong : { "121", "G9", "H2", "12.5", "", "C" })
        CHECK_FALSE (parseValue (info, wrong).has_value());
}

TEST_CASE ("every letter of every text has a glyph in the editor's own typeface")
{
    const auto fonts = std::filesystem::path (KOLOPHON_SOURCE_FOLDER) / "Resources/Fonts";
    const auto plain = lettersOf (fonts / "Inter-Regular.otf"), strong = lettersOf (fonts / "Inter-SemiBold.otf");
    REQUIRE (plain.count ('g') == 1);
    REQUIRE (plain.count (0x00b5) == 1); // micro
    REQUIRE (plain.count (0x266b) == 0); // two notes, beamed
    std::map<juce::juce_wchar, std::string> letters;
    const auto gather = [&letters] (const std::string& text, const std::string& where)
    {
        for (auto next = juce::CharPointer_UTF8 (text.c_str()); ! next.isEmpty();)
            if (const auto letter = next.getAndAdvance(); letter > 127)
                letters.emplace (letter, where);
    };
    const std::filesystem::path sources = std::filesystem::path (KOLOPHON_SOURCE_FOLDER) / "Source";
    for (const auto* folder : { "Core", "Physics", "Synth", "Files", "Rendering", "Analysis", "Plugin" })
        for (const auto& file : std::filesystem::recursive_directory_iterator (sources / folder))
            if (const auto ending = file.path().extension(); ending == ".cpp" || ending == ".h")
                gather (withoutComments (contentsOf (file.path())), file.path().filename().string());
    for (const auto& preset : factoryPresets())
    {
        gather (preset.info.name + preset.info.notes + preset.info.author, preset.info.name);
        for (const auto& macro : preset.modulation.macros)
            gather (std::string (macro.name), preset.info.name);
    }
    CHECK (letters.size() > 10);
    for (const auto& [letter, where] : letters)
    {
        CAPTURE (where, juce::String::charToString (letter).toStdString());
        CHECK (plain.count (static_cast<unsigned> (letter)) == 1);
        CHECK (strong.count (static_cast<unsigned> (letter)) == 1);
    }
}

TEST_CASE ("a letter that the editor's own typeface lacks is drawn by another one, not as a blank")
{
    const juce::SharedResourcePointer<SharedLook> look;
    const auto drawn = [] (juce::juce_wchar letter)
    {
        juce::GlyphArrangement glyphs;
        glyphs.addLineOfText (LookAndFeel::font (13.0f), juce::String::charToString (letter), 0.0f, 0.0f);
        juce::Path outline;
        glyphs.createPath (outline);
        return ! outline.isEmpty();
    };
    CHECK (drawn ('g'));
    CHECK_FALSE (drawn (' '));
    if (juce::Font::findAllTypefaceNames().contains (fallbackFont())) // else nothing could
        CHECK (drawn (0x266b));                                       // two notes, beamed
}

TEST_CASE ("a teaching card leaves the sound alone until it is asked to set it up, and that can be undone")
{
    Window window;
    window.processor.setCurrentProgram (static_cast<int> (*findFactoryPlace ("Old Hinge")));
    window.set ("hand.speed", 0.0625);
    window.refresh();
    const auto before = window.processor.currentPreset();
    editorOf (window).showCard (0);
    window.press ("Next card");
    window.press ("Previous card");
    window.refresh();
    CHECK (window.processor.currentPreset().patch == before.patch);
    CHECK (window.processor.currentPreset().info.name == "Old Hinge");
    for (std::size_t card = 0; card < teachingCards().size(); ++card)
    {
        editorOf (window).showCard (static_cast<int> (card));
        window.press ("Set up the sound of this card");
        window.refresh();
        CAPTURE (teachingCards()[card].title);
        CHECK (window.processor.currentPreset().info.name == teachingCards()[card].preset);
        for (const auto& [id, text] : teachingCards()[card].settings)
            CHECK (window.knob (id).exactValue() == parseValue (window.knob (id).info, text).value_or (-1.0));
        editorOf (window).history().undo();
        CHECK (window.processor.currentPreset().patch == before.patch);
    }
}

TEST_CASE ("no two knobs on Design have the same label")
{
    Window window;
    for (const double slot : { 0.0, 1.0 })
        for (std::size_t law = 0; law < lawTable().size(); ++law)
            for (std::size_t body = 0; body < bodyTable().size(); ++body)
            {
                window.set ("compare.on", slot);
                window.set ("compare.slot", slot);
                window.set (slot > 0.0 ? "contact_b.law" : "contact.law", static_cast<double> (law));
                window.set ("body.type", static_cast<double> (body));
                window.refresh();
                std::set<juce::String> labels;
                for (const auto* row : window.rows())
                    if (row->isVisible())
                    {
                        CAPTURE (row->info().id);
                        CHECK (labels.insert (row->getTitle()).second);
                    }
                CHECK (labels.count ("Human") == 0); // the panel's name
            }
}

TEST_CASE ("a number that was typed is understood as a whole, or refused with what is allowed")
{
    const auto read = [] (const char* text, const char* unit, bool whole = false)
    { return typedNumber (text, "Held", 0.01, 600.0, unit, whole); };
    CHECK (read ("12", "s").value_or (-1.0) == 12.0);
    CHECK (read (" 12 s ", "s").value_or (-1.0) == 12.0);
    CHECK (read ("500 ms", "s").value_or (-1.0) == 0.5);
    CHECK (read ("0.5 s", "ms").value_or (-1.0) == 500.0);
    CHECK (read ("5", "ms").value_or (-1.0) == 5.0);
    CHECK (read ("50 %", "%").value_or (-1.0) == 50.0);
    for (const auto* wrong : { "", "abc", "12abc", "1a2", "12 Hz", "1 2", "1,5", "601", "0", "-3", "nan", "1e9" })
    {
        CAPTURE (wrong);
        const auto value = read (wrong, "s");
        REQUIRE_FALSE (value.has_value());
        CHECK (std::string (value.error().what()).find ("Held") == 0);
        CHECK (std::string (value.error().what()).find ("600 s") != std::string::npos);
    }
    CHECK_FALSE (read ("2.5", "", true).has_value());
}

TEST_CASE ("the fields of takes and gestures refuse nonsense aloud")
{
    Window window;
    auto& editor = editorOf (window);
    for (const auto section : { ModSection::takes, ModSection::gesture })
    {
        editor.showMod (section);
        window.refresh();
        int fields = 0;
        for (auto* component : descendants (*window.editor))
        {
            auto* field = dynamic_cast<ValueField*> (component);
            if (field == nullptr || ! field->getParentComponent()->isVisible() || ! field->isEnabled())
                continue;
            if (field->getTitle() == "Name of the files")
                continue; // any name is one
            for (const auto* wrong : { "12abc", "seven", "1 2 3" })
            {
                CAPTURE (field->getTitle().toStdString(), wrong);
                const auto before = field->text();
                CHECK (field->typed (wrong).isNotEmpty());
                CHECK (field->text() == before);
            }
            ++fields;
        }
        CHECK (fields > 1);
    }
    editor.showMod (ModSection::takes);
    auto* vary = window.find<juce::TextEditor> ("Variations");
    REQUIRE (vary != nullptr);
    const auto misspelt = juce::String::fromUTF8 ("hand.sped=±20%");
    vary->setText (misspelt);
    vary->onReturnKey();
    CHECK (editor.complaint().contains ("hand.sped"));
    CHECK (vary->getText() == misspelt); // to be mended
    CHECK (vary->findColour (juce::TextEditor::outlineColourId) == palette::alarm);
    vary->setText (juce::String::fromUTF8 ("hand.speed=±20%"));
    vary->onFocusLost();
    CHECK (vary->findColour (juce::TextEditor::outlineColourId).isTransparent());
}

TEST_CASE ("where another kind of devices is chosen, its first output opens, and none stays none")
{
    juce::StringArray first { "Card" }, second;
    juce::AudioDeviceManager manager;
    manager.addAudioDeviceType (std::make_unique<PretendedKind> ("First", first));
    auto late = std::make_unique<PretendedKind> ("Late", second);
    manager.addAudioDeviceType (std::move (late));
    REQUIRE (manager.initialise (0, 2, nullptr, true).isEmpty());
    REQUIRE (manager.getCurrentAudioDevice() != nullptr);
    DeviceChoice choice (manager);
    manager.closeAudioDevice(); // else JUCE waits for the card
    second.add ("system");      // the server starts after the app
    manager.setCurrentAudioDeviceType ("Late", true);
    REQUIRE (manager.getCurrentAudioDevice() == nullptr);
    choice.follow();
    REQUIRE (manager.getCurrentAudioDevice() != nullptr);
    CHECK (manager.getCurrentAudioDevice()->getName() == "system");
    CHECK (manager.getAudioDeviceSetup().outputDeviceName == "system");

    auto setup = manager.getAudioDeviceSetup();
    setup.outputDeviceName.clear();
    manager.setAudioDeviceSetup (setup, true);
    choice.follow();
    CHECK (manager.getCurrentAudioDevice() == nullptr);
}

TEST_CASE ("a file dialog has the desktop's frame, and begins with the name that is suggested")
{
    const juce::SharedResourcePointer<SharedLook> look;
    const auto folder = juce::File::getSpecialLocation (juce::File::tempDirectory);
    using Browser = juce::FileBrowserComponent;
    FileDialog::Box box ("Save", folder.getChildFile ("Hinge 2.json"), "*.json",
                         Browser::saveMode | Browser::canSelectFiles | Browser::warnAboutOverwriting);
    CHECK (box.window.isUsingNativeTitleBar());
    CHECK (box.browser.getRoot() == folder);
    CHECK (box.browser.getSelectedFile (0).getFileName() == "Hinge 2.json");
}

TEST_CASE ("the window around the stand-alone app has the colours of the theme")
{
    const ThemeGuard guard;
    Window window;
    juce::DocumentWindow around ("Kolophon", juce::Colours::red, juce::DocumentWindow::closeButton, false);
    around.setContentNonOwned (window.editor.get(), true);
    CHECK (around.getBackgroundColour() == palette::ground);
    const auto dark = palette::ground;
    editorOf (window).setTheme (palette::Theme::light);
    CHECK (around.getBackgroundColour() == palette::ground);
    CHECK (around.getBackgroundColour() != dark);
    around.clearContentComponent();
}
} // namespace kolophon
