// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/HelpWatch.h"
#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kolophon
{
/** The computer's keys as a piano from A on; Z and X shift it by octaves. A note begins when its key goes down and ends
    when it comes up, whatever was shifted, silenced or focused in between; repeats of the system begin nothing.
    [message] */
class ComputerKeys
{
public:
    static constexpr std::string_view letters = "awsedftgyhujkolp;'", shifts = "zx";
    static constexpr int lowestBase = 12, highestBase = 96;

    /** True if this key plays or shifts. */
    static bool has (const juce::KeyPress& key)
    {
        const auto letter = static_cast<char> (juce::jlimit (0, 127, key.getKeyCode()) | 0x20);
        return ! key.getModifiers().isAnyModifierKeyDown() &&
               (letters.find (letter) != letters.npos || shifts.find (letter) != shifts.npos);
    }
    /** True while one of its notes is held. */
    bool sounds () const
    {
        return std::any_of (keys.begin(), keys.end(), [] (const Key& key) { return key.sounds.has_value(); });
    }

    /** Key that the letter A plays. */
    int base () const noexcept { return base_; }
    void setBase (int key) noexcept { base_ = juce::jlimit (lowestBase, highestBase, key); }

    /** Looks at all keys. `isDown (letter)` says which are down; keys that go down while `mayPlay` is false stay
        silent. `play (key, begins)` is called for each note. True if a letter is down. */
    template <class IsDown, class Play>
    bool follow (IsDown isDown, bool mayPlay, Play play)
    {
        bool any = false;
        for (std::size_t i = 0; i < letters.size(); ++i)
        {
            auto& its = keys[i];
            const bool was = std::exchange (its.isDown, isDown (letters[i]));
            any = any || its.isDown;
            if (const int key = base_ + static_cast<int> (i); its.isDown && ! was && mayPlay && key < 128)
                play (*(its.sounds = key), true);
            else if (! its.isDown)
                end (its, play);
        }
        for (std::size_t i = 0; i < shifts.size(); ++i)
            if (! std::exchange (shiftsDown[i], isDown (shifts[i])) && shiftsDown[i] && mayPlay)
                setBase (base_ + (i == 0 ? -12 : 12));
        return any || shiftsDown[0] || shiftsDown[1];
    }
    /** Ends all notes; keys that are still down begin none. */
    template <class Play>
    void silence (Play play)
    {
        for (auto& its : keys)
            end (its, play);
    }

private:
    struct Key
    {
        bool isDown = false;
        std::optional<int> sounds {};
    };
    template <class Play>
    static void end (Key& its, Play play)
    {
        if (const auto key = std::exchange (its.sounds, std::nullopt))
            play (*key, false);
    }

    std::array<Key, letters.size()> keys {};
    std::array<bool, 2> shiftsDown {};
    int base_ = 60;
};

/** Pitch wheel, modulation wheel and keys, for mouse and computer keyboard; also shows the host's notes, and the names
    of key switches and the computer's letters on their keys. [message] */
class KeyboardStrip final : public juce::Component, private juce::MidiKeyboardState::Listener
{
public:
    /** `hasLetters`: the computer's keys come here when nothing else wants them, so that their letters are shown. */
    KeyboardStrip (InstrumentSession& session, bool hasLetters);
    ~KeyboardStrip() override;

    /** Lights the keys that the host holds, and follows the key switches. */
    void refresh (const Patch& patch);
    juce::Component& keys () noexcept { return keyboard; }
    /** Plays what the computer's keys have done; true if one of them is ours. */
    bool followComputer ();
    /** The same, if these keys are down. */
    bool followComputer (const std::function<bool (char letter)>& isDown, bool mayPlay);
    /** Ends the notes of the computer's keys, which may still be down. */
    void silence ();
    /** Letter that plays a key; 0: none. */
    char letterOf (int key) const;
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
    void follow (int key, PerformanceEvent::Type type, float velocity);

    /** Keyboard with help for each key: the note that it plays or the articulation that it selects. */
    struct Keys final : juce::MidiKeyboardComponent, Explained
    {
        explicit Keys (KeyboardStrip& itsStrip)
            : MidiKeyboardComponent (itsStrip.state, horizontalKeyboard), strip (itsStrip)
        {
        }
        SentenceLine::Help helpAt (juce::Point<int> place) const override;
        juce::String getWhiteNoteText (int key) override;
        bool keyStateChanged (bool) override { return strip.followComputer(); }
        bool keyPressed (const juce::KeyPress& key) override { return ComputerKeys::has (key); }
        void focusLost (FocusChangeType) override { strip.silence(); }
        KeyboardStrip& strip;
    };
    void setRange ();
    void followPreset ();
    void playLetter (int key, bool begins);
    void paintLetters (juce::Graphics& g);

    InstrumentSession& session;
    juce::MidiKeyboardState state; // its lock is never used by the audio thread: notes go through a queue
    Keys keyboard { *this };
    juce::Slider bend { juce::Slider::LinearVertical, juce::Slider::NoTextBox },
        modulation { juce::Slider::LinearVertical, juce::Slider::NoTextBox };
    std::array<bool, 128> hostHolds {};
    bool showingHostNotes = false;
    std::array<std::optional<int>, 128> switches {}; // articulation that a key selects
    int lowest, articulation = -1;
    const bool hasLetters;
    ComputerKeys computer;
    std::uint32_t editsSeen = 0;
    std::string presetSeen; // whose range the letters play
};
} // namespace kolophon
