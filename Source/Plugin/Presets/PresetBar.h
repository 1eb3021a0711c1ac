// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/TabButton.h"
#include "../Desktop/EditorSettings.h"
#include "../Desktop/FileDialog.h"
#include "PresetLoader.h"

namespace kolophon
{
/** The bar with the instrument's name, the preset's name with previous, next and revert, the main menu, and panic.
    [message] */
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

    static constexpr int presetsBegin = 140, presetsEnd = 464; // [px] extent of the preset's name and its buttons

    /** Called by a click on the preset's name. */
    std::function<void()> onName;
    /** Called by Panic, after the engine has been told. */
    std::function<void()> onPanic;

    /** Adds the editor's own entries to the menu. */
    std::function<void (juce::PopupMenu&)> addToMenu;

    /** Called after a preset has been saved or the folder has otherwise changed. */
    std::function<void()> onSaved;

    /** Component that the sheets opened by the menu point at. */
    juce::Component& menu () noexcept { return menuButton; }

    /** Opens the sheet that saves the current sound. */
    void savePreset ();
    /** Menu of sizes: the current one has a tick, those that the screen has no room for are dimmed. */
    juce::PopupMenu sizes () const;

    /** Folder for the next preset dialog: the player's own, until they have used another. */
    juce::File folderOfPresets () const;

    void refresh ();
    void resized () override;
    void paint (juce::Graphics&) override;

private:
    /** The name of the preset, with the look of a menu: a click opens the browser. */
    struct PresetName final : juce::ComboBox
    {
        void showPopup () override;
        std::function<void()> onClick;
    };

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
               IconButton::chevron (true) },
        revert { "Revert", "Brings back the preset as it was loaded; Undo restores your changes.",
                 IconButton::backToStart() };
    juce::TextButton menuButton { "Menu" };
    StopButton panic { "Panic" };
    PresetName presets;
    FileDialog dialog;
    juce::File folder;    // folder of the last preset opened or saved, if elsewhere
    juce::File documents; // folder of scales and performances
    juce::String shownName;
};
} // namespace kolophon
