#include "MatrixPanel.h"

#include "../Controls/IconButton.h"
#include "../Processor/PluginProcessor.h"
#include "PanelFrame.h"

#include <array>
#include <utility>

namespace kolophon
{
namespace
{
constexpr double firstDepth = 0.25; // of a slot created from a menu

/** Horizontal layout of a slot [px]. */
struct Columns
{
    explicit Columns (juce::Rectangle<int> area)
    {
        area.removeFromLeft (34);
        source = area.removeFromLeft (170);
        area.removeFromLeft (34);
        target = area.removeFromLeft (250);
        area.removeFromLeft (20);
        depth = area.removeFromLeft (230);
        words = area.removeFromLeft (56);
        area.removeFromLeft (20);
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

void addModulationItems (juce::PopupMenu& menu, PluginProcessor& processor, const ParamInfo& info)
{
    if (! canBeModulated (info))
        return;
    const auto place = placeOf (info);
    const auto now = processor.modulation();
    juce::PopupMenu sources;
    const auto names = modulationSourceNames();
    for (std::size_t source = 1; source < names.size(); ++source)
        sources.addItem (toJuce (names[source]),
                         [&processor, place, source]
                         {
                             auto modulation = processor.modulation();
                             for (auto& slot : modulation.slots)
                                 if (slot.source == ModulationSource::none)
                                 {
                                     slot = { static_cast<ModulationSource> (source), { place, firstDepth, 0.0 } };
                                     return processor.setModulation (modulation);
                                 }
                         });
    const bool isFree = std::any_of (now.slots.begin(), now.slots.end(),
                                     [] (const auto& slot) { return slot.source == ModulationSource::none; });
    menu.addSubMenu ("Move by", sources, isFree);
    for (std::size_t n = 0; n < now.slots.size(); ++n)
        if (const auto& slot = now.slots[n]; slot.source != ModulationSource::none && slot.to.parameter == place)
            menu.addItem ("No longer by " + toJuce (names[static_cast<std::size_t> (slot.source)]) + " (" +
                              juce::String (juce::roundToInt (100.0 * slot.to.depth)) + " %)",
                          [&processor, n]
                          {
                              auto modulation = processor.modulation();
                              modulation.slots[n] = {};
                              processor.setModulation (modulation);
                          });
}

//======================================================================================================================
class MatrixPanel::SlotRow final : public juce::Component
{
public:
    SlotRow (MatrixPanel& itsPanel, std::size_t itsSlot) : panel (itsPanel), slot (itsSlot)
    {
        const auto number = juce::String (static_cast<int> (slot) + 1);
        describe (source, "Source of slot " + number, "Chooses what moves the knob of this slot; a dash frees it.");
        int id = 1;
        source.addItem (juce::String::fromUTF8 ("–"), id++);
        for (std::size_t i = 1; i < modulationSourceCount; ++i)
            source.addItem (toJuce (modulationSourceNames()[i]), id++);
        source.onChange = [this]
        {
            panel.change (slot, [this] (Modulation::Slot& its)
                          { its.source = static_cast<ModulationSource> (source.getSelectedId() - 1); });
        };
        describe (target, "Knob that slot " + number + " moves", "Chooses the knob that this slot moves.");
        target.onClick = [this] { chooseTarget(); };
        describe (depth, "Depth of slot " + number,
                  "How far the knob is moved, of its whole travel; to the left it is moved the other way.");
        depth.setWantsKeyboardFocus (true);
        depth.setRange (-1.0, 1.0, 0.01);
        depth.setDoubleClickReturnValue (true, 0.0);
        depth.getProperties().set ("origin", 0.5);
        depth.setColour (juce::Slider::trackColourId, palette::modulation);
        depth.onDragStart = [this]
        {
            if (! std::exchange (isDragged, true))
                panel.context.processor.beginEdit();
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

private:
    void endDrag ()
    {
        if (std::exchange (isDragged, false))
            panel.context.processor.endEdit();
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
                                        if (chosen)
                                            its.to.parameter = *chosen;
                                        else
                                            its = {};
                                    });
            });
        menu.setLookAndFeel (&panel.context.look);
        menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (target).withDeletionCheck (*this));
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
    describe (*this, "Matrix", "Sixteen slots: each moves one knob by one source.");
    for (std::size_t slot = 0; slot < Modulation::slotCount; ++slot)
        addAndMakeVisible (rows.add (new SlotRow (*this, slot)));
    shown = context.processor.modulation();
    for (int i = 0; i < rows.size(); ++i)
        rows[i]->show (shown.slots[static_cast<std::size_t> (i)]);
}

MatrixPanel::~MatrixPanel() = default;

void MatrixPanel::change (std::size_t slot, const std::function<void (Modulation::Slot&)>& edit)
{
    auto modulation = context.processor.modulation();
    auto& its = modulation.slots[slot];
    const bool wasFree = its.source == ModulationSource::none;
    edit (its);
    if (wasFree && its.source != ModulationSource::none && ! canBeModulated (parameterTable()[its.to.parameter]))
        its.to.parameter = findParameter ("hand.position").value_or (0);
    if (modulation == context.processor.modulation())
        return;
    context.processor.setModulation (modulation);
    refresh();
}

void MatrixPanel::refresh()
{
    for (auto* row : rows)
        row->refresh();
    auto now = context.processor.modulation();
    if (now == shown)
        return;
    shown = std::move (now);
    for (int i = 0; i < rows.size(); ++i)
        rows[i]->show (shown.slots[static_cast<std::size_t> (i)]);
}

void MatrixPanel::resized()
{
    auto area = getLocalBounds().withTrimmedTop (headerHeight).reduced (8, 0);
    for (auto* row : rows)
        row->setBounds (area.removeFromTop (rowHeight));
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
}
} // namespace kolophon
