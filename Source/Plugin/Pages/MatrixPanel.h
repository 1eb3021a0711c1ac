// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Page.h"

#include "../../Synth/Modulation/Modulation.h"

namespace kolophon
{
/** The modulation matrix: sixteen slots, each with its source, target knob, depth, and a control for how much of the
    depth is applied. [message] */
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

/** A menu of all knobs that can be modulated, by group; `choose` gets the index in the table, or nothing. */
juce::PopupMenu targetMenu (const std::function<void (std::optional<std::size_t>)>& choose);

/** Adds entries that add a modulation source to this knob, in the first free slot, and entries that clear its slots. */
void addModulationItems (juce::PopupMenu& menu, PluginProcessor& processor, const ParamInfo& info);
} // namespace kolophon
