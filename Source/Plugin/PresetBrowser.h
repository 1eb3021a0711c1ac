#pragma once

#include "EditorSettings.h"
#include "IconButton.h"
#include "PluginProcessor.h"
#include "StatusStrip.h"

namespace kolophon
{
/** A list of presets that stays open while they are tried: search, tags, stars; arrow keys load the next one. The
    built-in ones, and those in the player's folder. [message] */
class PresetBrowser final : public juce::Component, private juce::ListBoxModel
{
public:
    static constexpr int width = 440;

    PresetBrowser (PluginProcessor& itsProcessor, EditorSettings& itsSettings, SentenceLine& itsSentence);
    ~PresetBrowser() override;

    std::function<void()> onClose;
    /** Follows what has been loaded elsewhere. */
    void refresh ();
    /** Names that are listed now. */
    juce::StringArray listed () const;
    void search (const juce::String& words);
    /** What the list says of locked knobs; empty without any. */
    juce::String locks () const { return lockedNames; }

    /** Where the player's own presets lie. */
    static juce::File userFolder ();

    void resized () override;
    void paint (juce::Graphics& g) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    struct Entry
    {
        juce::String name, tags, notes;
        int factory = -1; // place among the factory presets, or:
        juce::File file;
    };
    void gather ();
    void filter ();
    void refreshLocks ();
    void load (int row);
    int getNumRows () override { return static_cast<int> (rows.size()); }
    void paintListBoxItem (int row, juce::Graphics& g, int itemWidth, int height, bool selected) override;
    void listBoxItemClicked (int row, const juce::MouseEvent& event) override;
    void selectedRowsChanged (int row) override;
    juce::String getNameForRow (int row) override;

    PluginProcessor& processor;
    EditorSettings& settings;
    SentenceLine& sentence;
    std::vector<Entry> entries;
    std::vector<std::size_t> rows; // entries that are listed
    juce::TextEditor words;
    juce::OwnedArray<juce::TextButton> tags;
    IconButton starred { "Starred only", IconButton::star() };
    juce::TextButton close { "Close" }, random { "Any" }, unlock { "Unlock" };
    juce::String lockedNames;
    juce::ListBox list { "Presets", this };
    juce::String shownName;
    bool following = false;
};
} // namespace kolophon
