#pragma once

#include "CompareStrip.h"
#include "DroppedFile.h"
#include "KeyboardStrip.h"
#include "LookAndFeel.h"
#include "ParameterRow.h"
#include "PresetBar.h"
#include "StatusStrip.h"

#include <future>

namespace kolophon
{
/** The window: panels for the groups of the parameter table, meters, ledger, sentence line, keyboard. Everything on it
    polls the processor thirty times a second; the processor knows nothing of it. [message] */
class PluginEditor final : public juce::AudioProcessorEditor, public juce::FileDragAndDropTarget, private juce::Timer
{
public:
    static constexpr int designWidth = 1120, designHeight = 700;

    explicit PluginEditor (PluginProcessor& itsProcessor);
    ~PluginEditor() override;

    /** Brings everything up to date, as the timer does. */
    void refresh ();

    void resized () override;
    void paint (juce::Graphics&) override;

    /** A preset, a body file, or the recording of a tap. */
    bool isInterestedInFileDrag (const juce::StringArray& files) override;
    void filesDropped (const juce::StringArray& files, int x, int y) override;
    /** True while a dropped recording is being listened to, on a thread of its own. */
    bool isReading () const noexcept { return reading.valid(); }
    /** What the sentence line says was not taken; empty when all is well. */
    juce::String complaint () const { return sentence.complaint(); }

    /** The widest window of the design's proportions on a screen with this much room; none at all is no screen. */
    static int widestOn (juce::Rectangle<int> room) noexcept;

private:
    void timerCallback () override { refresh(); }
    void addPanels ();
    void addContactMenu ();
    ParameterPanel& panelNamed (std::string_view name, juce::Colour accent);
    void explainLaw (ParameterRow& row);
    void reserveRows ();
    void layOut ();
    void watchSoundCard ();
    void takeComputerKeys ();
    void takeWhatWasRead ();
    int widest () const;
    void resizeTo (double scale);

    PluginProcessor& kolophon;
    juce::SharedResourcePointer<SharedLook> shared;
    juce::Component content; // laid out at design size, then scaled
    SentenceLine sentence;
    PresetBar presetBar;
    CompareStrip compare;
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    ParameterPanel* contactPanel = nullptr;
    LevelMeter level;
    LedgerView ledger;
    EngineView engine;
    KeyboardStrip keyboard;
    std::uint32_t blocksSeen = 0;
    juce::uint32 lastBlockAt = 0;
    std::future<Result<DroppedFile>> reading; // ends before the editor does

    JUCE_DECLARE_NON_COPYABLE_WITH_LEAK_DETECTOR (PluginEditor)
};
} // namespace kolophon
