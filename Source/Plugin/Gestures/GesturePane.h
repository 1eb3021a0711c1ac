// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/ValueField.h"
#include "../Desktop/FileDialog.h"
#include "../Panels/Page.h"
#include "../Pictures/Picture.h"
#include "../Session/GestureRecorder.h"
#include "GestureTrackView.h"

namespace kolophon
{
/** The gesture editor: three tracks over a common time axis, their playback, and operations on all of them. [message]
    */
class GesturePane final : public juce::Component, public GestureEdit
{
public:
    GesturePane (PageContext itsContext, PictureContext& itsPictures);
    ~GesturePane() override;

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
    const DrawnGesture& gesture () const override { return shown; }
    void begin () override;
    void change (GestureTrackKind kind, const GestureTrack& track) override;
    void end () override;
    void select (GestureTrackKind kind, int point) override;
    int selected (GestureTrackKind kind) const override { return kind == chosenTrack ? chosenPoint : -1; }
    double snapStep () const override;
    bool isDrawingFreely () const override { return pencil.getToggleState(); }
    TimeAxis timeAxis () const override { return TimeAxis::of (knobs, unit); }
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
    void send ();
    void turn (std::string_view id, double value);
    void show (const DrawnGesture& gesture);
    void refreshMenus ();
    void showShapes ();
    void open ();
    void save ();
    void typeTime (double time);
    void typeValue (double value);
    void changePoint (const std::function<void (GestureTrack&, int)>& its);
    const GestureTrack::Point* point () const;

    enum Field { amountField, seedField, timeField, valueField, curveField };

    PageContext context;
    PictureContext& pictures;
    Patch knobs;
    DrawnGesture shown;
    TimeAxis::Unit unit = TimeAxis::Unit::seconds;
    GestureTrackKind chosenTrack = GestureTrackKind::speed;
    int chosenPoint = -1, opened = 0, sinceSent = 0;
    bool unsent = false;
    std::size_t tracedMoments = 0;
    std::uint64_t seed = 1;
    double variation = 0.1;
    DrawnGesture base, lastVaried; // base: the source of variations

    GestureRecorder& recorder; // owned by the instrument: it continues without this window
    std::vector<std::unique_ptr<ParameterRow>> rows;
    std::vector<std::unique_ptr<GestureTrackView>> views;
    juce::ToggleButton played;
    juce::ComboBox ruler, snap;
    std::array<juce::ComboBox, gestureTrackCount> sources;
    juce::TextButton points { "Points" }, pencil { "Pencil" }, variate { "Vary" }, shapes { "Shape" },
        recordButton { "Record" }, removeButton { "Delete point" };
    std::vector<std::unique_ptr<ValueField>> fields; // amount, seed; time, value and curve of the point
    juce::Label pointText;
    juce::String recordText;
    juce::Rectangle<int> column, timeArea;
    std::vector<std::pair<juce::String, juce::Rectangle<int>>> captions;
    FileDialog dialog;
    TimeAxis::Unit snapsOf = TimeAxis::Unit::seconds;
};
} // namespace kolophon
