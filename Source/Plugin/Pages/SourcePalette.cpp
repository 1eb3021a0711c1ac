// SPDX-License-Identifier: GPL-3.0-or-later
#include "SourcePalette.h"

#include "../Panels/PanelFrame.h"

#include <utility>

namespace kolophon
{
namespace
{
constexpr int sourcesHeader = 30, sourcesSide = 12, sourceHeight = 22, sourceGap = 5; // [px]
constexpr int wordsHeight = 36;                                                       // of the explanation below
constexpr auto handle = 14;                                                           // [px] before the name
} // namespace

SourceChip::SourceChip (ModulationSource itsSource)
    : Button (toJuce (modulationSourceNames()[static_cast<std::size_t> (itsSource)])), source (itsSource)
{
    setButtonText (getName());
    describe (*this, "Source " + getName(),
              "Drag it onto a knob to move the knob by it; wait on a tab to reach another page. Click: a slot of the "
              "matrix.");
    setMouseCursor (juce::MouseCursor::DraggingHandCursor);
}

int SourceChip::naturalWidth() const
{
    return handle + LookAndFeel::font (12.0f).getStringWidth (getButtonText()) + 12;
}

void SourceChip::paintButton (juce::Graphics& g, bool over, bool)
{
    const auto area = getLocalBounds().toFloat();
    g.setColour (over ? palette::raised.brighter (0.1f) : palette::raised);
    g.fillRoundedRectangle (area, 0.5f * area.getHeight());
    g.setColour (hasKeyboardFocus (false) ? palette::text : palette::modulation.withAlpha (0.7f));
    g.drawRoundedRectangle (area.reduced (0.5f), 0.5f * area.getHeight() - 0.5f, 1.0f);
    g.setColour (palette::modulation);
    for (const float x : { 8.0f, 11.5f }) // a handle of six dots
        for (const float y : { -3.5f, 0.0f, 3.5f })
            g.fillEllipse (juce::Rectangle<float> (1.8f, 1.8f).withCentre ({ x, area.getCentreY() + y }));
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText (getButtonText(), getLocalBounds().withTrimmedLeft (handle + 2), juce::Justification::centredLeft,
                false);
}

void SourceChip::mouseDrag (const juce::MouseEvent& event)
{
    auto* container = juce::DragAndDropContainer::findParentDragContainerFor (this);
    if (container == nullptr || container->isDragAndDropActive() || ! event.mouseWasDraggedSinceMouseDown())
        return;
    wasDragged = true;
    container->startDragging (dragOf (source), this);
}

/** Ignores the end of a drag, which does not count as a click. */
void SourceChip::mouseUp (const juce::MouseEvent& event)
{
    if (std::exchange (wasDragged, false))
        setState (buttonNormal);
    else
        Button::mouseUp (event);
}

//======================================================================================================================
SourcePalette::SourcePalette (std::function<void (ModulationSource)> onClick)
{
    describe (*this, "Sources", "Sources of modulation: drag one onto a knob, on this page or another.");
    for (std::size_t i = 1; i < modulationSourceCount; ++i)
    {
        const auto source = static_cast<ModulationSource> (i);
        auto* chip = chips.add (new SourceChip (source));
        chip->onClick = [onClick, source] { onClick (source); };
        addAndMakeVisible (chip);
    }
}

/** Places of the chips, line by line. */
std::vector<juce::Rectangle<int>> SourcePalette::placesFor (int width) const
{
    std::vector<juce::Rectangle<int>> places;
    int x = sourcesSide, y = sourcesHeader;
    for (const auto* chip : chips)
    {
        if (x + chip->naturalWidth() > width - sourcesSide)
        {
            x = sourcesSide;
            y += sourceHeight + sourceGap;
        }
        places.emplace_back (x, y, chip->naturalWidth(), sourceHeight);
        x += chip->naturalWidth() + sourceGap;
    }
    return places;
}

int SourcePalette::heightFor (int width) const
{
    return placesFor (width).back().getBottom() + wordsHeight + sourcesSide;
}

void SourcePalette::resized()
{
    const auto places = placesFor (getWidth());
    for (int i = 0; i < chips.size(); ++i)
        chips[i]->setBounds (places[static_cast<std::size_t> (i)]);
}

void SourcePalette::paint (juce::Graphics& g)
{
    paintPanelFrame (g, getLocalBounds(), sourcesHeader, sourcesSide, "Sources");
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    const auto words = getLocalBounds().reduced (sourcesSide, 0).withTrimmedTop (chips.getLast()->getBottom() + 4);
    g.drawFittedText ("Drag a source onto a knob. To reach a knob of another page, wait on its tab.",
                      words.withHeight (juce::jmin (wordsHeight, words.getHeight())), juce::Justification::topLeft, 2,
                      1.0f);
}
} // namespace kolophon
