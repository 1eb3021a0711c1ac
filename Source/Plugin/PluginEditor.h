#pragma once

#include "CompareStrip.h"
#include "DesignPage.h"
#include "DroppedFile.h"
#include "HelpWatch.h"
#include "IconButton.h"
#include "KeyboardStrip.h"
#include "LookAndFeel.h"
#include "ModPage.h"
#include "PlayPage.h"
#include "PresetBar.h"
#include "PresetBrowser.h"
#include "TeachingCards.h"
#include "UndoHistory.h"

#include <atomic>
#include <future>

namespace kolophon
{
/** The window: a header, one of four pages, macros, sentence line, keyboard. Everything on it polls the processor; the
    processor knows nothing of it. Pages are made when they are first seen. [message] */
class PluginEditor final : public juce::AudioProcessorEditor, public juce::FileDragAndDropTarget
{
public:
    static constexpr int designWidth = 1120, designHeight = 700;

    explicit PluginEditor (PluginProcessor& itsProcessor);
    ~PluginEditor() override;

    /** Brings everything up to date, as the timer does thirty times a second. */
    void refresh ();
    /** What moves, sixty times a second. */
    void advance ();

    /** Both, as the display's refreshes do, at most sixty times a second; while the window can't be seen, neither: then
        the engine publishes nothing for it, and nothing is painted. */
    void look ();
    /** From now on only the caller decides when to look. */
    void stopClock () { clock = {}; }
    /** Looks at the sound so far. */
    int ticks () const noexcept { return tick; }

    void showPage (PageKind kind);
    PageKind page () const noexcept { return shown; }
    /** The page that is seen. */
    Page& pageShown () noexcept { return *pages[static_cast<std::size_t> (shown)]; }
    /** Dark or light; makes the pages anew. */
    void setTheme (palette::Theme theme);
    void setReducedMotion (bool shouldReduce);
    void showBrowser (bool shouldShow);
    PresetBrowser* presetBrowser () noexcept { return browser.get(); }
    PresetBar& bar () noexcept { return *presetBar; }
    HelpWatch& helpWatch () noexcept { return watch; }
    /** The page Mod, at one of its sections. */
    ModPage& showMod (ModSection section);
    /** Opens the teaching cards at one of them; nothing: closes them. */
    void showCard (std::optional<int> number);
    PictureData& pictureData () noexcept { return data; }
    UndoHistory& history () noexcept { return undoHistory; }

    void resized () override;
    void paint (juce::Graphics&) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void parentHierarchyChanged () override { takeWindowColours(); }

    /** Whether the computer's keys may go to the on-screen keyboard while this has the focus. */
    bool mayTakeKeys (const juce::Component* focused) const;

    /** A preset, a body file, or the recording of a tap. */
    bool isInterestedInFileDrag (const juce::StringArray& files) override;
    void filesDropped (const juce::StringArray& files, int x, int y) override;
    /** True while a dropped recording is being listened to, on a thread of its own. */
    bool isReading () const noexcept { return reading.valid(); }
    /** What the sentence line says was not taken; empty when all is well. */
    juce::String complaint () const { return sentence.complaint(); }
    SentenceLine& helpLine () noexcept { return sentence; }
    EditorSettings& editorSettings () noexcept { return settings; }

    /** The widest window of the design's proportions on a screen with this much room; none at all is no screen. */
    static int widestOn (juce::Rectangle<int> room) noexcept;

private:
    void refreshDisplay ();
    bool canBeSeen ();
    void makeContents ();
    void makeTabs ();
    void makeSteps ();
    void followCard (const TeachingCard& card);
    std::unique_ptr<Page> makePage (PageKind kind);
    Page& pageOf (PageKind kind);
    void layOut ();
    void watchSoundCard ();
    void takeComputerKeys ();
    void takeWindowColours ();
    void takeWhatWasRead ();
    int widest () const;
    void resizeTo (double scale);
    void addToMenu (juce::PopupMenu& menu);

    PluginProcessor& kolophon;
    juce::SharedResourcePointer<SharedLook> shared;
    juce::Component content; // laid out at design size, then scaled
    EditorSettings settings;
    SentenceLine sentence;
    HelpWatch watch { *this, sentence };
    PresetLoader loader;
    PictureData data;
    PictureContext pictures;
    PageContext context;
    KnobMotion motion;
    UndoHistory undoHistory;
    std::unique_ptr<PresetBar> presetBar;
    std::unique_ptr<CompareStrip> compare;
    std::unique_ptr<MacroStrip> macros;
    std::unique_ptr<KeyboardStrip> keyboard;
    juce::OwnedArray<juce::TextButton> tabs;
    std::unique_ptr<IconButton> undo, redo, browse;
    std::unique_ptr<PresetBrowser> browser; // null: closed
    std::unique_ptr<CardStrip> cards;       // likewise
    std::array<std::unique_ptr<Page>, pageKinds> pages;
    PageKind shown = PageKind::play;
    int tick = 0, asked = 0; // asked: looks, since the window system was asked whether the window is minimised
    bool minimised = false;
    double nextLook = 0.0; // [ms]
    int quiet = 0;         // refreshes since something has moved
    std::uint32_t editsSeen = 0;
    juce::VBlankAttachment clock;
    std::uint32_t blocksSeen = 0;
    juce::uint32 lastBlockAt = 0;
    bool silentMachine = false;
    std::atomic<bool> closing { false };      // ends what is being read
    std::future<Result<DroppedFile>> reading; // ends before the editor does

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginEditor)
};
} // namespace kolophon
