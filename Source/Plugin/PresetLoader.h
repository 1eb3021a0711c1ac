#pragma once

#include "PluginProcessor.h"
#include "StatusStrip.h"

namespace kolophon
{
/** Loads presets for the player, wherever they come from, and knows which file of theirs is played. Says in the help
    line why one can't be loaded. [message] */
class PresetLoader
{
public:
    PresetLoader (PluginProcessor& itsProcessor, SentenceLine& itsSentence)
        : processor (itsProcessor), sentence (itsSentence)
    {
    }

    void loadFactory (int index);
    /** The sound that every knob has by default. */
    void loadInit ();
    bool loadFile (const juce::File& file);
    /** Plays what has just been written, under its new words. */
    void takeSaved (const Preset& preset, const juce::File& file);
    /** The words in a file of the player's have changed, and perhaps its name. */
    void takeEdited (const Preset& preset, const juce::File& before, const juce::File& file);
    /** The next of all that can be read: the factory's, then the player's. */
    void step (int by);

    /** The player's file that is played; none where the preset comes from elsewhere. */
    juce::File current () const;

private:
    bool plays (const juce::File& file) const;

    PluginProcessor& processor;
    SentenceLine& sentence;
    juce::File last;         // loaded or saved
    juce::String nameOfLast; // as the processor has it while it is played
};
} // namespace kolophon
