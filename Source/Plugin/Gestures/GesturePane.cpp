// SPDX-License-Identifier: GPL-3.0-or-later
#include "GesturePane.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Control/DrawnGesture.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Controls/IconButton.h"
#include "../Desktop/EditorSettings.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"

#include <cmath>

namespace kolophon
{
namespace
{
bool isDriven (const Patch& patch) noexcept
{
    return choiceOf<&Patch::handDrive> (patch) == Drive::gesture;
}

/** Predefined shapes. */
std::vector<std::pair<juce::String, DrawnGesture>> shapeList ()
{
    using Kind = GestureTrackKind;
    DrawnGesture swell, rocking, pulls, sweep;
    for (const auto& point : { GestureTrack::Point { 0.0, 0.05, 0.4 }, { 0.5, 1.0, -0.4 }, { 1.0, 0.05 } })
        swell[Kind::speed].add (point);
    for (const auto& point : { GestureTrack::Point { 0.0, 0.6, 0.3 }, { 0.5, 1.2, -0.3 }, { 1.0, 0.6 } })
        swell[Kind::force].add (point);
    for (int i = 0; i <= 16; ++i)
        rocking[Kind::speed].add ({ i / 16.0, std::round (1000.0 * std::sin (i * 3.14159265358979 / 8.0)) / 1000.0 });
    for (int i = 0; i < 4; ++i)
    {
        pulls[Kind::speed].add ({ 0.25 * i, 0.0 });
        pulls[Kind::speed].add ({ 0.25 * i + 0.05, 1.0, 0.5 });
        pulls[Kind::speed].add ({ 0.25 * i + 0.22, 0.0 });
    }
    sweep[Kind::place].add ({ 0.0, -1.0 });
    sweep[Kind::place].add ({ 1.0, 1.0 });
    return { { "Steady stroke", {} },       { "Door", DrawnGesture::door() }, { "Swell", swell },
             { "Back and forth", rocking }, { "Four pulls", pulls },          { "Along the body", sweep } };
}
} // namespace

GesturePane::GesturePane (PageContext itsContext, PictureContext& itsPictures)
    : context (itsContext), pictures (itsPictures), knobs (itsContext.session.bridge().patch()),
      edited (itsContext.session), recorder (itsContext.session.gestureRecorder()), times (itsContext.settings)
{
    describe (*this, "Gesture", "Speed, force and position of the hand over the length of the gesture.");
    makeRows();
    makeVariationFields();
    makePointFields();
    makeButtons();
    makeMenus();
    for (std::size_t track = 0; track < gestureTrackCount; ++track)
    {
        views.push_back (
            std::make_unique<GestureTrackView> (static_cast<GestureTrackKind> (track), *this, context.sentence));
        addAndMakeVisible (*views.back());
    }
    if (isRecording()) // started by a window that has been closed
        setSources (recorder.recordedSources());
    refresh (knobs);
}

void GesturePane::change (GestureTrackKind kind, const GestureTrack& track)
{
    if (edited.change (kind, track))
        repaint();
}

/** Turns a knob as a gesture, which hosts record. */
void GesturePane::turn (std::string_view id, double value)
{
    auto& knob = *context.session.bridge().parameters()[findParameter (id).value()];
    if (knob.exactValue() != value)
        ParameterGesture (knob).change (value);
}

void GesturePane::select (GestureTrackKind kind, int newPoint)
{
    edited.select (kind, newPoint);
    for (auto& each : views)
        each->repaint();
    refreshMenus();
}

void GesturePane::changePoint (const std::function<void (GestureTrack&, int)>& its)
{
    if (! edited.changePoint (its))
        return;
    select (edited.track(), edited.number());
    repaint();
}

void GesturePane::typeTime (double time)
{
    changePoint (
        [&] (GestureTrack& track, int its)
        {
            drawing::movePoint (track, DrawnGesture::ranges[static_cast<std::size_t> (edited.track())], its, time,
                                track.points[static_cast<std::size_t> (its)].value);
        });
}

void GesturePane::typeValue (double value)
{
    changePoint (
        [&] (GestureTrack& track, int its)
        {
            drawing::movePoint (track, DrawnGesture::ranges[static_cast<std::size_t> (edited.track())], its,
                                track.points[static_cast<std::size_t> (its)].time, value);
        });
}

/** Replaces the whole gesture, and knobs with it, as one undo step. */
void GesturePane::replaceAll (const DrawnGesture& gesture, const std::function<void (Patch&)>& turned)
{
    begin();
    edited.replace (gesture);
    if (turned)
        context.session.bridge().change (turned);
    select (edited.track(), -1);
    end();
    repaint();
}

void GesturePane::vary()
{
    replaceAll (variation.of (edited.now()));
}

void GesturePane::setUnit (TimeAxis::Unit newUnit)
{
    const bool beats = newUnit == TimeAxis::Unit::beats;
    if (! beats)
        times.setUnit (newUnit);
    turn ("gesture.sync", beats ? 1.0 : 0.0);
    refresh (context.session.bridge().patch());
}

void GesturePane::setSources (const GestureRecorder::Sources& newSources)
{
    for (std::size_t track = 0; track < gestureTrackCount; ++track)
        sources[track].setSelectedId (static_cast<int> (newSources[track]) + 1, juce::dontSendNotification);
}

/** Starts or ends a recording. A gesture cannot be recorded while it plays itself: Drive is set to Keys. */
void GesturePane::record()
{
    if (! isRecording())
    {
        GestureRecorder::Sources its {};
        for (std::size_t track = 0; track < gestureTrackCount; ++track)
            its[track] = static_cast<GestureRecorder::Source> (sources[track].getSelectedId() - 1);
        if (its == GestureRecorder::Sources {})
            return context.sentence.showError ("nothing to record: choose a source for a track");
        turn ("hand.drive", placeOfChoice (Drive::keys));
        recorder.start (its);
        tracedMoments = 0;
        return refreshMenus();
    }
    const auto result = recorder.finish (edited.now());
    for (auto& each : views)
        each->setTrace (nullptr, 1.0);
    if (! result)
        context.sentence.showError ("nothing recorded: no key was played");
    else
        replaceAll (result->gesture,
                    [&] (Patch& patch)
                    {
                        const auto& length = parameterTable()[findParameter ("hand.gesture_time").value()];
                        patch.handGestureTime = length.nearestValid (std::round (1e4 * result->seconds) / 1e4);
                        patch.gestureSync = 0.0;
                        choose<&Patch::handDrive> (patch, Drive::gesture);
                    });
    refreshMenus();
}

//======================================================================================================================
void GesturePane::showShapes()
{
    juce::PopupMenu menu;
    for (const auto& [name, gesture] : shapeList())
        menu.addItem (name,
                      [safe = juce::Component::SafePointer (this), its = gesture]
                      {
                          if (safe != nullptr)
                              safe->replaceAll (its);
                      });
    menu.addSeparator();
    const auto later = [this] (void (GesturePane::*action)())
    {
        return [safe = juce::Component::SafePointer (this), action]
        {
            if (safe != nullptr)
                (safe.getComponent()->*action)();
        };
    };
    menu.addItem (juce::String::fromUTF8 ("Open gesture…"), later (&GesturePane::open));
    menu.addItem (juce::String::fromUTF8 ("Save gesture as…"), later (&GesturePane::save));
    menu.setLookAndFeel (&context.look);
    menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (shapes).withDeletionCheck (*this));
}

void GesturePane::open()
{
    dialog.open (*this, "Open a gesture", juce::File::getSpecialLocation (juce::File::userDocumentsDirectory), "*.json",
                 [this] (const juce::File& file)
                 {
                     const auto read = readGestureFile (file.getFullPathName().toStdString());
                     if (! read)
                         return context.sentence.showError (toJuce (read.error().what()));
                     replaceAll (*read);
                 });
}

void GesturePane::save()
{
    dialog.save (*this, "Save the gesture as", juce::File::getSpecialLocation (juce::File::userDocumentsDirectory),
                 "json",
                 [this] (const juce::File& file)
                 {
                     if (! file.replaceWithText (toJuce (gestureToJson (edited.now())), false, false, "\n"))
                         context.sentence.showError (file.getFullPathName() + " could not be written");
                 });
}

//======================================================================================================================
void GesturePane::refreshMenus()
{
    times.refresh (timeAxis());
    played.setToggleState (isDriven (knobs), juce::dontSendNotification);
    const auto text = ! isRecording()              ? juce::String ("Recorded from")
                      : recorder.moments().empty() ? juce::String ("Waiting for a key")
                                                   : "Recording " + toJuce (fixed (recorder.seconds(), 1)) + " s";
    if (text != recordText)
    {
        recordText = text;
        recordButton.setButtonText (isRecording() ? "Stop" : "Record");
        recordButton.setToggleState (isRecording(), juce::dontSendNotification);
        repaint();
    }
    const bool hasPoint = edited.point() != nullptr;
    const int number = edited.number() + 1, count = edited.now()[edited.track()].count;
    for (const auto field : { timeField, valueField, curveField })
        fields[field]->setEnabled (hasPoint && (field != curveField || number < count));
    removeButton.setEnabled (hasPoint);
    pointText.setText (hasPoint ? juce::String (nameOf (edited.track())) + ", point " + juce::String (number) + " of " +
                                      juce::String (count)
                                : juce::String ("No point selected"),
                       juce::dontSendNotification);
    for (auto& field : fields)
        field->refresh();
}

void GesturePane::refresh (const Patch& patch)
{
    const bool moved = ! (patch == knobs);
    knobs = patch;
    if (edited.refresh())
        for (auto& each : views)
            each->repaint();
    for (auto& row : rows)
        row->refresh();
    rows[0]->setUse (patch.gestureSync >= 0.5 ? RowUse::idle : RowUse::inUse, "Its sync is on.");
    rows[3]->setUse (rowUse (rows[3]->info(), patch), whyUnheard (rows[3]->info(), patch));
    refreshMenus();
    if (moved) // affects units and lengths on the axes
        repaint();
    recorder.collect();
    if (isRecording() && recorder.isFull())
        record();
}

void GesturePane::advance()
{
    const auto* shape = pictures.data.live();
    const double at = shape != nullptr && ! isRecording() ? shape->gesture : -1.0;
    for (auto& each : views)
        each->setPlayhead (at);
    recorder.collect();
    if (! isRecording() || ! recorder.listensToBow() || recorder.moments().size() == tracedMoments)
        return;
    tracedMoments = recorder.moments().size();
    double largest = 0.0;
    for (const auto& moment : recorder.moments())
        largest = juce::jmax (largest, moment.values[1]);
    for (auto& each : views)
        each->setTrace (&recorder.moments(),
                        each->kind == GestureTrackKind::force && largest > 0.0 ? 0.5 * largest : 1.0);
}
} // namespace kolophon
