#pragma once

#include "ParameterBridge.h"
#include "StatusStrip.h"

#include <memory>

namespace kolophon
{
/** One parameter of the table on the screen: label, value with unit and typed entry, and a slider, menu or switch.
    It follows its parameter by refresh(); nobody else needs to know which kind it is. [message] */
class ParameterRow final : public juce::Component
{
public:
    ParameterRow (TableParameter& parameter, juce::Colour accent, SentenceLine& sentence,
                  juce::AudioProcessorEditor& editor);
    ~ParameterRow() override;

    /** Shows the parameter's value, if it has changed. */
    void refresh();

    void resized() override;
    void paint (juce::Graphics&) override;
    void mouseEnter (const juce::MouseEvent&) override;
    void mouseExit (const juce::MouseEvent&) override;
    void mouseDown (const juce::MouseEvent&) override;
    void focusOfChildComponentChanged (FocusChangeType) override;
    bool keyPressed (const juce::KeyPress&) override;

private:
    void makeSlider (juce::Colour accent);
    void makeMenu();
    void makeSwitch (juce::Colour accent);
    void addControl (juce::Component& control);
    void change (double value);
    void typed();

    TableParameter& parameter;
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    std::unique_ptr<juce::Slider> slider;
    std::unique_ptr<juce::ComboBox> menu;
    std::unique_ptr<juce::ToggleButton> button;
    juce::Label valueText;
    double shown;
    bool gestureOpen = false;
};

/** A group of the table: its name and its rows. [message] */
class ParameterPanel final : public juce::Component
{
public:
    static constexpr int headerHeight = 34, rowHeight = 31, bottomMargin = 8;

    ParameterPanel (const juce::String& name, juce::Colour accent);

    void add (std::unique_ptr<ParameterRow> row);
    void refresh();
    int naturalHeight() const { return headerHeight + rowHeight * static_cast<int> (rows.size()) + bottomMargin; }

    void resized() override;
    void paint (juce::Graphics&) override;

private:
    juce::Colour accent;
    std::vector<std::unique_ptr<ParameterRow>> rows;
};
} // namespace kolophon
