// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayPage.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Feeds/MeterFrame.h"
#include "../Controls/IconButton.h"
#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 8, sideWidth = 208, lowestLevel = 60, stageHeight = 290, timeHeight = 30,
              footerHeight = 116;
} // namespace

/** Each panel shows the first of its knobs that apply, as many as it has room for. All of them are on the page Design.
    */
PlayPage::PlayPage (PageContext itsContext, PictureContext& pictures)
    : context (itsContext), data (pictures.data), range (itsContext.session)
{
    setTitle ("Play");
    for (const auto& panel : frontPanels)
        addPanel (panel);
    addAndMakeVisible (level);
    for (const auto kind : { PictureKind::stage, PictureKind::map, PictureKind::loop, PictureKind::raster })
    {
        ownPanes.push_back (std::make_unique<Pane> (pictures, kind));
        addAndMakeVisible (*ownPanes.back());
    }
}

void PlayPage::setFooter (juce::Component* newFooter)
{
    footer = newFooter;
    if (footer != nullptr)
        addAndMakeVisible (footer);
    resized();
}

void PlayPage::addPanel (const FrontPanel& front)
{
    panels.push_back (std::make_unique<ParameterPanel> (toJuce (front.name)));
    auto& panel = *panels.back();
    panel.showWhatFits();
    for (const auto id : front.played)
        if (auto row = makeRow (context, id, ParameterRow::Style::play))
        {
            playRows.push_back (row.get());
            panel.add (std::move (row));
        }
    for (const auto id : front.set)
        if (auto row = makeRow (context, id))
            panel.add (std::move (row));
    addAndMakeVisible (panel);
}

void PlayPage::refresh (const Patch& patch, const MeterFrame* meters)
{
    for (auto& panel : panels)
        panel->refresh (patch);
    const bool comparing = patch.compareOn >= 0.5;
    panels[1]->showTitle (! comparing ? "Contact" : (heardSlot (patch) == Slot::b ? "Contact B" : "Contact A"));
    level.advance (meters);
    range.follow (patch, data);
    for (auto* row : playRows)
        row->setPlayed (range.of (row->info()));
}

void PlayPage::advance (int tick)
{
    for (auto& pane : ownPanes)
        pane->advance (tick);
}

void PlayPage::highlight (const std::vector<std::string_view>& ids)
{
    for (auto& panel : panels)
        panel->highlight (ids);
}

void PlayPage::resized()
{
    auto area = getLocalBounds().reduced (margin, 0);
    auto left = area.removeFromLeft (sideWidth), right = area.removeFromRight (sideWidth);
    area.reduce (gap, 0);
    // Hand: four knobs that are played and three that are set; Contact and Out: four that are set.
    const int four = ParameterPanel::heightOf (0, 4);
    panels[0]->setBounds (left.removeFromTop (left.getHeight() - four - gap));
    panels[1]->setBounds (left.withTrimmedTop (gap));
    const int six = ParameterPanel::heightOf (0, 6);
    panels[2]->setBounds (right.removeFromTop (juce::jmin (six, right.getHeight() - four - lowestLevel - 2 * gap)));
    right.removeFromTop (gap);
    panels[3]->setBounds (right.removeFromTop (four));
    level.setBounds (right.withTrimmedTop (gap));
    if (footer != nullptr)
    {
        footer->setBounds (area.removeFromBottom (footerHeight));
        area.removeFromBottom (gap);
    }

    ownPanes[0]->setBounds (area.removeFromTop (juce::jmin (stageHeight, area.getHeight() * 29 / 52)));
    area.removeFromTop (gap);
    const int width = (area.getWidth() - 2 * gap) / 3;
    for (std::size_t i = 1; i < ownPanes.size(); ++i)
    {
        ownPanes[i]->setBounds (i + 1 == ownPanes.size() ? area : area.removeFromLeft (width));
        area.removeFromLeft (gap);
    }
    int order = 1;
    for (juce::Component* part : std::initializer_list<juce::Component*> {
             panels[0].get(), panels[1].get(), ownPanes[0].get(), ownPanes[1].get(), ownPanes[2].get(),
             ownPanes[3].get(), panels[2].get(), panels[3].get() })
        part->setExplicitFocusOrder (order++);
}

//======================================================================================================================
LabPage::LabPage (PictureContext& pictures) : context (pictures)
{
    setTitle ("Lab");
    for (const auto kind : { PictureKind::stage, PictureKind::loop, PictureKind::energy, PictureKind::spectrum })
    {
        ownPanes.push_back (std::make_unique<Pane> (pictures, kind));
        addAndMakeVisible (*ownPanes.back());
    }
    describe (pause, "Pause the pictures", "Freezes all pictures; the sound continues.");
    pause.setClickingTogglesState (true);
    pause.onClick = [this]
    {
        context.data.setPaused (pause.getToggleState());
        showPause();
    };
    addAndMakeVisible (pause);
    time.setRange (-PictureData::remembered, 0.0);
    describe (time, "Displayed time", "While paused, moves back through the last ten seconds.");
    time.setWantsKeyboardFocus (true);
    describe (shownTime, "Time", "Time shown in the pictures, in seconds before now.");
    time.setColour (juce::Slider::trackColourId, palette::stick);
    time.setEnabled (false);
    time.onValueChange = [this]
    {
        context.data.scrub (-time.getValue());
        showTime();
    };
    addAndMakeVisible (time);
    shownTime.setFont (LookAndFeel::font (13.0f));
    shownTime.setJustificationType (juce::Justification::centredRight);
    addAndMakeVisible (shownTime);
    showTime();
}

/** Updates the pause button: the menus of panes can also pause. */
void LabPage::showPause()
{
    pause.setToggleState (context.data.isPaused(), juce::dontSendNotification);
    time.setEnabled (context.data.isPaused());
    time.setValue (-context.data.scrubbed(), juce::dontSendNotification);
    showTime();
}

void LabPage::showTime()
{
    pause.setButtonText (context.data.isPaused() ? "Resume" : "Pause");
    shownTime.setText (context.data.isPaused() ? toJuce (fixed (-context.data.scrubbed(), 2)) + " s" : "now",
                       juce::dontSendNotification);
}

void LabPage::advance (int tick)
{
    if (pause.getToggleState() != context.data.isPaused())
        showPause();
    for (auto& pane : ownPanes)
        pane->advance (tick);
}

void LabPage::resized()
{
    auto area = getLocalBounds().reduced (margin, 0);
    auto strip = area.removeFromBottom (timeHeight);
    area.removeFromBottom (gap);
    pause.setBounds (strip.removeFromLeft (80).reduced (0, 3));
    shownTime.setBounds (strip.removeFromRight (70));
    time.setBounds (strip.reduced (gap, 0));
    const int width = (area.getWidth() - gap) / 2, height = (area.getHeight() - gap) / 2;
    int order = 1;
    for (std::size_t i = 0; i < ownPanes.size(); ++i)
    {
        ownPanes[i]->setBounds (area.getX() + static_cast<int> (i % 2) * (width + gap),
                                area.getY() + static_cast<int> (i / 2) * (height + gap), width, height);
        ownPanes[i]->setExplicitFocusOrder (order++);
    }
    pause.setExplicitFocusOrder (order++);
    time.setExplicitFocusOrder (order);
}

//======================================================================================================================
MacroStrip::MacroStrip (PageContext context)
{
    describe (*this, "Macros", "Eight macros of the preset; each moves several knobs.");
    for (int number = 1; number <= 8; ++number)
        if (auto row = makeRow (context, "macro." + std::to_string (number), ParameterRow::Style::knob))
        {
            addAndMakeVisible (*row);
            rows.push_back (std::move (row));
        }
}

void MacroStrip::refresh (const Modulation& modulation)
{
    const bool isNew = ! std::exchange (isKnown, true) || ! (modulation == shown);
    if (isNew)
        shown = modulation;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        rows[i]->refresh();
        if (! isNew)
            continue;
        const auto& name = modulation.macros[i].name;
        rows[i]->setCalled (name.empty() ? "Macro " + juce::String (static_cast<int> (i) + 1) : toJuce (name));
        constexpr int noteWidth = 76; // [px]
        const auto labels = knobsMovedBy (modulation, i);
        rows[i]->setNote (shortListOf (labels, LookAndFeel::font (12.0f), noteWidth), ! labels.isEmpty());
        rows[i]->setHelp (
            [row = rows[i].get(), words = sentenceAbout (labels)] {
                return SentenceLine::Help {
                    row->getTitle(), {}, words, toJuce (formatRange (row->info())), palette::quietText
                };
            });
    }
}

juce::StringArray knobsMovedBy (const Modulation& modulation, std::size_t macro)
{
    juce::StringArray labels;
    const auto add = [&labels] (const ModulationTarget& to)
    {
        if (to.depth != 0.0)
            labels.addIfNotAlreadyThere (toJuce (parameterTable()[to.parameter].label));
    };
    for (const auto& to : modulation.macros[macro].to)
        add (to);
    for (const auto& slot : modulation.slots)
        if (static_cast<std::size_t> (slot.source) == static_cast<std::size_t> (ModulationSource::macro1) + macro)
            add (slot.to);
    return labels;
}

juce::String shortListOf (const juce::StringArray& labels, const juce::Font& font, int width)
{
    for (int count = labels.size(); count > 0; --count)
    {
        const auto others = labels.size() - count;
        const auto text =
            labels.joinIntoString (", ", 0, count) + (others > 0 ? " +" + juce::String (others) : juce::String());
        if (font.getStringWidth (text) <= width)
            return text;
    }
    return labels.isEmpty() ? juce::String ("not used")
                            : juce::String (labels.size()) + (labels.size() == 1 ? " knob" : " knobs");
}

juce::String sentenceAbout (const juce::StringArray& labels)
{
    if (labels.isEmpty())
        return "Moves nothing in this preset. As a source of the matrix, it can move any knob.";
    const auto last = labels.size() > 1 ? " and " + labels[labels.size() - 1] : juce::String();
    return "Moves " + labels.joinIntoString (", ", 0, juce::jmax (1, labels.size() - 1)) + last + ".";
}

void MacroStrip::resized()
{
    auto area = getLocalBounds().reduced (12, 6);
    const int width = area.getWidth() / juce::jmax (1, static_cast<int> (rows.size()));
    for (auto& row : rows)
        row->setBounds (area.removeFromLeft (width));
}

void MacroStrip::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().toFloat(), 6.0f);
}
} // namespace kolophon
