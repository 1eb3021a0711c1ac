// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Controls/KnobMark.h"
#include "../Drawing/LookAndFeel.h"
#include "PresetBrowser.h"

/** Rows, layout and painting of the preset browser. */
namespace kolophon
{
namespace
{
constexpr int browserSide = 12, starWidth = 26, cardHeight = 84, namesHeight = 18;
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
        else if (browser.list.isRowSelected (row))
            browser.load (row); // once more: as it was
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
    return { entry.name,
             {},
             entry.sentence.isNotEmpty() ? entry.sentence : juce::String ("Click to load the preset."),
             {},
             {} };
}

juce::String PresetBrowser::getNameForRow (int row)
{
    if (row < 0 || row >= getNumRows())
        return {};
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    return entry.name + (settings.isStarred (entry.name) ? ", starred" : "") +
           (entry.category.isNotEmpty() ? ", " + entry.category : juce::String()) + ", " + entry.sentence;
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
    area.reduce (0, 2);
    auto names = area.removeFromTop (namesHeight);
    names.removeFromRight (6);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawFittedText (entry.category, names.removeFromRight (130), juce::Justification::centredRight, 1, 0.8f);
    g.drawFittedText (entry.sentence, area.withTrimmedRight (6), juce::Justification::centredLeft, 1, 0.85f);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (13.0f, true));
    g.drawFittedText (entry.name, names, juce::Justification::centredLeft, 1, 0.8f);
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
    for (auto* category : categories)
    {
        const int wide = textWidth (font, category->getButtonText()) + 20;
        if (x + wide > area.getRight())
            x = area.getX(), y += 27;
        category->setBounds (x, y, wide, 23);
        x += wide + 5;
    }
    area.setTop (y + 31);
    editButton.setBounds (area.removeFromBottom (cardHeight).removeFromRight (56).withTrimmedTop (8).withHeight (24));
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
    paintCard (g);
}

juce::String PresetBrowser::facts() const
{
    const auto* entry = shownEntry();
    if (entry == nullptr)
        return {};
    juce::StringArray all;
    if (entry->category.isNotEmpty())
        all.add (entry->category);
    if (const auto keys = rangeText (entry->info); ! keys.empty())
        all.add ("keys " + toJuce (keys));
    if (entry->file != juce::File() && ! entry->info.author.empty())
        all.add ("by " + toJuce (entry->info.author));
    return all.joinIntoString (juce::String::fromUTF8 (" · "));
}

/** The card of the preset that is loaded: its name, what it is, its keys, and its notes. */
void PresetBrowser::paintCard (juce::Graphics& g) const
{
    auto card = getLocalBounds().reduced (browserSide).removeFromBottom (cardHeight).withTrimmedTop (8);
    if (editButton.isVisible())
        card.setRight (editButton.getX() - 8);
    const auto* entry = shownEntry();
    if (entry == nullptr || rows.empty())
    {
        g.setColour (palette::quietText);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawText (rows.empty() ? "No matching presets" : "Arrow keys load the next preset", card,
                    juce::Justification::topLeft, false);
        return;
    }
    auto line = card.removeFromTop (namesHeight);
    const auto strong = LookAndFeel::font (13.0f, true);
    g.setColour (palette::text);
    g.setFont (strong);
    g.drawFittedText (entry->name, line.removeFromLeft (juce::jmin (textWidth (strong, entry->name) + 14, 180)),
                      juce::Justification::centredLeft, 1, 0.8f);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawFittedText (facts(), line, juce::Justification::centredLeft, 1, 0.8f);
    g.setColour (palette::text);
    g.drawFittedText (toJuce (entry->info.notes), card.withTrimmedTop (2), juce::Justification::topLeft, 3, 0.9f);
}
} // namespace kolophon
