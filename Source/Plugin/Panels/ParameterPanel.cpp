// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Controls/ParameterRow.h"
#include "Page.h"
#include "PanelFrame.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr int beside = 12; // [px] left and right of a row's content
}

ParameterPanel::ParameterPanel (const juce::String& name) : Component (name)
{
    setTitle (name);
    setHelpText (helpOfPanel (name));
}

void ParameterPanel::add (std::unique_ptr<ParameterRow> row)
{
    addAndMakeVisible (*row);
    rows.push_back (std::move (row));
    uses.push_back (RowUse::inUse);
    reasons.emplace_back();
    reasons.emplace_back();
}

ParameterRow* ParameterPanel::rowOf (std::string_view id) const
{
    for (const auto& row : rows)
        if (row->info().id == id)
            return row.get();
    return nullptr;
}

void ParameterPanel::addButton (std::unique_ptr<juce::Button> newButton)
{
    addAndMakeVisible (*newButton);
    buttons.push_back (std::move (newButton));
}

void ParameterPanel::showTitle (const juce::String& title)
{
    if (title == getTitle())
        return;
    setTitle (title);
    repaint();
}

/** Returns the use of a row on the side that is shown. */
RowUse ParameterPanel::useOnSide (const ParameterRow& row, const Patch& patch) const
{
    const auto use = rowUse (row.info(), patch);
    const bool isAway = (hidesIdle && use != RowUse::inUse) || (side && ! side (row.info()));
    return isAway ? RowUse::hidden : use;
}

void ParameterPanel::refresh (const Patch& patch)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        uses[i] = useOnSide (*rows[i], patch);
        reasons[i] = whyUnheard (rows[i]->info(), patch);
        rows[i]->refresh();
    }
    if (applyUses())
        resized();
}

/** Shows the rows that apply, as far as there is room. Returns true if a row has appeared or vanished. */
bool ParameterPanel::applyUses()
{
    bool moved = false;
    int room = getHeight() - headerHeight - bottomMargin;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const int height = ParameterRow::heightOf (rows[i]->style);
        const bool isShown = uses[i] != RowUse::hidden && (! fitting || height <= room);
        room -= isShown ? height : 0;
        moved |= rows[i]->setUse (isShown ? uses[i] : RowUse::hidden, reasons[i]);
    }
    return moved;
}

void ParameterPanel::highlight (const std::vector<std::string_view>& ids)
{
    for (auto& row : rows)
        row->setHighlit (std::find (ids.begin(), ids.end(), row->info().id) != ids.end());
}

void ParameterPanel::reserve (const Patch& patch)
{
    const auto shown =
        std::count_if (rows.begin(), rows.end(),
                       [this, &patch] (const auto& row) { return useOnSide (*row, patch) != RowUse::hidden; });
    maxRows = juce::jmax (maxRows, static_cast<int> (shown));
}

/** Sets the menus' common width: that of the longest choice of all, limited by the longest label. */
void ParameterPanel::alignMenus (int rowWidth)
{
    constexpr int usual = 132;
    int wanted = 0, room = usual;
    for (const auto& row : rows)
        if (const auto its = row->menuWidth (rowWidth); row->isVisible() && its.wanted > 0)
        {
            wanted = juce::jmax (wanted, its.wanted);
            room = juce::jmin (room, juce::jmax (its.room, its.wanted));
        }
    for (auto& row : rows)
        row->setMenuWidth (juce::jmax (wanted, room));
}

void ParameterPanel::setPitch (int newPitch)
{
    if (newPitch == pitch)
        return;
    pitch = newPitch;
    resized();
}

void ParameterPanel::resized()
{
    auto header = getLocalBounds().removeFromTop (headerHeight).withTrimmedRight (beside).reduced (0, 5);
    for (auto& button : buttons)
    {
        if (! button->isVisible())
            continue;
        constexpr int besideText = 10, between = 4;
        const auto text = textWidth (LookAndFeel::font (13.0f), button->getButtonText());
        button->setBounds (header.removeFromRight (text + besideText));
        header.removeFromRight (between);
    }
    if (fitting)
        applyUses();
    auto area = getLocalBounds().withTrimmedTop (headerHeight).withTrimmedBottom (bottomMargin);
    const auto shown =
        static_cast<int> (std::count_if (rows.begin(), rows.end(), [] (const auto& row) { return row->isVisible(); }));
    const int lines = (juce::jmax (1, maxRows, shown) + columns - 1) / columns;
    const int across = area.getWidth() / columns;
    alignMenus (across);
    int place = 0;
    for (auto& row : rows)
        if (row->isVisible() && fitting)
            row->setBounds (area.removeFromTop (ParameterRow::heightOf (row->style)));
        else if (row->isVisible())
        {
            const int height = juce::jmin (pitch, area.getHeight() / lines);
            row->setBounds (area.getX() + place % columns * across, area.getY() + place / columns * height, across,
                            height);
            ++place;
        }
}

void ParameterPanel::paint (juce::Graphics& g)
{
    paintPanelFrame (g, getLocalBounds(), headerHeight, beside, getTitle());
}
} // namespace kolophon
