#pragma once

#include "EditorSettings.h"
#include "FileDialog.h"
#include "IconButton.h"
#include "PresetLoader.h"

namespace kolophon
{
/** Name of the instrument, preset menu with previous and next, menu, panic. [message] */
class PresetBar final : public juce::Component
{
public:
    /** The editor's size as a share of its design's, and the largest that the screen has room for. */
    struct Size
    {
        std::function<void (double)> set;
        std::function<double()> now, largest;
    };

    PresetBar (PluginProcessor& processor, PresetLoader& loader, EditorSettings& settings, SentenceLine& sentence,
               Size size);

    static constexpr int presetsBegin = 126, presetsEnd = 420; // [px] where the menu of presets stands

    /** Adds entries of the editor's own to the menu. */
    std::function<void (juce::PopupMenu&)> addToMenu;

    /** A preset has been saved, or the folder has changed otherwise. */
    std::function<void()> onSaved;

    /** What sheets that the menu opens point at. */
    juce::Component& menu () noexcept { return menuButton; }

    /** Opens the sheet that saves what is played. */
    void savePreset ();
    /** The presets that the box offers, as its list has them. */
    void fillPresets ();

    /** The sizes on offer: the current one has a tick, and what the screen has no room for is dimmed. */
    juce::PopupMenu sizes () const;

    /** Where the next dialog for a preset opens: the player's own folder, until they have been elsewhere. */
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
    void saveLastMinute ();

    PluginProcessor& processor;
    PresetLoader& loader;
    EditorSettings& settings;
    SentenceLine& sentence;
    Size size;
    IconButton previous { "Previous preset", "Loads the preset before this one.", IconButton::chevron (false) },
        next { "Next preset", "Loads the preset after this one: the built-in ones, then yours.",
               IconButton::chevron (true) };
    juce::TextButton menuButton { "Menu" }, panic { "Panic" };
    PresetMenu presets;
    juce::Array<juce::File> own; // as the box lists them
    FileDialog dialog;
    juce::File folder;    // where the last preset came from or went to, where that is elsewhere
    juce::File documents; // of scales and performances
    juce::String shownName;
};
} // namespace kolophon
