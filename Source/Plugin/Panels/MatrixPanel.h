// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Page.h"

#include "../../Synth/Parameters/Modulation.h"

namespace kolophon
{
/** The modulation matrix: sixteen slots, each with its source, target knob, depth, and a control for how much of the
    depth is applied. The slots in use and the first free one are visible; a source can be dropped below. [message] */
class MatrixPanel final : public juce::Component, public juce::DragAndDropTarget
{
public:
    static constexpr int rowHeight = 26, headerHeight = 30, dropHeight = 64;

    explicit MatrixPanel (PageContext itsContext);
    ~MatrixPanel() override;

    void refresh ();
    /** Height of the visible slots and the space to drop a source. */
    int naturalHeight () const { return headerHeight + rowHeight * visibleSlots() + dropHeight; }
    /** Called when slots have appeared or vanished. */
    std::function<void()> onHeightChange;
    /** Begins a slot with this source, and asks for its knob. */
    void begin (ModulationSource source);
    bool isInterestedInDragSource (const SourceDetails& details) override;
    void itemDragEnter (const SourceDetails&) override;
    void itemDragExit (const SourceDetails&) override;
    void itemDropped (const SourceDetails& details) override;
    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    class SlotRow;
    void change (std::size_t slot, const std::function<void (Modulation::Slot&)>& edit);
    int visibleSlots () const;
    void showSlots ();
    juce::Rectangle<int> dropArea () const;

    PageContext context;
    Modulation shown;
    juce::OwnedArray<SlotRow> rows;
    bool awaiting = false; // a source is held over the panel
};

/** A menu of all knobs that can be modulated, by group; `choose` gets the index in the table, or nothing. */
juce::PopupMenu targetMenu (const std::function<void (std::optional<std::size_t>)>& choose);

/** Moves a knob by a source in the first free slot, to this depth; false if no slot is free. */
bool addRoute (InstrumentSession& session, ModulationSource source, std::size_t parameter, double depth);

/** Adds entries that add a modulation source to this knob, in the first free slot, and entries that clear its slots. */
void addModulationItems (juce::PopupMenu& menu, InstrumentSession& session, const ParamInfo& info);
} // namespace kolophon
