// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bench/Regime.h"
#include "../../Synth/Feeds/MeterFrame.h"
#include "../../Synth/Feeds/PictureFeed.h"
#include "../Session/InstrumentSession.h"

#include <vector>

namespace kolophon
{
/** Data for the pictures of an editor: it collects what the engine publishes while pictures are visible, stores the
    last ten seconds, and returns the present moment or, while paused, a past one. [message] */
class PictureData
{
public:
    static constexpr double remembered = 10.0; // [s]

    explicit PictureData (InstrumentSession& itsSession);
    ~PictureData();
    PictureData (const PictureData&) = delete;
    PictureData& operator= (const PictureData&) = delete;

    /** Starts or stops viewing; without viewers the engine publishes nothing. */
    void setWatching (bool shouldWatch);
    bool isWatching () const noexcept { return watching; }

    /** Empties the engine's mailboxes; true if there is something new to show. */
    bool collect ();

    /** Pauses at the moment shown, or continues with the present. */
    void setPaused (bool shouldPause);
    bool isPaused () const noexcept { return paused; }
    /** Forgets the past, which another preset or body has played; not while paused. */
    void forget ();
    /** While paused: shows the moment this many seconds before the pause. */
    void scrub (double secondsBack);
    double scrubbed () const noexcept { return secondsBack; }
    double available () const noexcept; // [s] that can be scrubbed

    /** Displayed shape of the body; null before the first note. */
    const ShapeFrame* shape () const noexcept;
    /** The shape `back` shots before the displayed one; null if it is missing or belongs to another stroke. */
    const ShapeFrame* shape (int back) const noexcept;
    /** Counter by which a picture detects new data. */
    std::uint64_t version () const noexcept { return shownShot + (times << 40); }
    /** Counter of the sounds that were forgotten. */
    std::uint64_t sound () const noexcept { return times; }
    /** The newest shape, independent of the displayed one; null before the first note and after the sound has ended. */
    const ShapeFrame* live () const noexcept;
    /** True if a shape arrived in one of the last fifteen collections, a quarter of a second: the body sounds. */
    bool isLive () const noexcept;

    /** Moments by number, from begin() up to but excluding end(); earlier ones have been discarded. */
    std::uint64_t end (WatchedContact contact) const noexcept;
    std::uint64_t begin (WatchedContact contact) const noexcept;
    const ContactMoment& moment (WatchedContact contact, std::uint64_t number) const noexcept;
    /** Starting moments of the last periods, oldest first, at most `count`. */
    std::vector<std::uint64_t> periods (WatchedContact contact, std::size_t count) const;

    /** Regime of the audible contact's recent motion, measured as in the laboratory, six times per second. */
    const RegimeMeasurement& regime () const noexcept { return judged; }
    /** The regime in words that fit what is rubbed, "Helmholtz: one slip per period"; empty before the first note. */
    juce::String words () const;

    MeterFrame meters; // copied from the editor

private:
    static constexpr std::size_t capacity = 1 << 19, mask = capacity - 1; // of moments: 10.9 s
    static constexpr std::size_t shotCapacity = 640;

    struct Shot
    {
        ShapeFrame frame;
        std::array<std::uint64_t, 2 * touchings> moments {}; // number published before the shot, by track
        double heardAt = 0.0;                                // [s] of sound so far
        std::uint64_t seenAt = 0;                            // in calls of collect()
    };
    struct Track
    {
        std::vector<ContactMoment> ring;
        std::uint64_t count = 0, forgotten = 0;
        std::vector<std::uint64_t> periods; // their first moments
        bool hasGap = false;                // moments during a pause are missing
    };
    void remember (Track& track, const ContactMoment& moment);
    RegimeMeasurement judge () const;
    const Shot* shotAt (std::uint64_t number) const noexcept;
    static std::size_t placeOf (WatchedContact contact) noexcept
    {
        return (contact.slot == Slot::a ? 0 : touchings) + static_cast<std::size_t> (contact.touching);
    }
    const Track& track (WatchedContact contact) const noexcept { return tracks[placeOf (contact)]; }

    InstrumentSession& session;
    bool watching = false, paused = false;
    std::uint64_t collections = 0;
    RegimeMeasurement judged;
    double secondsBack = 0.0;
    std::array<Track, 2 * touchings> tracks;
    std::vector<Shot> shots;
    std::uint64_t shotCount = 0, shownShot = 0; // shownShot: number of the displayed shot, from 1 on
    std::uint64_t forgottenShots = 0, times = 0;
    Shot present;          // the newest, paused or not
    double lastTime = 0.0; // [s] of the shot before
};
} // namespace kolophon
