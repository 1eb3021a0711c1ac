#pragma once

#include "PluginProcessor.h"

namespace kolophon
{
/** Name of the instrument, preset menu with previous and next, menu, panic. [message] */
class PresetBar final : public juce::Component
{
public:
    /** `setScale` resizes the editor; `complain` shows a sentence. */
    PresetBar (PluginProcessor& processor, std::function<void (double)> setScale,
               std::function<void (const juce::String&)> complain);

    void refresh();
    void resized() override;
    void paint (juce::Graphics&) override;

private:
    void step (int by);
    void choose (int index);
    void take (const Preset& preset);
    void showMenu();
    void openPreset();
    void savePreset();

    PluginProcessor& processor;
    std::function<void (double)> setScale;
    std::function<void (const juce::String&)> complain;
    juce::TextButton previous { "<" }, next { ">" }, menuButton { "Menu" }, panic { "Panic" };
    juce::ComboBox presets;
    std::unique_ptr<juce::FileChooser> chooser;
    juce::String shownName;
};
} // namespace kolophon
