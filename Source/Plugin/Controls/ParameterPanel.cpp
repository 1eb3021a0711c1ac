// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Pages/Page.h"
#include "../Pages/PanelFrame.h"
#include "ParameterRow.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr int side = 12; // [px] left and right of a row's content
}

ParameterPanel::ParameterPanel (const juce::String& name, juce::Colour itsAccent) : Component (name), accent (itsAccent)
{
    setTitle (name);
    setHelpText (helpOfPanel (name));
}

void ParameterPanel::add (std::unique_ptr<ParameterRow> row)
{
    addAndMakeVisible (*row);
    hasTall = hasTall || row->style == ParameterRow::Style::tall;
    rows.push_back (std::move (row));
}

void ParameterPanel::setButton (std::unique_ptr<juce::Button> newButton)
{
    button = std::move (newButton);
    addAndMakeVisible (*button);
}

void ParameterPanel::showTitle (const juce::String& title)
{
    if (title == getTitle())
        return;
    setTitle (title);
    repaint();
}

void ParameterPanel::refresh (const Patch& patch)
{
    bool moved = false;
    for (auto& row : rows)
    {
        const auto use = rowUse (row->info(), patch);
        moved |= row->setUse (hidesIdle && use == RowUse::idle ? RowUse::hidden : use);
        row->refresh();
    }
    if (moved)
        resized();
}

void ParameterPanel::highlight (const std::vector<std::string_view>& ids)
{
    for (auto& row : rows)
        row->setHighlit (std::find (ids.begin(), ids.end(), row->info().id) != ids.end());
}

void ParameterPanel::reserve (const Patch& patch)
{
    const auto shown = std::count_if (rows.begin(), rows.end(),
                                      [this, &patch] (const auto& row)
                                      {
                                          const auto use = rowUse (row->info(), patch);
                                          return row->style == ParameterRow::Style::line && use != RowUse::hidden &&
                                                 ! (hidesIdle && use == RowUse::idle);
                                      });
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

void ParameterPanel::resized()
{
    if (button != nullptr)
    {
        constexpr int width = 52;
        button->setBounds (getWidth() - side - width, 7, width, headerHeight - 14);
    }
    auto area = getLocalBounds().withTrimmedTop (headerHeight).withTrimmedBottom (bottomMargin);
    const auto count = [this] (ParameterRow::Style style)
    {
        return static_cast<int> (std::count_if (
            rows.begin(), rows.end(), [style] (const auto& row) { return row->isVisible() && row->style == style; }));
    };
    const int wanted = lowestRow * juce::jmax (maxRows, count (ParameterRow::Style::line)) / columns;
    const int tall = hasTall ? juce::jlimit (lowestTallRow, tallRow, area.getHeight() - wanted) : 0;
    auto upright = area.removeFromTop (tall).reduced (side, 0).withTrimmedBottom (hasTall ? 6 : 0);
    const int width = upright.getWidth() / juce::jmax (1, count (ParameterRow::Style::tall));
    const int lines = (juce::jmax (1, maxRows, count (ParameterRow::Style::line)) + columns - 1) / columns;
    const int height = juce::jmin (rowHeight, area.getHeight() / lines), across = area.getWidth() / columns;
    alignMenus (across);
    int place = 0;
    for (auto& row : rows)
        if (row->isVisible() && row->style == ParameterRow::Style::tall)
            row->setBounds (upright.removeFromLeft (width));
        else if (row->isVisible())
        {
            row->setBounds (area.getX() + place % columns * across, area.getY() + place / columns * height, across,
                            height);
            ++place;
        }
}

void ParameterPanel::paint (juce::Graphics& g)
{
    paintPanelFrame (g, getLocalBounds(), headerHeight, side, getTitle(), accent);
}
} // namespace kolophon
