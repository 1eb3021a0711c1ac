#pragma once

#include "ParameterBridge.h"
#include "RowRules.h"
#include "StatusStrip.h"

#include <functional>
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

    const ParamInfo& info () const noexcept { return parameter.info; }

    /** Shows the parameter's value, if it has changed. */
    void refresh ();
    /** Dims the row or takes it away. True when it came or went. */
    bool setUse (RowUse newUse);
    /** What the sentence line says of it, instead of the table's words. */
    void setHelp (std::function<SentenceLine::Help()> newHelp) { ownHelp = std::move (newHelp); }
    /** Shows the help, as the mouse does. */
    void explain ();
    /** Menus only: puts the choices under headings, `headingOf` each; equal neighbours share one. */
    void setHeadings (const std::function<juce::String (int choice)>& headingOf);

    void resized () override;
    void paint (juce::Graphics&) override;
    void mouseEnter (const juce::MouseEvent&) override;
    void mouseExit (const juce::MouseEvent&) override;
    void mouseDown (const juce::MouseEvent&) override;
    void focusOfChildComponentChanged (FocusChangeType) override;
    bool keyPressed (const juce::KeyPress&) override;

private:
    void makeSlider (juce::Colour accent);
    void makeMenu ();
    void makeSwitch (juce::Colour accent);
    void addControl (juce::Component& control);
    void change (double value);
    void typed ();
    void endGesture ();
    SentenceLine::Help help () const;

    TableParameter& parameter;
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    std::unique_ptr<juce::Slider> slider;
    std::unique_ptr<juce::ComboBox> menu;
    std::unique_ptr<juce::ToggleButton> button;
    juce::Label valueText;
    std::function<SentenceLine::Help()> ownHelp;
    RowUse use = RowUse::inUse;
    double shown;
    bool gestureOpen = false, clickedValue = false;
};

/** A group of the table: its name and those of its rows that matter. [message] */
class ParameterPanel final : public juce::Component
{
public:
    static constexpr int headerHeight = 34, rowHeight = 31, bottomMargin = 8;
    static constexpr int lowestRow = 20; // where a hand or a body has more rows than the window is high

    ParameterPanel (const juce::String& name, juce::Colour accent);

    void add (std::unique_ptr<ParameterRow> row);
    /** A small button at the right of the header. */
    void setButton (std::unique_ptr<juce::Button> newButton);
    /** The heading, which may change; the name stays. */
    void showTitle (const juce::String& title);
    void refresh (const Patch& patch);
    /** Makes room for as many rows as this patch shows. */
    void reserve (const Patch& patch);
    int naturalHeight () const { return headerHeight + rowHeight * maxRows + bottomMargin; }

    void resized () override;
    void paint (juce::Graphics&) override;

private:
    juce::Colour accent;
    std::vector<std::unique_ptr<ParameterRow>> rows;
    std::unique_ptr<juce::Button> button;
    int maxRows = 0;
};
} // namespace kolophon
