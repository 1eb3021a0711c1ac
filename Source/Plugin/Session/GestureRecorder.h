// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Songs/PerformanceFile.h"
#include "../../Synth/Control/GestureDrawing.h"
#include "../../Synth/Feeds/HandFeed.h"

#include <JuceHeader.h>

#include <optional>
#include <vector>

namespace kolophon
{
class InstrumentSession;

/** Records a gesture from playing: the bow of the note that was struck last, as the audio thread writes it on the
    control grid (HandFeed), and the events of wheels and keys, as the log of the last minute holds them. It belongs to
    the instrument and works without an open window. [message] */
class GestureRecorder final : private juce::Timer
{
public:
    enum class Source { kept, bow, wheel, breath, pressure, slide, bend };
    static constexpr const char* sourceNames[] = { "Keep as drawn", "Bow",          "Mod wheel", "Breath",
                                                   "Pressure",      "Slide (CC74)", "Bend" };
    static constexpr double longest = HandFeed::longest - 1.0; // [s]: the log of a performance still contains its key

    using Sources = std::array<Source, gestureTrackCount>;

    GestureRecorder (InstrumentSession& itsSession, HandFeed& itsFeed) : session (itsSession), feed (itsFeed) {}

    /** Starts recording at the next key. */
    void start (const Sources& itsSources);
    bool isRecording () const noexcept { return recording; }
    const Sources& recordedSources () const noexcept { return sources; }
    bool listensToBow () const noexcept;

    /** Collects new moments; true if there were any. Keeps a copy of the log before its beginning is discarded. */
    bool collect ();
    /** True once the recording has reached its end and accepts nothing more. */
    bool isFull () const noexcept { return kept.has_value(); }
    /** [s] since the first key. */
    double seconds () const noexcept;
    const std::vector<drawing::HandMoment>& moments () const noexcept { return seen; }

    /** Ends the recording and returns it, or nothing if no key was struck. Controllers from the log count from start()
        on. */
    std::optional<drawing::RecordedGesture> finish (const DrawnGesture& before);

private:
    void timerCallback () override { collect(); }
    void addControllers (const RecordedPerformance& played, std::int64_t now);

    InstrumentSession& session;
    HandFeed& feed;
    Sources sources {};
    Patch patch = Patch::defaults();
    std::int64_t startedAt = 0, firstSeen = -1; // [samples] of the log
    bool recording = false;
    double direction = 0.0; // of the first stroke
    std::vector<drawing::HandMoment> seen;
    std::optional<RecordedPerformance> kept; // log of a recording that has reached its end
    std::int64_t keptAt = 0;
};
} // namespace kolophon
