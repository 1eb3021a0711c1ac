// SPDX-License-Identifier: GPL-3.0-or-later
#include "PlayPage.h"

#include "../../Core/NumberText.h"
#include "../Controls/IconButton.h"
#include "../Controls/LookAndFeel.h"

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 8, sideWidth = 200, levelHeight = 72, stageHeight = 290, timeHeight = 30,
              footerHeight = 116;
} // namespace

PlayPage::PlayPage (PageContext itsContext, PictureContext& pictures) : context (itsContext)
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
    auto patch = Patch::defaults();
    for (std::size_t body = 0; body < bodyTable().size(); ++body)
        for (std::size_t law = 0; law < lawTable().size(); ++law)
        {
            patch.bodyType = static_cast<double> (body);
            patch.contact.law = static_cast<double> (law);
            for (auto& panel : panels)
                panel->reserve (patch);
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
    panels.push_back (std::make_unique<ParameterPanel> (toJuce (front.name), accentOf (front.name)));
    auto& panel = *panels.back();
    panel.hideIdleRows();
    for (const auto id : front.tall)
        if (auto row = makeRow (context, id, ParameterRow::Style::tall))
            panel.add (std::move (row));
    for (const auto id : front.ids)
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
    const auto split = [] (juce::Rectangle<int> column, ParameterPanel& upper, ParameterPanel& lower)
    {
        const double fraction =
            static_cast<double> (upper.lowestHeight()) / (upper.lowestHeight() + lower.lowestHeight());
        upper.setBounds (column.removeFromTop (juce::roundToInt (fraction * (column.getHeight() - gap))));
        lower.setBounds (column.withTrimmedTop (gap));
    };
    split (left, *panels[0], *panels[1]);
    level.setBounds (right.removeFromBottom (levelHeight));
    right.removeFromBottom (gap);
    split (right, *panels[2], *panels[3]);
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
    time.setBounds (strip.reduced (gap, 0).withTrimmedBottom (8));
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
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto& name = modulation.macros[i].name;
        rows[i]->setCalled (name.empty() ? "Macro " + juce::String (static_cast<int> (i) + 1) : toJuce (name));
        rows[i]->refresh();
    }
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
