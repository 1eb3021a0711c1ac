// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Host.h"
#include "TextRecorder.h"

/** What tests of the editor share: a window under which the instrument sounds, and what is written in it. */
namespace kolophon
{
inline PluginEditor& editorOf (Window& window)
{
    return static_cast<PluginEditor&> (*window.editor);
}

/** Lets the instrument sound under an open window, sixty ticks a second; `message` comes at a tick. */
inline void sound (Window& window, int ticks,
                   const std::function<void (int tick, juce::MidiBuffer&)>& message = nullptr)
{
    juce::AudioBuffer<float> audio (2, 800);
    for (int tick = 0; tick < ticks; ++tick)
    {
        juce::MidiBuffer midi;
        if (message)
            message (tick, midi);
        window.processor.processBlock (audio, midi);
        editorOf (window).advance();
        if (tick % 2 == 0)
            window.refresh();
    }
}

/** The same, with keys that go down at once. */
inline void sound (Window& window, int ticks, std::initializer_list<int> keys)
{
    sound (window, ticks,
           [keys] (int tick, juce::MidiBuffer& midi)
           {
               for (const int key : keys)
                   if (tick == 0)
                       midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
           });
}

template <class Picture>
Picture* pictureOf (Window& window)
{
    for (auto* component : descendants (*window.editor))
        if (auto* found = dynamic_cast<Picture*> (component); found != nullptr && found->isVisible())
            return found;
    return nullptr;
}

inline std::vector<TextRecorder::Line> linesOf (juce::Component& component)
{
    const juce::Image image (juce::Image::RGB, component.getWidth(), component.getHeight(), true,
                             juce::SoftwareImageType());
    TextRecorder recorder (image);
    juce::Graphics g (recorder);
    component.paintEntireComponent (g, true);
    return recorder.lines;
}

/** No letter cut off, nothing left out, no two lines over each other. */
inline void checkTexts (juce::Component& component, std::size_t least = 20)
{
    const auto lines = linesOf (component);
    REQUIRE (lines.size() > least);
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const auto& line = lines[i];
        CAPTURE (line.place.toString().toStdString(), line.letters);
        REQUIRE_FALSE (line.cut);
        REQUIRE_FALSE (line.shortened);
        for (std::size_t j = 0; j < i; ++j)
        {
            if (line.inLayer || lines[j].inLayer)
                continue;
            const auto common = line.place.getIntersection (lines[j].place);
            if (common.getWidth() > 1.5f && common.getHeight() > 1.5f)
                FAIL ("over the line at " << lines[j].place.toString());
        }
    }
}

struct ThemeGuard
{
    ~ThemeGuard() { palette::use (palette::Theme::dark); }
};
} // namespace kolophon
