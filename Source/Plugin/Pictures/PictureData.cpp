// SPDX-License-Identifier: GPL-3.0-or-later
#include "PictureData.h"

#include "../../Analysis/Bench/RegimeSigns.h"
#include "../../Core/Text/NumberText.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolophon
{
PictureData::PictureData (InstrumentSession& itsSession) : session (itsSession) {}

PictureData::~PictureData()
{
    setWatching (false);
}

void PictureData::setWatching (bool shouldWatch)
{
    if (shouldWatch == watching)
        return;
    watching = shouldWatch;
    if (watching)
        session.pictures().addViewer();
    else
        session.pictures().removeViewer();
}

void PictureData::remember (Track& track, const ContactMoment& moment)
{
    if (track.ring.empty())
        track.ring.resize (capacity);
    track.ring[track.count & mask] = moment;
    if (moment.beginsPeriod)
        track.periods.push_back (track.count);
    ++track.count;
    constexpr std::size_t manyPeriods = 1 << 15;
    if (track.periods.size() > manyPeriods)
        track.periods.erase (track.periods.begin(), track.periods.begin() + manyPeriods / 2);
}

/** Collects new data. While paused it is discarded, so that the ten seconds before stay available. */
bool PictureData::collect()
{
    ++collections;
    auto& feed = session.pictures();
    for (const auto contact : watchedContacts)
    {
        auto& its = tracks[placeOf (contact)];
        for (ContactMoment moment; feed.pop (contact, moment);)
        {
            if (paused)
                continue;
            moment.follows = moment.follows && ! std::exchange (its.hasGap, false);
            remember (its, moment);
        }
        its.hasGap = its.hasGap || paused;
    }
    bool fresh = false;
    while (feed.pop (present.frame))
    {
        present.seenAt = collections;
        if (paused)
            continue;
        if (shots.size() < shotCapacity)
            shots.emplace_back();
        const double time = present.frame.time;
        present.heardAt += juce::jmax (0.0, time - std::exchange (lastTime, time)); // the engine's time can restart
        for (std::size_t i = 0; i < tracks.size(); ++i)
            present.moments[i] = tracks[i].count;
        shots[shotCount % shotCapacity] = present;
        ++shotCount;
        fresh = true;
    }
    if (paused)
        return false;
    shownShot = shotCount;
    if (collections % 10 == 0)
        judged = judge();
    return fresh;
}

void PictureData::forget()
{
    if (paused)
        return;
    for (auto& its : tracks)
        its.forgotten = its.count;
    forgottenShots = shotCount;
    present.seenAt = 0;
    judged = {};
    ++times;
}

void PictureData::setPaused (bool shouldPause)
{
    paused = shouldPause;
    secondsBack = 0.0;
    shownShot = shotCount;
}

double PictureData::available() const noexcept
{
    const auto* newest = shotAt (shotCount);
    const auto* oldest =
        shotAt (std::max (forgottenShots, shotCount > shots.size() ? shotCount - shots.size() : 0) + 1);
    if (newest == nullptr || oldest == nullptr)
        return 0.0;
    return juce::jlimit (0.0, remembered, newest->heardAt - oldest->heardAt);
}

void PictureData::scrub (double back)
{
    const auto* last = shotAt (shotCount); // null after forget(), until something sounds
    if (! paused || last == nullptr)
        return;
    secondsBack = juce::jlimit (0.0, available(), back);
    const double newest = last->heardAt;
    std::uint64_t number = shotCount;
    while (number > 1 && shotAt (number - 1) != nullptr && newest - shotAt (number)->heardAt < secondsBack)
        --number;
    shownShot = number;
    judged = judge();
}

const PictureData::Shot* PictureData::shotAt (std::uint64_t number) const noexcept
{
    if (number <= forgottenShots || number > shotCount || shotCount - number >= shots.size())
        return nullptr;
    return &shots[(number - 1) % shotCapacity];
}

const ShapeFrame* PictureData::shape() const noexcept
{
    return shape (0);
}

const ShapeFrame* PictureData::shape (int back) const noexcept
{
    const auto number = static_cast<std::uint64_t> (back);
    const auto* shot = number < shownShot ? shotAt (shownShot - number) : nullptr;
    if (shot == nullptr)
        return nullptr;
    const auto* newest = shotAt (shownShot);
    const bool same = shot->frame.voice == newest->frame.voice && shot->frame.bodyType == newest->frame.bodyType &&
                      shot->frame.time <= newest->frame.time;
    return same ? &shot->frame : nullptr;
}

const ShapeFrame* PictureData::live() const noexcept
{
    constexpr std::uint64_t patience = 15; // of sixty per second
    return present.seenAt > 0 && collections - present.seenAt < patience ? &present.frame : nullptr;
}

bool PictureData::isLive() const noexcept
{
    return paused || live() != nullptr;
}

std::uint64_t PictureData::end (WatchedContact contact) const noexcept
{
    if (! paused)
        return track (contact).count;
    const auto* shot = shotAt (shownShot);
    return shot != nullptr ? shot->moments[placeOf (contact)] : 0;
}

std::uint64_t PictureData::begin (WatchedContact contact) const noexcept
{
    const auto& its = track (contact);
    return std::max (its.forgotten, its.count > capacity ? its.count - capacity : 0);
}

const ContactMoment& PictureData::moment (WatchedContact contact, std::uint64_t number) const noexcept
{
    return track (contact).ring[number & mask];
}

std::vector<std::uint64_t> PictureData::periods (WatchedContact contact, std::size_t count) const
{
    const auto& its = track (contact).periods;
    const auto last = std::lower_bound (its.begin(), its.end(), end (contact));
    const auto room = static_cast<std::size_t> (last - its.begin());
    std::vector<std::uint64_t> found (last - static_cast<std::ptrdiff_t> (std::min (count, room)), last);
    std::erase_if (found, [oldest = begin (contact)] (std::uint64_t number) { return number < oldest; });
    return found;
}

RegimeMeasurement PictureData::judge() const
{
    constexpr double judgedPeriods = 30.0, longest = 0.25; // [s]
    const auto* now = shape();
    if (now == nullptr || now->momentInterval <= 0.0 || track ({ now->slot }).ring.empty())
        return {};
    const WatchedContact bow { now->slot };
    const double period = now->period / now->momentInterval; // [moments]
    const auto last = end (bow);
    const auto length = static_cast<std::uint64_t> (std::min (judgedPeriods * period, longest / now->momentInterval));
    const auto first = std::max (begin (bow), last > length ? last - length : 0);
    auto slips = shownSlips (period);
    for (auto i = first; i < last; ++i)
    {
        const auto& m = moment (bow, i);
        slips.add (static_cast<std::int64_t> (i), static_cast<double> (m.relativeVelocity),
                   static_cast<double> (m.bowVelocity), static_cast<double> (m.normalForce));
    }
    return shownMotion (slips.phases(), static_cast<std::int64_t> (first), static_cast<std::int64_t> (last), period);
}

juce::String PictureData::words() const
{
    const auto* now = shape();
    if (now == nullptr)
        return {};
    const bool isString = bodyTable()[static_cast<std::size_t> (now->bodyType)].model == BodyModel::string;
    const auto timesPerPeriod = toJuce (fixed (judged.slipsPerPeriod, 1)) + " x per period";
    const double perSecond = judged.slipsPerPeriod / now->period;
    constexpr double single = 30.0; // [1/s] slips are heard one by one
    switch (judged.regime)
    {
        case Regime::none: return isString ? "sticks: no slip" : "rests: no slip";
        case Regime::helmholtz: return isString ? "Helmholtz: one slip per period" : "one slip per period";
        case Regime::multipleSlip: return (isString ? "too light: slips " : "slips ") + timesPerPeriod;
        case Regime::anomalousLow: return isString ? "too heavy: pitch too low" : "too low: " + timesPerPeriod;
        case Regime::raucous:
            if (perSecond < single)
                return "creaks: " + toJuce (significant (perSecond, 2)) + " slips per second";
            return isString ? "raucous: slips irregularly" : "slips irregularly";
        case Regime::constantSlip: return isString ? "too light: never sticks" : "slides: never sticks";
    }
    return {};
}
} // namespace kolophon
