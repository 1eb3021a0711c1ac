// SPDX-License-Identifier: GPL-3.0-or-later
#include "MatrixPanel.h"

#include "../Controls/IconButton.h"
#include "../Session/InstrumentSession.h"
#include "PanelFrame.h"

#include <array>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double firstDepth = 0.25;  // of a slot created from a menu
constexpr double droppedDepth = 0.5; // of one that was begun with a source, once its knob is chosen

/** Horizontal layout of a slot [px]. */
struct Columns
{
    explicit Columns (juce::Rectangle<int> area)
    {
        area.removeFromLeft (30);
        source = area.removeFromLeft (130);
        area.removeFromLeft (34);
        target = area.removeFromLeft (206);
        area.removeFromLeft (14);
        depth = area.removeFromLeft (120);
        words = area.removeFromLeft (52);
        area.removeFromLeft (8);
        amount = area;
    }
    juce::Rectangle<int> source, target, depth, words, amount;
};

juce::String nameOfTarget (const ModulationTarget& to)
{
    return toJuce (hostName (parameterTable()[to.parameter]));
}

std::size_t placeOf (const ParamInfo& info)
{
    return findParameter (info.id).value();
}
} // namespace

bool addRoute (InstrumentSession& session, ModulationSource source, std::size_t parameter, double depth)
{
    auto modulation = session.modulation();
    for (auto& slot : modulation.slots)
        if (slot.source == ModulationSource::none)
        {
            slot = { source, { parameter, depth, 0.0 } };
            session.setModulation (modulation);
            return true;
        }
    return false;
}

juce::PopupMenu targetMenu (const std::function<void (std::optional<std::size_t>)>& choose)
{
    juce::PopupMenu all, group;
    all.addItem ("None", [choose] { choose (std::nullopt); });
    std::string_view name;
    for (std::size_t i = 0; i < parameterTable().size(); ++i)
    {
        const auto& info = parameterTable()[i];
        if (info.group != name && group.getNumItems() > 0)
            all.addSubMenu (toJuce (name), group);
        if (info.group != name)
            group = {};
        name = info.group;
        if (canBeModulated (info))
            group.addItem (toJuce (info.label), [choose, i] { choose (i); });
    }
    if (group.getNumItems() > 0)
        all.addSubMenu (toJuce (name), group);
    return all;
}

void addModulationItems (juce::PopupMenu& menu, InstrumentSession& session, const ParamInfo& info)
{
    if (! canBeModulated (info))
        return;
    const auto place = placeOf (info);
    const auto now = session.modulation();
    juce::PopupMenu sources;
    const auto names = modulationSourceNames();
    for (std::size_t source = 1; source < names.size(); ++source)
        sources.addItem (toJuce (names[source]), [&session, place, source]
                         { addRoute (session, static_cast<ModulationSource> (source), place, firstDepth); });
    const bool isFree = std::any_of (now.slots.begin(), now.slots.end(),
                                     [] (const auto& slot) { return slot.source == ModulationSource::none; });
    menu.addSubMenu ("Add modulation from", sources, isFree);
    for (std::size_t n = 0; n < now.slots.size(); ++n)
        if (const auto& slot = now.slots[n]; slot.source != ModulationSource::none && slot.to.parameter == place)
            menu.addItem ("Remove modulation from " + toJuce (names[static_cast<std::size_t> (slot.source)]) + " (" +
                              juce::String (juce::roundToInt (100.0 * slot.to.depth)) + " %)",
                          [&session, n]
                          {
                              auto modulation = session.modulation();
                              modulation.slots[n] = {};
                              session.setModulation (modulation);
                          });
}

//======================================================================================================================
class MatrixPanel::SlotRow final : public juce::Component
{
public:
    SlotRow (MatrixPanel& itsPanel, std::size_t itsSlot) : panel (itsPanel), slot (itsSlot)
    {
        const auto number = juce::String (static_cast<int> (slot) + 1);
        describe (source, "Source of slot " + number,
                  "Source that moves the knob of this slot; a dash frees the slot.");
        int id = 1;
        source.addItem (juce::String::fromUTF8 ("–"), id++);
        for (std::size_t i = 1; i < modulationSourceCount; ++i)
            source.addItem (toJuce (modulationSourceNames()[i]), id++);
        source.onChange = [this]
        {
            panel.change (slot, [this] (Modulation::Slot& its)
                          { its.source = static_cast<ModulationSource> (source.getSelectedId() - 1); });
        };
        describe (target, "Knob that slot " + number + " moves", "Knob that this slot moves.");
        target.onClick = [this] { chooseTarget(); };
        describe (depth, "Depth of slot " + number,
                  "Range of the modulation, as a fraction of the knob's travel; to the left it is inverted.");
        depth.setWantsKeyboardFocus (true);
        depth.setRange (-1.0, 1.0, 0.01);
        depth.setDoubleClickReturnValue (true, 0.0);
        depth.getProperties().set ("origin", 0.5);
        depth.setColour (juce::Slider::trackColourId, palette::modulation);
        depth.onDragStart = [this]
        {
            if (! std::exchange (isDragged, true))
                panel.context.session.beginEdit();
        };
        depth.onDragEnd = [this] { endDrag(); };
        depth.onValueChange = [this]
        { panel.change (slot, [this] (Modulation::Slot& its) { its.to.depth = depth.getValue(); }); };
        words.setFont (LookAndFeel::font (12.0f));
        words.setJustificationType (juce::Justification::centredRight);
        words.setInterceptsMouseClicks (false, false);
        for (juce::Component* part : std::initializer_list<juce::Component*> { &source, &target, &depth, &words })
            addAndMakeVisible (part);
        if ((amount = makeRow (panel.context, "mod.amount_" + number.toStdString())) != nullptr)
        {
            amount->hideLabel(); // the heading of the column names it
            addAndMakeVisible (*amount);
        }
    }

    ~SlotRow() override { endDrag(); }

    void show (const Modulation::Slot& its)
    {
        const bool inUse = its.source != ModulationSource::none;
        source.setSelectedId (static_cast<int> (its.source) + 1, juce::dontSendNotification);
        target.setButtonText (inUse ? nameOfTarget (its.to) : juce::String::fromUTF8 ("–"));
        if (! depth.isMouseButtonDown())
            depth.setValue (its.to.depth, juce::dontSendNotification);
        words.setText (juce::String (juce::roundToInt (100.0 * its.to.depth)) + " %", juce::dontSendNotification);
        target.setEnabled (inUse);
        depth.setEnabled (inUse);
        words.setVisible (inUse);
        setAlpha (inUse ? 1.0f : 0.6f);
        depth.setVisible (inUse);
        if (amount != nullptr)
            amount->setVisible (inUse);
    }
    void refresh ()
    {
        if (amount != nullptr)
            amount->refresh();
    }
    void resized () override
    {
        const Columns columns (getLocalBounds().reduced (0, 1));
        source.setBounds (columns.source);
        target.setBounds (columns.target);
        words.setBounds (columns.words);
        depth.setBounds (columns.depth);
        if (amount != nullptr)
            amount->setBounds (columns.amount.expanded (0, 1));
    }
    void paint (juce::Graphics& g) override
    {
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawText (juce::String (static_cast<int> (slot) + 1), 0, 0, 26, getHeight(),
                    juce::Justification::centredRight, false);
        const auto middle = juce::Point<float> (static_cast<float> (source.getRight()) + 17.0f,
                                                0.5f * static_cast<float> (getHeight()));
        g.drawArrow ({ middle.translated (-8.0f, 0.0f), middle.translated (8.0f, 0.0f) }, 1.2f, 6.0f, 6.0f);
    }

    void chooseTarget ()
    {
        auto menu = targetMenu (
            [safe = juce::Component::SafePointer (this)] (std::optional<std::size_t> chosen)
            {
                if (safe == nullptr)
                    return;
                safe->panel.change (safe->slot,
                                    [&chosen] (Modulation::Slot& its)
                                    {
                                        if (! chosen)
                                            its = {};
                                        else
                                        {
                                            its.to.parameter = *chosen;
                                            if (its.to.depth == 0.0)
                                                its.to.depth = droppedDepth;
                                        }
                                    });
            });
        menu.setLookAndFeel (&panel.context.look);
        menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (target).withDeletionCheck (*this));
    }

private:
    void endDrag ()
    {
        if (std::exchange (isDragged, false))
            panel.context.session.endEdit();
    }

    MatrixPanel& panel;
    std::size_t slot;
    juce::ComboBox source;
    juce::TextButton target;
    juce::Slider depth { juce::Slider::LinearHorizontal, juce::Slider::NoTextBox };
    juce::Label words;
    std::unique_ptr<ParameterRow> amount;
    bool isDragged = false;
};

MatrixPanel::MatrixPanel (PageContext itsContext) : context (itsContext)
{
    describe (*this, "Matrix", "Sixteen slots: in each, one source modulates one knob.");
    for (std::size_t slot = 0; slot < Modulation::slotCount; ++slot)
        addAndMakeVisible (rows.add (new SlotRow (*this, slot)));
    shown = context.session.modulation();
    showSlots();
}

MatrixPanel::~MatrixPanel() = default;

/** Slots up to the last one in use, and one more. */
int MatrixPanel::visibleSlots() const
{
    int last = 0;
    for (std::size_t i = 0; i < shown.slots.size(); ++i)
        if (shown.slots[i].source != ModulationSource::none)
            last = static_cast<int> (i) + 1;
    return juce::jmin (last + 1, rows.size());
}

void MatrixPanel::showSlots()
{
    const int count = visibleSlots();
    for (int i = 0; i < rows.size(); ++i)
    {
        rows[i]->show (shown.slots[static_cast<std::size_t> (i)]);
        rows[i]->setVisible (i < count);
    }
    if (onHeightChange)
        onHeightChange();
    repaint();
}

void MatrixPanel::begin (ModulationSource source)
{
    constexpr auto position = "hand.position"; // until the player has chosen a knob, which this depth doesn't move
    if (! addRoute (context.session, source, findParameter (position).value_or (0), 0.0))
        return context.sentence.showError ("all sixteen slots of the matrix are in use; free one first");
    const auto before = shown;
    refresh();
    for (std::size_t i = 0; i < before.slots.size(); ++i)
        if (before.slots[i].source == ModulationSource::none && isShowing())
            return rows[static_cast<int> (i)]->chooseTarget();
}

bool MatrixPanel::isInterestedInDragSource (const SourceDetails& details)
{
    return draggedSource (details).has_value();
}

void MatrixPanel::itemDragEnter (const SourceDetails&)
{
    awaiting = true;
    repaint();
}

void MatrixPanel::itemDragExit (const SourceDetails&)
{
    awaiting = false;
    repaint();
}

void MatrixPanel::itemDropped (const SourceDetails& details)
{
    itemDragExit (details);
    if (const auto source = draggedSource (details))
        begin (*source);
}

void MatrixPanel::change (std::size_t slot, const std::function<void (Modulation::Slot&)>& edit)
{
    auto modulation = context.session.modulation();
    auto& its = modulation.slots[slot];
    const bool wasFree = its.source == ModulationSource::none;
    edit (its);
    if (wasFree && its.source != ModulationSource::none && ! canBeModulated (parameterTable()[its.to.parameter]))
        its.to.parameter = findParameter ("hand.position").value_or (0);
    if (modulation == context.session.modulation())
        return;
    context.session.setModulation (modulation);
    refresh();
}

void MatrixPanel::refresh()
{
    for (auto* row : rows)
        row->refresh();
    auto now = context.session.modulation();
    if (now == shown)
        return;
    shown = std::move (now);
    showSlots();
}

void MatrixPanel::resized()
{
    auto area = getLocalBounds().withTrimmedTop (headerHeight).reduced (8, 0);
    for (auto* row : rows)
        row->setBounds (area.removeFromTop (rowHeight));
}

/** The space below the visible slots. */
juce::Rectangle<int> MatrixPanel::dropArea() const
{
    return getLocalBounds().withTrimmedTop (headerHeight + rowHeight * visibleSlots()).reduced (12, 8);
}

void MatrixPanel::paint (juce::Graphics& g)
{
    paintPanelFrame (g, getLocalBounds(), headerHeight, 12, "Matrix");
    const Columns columns (getLocalBounds().reduced (8, 0).withHeight (headerHeight));
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    for (const auto& [heading, place] :
         { std::pair ("Source", columns.source.withTrimmedLeft (30)), std::pair ("Knob", columns.target),
           std::pair ("Depth", columns.depth), std::pair ("Amount", columns.amount.withTrimmedLeft (12)) })
        g.drawText (heading, place, juce::Justification::centredLeft, false);

    const auto place = dropArea().toFloat();
    juce::Path frame, dashes;
    frame.addRoundedRectangle (place, 6.0f);
    const float pattern[] = { 5.0f, 4.0f };
    juce::PathStrokeType (awaiting ? 2.0f : 1.0f).createDashedStroke (dashes, frame, pattern, 2);
    g.setColour (awaiting ? palette::modulation : palette::line.brighter (0.2f));
    g.fillPath (dashes);
    g.setColour (awaiting ? palette::text : palette::quietText);
    g.setFont (LookAndFeel::font (13.0f));
    g.drawText ("Drop a source here, then choose its knob", place, juce::Justification::centred, false);
}
} // namespace kolophon
