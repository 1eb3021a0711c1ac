#include "PresetBar.h"

#include "DroppedFile.h"
#include "LookAndFeel.h"

namespace kolophon
{
namespace
{
/** The player's documents; home where there is no such folder. */
juce::File usualFolder ()
{
    const auto documents = juce::File::getSpecialLocation (juce::File::userDocumentsDirectory);
    return documents.isDirectory() ? documents : juce::File::getSpecialLocation (juce::File::userHomeDirectory);
}
} // namespace

PresetBar::PresetBar (PluginProcessor& itsProcessor, Size itsSize,
                      std::function<void (const juce::String&)> itsComplain)
    : processor (itsProcessor), size (std::move (itsSize)), complain (std::move (itsComplain)), folder (usualFolder())
{
    setTitle ("Preset");
    int id = 1;
    for (const auto name : factoryPresetNames())
        presets.addItem (toJuce (name), id++);
    presets.setRepaintsOnMouseActivity (true);
    presets.setTitle ("Preset");
    presets.setHelpText ("The built-in sounds.");
    presets.onChange = [this]
    {
        if (const int chosen = presets.getSelectedId(); chosen > 0)
            choose (chosen - 1);
    };

    const auto add = [this] (juce::Button& button, const juce::String& title, std::function<void()> action)
    {
        button.setTitle (title);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    add (previous, "Previous preset", [this] { step (-1); });
    addAndMakeVisible (presets);
    add (next, "Next preset", [this] { step (1); });
    add (menuButton, "Menu", [this] { showMenu(); });
    add (panic, "Panic: everything silent",
         [this] {
             processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 });
         });
    refresh();
}

void PresetBar::choose (int index)
{
    processor.setCurrentProgram (index);
    processor.updateHostDisplay (
        juce::AudioProcessor::ChangeDetails().withProgramChanged (true).withNonParameterStateChanged (true));
    refresh();
}

void PresetBar::take (const Preset& preset)
{
    processor.loadPreset (preset);
    refresh();
}

void PresetBar::step (int by)
{
    const int count = static_cast<int> (factoryPresetNames().size()), now = processor.getCurrentProgram();
    choose (now < count ? (now + by + count) % count : (by > 0 ? 0 : count - 1));
}

void PresetBar::refresh()
{
    const auto name = toJuce (processor.currentPreset().info.name);
    const auto shown = (name.isEmpty() ? juce::String ("Untitled") : name) + (processor.isEdited() ? " (edited)" : "");
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
    menu.addItem (juce::String::fromUTF8 ("Open preset…"), [this] { openPreset(); });
    menu.addItem (juce::String::fromUTF8 ("Save preset as…"), [this] { savePreset(); });
    menu.addItem (juce::String::fromUTF8 ("Save the last minute…"), [this] { saveLastMinute(); });
    menu.addSeparator();
    menu.addItem (juce::String::fromUTF8 ("Open scale or mapping…"), [this] { openTuning(); });
    menu.addItem ("Equal temperament", true, processor.currentTuning().isEqual(),
                  [this] { processor.loadTuning (KeyTuning()); });
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

void PresetBar::openPreset()
{
    dialog.open (*this, "Open a preset", folder, "*.json",
                 [this] (const juce::File& file)
                 {
                     folder = file.getParentDirectory();
                     const auto result = readPreset (file);
                     if (! result)
                         return complain (toJuce (result.error().what()));
                     take (result.value());
                 });
}

void PresetBar::savePreset()
{
    dialog.save (*this, "Save the preset as", folder, "json",
                 [this] (const juce::File& file)
                 {
                     auto preset = processor.currentPreset();
                     preset.info.name = file.getFileNameWithoutExtension().toStdString();
                     if (! file.replaceWithText (toJuce (presetToJson (preset)), false, false, "\n"))
                         return complain (file.getFullPathName() + " cannot be written");
                     folder = file.getParentDirectory();
                     take (preset);
                 });
}

void PresetBar::openTuning()
{
    dialog.open (*this, "Open a scale or a keyboard mapping", folder, "*.scl;*.kbm",
                 [this] (const juce::File& file)
                 {
                     const auto tuning = readTuning (file, processor.currentTuning());
                     if (! tuning)
                         return complain (toJuce (tuning.error().what()));
                     processor.loadTuning (*tuning);
                 });
}

void PresetBar::saveLastMinute()
{
    const auto performance = processor.lastMinute();
    if (! performance)
        return complain ("Nothing has been played yet");
    dialog.save (*this, "Save the last minute as", folder, "performance",
                 [this, json = performanceToJson (*performance)] (const juce::File& file)
                 {
                     if (! file.replaceWithText (toJuce (json), false, false, "\n"))
                         complain (file.getFullPathName() + " cannot be written");
                 });
}

void PresetBar::resized()
{
    auto area = getLocalBounds().reduced (12, 9);
    panic.setBounds (area.removeFromRight (64));
    area.removeFromRight (8);
    menuButton.setBounds (area.removeFromRight (64));
    auto middle = area.withLeft (presetsBegin).withRight (presetsEnd);
    previous.setBounds (middle.removeFromLeft (28));
    next.setBounds (middle.removeFromRight (28));
    presets.setBounds (middle.reduced (6, 0));
}

void PresetBar::paint (juce::Graphics& g)
{
    auto area = getLocalBounds().reduced (14, 0);
    g.setColour (palette::text);
    const auto font = LookAndFeel::font (20.0f, true);
    g.setFont (font);
    g.drawText ("Kolophon", area.removeFromLeft (font.getStringWidth ("Kolophon") + 12),
                juce::Justification::centredLeft, false);
}
} // namespace kolophon
