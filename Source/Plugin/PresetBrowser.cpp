#include "PresetBrowser.h"

#include "../Core/AsciiText.h"
#include "DroppedFile.h"
#include "KnobMark.h"
#include "LookAndFeel.h"

#include <map>

namespace kolophon
{
namespace
{
constexpr int side = 12, rowHeight = 26, starWidth = 26, notesHeight = 52, maxTags = 14;
}

PresetBrowser::PresetBrowser (PluginProcessor& itsProcessor, EditorSettings& itsSettings, SentenceLine& itsSentence)
    : processor (itsProcessor), settings (itsSettings), sentence (itsSentence)
{
    setTitle ("Preset browser");
    setOpaque (true);
    words.setTitle ("Search presets");
    words.setTextToShowWhenEmpty ("Search names, tags, notes", palette::quietText);
    words.setFont (LookAndFeel::font (13.0f));
    words.setJustification (juce::Justification::centredLeft);
    words.onTextChange = [this] { filter(); };
    words.onReturnKey = [this] { list.grabKeyboardFocus(); };
    addAndMakeVisible (words);
    starred.setClickingTogglesState (true);
    starred.onClick = [this]
    {
        starred.setFilled (starred.getToggleState());
        filter();
    };
    addAndMakeVisible (starred);
    close.setTitle ("Close the preset browser");
    close.onClick = [this]
    {
        if (onClose)
            onClose();
    };
    addAndMakeVisible (close);
    random.setTitle ("Any of these presets");
    random.onClick = [this]
    {
        if (! rows.empty())
            list.selectRow (juce::Random::getSystemRandom().nextInt (static_cast<int> (rows.size())));
    };
    addAndMakeVisible (random);
    unlock.setTitle ("Unlock all knobs");
    unlock.onClick = [this]
    {
        processor.unlockAll();
        refreshLocks();
    };
    addChildComponent (unlock);
    list.setTitle ("Presets");
    list.setRowHeight (rowHeight);
    list.setColour (juce::ListBox::backgroundColourId, palette::panel);
    addAndMakeVisible (list);
    gather();
    filter();
    refresh();
}

PresetBrowser::~PresetBrowser() = default;

juce::File PresetBrowser::userFolder()
{
    return juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory).getChildFile ("Kolophon/Presets");
}

void PresetBrowser::gather()
{
    const auto tagsOf = [] (const Preset& preset)
    {
        juce::StringArray all;
        for (const auto& tag : preset.info.tags)
            all.add (toJuce (tag));
        return all;
    };
    std::map<juce::String, int> uses;
    const auto add = [&] (const Preset& preset, int factory, const juce::File& file)
    {
        const auto its = tagsOf (preset);
        for (const auto& tag : its)
            ++uses[tag];
        entries.push_back (
            { toJuce (preset.info.name), its.joinIntoString (", "), toJuce (preset.info.notes), factory, file });
    };
    for (std::size_t i = 0; i < factoryPresets().size(); ++i)
        add (factoryPresets()[i], static_cast<int> (i), {});
    constexpr int maxOwn = 500;
    auto files = userFolder().findChildFiles (juce::File::findFiles, false, "*.json");
    files.sort();
    for (int i = 0; i < juce::jmin (maxOwn, files.size()); ++i)
        if (const auto preset = readPreset (files[i]))
            add (preset.value(), -1, files[i]);

    std::vector<std::pair<int, juce::String>> often;
    for (const auto& [tag, count] : uses)
        often.emplace_back (-count, tag);
    std::sort (often.begin(), often.end());
    for (std::size_t i = 0; i < often.size() && i < maxTags; ++i)
    {
        auto* button = tags.add (new juce::TextButton (often[i].second));
        button->setTitle ("Tag " + often[i].second);
        button->setClickingTogglesState (true);
        button->onClick = [this] { filter(); };
        addAndMakeVisible (button);
    }
}

void PresetBrowser::search (const juce::String& newWords)
{
    words.setText (newWords, juce::dontSendNotification);
    filter();
}

/** Every word that was typed stands somewhere, and every chosen tag is there. */
void PresetBrowser::filter()
{
    const auto wanted = juce::StringArray::fromTokens (words.getText(), true);
    rows.clear();
    for (std::size_t i = 0; i < entries.size(); ++i)
    {
        const auto& entry = entries[i];
        const auto text = lowerCase ((entry.name + " " + entry.tags + " " + entry.notes).toStdString());
        bool fits = ! starred.getToggleState() || settings.isStarred (entry.name);
        for (const auto& word : wanted)
            fits = fits && text.find (lowerCase (word.toStdString())) != std::string::npos;
        const auto its = juce::StringArray::fromTokens (entry.tags, ",", "");
        for (const auto* tag : tags)
            fits = fits &&
                   (! tag->getToggleState() || (", " + entry.tags + ",").contains (", " + tag->getButtonText() + ","));
        if (fits)
            rows.push_back (i);
    }
    list.updateContent();
    shownName.clear();
    refresh();
    repaint();
}

juce::StringArray PresetBrowser::listed() const
{
    juce::StringArray names;
    for (const auto row : rows)
        names.add (entries[row].name);
    return names;
}

/** Which knobs stay as they are, whatever is chosen here. */
void PresetBrowser::refreshLocks()
{
    juce::StringArray names;
    for (const auto& id : processor.locked())
        names.add (toJuce (hostName (parameterTable()[*findParameter (id)])));
    constexpr int most = 5;
    const int more = names.size() - most;
    if (more > 0)
        names.removeRange (most, more);
    const auto now =
        names.joinIntoString (", ") + (more > 0 ? " and " + juce::String (more) + " more" : juce::String());
    if (now == lockedNames)
        return;
    lockedNames = now;
    unlock.setVisible (lockedNames.isNotEmpty());
    resized();
    repaint();
}

void PresetBrowser::refresh()
{
    refreshLocks();
    const auto name = toJuce (processor.currentPreset().info.name);
    if (name == shownName)
        return;
    shownName = name;
    const juce::ScopedValueSetter<bool> guard (following, true);
    list.deselectAllRows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (entries[rows[row]].name == name)
            list.selectRow (static_cast<int> (row));
    repaint();
}

void PresetBrowser::load (int row)
{
    if (row < 0 || row >= getNumRows())
        return;
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    if (entry.factory >= 0)
    {
        processor.setCurrentProgram (entry.factory);
        processor.updateHostDisplay (
            juce::AudioProcessor::ChangeDetails().withProgramChanged (true).withNonParameterStateChanged (true));
    }
    else if (const auto preset = readPreset (entry.file))
        processor.loadPreset (preset.value());
    else
        sentence.showError (toJuce (preset.error().what()));
    shownName = entry.name;
    repaint();
}

void PresetBrowser::selectedRowsChanged (int row)
{
    if (! following)
        load (row);
}

void PresetBrowser::listBoxItemClicked (int row, const juce::MouseEvent& event)
{
    if (event.x > starWidth || row >= getNumRows())
        return;
    const auto& name = entries[rows[static_cast<std::size_t> (row)]].name;
    settings.setStarred (name, ! settings.isStarred (name));
    list.repaintRow (row);
}

juce::String PresetBrowser::getNameForRow (int row)
{
    if (row < 0 || row >= getNumRows())
        return {};
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    return entry.name + (settings.isStarred (entry.name) ? ", starred" : "") + ", " + entry.tags;
}

void PresetBrowser::paintListBoxItem (int row, juce::Graphics& g, int itemWidth, int height, bool selected)
{
    if (row < 0 || row >= getNumRows())
        return;
    const auto& entry = entries[rows[static_cast<std::size_t> (row)]];
    auto area = juce::Rectangle<int> (itemWidth, height).reduced (4, 1);
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
    g.drawFittedText (entry.tags, area.withTrimmedLeft (6), juce::Justification::centredLeft, 1, 0.75f);
}

bool PresetBrowser::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress::escapeKey)
        return false;
    if (onClose)
        onClose();
    return true;
}

void PresetBrowser::resized()
{
    auto area = getLocalBounds().reduced (side);
    auto top = area.removeFromTop (28);
    close.setBounds (top.removeFromRight (60));
    top.removeFromRight (6);
    random.setBounds (top.removeFromRight (44));
    top.removeFromRight (6);
    starred.setBounds (top.removeFromRight (30));
    top.removeFromRight (6);
    words.setBounds (top);
    area.removeFromTop (8);
    const auto font = LookAndFeel::font (13.0f);
    int x = area.getX(), y = area.getY();
    for (auto* tag : tags)
    {
        const int wide = font.getStringWidth (tag->getButtonText()) + 20;
        if (x + wide > area.getRight())
            x = area.getX(), y += 27;
        tag->setBounds (x, y, wide, 23);
        x += wide + 5;
    }
    area.setTop (y + 31);
    area.removeFromBottom (notesHeight);
    if (unlock.isVisible())
    {
        unlock.setBounds (area.removeFromBottom (26).removeFromRight (64).withTrimmedTop (3));
        area.removeFromBottom (2);
    }
    list.setBounds (area);
}

void PresetBrowser::paint (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    g.setColour (palette::line);
    g.drawRect (getLocalBounds());
    if (lockedNames.isNotEmpty())
    {
        const auto line = unlock.getBounds().withLeft (side).withRight (unlock.getX() - 8);
        paintPadlock (g, line.toFloat().withWidth (9.0f).withSizeKeepingCentre (9.0f, 11.0f));
        g.setColour (palette::text);
        g.setFont (LookAndFeel::font (12.0f));
        g.drawFittedText ("Locked: " + lockedNames, line.withTrimmedLeft (16), juce::Justification::centredLeft, 1,
                          0.7f);
    }
    const auto notes = getLocalBounds().reduced (side).removeFromBottom (notesHeight).withTrimmedTop (6);
    for (const auto& entry : entries)
        if (entry.name == shownName)
        {
            g.setColour (palette::text);
            g.setFont (LookAndFeel::font (12.0f));
            g.drawFittedText (entry.notes, notes, juce::Justification::topLeft, 3, 0.9f);
            return;
        }
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText (rows.empty() ? "Nothing fits" : "Arrow keys try the next one", notes, juce::Justification::topLeft,
                false);
}
} // namespace kolophon
