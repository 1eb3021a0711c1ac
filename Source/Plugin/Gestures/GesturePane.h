// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/ValueField.h"
#include "../Desktop/FileDialog.h"
#include "../Panels/Page.h"
#include "../Pictures/Picture.h"
#include "../Session/GestureRecorder.h"
#include "EditedGesture.h"
#include "GestureTrackView.h"
#include "TimeMenus.h"

namespace kolophon
{
/** The gesture editor: three tracks over a common time axis, their playback, and operations on all of them. [message]
    */
class GesturePane final : public juce::Component, public GestureEdit
{
public:
    GesturePane (PageContext itsContext, PictureContext& itsPictures);

    /** Called thirty times per second while visible. */
    void refresh (const Patch& patch);
    /** Called sixty times per second while visible. */
    void advance ();

    GestureTrackView& view (GestureTrackKind its) { return *views[static_cast<std::size_t> (its)]; }
    bool isRecording () const noexcept { return recorder.isRecording(); }
    /** Starts or ends a recording. */
    void record ();
    void setSources (const GestureRecorder::Sources& sources);
    /** Replaces the gesture by a random variation of it. */
    void vary ();
    void setUnit (TimeAxis::Unit unit);

    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    // GestureEdit
    const DrawnGesture& gesture () const override { return edited.now(); }
    void begin () override { edited.begin(); }
    void change (GestureTrackKind kind, const GestureTrack& track) override;
    void end () override { edited.end(); }
    void select (GestureTrackKind kind, int point) override;
    int selected (GestureTrackKind kind) const override { return kind == edited.track() ? edited.number() : -1; }
    double snapStep () const override { return times.snapStep (timeAxis()); }
    bool isDrawingFreely () const override { return pencil.getToggleState(); }
    TimeAxis timeAxis () const override { return TimeAxis::of (knobs, times.unit()); }
    const Patch& patch () const override { return knobs; }

    void makeRows ();
    void addField (const char* name, const char* title, const char* help, std::function<juce::String()> text,
                   std::function<juce::String (const juce::String&)> typed, std::function<void (double)> turned);
    void makeVariationFields ();
    void makePointFields ();
    void makeMenus ();
    void makeButtons ();
    void layOutColumn (juce::Rectangle<int> column);
    void paintColumn (juce::Graphics& g) const;
    void paintTimes (juce::Graphics& g) const;
    void replaceAll (const DrawnGesture& gesture, const std::function<void (Patch&)>& knobs = {});
    void turn (std::string_view id, double value);
    void refreshMenus ();
    void showShapes ();
    void open ();
    void save ();
    void typeTime (double time);
    void typeValue (double value);
    void changePoint (const std::function<void (GestureTrack&, int)>& its);

    enum Field { amountField, seedField, timeField, valueField, curveField };

    PageContext context;
    PictureContext& pictures;
    Patch knobs;
    EditedGesture edited;
    GestureVariation variation;

    GestureRecorder& recorder; // owned by the instrument: it continues without this window
    std::size_t tracedMoments = 0;
    std::vector<std::unique_ptr<ParameterRow>> rows;
    std::vector<std::unique_ptr<GestureTrackView>> views;
    juce::ToggleButton played;
    TimeMenus times;
    std::array<juce::ComboBox, gestureTrackCount> sources;
    juce::TextButton points { "Points" }, pencil { "Pencil" }, variate { "Vary" }, shapes { "Shape" },
        recordButton { "Record" }, removeButton { "Delete point" };
    std::vector<std::unique_ptr<ValueField>> fields; // amount, seed; time, value and curve of the point
    juce::Label pointText;
    juce::String recordText;
    struct
    {
        juce::Rectangle<int> column, times;
        std::vector<std::pair<juce::String, juce::Rectangle<int>>> captions {};
    } places;
    FileDialog dialog;
};
} // namespace kolophon
