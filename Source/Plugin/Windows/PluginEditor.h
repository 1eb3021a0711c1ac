// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/HelpWatch.h"
#include "../Controls/IconButton.h"
#include "../Drawing/LookAndFeel.h"
#include "../Pages/CompareStrip.h"
#include "../Pages/DesignPage.h"
#include "../Pages/ModPage.h"
#include "../Pages/PlayPage.h"
#include "../Presets/DroppedFile.h"
#include "../Presets/PresetBar.h"
#include "../Presets/PresetBrowser.h"
#include "../Session/UndoHistory.h"
#include "EditorPace.h"
#include "KeyboardStrip.h"
#include "PageDeck.h"
#include "TeachingCards.h"

#include <tuple>

namespace kolophon
{
/** The editor window: a header, one of four pages, macros, help line, keyboard. Its components poll the session; the
    session does not depend on them. Pages are created when first shown. [message] */
class PluginEditor final : public juce::AudioProcessorEditor,
                           public juce::FileDragAndDropTarget,
                           public juce::DragAndDropContainer
{
public:
    static constexpr int designWidth = 1120, designHeight = 700;

    PluginEditor (juce::AudioProcessor& itsProcessor, InstrumentSession& itsSession);
    ~PluginEditor() override;

    /** Updates all components; look() does so up to thirty times per second. */
    void refresh ();
    /** Advances the moving components, sixty times per second. */
    void advance ();

    /** Calls both at the display's refreshes, at most sixty times per second; neither while the window is invisible:
        the engine then publishes nothing for it, and nothing is painted. */
    void look ();
    /** Stops the clock: from now on only the caller calls look(). */
    void stopClock () { clock = {}; }
    /** Number of advances so far. */
    int ticks () const noexcept { return pace.ticks(); }

    void showPage (PageKind kind);
    PageKind page () const noexcept { return deck.shown(); }
    /** The visible page. */
    Page& pageShown () noexcept { return deck.of (deck.shown()); }
    /** Sets the dark or light theme; creates the pages anew. */
    void setTheme (palette::Theme theme);
    void setReducedMotion (bool shouldReduce);
    void showBrowser (bool shouldShow);
    PresetBrowser* presetBrowser () noexcept { return browser.get(); }
    PresetBar& bar () noexcept { return *presetBar; }
    HelpWatch& helpWatch () noexcept { return watch; }
    /** Shows the page Mod at one of its sections. */
    ModPage& showMod (ModSection section);
    /** Opens the teaching cards at one of them; nullopt closes them. */
    void showCard (std::optional<int> number);
    PictureData& pictureData () noexcept { return data; }
    PictureContext& pictureContext () noexcept { return pictures; }
    UndoHistory& history () noexcept { return steps.history; }

    void resized () override;
    void paint (juce::Graphics&) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool keyStateChanged (bool isDown) override;
    void parentHierarchyChanged () override { applyWindowColours(); }

    /** True if the computer's keys may go to the on-screen keyboard while this component has the focus. */
    bool mayGrabKeys (const juce::Component* focused) const;

    /** Accepts a preset, a body file, or the recording of a tap; on a knob of the box, the response of one. */
    bool isInterestedInFileDrag (const juce::StringArray& files) override;
    void filesDropped (const juce::StringArray& files, int x, int y) override;
    /** Returns the keyboard focus, which JUCE gives to the picture that is dragged and then to the first control. */
    void dragOperationEnded (const juce::DragAndDropTarget::SourceDetails&) override;
    /** True while a dropped file is being read on a separate thread. */
    bool isReading () const noexcept { return dropped.isReading(); }
    /** Error that the help line shows; empty without an error. */
    juce::String complaint () const { return sentence.complaint(); }
    SentenceLine& helpLine () noexcept { return sentence; }
    EditorSettings& editorSettings () noexcept { return settings; }

    /** First page of the guide that Help > Guide opens. */
    static juce::File guide ();

    /** Largest width of a window of the design's proportions on a screen with this much room; an empty area is not a
        screen. */
    static int widestOn (juce::Rectangle<int> room) noexcept;

private:
    bool isStandalone () const { return processor.wrapperType == juce::AudioProcessor::wrapperType_Standalone; }
    void forgetOtherSound (const Patch& patch);
    void makeContents ();
    void makeSteps ();
    void followCard (const TeachingCard& card);
    std::unique_ptr<Page> makePage (PageKind kind);
    void layOut ();
    void showState ();
    void grabComputerKeys ();
    void applyWindowColours ();
    void applyReadFiles ();
    DropPlace dropPlaceAt (juce::Point<int> position);
    int widest () const;
    void resizeTo (double scale);
    void addToMenu (juce::PopupMenu& menu);
    void openGuide ();

    InstrumentSession& session;
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
    struct
    {
        UndoHistory history;
        std::unique_ptr<IconButton> undo {}, redo {};
    } steps;
    std::unique_ptr<PresetBar> presetBar;
    std::unique_ptr<CompareStrip> compare;
    std::unique_ptr<MacroStrip> macros;
    std::unique_ptr<KeyboardStrip> keyboard;
    std::unique_ptr<PresetBrowser> browser; // null: closed
    std::unique_ptr<CardStrip> cards;       // null: closed
    PageDeck deck { content, [this] (PageKind kind) { return makePage (kind); } };
    EditorPace pace;
    AudioWatch audio;
    std::uint32_t editsSeen = 0;
    std::tuple<std::string, std::uint32_t, double> pictured; // preset and body that the pictures are of
    juce::VBlankAttachment clock;
    DroppedFileReader dropped;

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginEditor)
};
} // namespace kolophon
