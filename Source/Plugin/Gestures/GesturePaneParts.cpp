// SPDX-License-Identifier: GPL-3.0-or-later
#include "GesturePane.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Controls/IconButton.h"
#include "../Desktop/EditorSettings.h"
#include "../Panels/PanelFrame.h"

/** Construction, layout and painting of the gesture editor's parts. */
namespace kolophon
{
namespace
{
constexpr int columnWidth = 236, gap = 8, rowHeight = 25, sliderHeight = 29, headerHeight = 28, stripHeight = 26,
              timeHeight = 16;
/** Sets a number from a typed text; returns an error, or an empty text. */
juce::String takeNumber (const juce::String& text, const char* title, double low, double high, const char* unit,
                         bool isWhole, const std::function<void (double)>& apply)
{
    const auto value = typedNumber (text, title, low, high, unit, isWhole);
    if (! value)
        return toJuce (value.error().what());
    apply (*value);
    return {};
}
} // namespace

void GesturePane::makeRows()
{
    for (const auto* id : { "hand.gesture_time", "hand.gesture_loop", "gesture.sync", "gesture.beats" })
    {
        rows.push_back (makeRow (context, id));
        addAndMakeVisible (*rows.back());
    }
    played.setTitle ("Play from keys");
    played.setHelpText ("Sets Drive to Gesture, so that every key plays the gesture; off restores Keys.");
    played.setColour (juce::ToggleButton::tickColourId, palette::stick);
    played.onClick = [this]
    { turn ("hand.drive", placeOfChoice (played.getToggleState() ? Drive::gesture : Drive::keys)); };
    addAndMakeVisible (played);
}

void GesturePane::addField (const char* name, const char* title, const char* help, std::function<juce::String()> text,
                            std::function<juce::String (const juce::String&)> typed,
                            std::function<void (double)> turned)
{
    fields.push_back (std::make_unique<ValueField> (juce::String::fromUTF8 (name), help, context.sentence));
    auto& field = *fields.back();
    field.setTitle (title);
    field.text = std::move (text);
    field.typed = std::move (typed);
    field.turn = std::move (turned);
    addAndMakeVisible (field);
}

void GesturePane::makeVariationFields()
{
    addField (
        "±", "Variation",
        "Amount by which Vary moves the points: of speed and force, of an octave of position, of half the time to the "
        "next point.",
        [this] { return juce::String (juce::roundToInt (100.0 * variation.amount)) + " %"; },
        [this] (const juce::String& text)
        {
            return takeNumber (text, "Variation", 0.0, 100.0, "%", false,
                               [this] (double percent) { variation.amount = 0.01 * percent; });
        },
        [this] (double steps) { variation.amount = juce::jlimit (0.0, 1.0, variation.amount + 0.01 * steps); });
    addField (
        "Seed", "Seed of the variation", "Random seed of the next variation: the same seed gives the same variation.",
        [this] { return juce::String (static_cast<juce::int64> (variation.seed)); },
        [this] (const juce::String& text)
        {
            return takeNumber (text, "Seed", 0.0, 1e9, "", true,
                               [this] (double value) { variation.seed = static_cast<std::uint64_t> (value); });
        },
        [this] (double steps)
        {
            auto& seed = variation.seed;
            if (steps > 0.0 || seed > 0)
                seed = steps > 0.0 ? seed + 1 : seed - 1;
        });
}

void GesturePane::makePointFields()
{
    addField (
        "Time", "Time of the point", "Time of this point.",
        [this] { return edited.point() != nullptr ? toJuce (timeAxis().text (edited.point()->time)) : juce::String(); },
        [this] (const juce::String& text) -> juce::String
        {
            const auto time = timeAxis().timeFrom (text.toStdString());
            if (! time)
                return toJuce (time.error().what());
            typeTime (*time);
            return {};
        },
        [this] (double steps)
        {
            if (edited.point() != nullptr)
                typeTime (edited.point()->time + steps * (snapStep() > 0.0 ? snapStep() : 0.01));
        });
    addField (
        "Value", "Value of the point", "Value at this point.",
        [this]
        {
            return edited.point() != nullptr ? toJuce (ValueAxis { edited.track(), knobs }.text (edited.point()->value))
                                             : juce::String();
        },
        [this] (const juce::String& text) -> juce::String
        {
            const auto value = ValueAxis { edited.track(), knobs }.valueFrom (text.toStdString());
            if (! value)
                return toJuce (value.error().what());
            typeValue (*value);
            return {};
        },
        [this] (double steps)
        {
            if (edited.point() != nullptr)
                typeValue (edited.point()->value + 0.02 * steps);
        });
    const auto bend = [this] (double curve)
    {
        changePoint ([curve] (GestureTrack& track, int its)
                     { track.points[static_cast<std::size_t> (its)].curve = juce::jlimit (-1.0, 1.0, curve); });
    };
    addField (
        "Curve", "Curve to the next point",
        "Shape of the curve to the next point. 0: straight. 1: rises late. -1: rises early.",
        [this] { return edited.point() != nullptr ? toJuce (fixed (edited.point()->curve, 2)) : juce::String(); },
        [bend] (const juce::String& text) { return takeNumber (text, "Curve", -1.0, 1.0, "", false, bend); },
        [this, bend] (double steps)
        {
            if (edited.point() != nullptr)
                bend (edited.point()->curve + 0.1 * steps);
        });
    describe (pointText, "Selected point",
              "Selected point; the fields show its time, value and curve. Click another point to select it.");
    pointText.setFont (LookAndFeel::font (13.0f));
    pointText.setColour (juce::Label::textColourId, palette::quietText);
    addAndMakeVisible (pointText);
}

void GesturePane::makeButtons()
{
    const auto add = [this] (juce::Button& button, const char* title, const char* help, std::function<void()> action)
    {
        describe (button, title, help);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    for (auto* tool : { &points, &pencil })
    {
        tool->setClickingTogglesState (true);
        tool->setRadioGroupId (1);
    }
    points.setToggleState (true, juce::dontSendNotification);
    points.setConnectedEdges (juce::Button::ConnectedOnRight);
    pencil.setConnectedEdges (juce::Button::ConnectedOnLeft);
    add (points, "Draw points", "Click to add a point, drag to move one.", {});
    add (pencil, "Draw with a pencil", "Draw a line; it becomes as few points as its shape needs.", {});
    add (variate, "Vary the gesture", "Creates a variation of the drawn gesture.", [this] { vary(); });
    add (shapes, "Shapes and files", "Gestures to start from, and files of gestures.", [this] { showShapes(); });
    add (recordButton, "Record", "Records the bow or a controller, starting with the next key.", [this] { record(); });
    add (removeButton, "Delete point", "Deletes the selected point.",
         [this] { changePoint ([] (GestureTrack& track, int its) { drawing::removePoint (track, its); }); });
}

void GesturePane::makeMenus()
{
    times.ruler.onChange = [this] { setUnit (static_cast<TimeAxis::Unit> (times.ruler.getSelectedId() - 1)); };
    addAndMakeVisible (times.ruler);
    addAndMakeVisible (times.snap);
    for (std::size_t track = 0; track < gestureTrackCount; ++track)
    {
        auto& source = sources[track];
        describe (source,
                  juce::String ("Record source of ") +
                      toJuce (lowerCase (std::string (nameOf (static_cast<GestureTrackKind> (track))))),
                  "Chooses what Record writes into this track: nothing, the bow, or a controller.");
        int sourceId = 1;
        for (const auto* name : GestureRecorder::sourceNames)
            source.addItem (name, sourceId++);
        source.setSelectedId (static_cast<int> (GestureRecorder::Source::bow) + 1, juce::dontSendNotification);
        addAndMakeVisible (source);
    }
}

void GesturePane::layOutColumn (juce::Rectangle<int> area)
{
    places.captions.clear();
    area.removeFromTop (headerHeight);
    const auto inner = [&area] (int height) { return area.removeFromTop (height).reduced (12, 1); };
    const auto caption = [this] (const juce::String& text, juce::Rectangle<int> line, int width)
    {
        places.captions.emplace_back (text, line.removeFromLeft (width));
        return line;
    };
    played.setBounds (caption ("Play from keys", inner (rowHeight), 130).removeFromRight (58));
    rows[0]->setBounds (area.removeFromTop (sliderHeight));
    rows[1]->setBounds (area.removeFromTop (rowHeight));
    rows[2]->setBounds (area.removeFromTop (rowHeight));
    rows[3]->setBounds (area.removeFromTop (sliderHeight));
    area.removeFromTop (4);
    times.ruler.setBounds (caption ("Ruler", inner (rowHeight), 76));
    times.snap.setBounds (caption ("Snap", inner (rowHeight), 76));
    area.removeFromTop (4);
    auto tools = inner (rowHeight);
    shapes.setBounds (tools.removeFromRight (64));
    tools.removeFromRight (gap);
    points.setBounds (tools.removeFromLeft (tools.getWidth() / 2));
    pencil.setBounds (tools);
    auto variations = inner (rowHeight);
    variate.setBounds (variations.removeFromLeft (56));
    variations.removeFromLeft (gap);
    fields[amountField]->setBounds (variations.removeFromLeft (62));
    fields[amountField]->setNameWidth (14);
    variations.removeFromLeft (gap);
    fields[seedField]->setBounds (variations);
    area.removeFromTop (4);
    auto recording = inner (rowHeight + 1);
    recordButton.setBounds (recording.removeFromRight (76));
    places.captions.emplace_back ("", recording); // recordText
    for (std::size_t track = 0; track < gestureTrackCount; ++track)
        sources[track].setBounds (caption (nameOf (static_cast<GestureTrackKind> (track)), inner (rowHeight - 1), 76));
}

void GesturePane::resized()
{
    auto area = getLocalBounds();
    places.column = area.removeFromLeft (columnWidth);
    layOutColumn (places.column);
    area.removeFromLeft (gap);
    auto strip = area.removeFromBottom (stripHeight);
    pointText.setBounds (strip.removeFromLeft (GestureTrackView::gutter + 40));
    removeButton.setBounds (strip.removeFromRight (84).reduced (0, 1));
    strip.removeFromRight (gap);
    const int third = (strip.getWidth() - 2 * 16) / 3;
    for (const auto field : { timeField, valueField, curveField })
    {
        fields[field]->setBounds (strip.removeFromLeft (third).reduced (0, 1));
        strip.removeFromLeft (16);
    }
    area.removeFromBottom (4);
    places.times = area.removeFromBottom (timeHeight);
    const int height = (area.getHeight() - 2 * 5) / 3;
    int order = 1;
    for (juce::Component* part : std::initializer_list<juce::Component*> {
             &played, rows[0].get(), rows[1].get(), rows[2].get(), rows[3].get(), &times.ruler, &times.snap, &points,
             &pencil, &shapes, &variate, fields[0].get(), fields[1].get(), &recordButton, &sources[0], &sources[1],
             &sources[2] })
        part->setExplicitFocusOrder (order++);
    for (auto& each : views)
    {
        each->setBounds (area.removeFromTop (height));
        each->setExplicitFocusOrder (order++);
        area.removeFromTop (5);
    }
    for (const auto field : { timeField, valueField, curveField })
        fields[field]->setExplicitFocusOrder (order++);
    removeButton.setExplicitFocusOrder (order);
}

/** Paints everything except the playheads, which move over the tracks during playback. */
void GesturePane::paint (juce::Graphics& g)
{
    if (g.clipRegionIntersects (places.column))
        paintColumn (g);
    if (g.clipRegionIntersects (places.times.withRight (getWidth())))
        paintTimes (g);
}

void GesturePane::paintColumn (juce::Graphics& g) const
{
    paintPanelFrame (g, places.column, headerHeight, 12, "Gesture");
    g.setFont (LookAndFeel::font (13.0f));
    for (const auto& [text, place] : places.captions)
    {
        g.setColour (text.isEmpty() && isRecording() ? palette::alarm : palette::text);
        g.drawText (text.isEmpty() ? recordText : text, place, juce::Justification::centredLeft, false);
    }
}

void GesturePane::paintTimes (juce::Graphics& g) const
{
    const auto axis = timeAxis();
    const auto area = views.front()->plot().translated (static_cast<float> (views.front()->getX()), 0.0f);
    const double every = axis.lineEvery (static_cast<double> (area.getWidth()), GestureTrackView::leastLine);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    const auto unitText = toJuce (axis.text (0.0)).fromFirstOccurrenceOf (" ", false, false);
    g.drawText (unitText, places.times.withWidth (GestureTrackView::gutter - 20), juce::Justification::centredRight,
                false);
    for (int i = 0; i * every <= axis.length * (1.0 + 1e-9); ++i)
    {
        const auto x = area.getX() + static_cast<float> (i * every / axis.length) * area.getWidth();
        const auto place = juce::Rectangle<float> (60.0f, static_cast<float> (places.times.getHeight()))
                               .withCentre ({ x, places.times.toFloat().getCentreY() });
        const bool isLast = place.getRight() > static_cast<float> (getWidth());
        g.drawText (toJuce (axis.number (i * every)),
                    isLast ? place.withRightX (static_cast<float> (getWidth())) : place,
                    isLast ? juce::Justification::centredRight : juce::Justification::centred, false);
    }
}
} // namespace kolophon
