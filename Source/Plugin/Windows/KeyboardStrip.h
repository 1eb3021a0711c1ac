// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Processor/InstrumentSession.h"
#include "HelpWatch.h"

#include <array>
#include <optional>

namespace kolophon
{
/** Pitch wheel, modulation wheel and keys, for mouse and computer keyboard; also shows the host's notes, and the names
    of key switches on their keys. [message] */
class KeyboardStrip final : public juce::Component, private juce::MidiKeyboardState::Listener
{
public:
    explicit KeyboardStrip (InstrumentSession& session);
    ~KeyboardStrip() override;

    /** Lights the keys that the host holds, and follows the key switches. */
    void refresh (const Patch& patch);
    juce::Component& keys () noexcept { return keyboard; }
    /** Name of the articulation that a key switch selects; empty for keys that play a note. */
    juce::String switchOn (int key) const;
    int lowestKey () const noexcept { return lowest; }
    /** Bounds of a key in this component; empty for keys that are not shown. */
    juce::Rectangle<float> placeOf (int key) const;
    /** The key at this place, or -1. */
    int keyAt (juce::Point<int> place) const;
    void resized () override;
    void paint (juce::Graphics&) override;
    void paintOverChildren (juce::Graphics&) override;

private:
    void handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity) override;

    /** Keyboard with help for each key: the note that it plays or the articulation that it selects. */
    struct Keys final : juce::MidiKeyboardComponent, Explained
    {
        explicit Keys (KeyboardStrip& itsStrip)
            : MidiKeyboardComponent (itsStrip.state, horizontalKeyboard), strip (itsStrip)
        {
        }
        SentenceLine::Help helpAt (juce::Point<int> place) const override;
        juce::String getWhiteNoteText (int key) override;
        KeyboardStrip& strip;
    };
    void setRange ();

    InstrumentSession& session;
    juce::MidiKeyboardState state; // its lock is never used by the audio thread: notes go through a queue
    Keys keyboard { *this };
    juce::Slider bend { juce::Slider::LinearVertical, juce::Slider::NoTextBox },
        modulation { juce::Slider::LinearVertical, juce::Slider::NoTextBox };
    std::array<bool, 128> hostHolds {};
    bool showingHostNotes = false;
    std::array<std::optional<int>, 128> switches {}; // articulation that a key selects
    int lowest, articulation = -1;
};
} // namespace kolophon
