#pragma once

#include "FileDialog.h"
#include "IconButton.h"
#include "PluginProcessor.h"

namespace kolophon
{
/** Name of the instrument, preset menu with previous and next, menu, panic. [message] */
class PresetBar final : public juce::Component
{
public:
    /** The editor's size as a share of its design's, and the largest that the screen has room for. */
    struct Size
    {
        std::function<void (double)> set;
        std::function<double()> now, largest;
    };

    /** `complain` shows a sentence. */
    PresetBar (PluginProcessor& processor, Size size, std::function<void (const juce::String&)> complain);

    static constexpr int presetsBegin = 126, presetsEnd = 420; // [px] where the menu of presets stands

    /** Adds entries of the editor's own to the menu. */
    std::function<void (juce::PopupMenu&)> addToMenu;

    /** The sizes on offer: the current one has a tick, and what the screen has no room for is dimmed. */
    juce::PopupMenu sizes () const;

    /** Where the next file dialog opens. */
    juce::File folderOfPresets () const { return folder; }

    void refresh ();
    void resized () override;
    void paint (juce::Graphics&) override;

private:
    void step (int by);
    void choose (int index);
    void take (const Preset& preset);
    void showMenu ();
    void openPreset ();
    void savePreset ();
    void openTuning ();
    void saveLastMinute ();

    PluginProcessor& processor;
    Size size;
    std::function<void (const juce::String&)> complain;
    IconButton previous { "Previous preset", IconButton::chevron (false) },
        next { "Next preset", IconButton::chevron (true) };
    juce::TextButton menuButton { "Menu" }, panic { "Panic" };
    juce::ComboBox presets;
    FileDialog dialog;
    juce::File folder; // where the last preset came from or went to
    juce::String shownName;
};
} // namespace kolophon
