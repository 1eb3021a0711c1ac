#pragma once

#include "Page.h"

#include "../Synth/Modulation.h"

namespace kolophon
{
/** The matrix of modulation: sixteen slots, each with its source, the knob that it moves, how far, and how much of that
    is let through. [message] */
class MatrixPanel final : public juce::Component
{
public:
    static constexpr int rowHeight = 24, headerHeight = 30;

    explicit MatrixPanel (PageContext itsContext);
    ~MatrixPanel() override;

    void refresh ();
    int naturalHeight () const { return headerHeight + rowHeight * static_cast<int> (Modulation::slotCount) + 8; }
    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    class SlotRow;
    void change (std::size_t slot, const std::function<void (Modulation::Slot&)>& edit);

    PageContext context;
    Modulation shown;
    juce::OwnedArray<SlotRow> rows;
};

/** A menu of all knobs that can be moved, by their groups; `choose` gets the place in the table, or nothing. */
juce::PopupMenu targetMenu (const std::function<void (std::optional<std::size_t>)>& choose);

/** Adds entries that let a source move this knob, in the first slot that is free, and that free its slots again. */
void addModulationItems (juce::PopupMenu& menu, PluginProcessor& processor, const ParamInfo& info);
} // namespace kolophon
