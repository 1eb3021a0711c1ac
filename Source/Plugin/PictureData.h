#pragma once

#include "../Analysis/Regime.h"
#include "../Synth/PictureFeed.h"
#include "PluginProcessor.h"

#include <vector>

namespace kolophon
{
/** What the pictures of an editor show: it collects what the engine publishes while somebody looks, remembers the last
    ten seconds, and hands out the present moment or, while it is paused, a past one. [message] */
class PictureData
{
public:
    static constexpr double remembered = 10.0; // [s]

    explicit PictureData (PluginProcessor& itsProcessor);
    ~PictureData();
    PictureData (const PictureData&) = delete;
    PictureData& operator= (const PictureData&) = delete;

    /** While nobody looks the engine publishes nothing. */
    void setWatching (bool shouldWatch);
    bool isWatching () const noexcept { return watching; }

    /** Empties the engine's mailboxes; true when there is something new to show. */
    bool collect ();

    /** Stands still at what is shown now; goes on with the present. */
    void setPaused (bool shouldPause);
    bool isPaused () const noexcept { return paused; }
    /** While paused: so many seconds back. */
    void scrub (double secondsBack);
    double scrubbed () const noexcept { return secondsBack; }
    double available () const noexcept; // [s] that can be scrubbed

    /** The body as it is shown; null before the first note. */
    const ShapeFrame* shape () const noexcept;
    /** The shape `back` shots before it; null when there is none, or another stroke sounded then. */
    const ShapeFrame* shape (int back) const noexcept;
    /** Counts shots and rows, so that a picture knows whether it is old. */
    std::uint64_t version () const noexcept { return shownShot; }
    /** The newest shape, whatever is shown; null before the first note, and when nothing sounds any more. */
    const ShapeFrame* live () const noexcept;
    /** True when the body has been seen in one of the last fifteen collections, a quarter of a second: it sounds. */
    bool isLive () const noexcept;

    /** Moments by number, up to and without end(); those before begin() have been forgotten. */
    std::uint64_t end (Slot slot) const noexcept;
    std::uint64_t begin (Slot slot) const noexcept;
    const ContactMoment& moment (Slot slot, std::uint64_t number) const noexcept;
    /** Where the last periods began, oldest first, at most `count`. */
    std::vector<std::uint64_t> periods (Slot slot, std::size_t count) const;

    /** How the contact that is heard has moved lately, judged as in the laboratory, six times a second. */
    const RegimeMeasurement& regime () const noexcept { return judged; }
    /** The regime and what would help, in words: "Helmholtz: one slip a period". */
    static juce::String wordsOf (const RegimeMeasurement& motion);

    MeterFrame meters; // as the editor has them

private:
    static constexpr std::size_t capacity = 1 << 19, mask = capacity - 1; // of moments: 10.9 s
    static constexpr std::size_t shotCapacity = 640;

    struct Shot
    {
        ShapeFrame frame;
        std::array<std::uint64_t, 2> moments {}; // published before it
        double heardAt = 0.0;                    // [s] of what has sounded
        std::uint64_t seenAt = 0;                // by the count of collect()
    };
    struct Track
    {
        std::vector<ContactMoment> ring;
        std::uint64_t count = 0;
        std::vector<std::uint64_t> periods; // where they began
        bool hasGap = false;                // what came while it was paused is missing
    };
    void remember (Track& track, const ContactMoment& moment);
    RegimeMeasurement judge () const;
    const Shot* shotAt (std::uint64_t number) const noexcept;
    const Track& track (Slot slot) const noexcept { return tracks[slot == Slot::a ? 0 : 1]; }

    PluginProcessor& processor;
    bool watching = false, paused = false;
    std::uint64_t collections = 0;
    RegimeMeasurement judged;
    double secondsBack = 0.0;
    std::array<Track, 2> tracks;
    std::vector<Shot> shots;
    std::uint64_t shotCount = 0, shownShot = 0; // shownShot: one after the shot that is shown
    Shot present;                               // the newest, paused or not
    double lastTime = 0.0;                      // [s] of the shot before
};
} // namespace kolophon
