// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "EditorScene.h"

#include "Plugin/Desktop/Offscreen.h"

/** An editor that is painted as a window is. */
namespace kolophon
{
/** An editor on a desktop that nobody sees. */
struct Desktop
{
    explicit Desktop (Window& itsWindow) : window (itsWindow), screen (*itsWindow.editor)
    {
        window.processor.prepareToPlay (48000.0, 800);
        screen.paintDirty();
    }
    ~Desktop() { screen.removeChildComponent (window.editor.get()); }

    /** One frame of the timer; with the sound's samples of that time, or without any. */
    void frame (bool sounds = true, int key = -1)
    {
        juce::AudioBuffer<float> audio (2, 800);
        juce::MidiBuffer midi;
        if (key >= 0)
            midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
        if (sounds)
            window.processor.processBlock (audio, midi);
        editorOf (window).look();
    }
    /** Frames without a note. Returns how many of them painted anything. */
    int paintsOf (int frames, bool sounds = true)
    {
        int paints = 0;
        for (int i = 0; i < frames; ++i)
        {
            frame (sounds);
            paints += screen.paintDirty() > 0 ? 1 : 0;
        }
        return paints;
    }
    juce::Rectangle<int> placeOf (juce::Component& component)
    {
        return screen.getLocalArea (&component, component.getLocalBounds());
    }

    Window& window;
    OffscreenWindow screen;
};

inline Pane& paneOf (Window& window, int number)
{
    return static_cast<PlayPage&> (editorOf (window).pageShown()).pane (number);
}
} // namespace kolophon
