#pragma once

#include "ParameterRow.h"

namespace kolophon
{
/** Where a row draws what moves its knob: all of it, or around one place 0 … 1 of the slider. */
juce::Rectangle<int> markArea (ParameterRow::Style style, juce::Slider& slider, std::optional<float> place = {});
/** The range that the knob is moved over, beside its track, and a tick where it stands. */
void paintMark (juce::Graphics& g, ParameterRow::Style style, juce::Slider& slider, const KnobMotion::Mark& mark);
/** A closed padlock: presets leave the knob alone. */
void paintPadlock (juce::Graphics& g, juce::Rectangle<float> area);
/** A dashed frame: the knob waits for a controller. */
void paintArmed (juce::Graphics& g, juce::Rectangle<float> area);
} // namespace kolophon
