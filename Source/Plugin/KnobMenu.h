#pragma once

#include "Page.h"

namespace kolophon
{
/** What the right-click menu of a knob offers besides its value: lock, MIDI learn, what moves it. */
void addKnobItems (juce::PopupMenu& menu, PluginProcessor& processor, std::size_t parameter, juce::Component& from);

/** "CC 21, any channel" */
juce::String nameOf (const LearnedController& row);
/** Forgets a learned controller. */
void forget (MidiLearn& learning, const LearnedController& row);
} // namespace kolophon
