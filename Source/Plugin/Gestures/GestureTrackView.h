// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/HelpWatch.h"
#include "GestureAxes.h"

#include "../../Synth/Control/GestureDrawing.h"

namespace kolophon
{
/** State shared by the tracks of one gesture while it is edited. [message] */
class GestureEdit
{
public:
    virtual ~GestureEdit() = default;

    virtual const DrawnGesture& gesture () const = 0;
    /** All changes between begin() and end() are one undo step. */
    virtual void begin () = 0;
    virtual void change (GestureTrackKind kind, const GestureTrack& track) = 0;
    virtual void end () = 0;
    /** Selects a point of this track; -1: none. */
    virtual void select (GestureTrackKind kind, int point) = 0;
    virtual int selected (GestureTrackKind kind) const = 0;
    /** Step to which times snap, as a fraction of the length; 0: no snapping. */
    virtual double snapStep () const = 0;
    virtual bool isDrawingFreely () const = 0;
    virtual TimeAxis timeAxis () const = 0;
    virtual const Patch& patch () const = 0;
};

/** "Speed", "Force", "Place". */
const char* nameOf (GestureTrackKind kind) noexcept;

/** One track of a gesture: a curve that is edited with the mouse or the keyboard. [message] */
class GestureTrackView final : public juce::Component, public Explained
{
public:
    static constexpr int gutter = 122;        // [px] left of the curve, for name and numbers
    static constexpr double leastLine = 62.0; // [px] between two numbers of the time axis

    GestureTrackView (GestureTrackKind itsKind, GestureEdit& itsEdit, SentenceLine& itsSentence);
    SentenceLine::Help helpAt (juce::Point<int>) const override;

    const GestureTrackKind kind;

    /** Sets the playback position in the gesture, 0 … 1; -1: none. */
    void setPlayhead (double time);
    /** Sets the trace of the current recording, drawn over the full width; empty: none. */
    void setTrace (const std::vector<drawing::HandMoment>* moments, double unit);
    /** "point 2 of 6: 0.4 s, 70 mm/s". */
    juce::String describe () const;

    juce::Point<float> placeOf (double time, double value) const;
    juce::Rectangle<float> plot () const;

    void paint (juce::Graphics& g) override;
    void mouseMove (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent&) override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType) override;
    void focusLost (FocusChangeType) override { repaint(); }
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    enum class Drag { none, point, bend, pencil };
    struct Under
    {
        int point = -1, arc = -1; // the arc that begins there
    };
    const GestureTrack& track () const { return edit.gesture()[kind]; }
    ValueAxis axis () const { return { kind, edit.patch() }; }
    const DrawnGesture::Range& range () const { return DrawnGesture::ranges[static_cast<std::size_t> (kind)]; }
    juce::Colour colour () const;
    Under under (juce::Point<float> place) const;
    juce::Point<float> handleOf (int arc) const;
    /** True if the arc from this point on is wide enough for a bend handle and its ends differ in value. */
    bool hasHandle (int arc) const;
    double timeAt (float x, bool snaps) const;
    double valueAt (float y, bool snaps) const;
    void change (const std::function<void (GestureTrack&)>& change);
    void remove (int point);
    void nudge (double time, double value);
    void bend (double by);
    void showMenu (Under what);
    void paintAxis (juce::Graphics& g) const;
    void paintCurve (juce::Graphics& g) const;

    GestureEdit& edit;
    SentenceLine& sentence;
    Drag drag = Drag::none;
    int dragged = -1, addedPoint = -1;
    Under over;
    drawing::Pencil pencil;
    double playhead = -1.0, traceUnit = 1.0;
    const std::vector<drawing::HandMoment>* trace = nullptr;
};
} // namespace kolophon
