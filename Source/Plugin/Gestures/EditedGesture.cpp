// SPDX-License-Identifier: GPL-3.0-or-later
#include "EditedGesture.h"

#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <utility>

namespace kolophon
{
EditedGesture::EditedGesture (InstrumentSession& itsSession) : session (itsSession), shown (session.currentGesture()) {}

EditedGesture::~EditedGesture()
{
    if (opened > 0)
        session.endEdit();
}

void EditedGesture::begin()
{
    if (opened++ == 0)
        session.beginEdit();
}

void EditedGesture::end()
{
    if (opened == 0 || --opened > 0)
        return;
    send();
    session.endEdit();
}

bool EditedGesture::change (GestureTrackKind kind, const GestureTrack& track)
{
    if (shown[kind] == track)
        return false;
    shown[kind] = track;
    unsent = true;
    if (chosenTrack == kind)
        chosenPoint = std::min (chosenPoint, track.count - 1);
    if (opened == 0)
        send();
    return true;
}

void EditedGesture::replace (const DrawnGesture& gesture)
{
    shown = gesture;
    unsent = true;
    chosenPoint = -1;
}

bool EditedGesture::changePoint (const std::function<void (GestureTrack&, int)>& its)
{
    if (point() == nullptr)
        return false;
    auto changed = shown[chosenTrack];
    its (changed, chosenPoint);
    begin();
    change (chosenTrack, changed);
    end();
    return true;
}

void EditedGesture::send()
{
    if (! std::exchange (unsent, false))
        return;
    sinceSent = 0;
    session.setGesture (shown);
}

void EditedGesture::select (GestureTrackKind kind, int number)
{
    chosenTrack = kind;
    chosenPoint = number;
}

const GestureTrack::Point* EditedGesture::point() const noexcept
{
    const auto& points = shown[chosenTrack];
    return chosenPoint >= 0 && chosenPoint < points.count ? &points.points[static_cast<std::size_t> (chosenPoint)]
                                                          : nullptr;
}

bool EditedGesture::refresh()
{
    constexpr int sendEvery = 2;
    if (unsent && opened > 0 && ++sinceSent >= sendEvery)
        send();
    if (unsent)
        return false;
    const auto current = session.currentGesture();
    if (current == shown)
        return false;
    shown = current;
    if (point() == nullptr)
        chosenPoint = -1;
    return true;
}

DrawnGesture GestureVariation::of (const DrawnGesture& shown)
{
    if (! (last && shown == *last))
        base = shown;
    return last.emplace (drawing::varied (base, amount, seed++));
}
} // namespace kolophon
