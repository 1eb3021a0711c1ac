// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ParameterRow.h"

namespace kolophon
{
/** Area where a row draws the modulation of its knob: the whole mark, or the part around one position 0 … 1 of the
    slider. */
juce::Rectangle<int> markArea (ParameterRow::Style style, juce::Slider& slider, std::optional<float> place = {});
/** Paints the modulation range of the knob beside its track, and a tick at the current value. */
void paintMark (juce::Graphics& g, ParameterRow::Style style, juce::Slider& slider, const KnobMotion::Mark& mark);
/** Paints a pointer to a track, at the value that the sounding hand has. */
void paintPointer (juce::Graphics& g, juce::Rectangle<float> area);
/** Paints a closed padlock: presets do not change the knob. */
void paintPadlock (juce::Graphics& g, juce::Rectangle<float> area);
/** Paints a dashed frame: the knob waits for a controller. */
void paintArmed (juce::Graphics& g, juce::Rectangle<float> area);
} // namespace kolophon
