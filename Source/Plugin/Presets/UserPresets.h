// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"

#include <JuceHeader.h>

namespace kolophon
{
/** The presets that the player has saved, each a file in the player's preset folder or a subfolder: the paths for
    saving and searching them. [message] */
class UserPresets
{
public:
    /** Linux: ~/.config/Kolophon/Presets (XDG_CONFIG_HOME counts), macOS: ~/Library/Application
        Support/Kolophon/Presets, Windows: %APPDATA%\Kolophon\Presets. */
    static juce::File folder ();
    /** The same folder, created if it does not exist. */
    static juce::File madeFolder ();

    static constexpr int maxFiles = 2000;
    /** Presets of the folder by path, including subfolders; at most `maxFiles`. */
    static juce::Array<juce::File> files ();
    static bool holds (const juce::File& file) { return file.isAChildOf (folder()); }
    /** "Doors": the subfolder that contains the file; empty for the folder itself. */
    static juce::String subfolderOf (const juce::File& file);

    /** File for a preset of this name. */
    static juce::File fileNamed (const juce::String& name) { return fileNamed (folder(), name); }
    static juce::File fileNamed (const juce::File& where, const juce::String& name);
    /** `name` if no preset has it, else "name 2", "name 3"… */
    static juce::String freeName (const juce::String& name);

    /** The preset as saved by the player: with their own words, and without the factory's promises. */
    static Preset owned (Preset preset, const PresetInfo& words);
    /** Writes the preset, completely or not at all; an error is one sentence. */
    static Result<void> write (const Preset& preset, const juce::File& file);
};

/** Preset in addition to those of the factory and the player: the default values of all knobs, under the name Init. */
Preset initPreset ();
} // namespace kolophon
