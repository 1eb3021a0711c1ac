// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModPage.h"

#include "../../Core/Text/AsciiText.h"
#include "../Controls/IconButton.h"
#include "DesignPage.h"

#include <algorithm>
#include <array>

namespace kolophon
{
namespace
{
constexpr int margin = 12, gap = 9, scrollBar = 12, tabHeight = 24, tabWidth = 110;
constexpr std::array<const char*, modSections> sectionNames { "Matrix", "Gesture", "Takes" };
constexpr std::array<const char*, modSections> sectionHelp {
    "Envelopes, LFOs and the matrix that connects them to knobs.",
    "Draw or record the hand's speed, force and position.", "Renders many variations of one gesture into sound files."
};
constexpr auto amounts = "mod.amount_";

/** Panel of a row, from its id. */
juce::String panelOf (const ParamInfo& info)
{
    for (const auto& [prefix, name] :
         std::initializer_list<std::pair<std::string_view, const char*>> { { "mod.env1", "Envelope 1" },
                                                                           { "mod.env2", "Envelope 2" },
                                                                           { "mod.lfo1", "LFO 1" },
                                                                           { "mod.lfo2", "LFO 2" } })
        if (info.id.starts_with (prefix))
            return name;
    return info.id.starts_with ("mod.") ? juce::String ("Drift") : toJuce (info.group);
}
} // namespace

namespace
{
/** Label without the part that repeats the panel's heading: "Attack". */
juce::String labelOf (const ParamInfo& info, const juce::String& panel)
{
    const auto label = toJuce (info.label);
    const auto number = panel.getLastCharacters (2); // " 1"
    const auto rest = label.fromFirstOccurrenceOf (number + " ", false, false);
    return rest.isEmpty() ? label
                          : toJuce (std::string (1, upperCase (static_cast<char> (rest[0])))) + rest.substring (1);
}
} // namespace

bool ModPage::shows (const ParamInfo& info)
{
    return ! DesignPage::shows (info.group) && info.group != "Compare" && ! info.id.starts_with ("macro.");
}

ModPage::ModPage (PageContext context, PictureContext& pictures)
    : matrix (context), sources ([this] (ModulationSource source) { matrix.begin (source); }),
      gesture (context, pictures), takes (context)
{
    setTitle ("Mod");
    for (const auto& row : parameterTable())
    {
        if (! shows (row) || row.group == "Gesture" || row.id.starts_with (amounts))
            continue;
        const auto name = panelOf (row);
        auto found =
            std::find_if (panels.begin(), panels.end(), [&name] (const auto& p) { return p->getName() == name; });
        if (found == panels.end())
        {
            panels.push_back (std::make_unique<ParameterPanel> (name));
            canvas.addAndMakeVisible (*panels.back());
            found = panels.end() - 1;
        }
        auto its = makeRow (context, row.id);
        its->setLabel (labelOf (row, name));
        (*found)->add (std::move (its));
    }
    for (auto& panel : panels)
        panel->reserve (Patch::defaults());
    canvas.addAndMakeVisible (matrix);
    canvas.addAndMakeVisible (sources);
    matrix.onHeightChange = [this] { layOutSources(); };
    viewport.setViewedComponent (&canvas, false);
    viewport.setScrollBarsShown (true, false);
    describe (viewport, "Sources and matrix", "Scroll with Page Up, Page Down or the mouse wheel.");
    viewport.setScrollBarThickness (scrollBar - 2);
    addAndMakeVisible (viewport);
    addChildComponent (gesture);
    addChildComponent (takes);
    for (std::size_t i = 0; i < modSections; ++i)
    {
        auto* tab =
            tabs.add (new TabButton (sectionNames[i], juce::String ("Section ") + sectionNames[i], sectionHelp[i]));
        tab->onClick = [this, i] { show (static_cast<ModSection> (i)); };
        addAndMakeVisible (tab);
    }
    show (ModSection::sources);
}

void ModPage::show (ModSection section)
{
    shown = section;
    viewport.setVisible (section == ModSection::sources);
    gesture.setVisible (section == ModSection::gesture);
    takes.setVisible (section == ModSection::takes);
    for (int i = 0; i < tabs.size(); ++i)
        tabs[i]->setToggleState (i == static_cast<int> (section), juce::dontSendNotification);
}

void ModPage::focusOfChildComponentChanged (FocusChangeType)
{
    followFocus (viewport);
}

void ModPage::advance (int)
{
    if (shown == ModSection::gesture)
        gesture.advance();
}

void ModPage::refresh (const Patch& patch, const MeterFrame*)
{
    if (shown == ModSection::gesture || gesture.isRecording())
        gesture.refresh (patch);
    if (shown == ModSection::takes)
        takes.refresh();
    if (shown != ModSection::sources)
        return;
    for (auto& panel : panels)
        panel->refresh (patch);
    matrix.refresh();
}

void ModPage::paint (juce::Graphics& g)
{
    paintTabEdge (g, getLocalBounds().withHeight (tabHeight));
}

/** Lays out the page: section tabs at the top, the section below. */
void ModPage::resized()
{
    auto area = getLocalBounds().withTrimmedLeft (margin);
    auto header = area.removeFromTop (tabHeight);
    area.removeFromTop (6);
    int order = 1;
    for (auto* tab : tabs)
    {
        tab->setBounds (header.removeFromLeft (tabWidth));
        tab->setExplicitFocusOrder (order++);
    }
    for (juce::Component* pane : std::initializer_list<juce::Component*> { &gesture, &takes })
    {
        pane->setBounds (area.withTrimmedRight (margin));
        pane->setExplicitFocusOrder (order++);
    }
    viewport.setBounds (area);
    viewport.setExplicitFocusOrder (order);
    layOutSources();
}

/** The envelopes and LFOs side by side; below them the matrix, and beside it the sources. */
void ModPage::layOutSources()
{
    constexpr int sourcesWidth = 370;
    const int all = viewport.getWidth() - margin;
    const int columns = juce::jmax (1, static_cast<int> (panels.size())), width = (all - (columns - 1) * gap) / columns;
    int x = 0, tallest = 0, order = 1;
    for (auto& panel : panels)
        tallest = juce::jmax (tallest, panel->lowestHeight() + 40);
    for (auto& panel : panels)
    {
        panel->setBounds (x, 0, width, tallest);
        panel->setExplicitFocusOrder (order++);
        x += width + gap;
    }
    const int below =
        juce::jmax (matrix.naturalHeight(), sources.heightFor (sourcesWidth), viewport.getHeight() - tallest - gap);
    matrix.setBounds (0, tallest + gap, all - sourcesWidth - gap, below);
    matrix.setExplicitFocusOrder (order++);
    sources.setBounds (all - sourcesWidth, tallest + gap, sourcesWidth, below);
    sources.setExplicitFocusOrder (order);
    canvas.setSize (all, matrix.getBottom());
}
} // namespace kolophon
