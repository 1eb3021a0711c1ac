// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetBrowser.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Controls/ChoicePalette.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"
#include "DroppedFile.h"
#include "PresetSheet.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr int rowHeight = 40;
constexpr auto yours = "Your presets";
} // namespace

bool PresetBrowser::SearchField::keyPressed (const juce::KeyPress& key)
{
    if (! key.isKeyCode (juce::KeyPress::downKey))
        return TextEditor::keyPressed (key);
    onDown();
    return true;
}

PresetBrowser::PresetBrowser (InstrumentSession& itsSession, PresetLoader& itsLoader, EditorSettings& itsSettings,
                              SentenceLine& itsSentence)
    : session (itsSession), loader (itsLoader), settings (itsSettings), sentence (itsSentence)
{
    describe (*this, "Preset browser", "Click a preset to load it. Arrow keys load the next one; * sets its star.");
    setOpaque (true);
    describe (
        words, "Search presets",
        "Finds presets by words in their names, categories, tags and notes. Down moves into the list, Return loads "
        "the first match, Esc closes.");
    words.setTextToShowWhenEmpty ("Search: glass, squeak, slow", palette::quietText);
    words.setFont (LookAndFeel::font (13.0f));
    words.setJustification (juce::Justification::centredLeft);
    words.onTextChange = [this] { search (words.getText()); };
    words.onDown = [this] { enterList(); };
    words.onReturnKey = [this] { loadFirst(); };
    const auto leave = [this]
    {
        if (onClose)
            onClose();
    };
    words.onEscapeKey = leave;
    addAndMakeVisible (words);
    starred.setClickingTogglesState (true);
    starred.onClick = [this]
    {
        starred.setFilled (starred.getToggleState());
        filter();
    };
    addAndMakeVisible (starred);
    describe (close, "Close the preset browser", "Closes the browser and keeps the sound.");
    close.onClick = leave;
    addAndMakeVisible (close);
    describe (random, "Load a random preset", "Loads a random preset of the list.");
    random.onClick = [this]
    {
        if (! rows.empty())
            list.selectRow (juce::Random::getSystemRandom().nextInt (static_cast<int> (rows.size())));
    };
    addAndMakeVisible (random);
    describe (unlock, "Unlock all knobs", "Unlocks all knobs, so that presets change them again.");
    unlock.onClick = [this]
    {
        session.unlockAll();
        refreshLocks();
    };
    addChildComponent (unlock);
    describe (editButton, "Edit the preset", "Changes name, author, tags and description of your preset.");
    editButton.onClick = [this] { edit(); };
    addChildComponent (editButton);
    describe (list, "Presets", getHelpText());
    list.setRowHeight (rowHeight);
    list.setColour (juce::ListBox::backgroundColourId, palette::panel);
    addAndMakeVisible (list);
    gather();
    filter();
}

PresetBrowser::~PresetBrowser() = default;

void PresetBrowser::add (const Preset& preset, int factory, const juce::File& file)
{
    const auto& info = preset.info;
    Entry entry { toJuce (info.name),
                  toJuce (info.category),
                  toJuce (info.intent.empty() ? info.notes : info.intent),
                  {},
                  factory,
                  file,
                  info };
    if (file != juce::File())
        entry.category = yours + (UserPresets::subfolderOf (file).isEmpty() ? juce::String()
                                                                            : "/" + UserPresets::subfolderOf (file));
    juce::StringArray words { entry.name, entry.category, toJuce (info.intent), toJuce (info.notes) };
    for (const auto& tag : info.tags)
        words.add (toJuce (tag));
    entry.words = words.joinIntoString (" ");
    entries.push_back (std::move (entry));
}

/** Adds the player's presets. An unreadable file is reported, since its preset is missing from the list. */
void PresetBrowser::gatherOwn()
{
    juce::String fault;
    int faults = 0;
    const auto files = UserPresets::files();
    for (const auto& file : files)
    {
        const auto preset = readPreset (file);
        if (preset)
            add (*preset, -1, file);
        else if (++faults == 1)
            fault = toJuce (preset.error().what());
    }
    if (faults > 0)
        sentence.showError (fault +
                            (faults > 1 ? " (and " + juce::String (faults - 1) + " more files)" : juce::String()));
    if (files.size() == UserPresets::maxFiles)
        sentence.showError ("more than " + juce::String (UserPresets::maxFiles) + " files in " +
                            UserPresets::folder().getFullPathName() + "; the rest is not listed");
}

void PresetBrowser::gather()
{
    entries.clear();
    add (initPreset(), -1, {});
    gatherOwn();
    for (std::size_t i = 0; i < factoryPresets().size(); ++i)
        add (factoryPresets()[i], static_cast<int> (i), {});
    makeCategories();
}

/** A button for each category, in the order of the list. */
void PresetBrowser::makeCategories()
{
    juce::StringArray names { "All" };
    for (const auto& entry : entries)
        if (entry.category.isNotEmpty())
            names.addIfNotAlreadyThere (entry.category.upToFirstOccurrenceOf ("/", false, false));
    categories.clear();
    for (const auto& name : names)
    {
        auto* button = categories.add (new juce::TextButton (name));
        describe (*button, "Category " + name,
                  name == "All" ? juce::String ("Lists the presets of all categories.")
                                : "Lists only presets of this category.");
        button->setClickingTogglesState (true);
        button->setRadioGroupId (1);
        button->setToggleState (name == "All", juce::dontSendNotification);
        button->onClick = [this] { filter(); };
        addAndMakeVisible (button);
    }
}

void PresetBrowser::reload()
{
    gather();
    filter();
    resized();
}

/** Moves the focus to the list and loads its first row, as the arrow keys would; an existing selection stays. */
void PresetBrowser::enterList()
{
    if (rows.empty())
        return;
    if (list.getSelectedRow() < 0)
        list.selectRow (0);
    list.grabKeyboardFocus();
}

/** Loads the first match of a search, also if it is the preset that is loaded; without one, moves into the list. */
void PresetBrowser::loadFirst()
{
    if (words.isEmpty() || rows.empty())
        return enterList();
    if (list.isRowSelected (0))
        load (0);
    else
        list.selectRow (0);
    list.grabKeyboardFocus();
}

void PresetBrowser::edit()
{
    const auto* entry = shownEntry();
    if (entry == nullptr || entry->file == juce::File())
        return;
    const auto file = entry->file;
    auto preset = readPreset (file);
    if (! preset)
        return sentence.showError (toJuce (preset.error().what()));
    const auto safe = juce::Component::SafePointer (this);
    PresetSheet::Order order { *std::move (preset), file };
    order.onSaved = [safe, file] (const Preset& saved, const juce::File& now)
    {
        if (safe == nullptr)
            return;
        safe->loader.adoptEdited (saved, file, now);
        safe->reload();
    };
    order.onError = [safe] (const juce::String& message)
    {
        if (safe != nullptr)
            safe->sentence.showError (message);
    };
    showSheet (editButton, std::make_unique<PresetSheet> (std::move (order), settings));
}

void PresetBrowser::search (const juce::String& newWords)
{
    if (newWords != words.getText())
        words.setText (newWords, juce::dontSendNotification);
    filter();
    if (rows.empty()) // in this category
        categories[0]->setToggleState (true, juce::sendNotificationSync);
}

/** Lists the presets of the chosen category that contain every typed word, first those that have the words in their
    name. */
void PresetBrowser::filter()
{
    const auto wanted = juce::StringArray::fromTokens (words.getText(), true);
    const auto hasWords = [&wanted] (const juce::String& text)
    {
        const auto lower = lowerCase (text.toStdString());
        return std::all_of (wanted.begin(), wanted.end(),
                            [&lower] (const juce::String& word)
                            { return lower.find (lowerCase (word.toStdString())) != std::string::npos; });
    };
    const auto chosenOne = std::find_if (categories.begin() + 1, categories.end(),
                                         [] (const auto* category) { return category->getToggleState(); });
    rows.clear();
    for (std::size_t i = 0; i < entries.size(); ++i)
    {
        const auto& entry = entries[i];
        const bool isStarred = ! starred.getToggleState() || settings.isStarred (entry.name);
        const bool isIn = chosenOne == categories.end() || entry.category.startsWith ((*chosenOne)->getButtonText());
        if (isStarred && isIn && hasWords (entry.words))
            rows.push_back (i);
    }
    std::stable_partition (rows.begin(), rows.end(), [&] (std::size_t row) { return hasWords (entries[row].name); });
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

/** Updates the text about knobs that presets do not change. */
void PresetBrowser::refreshLocks()
{
    juce::StringArray names;
    for (const auto& id : session.locked())
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

/** Compares the player's presets by file: names can be equal. */
bool PresetBrowser::isCurrent (const Entry& entry) const
{
    if (shownProgram < static_cast<int> (factoryPresetNames().size()))
        return entry.factory == shownProgram;
    return entry.factory < 0 && entry.name == shownName && entry.file == shownFile;
}

void PresetBrowser::refresh()
{
    refreshLocks();
    const auto name = toJuce (session.currentPreset().info.name);
    const auto file = loader.current();
    const int program = session.getCurrentProgram();
    if (name == shownName && file == shownFile && program == shownProgram)
        return;
    shownName = name;
    shownFile = file;
    shownProgram = program;
    const juce::ScopedValueSetter<bool> guard (following, true);
    list.deselectAllRows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (isCurrent (entries[rows[row]]))
            list.selectRow (static_cast<int> (row));
    const auto* entry = shownEntry();
    editButton.setVisible (entry != nullptr && entry->file != juce::File());
    repaint();
}

const PresetBrowser::Entry* PresetBrowser::shownEntry() const
{
    const auto found =
        std::find_if (entries.begin(), entries.end(), [this] (const Entry& entry) { return isCurrent (entry); });
    return found != entries.end() ? &*found : nullptr;
}

juce::String PresetBrowser::chosen() const
{
    const int row = list.getSelectedRow();
    return row >= 0 && row < static_cast<int> (rows.size()) ? entries[rows[static_cast<std::size_t> (row)]].name
                                                            : juce::String();
}

void PresetBrowser::load (int row)
{
    if (row < 0 || row >= getNumRows())
        return;
    const auto entry = entries[rows[static_cast<std::size_t> (row)]];
    if (entry.factory >= 0)
        loader.loadFactory (entry.factory);
    else if (entry.file == juce::File())
        loader.loadInit();
    else
        loader.loadFile (entry.file);
    shownName.clear();
    refresh();
}

void PresetBrowser::selectedRowsChanged (int row)
{
    if (! following)
        load (row);
}

bool PresetBrowser::keyPressed (const juce::KeyPress& key)
{
    if (key.getTextCharacter() == '*' && list.getSelectedRow() >= 0)
        return star (list.getSelectedRow()), true;
    if (key != juce::KeyPress::escapeKey)
        return false;
    if (onClose)
        onClose();
    return true;
}

} // namespace kolophon
