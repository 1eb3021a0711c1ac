// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Session/InstrumentSession.h"
#include "../Session/MidiLearn.h"

namespace kolophon
{
/** A list of the learned MIDI controllers, of one knob or all: the value at each end of a controller, its curve,
    whether it waits until it reaches the knob's value, and a button that removes it. [message] */
class LearnedSheet final : public juce::Component, private juce::Timer
{
public:
    static constexpr int width = 330, rowHeight = 156;

    explicit LearnedSheet (InstrumentSession& itsSession, std::optional<std::size_t> itsParameter = {});
    ~LearnedSheet() override;

    void resized () override;
    void focusOfChildComponentChanged (FocusChangeType) override;
    void paint (juce::Graphics& g) override;

private:
    class Row;
    void gather ();
    void timerCallback () override;

    InstrumentSession& session;
    std::optional<std::size_t> parameter; // none: all knobs
    LearnedControllers shown;
    juce::Viewport viewport;
    juce::Component list;
    juce::OwnedArray<Row> rows;
};
} // namespace kolophon
