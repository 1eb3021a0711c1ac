// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/RowRules.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/ParameterBridge.h"
#include "HelpWatch.h"
#include "KnobMotion.h"
#include "SourceDrag.h"
#include "StatusStrip.h"

#include <functional>
#include <memory>

namespace kolophon
{
/** One parameter of the table on the screen: label, value with unit and typed entry, and a slider, menu or switch. It
    follows its parameter by refresh(); its owner does not depend on the kind of control. [message] */
class ParameterRow final : public juce::Component, public Explained, public juce::DragAndDropTarget
{
public:
    enum class Style {
        line, // label and value over a slider, or beside a menu or switch
        play, // the same, larger: what is played, with its live value and the playable range
        knob  // a knob beside label, value and a note
    };
    /** Pitch of rows [px]. */
    static constexpr int lineHeight = 33, playHeight = 42;
    static constexpr int heightOf (Style style) noexcept { return style == Style::play ? playHeight : lineHeight; }

    ParameterRow (TableParameter& parameter, juce::Colour accent, SentenceLine& sentence,
                  juce::AudioProcessorEditor& editor, Style itsStyle = Style::line);

    const Parameter& info () const noexcept { return parameter.info; }
    const Style style;
    /** Sets a label that replaces the table's. */
    void setLabel (const juce::String& newLabel);
    /** Sets a label that is also used as the name in help texts and for screen readers: that of a macro, from the
        preset. */
    void setCalled (const juce::String& newName);
    /** Hides the label, if another component already names the row. */
    void hideLabel ();
    /** Menus only: width of the longest choice, and the space that the label leaves in a row of this width [px]; 0 for
        other rows. */
    struct MenuWidth
    {
        int wanted = 0, room = 0;
    };
    MenuWidth menuWidth (int rowWidth) const;
    /** Sets the common width of a panel's menus, so that they align. */
    void setMenuWidth (int width) { commonMenuWidth = width; }
    /** Function that opens another chooser instead of a menu's list: it gets a function that takes the choice. */
    using Chooser = std::function<void (juce::Component& from, int now, std::function<void (int)> choose)>;
    void setChooser (Chooser newChooser);
    /** Adds entries to the context menu (right click or Shift+F10). */
    std::function<void (juce::PopupMenu&)> addToMenu;
    juce::PopupMenu contextMenu ();
    /** Sets the modulation that is drawn on the knob. It must outlive the row. */
    void setMotion (const KnobMotion& itsMotion);
    KnobMotion::Mark motionShown () const noexcept { return moved.mark; }
    /** Positions on the slider, 0 … 1, in the style `play`: the range that speaks at present, shaded on the track, and
        what the sounding hand does now, a pointer above it, and a number where that differs from the knob's. */
    struct Played
    {
        std::optional<juce::Range<float>> speaks;
        std::optional<float> now;
        juce::String number {};
        bool operator== (const Played&) const = default;
    };
    void setPlayed (const Played& newPlayed);
    const Played& playedShown () const noexcept { return played; }
    /** Sets a line below the value, in the style `knob`: what the knob moves. An unused knob is small. */
    void setNote (const juce::String& newNote, bool isUsed);
    const juce::String& noteShown () const noexcept { return caption.note; }
    /** True while MIDI learn waits for a controller for this parameter. */
    std::function<bool()> isArmed;
    /** Area of the padlock of a locked parameter. */
    juce::Rectangle<float> padlockArea () const;
    /** Draws a frame around the row, to help find it. */
    void setHighlit (bool shouldBe);

    /** Shows the parameter's value if it has changed. */
    void refresh ();
    /** Dims or hides the row. Returns true if its visibility has changed. */
    bool setUse (RowUse newUse, std::string_view reason = {});
    /** Sets the help text, in place of the table's. */
    void setHelp (std::function<SentenceLine::Help()> newHelp) { ownHelp = std::move (newHelp); }
    SentenceLine::Help helpAt (juce::Point<int> place) const override;
    /** Menus only: groups the choices under headings, `headingOf` each; equal neighbours share one. */
    void setHeadings (const std::function<juce::String (int choice)>& headingOf);

    void resized () override;
    void paint (juce::Graphics&) override;
    void paintOverChildren (juce::Graphics&) override;
    void mouseDown (const juce::MouseEvent&) override;
    bool keyPressed (const juce::KeyPress&) override;

    /** Moves the knob by a source that is dropped on it; null: nothing can be dropped. */
    std::function<void (ModulationSource)> onSourceDropped;
    bool isInterestedInDragSource (const SourceDetails& details) override;
    void itemDragEnter (const SourceDetails&) override { setAwaiting (true); }
    void itemDragExit (const SourceDetails&) override { setAwaiting (false); }
    void itemDropped (const SourceDetails& details) override;

private:
    void setAwaiting (bool shouldBe);
    void makeSlider (juce::Colour accent);
    void makeMenu ();
    void makeValueText ();
    void makeSwitch (juce::Colour accent);
    void addControl (juce::Component& control);
    void change (double value);
    void typed ();
    juce::String valueShown () const;
    void refreshMarks ();
    LookAndFeel::TrackKind trackKind () const noexcept;
    juce::Rectangle<int> words () const;
    juce::Rectangle<int> pointerArea (float place) const;
    juce::Rectangle<int> numberArea () const;
    void paintNumber (juce::Graphics&) const;
    void showMenu ();

    TableParameter& parameter;
    ParameterGesture gesture { parameter };
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    /** Slider without right-button drags: a right click only opens the menu. */
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
    /** Menu that can open another chooser instead of its list. */
    struct Menu final : juce::ComboBox
    {
        void showPopup () override { instead ? instead() : ComboBox::showPopup(); }
        std::function<void()> instead;
    };
    std::unique_ptr<Menu> menu;
    std::unique_ptr<juce::ToggleButton> button;
    /** Value that a click opens for typing, and that drags the slider below it. */
    struct ValueText final : juce::Label
    {
        void mouseDrag (const juce::MouseEvent&) override;
        void mouseUp (const juce::MouseEvent&) override;
        Knob* below = nullptr;
        bool isDragging = false, isClicked = false;
    };
    ValueText valueText;
    struct
    {
        juce::String label, called, note {};
        bool isShown = true, isUsed = true;
    } caption;
    struct
    {
        RowUse now = RowUse::inUse;
        std::string_view whyUnheard;
    } use;
    struct
    {
        bool isHighlit = false, isLocked = false, isArmed = false, isAwaiting = false; // a source is held over it
    } marks;
    struct
    {
        const KnobMotion* by = nullptr;
        std::size_t place = 0; // in parameterTable()
        KnobMotion::Mark mark {};
    } moved;
    std::function<SentenceLine::Help()> ownHelp;
    double shown;
    int commonMenuWidth = 140;
    Played played;
};

/** A group of the table: its name and the rows that apply to the current patch. [message] */
class ParameterPanel final : public juce::Component
{
public:
    static constexpr int headerHeight = 30, bottomMargin = 6, rowHeight = ParameterRow::lineHeight;
    static constexpr int lowestRow = 20; // if a hand or a body has more rows than the window has room for

    explicit ParameterPanel (const juce::String& name);

    void add (std::unique_ptr<ParameterRow> row);
    /** Shows as many of the rows that apply as the panel has room for, the first ones, each in its full height. */
    void showWhatFits () { fitting = hidesIdle = true; }
    /** Adds a small button to the header, left of the others. */
    void addButton (std::unique_ptr<juce::Button> newButton);
    /** Arranges the rows in this many columns, from left to right. */
    void setColumns (int newColumns) { columns = newColumns; }
    /** Sets the displayed heading; the name does not change. */
    void showTitle (const juce::String& title);
    /** Shows only the rows that `isOnSide` accepts, of those that apply. */
    void showSide (std::function<bool (const ParamInfo&)> isOnSide) { side = std::move (isOnSide); }
    void refresh (const Patch& patch);
    /** Frames the rows with these ids, and no others. */
    void highlight (const std::vector<std::string_view>& ids);
    /** Reserves space for the number of rows that this patch shows on the present side. */
    void reserve (const Patch& patch);
    int columnCount () const noexcept { return columns; }
    int lineCount () const noexcept { return (maxRows + columns - 1) / columns; }
    int lowestHeight () const { return heightAt (lowestRow); }
    /** Height of the panel with rows of this pitch. */
    int heightAt (int itsPitch) const { return headerHeight + itsPitch * lineCount() + bottomMargin; }
    /** Sets the distance from row to row, the same for all panels of a page; less where a panel has no room for it. */
    void setPitch (int newPitch);
    /** Height of a panel with these rows. */
    static constexpr int heightOf (int playRows, int lineRows) noexcept
    {
        return headerHeight + playRows * ParameterRow::playHeight + lineRows * ParameterRow::lineHeight + bottomMargin;
    }
    /** The row of a parameter, or null. */
    ParameterRow* rowOf (std::string_view id) const;

    void resized () override;
    void paint (juce::Graphics&) override;

private:
    RowUse useOnSide (const ParameterRow& row, const Patch& patch) const;
    void alignMenus (int rowWidth);
    bool applyUses ();

    std::vector<std::unique_ptr<ParameterRow>> rows;
    std::vector<RowUse> uses;                           // of the rows, if there is room for all
    std::vector<std::string_view> reasons;              // of those without effect
    std::vector<std::unique_ptr<juce::Button>> buttons; // from right to left
    std::function<bool (const ParamInfo&)> side;        // null: all
    int maxRows = 0, columns = 1, pitch = rowHeight;
    bool hidesIdle = false, fitting = false;
};
} // namespace kolophon
