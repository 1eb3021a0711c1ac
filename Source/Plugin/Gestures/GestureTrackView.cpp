// SPDX-License-Identifier: GPL-3.0-or-later
#include "GestureTrackView.h"

#include "../Drawing/LookAndFeel.h"

#include <cmath>

namespace kolophon
{
namespace
{
constexpr float above = 9.0f, right = 12.0f; // [px] margins of the curve, so that points at its ends are not cut off
constexpr float near = 9.0f, widestSnap = 5.0f;
constexpr double penTolerance = 0.015;

const char* helpOf (GestureTrackKind kind)
{
    switch (kind)
    {
        case GestureTrackKind::speed:
            return "Speed of the hand, as a multiple of the knob Speed; below 0 the hand moves back.";
        case GestureTrackKind::force: return "Force of the hand, as a multiple of Pressure or Force.";
        case GestureTrackKind::place: break;
    }
    return "Position of the hand, in octaves from the knob Position; up moves away from the bridge.";
}

constexpr auto mouseHelp = "Click to add a point, drag to move it; drag a diamond to bend the curve. Double-click "
                           "deletes. Alt ignores the grid.";
} // namespace

const char* nameOf (GestureTrackKind kind) noexcept
{
    switch (kind)
    {
        case GestureTrackKind::speed: return "Speed";
        case GestureTrackKind::force: return "Force";
        case GestureTrackKind::place: break;
    }
    return "Position";
}

GestureTrackView::GestureTrackView (GestureTrackKind itsKind, GestureEdit& itsEdit, SentenceLine& itsSentence)
    : kind (itsKind), edit (itsEdit), sentence (itsSentence)
{
    setTitle (juce::String (nameOf (kind)) + " of the gesture");
    setDescription (juce::String (helpOf (kind)) +
                    " Left and right select a point; with Ctrl they move it. Up and down change its value; brackets "
                    "bend the curve to the next point. Return adds a point, Delete removes it.");
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
}

juce::Colour GestureTrackView::colour() const
{
    return palette::stick; // the hand
}

juce::Rectangle<float> GestureTrackView::plot() const
{
    return getLocalBounds().toFloat().withTrimmedLeft (gutter).withTrimmedRight (right).reduced (0.0f, above);
}

juce::Point<float> GestureTrackView::placeOf (double time, double value) const
{
    const auto area = plot();
    const auto& its = range();
    return { area.getX() + static_cast<float> (time) * area.getWidth(),
             area.getBottom() -
                 static_cast<float> ((value - its.lowest) / (its.highest - its.lowest)) * area.getHeight() };
}

double GestureTrackView::timeAt (float x, bool snaps) const
{
    const auto area = plot();
    const double time = static_cast<double> ((x - area.getX()) / area.getWidth());
    return drawing::snapped (time, snaps ? edit.snapStep() : 0.0);
}

double GestureTrackView::valueAt (float y, bool snaps) const
{
    const auto area = plot();
    const auto& its = range();
    const double value =
        its.lowest + static_cast<double> ((area.getBottom() - y) / area.getHeight()) * (its.highest - its.lowest);
    if (snaps)
        for (const double line : axis().lines())
            if (std::abs (placeOf (0.0, line).y - y) < widestSnap)
                return line;
    return juce::jlimit (its.lowest, its.highest, value);
}

/** Position of the bend handle, in the middle of an arc. */
juce::Point<float> GestureTrackView::handleOf (int arc) const
{
    const auto& points = track().points;
    const auto at = static_cast<std::size_t> (arc);
    const double time = 0.5 * (points[at].time + points[at + 1].time);
    return placeOf (time, track().at (time, 0.0));
}

bool GestureTrackView::hasHandle (int arc) const
{
    constexpr float shortest = 26.0f; // [px]
    const auto& points = track().points;
    const auto &a = points[static_cast<std::size_t> (arc)], &b = points[static_cast<std::size_t> (arc + 1)];
    return placeOf (b.time, 0.0).x - placeOf (a.time, 0.0).x >= shortest && a.value != b.value;
}

GestureTrackView::Under GestureTrackView::under (juce::Point<float> place) const
{
    Under found;
    float nearest = near;
    for (int i = 0; i < track().count; ++i)
    {
        const auto& point = track().points[static_cast<std::size_t> (i)];
        if (const float distance = placeOf (point.time, point.value).getDistanceFrom (place); distance < nearest)
        {
            found.point = i;
            nearest = distance;
        }
    }
    for (int i = 0; found.point < 0 && i + 1 < track().count; ++i)
        if (hasHandle (i) && handleOf (i).getDistanceFrom (place) < near)
            found.arc = i;
    return found;
}

void GestureTrackView::change (const std::function<void (GestureTrack&)>& its)
{
    auto next = track();
    its (next);
    edit.change (kind, next);
    repaint();
}

//======================================================================================================================
SentenceLine::Help GestureTrackView::helpAt (juce::Point<int>) const
{
    const int point = edit.selected (kind);
    return { nameOf (kind),
             {},
             point >= 0 ? describe() + ". " + mouseHelp : juce::String (helpOf (kind)) + " " + mouseHelp,
             {},
             {} };
}

void GestureTrackView::mouseMove (const juce::MouseEvent& event)
{
    const auto now = under (event.position);
    if (now.point == over.point && now.arc == over.arc)
        return;
    over = now;
    setMouseCursor (over.point >= 0 ? juce::MouseCursor::DraggingHandCursor
                    : over.arc >= 0 ? juce::MouseCursor::UpDownResizeCursor
                                    : juce::MouseCursor::CrosshairCursor);
    repaint();
}

void GestureTrackView::mouseExit (const juce::MouseEvent&)
{
    over = {};
    repaint();
}

void GestureTrackView::mouseDown (const juce::MouseEvent& event)
{
    const auto what = under (event.position);
    if (event.mods.isPopupMenu())
        return showMenu (what);
    edit.begin();
    const bool snaps = ! event.mods.isAltDown();
    if (edit.isDrawingFreely())
    {
        drag = Drag::pencil;
        pencil = {};
        pencil.move (timeAt (event.position.x, false), valueAt (event.position.y, false));
    }
    else if (what.point >= 0 || what.arc >= 0)
    {
        drag = what.point >= 0 ? Drag::point : Drag::bend;
        dragged = juce::jmax (what.point, what.arc);
        if (event.getNumberOfClicks() == 1)
            addedPoint = -1;
        edit.select (kind, dragged);
    }
    else
    {
        auto next = track();
        const auto added =
            drawing::addPoint (next, range(), timeAt (event.position.x, snaps), valueAt (event.position.y, snaps));
        drag = added ? Drag::point : Drag::none;
        dragged = addedPoint = added.value_or (-1);
        if (added)
        {
            edit.change (kind, next);
            edit.select (kind, dragged);
        }
        else if (track().count == GestureTrack::maxPoints)
            sentence.showError ("a track has at most " + juce::String (GestureTrack::maxPoints) + " points");
    }
    repaint();
}

void GestureTrackView::mouseDrag (const juce::MouseEvent& event)
{
    const bool snaps = ! event.mods.isAltDown();
    if (drag == Drag::pencil)
        pencil.move (timeAt (event.position.x, false), valueAt (event.position.y, false));
    else if (drag == Drag::point && event.mouseWasDraggedSinceMouseDown())
        change (
            [&] (GestureTrack& its)
            {
                const double time = event.mods.isShiftDown() ? its.points[static_cast<std::size_t> (dragged)].time
                                                             : timeAt (event.position.x, snaps);
                drawing::movePoint (its, range(), dragged, time, valueAt (event.position.y, snaps));
            });
    else if (drag == Drag::bend && event.mouseWasDraggedSinceMouseDown())
        change (
            [&] (GestureTrack& its)
            {
                auto& from = its.points[static_cast<std::size_t> (dragged)];
                const double middle = 0.5 * (from.time + its.points[static_cast<std::size_t> (dragged + 1)].time);
                from.curve = drawing::curveThrough (its, dragged, middle, valueAt (event.position.y, false));
            });
    repaint();
}

void GestureTrackView::mouseUp (const juce::MouseEvent& event)
{
    if (event.mods.isPopupMenu())
        return;
    if (drag == Drag::pencil)
    {
        edit.change (kind, drawing::drawnOver (track(), range(), pencil, penTolerance));
        edit.select (kind, -1);
    }
    drag = Drag::none;
    edit.end();
    repaint();
}

/** Handles a double click, whose second click can hit the point that the first one has added. */
void GestureTrackView::mouseDoubleClick (const juce::MouseEvent& event)
{
    const auto what = under (event.position);
    if (edit.isDrawingFreely())
        return;
    if (what.point >= 0 && what.point != addedPoint)
        remove (what.point);
    else if (what.arc >= 0)
        change ([&] (GestureTrack& its) { its.points[static_cast<std::size_t> (what.arc)].curve = 0.0; });
    drag = Drag::none;
}

void GestureTrackView::showMenu (Under what)
{
    juce::PopupMenu menu;
    const auto add = [this, &menu] (const juce::String& name, bool enabled, std::function<void (GestureTrack&)> its)
    {
        menu.addItem (name, enabled, false,
                      [safe = juce::Component::SafePointer (this), its = std::move (its)]
                      {
                          if (safe == nullptr)
                              return;
                          safe->edit.begin();
                          safe->change (its);
                          safe->edit.select (safe->kind, -1);
                          safe->edit.end();
                      });
    };
    const int arc = what.arc >= 0 ? what.arc : what.point;
    add ("Delete point", what.point >= 0,
         [point = what.point] (GestureTrack& its) { drawing::removePoint (its, point); });
    add ("Straight to next point", arc >= 0 && arc + 1 < track().count,
         [arc] (GestureTrack& its) { its.points[static_cast<std::size_t> (arc)].curve = 0.0; });
    menu.addSeparator();
    add ("Steady", true, [] (GestureTrack& its) { its = {}; });
    add ("Reverse", track().count > 0,
         [] (GestureTrack& its)
         {
             const auto before = its;
             const int count = its.count;
             its = {};
             for (int i = count - 1; i >= 0; --i)
             {
                 const auto& point = before.points[static_cast<std::size_t> (i)];
                 const double bent = i > 0 ? -before.points[static_cast<std::size_t> (i - 1)].curve : 0.0;
                 its.add ({ 1.0 - point.time, point.value, bent });
             }
         });
    menu.setLookAndFeel (&getLookAndFeel());
    menu.showMenuAsync (
        juce::PopupMenu::Options().withTargetComponent (*this).withMousePosition().withDeletionCheck (*this));
}

//======================================================================================================================
void GestureTrackView::remove (int point)
{
    edit.begin();
    change ([point] (GestureTrack& its) { drawing::removePoint (its, point); });
    edit.select (kind, juce::jmin (point, track().count - 1));
    edit.end();
}

void GestureTrackView::nudge (double time, double value)
{
    const int point = edit.selected (kind);
    if (point < 0)
        return;
    edit.begin();
    change (
        [&] (GestureTrack& its)
        {
            const auto& now = its.points[static_cast<std::size_t> (point)];
            drawing::movePoint (its, range(), point, now.time + time, now.value + value);
        });
    edit.end();
}

void GestureTrackView::bend (double by)
{
    const int point = edit.selected (kind);
    if (point < 0 || point + 1 >= track().count)
        return;
    edit.begin();
    change (
        [&] (GestureTrack& its)
        {
            auto& curve = its.points[static_cast<std::size_t> (point)].curve;
            curve = juce::jlimit (-1.0, 1.0, curve + by);
        });
    edit.end();
}

bool GestureTrackView::keyPressed (const juce::KeyPress& key)
{
    const auto is = [&key] (int code) { return key.isKeyCode (code); };
    const bool command = key.getModifiers().isCommandDown();
    const int point = edit.selected (kind), last = track().count - 1;
    const double value = (key.getModifiers().isShiftDown() ? 0.001 : 0.01) * (range().highest - range().lowest);
    const double time = edit.snapStep() > 0.0 ? edit.snapStep() : 0.005;
    if (is (juce::KeyPress::leftKey) || is (juce::KeyPress::rightKey))
    {
        const int way = is (juce::KeyPress::rightKey) ? 1 : -1;
        command ? nudge (way * time, 0.0) : edit.select (kind, juce::jlimit (juce::jmin (0, last), last, point + way));
    }
    else if (is (juce::KeyPress::upKey) || is (juce::KeyPress::downKey))
        nudge (0.0, is (juce::KeyPress::upKey) ? value : -value);
    else if (is (juce::KeyPress::homeKey) || is (juce::KeyPress::endKey))
        edit.select (kind, is (juce::KeyPress::homeKey) ? juce::jmin (0, last) : last);
    else if ((is (juce::KeyPress::deleteKey) || is (juce::KeyPress::backspaceKey)) && point >= 0)
        remove (point);
    else if (is (juce::KeyPress::returnKey))
    {
        const double from = point >= 0 ? track().points[static_cast<std::size_t> (point)].time : 0.0;
        const double to = point >= 0 && point < last ? track().points[static_cast<std::size_t> (point + 1)].time : 1.0;
        auto next = track();
        const double middle = 0.5 * (from + to);
        if (const auto added = drawing::addPoint (next, range(), middle, next.at (middle, range().neutral)))
        {
            edit.begin();
            edit.change (kind, next);
            edit.select (kind, *added);
            edit.end();
        }
    }
    else if (key.getTextCharacter() == '[' || key.getTextCharacter() == ']')
        bend (key.getTextCharacter() == ']' ? 0.1 : -0.1);
    else
        return false;
    repaint();
    if (auto* handler = getAccessibilityHandler())
        handler->notifyAccessibilityEvent (juce::AccessibilityEvent::valueChanged);
    return true;
}

void GestureTrackView::focusGained (FocusChangeType)
{
    if (edit.selected (kind) < 0 && track().count > 0)
        edit.select (kind, 0);
    repaint();
}

juce::String GestureTrackView::describe() const
{
    const int point = edit.selected (kind);
    if (point < 0 || point >= track().count)
        return track().count == 0 ? juce::String ("steady") : juce::String (track().count) + " points";
    const auto& its = track().points[static_cast<std::size_t> (point)];
    return "Point " + juce::String (point + 1) + " of " + juce::String (track().count) + ": " +
           toJuce (edit.timeAxis().text (its.time)) + ", " + toJuce (axis().text (its.value));
}

std::unique_ptr<juce::AccessibilityHandler> GestureTrackView::createAccessibilityHandler()
{
    struct Words final : juce::AccessibilityTextValueInterface
    {
        explicit Words (const GestureTrackView& itsView) : view (itsView) {}
        bool isReadOnly () const override { return true; }
        juce::String getCurrentValueAsString () const override { return view.describe(); }
        void setValueAsString (const juce::String&) override {}
        const GestureTrackView& view;
    };
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::slider, juce::AccessibilityActions(),
        juce::AccessibilityHandler::Interfaces { std::make_unique<Words> (*this) });
}
} // namespace kolophon
