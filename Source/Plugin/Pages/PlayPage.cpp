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
    addPanel ("Hand",
              { "hand.position", "hand.bite", "hand.articulation", "hand.kind", "hand.stiffness", "hand.drive",
                "voice.humanise", "voice.guide" },
              { "hand.speed", "hand.pressure", "hand.force" });
    addPanel ("Contact",
              { "contact.law", "contact.mu_static", "contact.mu_kinetic", "contact.stribeck_speed", "contact.travel",
                "contact.breakaway", "contact_b.law", "contact_b.mu_static", "contact_b.mu_kinetic",
                "contact_b.stribeck_speed", "contact_b.travel", "contact_b.breakaway", "surface.texture" });
    addPanel ("Body",
              { "body.type", "body.tune", "body.fine", "body.impedance", "body.mass", "body.decay", "body.quality",
                "body.warp", "body.pickup", "body.round", "block.mass", "block.gap", "block.restitution" });
    addPanel ("Out", { "out.box", "out.box_mix", "out.room", "out.width", "out.level" });
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

ParameterPanel& PlayPage::addPanel (const juce::String& name, std::initializer_list<std::string_view> ids,
                                    std::initializer_list<std::string_view> tall)
{
    panels.push_back (std::make_unique<ParameterPanel> (name, accentOf (name.toStdString())));
    auto& panel = *panels.back();
    panel.hideIdleRows();
    for (const auto id : tall)
        if (auto row = makeRow (context, id, ParameterRow::Style::tall))
            panel.add (std::move (row));
    for (const auto id : ids)
        if (auto row = makeRow (context, id))
            panel.add (std::move (row));
    addAndMakeVisible (panel);
    return panel;
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
    describe (pause, "Pause the pictures", "Holds all pictures; the sound goes on.");
    pause.setClickingTogglesState (true);
    pause.onClick = [this]
    {
        context.data.setPaused (pause.getToggleState());
        showPause();
    };
    addAndMakeVisible (pause);
    time.setRange (-PictureData::remembered, 0.0);
    describe (time, "Moment that is shown", "While paused: goes back through the last ten seconds.");
    time.setWantsKeyboardFocus (true);
    describe (shownTime, "Moment", "The moment that the pictures show, in seconds before now.");
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
    pause.setButtonText (context.data.isPaused() ? "Go on" : "Pause");
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
    describe (*this, "Macros", "Eight knobs of the preset: each moves several others.");
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
