// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

/** Windows in an X server: what they show, pixel by pixel. [message] */
namespace kolophon::xserver
{
/** Interns the names that window managers go by, which JUCE takes for known; a server that has never had one would end
    the program. False without a server. Call it before JUCE is initialised. */
bool introduceWindowManagers ();

/** Moves the mouse out of the way, into the corner. */
void parkPointer ();

/** Paints what asks to be painted, and nothing else, and waits until the server has it. Runs no timer. */
void paintPending (juce::Component& top);

/** What the server shows of a window of the desktop. */
juce::Image pixelsOf (juce::Component& top);

/** Paints what asks to be painted, then all of the window, and compares the pixels before and after. Where they differ
    by more than the renderer's rounding: how many, how much, and which components lie there; empty if they are the
    same. */
juce::String tornParts (juce::Component& top);
/** The same; where something differs, both images are left in the folder, as before.png and after.png. */
juce::String tornParts (juce::Component& top, const juce::File& folder);

/** The same of two images of a window. */
juce::String differences (const juce::Image& before, const juce::Image& after, juce::Component& top);
} // namespace kolophon::xserver
