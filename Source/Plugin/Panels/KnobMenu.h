// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Session/MidiLearn.h"
#include "Page.h"

namespace kolophon
{
/** Adds items to the right-click menu of a knob, below those for its value: lock, MIDI learn, modulation. */
void addKnobItems (juce::PopupMenu& menu, InstrumentSession& session, std::size_t parameter, juce::Component& from);

/** "CC 21, any channel" */
juce::String nameOf (const LearnedController& row);
/** Removes a learned controller. */
void forget (MidiLearn& learning, const LearnedController& row);
} // namespace kolophon
