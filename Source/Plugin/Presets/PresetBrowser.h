// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/HelpWatch.h"
#include "../Controls/IconButton.h"
#include "../Desktop/EditorSettings.h"
#include "PresetLoader.h"

namespace kolophon
{
/** A list of presets that stays open while they are tried: search, categories, stars; the arrow keys load the next one.
    Lists Init, the presets in the player's folder, and the built-in ones; the card below the list is the loaded
    preset's. [message] */
class PresetBrowser final : public juce::Component, public Explained, private juce::ListBoxModel
{
public:
    static constexpr int width = 500;

    PresetBrowser (InstrumentSession& itsSession, PresetLoader& itsLoader, EditorSettings& itsSettings,
                   SentenceLine& itsSentence);
    ~PresetBrowser() override;

    std::function<void()> onClose;
    /** Follows presets that were loaded elsewhere. */
    void refresh ();
    /** Reads the player's folder again. */
    void reload ();
    /** Opens the sheet with the words of the current preset, if it is the player's. */
    void edit ();
    /** True while its list has the keyboard focus, which leaves letters to the instrument. */
    bool leavesLetters () const { return list.hasKeyboardFocus (true); }
    /** Gives the keyboard focus to the search field. */
    void grabKeyboard () { words.grabKeyboardFocus(); }
    /** Names currently listed. */
    juce::StringArray listed () const;
    void search (const juce::String& words);
    /** Name of the selected row; empty: none. */
    juce::String chosen () const;
    SentenceLine::Help helpAt (juce::Point<int> place) const override;
    /** Line of the card behind the name of the loaded preset: category, keys, author. */
    juce::String facts () const;
    /** Text about locked knobs; empty without locked knobs. */
    juce::String locks () const { return lockedNames; }

    void resized () override;
    void paint (juce::Graphics& g) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    struct Entry
    {
        juce::String name, category;  // of the player's: "Your presets", with the subfolder
        juce::String sentence, words; // in the list; all that the search looks at
        int factory = -1;             // index among the factory presets, or:
        juce::File file;              // the player's file; neither: Init
        PresetInfo info {};
    };
    class Row;
    void gather ();
    void gatherOwn ();
    void add (const Preset& preset, int factory, const juce::File& file);
    void makeCategories ();
    bool isCurrent (const Entry& entry) const;
    const Entry* shownEntry () const;
    void star (int row);
    void enterList ();
    void loadFirst ();
    void paintCard (juce::Graphics& g) const;
    void filter ();
    void refreshLocks ();
    void load (int row);
    int getNumRows () override { return static_cast<int> (rows.size()); }
    void paintListBoxItem (int, juce::Graphics&, int, int, bool) override {} // rows are components
    void paintRow (int row, juce::Graphics& g, juce::Rectangle<int> area, bool selected) const;
    juce::Component* refreshComponentForRow (int row, bool selected, juce::Component* existing) override;
    void returnKeyPressed (int row) override { load (row); }
    void selectedRowsChanged (int row) override;
    juce::String getNameForRow (int row) override;

    /** One line of text. The Down key moves to the list. */
    struct SearchField final : juce::TextEditor
    {
        bool keyPressed (const juce::KeyPress& key) override;
        std::function<void()> onDown;
    };

    InstrumentSession& session;
    PresetLoader& loader;
    EditorSettings& settings;
    SentenceLine& sentence;
    std::vector<Entry> entries;
    std::vector<std::size_t> rows; // listed entries
    SearchField words;
    juce::OwnedArray<juce::TextButton> categories; // "All" first
    IconButton starred { "Starred only", "Lists only starred presets. To set a star, click it or press * in the list.",
                         IconButton::star() };
    juce::TextButton close { "Close" }, random { "Random" }, unlock { "Unlock" },
        editButton { juce::String::fromUTF8 ("Edit…") };
    juce::String lockedNames;
    juce::ListBox list { "Presets", this };
    juce::String shownName; // of the preset that is loaded; paint() goes by these three alone
    int shownProgram = 0;
    juce::File shownFile;
    bool following = false;
};
} // namespace kolophon
