#pragma once

#include "HelpWatch.h"
#include "KnobMotion.h"
#include "ParameterBridge.h"
#include "RowRules.h"
#include "StatusStrip.h"

#include <functional>
#include <memory>

namespace kolophon
{
/** One parameter of the table on the screen: label, value with unit and typed entry, and a slider, menu or switch.
    It follows its parameter by refresh(); nobody else needs to know which kind it is. [message] */
class ParameterRow final : public juce::Component, public Explained
{
public:
    enum class Style {
        line, // label and value over a slider, or beside a menu or switch
        tall, // an upright slider, as a hand's, beside label and value
        knob  // a knob beside them
    };

    ParameterRow (TableParameter& parameter, juce::Colour accent, SentenceLine& sentence,
                  juce::AudioProcessorEditor& editor, Style itsStyle = Style::line);
    ~ParameterRow() override;

    const ParamInfo& info () const noexcept { return parameter.info; }
    const Style style;
    /** What stands there instead of the table's label. */
    void setLabel (const juce::String& newLabel);
    /** The same, and it is called so wherever it is spoken of: a macro by the name that the preset gives it. */
    void setCalled (const juce::String& newName);
    /** No label: something else says what the row is. */
    void hideLabel ();
    /** Menus only: what the longest choice needs, and what the label leaves of a row so wide [px]; 0 for others. */
    struct MenuWidth
    {
        int wanted = 0, room = 0;
    };
    MenuWidth menuWidth (int rowWidth) const;
    /** How wide the menus of a panel are, so that they stand in one line. */
    void setMenuWidth (int width) { commonMenuWidth = width; }
    /** Opens this instead of a menu's list: it gets a function that takes the choice. */
    using Chooser = std::function<void (juce::Component& from, int now, std::function<void (int)> choose)>;
    void setChooser (Chooser newChooser);
    /** Adds entries to the menu that a right click opens, or Shift+F10. */
    std::function<void (juce::PopupMenu&)> addToMenu;
    juce::PopupMenu contextMenu ();
    /** Draws what moves the knob, besides the hand. It must outlive the row. */
    void setMotion (const KnobMotion& itsMotion);
    KnobMotion::Mark motionShown () const noexcept { return mark; }
    /** True while the next MIDI controller is learned for it. */
    std::function<bool()> isArmed;
    /** Where the padlock stands, once it is locked. */
    juce::Rectangle<float> padlockArea () const;
    /** A frame round it, for who looks for it. */
    void setHighlit (bool shouldBe);

    /** Shows the parameter's value, if it has changed. */
    void refresh ();
    /** Dims the row or takes it away. True when it came or went. */
    bool setUse (RowUse newUse);
    /** What the sentence line says of it, instead of the table's words. */
    void setHelp (std::function<SentenceLine::Help()> newHelp) { ownHelp = std::move (newHelp); }
    SentenceLine::Help helpAt (juce::Point<int> place) const override;
    /** Menus only: puts the choices under headings, `headingOf` each; equal neighbours share one. */
    void setHeadings (const std::function<juce::String (int choice)>& headingOf);

    void resized () override;
    void paint (juce::Graphics&) override;
    void paintOverChildren (juce::Graphics&) override;
    void mouseDown (const juce::MouseEvent&) override;
    bool keyPressed (const juce::KeyPress&) override;

private:
    void makeSlider (juce::Colour accent);
    void makeMenu ();
    void makeValueText ();
    void makeSwitch (juce::Colour accent);
    void addControl (juce::Component& control);
    void change (double value);
    void typed ();
    void endGesture ();
    void refreshMarks ();
    juce::Rectangle<int> words () const;
    void showMenu ();

    TableParameter& parameter;
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    /** A right click opens the menu and drags nothing. */
    struct Knob final : juce::Slider
    {
        using juce::Slider::Slider;
        void mouseDown (const juce::MouseEvent& e) override
        {
            if (! e.mods.isPopupMenu())
                Slider::mouseDown (e);
        }
        void mouseDrag (const juce::MouseEvent& e) override
        {
            if (! e.mods.isPopupMenu())
                Slider::mouseDrag (e);
        }
        void mouseUp (const juce::MouseEvent& e) override
        {
            if (! e.mods.isPopupMenu())
                Slider::mouseUp (e);
        }
    };
    std::unique_ptr<Knob> slider;
    /** A menu that may open something else than its list. */
    struct Menu final : juce::ComboBox
    {
        void showPopup () override { instead ? instead() : ComboBox::showPopup(); }
        std::function<void()> instead;
    };
    std::unique_ptr<Menu> menu;
    std::unique_ptr<juce::ToggleButton> button;
    juce::Label valueText;
    juce::String label, called;
    std::function<SentenceLine::Help()> ownHelp;
    RowUse use = RowUse::inUse;
    double shown;
    int commonMenuWidth = 140;
    bool labelled = true;
    bool gestureOpen = false, clickedValue = false, highlit = false, locked = false, armed = false;
    const KnobMotion* motion = nullptr;
    std::size_t place = 0; // in parameterTable()
    KnobMotion::Mark mark;
};

/** A group of the table: its name and those of its rows that matter. [message] */
class ParameterPanel final : public juce::Component
{
public:
    static constexpr int headerHeight = 32, rowHeight = 31, bottomMargin = 8;
    static constexpr int lowestRow = 20; // where a hand or a body has more rows than the window is high
    static constexpr int tallRow = 128, lowestTallRow = 84;

    ParameterPanel (const juce::String& name, juce::Colour accent);

    /** Tall rows stand side by side, above the others. */
    void add (std::unique_ptr<ParameterRow> row);
    /** Rows without effect are left out, not dimmed; panels that show a choice of the table's rows want that. */
    void hideIdleRows () { hidesIdle = true; }
    /** A small button at the right of the header. */
    void setButton (std::unique_ptr<juce::Button> newButton);
    /** Rows in so many columns, read from left to right. */
    void setColumns (int newColumns) { columns = newColumns; }
    /** The heading, which may change; the name stays. */
    void showTitle (const juce::String& title);
    void refresh (const Patch& patch);
    /** Frames the rows with these ids, and no others. */
    void highlight (const std::vector<std::string_view>& ids);
    /** Makes room for as many rows as this patch shows. */
    void reserve (const Patch& patch);
    int columnCount () const noexcept { return columns; }
    int lineCount () const noexcept { return (maxRows + columns - 1) / columns; }
    int naturalHeight () const
    {
        return headerHeight + rowHeight * lineCount() + bottomMargin + (hasTall ? tallRow : 0);
    }
    int lowestHeight () const
    {
        return headerHeight + lowestRow * lineCount() + bottomMargin + (hasTall ? lowestTallRow : 0);
    }

    void resized () override;
    void paint (juce::Graphics&) override;

private:
    void alignMenus (int rowWidth);

    juce::Colour accent;
    std::vector<std::unique_ptr<ParameterRow>> rows;
    std::unique_ptr<juce::Button> button;
    int maxRows = 0, columns = 1;
    bool hasTall = false, hidesIdle = false;
};
} // namespace kolophon
