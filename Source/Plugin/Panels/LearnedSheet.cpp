// SPDX-License-Identifier: GPL-3.0-or-later
#include "LearnedSheet.h"

#include "../Controls/IconButton.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/MidiLearn.h"
#include "KnobMenu.h"
#include "Page.h"

#include <array>

namespace kolophon
{
namespace
{
constexpr int side = 12, lineHeight = 31, mostShown = 3;

struct Line
{
    juce::String label, help;
    double low, high;
    double LearnedController::*field;
};
const std::array<Line, 3> lines {
    { { "Controller at 0", "Value of the knob at the controller's lower end.", 0.0, 1.0, &LearnedController::from },
      { "Controller at 127", "Value of the knob at the controller's upper end.", 0.0, 1.0, &LearnedController::to },
      { "Curve", "Shape of the response between the two ends.", -1.0, 1.0, &LearnedController::curve } }
};
} // namespace

/** Row of one learned controller. */
class LearnedSheet::Row final : public juce::Component
{
public:
    Row (LearnedSheet& itsSheet, const LearnedController& its) : sheet (itsSheet), row (its)
    {
        const auto& info = parameterTable()[row.parameter];
        setTitle (nameOf (row) + " moves " + toJuce (hostName (info)));
        for (std::size_t n = 0; n < lines.size(); ++n)
        {
            auto& slider = sliders[n];
            slider.setSliderStyle (juce::Slider::LinearHorizontal);
            slider.setTextBoxStyle (juce::Slider::NoTextBox, false, 0, 0);
            slider.setRange (lines[n].low, lines[n].high);
            slider.setDoubleClickReturnValue (true, LearnedController().*lines[n].field);
            slider.setColour (juce::Slider::trackColourId, palette::stick);
            LookAndFeel::setTrackKind (slider, LookAndFeel::TrackKind::line); // below its words
            describe (slider, lines[n].label, lines[n].help);
            slider.setWantsKeyboardFocus (true);
            slider.textFromValueFunction = [this, n] (double) { return words (n); };
            if (lines[n].low < 0.0)
                slider.getProperties().set ("origin", 0.5);
            slider.setValue (row.*lines[n].field, juce::dontSendNotification);
            slider.onValueChange = [this, n]
            { change ([this, n] (LearnedController& edited) { edited.*lines[n].field = sliders[n].getValue(); }); };
            addAndMakeVisible (slider);
            lightUnderMouse (slider);
        }
        picksUp.setButtonText ("Soft takeover");
        describe (picksUp, picksUp.getButtonText(),
                  "Prevents jumps: the knob follows only after the controller has passed its value.");
        picksUp.setToggleState (row.picksUp, juce::dontSendNotification);
        picksUp.onClick = [this]
        { change ([this] (LearnedController& edited) { edited.picksUp = picksUp.getToggleState(); }); };
        addAndMakeVisible (picksUp);
        describe (forgetButton, "Forget " + nameOf (row), "Removes this controller from the knob.");
        forgetButton.onClick = [this] { forget (sheet.session.midiLearn(), row); }; // the timer removes the row
        addAndMakeVisible (forgetButton);
    }

    void resized () override
    {
        auto area = getLocalBounds().reduced (side, 6);
        forgetButton.setBounds (area.removeFromTop (24).removeFromRight (64));
        for (auto& slider : sliders)
            slider.setBounds (area.removeFromTop (lineHeight).expanded (7, 0)); // by half a thumb
        picksUp.setBounds (area.removeFromTop (24).removeFromLeft (240));
    }
    void paint (juce::Graphics& g) override
    {
        auto area = getLocalBounds().reduced (side, 6);
        g.setColour (palette::text);
        g.setFont (LookAndFeel::font (13.0f, true));
        g.drawFittedText (getTitle(), area.removeFromTop (24).withTrimmedRight (72), juce::Justification::centredLeft,
                          1, 0.7f);
        g.setFont (LookAndFeel::font (13.0f));
        for (std::size_t n = 0; n < lines.size(); ++n)
        {
            const auto line = area.removeFromTop (lineHeight).withHeight (20);
            g.drawText (lines[n].label, line, juce::Justification::centredLeft, false);
            g.drawText (words (n), line, juce::Justification::centredRight, false);
        }
    }

private:
    juce::String words (std::size_t n) const
    {
        const double value = row.*lines[n].field;
        if (lines[n].field == &LearnedController::curve)
            return std::abs (value) < 0.005 ? "straight"
                                            : (value > 0.0 ? "slow at first, " : "fast at first, ") +
                                                  juce::String (juce::roundToInt (100.0 * std::abs (value))) + " %";
        const auto& info = parameterTable()[row.parameter];
        return toJuce (formatShown (info, info.fromNormalised (value)));
    }
    void change (const std::function<void (LearnedController&)>& edit)
    {
        auto table = sheet.session.midiLearn().learned();
        for (std::size_t n = 0; n < table.count; ++n)
            if (table.rows[n] == row)
            {
                edit (table.rows[n]);
                row = table.rows[n];
                break;
            }
        sheet.shown = table;
        sheet.session.midiLearn().setLearned (table);
        repaint();
    }

    LearnedSheet& sheet;
    LearnedController row;
    std::array<juce::Slider, 3> sliders;
    juce::ToggleButton picksUp;
    juce::TextButton forgetButton { "Forget" };
};

LearnedSheet::LearnedSheet (InstrumentSession& itsSession, std::optional<std::size_t> itsParameter)
    : session (itsSession), parameter (itsParameter)
{
    describe (*this, "Learned controllers", "MIDI controllers that move knobs. To learn one, right-click a knob.");
    viewport.setViewedComponent (&list, false);
    viewport.setScrollBarsShown (true, false);
    describe (viewport, "Learned controllers", "Scroll with Page Up, Page Down or the mouse wheel.");
    addAndMakeVisible (viewport);
    gather();
    startTimerHz (10);
}

LearnedSheet::~LearnedSheet()
{
    stopTimer();
}

void LearnedSheet::gather()
{
    shown = session.midiLearn().learned();
    rows.clear();
    for (std::size_t n = 0; n < shown.count; ++n)
        if (! parameter || shown.rows[n].parameter == *parameter)
            list.addAndMakeVisible (rows.add (new Row (*this, shown.rows[n])));
    const int count = rows.size();
    setSize (width, rowHeight * juce::jlimit (1, mostShown, count) - (count == 0 ? rowHeight - 48 : 0));
    resized();
    repaint();
}

void LearnedSheet::focusOfChildComponentChanged (FocusChangeType)
{
    followFocus (viewport);
}

void LearnedSheet::timerCallback()
{
    if (! (session.midiLearn().learned() == shown))
        gather();
}

void LearnedSheet::resized()
{
    viewport.setBounds (getLocalBounds());
    list.setSize (viewport.getMaximumVisibleWidth(), rowHeight * rows.size());
    int y = 0;
    for (auto* row : rows)
    {
        row->setBounds (0, y, list.getWidth(), rowHeight);
        y += rowHeight;
    }
}

void LearnedSheet::paint (juce::Graphics& g)
{
    if (! rows.isEmpty())
        return;
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (13.0f));
    g.drawFittedText ("None. To learn a controller, right-click a knob.", getLocalBounds().reduced (side, 0),
                      juce::Justification::centred, 1);
}
} // namespace kolophon
