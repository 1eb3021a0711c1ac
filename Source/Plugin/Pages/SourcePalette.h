// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/IconButton.h"
#include "../Controls/SourceDrag.h"
#include "../Panels/Page.h"

namespace kolophon
{
/** A source of modulation that can be dragged onto a knob; a click begins a slot of the matrix. [message] */
class SourceChip final : public juce::Button
{
public:
    explicit SourceChip (ModulationSource itsSource);
    const ModulationSource source;
    int naturalWidth () const;

    void paintButton (juce::Graphics& g, bool over, bool down) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;

private:
    bool wasDragged = false;
};

/** All sources of modulation, to be dragged. [message] */
class SourcePalette final : public juce::Component
{
public:
    explicit SourcePalette (std::function<void (ModulationSource)> onClick);
    /** Height that all chips need in this width. */
    int heightFor (int width) const;
    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    std::vector<juce::Rectangle<int>> placesFor (int width) const;

    juce::OwnedArray<SourceChip> chips;
};
} // namespace kolophon
