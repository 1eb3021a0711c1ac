// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "../Controls/StatusStrip.h"
#include "../Session/InstrumentSession.h"

namespace kolophon
{
/** Loads presets for the player from any source, and tracks which of their files is played. Shows in the help line why
    a preset cannot be loaded. [message] */
class PresetLoader
{
public:
    PresetLoader (InstrumentSession& itsSession, SentenceLine& itsSentence)
        : session (itsSession), sentence (itsSentence)
    {
    }

    void loadFactory (int index);
    /** Loads the default values of all knobs. */
    void loadInit ();
    bool loadFile (const juce::File& file);
    /** Loads the current preset once more: from its file, or as it was loaded. */
    void revert ();
    /** Switches to the preset that has just been written, with its new words. */
    void adoptSaved (const Preset& preset, const juce::File& file);
    /** Follows an edit of the words in one of the player's files, and perhaps of its name. */
    void adoptEdited (const Preset& preset, const juce::File& before, const juce::File& file);
    /** Loads the next preset of the whole list: the factory's, then the player's. */
    void step (int by);

    /** The player's file that is played; an empty file if the preset comes from elsewhere. */
    juce::File current () const;

private:
    bool plays (const juce::File& file) const;

    InstrumentSession& session;
    SentenceLine& sentence;
    juce::File last;         // loaded or saved
    juce::String nameOfLast; // the processor's name while it is played
};
} // namespace kolophon
