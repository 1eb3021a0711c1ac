#pragma once

#include "PluginProcessor.h"

namespace kolophon
{
/** Learned MIDI controllers, of one knob or all: what each end of a controller means, by which curve, whether it
    waits for the knob; and forgetting them. [message] */
class LearnedSheet final : public juce::Component, private juce::Timer
{
public:
    static constexpr int width = 330, rowHeight = 156;

    explicit LearnedSheet (PluginProcessor& itsProcessor, std::optional<std::size_t> itsParameter = {});
    ~LearnedSheet() override;

    void resized () override;
    void focusOfChildComponentChanged (FocusChangeType) override;
    void paint (juce::Graphics& g) override;

private:
    class Row;
    void gather ();
    void timerCallback () override;

    PluginProcessor& processor;
    std::optional<std::size_t> parameter; // none: of all knobs
    LearnedControllers shown;
    juce::Viewport viewport;
    juce::Component list;
    juce::OwnedArray<Row> rows;
};
} // namespace kolophon
