#pragma once

#include "../Files/PerformanceFile.h"
#include "../Synth/GestureDrawing.h"
#include "../Synth/HandFeed.h"

#include <JuceHeader.h>

#include <optional>
#include <vector>

namespace kolophon
{
class PluginProcessor;

/** Makes a gesture of what a hand does: of the bow of the note that was struck last, as the audio thread writes it down
    on the control grid (HandFeed), and of what wheels and keys have sent, event by event, as the log of the last minute
    has it. It belongs to the instrument: no window need be open. [message] */
class GestureRecorder final : private juce::Timer
{
public:
    enum class Source { kept, bow, wheel, breath, pressure, slide, bend };
    static constexpr const char* sourceNames[] = { "Keep as drawn", "From the bow", "Mod wheel", "Breath",
                                                   "Pressure",      "Slide (CC74)", "Bend" };
    static constexpr double longest = HandFeed::longest - 1.0; // [s]: while a performance's log is sure to have its key

    using Sources = std::array<Source, gestureTrackCount>;

    GestureRecorder (PluginProcessor& itsProcessor, HandFeed& itsFeed) : processor (itsProcessor), feed (itsFeed) {}

    /** Begins with the next key. */
    void start (const Sources& itsSources);
    bool isRecording () const noexcept { return recording; }
    const Sources& recordedSources () const noexcept { return sources; }
    bool listensToBow () const noexcept;

    /** Takes over what has been written down; true if anything was. Keeps what a minute's log is about to forget. */
    bool collect ();
    /** True when nothing more will be taken. */
    bool isFull () const noexcept { return kept.has_value(); }
    /** [s] since the first key. */
    double seconds () const noexcept;
    const std::vector<drawing::HandMoment>& moments () const noexcept { return seen; }

    /** Ends it: what was recorded, or nothing where no key was struck. Of the log's controllers count those since
        start(). */
    std::optional<drawing::RecordedGesture> finish (const DrawnGesture& before);

private:
    void timerCallback () override { collect(); }
    void addControllers (const RecordedPerformance& played, std::int64_t now);

    PluginProcessor& processor;
    HandFeed& feed;
    Sources sources {};
    Patch patch = Patch::defaults();
    std::int64_t startedAt = 0, firstSeen = -1; // [samples] of the log
    bool recording = false;
    double direction = 0.0; // of the first stroke
    std::vector<drawing::HandMoment> seen;
    std::optional<RecordedPerformance> kept; // of a recording that has come to its end
    std::int64_t keptAt = 0;
};
} // namespace kolophon
