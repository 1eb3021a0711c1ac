#pragma once

#include "PluginProcessor.h"

namespace kolophon
{
/** Pitch wheel, modulation wheel and keys, for mouse and computer keyboard; shows the host's notes too. [message] */
class KeyboardStrip final : public juce::Component, private juce::MidiKeyboardState::Listener
{
public:
    explicit KeyboardStrip (PluginProcessor& processor);
    ~KeyboardStrip() override;

    /** Lights the keys that the host holds. */
    void refresh ();
    juce::Component& keys () noexcept { return keyboard; }
    void resized () override;
    void paint (juce::Graphics&) override;

private:
    void handleNoteOn (juce::MidiKeyboardState*, int channel, int key, float velocity) override;
    void handleNoteOff (juce::MidiKeyboardState*, int channel, int key, float velocity) override;

    PluginProcessor& processor;
    juce::MidiKeyboardState state; // its lock is never seen by the audio thread: notes go through a queue
    juce::MidiKeyboardComponent keyboard { state, juce::KeyboardComponentBase::horizontalKeyboard };
    juce::Slider bend { juce::Slider::LinearVertical, juce::Slider::NoTextBox },
        modulation { juce::Slider::LinearVertical, juce::Slider::NoTextBox };
    std::array<bool, 128> hostHolds {};
    bool showingHostNotes = false;
};
} // namespace kolophon
