#pragma once

#include "../Files/PresetFile.h"

#include <JuceHeader.h>

namespace kolophon
{
/** The presets that the player has saved, each a file in one folder of theirs or below it: where they go, where they
    are looked for, and which of them is played. [message] */
class UserPresets
{
public:
    /** Linux: ~/.config/Kolophon/Presets (XDG_CONFIG_HOME counts), macOS: ~/Library/Application
        Support/Kolophon/Presets, Windows: %APPDATA%\Kolophon\Presets. */
    static juce::File folder ();
    /** The same, made when it is not there yet. */
    static juce::File madeFolder ();

    static constexpr int maxFiles = 2000;
    /** The folder's presets by path, subfolders included; `maxFiles` at most. */
    static juce::Array<juce::File> files ();
    static bool holds (const juce::File& file) { return file.isAChildOf (folder()); }
    /** "Doors": the subfolder that the file lies in; empty for the folder itself. */
    static juce::String subfolderOf (const juce::File& file);

    /** The file that a preset of this name has. */
    static juce::File fileNamed (const juce::String& name) { return fileNamed (folder(), name); }
    static juce::File fileNamed (const juce::File& where, const juce::String& name);
    /** `name` where no preset has it, else "name 2", "name 3"… */
    static juce::String freeName (const juce::String& name);

    /** What of a sound is kept in a preset of the player's: their own words, and no promises of the factory's. */
    static Preset owned (Preset preset, const PresetInfo& words);
    /** Writes it, whole or not at all; an error is one sentence. */
    static Result<void> write (const Preset& preset, const juce::File& file);
};

/** Presets besides those of the factory and the player's: the sound that every knob has by default, under the name
    Init. */
Preset initPreset ();
} // namespace kolophon
