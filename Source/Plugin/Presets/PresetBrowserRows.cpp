// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Controls/KnobMark.h"
#include "../Controls/LookAndFeel.h"
#include "PresetBrowser.h"

/** Rows, layout and painting of the preset browser. */
namespace kolophon
{
namespace
{
constexpr int browserSide = 12, starWidth = 26, notesHeight = 52;
} // namespace

/** A row: a click on its star does not load the preset, a click elsewhere does. */
class PresetBrowser::Row final : public juce::Component
{
public:
    explicit Row (PresetBrowser& itsBrowser) : browser (itsBrowser) {}

    void show (int newRow, bool isSelected)
    {
        row = newRow;
        selected = isSelected;
        repaint();
    }
    void mouseDown (const juce::MouseEvent& event) override
    {
        if (event.x < starWidth)
            browser.star (row);
        else
            browser.list.selectRow (row);
    }
    void paint (juce::Graphics& g) override { browser.paintRow (row, g, getLocalBounds(), selected); }

private:
    PresetBrowser& browser;
    int row = -1;
    bool selected = false;
};

void PresetBrowser::star (int row)
{
    if (row < 0 || row >= getNumRows())
        return;
    const auto& name = entries[rows[static_cast<std::size_t> (row)]].name;
    settings.setStarred (name, ! settings.isStarred (name));
    if (starred.getToggleState())
        filter();
    list.repaint();
}

juce::Component* PresetBrowser::refreshComponentForRow (int row, bool selected, juce::Component* existing)
{
    auto* its = dynamic_cast<Row*> (existing);
    if (row < 0 || row >= getNumRows())
        return delete existing, nullptr;
    if (its == nullptr)
        its = new Row (*this);
    its->show (row, selected);
    return its;
}

SentenceLine::Help PresetBrowser::helpAt (juce::Point<int> place) const
{
    const auto inList = list.getLocalPoint (this, place);
    const int row = list.getLocalBounds().contains (inList) ? list.getRowContainingPosition (inList.x, inList.y) : -1;
    if (row < 0 || row >= static_cast<int> (rows.size()))
        return {};
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    if (inList.x < starWidth)
        return { entry.name,
                 {},
                 settings.isStarred (entry.name) ? "Click to remove the star." : "Click to set a star.",
                 {},
                 {} };
    const auto author = toJuce (entry.info.author);
    return { entry.name,
             {},
             entry.notes.isNotEmpty() ? entry.notes : juce::String ("Click to load the preset."),
             author.isNotEmpty() ? "by " + author : juce::String(),
             palette::quietText };
}

juce::String PresetBrowser::getNameForRow (int row)
{
    if (row < 0 || row >= getNumRows())
        return {};
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    return entry.name + (settings.isStarred (entry.name) ? ", starred" : "") + ", " + entry.tags +
           (entry.place.isNotEmpty() ? ", " + entry.place : juce::String());
}

void PresetBrowser::paintRow (int row, juce::Graphics& g, juce::Rectangle<int> area, bool selected) const
{
    if (row < 0 || row >= static_cast<int> (rows.size()))
        return;
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    area.reduce (4, 1);
    if (selected)
    {
        g.setColour (palette::raised);
        g.fillRoundedRectangle (area.toFloat(), 4.0f);
        g.setColour (palette::stick);
        g.fillRect (area.withWidth (3));
    }
    auto star = IconButton::star();
    star.applyTransform (juce::AffineTransform::scale (14.0f).translated (
        area.removeFromLeft (starWidth).toFloat().getCentre().translated (1.0f, 0.0f)));
    const bool isStarred = settings.isStarred (entry.name);
    g.setColour (isStarred ? palette::stick : palette::quietText);
    if (isStarred)
        g.fillPath (star);
    g.strokePath (star, juce::PathStrokeType (1.0f));
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (13.0f, selected));
    g.drawFittedText (entry.name, area.removeFromLeft (150), juce::Justification::centredLeft, 1, 0.8f);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    const auto words = entry.place + (entry.place.isNotEmpty() && entry.tags.isNotEmpty() ? ": " : "") + entry.tags;
    g.drawFittedText (words, area.withTrimmedLeft (6), juce::Justification::centredLeft, 1, 0.75f);
}

void PresetBrowser::resized()
{
    auto area = getLocalBounds().reduced (browserSide);
    auto top = area.removeFromTop (28);
    close.setBounds (top.removeFromRight (60));
    top.removeFromRight (6);
    random.setBounds (top.removeFromRight (66));
    top.removeFromRight (6);
    starred.setBounds (top.removeFromRight (30));
    top.removeFromRight (6);
    words.setBounds (top);
    area.removeFromTop (8);
    const auto font = LookAndFeel::font (13.0f);
    int x = area.getX(), y = area.getY();
    for (auto* tag : tags)
    {
        const int wide = textWidth (font, tag->getButtonText()) + 20;
        if (x + wide > area.getRight())
            x = area.getX(), y += 27;
        tag->setBounds (x, y, wide, 23);
        x += wide + 5;
    }
    area.setTop (y + 31);
    editButton.setBounds (area.removeFromBottom (notesHeight).removeFromRight (56).withTrimmedTop (6).withHeight (24));
    if (unlock.isVisible())
    {
        unlock.setBounds (area.removeFromBottom (26).removeFromRight (64).withTrimmedTop (3));
        area.removeFromBottom (2);
    }
    list.setBounds (area.withHeight (area.getHeight() / list.getRowHeight() * list.getRowHeight())); // whole rows
}

void PresetBrowser::paint (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    g.setColour (palette::line);
    g.drawRect (getLocalBounds());
    if (lockedNames.isNotEmpty())
    {
        const auto line = unlock.getBounds().withLeft (browserSide).withRight (unlock.getX() - 8);
        paintPadlock (g, line.toFloat().withWidth (9.0f).withSizeKeepingCentre (9.0f, 11.0f));
        g.setColour (palette::text);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawFittedText ("Locked: " + lockedNames, line.withTrimmedLeft (16), juce::Justification::centredLeft, 1,
                          0.7f);
    }
    auto notes = getLocalBounds().reduced (browserSide).removeFromBottom (notesHeight).withTrimmedTop (6);
    if (editButton.isVisible())
        notes.setRight (editButton.getX() - 8);
    g.setFont (LookAndFeel::font (12.0f));
    if (const auto* entry = shownEntry())
    {
        g.setColour (palette::text);
        const auto author = toJuce (entry->info.author);
        g.drawFittedText (
            entry->notes + (entry->file != juce::File() && author.isNotEmpty() ? " (" + author + ")" : juce::String()),
            notes, juce::Justification::topLeft, 3, 0.9f);
        return;
    }
    g.setColour (palette::quietText);
    g.drawText (rows.empty() ? "No matching presets" : "Arrow keys load the next preset", notes,
                juce::Justification::topLeft, false);
}
} // namespace kolophon
