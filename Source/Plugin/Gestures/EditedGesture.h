// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Control/GestureDrawing.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace kolophon
{
class InstrumentSession;

/** The gesture that a window edits: its undo steps, its selected point, and what the instrument knows of it. [message]
    */
class EditedGesture
{
public:
    explicit EditedGesture (InstrumentSession& itsSession);
    ~EditedGesture();

    const DrawnGesture& now () const noexcept { return shown; }
    /** All changes between the outermost begin() and end() are one undo step. */
    void begin ();
    void end ();
    /** Replaces a track; false if it is the same. */
    bool change (GestureTrackKind kind, const GestureTrack& track);
    /** Replaces the whole gesture, and selects no point; between begin() and end(). */
    void replace (const DrawnGesture& gesture);
    /** Changes the track of the selected point as one step, if there is one; false without. */
    bool changePoint (const std::function<void (GestureTrack&, int)>& its);

    void select (GestureTrackKind kind, int number);
    GestureTrackKind track () const noexcept { return chosenTrack; }
    /** Number of the selected point in its track; -1: none. */
    int number () const noexcept { return chosenPoint; }
    /** The selected point, or null. */
    const GestureTrack::Point* point () const noexcept;

    /** Sends what is dragged, at every second call, and takes a gesture that the instrument has from elsewhere: true.
     */
    bool refresh ();

private:
    void send ();

    InstrumentSession& session;
    DrawnGesture shown;
    GestureTrackKind chosenTrack = GestureTrackKind::speed;
    int chosenPoint = -1, opened = 0, sinceSent = 0;
    bool unsent = false;
};

/** Random variations of a gesture: several in succession vary the same one. */
struct GestureVariation
{
    DrawnGesture of (const DrawnGesture& shown);

    double amount = 0.1;
    std::uint64_t seed = 1;

private:
    DrawnGesture base;
    std::optional<DrawnGesture> last;
};
} // namespace kolophon
