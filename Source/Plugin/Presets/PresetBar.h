// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/TabButton.h"
#include "../Windows/EditorSettings.h"
#include "../Windows/FileDialog.h"
#include "PresetLoader.h"

namespace kolophon
{
/** The bar with the instrument's name, the preset menu with previous and next, the main menu, and panic. [message] */
class PresetBar final : public juce::Component
{
public:
    /** Size of the editor as a fraction of the design's, and the largest one that the screen has room for. */
    struct Size
    {
        std::function<void (double)> set;
        std::function<double()> now, largest;
    };

    PresetBar (InstrumentSession& session, PresetLoader& loader, EditorSettings& settings, SentenceLine& sentence,
               Size size);

    static constexpr int presetsBegin = 140, presetsEnd = 426; // [px] extent of the menu of presets

    /** Adds the editor's own entries to the menu. */
    std::function<void (juce::PopupMenu&)> addToMenu;

    /** Called after a preset has been saved or the folder has otherwise changed. */
    std::function<void()> onSaved;

    /** Component that the sheets opened by the menu point at. */
    juce::Component& menu () noexcept { return menuButton; }

    /** Opens the sheet that saves the current sound. */
    void savePreset ();
    /** Fills the box with the presets on offer. */
    void fillPresets ();

    /** Menu of sizes: the current one has a tick, those that the screen has no room for are dimmed. */
    juce::PopupMenu sizes () const;

    /** Folder for the next preset dialog: the player's own, until they have used another. */
    juce::File folderOfPresets () const;

    void refresh ();
    void resized () override;
    void paint (juce::Graphics&) override;

private:
    struct PresetMenu final : juce::ComboBox
    {
        void showPopup () override;
        std::function<void()> fill;
    };

    void choose (int id);
    void showMenu ();
    void openPreset ();
    void tookSaved (const Preset& preset, const juce::File& file);
    void saveElsewhere (const Preset& preset);
    void openTuning ();
    void openBox ();
    void saveLastMinute ();

    InstrumentSession& session;
    PresetLoader& loader;
    EditorSettings& settings;
    SentenceLine& sentence;
    Size size;
    IconButton previous { "Previous preset", "Loads the previous preset.", IconButton::chevron (false) },
        next { "Next preset", "Loads the next preset: first the factory presets, then yours.",
               IconButton::chevron (true) };
    juce::TextButton menuButton { "Menu" };
    StopButton panic { "Panic" };
    PresetMenu presets;
    juce::Array<juce::File> own; // in the order of the box
    FileDialog dialog;
    juce::File folder;    // folder of the last preset opened or saved, if elsewhere
    juce::File documents; // folder of scales and performances
    juce::String shownName;
};
} // namespace kolophon
