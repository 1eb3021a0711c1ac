// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetBar.h"

#include "../../Files/Parts/TuningFile.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Files/Songs/PerformanceFile.h"
#include "../../Synth/Control/Performance.h"
#include "../Controls/ChoicePalette.h"
#include "../Drawing/LookAndFeel.h"
#include "../Drawing/ProductMark.h"
#include "../Session/InstrumentSession.h"
#include "DroppedFile.h"
#include "PresetSheet.h"
#include "UserPresets.h"

namespace kolophon
{
namespace
{
/** The player's documents folder, or the home folder if that is missing. */
juce::File usualFolder ()
{
    const auto documents = juce::File::getSpecialLocation (juce::File::userDocumentsDirectory);
    return documents.isDirectory() ? documents : juce::File::getSpecialLocation (juce::File::userHomeDirectory);
}
} // namespace

void PresetBar::PresetName::showPopup()
{
    hidePopup(); // the box takes itself for open
    onClick();
}

PresetBar::PresetBar (InstrumentSession& itsSession, PresetLoader& itsLoader, EditorSettings& itsSettings,
                      SentenceLine& itsSentence, Size itsSize)
    : session (itsSession), loader (itsLoader), settings (itsSettings), sentence (itsSentence),
      size (std::move (itsSize)), documents (usualFolder())
{
    describe (*this, "Kolophon", "A friction synthesiser. Point at any control to see its help.");
    describe (presets, "Preset", "Opens the preset browser: all presets by category, with search and stars.");
    presets.setRepaintsOnMouseActivity (true);
    presets.onClick = [this]
    {
        if (onName)
            onName();
    };

    const auto add = [this] (juce::Button& button, std::function<void()> action)
    {
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    const auto step = [this] (int by)
    {
        return [this, by]
        {
            loader.step (by);
            refresh();
        };
    };
    describe (menuButton, "Menu", "Opens and saves presets, scales and performances; sets size, colours and more.");
    describe (panic, "Panic", "Stops all sound at once.");
    add (previous, step (-1));
    addAndMakeVisible (presets);
    add (next, step (1));
    add (revert,
         [this]
         {
             loader.revert();
             refresh();
         });
    add (menuButton, [this] { showMenu(); });
    add (panic,
         [this]
         {
             session.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 });
             if (onPanic)
                 onPanic();
         });
    refresh();
}

void PresetBar::refresh()
{
    const auto name = toJuce (session.currentPreset().info.name);
    const bool isEdited = session.isEdited();
    const auto shown = (name.isEmpty() ? juce::String ("Untitled") : name) + (isEdited ? " (edited)" : "");
    revert.setEnabled (isEdited);
    if (shown == shownName)
        return;
    shownName = shown;
    presets.setText (shown, juce::dontSendNotification);
}

juce::PopupMenu PresetBar::sizes() const
{
    juce::PopupMenu menu;
    const int now = juce::roundToInt (100.0 * size.now()), largest = static_cast<int> (100.0 * size.largest());
    for (const int percent : { 64, 80, 100, 125, 150, 200 })
        menu.addItem (juce::String (percent) + " %", percent <= largest, percent == now,
                      [set = size.set, percent] { set (0.01 * percent); });
    return menu;
}

void PresetBar::showMenu()
{
    const auto scales = sizes();

    juce::PopupMenu menu;
    menu.addItem ("Init",
                  [this]
                  {
                      loader.loadInit();
                      refresh();
                  });
    menu.addItem (juce::String::fromUTF8 ("Open preset…"), [this] { openPreset(); });
    menu.addItem (juce::String::fromUTF8 ("Save preset as…"), [this] { savePreset(); });
    menu.addItem ("Show preset folder", [] { UserPresets::madeFolder().startAsProcess(); });
    menu.addSeparator();
    menu.addItem (juce::String::fromUTF8 ("Save the last minute…"), [this] { saveLastMinute(); });
    menu.addSeparator();
    menu.addItem (juce::String::fromUTF8 ("Open scale or mapping…"), [this] { openTuning(); });
    menu.addItem ("Equal temperament", true, session.currentTuning().isEqual(),
                  [this] { session.loadTuning (KeyTuning()); });
    menu.addItem (juce::String::fromUTF8 ("Open measured box…"), [this] { openBox(); });
    menu.addSeparator();
    menu.addSubMenu ("Size", scales);
    if (addToMenu)
        addToMenu (menu);
    menu.addSeparator();
    menu.addItem (juce::String ("Kolophon ") + JucePlugin_VersionString + ", free software (GPL 3 or later)", false,
                  false, nullptr);
    menu.setLookAndFeel (&getLookAndFeel());
    menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (menuButton));
}

juce::File PresetBar::folderOfPresets() const
{
    return folder != juce::File() ? folder : UserPresets::folder();
}

void PresetBar::openPreset()
{
    UserPresets::madeFolder();
    dialog.open (*this, "Open a preset", folderOfPresets(), "*.json",
                 [this] (const juce::File& file)
                 {
                     folder = UserPresets::holds (file) ? juce::File() : file.getParentDirectory();
                     loader.loadFile (file);
                     refresh();
                 });
}

void PresetBar::savePreset()
{
    auto preset = session.currentPreset();
    const auto name = toJuce (preset.info.name);
    const auto current = loader.current();
    if (current == juce::File())
    {
        preset.info.name = UserPresets::freeName (name.isEmpty() ? juce::String ("Untitled") : name).toStdString();
        preset.info.author = settings.author().toStdString();
    }
    const auto safe = juce::Component::SafePointer (this);
    PresetSheet::Order order { preset };
    order.onSaved = [safe] (const Preset& saved, const juce::File& file)
    {
        if (safe != nullptr)
            safe->tookSaved (saved, file);
    };
    order.onError = [safe] (const juce::String& message)
    {
        if (safe != nullptr)
            safe->sentence.showError (message);
    };
    order.saveElsewhere = [safe] (const Preset& saved)
    {
        if (safe != nullptr)
            safe->saveElsewhere (saved);
    };
    showSheet (menuButton, std::make_unique<PresetSheet> (std::move (order), settings));
}

void PresetBar::tookSaved (const Preset& preset, const juce::File& file)
{
    loader.adoptSaved (preset, file);
    sentence.showNote ((UserPresets::holds (file)
                            ? juce::String ("Saved as ")
                            : juce::String ("Saved outside your preset folder, so that the browser does not list it. "
                                            "Open it with Menu > Open preset: ")) +
                       file.getFullPathName());
    refresh();
    if (onSaved)
        onSaved();
}

/** Asks for a file and saves the preset there; remembers the author, as the sheet does. */
void PresetBar::saveElsewhere (const Preset& preset)
{
    settings.setAuthor (toJuce (preset.info.author));
    const auto from =
        UserPresets::fileNamed (folder != juce::File() ? folder : UserPresets::madeFolder(), toJuce (preset.info.name));
    dialog.save (*this, "Save the preset as", from, "json",
                 [this, preset] (const juce::File& file)
                 {
                     auto named = preset;
                     named.info.name = file.getFileNameWithoutExtension().toStdString();
                     if (const auto written = UserPresets::write (named, file); ! written)
                         return sentence.showError (toJuce (written.error().what()));
                     folder = UserPresets::holds (file) ? juce::File() : file.getParentDirectory();
                     tookSaved (named, file);
                 });
}

void PresetBar::openTuning()
{
    dialog.open (*this, "Open a scale or a keyboard mapping", documents, "*.scl;*.kbm",
                 [this] (const juce::File& file)
                 {
                     const auto tuning = readTuning (file, session.currentTuning());
                     if (! tuning)
                         return sentence.showError (toJuce (tuning.error().what()));
                     documents = file.getParentDirectory();
                     session.loadTuning (*tuning);
                 });
}

void PresetBar::openBox()
{
    dialog.open (*this, "Open the impulse response of an instrument's body", documents, "*.wav;*.aif;*.aiff;*.flac",
                 [this] (const juce::File& file)
                 {
                     const auto box = readBox (file);
                     if (! box)
                         return sentence.showError (toJuce (box.error().what()));
                     documents = file.getParentDirectory();
                     session.loadBox (*box);
                 });
}

void PresetBar::saveLastMinute()
{
    const auto performance = session.lastMinute();
    if (! performance)
        return sentence.showError ("nothing has been played yet");
    dialog.save (*this, "Save the last minute as", documents.getChildFile ("Last minute.performance"), "performance",
                 [this, json = performanceToJson (*performance)] (const juce::File& file)
                 {
                     if (! file.replaceWithText (toJuce (json), false, false, "\n"))
                         sentence.showError (file.getFullPathName() + " could not be written");
                 });
}

void PresetBar::resized()
{
    auto area = getLocalBounds().reduced (12, 8);
    panic.setBounds (area.removeFromRight (76));
    area.removeFromRight (8);
    menuButton.setBounds (area.removeFromRight (64));
    auto middle = area.withLeft (presetsBegin).withRight (presetsEnd);
    previous.setBounds (middle.removeFromLeft (28));
    revert.setBounds (middle.removeFromRight (30));
    middle.removeFromRight (8);
    next.setBounds (middle.removeFromRight (28));
    presets.setBounds (middle.reduced (6, 0));
}

void PresetBar::paint (juce::Graphics& g)
{
    paintTabEdge (g, getLocalBounds());
    auto area = getLocalBounds().reduced (12, 0);
    paintProductMark (g, area.removeFromLeft (24).toFloat().withSizeKeepingCentre (24.0f, 24.0f));
    area.removeFromLeft (7);
    g.setColour (palette::text);
    const auto font = LookAndFeel::font (20.0f, true);
    g.setFont (font);
    g.drawText ("Kolophon", area.removeFromLeft (textWidth (font, "Kolophon") + 12), juce::Justification::centredLeft,
                false);
}
} // namespace kolophon
